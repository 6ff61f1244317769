#include "platform/running.hpp"

// tlhelp32.h wants windows.h before it.
// clang-format off
#include <windows.h>
#include <tlhelp32.h>
// clang-format on

#include <algorithm>

#include "platform/windows/handle.hpp"
#include "platform/windows/text.hpp"

namespace benchlab::platform {

std::vector<RunningProcess> running_processes() {
    std::vector<RunningProcess> out;
    const Handle all(CreateToolhelp32Snapshot(TH32CS_SNAPPROCESS, 0));
    if (!all.valid()) return out;
    PROCESSENTRY32W entry{};
    entry.dwSize = sizeof entry;
    for (BOOL more = Process32FirstW(all.get(), &entry); more != 0;
         more = Process32NextW(all.get(), &entry)) {
        RunningProcess one;
        one.pid = entry.th32ProcessID;
        one.names = {to_utf8(entry.szExeFile)};
        out.push_back(std::move(one));
    }
    std::sort(out.begin(), out.end(),
              [](const RunningProcess& a, const RunningProcess& b) { return a.pid < b.pid; });
    return out;
}

std::uint32_t own_pid() {
    return GetCurrentProcessId();
}

std::optional<std::uint64_t> process_start(std::uint32_t pid) {
    const Handle process(OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION | SYNCHRONIZE, FALSE, pid));
    FILETIME created{}, ended{}, kernel{}, user{};
    if (!process.valid() || WaitForSingleObject(process.get(), 0) == WAIT_OBJECT_0 ||
        GetProcessTimes(process.get(), &created, &ended, &kernel, &user) == 0) {
        return std::nullopt;
    }
    return (std::uint64_t{created.dwHighDateTime} << 32) | created.dwLowDateTime;
}

base::Result<void> interrupt_process(std::uint32_t, std::uint64_t) {
    return base::Error{base::Code::kUnsupported,
                       "on Windows a recording is ended where it runs, with Enter or Ctrl+C"};
}

}  // namespace benchlab::platform
