// reader.hpp: the reader as the host sees it.
#pragma once

#include <benchlab/benchlab.h>

namespace benchlab::perf {

extern const bl_reader kReader;

}  // namespace benchlab::perf
