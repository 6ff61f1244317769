// The section "presentmon": what logs of frame times come to; of programs that no log is about, the
// same metrics, worked out of the trace's own events.
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
    "presentmon", BENCHLAB_VERSION, title("Metrics of PresentMon"), licence("MIT"),
    analyzer<PresentMon>(
        "presentmon", "Frame metrics",
        help("What other programs logged about frames, or the trace's own events tell of them: "
             "frame rates, lows, and how each of PresentMon's metrics is spread"),
        order(15), needs("frame_log?", "frame_metric?", "process?"),
        option_u64("top", "Rows of a table that are shown.", "N", "15").between(1, 1000000)));
