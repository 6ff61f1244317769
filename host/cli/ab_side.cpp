#include "cli/ab_side.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>

#include "base/text.hpp"
#include "cli/children.hpp"
#include "cli/program.hpp"
#include "plugin/inspect.hpp"

namespace benchlab::cli {
namespace {

namespace fs = std::filesystem;

base::Error no_side(const fs::path& path, const std::string& why) {
    return {base::Code::kInvalid,
            fmt::format("{}: {}", base::printable(base::path_text(path)), base::printable(why))};
}

bool is_library(const fs::path& file) {
    const fs::path end = file.extension();
    return end == ".so" || end == ".dll" || end == ".dylib";
}

bool may_be_run(const fs::path& file) {
#ifdef _WIN32
    return file.extension() == ".exe";
#else
    std::error_code unknown;
    const fs::perms rights = fs::status(file, unknown).permissions();
    const fs::perms any = fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec;
    return !unknown && (rights & any) != fs::perms::none;
#endif
}

}  // namespace

base::Result<AbSide> AbSide::open(const fs::path& path, std::uint64_t call_limit_ms) {
    std::error_code missing;
    const fs::path place = fs::canonical(path, missing);
    if (missing) return no_side(path, "there is no such folder, plugin or program");
    AbSide out;
    if (fs::is_directory(place)) {
        plugin::SearchOptions where;
        where.directories = {place};
        where.defaults = false;
        where.describe = [&](const fs::path& file) {
            return describe_in_child(file, call_limit_ms);
        };
        out.registry_ = plugin::Registry::load(where);
        print_plugin_problems(*out.registry_);
        return out;
    }
    const plugin::Inspection seen = plugin::inspect(place);
    // A program made with benchlab::main exports the plugin's entry, too.
    const bool is_plugin =
        seen.result == plugin::Inspected::kPlugin && (is_library(place) || !may_be_run(place));
    if (!is_plugin && !may_be_run(place)) {
        return no_side(path, "neither a folder of plugins, a plugin nor a program: " + seen.reason);
    }
    if (!is_plugin) out.program_ = place;
    plugin::Described found = is_plugin ? describe_in_child(place, call_limit_ms)
                                        : describe_program(place, call_limit_ms);
    if (!found.plugin) {
        const std::string why = base::join(found.reasons, "; ");
        return no_side(
            path,
            is_plugin ? why : "not a program made with benchlab::main of this version: " + why);
    }
    out.plugin_ = std::move(found.plugin);
    if (is_plugin) out.plugin_->file = place;
    return out;
}

base::Result<void> AbSide::choose(const RunSettings& settings) {
    std::vector<const plugin::Benchmark*> benchmarks;
    if (registry_) benchmarks = registry_->benchmarks();
    if (plugin_) {
        for (const plugin::Benchmark& each : plugin_->benchmarks) benchmarks.push_back(&each);
    }
    auto chosen = select_cases(benchmarks, settings);
    if (!chosen) return chosen.error();
    cases_ = std::move(*chosen);
    return {};
}

const plugin::Case* AbSide::find(const std::string& name) const {
    const auto found = std::find_if(cases_.begin(), cases_.end(),
                                    [&](const plugin::Case& each) { return each.name == name; });
    return found == cases_.end() ? nullptr : &*found;
}

}  // namespace benchlab::cli
