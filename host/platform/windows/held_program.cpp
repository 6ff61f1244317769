#include "platform/held_program.hpp"

#include <fmt/format.h>
#include <io.h>
#include <windows.h>

#include <utility>

#include "base/text.hpp"
#include "platform/windows/handle.hpp"
#include "platform/windows/start.hpp"
#include "platform/windows/text.hpp"

namespace benchlab::platform {

struct HeldProgram::Impl {
    Handle process, thread;
    std::uint32_t pid = 0;
    bool held = false;

    ~Impl() {
        if (held) TerminateProcess(process.get(), 0);
    }
};

HeldProgram::HeldProgram() : impl_(std::make_unique<Impl>()) {}
HeldProgram::HeldProgram(HeldProgram&&) noexcept = default;
HeldProgram& HeldProgram::operator=(HeldProgram&&) noexcept = default;
HeldProgram::~HeldProgram() = default;

base::Result<HeldProgram> HeldProgram::start(const std::vector<std::string>& words,
                                             std::FILE* out) {
    std::wstring line;
    for (const std::string& word : words) append_quoted(line, to_wide(word));
    STARTUPINFOW info{};
    info.cb = sizeof info;
    info.dwFlags = STARTF_USESTDHANDLES;
    info.hStdInput = GetStdHandle(STD_INPUT_HANDLE);
    info.hStdError = GetStdHandle(STD_ERROR_HANDLE);
    // Ours is not inherited as it is.
    const HANDLE self = GetCurrentProcess();
    HANDLE copy = nullptr;
    std::fflush(out);
    DuplicateHandle(self, reinterpret_cast<HANDLE>(_get_osfhandle(_fileno(out))), self, &copy, 0,
                    TRUE, DUPLICATE_SAME_ACCESS);
    const Handle inherited(copy);
    info.hStdOutput = copy;
    PROCESS_INFORMATION made{};
    // Without a path of the program the system looks for it, in PATH too.
    if (CreateProcessW(nullptr, line.data(), nullptr, nullptr, TRUE, CREATE_SUSPENDED, nullptr,
                       nullptr, &info, &made) == 0) {
        return system_error("start", base::text_path(words.front()), GetLastError());
    }
    HeldProgram program;
    program.impl_->process = Handle(made.hProcess);
    program.impl_->thread = Handle(made.hThread);
    program.impl_->pid = made.dwProcessId;
    program.impl_->held = true;
    return program;
}

std::uint32_t HeldProgram::pid() const {
    return impl_->pid;
}

base::Result<void> HeldProgram::release() {
    impl_->held = false;
    if (ResumeThread(impl_->thread.get()) != static_cast<DWORD>(-1)) return {};
    return base::Error{base::Code::kIo,
                       "cannot start the program: " + system_message(GetLastError())};
}

std::optional<ExitStatus> HeldProgram::ended(std::uint64_t timeout_ms) {
    constexpr std::uint64_t kLongest = 0x7fffffff;
    const auto wait_ms = static_cast<DWORD>(timeout_ms < kLongest ? timeout_ms : kLongest);
    if (WaitForSingleObject(impl_->process.get(), wait_ms) != WAIT_OBJECT_0) return std::nullopt;
    DWORD status = 0;
    GetExitCodeProcess(impl_->process.get(), &status);
    return decode_status(status);
}

}  // namespace benchlab::platform
