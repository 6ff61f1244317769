// sampled/tally.hpp: how many samples, of what weight, by a pair of ids.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace benchlab::analyzers::sampled {

struct Totals {
    std::uint64_t count = 0, weight = 0;

    void add(std::uint64_t by) {
        ++count;
        weight += by;
    }
    void add(const Totals& other) {
        count += other.count;
        weight += other.weight;
    }
};

class Tally {
  public:
    struct Entry {
        std::uint32_t first, second;
        Totals totals;
    };

    Totals& at(std::uint32_t first, std::uint32_t second) {
        return entries_[std::uint64_t{first} << 32 | second];
    }
    // Heaviest first; equal ones by their ids, which come from the trace's content.
    std::vector<Entry> sorted() const;
    // In no order.
    template <class Visit>
    void each(Visit&& visit) const {
        for (const auto& [key, totals] : entries_) {
            visit(static_cast<std::uint32_t>(key >> 32), static_cast<std::uint32_t>(key), totals);
        }
    }

  private:
    std::unordered_map<std::uint64_t, Totals> entries_;
};

}  // namespace benchlab::analyzers::sampled
