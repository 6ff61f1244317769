// plugin/check.hpp: `benchlab plugins --check FILE`, for authors: everything that validation
// looks at, then each function is called in the ways that the ABI promises to call it.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "plugin/plugin.hpp"

namespace benchlab::plugin {

enum class CheckOutcome {
    kOk,
    kFailed,   // the plugin breaks its side of the contract
    kSkipped,  // could not be checked, or may be meant so: the detail says why
};

struct CheckItem {
    CheckOutcome outcome = CheckOutcome::kOk;
    std::string what;    // "cache/chase/4KiB: 0 iterations"
    std::string detail;  // "12 ns"; the reason when not kOk
};

struct CheckReport {
    std::string plugin;  // "cache 1.0"; empty when the file could not be loaded
    std::vector<CheckItem> items;
    // Gets each item at once: the next call may crash.
    std::function<void(const CheckReport&, const CheckItem&)> added;

    void add(CheckOutcome outcome, std::string what, std::string detail = {});
    std::size_t count(CheckOutcome outcome) const;
    bool passed() const { return count(CheckOutcome::kFailed) == 0; }
};

// Loads and checks a file.  Runs the plugin's code: a crash in it ends the process.
CheckReport check_plugin(const std::filesystem::path& file,
                         std::function<void(const CheckReport&, const CheckItem&)> added = {});
// The calls alone, of a plugin that was loaded.
void check_calls(const Plugin& plugin, CheckReport& report);

// The parts of it.
void check_benchmark(const Benchmark& benchmark, CheckReport& report);
void check_analyzer(const Plugin& plugin, const bl_analyzer& analyzer, CheckReport& report);
void check_reader(const Plugin& plugin, const bl_reader& reader, CheckReport& report);
void check_recorder(const Plugin& plugin, const bl_recorder& recorder, CheckReport& report);

}  // namespace benchlab::plugin
