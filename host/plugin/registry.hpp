// plugin/registry.hpp: all plugins of this run: found, inspected, loaded, checked, started.
//
//     SearchOptions where;  where.directories = {"./plugins"};
//     Registry plugins = Registry::load(where);
//     for (const auto& benchmark : plugins.benchmarks()) ...
//
// The only user of Boost.DLL.  Libraries are never unloaded.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "benchlab/benchlab.h"
#include "plugin/plugin.hpp"

namespace benchlab::plugin {

enum class FileStatus {
    kLoaded,
    kNotAPlugin,
    kRefused,
    kShadowed,
    kFailed,
    kCrashed,  // the process that was to describe it crashed,
    kHung,     // or had to be ended
};

// A plugin as another process saw it.
struct Described {
    std::unique_ptr<Plugin> plugin;  // without functions that could be called; null when refused
    FileStatus status = FileStatus::kRefused;
    std::string plugin_id;
    std::vector<std::string> reasons;  // when refused
};

struct SearchOptions {
    std::vector<std::filesystem::path> directories;  // --plugin-dir, in order
    bool defaults = true;                            // false: --no-default-plugins
    // When set, nothing is loaded into this process: this tells what an inspected file offers.
    std::function<Described(const std::filesystem::path&)> describe;
};

// One place that was searched.
struct SearchedDirectory {
    std::filesystem::path path;
    std::string origin;   // "--plugin-dir", "BENCHLAB_PLUGIN_PATH", "user", "beside the program"
    std::string refused;  // why nothing in it was looked at; empty: searched
    std::size_t libraries = 0;
};

// One library file that was found.
struct FoundFile {
    std::filesystem::path path;    // where it lies, links followed
    std::filesystem::path listed;  // as it was found in its directory
    FileStatus status = FileStatus::kRefused;
    std::vector<std::string> reasons;  // all of them; empty when loaded
    std::string plugin_id;             // when it could be read
};

class Registry {
  public:
    // Searches, loads and starts.  Never fails as a whole: what went wrong is in files(),
    // directories() and warnings().
    static Registry load(const SearchOptions& options);
    // A plugin that is linked into this program (benchlab::main).
    static Registry from_entry(bl_plugin_entry entry);
    // One file, whatever its place (the worker process, plugins --check).
    static Registry from_file(const std::filesystem::path& file);

    const std::vector<SearchedDirectory>& directories() const { return directories_; }
    const std::vector<FoundFile>& files() const { return files_; }
    // Those that lie, or are linked to, in a directory of directories().
    std::vector<const FoundFile*> files_of(const SearchedDirectory& directory) const;
    const std::vector<std::unique_ptr<Plugin>>& plugins() const { return plugins_; }
    const std::vector<std::string>& warnings() const { return warnings_; }

    // All of the plugins, in the plugins' order and their own.
    std::vector<const Benchmark*> benchmarks() const;

    Registry(Registry&&) noexcept;
    Registry& operator=(Registry&&) noexcept;
    // Calls stop, last started first.
    ~Registry();

  private:
    Registry() = default;
    std::vector<SearchedDirectory> directories_;
    std::vector<FoundFile> files_;
    std::vector<std::unique_ptr<Plugin>> plugins_;
    std::vector<std::string> warnings_;
};

}  // namespace benchlab::plugin
