#include "plugin/find.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>
#include <utility>

#include "base/text.hpp"
#include "platform/files.hpp"

namespace benchlab::plugin {
namespace fs = std::filesystem;

namespace {

constexpr const char* kVariable = "BENCHLAB_PLUGIN_PATH";

// Its absolute path, with links resolved as far as it exists.
fs::path resolved(const fs::path& path) {
    std::error_code error;
    const fs::path absolute = fs::absolute(path, error);
    fs::path canonical = fs::weakly_canonical(absolute, error);
    if (error || canonical.empty()) return absolute.lexically_normal();
    // "plugins/" and "plugins" are one place.
    return canonical.has_filename() ? canonical : canonical.parent_path();
}

class Collector {
  public:
    Places places;

    void add(const fs::path& directory, std::string origin, bool must_exist,
             const fs::path& trusted_like = {}) {
        Places::Place place;
        place.directory.path = resolved(directory);
        place.directory.origin = std::move(origin);
        place.named_by_user = place.directory.origin == "--plugin-dir";
        place.trusted_like = trusted_like;
        std::error_code error;
        const fs::file_status status = fs::status(place.directory.path, error);
        if (!fs::exists(status)) {
            if (!must_exist) return;
            place.directory.refused = "does not exist";
        } else if (!fs::is_directory(status)) {
            place.directory.refused = "not a directory";
        }
        for (const Places::Place& known : places.places) {
            if (known.directory.path == place.directory.path) return;
        }
        if (place.directory.refused.empty()) {
            place.directory.refused = distrust(place.directory.path, place, places.warnings);
        }
        places.places.push_back(std::move(place));
    }

    void add_variable(const std::string& value) {
        // Unset and empty are the same; an empty entry of a list would mean the current directory.
        if (value.empty()) return;
        for (const std::string& entry : base::split(value, platform::path_list_separator())) {
            if (entry.empty()) {
                places.warnings.push_back(
                    fmt::format("{}: an empty entry is an error and was left out; give absolute "
                                "directories",
                                kVariable));
            } else if (!fs::path(entry).is_absolute()) {
                places.warnings.push_back(
                    fmt::format("{}: \"{}\" is not an absolute path, which is an error; it was "
                                "left out",
                                kVariable, base::printable(entry)));
            } else {
                add(entry, kVariable, true);
            }
        }
    }

    void add_beside_program() {
        const fs::path program = platform::executable_path();
        if (program.empty()) return;
        const fs::path folder = program.parent_path();
        for (const char* kind : {"plugins", "analyzers"}) {
            add(folder / kind, "beside the program", false, program);
        }
        // <prefix>/bin/benchlab has its plugins in <prefix>/<libdir>/benchlab.
        for (const char* kind : {"plugins", "analyzers"}) {
            add(folder / BENCHLAB_BIN_TO_LIB / "benchlab" / kind, "beside the program", false,
                program);
        }
    }
};

}  // namespace

Places find_places(const SearchOptions& options) {
    Collector all;
    for (const fs::path& directory : options.directories) {
        all.add(directory, "--plugin-dir", true);
    }
    if (!options.defaults) return std::move(all.places);
    const std::string variable = platform::environment_variable(kVariable).value_or("");
    const fs::path user = platform::user_data_directory();
    if (!platform::is_elevated()) {
        all.add_variable(variable);
        if (!user.empty()) all.add(user / "plugins", "user", false);
    } else if (std::error_code error; !variable.empty() || fs::exists(user / "plugins", error)) {
        all.places.warnings.push_back(
            fmt::format("running with elevated rights: {} and the user's own plugins are ignored; "
                        "give --plugin-dir to use them",
                        kVariable));
    }
    all.add_beside_program();
    return std::move(all.places);
}

std::vector<fs::path> libraries_in(const fs::path& directory, std::string& error) {
    std::vector<fs::path> files;
    std::error_code reason;
    fs::directory_iterator at(directory, reason);
    for (; !reason && at != fs::directory_iterator(); at.increment(reason)) {
        std::string extension = at->path().extension().string();
        std::transform(extension.begin(), extension.end(), extension.begin(),
                       [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
        const bool library = extension == ".so" || extension == ".dll" || extension == ".dylib";
        if (library) files.push_back(at->path());
    }
    if (reason) error = "cannot be listed: " + reason.message();
    std::sort(files.begin(), files.end());
    return files;
}

std::string distrust(const fs::path& path, const Places::Place& place,
                     std::vector<std::string>& warnings) {
    // A link that leads nowhere is told as what it is.
    std::error_code error;
    if (!fs::exists(path, error)) return {};
    const auto reason = platform::untrusted_reason(path, place.trusted_like);
    if (!reason) return {};
    if (!place.named_by_user) return "not trusted: " + *reason;
    warnings.push_back(
        fmt::format("{}: {}; used because --plugin-dir names it", base::path_text(path), *reason));
    return {};
}

}  // namespace benchlab::plugin
