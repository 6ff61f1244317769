// The section "gpu": how busy each engine of each GPU was, and with whose work.
#include "benchlab/plugin.hpp"
#include "gpu/compute.hpp"
#include "gpu/report.hpp"

namespace {

using namespace benchlab;

struct Gpu {
    void analyze(const Store& store, const Run& run, Sink& sink) {
        auto found = analyzers::gpu::compute(store, run.window());
        analyzers::gpu::report(std::move(found), store, run.options().u64("top"), sink);
    }
};

}  // namespace

BENCHLAB_PLUGIN("gpu", BENCHLAB_VERSION, title("Work of GPUs"), licence("MIT"),
                analyzer<Gpu>("gpu", "GPU",
                              help("How busy each engine of each GPU was, and with whose work"),
                              order(17), needs("gpu_packet", "gpu_queue?", "process?", "thread?"),
                              option_u64("top", "Rows of a table that are shown.", "N", "15")
                                  .between(1, 1000000)));
