#include "cli/record_plan.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include "base/text.hpp"
#include "base/units.hpp"

namespace benchlab::cli {
namespace {

using base::Code;
using base::Error;

bool is_alphanumeric(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

bool is_called(const platform::RunningProcess& process, const std::string& wanted) {
    const std::string name = base::lower(wanted);
    return std::any_of(process.names.begin(), process.names.end(), [&](const std::string& known) {
        const std::string lower = base::lower(known);
        return lower == name || lower == name + ".exe";
    });
}

// nullopt: it is no number.
std::optional<std::uint32_t> pid_of(const std::string& text) {
    std::uint32_t pid = 0;
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), pid);
    if (parsed.ec != std::errc() || parsed.ptr != text.data() + text.size()) return std::nullopt;
    return pid;
}

Error not_running(const std::string& wanted, const std::vector<platform::RunningProcess>& running) {
    if (pid_of(wanted)) return {Code::kNotFound, fmt::format("there is no process {}", wanted)};
    std::vector<std::string> names;
    for (const platform::RunningProcess& each : running) {
        names.insert(names.end(), each.names.begin(), each.names.end());
    }
    const std::string near = base::closest(wanted, names);
    return {
        Code::kNotFound,
        fmt::format("no process {} is running{}", base::printable(wanted),
                    near.empty() ? "" : fmt::format(" (did you mean {}?)", base::printable(near)))};
}

}  // namespace

base::Result<void> check_session_name(std::string_view name) {
    constexpr std::size_t kLongest = 64;
    const bool safe = std::all_of(name.begin(), name.end(), [](char c) {
        return is_alphanumeric(c) || c == '.' || c == '_' || c == '-';
    });
    if (safe && !name.empty() && name.size() <= kLongest && is_alphanumeric(name.front())) {
        return {};
    }
    return Error{Code::kInvalid,
                 fmt::format("--session {} is no name for a session: letters, digits, '.', '_' and "
                             "'-', a letter or digit first, at most {}",
                             base::printable(name), kLongest)};
}

std::filesystem::path new_recording(const std::filesystem::path& folder, std::string_view session,
                                    const std::tm& when, std::string_view suffix) {
    const std::string stem = fmt::format("{}-{:%Y%m%d-%H%M%S}", session, when);
    std::filesystem::path file = folder / base::text_path(fmt::format("{}{}", stem, suffix));
    std::error_code error;
    for (int next = 2; std::filesystem::exists(file, error); ++next) {
        file = folder / base::text_path(fmt::format("{}-{}{}", stem, next, suffix));
    }
    return file;
}

base::Result<std::uint64_t> buffer_bytes(const std::string& text) {
    std::uint64_t bytes = 0;
    if (base::parse_scaled(text, base::Unit::kBytes, bytes) && bytes > 0) return bytes;
    return Error{Code::kInvalid, fmt::format("--buffer {} is no size such as 512KiB or 4MiB",
                                             base::printable(text))};
}

std::int64_t seconds_to_ns(double seconds) {
    return std::llround(seconds * base::kNsPerSecond);
}

base::Result<Targets> find_targets(const std::vector<std::string>& wanted,
                                   const std::vector<platform::RunningProcess>& running,
                                   std::uint32_t self) {
    Targets out;
    std::string first_name;
    for (const std::string& each : wanted) {
        const auto pid = pid_of(each);
        bool found = false;
        for (const platform::RunningProcess& process : running) {
            if (pid ? process.pid != *pid : process.pid == self || !is_called(process, each)) {
                continue;
            }
            found = true;
            if (std::find(out.pids.begin(), out.pids.end(), process.pid) != out.pids.end()) {
                continue;
            }
            if (first_name.empty()) first_name = process.names.front();
            out.pids.push_back(process.pid);
            out.shown.push_back(
                fmt::format("{} ({})", base::printable(process.names.front()), process.pid));
        }
        if (!found) return not_running(each, running);
    }
    out.focus = out.pids.size() == 1 ? fmt::format("{}", out.pids.front()) : first_name;
    return out;
}

base::Result<std::vector<std::string>> command_words(const Arguments& arguments) {
    const auto& words = arguments.words();
    const auto dashes = std::find(words.begin(), words.end(), "--");
    const auto behind =
        dashes == words.end() ? 0 : static_cast<std::size_t>(words.end() - dashes) - 1;
    const auto& positionals = arguments.positionals();
    if (positionals.size() > behind) {
        return Error{Code::kInvalid,
                     fmt::format("trace record does not know what to do with {0}: a program to "
                                 "start stands behind --, a running one is --process {0}",
                                 base::printable(positionals.front()))};
    }
    if (dashes != words.end() && behind == 0) {
        return Error{Code::kInvalid, "a program to start belongs behind --"};
    }
    return positionals;
}

}  // namespace benchlab::cli
