#include "measure/harness.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/units.hpp"
#include "measure/calibration.hpp"
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

// One measurement from the first call to the last sample.
class Session {
  public:
    Session(const Plan& plan, ThreadTeam& team, std::uint64_t started_ns)
        : plan_(plan),
          team_(team),
          started_ns_(started_ns),
          wanted_(std::max<std::uint64_t>(plan.samples, 1)),
          calibration_(usable_sample_time_ns(plan), plan.max_iterations) {
        measured_.metrics.resize(plan.metric_adds_up.size());
    }

    base::Result<Measured> run() {
        if (auto calibrated = warm_up(); !calibrated) return calibrated.error();
        if (auto sampled = take_samples(); !sampled) return sampled.error();
        if (measured_.samples.size() == 0) {
            return base::Error{base::Code::kFailed,
                               fmt::format("no sample could be used: in all {} the benchmark "
                                           "reported a time of zero or one longer than it ran",
                                           taken_)};
        }
        measured_.iterations_per_sample = measured_.samples.iterations.back();
        explain();
        return std::move(measured_);
    }

  private:
    std::uint64_t spent_ns() const { return platform::now_ns() - started_ns_; }
    bool out_of_time() const { return spent_ns() >= plan_.max_time_ns; }

    base::Result<void> run_batch() {
        if (plan_.between && !plan_.between(measured_.samples.size())) {
            return base::Error{base::Code::kCancelled, "cancelled"};
        }
        return team_.run(calibration_.iterations(), batch_);
    }

    base::Result<void> warm_up() {
        for (;;) {
            if (auto ran = run_batch(); !ran) return ran;
            calibration_.add_warm_up(batch_.elapsed_ns);
            if (out_of_time()) {
                record();  // slower than the limit allows for: this is all that there will be
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
        while (taken_ < wanted_ && (taken_ == 0 || !out_of_time())) {
            if (auto ran = run_batch(); !ran) return ran;
            record();
            if (calibration_.add_sample(batch_.elapsed_ns)) ++recalibrations_;
        }
        return {};
    }

    void record() {
        ++taken_;
        if (plan_.manual_time && !batch_.reported_is_possible) {
            ++dropped_;
            return;
        }
        Samples& samples = measured_.samples;
        if (samples.size() == 0) first_start_ns_ = batch_.start_ns;
        const std::uint64_t elapsed = plan_.manual_time ? batch_.reported_ns : batch_.elapsed_ns;
        samples.ns.push_back(static_cast<double>(elapsed) / static_cast<double>(batch_.iterations));
        samples.iterations.push_back(batch_.iterations);
        samples.process.push_back(0);
        samples.start_ns.push_back(static_cast<double>(batch_.start_ns - first_start_ns_));
        for (std::size_t i = 0; i < batch_.metrics.size(); ++i) {
            measured_.metrics[i].push_back(batch_.metrics[i]);
        }
        measured_.check = batch_.check;
        compare_check();
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
        if (taken_ < wanted_) {
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
        if (recalibrations_ > 0) {
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
    Batch batch_;
    Measured measured_;
    std::uint64_t taken_ = 0;  // with those that were dropped
    std::uint64_t dropped_ = 0;
    std::uint64_t recalibrations_ = 0;
    std::uint64_t first_start_ns_ = 0;
    std::map<std::uint64_t, std::uint64_t> checks_;  // by iterations
};

}  // namespace

base::Result<Measured> measure(Work& work, const Plan& plan) {
    const std::uint64_t started_ns = platform::now_ns();
    auto team = ThreadTeam::start(work, plan);
    if (!team) return team.error();
    return Session(plan, **team, started_ns).run();
}

}  // namespace benchlab::measure
