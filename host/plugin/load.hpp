// plugin/load.hpp: loads an inspected library and fetches its entry point.
#pragma once

#include <filesystem>

#include "base/result.hpp"
#include "benchlab/benchlab.h"

namespace benchlab::plugin {

struct LoadedLibrary {
    bl_plugin_entry entry = nullptr;
};

// `file` is canonical and absolute.  The library stays loaded until the process ends.  The error
// has the system's own reason (a missing import, say).
base::Result<LoadedLibrary> load_library(const std::filesystem::path& file);

}  // namespace benchlab::plugin
