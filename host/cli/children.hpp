// cli/children.hpp: benchmarks measured in child processes: this program, or one made with
// benchlab::main, with the hidden `worker` command, which reports in JSON lines over a pipe.  A
// crash, a hang or a wrong answer in there costs one benchmark.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cli/measure_case.hpp"
#include "cli/program.hpp"

namespace benchlab::cli {

struct ChildEvents {
    std::function<void(const plugin::Case&)> began;
    std::function<void(std::uint64_t samples_done)> sampled;
    std::function<void(const plugin::Case&, Outcome)> finished;
    std::function<void(const std::string& note)> note;
    std::function<bool()> stopped;  // nothing more is wanted
    // A child is ready for its first turn, or has used one up, and waits (`--turns`): returns when
    // it is on, or false when it is no longer wanted.  Without it children do not wait.
    std::function<bool()> turn;
    // A child ended badly when its cases were all done: in a plugin's stop(), or later.
    std::function<void(const plugin::Plugin&, const std::string& status, const std::string& reason)>
        lost;
};

// Measures the cases, all of one plugin, in one child, and what is left after a crash in another.
// `words` are the measuring options.  Stops early when the user interrupts.  `program` measures;
// empty: this one.
void run_in_children(const std::vector<const plugin::Case*>& cases,
                     const std::vector<std::string>& words, std::uint64_t call_limit_ms,
                     const ChildEvents& events, const std::filesystem::path& program = {});

// What a plugin offers, as told by a child that loaded it: none of its code runs in here.
plugin::Described describe_in_child(const std::filesystem::path& file, std::uint64_t call_limit_ms);
// The same of a program made with benchlab::main.
plugin::Described describe_program(const std::filesystem::path& program,
                                   std::uint64_t call_limit_ms);

}  // namespace benchlab::cli
