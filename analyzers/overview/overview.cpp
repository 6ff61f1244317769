// The section "overview": what the trace is, what is in it, and what it lacks.
#include "benchlab/plugin.hpp"
#include "overview/compute.hpp"
#include "overview/report.hpp"

namespace {

using namespace benchlab;

struct Overview {
    void analyze(const Store& store, const Run& run, Sink& sink) {
        analyzers::overview::report(analyzers::overview::compute(store, run), sink);
    }
};

}  // namespace

BENCHLAB_PLUGIN("overview", BENCHLAB_VERSION, title("What is in a trace"), licence("MIT"),
                analyzer<Overview>("overview", "Overview",
                                   help("What the trace is, how much is in it, what was lost and "
                                        "what is wrong with its files"),
                                   order(0),
                                   needs("process?", "thread?", "cpu?", "cswitch?", "ready?",
                                         "sample?", "dpc_isr?", "hard_fault?", "disk_io?",
                                         "present?", "frame_log?", "gpu_packet?", "mark?", "phase?",
                                         "counter?", "lost?", "fact?", "problem?")));
