#include "perf/record/code_maps.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <ctime>
#include <optional>

#include "perf/made_code.hpp"
#include "perf/record/features.hpp"

namespace benchlab::perf {
namespace {

constexpr std::uint64_t kNsPerSecond = 1'000'000'000;
constexpr std::size_t kMostProcesses = 1024;  // each takes a descriptor
constexpr std::uint64_t kMostMapBytes = 64u << 20;

std::string folder_of(std::uint32_t pid) {
    return "/proc/" + std::to_string(pid);
}

// "NSpid:  1234  7": the last is what the process itself takes for its number.
std::string own_number(std::uint32_t pid) {
    const std::string status = read_file(folder_of(pid) + "/status").value_or("");
    const std::size_t begin = status.find("\nNSpid:");
    if (begin == std::string::npos) return std::to_string(pid);
    const std::string line = status.substr(begin + 1, status.find('\n', begin + 1) - begin - 1);
    const std::size_t last = line.find_last_of("\t ");
    return last == std::string::npos ? std::to_string(pid) : line.substr(last + 1);
}

// By the wall clock, to the tick of the kernel's clock.
std::optional<std::uint64_t> begin_of(std::uint32_t pid) {
    constexpr int kFieldsBehindName = 20;  // "S 1 2 ...": what is before the 22nd field
    const std::string line = read_line(folder_of(pid) + "/stat").value_or("");
    std::size_t at = line.rfind(')');
    if (at == std::string::npos) return std::nullopt;
    for (int i = 0; i < kFieldsBehindName && at != std::string::npos; ++i)
        at = line.find(' ', at + 1);
    if (at == std::string::npos) return std::nullopt;
    std::uint64_t ticks = 0;
    std::from_chars(line.data() + at + 1, line.data() + line.size(), ticks);
    timespec now{};
    ::clock_gettime(CLOCK_BOOTTIME, &now);
    const std::uint64_t up = static_cast<std::uint64_t>(now.tv_sec) * kNsPerSecond +
                             static_cast<std::uint64_t>(now.tv_nsec);
    const auto per_second = static_cast<std::uint64_t>(std::max(1L, ::sysconf(_SC_CLK_TCK)));
    return wall_ns() - up + ticks * (kNsPerSecond / per_second);
}

FileDescriptor open_folder(const std::string& path) {
    return FileDescriptor(::open(path.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
}

}  // namespace

void KeptCodeMaps::add(std::uint32_t pid) {
    const auto known = processes_.find(pid);
    if (known == processes_.end() && processes_.size() == kMostProcesses) return;
    Process process;
    process.folder = open_folder(folder_of(pid) + "/root/tmp");
    struct stat status {};
    const auto began = begin_of(pid);
    if (process.folder && began && ::stat(folder_of(pid).c_str(), &status) == 0) {
        process.name = code_map_name(own_number(pid));
        process.owner = status.st_uid;
        process.began_ns = *began;
    } else if (known != processes_.end()) {
        return;  // it has ended, and is known
    } else {
        // It had ended before anybody looked: what was written in the last second is its own.
        process.folder = open_folder("/tmp");
        process.name = code_map_name(std::to_string(pid));
        process.owner = ::geteuid();
        process.began_ns = wall_ns() - kNsPerSecond;
    }
    processes_.insert_or_assign(pid, std::move(process));
}

Blob KeptCodeMaps::section() const {
    Blob maps;
    for (const auto& [pid, process] : processes_) {
        // A link could lead to what only we may read, so none is followed.
        const FileDescriptor file(
            ::openat(process.folder.number(), process.name.c_str(),
                     O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY));
        struct stat status {};
        if (!file || ::fstat(file.number(), &status) != 0 || !S_ISREG(status.st_mode) ||
            status.st_nlink != 1 || status.st_uid != process.owner)
            continue;
        const std::uint64_t written_ns =
            static_cast<std::uint64_t>(status.st_mtim.tv_sec) * kNsPerSecond +
            static_cast<std::uint64_t>(status.st_mtim.tv_nsec);
        // Times of files come with a tick of the clock.
        if (written_ns + kNsPerSecond / 10 < process.began_ns) continue;
        if (static_cast<std::uint64_t>(status.st_size) >
            kMostMapBytes - std::min(kMostMapBytes, maps.size()))
            continue;
        const auto text = read_file("/proc/self/fd/" + std::to_string(file.number()));
        if (!text || text->empty()) continue;
        maps.put(pid);
        maps.put(static_cast<std::uint64_t>(text->size()));
        maps.put_name("/tmp/" + process.name);
        maps.put_bytes(*text);
    }
    if (maps.size() == 0) return {};
    const Bytes bytes = maps.bytes();
    return packed_section("benchlab.perfmaps",
                          {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

}  // namespace benchlab::perf
