// The section "ready": how long threads wanted a CPU and had none, and who had it.
#include <vector>

#include "benchlab/plugin.hpp"
#include "ready/compute.hpp"
#include "ready/report.hpp"

namespace {

using namespace benchlab;

struct Ready {
    void analyze(const Store& store, const Run& run, Sink& sink) {
        analyzers::ready::Options options;
        options.top = run.options().u64("top");
        const std::vector<Row> focus(run.begin_focus(), run.end_focus());
        const auto found = analyzers::ready::compute(store, run.window(), focus, options);
        analyzers::ready::report(found, store, sink);
    }
};

}  // namespace

BENCHLAB_PLUGIN("ready", BENCHLAB_VERSION, title("Time in which threads wanted a CPU"),
                licence("MIT"),
                analyzer<Ready>("ready", "Ready time",
                                help("How long threads wanted a CPU and had none, who ran instead, "
                                     "and the longest cases"),
                                order(80), needs("state", "process?", "thread?"),
                                option_u64("top", "Rows of a table that are shown.", "N", "15")
                                    .between(1, 1000000)));
