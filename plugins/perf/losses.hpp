// losses.hpp: when and on which CPU events were lost, so that what was open then is not joined with
// what came much later.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace benchlab::perf {

class Losses {
  public:
    // In any order.  Where the CPU is not known, `begin` should be `end`.
    void add(std::uint32_t cpu, std::int64_t begin, std::int64_t end);
    // Whenever some came, and before they are asked for.
    void settle();

    // Whether something may have been lost between an event and a later one, of the same thread.
    bool is_between(std::uint32_t cpu, std::int64_t time, std::uint32_t later_cpu,
                    std::int64_t later_time) const;
    // The same, on any CPU.
    bool is_between(std::int64_t time, std::int64_t later_time) const {
        return all_.overlap(time, later_time);
    }

  private:
    struct Loss {
        std::int64_t begin, end;
    };
    // By begin; each end is the latest of those up to it.
    struct Spans {
        std::vector<Loss> losses;

        void settle();
        // Begun at `from` or later, before `to`.
        bool begun(std::int64_t from, std::int64_t to) const;
        bool overlap(std::int64_t from, std::int64_t to) const;
    };
    std::unordered_map<std::uint32_t, Spans> by_cpu_;
    Spans all_;
    bool is_settled_ = true;
};

}  // namespace benchlab::perf
