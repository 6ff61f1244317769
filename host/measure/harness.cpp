#include "measure/harness.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/units.hpp"
#include "measure/calibration.hpp"
#include "measure/collected_samples.hpp"
#include "measure/cpu_times.hpp"
#include "measure/explain_samples.hpp"
#include "measure/regression.hpp"
#include "measure/summary.hpp"
#include "measure/thread_team.hpp"
#include "platform/clock.hpp"

namespace benchlab::measure {
namespace {

// The time limit is a cap on the warm-up too, and must leave room for samples.
std::uint64_t usable_warm_up_ns(const Plan& plan) {
    return std::min(plan.warmup_ns, plan.max_time_ns / 2);
}

std::uint64_t usable_sample_time_ns(const Plan& plan) {
    return std::min(plan.sample_time_ns, plan.max_time_ns / 10);
}

bool is_sliced(const Plan& plan) {
    return plan.method == Method::kSlices && plan.threads <= 1;
}

std::uint64_t batch_time_ns(const Plan& plan) {
    const std::uint64_t sample_ns = usable_sample_time_ns(plan);
    return is_sliced(plan) ? std::min(plan.slice_time_ns, sample_ns) : sample_ns;
}

// One measurement from the first call to the last sample.
class Session {
  public:
    Session(const Plan& plan, ThreadTeam& team, std::uint64_t started_ns)
        : plan_(plan),
          team_(team),
          started_ns_(started_ns),
          wanted_(std::max<std::uint64_t>(plan.samples, 1)),
          calibration_(batch_time_ns(plan), plan.max_iterations, plan.slice_iterations),
          collected_(plan.metric_adds_up.size()) {}

    base::Result<Measured> run() {
        if (auto calibrated = warm_up(); !calibrated) return calibrated.error();
        const bool grows = plan_.method == Method::kRegression;
        if (auto taken = grows ? take_growing() : take_samples(); !taken) return taken.error();
        if (collected_.empty()) {
            return base::Error{base::Code::kFailed,
                               fmt::format("no sample could be used: in all {} the benchmark "
                                           "reported a time of zero or one longer than it ran",
                                           taken_)};
        }
        collected_.finish(measured_);
        measured_.iterations_per_sample = measured_.samples.iterations.back();
        explain();
        for (std::string& finding : explain_samples(measured_.samples, plan_.method)) {
            measured_.warnings.push_back(std::move(finding));
        }
        if (plan_.per_call) {
            if (auto timed = time_calls(); !timed) return timed.error();
        }
        return std::move(measured_);
    }

  private:
    std::uint64_t spent_ns() const { return platform::now_ns() - started_ns_; }
    bool out_of_time() const { return spent_ns() >= plan_.max_time_ns; }

    base::Result<void> ask() {
        const std::uint64_t begin = platform::now_ns();
        if (plan_.between && !plan_.between(collected_.size())) {
            return base::Error{base::Code::kCancelled, "cancelled"};
        }
        asked_ns_ = platform::now_ns();
        // It may have waited for its turn.
        started_ns_ += asked_ns_ - begin;
        return {};
    }

    base::Result<void> run_batch() { return team_.run(calibration_.iterations(), batch_); }

    base::Result<void> warm_up() {
        for (;;) {
            // Not for each slice: who is asked may write to a terminal or a pipe.
            const bool due = asked_ns_ == 0 || !is_sliced(plan_) ||
                             platform::now_ns() - asked_ns_ >= usable_sample_time_ns(plan_);
            if (due) {
                if (auto asked = ask(); !asked) return asked;
            }
            if (auto ran = run_batch(); !ran) return ran;
            calibration_.add_warm_up(batch_.elapsed_ns);
            if (out_of_time()) {
                // Slower than the limit allows for: this is all that there will be.
                SampleParts sample(plan_.metric_adds_up.size());
                add_batch(sample);
                record(std::move(sample));
                return {};
            }
            if (warm_enough()) return {};
        }
    }

    bool warm_enough() const {
        const std::uint64_t spent = spent_ns();
        if (spent < usable_warm_up_ns(plan_)) return false;
        // A single call that takes a good part of the limit is not repeated to be surer of it.
        const bool costly = batch_.iterations == 1 && batch_.elapsed_ns >= plan_.max_time_ns / 4;
        return costly || calibration_.settled();
    }

    base::Result<void> take_samples() {
        while (taken_ < wanted_ && !is_precise() && (taken_ == 0 || !out_of_time())) {
            if (auto asked = ask(); !asked) return asked;
            SampleParts sample(plan_.metric_adds_up.size());
            if (auto taken = take_sample(sample); !taken) return taken;
            record(std::move(sample));
        }
        return {};
    }

    bool is_precise() const {
        return plan_.precision > 0 && is_look(collected_.size()) &&
               precision_of(collected_.times(), plan_.precision).reached;
    }

    // The limit is that of as many samples as were asked for; how many fit is the outcome.
    base::Result<void> take_growing() {
        const double limit_ns =
            static_cast<double>(wanted_) * static_cast<double>(usable_sample_time_ns(plan_));
        GrowingBatches so_far;
        while (const auto iterations = next_batch(so_far, limit_ns, plan_.max_iterations)) {
            if (taken_ > 0 && out_of_time()) break;
            if (auto asked = ask(); !asked) return asked;
            if (auto ran = team_.run(*iterations, batch_); !ran) return ran;
            SampleParts sample(plan_.metric_adds_up.size());
            add_batch(sample);
            record(std::move(sample));
            so_far.taken += 1;
            so_far.last_iterations = *iterations;
            so_far.last_ns = static_cast<double>(batch_.elapsed_ns);
            so_far.total_ns += so_far.last_ns;
        }
        wanted_ = taken_;
        return {};
    }

    base::Result<void> take_sample(SampleParts& sample) {
        const std::uint64_t begin = platform::now_ns();
        const std::uint64_t wanted_ns = usable_sample_time_ns(plan_);
        // What prepare() takes is not of the sample, but nobody waits for it for ever.
        const std::uint64_t most_ns = 4 * wanted_ns;
        // To the nearest whole slice: one that is a little too short asks for no other.
        const double enough_ns =
            plan_.slice_iterations != 0
                ? 0
                : static_cast<double>(wanted_ns) - static_cast<double>(batch_time_ns(plan_)) / 2;
        double timed_ns = 0;
        do {
            if (auto ran = run_batch(); !ran) return ran;
            add_batch(sample);
            timed_ns += static_cast<double>(batch_.elapsed_ns);
            // An interrupted slice says nothing of how long the next will be.
            const bool tells = !is_sliced(plan_) || disturbances_of(batch_) == 0;
            if (tells && calibration_.add_sample(batch_.elapsed_ns)) ++recalibrations_;
        } while (is_sliced(plan_) && (timed_ns < enough_ns || !is_usable(sample)) &&
                 platform::now_ns() - begin < most_ns && !out_of_time());
        return {};
    }

    static bool is_usable(const SampleParts& sample) {
        return sample.slices_with(kForCertain) < sample.slices();
    }

    // Each call alone, interrupted or not: who waits for one waits for that, too.
    base::Result<void> time_calls() {
        if (const std::string refusal = why_no_calls(); !refusal.empty()) {
            measured_.warnings.push_back(refusal);
            return {};
        }
        // Asking the system between two calls would empty the caches that the next one finds.
        constexpr double kBlockNs = 1e6;
        const double fitting = kBlockNs / percentile(measured_.samples.ns, 50);
        std::vector<std::uint64_t> block(
            std::max<std::size_t>(static_cast<std::size_t>(fitting), 1));
        CallHistogram histogram;
        const std::uint64_t begin = platform::now_ns();
        const std::uint64_t enough_ns = taken_ * usable_sample_time_ns(plan_);
        do {
            if (platform::now_ns() - asked_ns_ >= usable_sample_time_ns(plan_)) {
                if (auto asked = ask(); !asked) return asked;
            }
            const auto interruptions = team_.time_calls(block, usable_sample_time_ns(plan_));
            if (!interruptions) return interruptions.error();
            for (const std::uint64_t ns : block) histogram.add(ns);
            histogram.add_interruptions(*interruptions);
        } while (platform::now_ns() - begin < enough_ns && !out_of_time());
        measured_.calls = histogram.times();
        return {};
    }

    std::string why_no_calls() const {
        constexpr double kLeastNs = 1'000;
        if (plan_.threads > 1) return "single calls are timed on one thread only";
        if (out_of_time())
            return "there was no time left for single calls: give it a longer --max-time";
        if (plan_.manual_time) return "single calls are not timed where the benchmark times itself";
        const double typical = percentile(measured_.samples.ns, 50);
        if (typical >= kLeastNs) return "";
        return fmt::format(
            "a call of {} is too short to be timed singly (from 1 us on): reading "
            "the clock would be part of it",
            base::format_quantity(typical, base::Unit::kNanoseconds));
    }

    void add_batch(SampleParts& sample) {
        if (plan_.manual_time && !batch_.reported_is_possible) return;
        if (sample.slices() == 0) {
            if (collected_.empty()) first_start_ns_ = batch_.start_ns;
            sample.start_ns = static_cast<double>(batch_.start_ns - first_start_ns_);
        }
        const std::uint64_t elapsed = plan_.manual_time ? batch_.reported_ns : batch_.elapsed_ns;
        sample.add(batch_, elapsed);
        if (is_sliced(plan_)) {
            collected_.mark(batch_, elapsed,
                            static_cast<double>(batch_.start_ns - first_start_ns_));
        }
        measured_.check = batch_.check;
        compare_check();
    }

    void record(SampleParts&& sample) {
        ++taken_;
        if (sample.slices() == 0) {
            ++dropped_;
        } else {
            collected_.add(std::move(sample));
        }
    }

    void compare_check() {
        if (!plan_.deterministic_check || batch_.check == 0 || !measured_.notes.empty()) return;
        const auto [known, is_new] = checks_.emplace(batch_.iterations, batch_.check);
        if (is_new || known->second == batch_.check) return;
        measured_.notes.push_back(
            fmt::format("two samples of {} iterations gave different check values, {:#x} and "
                        "{:#x}: the benchmark carries state from call to call, or does not "
                        "always do the same work",
                        batch_.iterations, known->second, batch_.check));
    }

    void explain() {
        std::vector<std::string>& warnings = measured_.warnings;
        if (plan_.precision > 0 && plan_.method != Method::kRegression) {
            measured_.precision = precision_of(measured_.samples.ns, plan_.precision);
            if (!measured_.precision->reached) {
                warnings.push_back(
                    explain_precision(measured_.samples, *measured_.precision, plan_.precision));
            }
        } else if (taken_ < wanted_) {
            warnings.push_back(
                fmt::format("the time limit of {} ended it after {} of {} samples",
                            base::format_quantity(static_cast<double>(plan_.max_time_ns),
                                                  base::Unit::kNanoseconds),
                            taken_, wanted_));
        }
        if (dropped_ > 0) {
            warnings.push_back(
                fmt::format("{} of {} samples were dropped: the benchmark reported "
                            "a time of zero or one longer than it ran",
                            dropped_, taken_));
        }
        // A slice is so short that this may be a neighbour's moment, and costs nothing.
        if (recalibrations_ > 0 && !is_sliced(plan_)) {
            warnings.push_back(
                fmt::format("the time of one iteration changed by more than a "
                            "factor of two while sampling: the iterations of a "
                            "sample were adjusted (changes: {})",
                            recalibrations_));
        }
    }

    const Plan& plan_;
    ThreadTeam& team_;
    std::uint64_t started_ns_;
    std::uint64_t wanted_;
    Calibration calibration_;
    CollectedSamples collected_;
    Batch batch_;
    Measured measured_;
    std::uint64_t asked_ns_ = 0;
    std::uint64_t taken_ = 0;  // with those that were dropped
    std::uint64_t dropped_ = 0;
    std::uint64_t recalibrations_ = 0;
    std::uint64_t first_start_ns_ = 0;
    std::map<std::uint64_t, std::uint64_t> checks_;  // by iterations
};

void warn_of_steal(double share, std::vector<std::string>& warnings) {
    constexpr double kTrifle = 0.005;
    if (share <= kTrifle) return;
    warnings.push_back(
        fmt::format("the hypervisor gave {} of the CPUs' time to other machines meanwhile (steal)",
                    base::format_quantity(share, base::Unit::kRatio)));
}

}  // namespace

std::string_view method_id(Method method) {
    switch (method) {
        case Method::kPlain:
            return "plain";
        case Method::kRegression:
            return "regression";
        case Method::kSlices:
            break;
    }
    return "slices";
}

base::Result<Method> parse_method(std::string_view text) {
    for (const auto method : {Method::kSlices, Method::kPlain, Method::kRegression}) {
        if (text == method_id(method)) return method;
    }
    return base::Error{
        base::Code::kInvalid,
        fmt::format("'{}' is no method of measuring: use slices, plain or regression", text)};
}

std::vector<double> Samples::elapsed_ns() const {
    std::vector<double> out;
    out.reserve(size());
    for (std::size_t i = 0; i < size(); ++i) {
        out.push_back(ns[i] * static_cast<double>(iterations[i]));
    }
    return out;
}

std::vector<double> Samples::cycles() const {
    std::vector<double> out;
    out.reserve(cycle_ns.size());
    for (std::size_t i = 0; i < cycle_ns.size(); ++i) out.push_back(ns[i] / cycle_ns[i]);
    return out;
}

base::Result<Measured> measure(Work& work, const Plan& plan) {
    const std::uint64_t started_ns = platform::now_ns();
    const auto times_before = read_cpu_times();
    auto team = ThreadTeam::start(work, plan);
    if (!team) return team.error();
    auto measured = Session(plan, **team, started_ns).run();
    if (!measured || !times_before) return measured;
    if (const auto times_after = read_cpu_times()) {
        warn_of_steal(steal_share(*times_before, *times_after), measured->warnings);
    }
    return measured;
}

}  // namespace benchlab::measure
