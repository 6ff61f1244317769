// The plugin "perf": readers of what Linux perf and ftrace record, which need no Linux; on Linux
// also a recorder.
#include <benchlab/plugin.hpp>

#include "perf/reader.hpp"
#include "perf/text_reader.hpp"
#ifdef BENCHLAB_RECORDS
#include "perf/record/recorder.hpp"
#endif

BENCHLAB_PLUGIN("perf", BENCHLAB_VERSION, title("Recordings of Linux perf"), licence("MIT"),
                c_reader(benchlab::perf::kReader), c_reader(benchlab::perf::kTextReader)
#ifdef BENCHLAB_RECORDS
                                                       ,
                c_recorder(benchlab::perf::kRecorder)
#endif
);
