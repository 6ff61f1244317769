// The section "phases": what programs were busy with in their frames, as they mark it themselves.
#include <vector>

#include "benchlab/plugin.hpp"
#include "phases/compute.hpp"
#include "phases/report.hpp"

namespace {

using namespace benchlab;

struct PhasesSection {
    void analyze(const Store& store, const Run& run, Sink& sink) {
        const std::vector<Row> focus(run.begin_focus(), run.end_focus());
        const auto found = analyzers::phases::compute(store, run.window(), focus);
        analyzers::phases::report(found, store, run.options().u64("top"), sink);
    }
};

}  // namespace

BENCHLAB_PLUGIN(
    "phases", BENCHLAB_VERSION, title("Phases of frames"), licence("MIT"),
    analyzer<PhasesSection>(
        "phases", "Phases of frames",
        help("What programs were busy with in their frames, as they mark it, and what slow frames "
             "have more of"),
        order(11), needs("phase", "frame", "process?", "thread?", "counter?"),
        option_u64("top", "Rows of a table that are shown.", "N", "15").between(1, 1000000)));
