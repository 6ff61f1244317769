// The reader of files of marks (sdk/include/benchlab/mark.h) as the host sees it.
#pragma once

#include <benchlab/benchlab.h>

namespace benchlab::marks {

extern const bl_reader kReader;

}  // namespace benchlab::marks
