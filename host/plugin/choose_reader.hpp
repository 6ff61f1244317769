// plugin/choose_reader.hpp: which reader knows which files.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "plugin/registry.hpp"

namespace benchlab::plugin {

struct ReaderChoice {
    const Plugin* plugin = nullptr;
    const bl_reader* reader = nullptr;
    std::vector<std::string> paths;
};

// One choice for each reader that recognised a file, in the order of the paths (UTF-8).  Error: a
// file that cannot be opened or is empty, or that no reader knows; the message names it.
base::Result<std::vector<ReaderChoice>> choose_readers(const Registry& registry,
                                                       const std::vector<std::string>& paths);

}  // namespace benchlab::plugin
