#include "plugin/registry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/text.hpp"
#include "plugin/call.hpp"
#include "plugin/find.hpp"
#include "plugin/inspect.hpp"
#include "plugin/load.hpp"
#include "plugin/plugin_impl.hpp"
#include "plugin/validate.hpp"

namespace benchlab::plugin {
namespace fs = std::filesystem;

namespace {

using Plugins = std::vector<std::unique_ptr<Plugin>>;

std::string where(const Plugin& plugin) {
    return plugin.file.empty() ? "this program" : base::path_text(plugin.file);
}

// Names of one kind that both have: the later plugin cannot be used next to the earlier one.
void add_clashes(std::string_view kind, const std::vector<std::string>& earlier,
                 const std::vector<std::string>& later, const Plugin& owner,
                 std::vector<std::string>& reasons) {
    for (const std::string& name : later) {
        if (std::find(earlier.begin(), earlier.end(), name) == earlier.end()) continue;
        reasons.push_back(
            fmt::format("{} \"{}\" is in {} too, which comes first", kind, name, where(owner)));
    }
}

struct Names {
    std::vector<std::string> benchmarks, analyzers, readers, recorders;
    explicit Names(const Plugin& plugin) {
        for (const Benchmark& one : plugin.benchmarks) benchmarks.push_back(one.name);
        for (const bl_analyzer& one : plugin.analyzers) analyzers.emplace_back(one.id);
        for (const bl_reader& one : plugin.readers) readers.emplace_back(one.id);
        for (const bl_recorder& one : plugin.recorders) recorders.emplace_back(one.id);
    }
};

std::vector<std::string> clashes(const Plugins& plugins, const Plugin& fresh) {
    std::vector<std::string> reasons;
    const Names later(fresh);
    for (const auto& known : plugins) {
        const Names earlier(*known);
        add_clashes("benchmark", earlier.benchmarks, later.benchmarks, *known, reasons);
        add_clashes("section", earlier.analyzers, later.analyzers, *known, reasons);
        add_clashes("reader", earlier.readers, later.readers, *known, reasons);
        add_clashes("recorder", earlier.recorders, later.recorders, *known, reasons);
    }
    return reasons;
}

// What a plugin was given stays for ever: a thread of its own may be using the host to the end.
void keep(std::unique_ptr<Plugin> plugin) {
    static auto* const kept = new Plugins;
    kept->push_back(std::move(plugin));
}

void refuse(FoundFile& found, FileStatus status, std::string reason) {
    found.status = status;
    found.reasons.push_back(std::move(reason));
}

// What the thread does to a file until the plugin's own name is known.
Crumb file_crumb(const FoundFile& found, const char* function) {
    const std::string file = found.path.empty()
                                 ? "this program"
                                 : base::printable(base::path_text(found.path.filename()));
    return {intern_name(file), nullptr, function};
}

// False when there is no room for it beside those that came first.
bool fits(const Plugin& plugin, FoundFile& found, const Plugins& plugins) {
    for (const auto& known : plugins) {
        if (known->id != plugin.id) continue;
        refuse(found, FileStatus::kShadowed,
               fmt::format("plugin {} is in {} too, which comes first", plugin.id, where(*known)));
        return false;
    }
    found.reasons = clashes(plugins, plugin);
    if (!found.reasons.empty()) found.status = FileStatus::kRefused;
    return found.reasons.empty();
}

// Fetches the table, checks it, and starts the plugin if nothing speaks against it.
void take_entry(bl_plugin_entry entry, FoundFile& found, Plugins& plugins) {
    const auto table =
        call_plain(file_crumb(found, BL_PLUGIN_SYMBOL), [&] { return entry(BL_ABI_MINOR); });
    if (!table) return refuse(found, FileStatus::kRefused, table.error().message);
    // A table may point to nowhere, or be large without end.
    const CrumbScope scope(file_crumb(found, "reading its table"));
    Validated checked = validate(*table);
    found.plugin_id = checked.id;
    if (!checked.plugin) {
        found.status = FileStatus::kRefused;
        found.reasons = std::move(checked.reasons);
        return;
    }
    Plugin& plugin = *checked.plugin;
    plugin.file = found.path;
    if (!fits(plugin, found, plugins)) return;
    if (plugin.impl->table.start != nullptr) {
        const Crumb crumb{intern_name(plugin.id), nullptr, "start"};
        const auto started = call(crumb, [&] { return plugin.impl->table.start(plugin.host()); });
        if (!started || *started != BL_OK) {
            const base::Error error = started ? status_error(crumb, *started) : started.error();
            keep(std::move(checked.plugin));
            return refuse(found, FileStatus::kFailed, error.message);
        }
    }
    plugin.impl->started = true;
    found.status = FileStatus::kLoaded;
    plugins.push_back(std::move(checked.plugin));
}

void take_described(Described seen, FoundFile& found, Plugins& plugins) {
    found.plugin_id = std::move(seen.plugin_id);
    found.status = seen.status;
    found.reasons = std::move(seen.reasons);
    if (!seen.plugin) return;
    seen.plugin->file = found.path;
    if (fits(*seen.plugin, found, plugins)) plugins.push_back(std::move(seen.plugin));
}

// Its constructors run in here, which nothing can guard but the crash handler.
base::Result<LoadedLibrary> load_unwary(const FoundFile& found) {
    const CrumbScope scope(file_crumb(found, "loading"));
    return load_library(found.path);
}

FoundFile take_file(const fs::path& file, Plugins& plugins,
                    const std::function<Described(const fs::path&)>& describe = {}) {
    FoundFile found;
    std::error_code error;
    found.path = fs::canonical(file, error);
    if (error) {
        found.path = fs::absolute(file, error);
        refuse(found, FileStatus::kRefused,
               fs::exists(fs::symlink_status(file, error)) ? "a link that leads nowhere"
                                                           : "does not exist");
        return found;
    }
    Inspection seen = inspect(found.path);
    if (seen.result != Inspected::kPlugin) {
        refuse(
            found,
            seen.result == Inspected::kNotAPlugin ? FileStatus::kNotAPlugin : FileStatus::kRefused,
            std::move(seen.reason));
        return found;
    }
    if (describe) {
        take_described(describe(found.path), found, plugins);
        return found;
    }
    const auto library = load_unwary(found);
    if (!library) {
        refuse(found, FileStatus::kFailed, library.error().message);
        return found;
    }
    take_entry(library->entry, found, plugins);
    return found;
}

}  // namespace

Registry Registry::load(const SearchOptions& options) {
    Registry registry;
    Places found = find_places(options);
    registry.warnings_ = std::move(found.warnings);
    for (Places::Place& place : found.places) {
        SearchedDirectory& directory = place.directory;
        std::vector<fs::path> files;
        if (directory.refused.empty()) files = libraries_in(directory.path, directory.refused);
        directory.libraries = files.size();
        for (const fs::path& file : files) {
            std::string reason = distrust(file, place, registry.warnings_);
            if (reason.empty()) {
                registry.files_.push_back(take_file(file, registry.plugins_, options.describe));
            } else {
                FoundFile& refused = registry.files_.emplace_back();
                refused.path = file;
                refuse(refused, FileStatus::kRefused, std::move(reason));
            }
            registry.files_.back().listed = file;
        }
        registry.directories_.push_back(std::move(directory));
    }
    return registry;
}

Registry Registry::from_entry(bl_plugin_entry entry) {
    Registry registry;
    FoundFile found;
    take_entry(entry, found, registry.plugins_);
    registry.files_.push_back(std::move(found));
    return registry;
}

Registry Registry::from_file(const fs::path& file) {
    Registry registry;
    registry.files_.push_back(take_file(file, registry.plugins_));
    return registry;
}

std::vector<const FoundFile*> Registry::files_of(const SearchedDirectory& directory) const {
    std::vector<const FoundFile*> out;
    for (const FoundFile& file : files_) {
        if (file.listed.parent_path() == directory.path) out.push_back(&file);
    }
    return out;
}

std::vector<const Benchmark*> Registry::benchmarks() const {
    std::vector<const Benchmark*> all;
    for (const auto& plugin : plugins_) {
        for (const Benchmark& benchmark : plugin->benchmarks) all.push_back(&benchmark);
    }
    return all;
}

Registry::Registry(Registry&&) noexcept = default;

Registry& Registry::operator=(Registry&& other) noexcept {
    // Not the default, which would drop our plugins without stopping them.
    Registry gone(std::move(*this));
    directories_ = std::move(other.directories_);
    files_ = std::move(other.files_);
    plugins_ = std::move(other.plugins_);
    warnings_ = std::move(other.warnings_);
    return *this;
}

Registry::~Registry() {
    for (auto at = plugins_.rbegin(); at != plugins_.rend(); ++at) {
        Plugin& plugin = **at;
        if (!plugin.impl->started || plugin.impl->table.stop == nullptr) continue;
        const Crumb crumb{intern_name(plugin.id), nullptr, "stop"};
        const auto stopped = call_plain(crumb, [&] { plugin.impl->table.stop(); });
        if (!stopped) log_as(plugin.id, BL_LOG_ERROR, stopped.error().message);
    }
    for (auto& plugin : plugins_) keep(std::move(plugin));
}

}  // namespace benchlab::plugin
