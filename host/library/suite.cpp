// The library behind benchlab/suite.hpp: lambdas through the same harness, statistics and reports
// as the plugins of `benchlab run`.
#include "benchlab/suite.hpp"

#include <fmt/format.h>

#include <cmath>
#include <ostream>

#include "base/text.hpp"
#include "cli/own_floor.hpp"
#include "cli/program.hpp"
#include "cli/result_rows.hpp"
#include "measure/environment.hpp"
#include "measure/harness.hpp"
#include "platform/clock.hpp"
#include "platform/cpus.hpp"
#include "platform/files.hpp"
#include "report/writers.hpp"
#include "results/run_report.hpp"

namespace benchlab {
namespace {

constexpr std::uint64_t kNsPerMs = 1'000'000;

class LambdaWork final : public measure::Work {
  public:
    explicit LambdaWork(detail::Work work) : work_(std::move(work)) {}

    base::Result<void> prepare(std::uint32_t, std::uint64_t) override { return {}; }
    base::Result<void> run(std::uint32_t, std::uint64_t iterations,
                           measure::RunOutcome& outcome) override {
        outcome.elapsed_ns = work_.batch(iterations);
        return {};
    }

  private:
    detail::Work work_;
};

measure::OutlierPolicy policy_of(Outliers outliers) {
    switch (outliers) {
        case Outliers::trim:
            return measure::OutlierPolicy::kTrim;
        case Outliers::trim_severe:
            return measure::OutlierPolicy::kTrimSevere;
        case Outliers::keep:
            break;
    }
    return measure::OutlierPolicy::kKeep;
}

base::Result<results::BenchmarkResult> measure_work(const Config& config, std::string name,
                                                    detail::Work work) {
    measure::Plan plan;
    plan.samples = config.samples;
    plan.sample_time_ns = config.sample_time_ms * kNsPerMs;
    plan.precision = config.precision / 100;
    plan.method = measure::Method::kSlices;
    plan.warmup_ns = config.warmup_ms * kNsPerMs;
    plan.max_time_ns = config.max_time_ms * kNsPerMs;
    plan.manual_time = work.times_itself;
    const auto* const code = reinterpret_cast<const void*>(work.code);
    LambdaWork lambda(std::move(work));
    auto measured = measure::measure(lambda, plan);
    if (!measured) return measured.error();
    results::BenchmarkResult out;
    out.name = out.family = name.empty() ? "unnamed" : std::move(name);
    out.op = "call";
    const auto taken = results::take_measured(out, *measured, policy_of(config.outliers));
    if (!taken) return taken.error();
    cli::judge_by_floor(out, code);
    return out;
}

Estimate estimate_of(const results::BenchmarkResult& result) {
    Estimate out;
    out.name = result.name;
    out.median_ns = result.summary.median;
    out.low_ns = result.summary.median_low;
    out.high_ns = result.summary.median_high;
    out.mean_ns = result.summary.mean;
    out.cv = result.summary.cv;
    const auto cycles = result.cycles_per_op();
    out.cycles = cycles ? *cycles * double(result.ops_per_iteration) : std::nan("");
    out.samples = result.samples.size();
    for (const std::uint64_t calls : result.samples.iterations) out.calls += calls;
    out.resolution = result.resolution;
    out.warnings = result.warnings;
    return out;
}

Estimate failed(std::string name, const base::Error& error) {
    Estimate out;
    out.name = std::move(name);
    out.median_ns = out.low_ns = out.high_ns = out.mean_ns = out.cycles = std::nan("");
    out.problem = error.message;
    return out;
}

std::string time(double ns) {
    return base::format_quantity(ns, base::Unit::kNanoseconds);
}

}  // namespace

std::string to_string(const Estimate& estimate) {
    if (!estimate.problem.empty()) return "failed: " + base::printable(estimate.problem);
    std::string between;
    if (!std::isnan(estimate.low_ns)) {
        between = fmt::format("{} to {} at 95 %, ", time(estimate.low_ns), time(estimate.high_ns));
    }
    const std::string shown =
        estimate.resolution.empty() ? time(estimate.median_ns) : estimate.resolution;
    if (!std::isnan(estimate.cycles)) {
        between += fmt::format("{}, ", base::format_quantity(estimate.cycles, base::Unit::kCycles));
    }
    if (!estimate.resolution.empty()) between.clear();
    return fmt::format("{}   ({}cv {}, {} calls in {} samples)", base::pad_left(shown, 10), between,
                       base::format_quantity(estimate.cv, base::Unit::kRatio),
                       base::format_quantity(double(estimate.calls), base::Unit::kCount),
                       estimate.samples);
}

std::ostream& operator<<(std::ostream& out, const Estimate& estimate) {
    return out << to_string(estimate);
}

std::uint64_t detail::clock_ns() {
    return platform::now_ns();
}

Estimate detail::measure_once(const Config& config, detail::Work work) {
    const auto result = measure_work(config, "", std::move(work));
    return result ? estimate_of(*result) : failed("", result.error());
}

struct Suite::Impl {
    Config config;
    results::RunReport report;
    std::vector<Estimate> estimates;
    std::string problem;

    report::Document document() {
        report.created_unix = platform::unix_seconds();
        return results::to_document(report);
    }
    bool write(const std::string& path, const std::string& content) {
        const auto done = platform::write_file(base::text_path(path), content);
        problem = done ? "" : done.error().message;
        return done.ok();
    }
};

Suite::Suite(const Config& config) : impl_(std::make_unique<Impl>()) {
    impl_->config = config;
    impl_->report.generator = cli::generator();
    impl_->report.environment = measure::capture_environment();  // before any pinning
    impl_->report.environment.floor = cli::own_floor();
    results::RunConfig& shown = impl_->report.config;
    shown.samples = config.samples;
    shown.sample_time_ms = config.sample_time_ms;
    shown.precision = config.precision / 100;
    shown.warmup_ms = config.warmup_ms;
    shown.max_time_ms = config.max_time_ms;
    shown.outliers = policy_of(config.outliers);
}

Suite::~Suite() = default;
Suite::Suite(Suite&&) noexcept = default;
Suite& Suite::operator=(Suite&&) noexcept = default;

bool Suite::pin(unsigned cpu) {
    const auto pinned = platform::pin_this_thread(cpu);
    impl_->problem = pinned ? "" : pinned.error().message;
    if (pinned) impl_->report.environment.pinned_cpu = cpu;
    return pinned.ok();
}

Estimate Suite::add(std::string name, detail::Work work, std::uint64_t bytes, std::uint64_t items) {
    auto result = measure_work(impl_->config, name, std::move(work));
    if (!result) {
        impl_->report.failed.push_back({name, "", "failed", result.error().message});
        impl_->estimates.push_back(failed(std::move(name), result.error()));
        return impl_->estimates.back();
    }
    if (bytes > 0) {
        result->rate = results::Rate::kBytes;
        result->rate_per_iteration = bytes;
    } else if (items > 0) {
        result->rate = results::Rate::kItems;
        result->rate_per_iteration = result->ops_per_iteration = items;
        result->op = "item";
    }
    impl_->estimates.push_back(estimate_of(*result));
    impl_->report.results.push_back(std::move(*result));
    return impl_->estimates.back();
}

const std::vector<Estimate>& Suite::results() const {
    return impl_->estimates;
}

void Suite::print(std::ostream& out) const {
    std::vector<std::string> names;
    for (const auto& result : impl_->report.results) names.push_back(result.name);
    const cli::ResultRows rows(names);
    out << measure::environment_line(impl_->report.environment) << "\n\n" << rows.header();
    for (const auto& result : impl_->report.results) out << rows.row(result);
    for (const auto& result : impl_->report.results) {
        for (const std::string& warning : result.warnings) {
            out << "warning: " << base::printable(result.name) << ": " << warning << '\n';
        }
    }
    for (const auto& lost : impl_->report.failed)
        out << lost.name << "  failed: " << lost.reason << '\n';
}

bool Suite::save(const std::string& path) {
    return impl_->write(path, to_json());
}

bool Suite::save_html(const std::string& path) {
    return impl_->write(path, report::write_html(impl_->document()));
}

std::string Suite::to_json() const {
    return report::write_json(impl_->document());
}

const std::string& Suite::problem() const {
    return impl_->problem;
}

}  // namespace benchlab
