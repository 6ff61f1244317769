// The plugin "etl": a reader of Windows event trace logs that needs no Windows.
#include <benchlab/plugin.hpp>

#include "etl/merge.hpp"
#include "etl/reader.hpp"

BENCHLAB_PLUGIN("etl", BENCHLAB_VERSION, title("Event trace logs of Windows"), licence("MIT"),
                c_reader(benchlab::etl::kReader),
                extension(BL_MERGE_EXTENSION, &benchlab::etl::kMerge));
