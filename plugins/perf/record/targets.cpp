#include "perf/record/targets.hpp"

#include <poll.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>

namespace benchlab::perf {
namespace {

std::string folder_of(std::uint32_t pid) {
    return "/proc/" + std::to_string(pid);
}

bool parse_mapping(const std::string& line, Mapping& mapping) {
    unsigned long long begin = 0, end = 0, offset = 0, inode = 0;
    unsigned major = 0, minor = 0;
    char rights[5] = {};
    int path = 0;
    const int read = std::sscanf(line.c_str(), "%llx-%llx %4s %llx %x:%x %llu %n", &begin, &end,
                                 rights, &offset, &major, &minor, &inode, &path);
    if (read < 7) return false;
    mapping = {begin,
               end,
               offset,
               rights[0] == 'r',
               rights[1] == 'w',
               rights[2] == 'x',
               rights[3] == 's',
               major,
               minor,
               inode,
               path > 0 ? line.substr(static_cast<std::size_t>(path)) : std::string()};
    return true;
}

}  // namespace

std::vector<Mapping> mappings_of(std::uint32_t pid) {
    std::vector<Mapping> mappings;
    const std::string text = read_file(folder_of(pid) + "/maps").value_or("");
    Mapping mapping;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        if (parse_mapping(text.substr(at, end - at), mapping)) mappings.push_back(mapping);
        at = end + 1;
    }
    return mappings;
}

std::vector<std::uint32_t> threads_of(std::uint32_t pid) {
    return numbers_in(folder_of(pid) + "/task");
}

std::vector<std::uint32_t> own_processes() {
    std::vector<std::uint32_t> own;
    for (const std::uint32_t pid : numbers_in("/proc")) {
        struct stat status {};
        if (::stat(folder_of(pid).c_str(), &status) == 0 && status.st_uid == ::geteuid())
            own.push_back(pid);
    }
    return own;
}

Lives::Lives(const std::vector<std::uint32_t>& pids) {
    for (const std::uint32_t pid : pids) {
#ifdef SYS_pidfd_open
        FileDescriptor file(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
#else
        FileDescriptor file;
#endif
        lives_.push_back({pid, std::move(file), false});
    }
}

bool Lives::all_ended() {
    for (Life& life : lives_) {
        if (life.ended) continue;
        if (life.file) {
            // Readable from its end on, also while nobody has asked for its exit status.
            pollfd asked{life.file.number(), POLLIN, 0};
            life.ended = ::poll(&asked, 1, 0) > 0;
        } else {
            life.ended = ::kill(static_cast<pid_t>(life.pid), 0) != 0 && errno == ESRCH;
        }
    }
    return !lives_.empty() &&
           std::all_of(lives_.begin(), lives_.end(), [](const Life& life) { return life.ended; });
}

}  // namespace benchlab::perf
