// measure/harness.hpp: calibrates, warms up and takes samples of one piece of work.
//
// Work is anything with prepare() and run(): a plugin's benchmark (cli/plugin_work.hpp) or a
// lambda (library/suite.cpp).  Definitions: docs/how-numbers-are-computed.md.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "measure/call_times.hpp"
#include "measure/precision.hpp"

namespace benchlab::measure {

// The raw samples of one benchmark: parallel arrays, one entry a sample.  A later column is one
// more vector here and one more array in the JSON.
struct Samples {
    // Time of one iteration: elapsed / iterations.  Of several threads, each of which does that
    // many, elapsed lasts from their common start until the last one ended.
    std::vector<double> ns;
    std::vector<std::uint64_t> iterations;  // in the sample
    std::vector<std::uint64_t> process;     // 0 .. repeat-1: which process took it
    std::vector<double> start_ns;           // since this process's first sample began
    // What is known of each sample besides; all of them empty in reports of earlier versions.
    std::vector<double> cycle_ns;          // time of one clock cycle meanwhile; NaN: not known
    std::vector<std::uint64_t> slices;     // that it was timed in
    std::vector<std::uint64_t> left_out;   // of them, as they were interrupted
    std::vector<std::uint64_t> preempted;  // times the CPU was taken away, in all slices
    std::vector<std::uint64_t> waited;     // times the CPU was given up
    std::vector<std::uint64_t> faults;     // page faults
    std::vector<double> lost_ns;           // time without a CPU
    std::size_t size() const { return ns.size(); }
    // How long the slices that count took together, by sample.
    std::vector<double> elapsed_ns() const;
    // Calibrated clock cycles of one iteration, by sample; NaN where they are not known.
    std::vector<double> cycles() const;
    bool operator==(const Samples&) const = default;
};

struct RunOutcome {
    std::uint64_t elapsed_ns = 0;  // manual time only
    std::uint64_t check = 0;
    std::vector<double> metrics;  // sized by the harness, NaN
};

class Work {
  public:
    virtual ~Work() = default;
    // Untimed, before every run().
    virtual base::Result<void> prepare(std::uint32_t thread, std::uint64_t iterations) = 0;
    // Timed: exactly this many iterations.
    virtual base::Result<void> run(std::uint32_t thread, std::uint64_t iterations,
                                   RunOutcome& outcome) = 0;
};

enum class Method : std::uint8_t {
    kSlices,  // samples of slices, without those that were interrupted
    kPlain,   // one batch is a sample, whatever happened in it
    // Growing batches, for as long as the samples would take; the time of an iteration is the slope
    // (regression.hpp) beside the median.
    kRegression,
};
std::string_view method_id(Method method);  // "slices", "plain", "regression"
base::Result<Method> parse_method(std::string_view text);

struct Plan {
    std::uint64_t samples = 50;  // exactly; with a precision at most
    // Sampling stops when half the interval of the median is at most this share of the median
    // (precision.hpp), from 10 samples on.  0: when all samples are taken.  Not for kRegression.
    double precision = 0;
    std::uint64_t sample_time_ns = 10'000'000;  // at most a tenth of max_time_ns is used
    // kSlices only for one thread; of several each sample is one batch, as by kPlain.
    Method method = Method::kPlain;
    std::uint64_t slice_time_ns = 250'000;
    bool per_call = false;     // time single calls, too, for as long as the samples took
    bool count_cycles = true;  // calibrate the clock after each batch
    std::uint64_t warmup_ns = 200'000'000;      // at most half of max_time_ns is used
    std::uint64_t max_time_ns = 5'000'000'000;  // a cap on all but `between`
    std::uint32_t threads = 1;
    std::vector<unsigned> thread_cpus;  // one for each thread; empty: not pinned
    std::uint64_t max_iterations = 0;   // of one run(); 0: no limit
    // Of each slice, which is then a sample, so that processes do equal work; 0: as many as fit
    // its time.
    std::uint64_t slice_iterations = 0;
    bool manual_time = false;
    std::vector<bool> metric_adds_up;  // one for each metric: over threads, else mean
    bool deterministic_check = true;   // note when `check` differs for equal iterations
    // Called between samples, and now and then while warming up, outside the timed part and the
    // time limit, so that it may wait; false stops ("cancelled").  May be empty.
    std::function<bool(std::uint64_t samples_done)> between;
};

struct MarkedSlice {
    std::uint64_t sample = 0;       // its place among the samples
    double start_ns = 0;            // since the first sample began
    double ns = 0;                  // time of one iteration
    std::uint8_t disturbances = 0;  // slices.hpp
    bool operator==(const MarkedSlice&) const = default;
};

struct Measured {
    Samples samples;                           // process is 0 throughout
    std::vector<MarkedSlice> left_out;         // the first 10,000 slices that were left out
    std::optional<Precision> precision;        // where one was wanted
    CallTimes calls;                           // with per_call, of calls from 1 us on
    std::vector<std::vector<double>> metrics;  // [metric][sample]
    std::uint64_t iterations_per_sample = 0;   // of the last sample, as far as it counts
    std::uint64_t check = 0;                   // of the last sample, over all threads
    std::vector<std::string> warnings;
    // For --verbose: what may be as it should (a benchmark that carries state from call to call
    // has another check value each time).
    std::vector<std::string> notes;
};

// One thread: the calling one.  Several: the harness starts them, on the CPUs of `thread_cpus` or
// on all usable ones whatever the caller is pinned to.  An exception from `work` becomes kPlugin.
// Errors: what prepare() or run() returned; kInvalid for too few `thread_cpus`; what pinning says;
// kCancelled; kFailed when not one sample was taken.
base::Result<Measured> measure(Work& work, const Plan& plan);

}  // namespace benchlab::measure
