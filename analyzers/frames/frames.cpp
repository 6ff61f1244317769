// The section "frames": how long frames took, and which of them were out of step.
#include <vector>

#include "benchlab/plugin.hpp"
#include "frames/compute.hpp"
#include "frames/report.hpp"

namespace {

using namespace benchlab;

struct FramesSection {
    void analyze(const Store& store, const Run& run, Sink& sink) {
        analyzers::frames::Options options;
        options.stutter = run.options().f64("stutter");
        options.below_fps = run.options().f64("below");
        options.top = run.options().u64("top");
        const std::vector<Row> focus(run.begin_focus(), run.end_focus());
        const auto found = analyzers::frames::compute(store, run.window(), focus, options);
        analyzers::frames::report(found, store, options, sink);
    }
};

}  // namespace

BENCHLAB_PLUGIN(
    "frames", BENCHLAB_VERSION, title("Frame times"), licence("MIT"),
    analyzer<FramesSection>(
        "frames", "Frames",
        help("How long the frames of each program took, which of them stutter, and the lows"),
        order(10),
        needs("frame", "process?", "thread?", "present?", "display?", "counter?", "frame_log?"),
        option_f64("stutter",
                   "How many times as long as the frames around it a frame is that stutters.",
                   "FACTOR", "2")
            .between(1, 1000),
        option_f64("below", "Count frames slower than this rate.", "FPS", "60").between(1, 10000),
        option_u64("top", "Rows of a table that are shown.", "N", "15").between(1, 1000000)));
