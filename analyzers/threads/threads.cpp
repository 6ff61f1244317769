// The section "threads": how each thread of the focus spent its time.
#include <utility>

#include "benchlab/plugin.hpp"
#include "threads/compute.hpp"
#include "threads/report.hpp"

namespace {

using namespace benchlab;

struct Threads {
    void analyze(const Store& store, const Run& run, Sink& sink) {
        if (!store.find_table("cswitch") && !store.find_table("sample")) {
            throw skip(
                "not in this trace: needs context switches or CPU samples (kernel flags CSWITCH, "
                "PROFILE; perf: sched:sched_switch, cpu-clock)");
        }
        auto result = analyzers::threads::compute(store, run);
        if (result.threads.empty()) throw skip("no thread of the focus lived in the window");
        analyzers::threads::report(std::move(result), run.options().u64("top"), sink);
    }
};

}  // namespace

BENCHLAB_PLUGIN("threads", BENCHLAB_VERSION, title("Threads: running, ready, waiting"),
                licence("MIT"),
                analyzer<Threads>("threads", "Threads",
                                  help("How each thread of the focus spent its time: running, "
                                       "ready, waiting and on what"),
                                  order(60),
                                  needs("process", "thread", "state?", "sample?", "dpc_isr?"),
                                  option_u64("top", "Rows of a table that are shown.", "N", "15")
                                      .between(1, 1000000)));
