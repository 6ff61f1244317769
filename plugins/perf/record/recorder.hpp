// recorder.hpp: the recorder of Linux, for the plugin's table.
#pragma once

#include <benchlab/benchlab.h>

namespace benchlab::perf {

extern const bl_recorder kRecorder;

}  // namespace benchlab::perf
