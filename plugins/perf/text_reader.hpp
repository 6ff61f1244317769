// text_reader.hpp: the reader of recordings that were printed as text.
#pragma once

#include <benchlab/benchlab.h>

namespace benchlab::perf {

extern const bl_reader kTextReader;

}  // namespace benchlab::perf
