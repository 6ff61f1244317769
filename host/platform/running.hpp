// platform/running.hpp: processes that run already, whoever has started them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"

namespace benchlab::platform {

struct RunningProcess {
    std::uint32_t pid = 0;
    // What it may be called, UTF-8 without paths: by the system, by its file, by its command line
    // (of a program under Wine that of its .exe).
    std::vector<std::string> names;
};

// All that this user may see, by pid.
std::vector<RunningProcess> running_processes();

std::uint32_t own_pid();
// When it began, in a unit of the system's own: with the pid it names a process for good, as pids
// are given again.  nullopt: there is no such process.
std::optional<std::uint64_t> process_start(std::uint32_t pid);

// Asks that very process to end, as Ctrl+C does.  Error: it is not there any more, it belongs to
// somebody else, or the system has no such way.
base::Result<void> interrupt_process(std::uint32_t pid, std::uint64_t start);

}  // namespace benchlab::platform
