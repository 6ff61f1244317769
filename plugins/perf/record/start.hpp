// start.hpp: what a recording decides and says before it begins.
#pragma once

#include <benchlab/benchlab.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "perf/record/plan.hpp"

namespace benchlab::perf {

// The processes that events of single threads are opened for.
std::vector<std::uint32_t> recorded_processes(const Settings& settings, bool machine);

std::vector<std::uint32_t> threads_of_all(const std::vector<std::uint32_t>& pids);

// What is missing in the recording and why: levels and texts for the log.
std::vector<std::pair<std::uint32_t, std::string>> limits_of(const Plan& plan,
                                                             const Settings& settings,
                                                             const Rights& rights,
                                                             const Tracefs& tracefs);

std::string small_buffer_text(std::uint64_t size, std::uint64_t wanted);

}  // namespace benchlab::perf
