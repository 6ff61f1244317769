// cli/own_floor.hpp: what the loop of the SDK costs in this process, and what that says of results.
#pragma once

#include "measure/floor.hpp"
#include "results/run_report.hpp"

namespace benchlab::cli {

// Measured when it is first asked for.
const measure::Floor& own_floor();

// Marks `result`, whose summary is there, when it is below the resolution, and warns when its body
// seems to have been removed.  `code`: the function that has its loop; null: not known.
void judge_by_floor(results::BenchmarkResult& result, const void* code);

}  // namespace benchlab::cli
