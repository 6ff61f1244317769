// reader.hpp: the reader as the host sees it.
#pragma once

#include <benchlab/benchlab.h>

namespace benchlab::etl {

extern const bl_reader kReader;

}  // namespace benchlab::etl
