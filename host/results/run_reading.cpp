// Reads a run's document back: the reverse of run_document.cpp.
#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <unordered_map>

#include "measure/slices.hpp"
#include "results/run_fields.hpp"
#include "results/run_report.hpp"

namespace benchlab::results {
namespace {

using base::Code;
using base::Error;

// Reads values of one section; the first thing that is missing or of another type is the error.
class Values {
  public:
    explicit Values(const report::SectionIndex& section, std::string prefix = {})
        : section_(section), prefix_(std::move(prefix)) {}

    void text(const char* id, std::string& out, bool required = true) {
        read<std::string>(id, out, "a text", required);
    }
    void count(const char* id, std::uint64_t& out, bool required = true) {
        read<std::uint64_t>(id, out, "a whole number", required);
    }
    void number(const char* id, double& out) {
        const report::Value* value = find(id);
        if (value && std::holds_alternative<std::monostate>(value->value)) {
            out = std::nan("");  // was not finite
            return;
        }
        read<double>(id, out, "a number", true);
    }
    const report::Value* find(const char* id) const {
        return section_.get<report::Value>(prefix_ + id);
    }
    void fail(const std::string& id, const std::string& what) {
        if (error_.empty())
            error_ = fmt::format("{}/{}{}: {}", section_.section().id, prefix_, id, what);
    }
    const std::string& error() const { return error_; }

  private:
    template <class T>
    void read(const char* id, T& out, const char* type, bool required) {
        const report::Value* value = find(id);
        if (!value) {
            if (required) fail(id, "is missing");
        } else if (const T* content = std::get_if<T>(&value->value)) {
            out = *content;
        } else {
            fail(id, fmt::format("is not {}", type));
        }
    }

    const report::SectionIndex& section_;
    std::string prefix_;
    std::string error_;
};

template <class T>
bool read_column(const report::Table& table, const char* id, std::vector<T>& out) {
    const report::Column* column = table.find(id);
    if (!column) return false;
    const auto* data = std::get_if<std::vector<T>>(&column->data);
    if (!data) return false;
    out = *data;
    if constexpr (std::is_same_v<T, double>) {
        for (std::size_t i = 0; i < column->present.size(); ++i) {
            if (!column->present[i]) out[i] = std::nan("");
        }
    }
    return true;
}

void read_metrics(const report::Table& table, BenchmarkResult& out) {
    const std::string_view prefix = fields::kMetricPrefix;
    for (const report::Column& column : table.columns) {
        if (column.id.compare(0, prefix.size(), prefix) != 0) continue;
        MetricSamples metric;
        metric.id = column.id.substr(prefix.size());
        metric.title = column.title;
        metric.help = column.help;
        metric.unit = column.unit;
        metric.flags = column.flags;
        if (read_column(table, column.id.c_str(), metric.values)) {
            out.metrics.push_back(std::move(metric));
        }
    }
}

// Absent in reports of earlier versions; of a length of its own it would be of other samples.
template <class T, std::size_t kCount>
void read_more(const report::Table& table, const fields::SampleColumn<T> (&columns)[kCount],
               Values& values, measure::Samples& out) {
    for (const fields::SampleColumn<T>& field : columns) {
        if (!table.find(field.id)) continue;
        if (!read_column(table, field.id, out.*field.member) ||
            (out.*field.member).size() != out.size()) {
            values.fail(std::string("samples/") + field.id, "is not what belongs there");
        }
    }
}

void read_left_out(const report::SectionIndex& section, const std::string& id,
                   BenchmarkResult& out) {
    const auto* table = section.get<report::Table>(id + "/left_out");
    if (!table) return;
    std::vector<std::uint64_t> samples;
    std::vector<double> starts, times;
    std::vector<std::string> reasons;
    if (!read_column(*table, "sample", samples) || !read_column(*table, "start_ns", starts) ||
        !read_column(*table, "ns", times) || !read_column(*table, "reason", reasons)) {
        return;
    }
    for (std::size_t i = 0; i < samples.size(); ++i) {
        out.left_out.push_back(
            {samples[i], starts[i], times[i], measure::parse_disturbances(reasons[i])});
    }
}

void read_calls(const report::SectionIndex& section, const std::string& id, Values& values,
                BenchmarkResult& out) {
    const auto* table = section.get<report::Table>(id + "/calls");
    if (!table) return;
    measure::CallTimes& calls = out.calls;
    if (!read_column(*table, "from_ns", calls.from_ns) ||
        !read_column(*table, "to_ns", calls.to_ns) || !read_column(*table, "calls", calls.calls)) {
        values.fail("calls", "needs the arrays from_ns, to_ns and calls");
        return;
    }
    values.number("call_min", calls.min_ns);
    values.number("call_max", calls.max_ns);
    values.count("call_interruptions", calls.interruptions);
}

void read_samples(const report::SectionIndex& section, const std::string& id, Values& values,
                  BenchmarkResult& out) {
    const auto* table = section.get<report::Table>(id + "/samples");
    measure::Samples& s = out.samples;
    if (!table || !read_column(*table, "ns", s.ns) ||
        !read_column(*table, "iterations", s.iterations) ||
        !read_column(*table, "process", s.process) ||
        !read_column(*table, "start_ns", s.start_ns)) {
        values.fail("samples", "needs the arrays ns, iterations, process and start_ns");
        return;
    }
    if (s.ns.empty()) values.fail("samples", "has no sample");
    for (const double ns : s.ns) {
        if (!std::isfinite(ns) || ns < 0) values.fail("samples", "has a time that is no number");
    }
    read_more(*table, fields::kSampleNumbers, values, s);
    read_more(*table, fields::kSampleCounts, values, s);
    read_left_out(section, id, out);
    read_calls(section, id, values, out);
    read_metrics(*table, out);
}

base::Result<BenchmarkResult> read_benchmark(const report::SectionIndex& section,
                                             const std::string& id) {
    BenchmarkResult out;
    Values values(section, id + "/");
    for (const fields::Text& field : fields::kTexts) {
        const bool required = field.member == &BenchmarkResult::name;
        if (!required) (out.*field.member).clear();
        values.text(field.id, out.*field.member, required);
    }
    for (const fields::Count& field : fields::kCounts) values.count(field.id, out.*field.member);
    for (const fields::Statistic& field : fields::kStatistics) {
        values.number(field.id, out.summary.*field.member);
    }
    for (const fields::Outlier& field : fields::kOutliers) {
        values.count(field.id, out.summary.outliers.*field.member);
    }
    values.count("n", out.summary.n);
    values.count("trimmed", out.summary.trimmed);
    out.summary.median_low = out.summary.median_high = std::nan("");
    if (const report::Value* median = values.find("median"); median && median->interval) {
        out.summary.median_low = median->interval->low;
        out.summary.median_high = median->interval->high;
    }
    if (const report::Value* rate = values.find("rate_per_iteration")) {
        values.count("rate_per_iteration", out.rate_per_iteration);
        out.rate = rate->unit == base::Unit::kBytes ? Rate::kBytes : Rate::kItems;
    }
    if (const report::Value* x = values.find("x")) {
        out.x.emplace();
        values.count("x", *out.x);
        out.x_unit = x->unit;
    }
    read_samples(section, id, values, out);
    if (values.find("slope")) {
        if (auto regression = regression_of(out.samples)) out.regression = *regression;
    }
    if (!values.error().empty()) return Error{Code::kData, values.error()};
    return out;
}

base::Result<void> read_benchmarks(const report::Section& section, RunReport& out) {
    const report::SectionIndex index(section);
    std::unordered_map<std::string_view, std::size_t> places;  // in out.results, by id
    for (const report::Element& element : section.elements) {
        if (!std::holds_alternative<report::Heading>(element.body)) continue;
        auto result = read_benchmark(index, element.id);
        if (!result) return result.error();
        places.try_emplace(element.id, out.results.size());
        out.results.push_back(std::move(*result));
    }
    for (const report::Finding& finding : section.findings) {
        const bool warns = finding.code == fields::kWarningCode && finding.args.size() == 2 &&
                           !finding.see.empty();
        if (!warns) continue;
        const auto* warning = std::get_if<std::string>(&finding.args[1].value);
        // By id: two results may have one name.
        const auto at = places.find(finding.see.front());
        if (!warning || at == places.end()) continue;
        out.results[at->second].warnings.push_back(*warning);
    }
    return {};
}

base::Result<void> read_failed(const report::Section& section, RunReport& out) {
    const auto* table = section.get<report::Table>("benchmarks");
    std::vector<std::string> names, plugins, states, reasons;
    if (!table || !read_column(*table, "name", names) || !read_column(*table, "status", states) ||
        !read_column(*table, "reason", reasons) || !read_column(*table, "plugin", plugins)) {
        return Error{Code::kData, "failed/benchmarks: needs name, status, reason and plugin"};
    }
    for (std::size_t i = 0; i < names.size(); ++i) {
        out.failed.push_back({names[i], plugins[i], states[i], reasons[i]});
    }
    return {};
}

base::Result<void> read_machine(const report::Section& section, measure::Environment& out) {
    const report::SectionIndex index(section);
    Values values(index);
    for (const fields::MachineText& field : fields::kMachineTexts) {
        values.text(field.id, out.*field.member);
    }
    values.count("logical_cpus", out.logical_cpus);
    values.count("usable_cpus", out.usable_cpus);
    values.number("timer_overhead_ns", out.timer_overhead_ns);
    values.number("timer_resolution_ns", out.timer_resolution_ns);
    for (const fields::MachineFloor& field : fields::kFloor) {
        if (values.find(field.id)) values.number(field.id, out.floor.*field.member);
    }
    if (values.find("pinned_cpu")) {
        out.pinned_cpu.emplace();
        values.count("pinned_cpu", *out.pinned_cpu);
    }
    if (!values.error().empty()) return Error{Code::kData, values.error()};
    return {};
}

base::Result<void> read_settings(const report::Section& section, RunConfig& out) {
    const report::SectionIndex index(section);
    Values values(index);
    for (const fields::Setting& field : fields::kSettings) {
        values.count(field.id, out.*field.member);
    }
    for (const fields::Switch& field : fields::kSwitches) {
        std::string answer;  // absent: the report is of a version that did not have it
        values.text(field.id, answer, false);
        out.*field.member = answer == "yes";
    }
    if (values.find("precision")) values.number("precision", out.precision);
    if (values.find("seed")) {
        out.seed.emplace();
        values.count("seed", *out.seed);
    }
    values.text("command", out.command, false);
    std::string policy;
    values.text("outliers", policy);
    std::string method(measure::method_id(measure::Method::kPlain));  // of earlier versions
    values.text("method", method, false);
    if (!values.error().empty()) return Error{Code::kData, values.error()};
    const auto parsed = measure::parse_outlier_policy(policy);
    if (!parsed) return Error{Code::kData, section.id + "/outliers: " + parsed.error().message};
    out.outliers = *parsed;
    const auto known = measure::parse_method(method);
    if (!known) return Error{Code::kData, section.id + "/method: " + known.error().message};
    out.method = *known;
    return {};
}

}  // namespace

base::Result<RunReport> from_document(const report::Document& document) {
    if (document.kind != "run") {
        return Error{Code::kData,
                     fmt::format("is a document of `benchlab {}`, not of a run", document.kind)};
    }
    RunReport out;
    out.generator = document.generator;
    out.created_unix = document.created_unix;
    out.complete = document.complete;
    const report::Section* benchmarks = document.find("benchmarks");
    const report::Section* machine = document.find("machine");
    const report::Section* settings = document.find("settings");
    if (!benchmarks || !machine || !settings) {
        return Error{Code::kData, "needs the sections benchmarks, machine and settings"};
    }
    if (auto done = read_benchmarks(*benchmarks, out); !done) return done.error();
    if (auto done = read_machine(*machine, out.environment); !done) return done.error();
    if (auto done = read_settings(*settings, out.config); !done) return done.error();
    if (const report::Section* failed = document.find("failed")) {
        if (auto done = read_failed(*failed, out); !done) return done.error();
    }
    return out;
}

}  // namespace benchlab::results
