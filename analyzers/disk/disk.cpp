// The section "disk": what disks were asked for, by whom, and how long it took.
#include "benchlab/plugin.hpp"
#include "disk/compute.hpp"
#include "disk/report.hpp"

namespace {

using namespace benchlab;

struct Disk {
    void analyze(const Store& store, const Run& run, Sink& sink) {
        analyzers::disk::Options options;
        options.top = run.options().u64("top");
        analyzers::disk::report(analyzers::disk::compute(store, run.window(), options), store,
                                sink);
    }
};

}  // namespace

BENCHLAB_PLUGIN("disk", BENCHLAB_VERSION, title("Requests to disks"), licence("MIT"),
                analyzer<Disk>("disk", "Disk",
                               help("What disks were asked for, by whom and for which file, and "
                                    "how long it took"),
                               order(110), needs("disk_io", "process?", "thread?", "file?"),
                               option_u64("top", "Rows of a table that are shown.", "N", "15")
                                   .between(1, 1000000)));
