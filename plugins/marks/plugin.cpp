#include <benchlab/plugin.hpp>

#include "marks.hpp"

BENCHLAB_PLUGIN("marks", BENCHLAB_VERSION, title("Marks of programs"), licence("MIT"),
                c_reader(benchlab::marks::kReader));
