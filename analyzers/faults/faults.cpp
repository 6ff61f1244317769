// The section "faults": page faults that waited for a disk.
#include "benchlab/plugin.hpp"
#include "faults/compute.hpp"
#include "faults/report.hpp"

namespace {

using namespace benchlab;

struct Faults {
    void analyze(const Store& store, const Run& run, Sink& sink) {
        analyzers::faults::Options options;
        options.top = run.options().u64("top");
        analyzers::faults::report(analyzers::faults::compute(store, run.window(), options), store,
                                  sink);
    }
};

}  // namespace

BENCHLAB_PLUGIN("faults", BENCHLAB_VERSION, title("Page faults that waited for a disk"),
                licence("MIT"),
                analyzer<Faults>("faults", "Hard faults",
                                 help("Page faults that waited for a disk, by process and by file"),
                                 order(100), needs("hard_fault", "process?", "thread?", "file?"),
                                 option_u64("top", "Rows of a table that are shown.", "N", "15")
                                     .between(1, 1000000)));
