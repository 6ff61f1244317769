// unit/measure/fake_work.hpp: work whose behaviour a test decides, and which checks the harness.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "measure/harness.hpp"
#include "platform/clock.hpp"

namespace fake {

using benchlab::base::Code;
using benchlab::base::Error;
using benchlab::base::Result;
using benchlab::measure::Plan;
using benchlab::measure::RunOutcome;

// Ends when the clock says so, so it never takes less than it says.
inline void spin_ns(std::uint64_t ns) {
    const std::uint64_t end = benchlab::platform::now_ns() + ns;
    while (benchlab::platform::now_ns() < end) {
    }
}

class FakeWork : public benchlab::measure::Work {
  public:
    using Run = std::function<Result<void>(std::uint32_t, std::uint64_t, RunOutcome&)>;
    using Prepare = std::function<Result<void>(std::uint32_t, std::uint64_t)>;

    explicit FakeWork(Run run, Prepare prepare = {})
        : run_(std::move(run)), prepare_(std::move(prepare)) {}

    struct Call {
        std::uint32_t thread;
        std::uint64_t iterations;
        bool prepared;  // by the call just before, for as many iterations
        std::thread::id ran_on;
    };

    Result<void> prepare(std::uint32_t thread, std::uint64_t iterations) override {
        prepared_for_[thread] = iterations;
        ++prepares;
        return prepare_ ? prepare_(thread, iterations) : Result<void>();
    }

    Result<void> run(std::uint32_t thread, std::uint64_t iterations, RunOutcome& outcome) override {
        const bool prepared = std::exchange(prepared_for_[thread], 0) == iterations;
        {
            const std::lock_guard lock(mutex_);
            calls.push_back({thread, iterations, prepared, std::this_thread::get_id()});
        }
        return run_(thread, iterations, outcome);
    }

    std::vector<Call> calls;  // in the order in which they began
    std::atomic<int> prepares{0};

  private:
    static constexpr std::size_t kMostThreads = 16;
    Run run_;
    Prepare prepare_;
    std::mutex mutex_;
    std::uint64_t prepared_for_[kMostThreads] = {};
};

// Short enough for a test: samples of 1 ms, next to no warm-up.
inline Plan quick_plan(std::uint64_t samples) {
    Plan plan;
    plan.samples = samples;
    plan.sample_time_ns = 1'000'000;
    plan.warmup_ns = 0;
    return plan;
}

inline FakeWork::Run spinning(std::uint64_t call_ns) {
    return [call_ns](std::uint32_t, std::uint64_t iterations, RunOutcome&) {
        for (std::uint64_t i = 0; i < iterations; ++i) spin_ns(call_ns);
        return Result<void>();
    };
}

}  // namespace fake
