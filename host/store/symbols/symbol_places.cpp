#include "store/symbols/symbol_places.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "platform/files.hpp"

namespace benchlab::store {
namespace {

namespace fs = std::filesystem;

// 8 bytes as some linkers make them, 20 of most.
constexpr std::size_t kShortestId = 16, kLongestId = 128;
constexpr std::size_t kFilledUp = 40;

fs::path with_debug(fs::path path) {
    path += ".debug";
    return path;
}

void add_by_id(const fs::path& folder, const std::string& id, std::vector<fs::path>& out) {
    const fs::path below = folder / ".build-id" / id.substr(0, 2);
    out.push_back(below / id.substr(2));
    out.push_back(below / (id.substr(2) + ".debug"));
}

// perf keeps a folder for each build, and kept the file itself before.
void add_of_perf(const fs::path& cache, const std::string& id, std::vector<fs::path>& out) {
    const fs::path below = cache / ".build-id" / id.substr(0, 2) / id.substr(2);
    for (const char* const name : {"elf", "debug"}) out.push_back(below / name);
    out.push_back(below);
}

void add_folder(const fs::path& folder, const RecordedFile& file, const fs::path& name,
                std::vector<fs::path>& out) {
    if (!file.build_id.empty()) add_by_id(folder, file.build_id, out);
    if (name.empty()) return;
    out.push_back(folder / name);
    out.push_back(with_debug(folder / name));
}

}  // namespace

SymbolPlaces SymbolPlaces::usual() {
    SymbolPlaces out;
    out.recorded_path = true;
    out.system = "/usr/lib/debug";
    const auto variable = [](const char* name) -> fs::path {
        const auto text = platform::environment_variable(name);
        return text ? base::text_path(*text) : fs::path();
    };
    const fs::path home = variable("HOME"), cache = variable("XDG_CACHE_HOME");
    if (!home.empty()) out.perf = home / ".debug";
    out.debuginfod = variable("DEBUGINFOD_CACHE_PATH");
    if (out.debuginfod.empty() && !cache.empty()) out.debuginfod = cache / "debuginfod_client";
    if (out.debuginfod.empty() && !home.empty()) {
        out.debuginfod = home / ".cache" / "debuginfod_client";
    }
    return out;
}

std::vector<fs::path> places_of(const RecordedFile& file, const SymbolPlaces& places) {
    std::vector<fs::path> out;
    // Names like "[vdso]" and "//anon" are no paths, and those of Windows none of this system.
    const bool is_path = file.path.starts_with('/') && !file.path.starts_with("//");
    const fs::path path = is_path ? base::text_path(file.path) : fs::path();
    const std::string& id = file.build_id;
    if (places.recorded_path && is_path) out.push_back(path);
    for (const fs::path& folder : places.folders) add_folder(folder, file, path.filename(), out);
    if (!places.system.empty()) {
        if (!id.empty()) add_by_id(places.system, id, out);
        if (is_path) out.push_back(with_debug(places.system / path.relative_path()));
    }
    if (!places.perf.empty() && !id.empty()) add_of_perf(places.perf, id, out);
    if (!places.debuginfod.empty() && !id.empty()) {
        out.push_back(places.debuginfod / id / "debuginfo");
        out.push_back(places.debuginfod / id / "executable");
    }
    return out;
}

std::vector<fs::path> linked_places(const std::string& name, const fs::path& found,
                                    const SymbolPlaces& places) {
    // Only a name: what else stands there could lead anywhere.
    const fs::path link = base::text_path(name).filename();
    std::vector<fs::path> out;
    if (link.empty()) return out;
    const fs::path folder = found.parent_path();
    out.push_back(folder / link);
    out.push_back(folder / ".debug" / link);
    for (const fs::path& each : places.folders) out.push_back(each / link);
    if (!places.system.empty()) out.push_back(places.system / folder.relative_path() / link);
    return out;
}

bool is_build_id(std::string_view text) {
    const auto is_digit = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
    return text.size() % 2 == 0 && text.size() >= kShortestId && text.size() <= kLongestId &&
           std::all_of(text.begin(), text.end(), is_digit);
}

bool same_build(std::string_view recorded, std::string_view found) {
    if (recorded == found) return true;
    const bool filled_up = recorded.size() == kFilledUp && found.size() < kFilledUp &&
                           found.size() >= kShortestId && recorded.starts_with(found);
    return filled_up && recorded.find_first_not_of('0', found.size()) == std::string_view::npos;
}

}  // namespace benchlab::store
