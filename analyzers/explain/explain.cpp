// The section "explain": why the slowest frames were slow.
#include <vector>

#include "benchlab/plugin.hpp"
#include "explain/compute.hpp"
#include "explain/report.hpp"

namespace {

using namespace benchlab;

struct Explain {
    void analyze(const Store& store, const Run& run, Sink& sink) {
        analyzers::explain::Options options;
        options.explain = run.options().u64("explain");
        options.slower = run.options().f64("slower");
        const std::vector<Row> focus(run.begin_focus(), run.end_focus());
        const auto found = analyzers::explain::compute(store, run.window(), focus, options);
        analyzers::explain::report(found, store, sink);
    }
};

}  // namespace

BENCHLAB_PLUGIN(
    "explain", BENCHLAB_VERSION, title("Why frames were slow"), licence("MIT"),
    analyzer<Explain>(
        "explain", "Why frames were slow",
        help("Follows the waits of the slowest frames, thread by thread, to what they come from"),
        order(12),
        needs("frame", "state", "process?", "thread?", "image?", "hard_fault?", "disk_io?",
              "dpc_isr?", "timer?", "ready?", "frame_log?", "file?", "call?", "gpu_packet?",
              "gpu_queue?", "sample?", "stack?", "present?", "display?"),
        option_u64("explain", "How many slow frames are explained.", "N", "10").between(1, 1000),
        option_f64("slower",
                   "How many times as long as the frames around it a slow frame is; 0: explain "
                   "all.",
                   "FACTOR", "1.25")
            .between(0, 1000)));
