// The plugin "etl": a reader of Windows event trace logs that needs no Windows.
#include <benchlab/plugin.hpp>

#include "etl/reader.hpp"

BENCHLAB_PLUGIN("etl", BENCHLAB_VERSION, title("Event trace logs of Windows"), licence("MIT"),
                c_reader(benchlab::etl::kReader));
