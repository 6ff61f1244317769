#include "cli/own_floor.hpp"

#include "benchlab/repeat.hpp"
#include "measure/loop_code.hpp"

namespace benchlab::cli {

const measure::Floor& own_floor() {
    static const measure::Floor floor =
        measure::measure_floor([](std::uint64_t iterations) { repeat(iterations, [] {}); });
    return floor;
}

void judge_by_floor(results::BenchmarkResult& result, const void* code) {
    const measure::Floor& floor = own_floor();
    const measure::Summary& summary = result.summary;
    const measure::Resolved resolved = measure::resolve(floor, summary.median, summary.median_low);
    result.resolution = measure::resolution_text(floor, resolved);
    const bool nothing_left =
        code != nullptr && measure::inspect_loops(code) == measure::LoopCode::kNothingLeft;
    std::string warning = measure::removed_warning(floor, resolved, nothing_left);
    if (!warning.empty()) result.warnings.push_back(std::move(warning));
}

}  // namespace benchlab::cli
