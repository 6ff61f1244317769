// platform/held_program.hpp: a program that the user named, started but held before its first
// instruction, so that a recording can begin before it does.
//
//     auto program = HeldProgram::start({"ls", "-l"}, stdout);
//     begin(program->pid());
//     auto gone = program->release();
#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "platform/process.hpp"

namespace benchlab::platform {

class HeldProgram {
  public:
    // `words`: the program, looked for in PATH, and its arguments; not empty.  Its stdin and stderr
    // are ours, its stdout is `out`.
    static base::Result<HeldProgram> start(const std::vector<std::string>& words, std::FILE* out);
    HeldProgram(HeldProgram&&) noexcept;
    HeldProgram& operator=(HeldProgram&&) noexcept;
    // One that is still held never runs; one that was released goes on.
    ~HeldProgram();

    std::uint32_t pid() const;
    // Once.  Error: there is no such program, or it cannot be run; then there is none any more.
    base::Result<void> release();
    // Its status once it has ended; waits for that up to `timeout_ms`.
    std::optional<ExitStatus> ended(std::uint64_t timeout_ms);

  private:
    HeldProgram();
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace benchlab::platform
