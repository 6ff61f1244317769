// store/symbols/symbol_places.hpp: where files with names of functions may lie (docs/symbols.md).
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace benchlab::store {

struct SymbolPlaces {
    // The path that the recording has: of this machine, or of another one.
    bool recorded_path = false;
    std::vector<std::filesystem::path> folders;  // --symbols
    std::filesystem::path system;      // /usr/lib/debug; this and those below: empty, none
    std::filesystem::path perf;        // ~/.debug
    std::filesystem::path debuginfod;  // ~/.cache/debuginfod_client

    // All that this system has.
    static SymbolPlaces usual();
};

// A file as a recording names it.
struct RecordedFile {
    std::string path;
    std::string build_id;  // in hex, lower case; empty when not known
};

// Files that may have its names, those to try first in front.  Without its build id only those
// found by name.
std::vector<std::filesystem::path> places_of(const RecordedFile& file, const SymbolPlaces& places);
// Files that the program `found` may mean by the name in its .gnu_debuglink.
std::vector<std::filesystem::path> linked_places(const std::string& name,
                                                 const std::filesystem::path& found,
                                                 const SymbolPlaces& places);

// Is it one, of a file of Linux?  The GUID and age of a Windows program are not.
bool is_build_id(std::string_view text);
// Do both mean one build?  Recordings fill a short id up with zeros.
bool same_build(std::string_view recorded, std::string_view found);

}  // namespace benchlab::store
