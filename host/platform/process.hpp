// platform/process.hpp: child processes whose output we read line by line.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"

namespace benchlab::platform {

struct ExitStatus {
    int code = 0;           // of a normal exit
    std::string killed_by;  // "SIGSEGV", "exception 0xC0000005"; empty: exited normally
};

// The arguments of main without the program's name, as UTF-8 (on Windows main's own are not).
std::vector<std::string> command_line_arguments(int argc, char** argv);

// A child with piped stdout (its stderr is ours).  Destroying it kills it.
class Child {
  public:
    enum class Input { kNull, kPipe };  // what its stdin is

    static base::Result<Child> start(const std::filesystem::path& program,
                                     const std::vector<std::string>& arguments,
                                     Input input = Input::kNull);
    // This very program, also where another file lies in its place by now.
    static base::Result<Child> start_self(const std::vector<std::string>& arguments,
                                          Input input = Input::kNull);
    Child(Child&&) noexcept;
    Child& operator=(Child&&) noexcept;
    ~Child();

    enum class Read { kLine, kEnd, kTimeout };
    // The next line of its stdout, without the line end.  kTimeout after `timeout_ms`.
    // 0 only takes what is there.
    Read read_line(std::string& line, std::uint64_t timeout_ms);
    // An empty line to its piped stdin.  One that reads no more gets none.
    void write_line();
    // It then reads the end of its stdin.
    void close_input();
    // Asks it to end, as Ctrl+C does (Windows: Ctrl+Break, and only where there is a console).
    void interrupt();
    // Ends it without asking and collects its status.
    void kill();
    // Until it has ended by itself; what it still writes can be read afterwards.
    ExitStatus wait();
    // The same, but nullopt when it is still there after `timeout_ms`.
    std::optional<ExitStatus> wait_for(std::uint64_t timeout_ms);

  private:
    Child();
    // `name` is what it is called, in its own eyes too.
    static base::Result<Child> start_as(const std::filesystem::path& program,
                                        const std::filesystem::path& name,
                                        const std::vector<std::string>& arguments, Input input);
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace benchlab::platform
