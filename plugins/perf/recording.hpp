// recording.hpp: the files of one recording, from opening them to the last row.
#pragma once

#include <benchlab/host.hpp>
#include <string>

#include "perf/tables.hpp"

namespace benchlab::perf {

// Reads all files of a recording into the host's store.  Throws benchlab::Error when none of them
// can be read.
void read_recording(Host host, const bl_read& read, bl_builder* builder, const bl_builder_api* api);

}  // namespace benchlab::perf
