// The plugin "perf": readers of what Linux perf and ftrace record, which need no Linux.
#include <benchlab/plugin.hpp>

#include "perf/reader.hpp"
#include "perf/text_reader.hpp"

BENCHLAB_PLUGIN("perf", BENCHLAB_VERSION, title("Recordings of Linux perf"), licence("MIT"),
                c_reader(benchlab::perf::kReader), c_reader(benchlab::perf::kTextReader));
