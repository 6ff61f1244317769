// The plugin "perf": readers of what Linux perf and ftrace record, which need no Linux; on Linux
// also a recorder.
#include <benchlab/plugin.hpp>

#include "perf/reader.hpp"
#include "perf/text_reader.hpp"
// A directive may not stand among the arguments of a macro, so the recorder comes with its comma.
#ifdef BENCHLAB_RECORDS
#include "perf/record/recorder.hpp"
#define BENCHLAB_AND_RECORDER , c_recorder(benchlab::perf::kRecorder)
#else
#define BENCHLAB_AND_RECORDER
#endif

BENCHLAB_PLUGIN("perf", BENCHLAB_VERSION, title("Recordings of Linux perf"), licence("MIT"),
                c_reader(benchlab::perf::kReader),
                c_reader(benchlab::perf::kTextReader) BENCHLAB_AND_RECORDER);
