// Calls a benchmark as the harness does, and in the ways that authors forget: with 0 iterations,
// with 1, up to the limit that it states, twice, and on two threads.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <condition_variable>
#include <cstdint>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "platform/clock.hpp"
#include "platform/signals.hpp"
#include "plugin/check.hpp"

namespace benchlab::plugin {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr std::uint64_t kLongEnoughNs = 1'000'000;  // of one call with many iterations
constexpr std::uint64_t kSlowNs = 50'000'000;       // an iteration that is not repeated often
// Not round, like the steps up to it: a walk around a ring of 2^n ends where it began after any
// multiple of that, and its check value would be 0.
constexpr std::uint64_t kMostIterations = 999'983;
constexpr std::uint64_t kNothingNs = 1'000'000;  // what 0 iterations may take
constexpr int kTries = 3;                        // the machine may be busy: the best counts

// Where the threads of a case wait for each other.  Not std::barrier: where the system has no futex
// (MinGW), that of GCC 12 can lose the wake-up and then waits for ever.
class CommonStart {
  public:
    explicit CommonStart(std::uint32_t threads) : missing_(threads) {}

    void arrive_and_wait() {
        std::unique_lock lock(mutex_);
        if (--missing_ == 0) all_here_.notify_all();
        all_here_.wait(lock, [this] { return missing_ == 0; });
    }

  private:
    std::mutex mutex_;
    std::condition_variable all_here_;
    std::uint32_t missing_;
};

std::string iterations_of(std::uint64_t count) {
    return fmt::format("{} iteration{}", count, count == 1 ? "" : "s");
}

// What one thread's prepare() and run() came to.
struct Attempt {
    std::string fault;  // empty: nothing wrong
    std::uint64_t elapsed_ns = 0;
    std::uint64_t check = 0;
    std::vector<double> metrics;
};

// The result that run() gets has guard values behind the metrics, to see whether it writes there.
Attempt attempt(Instance& instance, const Benchmark& benchmark, std::uint32_t thread,
                std::uint64_t iterations, CommonStart& together) {
    constexpr std::size_t kGuards = 16;
    constexpr double kGuard = -8.25e77;
    Attempt seen;
    const auto prepared = instance.prepare(thread, iterations);
    together.arrive_and_wait();
    if (!prepared) {
        seen.fault = prepared.error().message;
        return seen;
    }
    const std::size_t count = benchmark.metrics.size();
    std::vector<double> metrics(count, kNaN);
    metrics.resize(count + kGuards, kGuard);
    bl_bench_result result{};
    result.metrics = metrics.data();
    const std::uint64_t before = platform::now_ns();
    const auto ran = instance.run(thread, iterations, result);
    const std::uint64_t wall_ns = platform::now_ns() - before;
    const bool manual = (benchmark.flags & BL_BENCH_MANUAL_TIME) != 0;
    seen.elapsed_ns = manual ? result.elapsed_ns : wall_ns;
    seen.check = result.check;
    if (!ran) {
        seen.fault = ran.error().message;
    } else if (std::any_of(metrics.begin() + static_cast<std::ptrdiff_t>(count), metrics.end(),
                           [](double value) { return value != kGuard; })) {
        seen.fault = fmt::format("run() wrote behind its {} metrics", count);
    } else if (result.metrics != metrics.data() || result.struct_size != sizeof(result)) {
        seen.fault = "run() changed the metrics pointer or struct_size, which are the host's";
    } else if (manual && result.elapsed_ns > wall_ns) {
        seen.fault = fmt::format("its own time of {} ns is longer than the call took ({} ns)",
                                 result.elapsed_ns, wall_ns);
    }
    metrics.resize(count);
    seen.metrics = std::move(metrics);
    return seen;
}

// One case of a benchmark; the report's lines begin with its name.
class CaseCheck {
  public:
    CaseCheck(const Case& what, CheckReport& report) : case_(what), report_(report) {
        measured_.resize(what.benchmark->metrics.size(), false);
    }

    void check() {
        constexpr int kRounds = 2;
        for (int round = 0; round < kRounds; ++round) {
            auto made = Instance::set_up(case_);
            if (!made) return refused(made.error(), round);
            if (round == 0 && !check_shape((*made)->shape())) return;
            if (!check_runs(**made, round)) return;
        }
        ok("setup and teardown", "twice");
        check_metrics();
        check_checks();
    }

  private:
    void ok(const std::string& what, const std::string& detail) {
        report_.add(CheckOutcome::kOk, case_.name + ": " + what, detail);
    }
    void failed(const std::string& what, const std::string& detail) {
        report_.add(CheckOutcome::kFailed, case_.name + ": " + what, detail);
    }
    void skipped(const std::string& what, const std::string& detail) {
        report_.add(CheckOutcome::kSkipped, case_.name + ": " + what, detail);
    }

    void refused(const base::Error& error, int round) {
        const bool admin = (case_.benchmark->flags & BL_BENCH_NEEDS_ADMIN) != 0;
        if (round != 0) return failed("setup", "failed the second time: " + error.message);
        if (error.code == base::Code::kUnsupported || admin) return skipped("setup", error.message);
        failed("setup", error.message);
    }

    bool check_shape(const Shape& shape) {
        if (shape.rate == BL_RATE_NONE || shape.rate_per_iteration != 0) return true;
        failed("setup", "states a rate, but nothing for one iteration (rate_per_iteration is 0)");
        return false;
    }

    // All threads of the case at once.  False when there was a fault, which is then reported.
    bool run_all(Instance& instance, std::uint64_t iterations, std::uint64_t& elapsed_ns,
                 std::uint64_t& check) {
        const std::uint32_t count = case_.threads;
        std::vector<Attempt> seen(count);
        CommonStart together(count);
        std::vector<std::thread> threads;
        const auto body = [&](std::uint32_t index) {
            seen[index] = attempt(instance, *case_.benchmark, index, iterations, together);
        };
        for (std::uint32_t i = 1; i < count; ++i) {
            threads.emplace_back([&body, i] {
                platform::prepare_thread_for_crash();
                body(i);
            });
        }
        body(0);
        for (std::thread& thread : threads) thread.join();
        elapsed_ns = check = 0;
        for (std::uint32_t i = 0; i < count; ++i) {
            if (!seen[i].fault.empty()) {
                failed(iterations_of(iterations), seen[i].fault);
                return false;
            }
            elapsed_ns = std::max(elapsed_ns, seen[i].elapsed_ns);
            check += seen[i].check;
            if (iterations != 0) note_metrics(seen[i]);
        }
        return true;
    }

    void note_metrics(const Attempt& seen) {
        for (std::size_t i = 0; i < measured_.size(); ++i) {
            measured_[i] = measured_[i] || !std::isnan(seen.metrics[i]);
            if (std::isinf(seen.metrics[i])) infinite_ = case_.benchmark->metrics[i].id;
        }
    }

    bool check_runs(Instance& instance, int round) {
        return check_none(instance, round) && check_some(instance, round);
    }

    bool check_none(Instance& instance, int round) {
        std::uint64_t best = UINT64_MAX, elapsed = 0, check = 0;
        for (int i = 0; i < kTries; ++i) {
            if (!run_all(instance, 0, elapsed, check)) return false;
            best = std::min(best, elapsed);
        }
        if (best > kNothingNs) {
            failed(
                "0 iterations",
                fmt::format("took {} ns; run() must do exactly as many as it is asked for", best));
            return false;
        }
        if (round == 0) ok("0 iterations", fmt::format("{} ns", best));
        return true;
    }

    // 1 iteration, then more and more of them.  The second round does what the first one did.
    bool check_some(Instance& instance, int round) {
        std::uint64_t elapsed = 0, check = 0;
        if (!run_all(instance, 1, elapsed, check)) return false;
        if (round == 0) ok(iterations_of(1), fmt::format("{} ns", elapsed));
        const std::uint64_t limit = instance.shape().max_iterations;
        const std::uint64_t most = std::min(limit == 0 ? UINT64_MAX : limit, kMostIterations);
        std::uint64_t iterations = elapsed > kSlowNs ? std::min<std::uint64_t>(2, most) : 1;
        if (round != 0) iterations = many_;
        for (;;) {
            if (!run_all(instance, iterations, elapsed, check)) return false;
            const bool enough = elapsed >= kLongEnoughNs || iterations >= most;
            if (round != 0 || enough || iterations == 2) break;
            iterations = std::min(iterations * 4 + 3, most);
        }
        checks_[round] = check;
        if (round != 0) return true;
        many_ = iterations;
        ok(iterations_of(iterations),
           fmt::format("{} ns{}", elapsed, iterations == limit ? "; the most that it allows" : ""));
        const bool manual = (case_.benchmark->flags & BL_BENCH_MANUAL_TIME) != 0;
        if (manual && elapsed == 0) failed("time", "measures its own time, but left it 0");
        return !manual || elapsed != 0;
    }

    void check_metrics() {
        if (!infinite_.empty()) failed("metric " + infinite_, "is infinite");
        for (std::size_t i = 0; i < measured_.size(); ++i) {
            const std::string& id = case_.benchmark->metrics[i].id;
            if (measured_[i]) continue;
            skipped("metric " + id, "was left NaN (not measured) by every run");
        }
    }

    void check_checks() {
        const std::string first = fmt::format("{:#x}", checks_[0]);
        if (checks_[0] != checks_[1]) {
            skipped("check value",
                    fmt::format("{} and then {} for {} iterations; equal if it is deterministic",
                                first, fmt::format("{:#x}", checks_[1]), many_));
        } else if (checks_[0] == 0) {
            skipped("check value",
                    "is 0; a value that depends on the work shows a loop that was optimised away");
        } else {
            ok("check value", first);
        }
    }

    const Case& case_;
    CheckReport& report_;
    std::vector<bool> measured_;  // was there ever a number, for each metric
    std::string infinite_;        // the id of such a metric
    std::uint64_t many_ = 1;
    std::uint64_t checks_[2] = {0, 0};
};

// The first and the last one, and two between them.
std::vector<std::size_t> picks(std::size_t count) {
    std::vector<std::size_t> chosen;
    for (const std::size_t third : {0u, 1u, 2u, 3u}) {
        if (count == 0) break;
        const std::size_t at = (count - 1) * third / 3;
        if (chosen.empty() || chosen.back() != at) chosen.push_back(at);
    }
    return chosen;
}

}  // namespace

void check_benchmark(const Benchmark& benchmark, CheckReport& report) {
    const auto cases = expand({&benchmark}, {}, {1});
    if (!cases) return report.add(CheckOutcome::kFailed, benchmark.name, cases.error().message);
    const std::vector<std::size_t> chosen = picks(cases->size());
    for (const std::size_t at : chosen) CaseCheck((*cases)[at], report).check();
    if (chosen.size() < cases->size()) {
        report.add(CheckOutcome::kOk, benchmark.name + ": cases",
                   fmt::format("{} of {} were called", chosen.size(), cases->size()));
    }
    const auto threaded = expand({&benchmark}, {}, {2});
    if (threaded && !threaded->empty()) CaseCheck(threaded->front(), report).check();
}

}  // namespace benchlab::plugin
