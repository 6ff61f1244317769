#include "platform/running.hpp"

#include <fmt/format.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "base/text.hpp"
#include "platform/files.hpp"

namespace benchlab::platform {
namespace {

namespace fs = std::filesystem;

std::string proc_file(std::uint32_t pid, const char* name) {
    return fmt::format("/proc/{}/{}", pid, name);
}

// A process may end at any time: what cannot be read is empty.
std::string content_of(std::uint32_t pid, const char* name) {
    auto content = read_file(proc_file(pid, name), 1u << 20);
    return content ? std::move(*content) : std::string();
}

// Of "Z:\games\game.exe" and "/usr/bin/game" the last part.
std::string_view last_part(std::string_view path) {
    const std::size_t at = path.find_last_of("/\\");
    return at == std::string_view::npos ? path : path.substr(at + 1);
}

void add_name(RunningProcess& to, std::string_view name) {
    std::size_t replaced = 0;
    std::string text = base::valid_utf8(base::trim(name), replaced);
    if (text.empty()) return;
    if (std::find(to.names.begin(), to.names.end(), text) == to.names.end()) {
        to.names.push_back(std::move(text));
    }
}

RunningProcess described(std::uint32_t pid) {
    RunningProcess out;
    out.pid = pid;
    add_name(out, content_of(pid, "comm"));
    std::error_code error;
    const std::string file = fs::read_symlink(proc_file(pid, "exe"), error).string();
    constexpr std::string_view kGone = " (deleted)";
    std::string_view name = last_part(file);
    if (name.ends_with(kGone)) name.remove_suffix(kGone.size());
    add_name(out, name);
    const std::string command = content_of(pid, "cmdline");
    add_name(out, last_part(std::string_view(command).substr(0, command.find('\0'))));
    return out;
}

// The process behind a descriptor, so that a pid that is given again cannot be meant by mistake;
// -1 where the kernel is older than that (5.3).
int open_process([[maybe_unused]] std::uint32_t pid) {
#if defined(SYS_pidfd_open) && defined(SYS_pidfd_send_signal)
    return static_cast<int>(syscall(SYS_pidfd_open, pid, 0));
#else
    return -1;
#endif
}

int send_interrupt(int descriptor, std::uint32_t pid) {
#if defined(SYS_pidfd_open) && defined(SYS_pidfd_send_signal)
    if (descriptor >= 0) {
        return static_cast<int>(syscall(SYS_pidfd_send_signal, descriptor, SIGINT, nullptr, 0));
    }
#endif
    static_cast<void>(descriptor);
    return ::kill(static_cast<pid_t>(pid), SIGINT);
}

base::Error gone(std::uint32_t pid) {
    return {base::Code::kNotFound, fmt::format("process {} has ended", pid)};
}

}  // namespace

std::vector<RunningProcess> running_processes() {
    std::vector<RunningProcess> out;
    std::error_code error;
    for (fs::directory_iterator at("/proc", error), end; !error && at != end; at.increment(error)) {
        const std::string name = at->path().filename().string();
        std::uint32_t pid = 0;
        const auto parsed = std::from_chars(name.data(), name.data() + name.size(), pid);
        if (parsed.ec != std::errc() || parsed.ptr != name.data() + name.size()) continue;
        RunningProcess one = described(pid);
        // One that only waits to be reaped does not run any more.
        if (!one.names.empty() && process_start(pid)) out.push_back(std::move(one));
    }
    std::sort(out.begin(), out.end(),
              [](const RunningProcess& a, const RunningProcess& b) { return a.pid < b.pid; });
    return out;
}

std::uint32_t own_pid() {
    return static_cast<std::uint32_t>(getpid());
}

std::optional<std::uint64_t> process_start(std::uint32_t pid) {
    const std::string line = content_of(pid, "stat");
    // The name is in brackets and may have brackets and blanks itself; the time is field 22, of
    // which the state behind the name is field 3.
    const std::size_t name_end = line.rfind(')');
    if (name_end == std::string::npos) return std::nullopt;
    const std::vector<std::string> fields = base::split(line.substr(name_end + 1), ' ');
    constexpr std::size_t kState = 1, kStart = 20;
    if (fields.size() <= kStart || fields[kState] == "Z" || fields[kState] == "X") {
        return std::nullopt;
    }
    std::uint64_t start = 0;
    const std::string& text = fields[kStart];
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), start);
    if (parsed.ec != std::errc()) return std::nullopt;
    return start;
}

base::Result<void> interrupt_process(std::uint32_t pid, std::uint64_t start) {
    const int descriptor = open_process(pid);
    // Looked at behind the open: what the descriptor is of is what has this start, or is gone.
    const bool same = process_start(pid) == start;
    const int sent = same ? send_interrupt(descriptor, pid) : 0;
    const int reason = sent == 0 ? 0 : errno;
    if (descriptor >= 0) ::close(descriptor);
    if (!same || reason == ESRCH) return gone(pid);
    if (reason == 0) return {};
    return base::Error{base::Code::kIo, fmt::format("cannot stop process {}: {}", pid,
                                                    std::generic_category().message(reason))};
}

}  // namespace benchlab::platform
