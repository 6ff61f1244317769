// plugin/find.hpp: where plugins are looked for, and which of those places are trusted.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "plugin/registry.hpp"

namespace benchlab::plugin {

// In order, without repetitions, absolute.  Those that nobody named (the user's own, beside the
// program) are left out when they do not exist.
struct Places {
    struct Place {
        SearchedDirectory directory;
        bool named_by_user = false;          // --plugin-dir: distrust is a warning
        std::filesystem::path trusted_like;  // the program, for what stands beside it
    };
    std::vector<Place> places;
    std::vector<std::string> warnings;
};
Places find_places(const SearchOptions& options);

// Files that end in .so, .dll or .dylib, sorted by name, not those of sub-directories.
std::vector<std::filesystem::path> libraries_in(const std::filesystem::path& directory,
                                                std::string& error);

// Empty when code from there may be loaded.  For a place that the user named the reason becomes
// a warning instead.
std::string distrust(const std::filesystem::path& path, const Places::Place& place,
                     std::vector<std::string>& warnings);

}  // namespace benchlab::plugin
