#include "store/frame_parts.hpp"

#include <tuple>
#include <utility>

#include "store/values.hpp"

namespace benchlab::store {

std::map<std::uint32_t, std::vector<Cut>> cuts_of(const std::deque<StoredTable>& tables,
                                                  const std::vector<PresentOf>& presents) {
    const Values<std::int64_t> done(table_named(tables, "present"), "gpu_done");
    std::map<std::uint32_t, std::vector<Cut>> out, by_call;
    for (const PresentOf& each : presents) {
        by_call[each.process].push_back({each.begin, each.present, each.ends_frame});
        if (done.has(each.present)) {
            out[each.process].push_back({done.get(each.present), each.present, each.ends_frame});
        }
    }
    for (auto& [process, cuts] : by_call) out.try_emplace(process, std::move(cuts));
    for (auto& [process, cuts] : out) {
        std::sort(cuts.begin(), cuts.end(), [](const Cut& a, const Cut& b) {
            return std::tie(a.time, a.present) < std::tie(b.time, b.present);
        });
    }
    return out;
}

}  // namespace benchlab::store
