// bench.hpp: what a benchmark class gets and gives (plugin.hpp explains the whole).
#pragma once

#include <cstdint>

#include "benchlab/benchlab.h"
#include "benchlab/host.hpp"

namespace benchlab {

// What one iteration does.  Zero means not set.
class Shape {
  public:
    // Operations in one iteration: times are given for one of them.
    constexpr Shape& ops(std::uint64_t count) {
        ops_ = count;
        return *this;
    }
    // Work of one iteration, for a rate beside the time: bytes or items, the last call counts.
    constexpr Shape& bytes(std::uint64_t count) { return set_rate(BL_RATE_BYTES, count); }
    constexpr Shape& items(std::uint64_t count) { return set_rate(BL_RATE_ITEMS, count); }
    // The most that prepare() and run() are ever asked for.
    constexpr Shape& max_iterations(std::uint64_t count) {
        max_ = count;
        return *this;
    }

    // What is set here replaces what is there.
    void write_to(bl_bench_shape& out) const {
        if (ops_ != 0) out.ops_per_iteration = ops_;
        if (max_ != 0) out.max_iterations = max_;
        if (rate_ == BL_RATE_NONE) return;
        out.rate = rate_;
        out.rate_per_iteration = per_iteration_;
    }

  private:
    constexpr Shape& set_rate(std::uint32_t rate, std::uint64_t count) {
        rate_ = rate;
        per_iteration_ = count;
        return *this;
    }

    std::uint32_t rate_ = BL_RATE_NONE;
    std::uint64_t ops_ = 0, per_iteration_ = 0, max_ = 0;
};

// For which parameters and how many threads a benchmark is made.
class Setup : public Values {
  public:
    Setup(const bl_host* host, const bl_values* params, std::uint32_t threads)
        : Values(params), host_(host), threads_(threads) {}

    std::uint32_t threads() const { return threads_; }
    // Valid as long as the process.
    Host host() const { return host_; }

  private:
    Host host_;
    std::uint32_t threads_;
};

// What a run() can report besides its time.
class Result {
  public:
    explicit Result(bl_bench_result& out) : out_(&out) {}

    // The value of a metric, counted from 0 in the order of declaration.  Not set: not measured.
    void metric(std::uint32_t index, double value) { out_->metrics[index] = value; }
    // With manual_time: how long the timed part took, by Host::clock_ns() or the like.
    void elapsed_ns(std::uint64_t value) { out_->elapsed_ns = value; }
    // Any value that depends on the work.
    void check(std::uint64_t value) { out_->check = value; }

  private:
    bl_bench_result* out_;
};

}  // namespace benchlab
