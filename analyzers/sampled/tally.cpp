#include "sampled/tally.hpp"

#include <algorithm>
#include <tuple>

namespace benchlab::analyzers::sampled {

std::vector<Tally::Entry> Tally::sorted() const {
    std::vector<Entry> out;
    out.reserve(entries_.size());
    each([&](std::uint32_t first, std::uint32_t second, const Totals& totals) {
        out.push_back({first, second, totals});
    });
    std::sort(out.begin(), out.end(), [](const Entry& a, const Entry& b) {
        return std::tuple(b.totals.weight, b.totals.count, a.first, a.second) <
               std::tuple(a.totals.weight, a.totals.count, b.first, b.second);
    });
    return out;
}

}  // namespace benchlab::analyzers::sampled
