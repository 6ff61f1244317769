#include "measure/thread_team.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <new>
#include <system_error>

#include "measure/clock_cycles.hpp"
#include "platform/clock.hpp"
#include "platform/cpus.hpp"
#include "platform/signals.hpp"

namespace benchlab::measure {
namespace {

constexpr double kNotMeasured = std::numeric_limits<double>::quiet_NaN();

// What `call` returned or threw, as an error.  An exception that left a thread would end the
// process and lose the results of all other benchmarks.
template <class Call>
std::optional<base::Error> error_of(Call&& call) {
    try {
        const base::Result<void> result = call();
        if (result) return std::nullopt;
        return result.error();
    } catch (const std::bad_alloc&) {
        return base::Error{base::Code::kMemory, "the benchmark ran out of memory"};
    } catch (const std::exception& exception) {
        return base::Error{base::Code::kPlugin,
                           fmt::format("the benchmark threw an exception: {}", exception.what())};
    } catch (...) {
        return base::Error{base::Code::kPlugin, "the benchmark threw an exception"};
    }
}

}  // namespace

base::Result<std::unique_ptr<ThreadTeam>> ThreadTeam::start(Work& work, const Plan& plan) {
    std::unique_ptr<ThreadTeam> team(new ThreadTeam(work, plan));
    if (!plan.thread_cpus.empty() && plan.thread_cpus.size() < team->seats_.size()) {
        return base::Error{base::Code::kInvalid,
                           fmt::format("{} threads need as many CPUs to be pinned to, not {}",
                                       team->seats_.size(), plan.thread_cpus.size())};
    }
    if (auto seated = team->seat_threads(); !seated) return seated.error();
    if (auto pinned = team->everybody(Command::kPin); !pinned) return pinned.error();
    return team;
}

ThreadTeam::ThreadTeam(Work& work, const Plan& plan)
    : work_(work), plan_(plan), seats_(std::max<std::uint32_t>(plan.threads, 1)) {
    for (Seat& seat : seats_) seat.outcome.metrics.resize(plan.metric_adds_up.size());
}

ThreadTeam::~ThreadTeam() {
    if (!threads_.empty()) {
        {
            const std::lock_guard lock(mutex_);
            command_ = Command::kLeave;
            ++orders_;
        }
        commanded_.notify_all();
        for (std::thread& thread : threads_) thread.join();
    }
    if (!callers_cpus_.empty()) (void)platform::unpin_this_thread(callers_cpus_);
}

base::Result<void> ThreadTeam::seat_threads() {
    if (seats_.size() == 1) return {};
    threads_.reserve(seats_.size());
    try {
        for (std::uint32_t i = 0; i < seats_.size(); ++i) {
            threads_.emplace_back([this, i] { serve(i); });
        }
    } catch (const std::system_error& error) {
        return base::Error{base::Code::kFailed,
                           fmt::format("cannot start thread {} of {}: {}", threads_.size() + 1,
                                       seats_.size(), error.code().message())};
    }
    return {};
}

void ThreadTeam::serve(std::uint32_t thread) {
    platform::prepare_thread_for_crash();
    std::uint64_t orders_seen = 0;
    for (;;) {
        Command command{};
        {
            std::unique_lock lock(mutex_);
            commanded_.wait(lock, [&] { return orders_ != orders_seen; });
            orders_seen = orders_;
            command = command_;
        }
        if (command == Command::kLeave) return;
        obey(command, thread);
        const std::lock_guard lock(mutex_);
        if (--busy_ == 0) all_done_.notify_one();
    }
}

base::Result<void> ThreadTeam::everybody(Command command) {
    for (Seat& seat : seats_) seat.error.reset();
    if (threads_.empty()) {
        obey(command, 0);
    } else {
        arrived_.store(0);
        std::unique_lock lock(mutex_);
        command_ = command;
        busy_ = threads_.size();
        ++orders_;
        commanded_.notify_all();
        all_done_.wait(lock, [&] { return busy_ == 0; });
    }
    for (std::size_t i = 0; i < seats_.size(); ++i) {
        if (!seats_[i].error) continue;
        base::Error error = *seats_[i].error;
        if (seats_.size() > 1) error.message = fmt::format("thread {}: {}", i, error.message);
        return error;
    }
    return {};
}

void ThreadTeam::obey(Command command, std::uint32_t thread) {
    Seat& seat = seats_[thread];
    switch (command) {
        case Command::kPin:
            seat.error = error_of([&] { return pin(thread); });
            break;
        case Command::kPrepare:
            seat.error = error_of([&] { return work_.prepare(thread, iterations_); });
            break;
        case Command::kRun:
            run_timed(thread);
            break;
        case Command::kLeave:
            break;
    }
}

base::Result<void> ThreadTeam::pin(std::uint32_t thread) {
    if (!plan_.thread_cpus.empty()) {
        if (threads_.empty()) callers_cpus_ = platform::usable_cpus();
        return platform::pin_this_thread(plan_.thread_cpus[thread]);
    }
    // A new thread inherits the one CPU of a pinned caller, where all of them would take turns.
    // That is worth no error: then they stay where they are.
    if (!threads_.empty()) (void)platform::unpin_this_thread(platform::usable_cpus());
    return {};
}

void ThreadTeam::run_timed(std::uint32_t thread) {
    Seat& seat = seats_[thread];
    RunOutcome& outcome = seat.outcome;
    outcome.elapsed_ns = 0;
    outcome.check = 0;
    std::fill(outcome.metrics.begin(), outcome.metrics.end(), kNotMeasured);
    meet();
    seat.before = platform::this_thread_usage();
    seat.start_ns = platform::now_ns();
    seat.error = error_of([&] { return work_.run(thread, iterations_, outcome); });
    seat.end_ns = platform::now_ns();
    seat.after = platform::this_thread_usage();
    // A chain is a small part of a batch, and not longer than a sample needs.
    constexpr std::uint64_t kLeastNs = 20'000, kMostNs = 100'000, kPart = 20;
    const std::uint64_t part = (seat.end_ns - seat.start_ns) / kPart;
    seat.cycle_ns =
        plan_.count_cycles ? cycle_ns(std::clamp(part, kLeastNs, kMostNs)) : kNotMeasured;
}

// All threads are awake by now, so the wait is short: the scheduler's way of waking one thread
// after the other would tear the common start apart.  Yields, as there may be fewer CPUs.
void ThreadTeam::meet() {
    if (threads_.empty()) return;
    constexpr int kSpins = 2000;
    arrived_.fetch_add(1);
    for (int spins = 0; arrived_.load() < seats_.size(); ++spins) {
        if (spins >= kSpins) std::this_thread::yield();
    }
}

base::Result<void> ThreadTeam::run(std::uint64_t iterations, Batch& batch) {
    iterations_ = iterations;
    if (auto prepared = everybody(Command::kPrepare); !prepared) return prepared;
    if (auto ran = everybody(Command::kRun); !ran) return ran;
    collect(batch);
    return {};
}

base::Result<std::uint64_t> ThreadTeam::time_calls(std::vector<std::uint64_t>& ns,
                                                   std::uint64_t most_ns) {
    RunOutcome& outcome = seats_[0].outcome;
    const platform::ThreadUsage before = platform::this_thread_usage();
    const std::uint64_t begin = platform::now_ns();
    std::size_t done = 0;
    for (std::uint64_t& one : ns) {
        if (done > 0 && platform::now_ns() - begin >= most_ns) break;
        std::optional<base::Error> error = error_of([&] { return work_.prepare(0, 1); });
        if (!error) {
            const std::uint64_t start = platform::now_ns();
            error = error_of([&] { return work_.run(0, 1, outcome); });
            one = platform::now_ns() - start;
        }
        if (error) return *error;
        ++done;
    }
    ns.resize(done);
    return platform::this_thread_usage().preempted - before.preempted;
}

void ThreadTeam::collect(Batch& batch) {
    std::uint64_t first_start = seats_[0].start_ns;
    std::uint64_t last_end = 0;
    std::uint64_t mixed_checks = 0;
    bool all_checked = true;
    batch.reported_ns = 0;
    batch.reported_is_possible = true;
    for (const Seat& seat : seats_) {
        const std::uint64_t reported = seat.outcome.elapsed_ns;
        first_start = std::min(first_start, seat.start_ns);
        last_end = std::max(last_end, seat.end_ns);
        batch.reported_ns = std::max(batch.reported_ns, reported);
        if (reported == 0 || reported > seat.end_ns - seat.start_ns) {
            batch.reported_is_possible = false;
        }
        all_checked = all_checked && seat.outcome.check != 0;
        mixed_checks = mixed_checks * 31 + seat.outcome.check;  // one thread: its value itself
    }
    batch.iterations = iterations_;
    batch.start_ns = first_start;
    batch.elapsed_ns = last_end - first_start;
    batch.check = all_checked ? mixed_checks : 0;
    batch.metrics.resize(plan_.metric_adds_up.size());
    for (std::size_t i = 0; i < batch.metrics.size(); ++i) batch.metrics[i] = over_threads(i);
    collect_usage(batch);
}

void ThreadTeam::collect_usage(Batch& batch) const {
    batch.preempted = batch.waited = batch.faults = 0;
    batch.lost_ns = 0;
    const Seat* last = &seats_[0];
    for (const Seat& seat : seats_) {
        if (seat.end_ns > last->end_ns) last = &seat;
        batch.preempted += seat.after.preempted - seat.before.preempted;
        batch.waited += seat.after.waited - seat.before.waited;
        batch.faults += seat.after.faults - seat.before.faults;
        if (!seat.before.time_known || !seat.after.time_known) continue;
        const double wall = static_cast<double>(seat.end_ns - seat.start_ns);
        const double ran = static_cast<double>(seat.after.cpu_ns - seat.before.cpu_ns);
        batch.lost_ns = std::max(batch.lost_ns, wall - ran);
    }
    batch.cycle_ns = last->cycle_ns;
}

double ThreadTeam::over_threads(std::size_t metric) const {
    double sum = 0;
    std::size_t count = 0;
    for (const Seat& seat : seats_) {
        // run() may have replaced the vector.
        if (metric >= seat.outcome.metrics.size()) continue;
        const double value = seat.outcome.metrics[metric];
        if (!std::isfinite(value)) continue;
        sum += value;
        ++count;
    }
    if (count == 0) return kNotMeasured;
    return plan_.metric_adds_up[metric] ? sum : sum / static_cast<double>(count);
}

}  // namespace benchlab::measure
