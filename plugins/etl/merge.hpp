// merge.hpp: one file of the files of a recording.
#pragma once

#include <benchlab/merge.h>

namespace benchlab::etl {

extern const bl_merge kMerge;

}  // namespace benchlab::etl
