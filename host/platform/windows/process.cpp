#include "platform/process.hpp"

// shellapi.h wants windows.h before it.
// clang-format off
#include <windows.h>
#include <shellapi.h>
// clang-format on

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstddef>

#include "platform/clock.hpp"
#include "platform/files.hpp"
#include "platform/line_buffer.hpp"
#include "platform/windows/handle.hpp"
#include "platform/windows/start.hpp"
#include "platform/windows/text.hpp"

namespace benchlab::platform {
namespace {

// The status of a child that kill() has ended; no program ends itself with it.
constexpr DWORD kKilled = 0xC0DEDEAD;

struct Pipe {
    Handle read;   // for overlapped reading, so that we can wait with a limit
    Handle write;  // inheritable
};

// Anonymous pipes know no overlapped reading, so this is a named one that nobody else can open.
DWORD make_pipe(Pipe& pipe) {
    static std::atomic<unsigned> serial{0};
    const std::wstring name = to_wide(
        fmt::format(R"(\\.\pipe\benchlab-{}-{}-{})", GetCurrentProcessId(), ++serial, now_ns()));
    pipe.read = Handle(CreateNamedPipeW(
        name.c_str(), PIPE_ACCESS_INBOUND | FILE_FLAG_OVERLAPPED | FILE_FLAG_FIRST_PIPE_INSTANCE,
        PIPE_TYPE_BYTE | PIPE_WAIT | PIPE_REJECT_REMOTE_CLIENTS, 1, 0, 64 * 1024, 0, nullptr));
    if (!pipe.read.valid()) return GetLastError();
    SECURITY_ATTRIBUTES inherit{sizeof inherit, nullptr, TRUE};
    pipe.write =
        Handle(CreateFileW(name.c_str(), GENERIC_WRITE, 0, &inherit, OPEN_EXISTING, 0, nullptr));
    return pipe.write.valid() ? ERROR_SUCCESS : GetLastError();
}

Handle open_null(DWORD access) {
    SECURITY_ATTRIBUTES inherit{sizeof inherit, nullptr, TRUE};
    return Handle(CreateFileW(L"NUL", access, FILE_SHARE_READ | FILE_SHARE_WRITE, &inherit,
                              OPEN_EXISTING, 0, nullptr));
}

Handle inheritable_stderr() {
    const HANDLE self = GetCurrentProcess();
    const HANDLE ours = GetStdHandle(STD_ERROR_HANDLE);
    HANDLE copy = nullptr;
    if (ours != nullptr && ours != INVALID_HANDLE_VALUE &&
        DuplicateHandle(self, ours, self, &copy, 0, TRUE, DUPLICATE_SAME_ACCESS) != 0) {
        return Handle(copy);
    }
    return open_null(GENERIC_WRITE);
}

// The child's three streams, and that it inherits nothing else.
class StartSettings {
  public:
    // Without `child_stdin` it reads nothing.
    StartSettings(HANDLE child_stdin, HANDLE child_stdout)
        : null_(open_null(GENERIC_READ)), error_(inheritable_stderr()) {
        const HANDLE input = child_stdin != nullptr ? child_stdin : null_.get();
        SIZE_T size = 0;
        InitializeProcThreadAttributeList(nullptr, 1, 0, &size);
        attributes_.resize(size);
        auto* list = reinterpret_cast<LPPROC_THREAD_ATTRIBUTE_LIST>(attributes_.data());
        inherited_ = {input, child_stdout, error_.get()};
        ready_ =
            InitializeProcThreadAttributeList(list, 1, 0, &size) != 0 &&
            UpdateProcThreadAttribute(list, 0, PROC_THREAD_ATTRIBUTE_HANDLE_LIST, inherited_.data(),
                                      inherited_.size() * sizeof(HANDLE), nullptr, nullptr) != 0;
        info_.StartupInfo.cb = sizeof info_;
        info_.StartupInfo.dwFlags = STARTF_USESTDHANDLES;
        info_.StartupInfo.hStdInput = input;
        info_.StartupInfo.hStdOutput = child_stdout;
        info_.StartupInfo.hStdError = error_.get();
        info_.lpAttributeList = list;
    }
    ~StartSettings() { DeleteProcThreadAttributeList(info_.lpAttributeList); }
    StartSettings(const StartSettings&) = delete;
    StartSettings& operator=(const StartSettings&) = delete;

    bool ready() const { return ready_; }
    STARTUPINFOW* info() { return &info_.StartupInfo; }

  private:
    Handle null_;
    Handle error_;
    std::vector<HANDLE> inherited_;
    std::vector<std::byte> attributes_;
    STARTUPINFOEXW info_{};
    bool ready_ = false;
};

// `read` can be inherited, `write` is ours.
DWORD make_input_pipe(Handle& read, Handle& write) {
    SECURITY_ATTRIBUTES inherit{sizeof inherit, nullptr, TRUE};
    HANDLE ends[2] = {nullptr, nullptr};
    if (CreatePipe(&ends[0], &ends[1], &inherit, 0) == 0) return GetLastError();
    read = Handle(ends[0]);
    write = Handle(ends[1]);
    SetHandleInformation(write.get(), HANDLE_FLAG_INHERIT, 0);
    return ERROR_SUCCESS;
}

// A job that takes the child with it when our last handle goes, also when we crash.
Handle make_job() {
    Handle job(CreateJobObjectW(nullptr, nullptr));
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits{};
    limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
    if (job.valid()) {
        SetInformationJobObject(job.get(), JobObjectExtendedLimitInformation, &limits,
                                sizeof limits);
    }
    return job;
}

}  // namespace

// One argument in the form that the C runtime's splitting undoes: quotes around it, backslashes
// doubled where a quote follows.
void append_quoted(std::wstring& line, std::wstring_view argument) {
    if (!line.empty()) line += L' ';
    if (!argument.empty() && argument.find_first_of(L" \t\n\v\"") == std::wstring_view::npos) {
        line += argument;
        return;
    }
    line += L'"';
    std::size_t backslashes = 0;
    for (const wchar_t c : argument) {
        if (c == L'"') line.append(backslashes + 1, L'\\');
        backslashes = c == L'\\' ? backslashes + 1 : 0;
        line += c;
    }
    line.append(backslashes, L'\\');
    line += L'"';
}

ExitStatus decode_status(DWORD status) {
    ExitStatus out;
    // Exceptions end a process with their code, all of which have the two top bits.
    if (status == kKilled) {
        out.killed_by = "TerminateProcess";
    } else if (status >= 0xC0000000u) {
        out.killed_by = fmt::format("exception 0x{:08X}", status);
    } else {
        out.code = static_cast<int>(status);
    }
    return out;
}

std::vector<std::string> command_line_arguments(int argc, char** argv) {
    int count = 0;
    wchar_t** wide = CommandLineToArgvW(GetCommandLineW(), &count);
    if (wide == nullptr) return {argv + std::min(argc, 1), argv + argc};
    std::vector<std::string> out;
    for (int i = 1; i < count; ++i) out.push_back(to_utf8(wide[i]));
    LocalFree(wide);
    return out;
}

struct Child::Impl {
    Handle process;
    Handle job;
    Handle pipe;
    Handle input;      // our end of its stdin
    Handle read_done;  // event of the read that is under way
    OVERLAPPED overlapped{};
    std::vector<char> bytes = std::vector<char>(64 * 1024);
    bool reading = false;
    LineBuffer lines;

    void begin_read() {
        if (reading || lines.closed()) return;
        overlapped = {};
        overlapped.hEvent = read_done.get();
        // Also when it is done at once the event is set, so there is one way on.
        reading = ReadFile(pipe.get(), bytes.data(), static_cast<DWORD>(bytes.size()), nullptr,
                           &overlapped) != 0 ||
                  GetLastError() == ERROR_IO_PENDING;
        if (!reading) lines.close();
    }

    void finish_read() {
        DWORD got = 0;
        reading = false;
        if (GetOverlappedResult(pipe.get(), &overlapped, &got, TRUE) != 0) {
            lines.append({bytes.data(), got});
        } else {
            lines.close();
        }
    }

    // Takes what the child has written, waiting `timeout_ms` for it at most.
    void fill(DWORD timeout_ms) {
        begin_read();
        if (reading && WaitForSingleObject(read_done.get(), timeout_ms) == WAIT_OBJECT_0) {
            finish_read();
        }
    }

    void end() {
        if (!process.valid()) return;
        TerminateProcess(process.get(), kKilled);
        WaitForSingleObject(process.get(), INFINITE);
    }

    ~Impl() {
        end();
        if (!reading) return;
        // The system writes into `bytes` until it says that it does not.
        DWORD got = 0;
        CancelIoEx(pipe.get(), &overlapped);
        GetOverlappedResult(pipe.get(), &overlapped, &got, TRUE);
    }
};

Child::Child() : impl_(std::make_unique<Impl>()) {}
Child::Child(Child&&) noexcept = default;
Child& Child::operator=(Child&&) noexcept = default;
Child::~Child() = default;

base::Result<Child> Child::start(const std::filesystem::path& program,
                                 const std::vector<std::string>& arguments, Input input) {
    return start_as(program, program, arguments, input);
}

base::Result<Child> Child::start_self(const std::vector<std::string>& arguments, Input input) {
    return start_as(executable_path(), executable_path(), arguments, input);
}

base::Result<Child> Child::start_as(const std::filesystem::path& program,
                                    const std::filesystem::path& name,
                                    const std::vector<std::string>& arguments, Input input) {
    Pipe pipe;
    Handle input_read, input_write;
    DWORD refused = make_pipe(pipe);
    if (refused == ERROR_SUCCESS && input == Input::kPipe) {
        refused = make_input_pipe(input_read, input_write);
    }
    if (refused != ERROR_SUCCESS) return system_error("start", program, refused);
    StartSettings settings(input == Input::kPipe ? input_read.get() : nullptr, pipe.write.get());
    if (!settings.ready()) return system_error("start", program, GetLastError());
    std::wstring line;
    append_quoted(line, name.wstring());
    for (const std::string& argument : arguments) append_quoted(line, to_wide(argument));

    Child child;
    PROCESS_INFORMATION made{};
    // Suspended until it is in the job, so that nothing it starts escapes.  A group of its own, as
    // interrupt() reaches groups only: Ctrl+C then comes to it by us.  Our priority class, as one
    // above normal is not inherited.
    if (CreateProcessW(program.c_str(), line.data(), nullptr, nullptr, TRUE,
                       CREATE_SUSPENDED | CREATE_NEW_PROCESS_GROUP | EXTENDED_STARTUPINFO_PRESENT |
                           GetPriorityClass(GetCurrentProcess()),
                       nullptr, nullptr, settings.info(), &made) == 0) {
        return system_error("start", program, GetLastError());
    }
    const Handle thread(made.hThread);
    child.impl_->process = Handle(made.hProcess);
    child.impl_->pipe = std::move(pipe.read);
    child.impl_->input = std::move(input_write);
    child.impl_->read_done = Handle(CreateEventW(nullptr, TRUE, FALSE, nullptr));
    child.impl_->job = make_job();
    if (child.impl_->job.valid()) {
        // Refused within some older jobs; then the child merely outlives a crash of ours.
        AssignProcessToJobObject(child.impl_->job.get(), made.hProcess);
    }
    ResumeThread(made.hThread);
    return child;
}

Child::Read Child::read_line(std::string& line, std::uint64_t timeout_ms) {
    constexpr std::uint64_t kLongest = 0x7fffffff;  // 24 days; also keeps the sum from overflowing
    const std::uint64_t deadline = now_ns() + std::min(timeout_ms, kLongest) * 1'000'000;
    for (;;) {
        if (impl_->lines.take(line)) return Read::kLine;
        if (impl_->lines.closed()) return Read::kEnd;
        const std::uint64_t now = now_ns();
        const std::uint64_t left_ns = deadline > now ? deadline - now : 0;
        impl_->fill(static_cast<DWORD>((left_ns + 999'999) / 1'000'000));
        if (left_ns > 0) continue;
        if (impl_->lines.take(line)) return Read::kLine;
        return impl_->lines.closed() ? Read::kEnd : Read::kTimeout;
    }
}

void Child::write_line() {
    DWORD written = 0;
    if (!impl_->input.valid()) return;
    if (WriteFile(impl_->input.get(), "\n", 1, &written, nullptr) == 0) close_input();
}

void Child::close_input() {
    impl_->input = Handle();
}

void Child::interrupt() {
    GenerateConsoleCtrlEvent(CTRL_BREAK_EVENT, GetProcessId(impl_->process.get()));
}

void Child::kill() {
    impl_->end();
}

std::optional<ExitStatus> Child::wait_for(std::uint64_t timeout_ms) {
    constexpr DWORD kPollMs = 10;
    const std::uint64_t began = now_ns();
    while (WaitForSingleObject(impl_->process.get(), 0) != WAIT_OBJECT_0) {
        if ((now_ns() - began) / 1'000'000 >= timeout_ms) return std::nullopt;
        if (impl_->lines.closed()) {
            WaitForSingleObject(impl_->process.get(), kPollMs);
        } else {
            impl_->fill(kPollMs);
        }
    }
    return wait();
}

ExitStatus Child::wait() {
    const HANDLE process = impl_->process.get();
    // A child that still writes would wait for us on a full pipe, so what it says is kept.
    while (!impl_->lines.closed()) {
        impl_->begin_read();
        if (!impl_->reading) break;
        const HANDLE either[] = {process, impl_->read_done.get()};
        if (WaitForMultipleObjects(2, either, FALSE, INFINITE) == WAIT_OBJECT_0) break;
        impl_->finish_read();
    }
    WaitForSingleObject(process, INFINITE);
    DWORD status = 0;
    GetExitCodeProcess(process, &status);
    return decode_status(status);
}

}  // namespace benchlab::platform
