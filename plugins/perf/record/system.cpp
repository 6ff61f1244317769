#include "perf/record/system.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <ctime>
#include <memory>

namespace benchlab::perf {
namespace {

std::uint64_t clock_ns(clockid_t clock) {
    timespec now{};
    ::clock_gettime(clock, &now);
    return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000u +
           static_cast<std::uint64_t>(now.tv_nsec);
}

}  // namespace

FileDescriptor& FileDescriptor::operator=(FileDescriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
}

FileDescriptor::~FileDescriptor() {
    if (number_ >= 0) ::close(number_);
}

std::optional<std::string> read_file(const std::string& path) {
    const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY));
    if (!file) return std::nullopt;
    std::string text;
    constexpr std::size_t kStep = 16384;
    for (;;) {
        const std::size_t had = text.size();
        // Growing by doubling, as /proc/kallsyms has many megabytes.
        text.resize(had + std::max(kStep, had));
        const ssize_t got = ::read(file.number(), text.data() + had, text.size() - had);
        text.resize(had + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return std::nullopt;
        if (got == 0) return text;
    }
}

std::optional<std::string> read_line(const std::string& path) {
    auto text = read_file(path);
    if (text) text->resize(std::min(text->size(), text->find('\n')));
    return text;
}

std::vector<std::string> names_in(const std::string& folder) {
    std::vector<std::string> names;
    const std::unique_ptr<DIR, int (*)(DIR*)> opened(::opendir(folder.c_str()), &::closedir);
    if (!opened) return names;
    while (const dirent* entry = ::readdir(opened.get())) {
        const std::string name = entry->d_name;
        if (name != "." && name != "..") names.push_back(name);
    }
    std::sort(names.begin(), names.end());
    return names;
}

std::vector<std::uint32_t> numbers_in(const std::string& folder) {
    std::vector<std::uint32_t> numbers;
    for (const std::string& name : names_in(folder)) {
        std::uint32_t number = 0;
        const char* end = name.data() + name.size();
        const auto read = std::from_chars(name.data(), end, number);
        if (read.ec == std::errc() && read.ptr == end) numbers.push_back(number);
    }
    std::sort(numbers.begin(), numbers.end());
    return numbers;
}

std::vector<std::uint32_t> parse_number_list(const std::string& text) {
    std::vector<std::uint32_t> numbers;
    const char* at = text.data();
    const char* end = at + text.size();
    while (at < end) {
        std::uint32_t first = 0;
        const auto read = std::from_chars(at, end, first);
        if (read.ec != std::errc()) break;
        std::uint32_t last = first;
        at = read.ptr;
        if (at < end && *at == '-') at = std::from_chars(at + 1, end, last).ptr;
        constexpr std::uint32_t kMost = 1u << 16;  // against nonsense
        for (std::uint32_t i = first; i <= last && i < kMost; ++i) numbers.push_back(i);
        if (at < end) ++at;  // the comma
    }
    return numbers;
}

std::vector<std::uint32_t> online_cpus() {
    const auto text = read_line("/sys/devices/system/cpu/online");
    auto cpus = parse_number_list(text.value_or(""));
    if (!cpus.empty()) return cpus;
    const long count = ::sysconf(_SC_NPROCESSORS_ONLN);
    for (long i = 0; i < count; ++i) cpus.push_back(static_cast<std::uint32_t>(i));
    return cpus;
}

std::uint64_t monotonic_ns() {
    return clock_ns(CLOCK_MONOTONIC);
}

std::uint64_t wall_ns() {
    return clock_ns(CLOCK_REALTIME);
}

std::uint32_t current_tid() {
    return static_cast<std::uint32_t>(::syscall(SYS_gettid));
}

std::string reason_text(int reason) {
    return std::strerror(reason);
}

int open_event(const perf_event_attr& attr, std::int32_t pid, std::int32_t cpu) {
    const long opened = ::syscall(SYS_perf_event_open, &attr, pid, cpu, -1, PERF_FLAG_FD_CLOEXEC);
    return opened >= 0 ? static_cast<int>(opened) : -errno;
}

std::uint64_t allow_descriptors(std::uint64_t wanted) {
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return 1024;
    if (limit.rlim_cur >= wanted) return limit.rlim_cur;
    rlimit asked = limit;
    asked.rlim_cur = wanted;
    asked.rlim_max = std::max<rlim_t>(limit.rlim_max, wanted);  // for those who may
    if (::setrlimit(RLIMIT_NOFILE, &asked) == 0) return wanted;
    asked = limit;
    asked.rlim_cur = limit.rlim_max;
    return ::setrlimit(RLIMIT_NOFILE, &asked) == 0 ? asked.rlim_cur : limit.rlim_cur;
}

}  // namespace benchlab::perf
