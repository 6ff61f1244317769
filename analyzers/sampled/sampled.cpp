// The section "sampled": what the samples found running.
#include "benchlab/plugin.hpp"
#include "sampled/compute.hpp"
#include "sampled/report.hpp"

namespace {

using namespace benchlab;

struct Sampled {
    void analyze(const Store& store, const Run& run, Sink& sink) {
        analyzers::sampled::Options options;
        options.top = run.options().u64("top");
        // A flag that nobody set may have no value.
        options.by_function = run.options().find_u64("functions").value_or(0) != 0;
        const auto result = analyzers::sampled::compute(store, run, options);
        if (result.events.empty()) throw skip("no samples in the window");
        analyzers::sampled::report(result, sink);
    }
};

}  // namespace

BENCHLAB_PLUGIN(
    "sampled", BENCHLAB_VERSION, title("Where the CPU time goes, by samples"), licence("MIT"),
    analyzer<Sampled>(
        "sampled", "Sampled CPU time",
        help("What samples found running: modules, functions, and those "
             "that called them"),
        order(70), needs("sample", "cswitch?", "thread?", "process?", "image?", "stack?"),
        option_u64("top", "Rows of a table that are shown.", "N", "15").between(1, 1000000),
        option_flag("functions", "By function instead of by driver or module.")));
