#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "plugin/validate.hpp"

namespace benchlab::plugin {
namespace {

// A unit of a newer header is shown as a plain number.
base::Unit unit_of(std::uint32_t unit) {
    return unit < base::kUnitCount ? static_cast<base::Unit>(unit) : base::Unit::kNone;
}

void take_values(const bl_param& theirs, std::string_view place, Parameter& param,
                 Reasons& reasons) {
    if (theirs.value_count == 0) reasons.add(place, "has no values");
    if (theirs.values == nullptr && theirs.labels == nullptr && theirs.value_count != 0) {
        reasons.add(place, "has neither values nor labels");
        return;
    }
    const void* const array = theirs.values ? static_cast<const void*>(theirs.values)
                                            : static_cast<const void*>(theirs.labels);
    if (!readable_array(array, theirs.value_count, "value", place, reasons)) return;
    Unique labels;
    for (std::uint64_t i = 0; i < theirs.value_count; ++i) {
        const std::uint64_t value = theirs.values ? theirs.values[i] : i;
        if (std::find(param.values.begin(), param.values.end(), value) != param.values.end()) {
            reasons.add(place, fmt::format("the value {} is there twice", value));
        }
        param.values.push_back(value);
        if (theirs.labels == nullptr) continue;
        param.labels.push_back(take_text(theirs.labels[i], fmt::format("label {}", i + 1), place,
                                         reasons, Form::kName));
        labels.check(param.labels.back(), place, reasons);
    }
}

Parameter take_param(const bl_param& theirs, const std::string& place, Reasons& reasons) {
    Parameter param;
    param.name = take_text(theirs.name, "name", place, reasons, Form::kName);
    param.unit = unit_of(theirs.unit);
    param.minimum = theirs.minimum;
    param.maximum = theirs.maximum;
    if (theirs.minimum > theirs.maximum) {
        reasons.add(place, fmt::format("its minimum {} is above its maximum {}", theirs.minimum,
                                       theirs.maximum));
    }
    take_values(theirs, place, param, reasons);
    return param;
}

Metric take_metric(const bl_metric& theirs, const std::string& place, Reasons& reasons) {
    Metric metric;
    metric.id = take_text(theirs.id, "id", place, reasons, Form::kName);
    metric.title = take_text(theirs.title, "title", place, reasons);
    metric.help = take_text(theirs.help, "help", place, reasons);
    metric.unit = unit_of(theirs.unit);
    metric.flags = theirs.flags;
    return metric;
}

void check_product(const Benchmark& benchmark, const std::string& place, Reasons& reasons) {
    std::size_t product = 1;
    for (const Parameter& param : benchmark.params) {
        // Each list is short, so this cannot overflow before it is noticed.
        product *= std::max<std::size_t>(param.values.size(), 1);
        if (product <= kMaxCases) continue;
        reasons.add(place, fmt::format("its parameters make more than {} cases", kMaxCases));
        return;
    }
}

Benchmark take_benchmark(const bl_benchmark& theirs, const std::string& place, Reasons& reasons) {
    Benchmark benchmark;
    benchmark.calls = theirs;
    benchmark.calls.params = nullptr;
    benchmark.calls.metrics = nullptr;
    benchmark.name = take_text(theirs.name, "name", place, reasons, Form::kPath);
    benchmark.title = take_text(theirs.title, "title", place, reasons);
    benchmark.op = take_text(theirs.op, "op", place, reasons, Form::kText, Need::kOptional);
    if (benchmark.op.empty()) benchmark.op = "iteration";
    benchmark.flags = theirs.flags;
    benchmark.max_threads = theirs.max_threads;
    require(theirs.setup != nullptr, "setup", place, reasons);
    require(theirs.run != nullptr, "run", place, reasons);
    require(theirs.teardown != nullptr, "teardown", place, reasons);
    Unique params;
    adopt_all(theirs.params, theirs.param_count, "parameter", place, reasons,
              [&](std::uint32_t i, const bl_param& param) {
                  const std::string inner =
                      fmt::format("{}: {}", place, place_of("parameter", i, param.name));
                  benchmark.params.push_back(take_param(param, inner, reasons));
                  params.check(benchmark.params.back().name, inner, reasons);
              });
    Unique metrics;
    adopt_all(theirs.metrics, theirs.metric_count, "metric", place, reasons,
              [&](std::uint32_t i, const bl_metric& metric) {
                  const std::string inner =
                      fmt::format("{}: {}", place, place_of("metric", i, metric.id));
                  benchmark.metrics.push_back(take_metric(metric, inner, reasons));
                  metrics.check(benchmark.metrics.back().id, inner, reasons);
              });
    check_product(benchmark, place, reasons);
    return benchmark;
}

}  // namespace

void take_benchmarks(const bl_plugin& table, Plugin& plugin, Reasons& reasons) {
    Unique names;
    adopt_all(table.benchmarks, table.benchmark_count, "benchmark", "", reasons,
              [&](std::uint32_t i, const bl_benchmark& theirs) {
                  const std::string place = place_of("benchmark", i, theirs.name);
                  plugin.benchmarks.push_back(take_benchmark(theirs, place, reasons));
                  plugin.benchmarks.back().plugin = &plugin;
                  names.check(plugin.benchmarks.back().name, place, reasons);
              });
}

}  // namespace benchlab::plugin
