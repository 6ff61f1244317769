// The section "processes": what each process used of the machine.
#include <utility>

#include "benchlab/plugin.hpp"
#include "processes/compute.hpp"
#include "processes/report.hpp"

namespace {

using namespace benchlab;

struct Processes {
    void analyze(const Store& store, const Run& run, Sink& sink) {
        auto result = analyzers::processes::compute(store, run);
        if (result.processes.empty()) throw skip("no process did anything in the window");
        analyzers::processes::report(std::move(result), run.options().u64("top"), sink);
    }
};

}  // namespace

BENCHLAB_PLUGIN(
    "processes", BENCHLAB_VERSION, title("CPU time, faults and disk by process"), licence("MIT"),
    analyzer<Processes>(
        "processes", "Processes",
        help("What each process used: CPU time, ready time, samples, "
             "hard faults, disk"),
        order(40),
        needs("process", "thread", "state?", "sample?", "dpc_isr?", "hard_fault?", "disk_io?"),
        option_u64("top", "Rows of a table that are shown.", "N", "15").between(1, 1000000)));
