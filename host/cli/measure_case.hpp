// cli/measure_case.hpp: one benchmark of a plugin through the harness, in this process.
#pragma once

#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "cli/run_settings.hpp"
#include "plugin/plugin.hpp"
#include "results/run_report.hpp"

namespace benchlab::cli {

using Outcome = std::variant<results::BenchmarkResult, results::FailedBenchmark>;

// `between` is called with the samples taken so far, outside the timed part; false stops.
// `notes` gets what --verbose shows.
Outcome measure_case(const plugin::Case& what, const MeasureSettings& settings,
                     const std::function<bool(std::uint64_t)>& between,
                     std::vector<std::string>& notes);

}  // namespace benchlab::cli
