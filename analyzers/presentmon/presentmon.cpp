// The section "presentmon": what logs of frame times come to.
#include <utility>

#include "benchlab/plugin.hpp"
#include "presentmon/compute.hpp"
#include "presentmon/report.hpp"

namespace {

using namespace benchlab;

struct PresentMon {
    void analyze(const Store& store, const Run& run, Sink& sink) {
        auto result = analyzers::presentmon::compute(store, run);
        analyzers::presentmon::report(std::move(result), run.options().u64("top"), sink);
    }
};

}  // namespace

BENCHLAB_PLUGIN(
    "presentmon", BENCHLAB_VERSION, title("Summary of frame-time logs"), licence("MIT"),
    analyzer<PresentMon>(
        "presentmon", "Frame-time logs",
        help("What other programs logged about frames: frame rates, lows, and how each metric is "
             "spread"),
        order(15), needs("frame_log", "process?"),
        option_u64("top", "Rows of a table that are shown.", "N", "15").between(1, 1000000)));
