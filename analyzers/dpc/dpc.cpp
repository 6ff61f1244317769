#include <benchlab/plugin.hpp>

#include "dpc/compute.hpp"
#include "dpc/report.hpp"

namespace {

struct Dpc {
    void analyze(const benchlab::Store& store, const benchlab::Run& run, benchlab::Sink& sink) {
        namespace dpc = benchlab::analyzers::dpc;
        dpc::Options options;
        options.top = run.options().u64("top");
        options.worst = run.options().u64("worst");
        options.cpu = run.options().find_u64("cpu");
        options.functions = run.options().find_u64("functions").value_or(0) != 0;
        dpc::report(dpc::compute(store, run.window(), options), options, sink);
    }
};

}  // namespace

BENCHLAB_PLUGIN(
    "dpc", BENCHLAB_VERSION, title("Interrupts and DPCs by CPU and driver"), licence("MIT"),
    analyzer<Dpc>(
        "dpc", "Interrupts and DPCs",
        help("What interrupt routines, DPCs and softirqs cost, by CPU and by "
             "driver, and the longest of them"),
        order(120), needs("dpc_isr", "cpu?", "image?"),
        option_u64("top", "Rows of a table that are shown.", "N", "15").between(1, 1000000),
        option_u64("worst", "Longest calls that are shown.", "N", "10").between(1, 1000000),
        option_u64("cpu", "Only interrupts and DPCs on this CPU.", "N").between(0, 65535),
        option_flag("functions", "By function instead of by driver or module.")));
