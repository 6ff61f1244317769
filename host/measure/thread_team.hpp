// measure/thread_team.hpp: runs one batch of work at a time, on the calling thread or on several.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "base/result.hpp"
#include "measure/harness.hpp"
#include "platform/thread_usage.hpp"

namespace benchlab::measure {

// One timed run() on every thread.
struct Batch {
    std::uint64_t iterations = 0;       // of each thread
    std::uint64_t start_ns = 0;         // on the host's clock, when the first thread began
    std::uint64_t elapsed_ns = 0;       // from there until the last thread ended
    std::uint64_t reported_ns = 0;      // manual time: the longest of the threads
    bool reported_is_possible = false;  // on every thread above 0 and within what the host saw
    std::uint64_t check = 0;            // of all threads; 0 when one gave none
    std::vector<double> metrics;        // over threads; NaN: not measured
    // What the system did to the threads meanwhile, added up; 0 where it does not tell.
    std::uint64_t preempted = 0;  // the CPU was taken away
    std::uint64_t waited = 0;     // and given up
    std::uint64_t faults = 0;     // page faults
    double lost_ns = 0;           // without a CPU, of the thread that lost most
    double cycle_ns = 0;  // one clock cycle just after, of the thread that ended last; NaN: unknown
};

class ThreadTeam {
  public:
    // Starts and pins the threads of `plan`.  `work` and `plan` must outlive the team.
    static base::Result<std::unique_ptr<ThreadTeam>> start(Work& work, const Plan& plan);
    ~ThreadTeam();
    ThreadTeam(const ThreadTeam&) = delete;
    ThreadTeam& operator=(const ThreadTeam&) = delete;

    // prepare() on all threads, then run() on all from a common start.  The first error of any
    // thread; then nobody runs any more.
    base::Result<void> run(std::uint64_t iterations, Batch& batch);
    // The same for single calls on the calling thread, one after the other with nothing between
    // them but prepare(): the time of each into `ns`, as many as it holds, but none that would
    // begin after `most_ns`; then it is made shorter.  Returns how often the thread lost the CPU.
    base::Result<std::uint64_t> time_calls(std::vector<std::uint64_t>& ns, std::uint64_t most_ns);

  private:
    enum class Command { kPin, kPrepare, kRun, kLeave };
    // Padded: the threads write here while the others measure.
    struct alignas(64) Seat {
        RunOutcome outcome;
        std::uint64_t start_ns = 0;
        std::uint64_t end_ns = 0;
        platform::ThreadUsage before, after;
        double cycle_ns = 0;
        std::optional<base::Error> error;
    };

    ThreadTeam(Work& work, const Plan& plan);
    base::Result<void> seat_threads();
    void serve(std::uint32_t thread);
    base::Result<void> everybody(Command command);
    void obey(Command command, std::uint32_t thread);
    base::Result<void> pin(std::uint32_t thread);
    void run_timed(std::uint32_t thread);
    void meet();
    void collect(Batch& batch);
    void collect_usage(Batch& batch) const;
    double over_threads(std::size_t metric) const;

    Work& work_;
    const Plan& plan_;
    std::vector<Seat> seats_;
    std::uint64_t iterations_ = 0;
    std::vector<unsigned> callers_cpus_;  // to be restored; empty: the caller was not pinned here

    std::vector<std::thread> threads_;  // none when the caller does the work
    std::mutex mutex_;
    std::condition_variable commanded_;
    std::condition_variable all_done_;
    Command command_ = Command::kPin;
    std::uint64_t orders_ = 0;  // given so far; a thread waits for the next one
    std::size_t busy_ = 0;
    std::atomic<std::size_t> arrived_{0};
};

}  // namespace benchlab::measure
