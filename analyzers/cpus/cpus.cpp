// The section "cpus": how busy each CPU was, and with what.
#include "benchlab/plugin.hpp"
#include "cpus/compute.hpp"
#include "cpus/report.hpp"

namespace {

using namespace benchlab;

struct Cpus {
    void analyze(const Store& store, const Run& run, Sink& sink) {
        if (!store.find_table("cswitch") && !store.find_table("sample") &&
            !store.find_table("dpc_isr")) {
            throw skip(
                "not in this trace: needs context switches, CPU samples, or DPCs and interrupts "
                "(kernel flags CSWITCH, PROFILE, DPC, INTERRUPT; perf: sched:sched_switch, "
                "cpu-clock, "
                "irq:*)");
        }
        analyzers::cpus::report(analyzers::cpus::compute(store, run), sink);
    }
};

}  // namespace

BENCHLAB_PLUGIN("cpus", BENCHLAB_VERSION, title("What the CPUs did"), licence("MIT"),
                analyzer<Cpus>("cpus", "CPUs",
                               help("How busy each CPU was, with the focus, interrupts and others, "
                                    "and over time"),
                               order(50),
                               needs("thread?", "state?", "cswitch?", "sample?", "dpc_isr?",
                                     "cpu?")));
