// cli/save_pace.hpp: how often results are saved while a run goes on.  A report is written whole,
// so saving costs more with every benchmark; saved after each one, 2000 of them would spend far
// more time on that than on being measured.
#pragma once

#include <cstdint>

namespace benchlab::cli {

// Lets saving take this share of the time, and kFreeNs before that counts: a run of some dozens of
// benchmarks saves after each of them.
class SavePace {
  public:
    static constexpr std::uint64_t kFreeNs = 100'000'000;

    SavePace(double share, std::uint64_t begin_ns) : share_(share), begin_ns_(begin_ns) {}
    // The next time is taken to cost what the last one did; the first one is always due.
    bool due(std::uint64_t now_ns) const {
        const double allowed = double(kFreeNs) + share_ * double(now_ns - begin_ns_);
        return spent_ns_ == 0 || double(spent_ns_ + last_ns_) <= allowed;
    }
    void saved(std::uint64_t cost_ns) {
        spent_ns_ += cost_ns;
        last_ns_ = cost_ns;
    }

  private:
    double share_;
    std::uint64_t begin_ns_;
    std::uint64_t spent_ns_ = 0;
    std::uint64_t last_ns_ = 0;
};

}  // namespace benchlab::cli
