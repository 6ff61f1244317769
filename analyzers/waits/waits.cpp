// The section "waits": what threads waited for, where, and who ended it.
#include <vector>

#include "benchlab/plugin.hpp"
#include "waits/compute.hpp"
#include "waits/report.hpp"

namespace {

using namespace benchlab;

struct Waits {
    void analyze(const Store& store, const Run& run, Sink& sink) {
        analyzers::waits::Options options;
        options.top = run.options().u64("top");
        const std::vector<Row> focus(run.begin_focus(), run.end_focus());
        const auto found = analyzers::waits::compute(store, run.window(), focus, options);
        analyzers::waits::report(found, store, focus, sink);
    }
};

}  // namespace

BENCHLAB_PLUGIN("waits", BENCHLAB_VERSION, title("What threads waited for"), licence("MIT"),
                analyzer<Waits>("waits", "Waits",
                                help("What threads waited for and where, who ended it, and the "
                                     "longest waits"),
                                order(90),
                                needs("state", "timer?", "process?", "thread?", "image?", "stack?"),
                                option_u64("top", "Rows of a table that are shown.", "N", "15")
                                    .between(1, 1000000)));
