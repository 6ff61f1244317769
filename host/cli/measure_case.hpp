// cli/measure_case.hpp: one benchmark of a plugin through the harness, in this process.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
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

// One process among others that take turns: nothing is done but to take samples of one slice each,
// so the loop's floor is not measured, and its code not looked at.
struct Visit {
    std::uint64_t iterations = 0;  // of a slice; 0: as many as fit its time
};

// `between` is called with the samples taken so far, outside the timed part; false stops.
// `notes` gets what --verbose shows.
Outcome measure_case(const plugin::Case& what, const MeasureSettings& settings,
                     const std::function<bool(std::uint64_t)>& between,
                     std::vector<std::string>& notes, const std::optional<Visit>& visit = {});

}  // namespace benchlab::cli
