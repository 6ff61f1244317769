// The reader of frame-time logs as the host sees it.
#pragma once

#include <benchlab/benchlab.h>

namespace benchlab::framelog {

extern const bl_reader kReader;

}  // namespace benchlab::framelog
