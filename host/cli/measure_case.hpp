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

// The exit status that what was not measured calls for: kGood, kError or kCrashed.
int status_of_failed(const std::vector<results::FailedBenchmark>& failed);

// `between` is called with the samples taken so far, outside the timed part; false stops.
// `notes` gets what --verbose shows.  With `samples_only` nothing is done but to take them: the
// loop's floor is not measured, and its code not looked at.
Outcome measure_case(const plugin::Case& what, const MeasureSettings& settings,
                     const std::function<bool(std::uint64_t)>& between,
                     std::vector<std::string>& notes, bool samples_only = false);

}  // namespace benchlab::cli
