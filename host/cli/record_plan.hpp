// cli/record_plan.hpp: what `trace record` makes of its words before anything is recorded.
#pragma once

#include <cstdint>
#include <ctime>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "cli/options.hpp"
#include "platform/running.hpp"

namespace benchlab::cli {

// Part of file names here and elsewhere: letters, digits, '.', '_' and '-', a letter or digit
// first, at most 64.
base::Result<void> check_session_name(std::string_view name);

// "game-20261130-184205.perf.data" in `folder`, with a number behind the time when it is taken.
std::filesystem::path new_recording(const std::filesystem::path& folder, std::string_view session,
                                    const std::tm& when, std::string_view suffix);

// "512KiB", "4M", "8192".
base::Result<std::uint64_t> buffer_bytes(const std::string& text);

// Rounded to whole nanoseconds.
std::int64_t seconds_to_ns(double seconds);

// The processes that a recording is about.
struct Targets {
    std::vector<std::uint32_t> pids;
    std::vector<std::string> shown;  // "game (1234)"
    std::string focus;               // of the report: a pid or, of several, a name
};
// Each of `wanted` is a pid, or a name with or without ".exe" in any case; of a name all that have
// it are taken, but never `self`.  Error: one of them is not running.
base::Result<Targets> find_targets(const std::vector<std::string>& wanted,
                                   const std::vector<platform::RunningProcess>& running,
                                   std::uint32_t self);

// The words behind "--".  Error: there are words that are no options, but no "--" before them.
base::Result<std::vector<std::string>> command_words(const Arguments& arguments);

}  // namespace benchlab::cli
