// targets.hpp: the processes that a recording is about, as /proc shows them.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "perf/record/system.hpp"

namespace benchlab::perf {

// One line of /proc/PID/maps.
struct Mapping {
    std::uint64_t begin = 0, end = 0, offset = 0;
    bool readable = false, writable = false, executable = false, shared = false;
    std::uint32_t device_major = 0, device_minor = 0;
    std::uint64_t inode = 0;
    std::string path;  // empty for anonymous memory
};

// Of a process that has ended: none.
std::vector<Mapping> mappings_of(std::uint32_t pid);

std::vector<std::uint32_t> threads_of(std::uint32_t pid);

// Processes of this user.
std::vector<std::uint32_t> own_processes();

// Tells when processes have ended, without mistaking a later one of the same number for it.
class Lives {
  public:
    explicit Lives(const std::vector<std::uint32_t>& pids);
    bool all_ended();

  private:
    struct Life {
        std::uint32_t pid;
        FileDescriptor file;  // a pidfd, where the kernel has them
        bool ended = false;
    };
    std::vector<Life> lives_;
};

}  // namespace benchlab::perf
