#include <benchlab/plugin.hpp>

#include "framelog.hpp"

BENCHLAB_PLUGIN("framelog", BENCHLAB_VERSION, title("Frame-time logs"), licence("MIT"),
                c_reader(benchlab::framelog::kReader));
