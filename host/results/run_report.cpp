#include "results/run_report.hpp"

#include <fmt/format.h>

#include <cmath>

#include "report/writers.hpp"
#include "results/run_fields.hpp"
#include "results/schema1.hpp"

namespace benchlab::results {

bool MetricSamples::operator==(const MetricSamples& other) const {
    if (id != other.id || title != other.title || help != other.help || unit != other.unit ||
        flags != other.flags || values.size() != other.values.size()) {
        return false;
    }
    for (std::size_t i = 0; i < values.size(); ++i) {
        const bool both_absent = std::isnan(values[i]) && std::isnan(other.values[i]);
        if (values[i] != other.values[i] && !both_absent) return false;
    }
    return true;
}

double BenchmarkResult::ns_per_op() const {
    return summary.median / double(ops_per_iteration == 0 ? 1 : ops_per_iteration);
}

std::optional<double> BenchmarkResult::cycles_per_op() const {
    std::vector<double> known;
    for (const double cycles : samples.cycles()) {
        if (std::isfinite(cycles)) known.push_back(cycles);
    }
    if (known.empty()) return {};
    return measure::percentile(known, 50) / double(ops_per_iteration == 0 ? 1 : ops_per_iteration);
}

std::optional<double> BenchmarkResult::rate_per_second() const {
    if (rate == Rate::kNone || rate_per_iteration == 0 || !(summary.median > 0)) return {};
    return double(rate_per_iteration) * double(threads) / summary.median * 1e9;
}

base::Result<RunReport> read_run_report(std::string_view text, std::string_view where) {
    const auto named = [&](const base::Error& error) {
        return base::Error{error.code, fmt::format("{}: {}", where, error.message)};
    };
    // Windows tools that copy text put one in front.
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
    if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
    const auto document = report::read_json(text);
    // Ours is tried first: a result from each worker comes this way, and is parsed once then.
    if (!document && !looks_like_schema1(text)) return named(document.error());
    auto run = document ? from_document(*document) : read_schema1(text);
    return run ? std::move(run) : named(run.error());
}

namespace {

// Says of which process each warning is; of many processes the first few are enough.
void join_warnings(std::vector<std::string>& into, const std::vector<std::string>& more,
                   std::uint64_t process) {
    constexpr std::size_t kMost = 4;
    const std::string rest = "the same in further processes";
    for (const std::string& warning : more) {
        if (into.size() < kMost) {
            into.push_back(fmt::format("process {}: {}", process, warning));
        } else if (into.back() != rest) {
            into.push_back(rest);
        }
    }
}

}  // namespace

base::Result<measure::Regression> regression_of(const measure::Samples& samples) {
    return measure::regress(samples.iterations, samples.elapsed_ns());
}

namespace {

base::Result<void> summarise(BenchmarkResult& result, measure::OutlierPolicy policy,
                             const std::optional<measure::Precision>& precision) {
    auto summary = measure::summarise(result.samples.ns, policy);
    if (!summary) return summary.error();
    result.summary = *summary;
    if (precision) {
        result.summary.median_low = precision->interval.low;
        result.summary.median_high = precision->interval.high;
    }
    return {};
}

}  // namespace

base::Result<void> take_measured(BenchmarkResult& result, measure::Measured& measured,
                                 measure::OutlierPolicy policy) {
    result.samples = std::move(measured.samples);
    result.left_out = std::move(measured.left_out);
    result.calls = std::move(measured.calls);
    result.iterations_per_sample = measured.iterations_per_sample;
    result.warnings = std::move(measured.warnings);
    return summarise(result, policy, measured.precision);
}

std::vector<std::string> regression_warnings(const measure::Regression& regression) {
    std::vector<std::string> out;
    const auto percent = [](double share) {
        return base::format_quantity(std::abs(share), base::Unit::kRatio);
    };
    if (regression.few_samples) {
        out.push_back(
            fmt::format("the slope is of {} batches only: a body that slow is better "
                        "measured by --method slices",
                        regression.samples));
    }
    if (regression.r_squared_low) {
        out.push_back(
            fmt::format("R squared is {:.4f}, where {:.4f} is wanted of so many batches: "
                        "something disturbed them",
                        regression.line.r_squared, regression.r_squared_wanted));
    }
    if (regression.slopes_disagree) {
        out.push_back(
            fmt::format("the slopes by least squares and by Theil and Sen differ by {}: "
                        "a few batches were disturbed, or the time of an iteration "
                        "depends on their number",
                        percent(regression.disagreement)));
    }
    return out;
}

base::Result<void> merge_process(BenchmarkResult& into, const BenchmarkResult& more,
                                 std::uint64_t process, measure::OutlierPolicy policy,
                                 double precision) {
    const auto append = [](auto& to, const auto& from) {
        to.insert(to.end(), from.begin(), from.end());
    };
    append(into.samples.ns, more.samples.ns);
    append(into.samples.iterations, more.samples.iterations);
    append(into.samples.start_ns, more.samples.start_ns);
    into.calls.merge(more.calls);
    for (measure::MarkedSlice slice : more.left_out) {
        slice.sample += into.samples.process.size();
        into.left_out.push_back(slice);
    }
    for (const auto& column : fields::kSampleNumbers) {
        append(into.samples.*column.member, more.samples.*column.member);
    }
    for (const auto& column : fields::kSampleCounts) {
        append(into.samples.*column.member, more.samples.*column.member);
    }
    into.samples.process.resize(into.samples.ns.size(), process);
    for (std::size_t i = 0; i < into.metrics.size(); ++i) {
        auto& values = into.metrics[i].values;
        if (i < more.metrics.size()) append(values, more.metrics[i].values);
        values.resize(into.samples.ns.size(), std::nan(""));
    }
    into.iterations_per_sample = more.iterations_per_sample;
    if (into.regression) {
        if (auto regression = regression_of(into.samples)) into.regression = *regression;
    }
    join_warnings(into.warnings, more.warnings, process);
    // One process that saw more than nothing is enough.
    if (more.resolution.empty()) into.resolution.clear();
    std::optional<measure::Precision> interval;
    if (precision > 0) {
        interval = measure::precision_of(measure::keep(into.samples.ns, policy), precision);
    }
    return summarise(into, policy, interval);
}

}  // namespace benchlab::results
