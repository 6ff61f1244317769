#include "cli/measure_case.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "cli/own_floor.hpp"
#include "measure/harness.hpp"
#include "platform/files.hpp"
#include "platform/signals.hpp"

namespace benchlab::cli {
namespace {

// A plugin's benchmark as the harness sees it.
class PluginWork final : public measure::Work {
  public:
    PluginWork(plugin::Instance& instance, const plugin::Case& what)
        : instance_(instance), case_(what) {}

    base::Result<void> prepare(std::uint32_t thread, std::uint64_t iterations) override {
        return instance_.prepare(thread, iterations);
    }

    base::Result<void> run(std::uint32_t thread, std::uint64_t iterations,
                           measure::RunOutcome& outcome) override {
        struct {
            bl_bench_result result;
            std::uint64_t behind[8];
        } room{};
        const std::size_t count = case_.benchmark->metrics.size();
        // Room behind the metrics, which the harness fills with NaN before each run.
        if (outcome.metrics.size() == count) outcome.metrics.resize(count + 8, std::nan(""));
        room.result.metrics = outcome.metrics.data();
        auto done = instance_.run(thread, iterations, room.result);
        outcome.elapsed_ns = room.result.elapsed_ns;
        outcome.check = room.result.check;
        const auto is_set = [](double value) { return !std::isnan(value); };
        if (std::any_of(outcome.metrics.begin() + std::ptrdiff_t(count), outcome.metrics.end(),
                        is_set)) {
            return wrote_behind(fmt::format("its {} metrics", count));
        }
        const auto is_changed = [](std::uint64_t word) { return word != 0; };
        if (std::any_of(std::begin(room.behind), std::end(room.behind), is_changed)) {
            return wrote_behind("its result");
        }
        return done;
    }

  private:
    // Had nobody looked, the plugin would have changed memory of ours.
    base::Error wrote_behind(const std::string& what) const {
        const plugin::Crumb crumb{case_.benchmark->plugin->id.c_str(), case_.name.c_str(), "run"};
        return {base::Code::kPlugin,
                fmt::format("{}: wrote behind {}", plugin::crumb_text(crumb), what)};
    }

    plugin::Instance& instance_;
    const plugin::Case& case_;
};

// Where each of several threads is pinned: on its own CPU as far as there are enough, beginning
// with the one that was asked for.  A single one is the calling thread, which is pinned already.
std::vector<unsigned> thread_cpus(const plugin::Case& what, const MeasureSettings& settings) {
    const std::vector<unsigned>& usable = settings.usable_cpus;
    if (what.threads == 1 || usable.empty()) return {};
    std::size_t first = 0;
    if (settings.pin) {
        first = static_cast<std::size_t>(std::find(usable.begin(), usable.end(), *settings.pin) -
                                         usable.begin());
    }
    std::vector<unsigned> out;
    for (std::size_t i = 0; i < what.threads; ++i) {
        out.push_back(usable[(first + i) % usable.size()]);
    }
    return out;
}

measure::Plan plan_of(const plugin::Case& what, const plugin::Shape& shape,
                      const MeasureSettings& settings,
                      const std::function<bool(std::uint64_t)>& between) {
    constexpr std::uint64_t kNsPerMs = 1'000'000;
    measure::Plan plan;
    plan.samples = settings.config.samples;
    plan.sample_time_ns = settings.config.sample_time_ms * kNsPerMs;
    plan.method = settings.config.method;
    plan.precision = settings.config.precision;
    plan.per_call = settings.config.per_call;
    plan.warmup_ns = settings.config.warmup_ms * kNsPerMs;
    plan.max_time_ns = settings.config.max_time_ms * kNsPerMs;
    plan.threads = what.threads;
    plan.thread_cpus = thread_cpus(what, settings);
    plan.max_iterations = shape.max_iterations;
    plan.manual_time = (what.benchmark->flags & BL_BENCH_MANUAL_TIME) != 0;
    for (const plugin::Metric& metric : what.benchmark->metrics) {
        plan.metric_adds_up.push_back((metric.flags & BL_OUT_ADDS_UP) != 0);
    }
    plan.between = between;
    return plan;
}

results::BenchmarkResult result_of(const plugin::Case& what, const plugin::Shape& shape) {
    results::BenchmarkResult out;
    out.name = what.name;
    out.family = what.benchmark->name;
    out.title = what.benchmark->title;
    out.op = what.benchmark->op.empty() ? "iteration" : what.benchmark->op;
    out.plugin = what.benchmark->plugin->label();
    out.threads = what.threads;
    out.ops_per_iteration = std::max<std::uint64_t>(shape.ops_per_iteration, 1);
    out.rate = static_cast<results::Rate>(shape.rate);
    out.rate_per_iteration = shape.rate_per_iteration;
    // A curve runs along the first parameter that is a number.  The others tell curves apart: one
    // of mem/read/avx2 is not one of mem/read/sse2.
    for (const plugin::Choice& choice : what.choices) {
        if (choice.label.empty() && !out.x) {
            out.x = choice.value;
            out.x_unit = choice.unit;
            out.x_name = choice.name;
        } else {
            out.family += "/" + choice.shown;
        }
    }
    return out;
}

void add_regression(results::BenchmarkResult& out) {
    auto regression = results::regression_of(out.samples);
    if (!regression) return;
    out.regression = *regression;
    for (std::string& warning : results::regression_warnings(*regression)) {
        out.warnings.push_back(std::move(warning));
    }
}

results::FailedBenchmark failure(const plugin::Case& what, const base::Error& error) {
    // Only the user interrupts: a plugin that says so of itself has failed.
    const bool interrupted = error.code == base::Code::kCancelled && platform::interrupted();
    const char* status = error.code == base::Code::kUnsupported ? "skipped"
                         : interrupted                          ? "interrupted"
                                                                : "failed";
    return {what.name, what.benchmark->plugin->label(), status, error.message};
}

}  // namespace

int status_of_failed(const std::vector<results::FailedBenchmark>& failed) {
    int status = kGood;
    for (const results::FailedBenchmark& one : failed) {
        if (one.status == "crashed" || one.status == "hung") return kCrashed;
        if (one.status != "skipped") status = kError;
    }
    return status;
}

Outcome measure_case(const plugin::Case& what, const MeasureSettings& settings,
                     const std::function<bool(std::uint64_t)>& between,
                     std::vector<std::string>& notes, const std::optional<Visit>& visit) {
    if ((what.benchmark->flags & BL_BENCH_NEEDS_ADMIN) && !platform::has_admin_rights()) {
        return failure(what, {base::Code::kUnsupported, "needs root or administrator rights"});
    }
    auto instance = plugin::Instance::set_up(what);
    if (!instance) return failure(what, instance.error());
    results::BenchmarkResult out = result_of(what, (*instance)->shape());
    for (const std::string& remark : (*instance)->remarks()) {
        out.title += ": " + remark;
        notes.push_back(fmt::format("{}: {}", what.name, remark));
    }
    PluginWork work(**instance, what);
    measure::Plan plan = plan_of(what, (*instance)->shape(), settings, between);
    if (visit) {
        plan.sample_time_ns = plan.slice_time_ns;
        plan.slice_iterations = visit->iterations;
    }
    auto measured = measure::measure(work, plan);
    if (!measured) return failure(what, measured.error());
    const auto taken = results::take_measured(out, *measured, settings.config.outliers);
    if (!taken) return failure(what, taken.error());
    for (const std::string& note : measured->notes) {
        notes.push_back(fmt::format("{}: {}", what.name, note));
    }
    for (std::size_t i = 0; i < what.benchmark->metrics.size(); ++i) {
        const plugin::Metric& metric = what.benchmark->metrics[i];
        out.metrics.push_back({metric.id, metric.title, metric.help, metric.unit, metric.flags,
                               std::move(measured->metrics[i])});
    }
    if (settings.config.method == measure::Method::kRegression) add_regression(out);
    if (!visit) {
        judge_by_floor(out, reinterpret_cast<const void*>(what.benchmark->calls.run));
    }
    return out;
}

}  // namespace benchlab::cli
