// cli/children.hpp: benchmarks measured in child processes: the same program with the hidden
// `worker` command, which reports in JSON lines over a pipe.  A crash, a hang or a wrong answer in
// there costs one benchmark.
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
};

// Measures the cases, all of one plugin, in one child, and what is left after a crash in another.
// `words` are the measuring options.  Stops early when the user interrupts.
void run_in_children(const std::vector<const plugin::Case*>& cases,
                     const std::vector<std::string>& words, std::uint64_t call_limit_ms,
                     const ChildEvents& events);

}  // namespace benchlab::cli
