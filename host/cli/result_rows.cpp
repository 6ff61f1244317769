#include "cli/result_rows.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "results/run_fields.hpp"

namespace benchlab::cli {
namespace {

using base::Unit;
using results::BenchmarkResult;

struct ShownColumn {
    const char* title;
    std::size_t width;
    std::string (*cell)(const BenchmarkResult&);
};

std::string time(double ns) {
    return base::format_quantity(ns, Unit::kNanoseconds);
}

const ShownColumn kColumns[] = {
    {"median", 10, [](const BenchmarkResult& r) { return time(r.summary.median); }},
    {"p5", 10, [](const BenchmarkResult& r) { return time(r.summary.p5); }},
    {"cv", 8,
     [](const BenchmarkResult& r) { return base::format_quantity(r.summary.cv, Unit::kRatio); }},
    {"p95", 10, [](const BenchmarkResult& r) { return time(r.summary.p95); }},
    {"outl", 5,
     [](const BenchmarkResult& r) { return fmt::format("{}", r.summary.outliers.total()); }},
    {"per op", 9,
     [](const BenchmarkResult& r) {
         return r.ops_per_iteration > 1 ? time(r.ns_per_op()) : std::string();
     }},
    {"cycles", 8,
     [](const BenchmarkResult& r) {
         const auto cycles = r.cycles_per_op();
         return cycles ? base::format_quantity(*cycles, Unit::kCount) : std::string();
     }},
    {"rate", 11,
     [](const BenchmarkResult& r) {
         const auto rate = r.rate_per_second();
         if (!rate) return std::string();
         return base::format_quantity(
             *rate, r.rate == results::Rate::kBytes ? Unit::kBytesPerSecond : Unit::kPerSecond);
     }},
};

std::string right_trimmed(std::string line) {
    line.erase(line.find_last_not_of(' ') + 1);
    return line + "\n";
}

// "  120,000 single calls: p50 1.20 us, p99 1.31 us, slowest 3.20 ms", where they were asked for.
std::string calls_line(const measure::CallTimes& calls) {
    if (calls.empty()) return "";
    std::string line = fmt::format("  {} single calls:",
                                   base::format_quantity(double(calls.count()), Unit::kCount));
    for (const results::fields::CallPercentile& field : results::fields::kCallPercentiles) {
        if (!calls.supports(field.p)) continue;
        line += fmt::format(" {} {},", field.title, time(calls.percentile(field.p)));
    }
    return line + " slowest " + time(calls.max_ns) + "\n";
}

// "  slope 38.0 ns (37.9 ns to 38.1 ns), R2 0.9998, Theil-Sen 38.1 ns, of 140 batches"
std::string slope_line(const BenchmarkResult& result) {
    if (!result.regression) return "";
    const measure::Line& line = result.regression->line;
    return fmt::format("  slope {} ({} to {}), R2 {:.4f}, Theil-Sen {}, of {} batches\n",
                       time(line.slope), time(line.slope_low), time(line.slope_high),
                       line.r_squared, time(result.regression->robust.slope),
                       result.regression->samples);
}

}  // namespace

ResultRows::ResultRows(const std::vector<std::string>& names) : name_width_(9) {
    for (const std::string& name : names) {
        name_width_ = std::max(name_width_, base::display_width(base::printable(name)));
    }
}

std::string ResultRows::header() const {
    std::string line = base::pad_right("benchmark", name_width_);
    for (const ShownColumn& column : kColumns) {
        line += "  " + base::pad_left(column.title, column.width);
    }
    return right_trimmed(line);
}

std::string ResultRows::row(const BenchmarkResult& result) const {
    std::string line = base::pad_right(base::printable(result.name), name_width_);
    if (!result.resolution.empty()) return line + "  " + result.resolution + "\n";
    for (const ShownColumn& column : kColumns) {
        line += "  " + base::pad_left(column.cell(result), column.width);
    }
    return right_trimmed(line) + slope_line(result) + calls_line(result.calls);
}

}  // namespace benchlab::cli
