// cli/recorders.hpp: the recorder that a command means, and the options that recorders bring.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "cli/options.hpp"
#include "cli/program.hpp"
#include "plugin/record_trace.hpp"

namespace benchlab::cli {

// --recorder; for commands that need one.
Option recorder_option();
// The one of --recorder, else the first.  Error: there is none.
base::Result<plugin::RecorderChoice> chosen_recorder(const Program& program,
                                                     const Arguments& arguments);

// Options of recorders become options of the command: under their own name, where the command and
// the recorders before have none of it, and as --perf.name.
void add_recorder_options(Command& command, const plugin::Registry& registry);
// What was typed for them; `command` as it was before they were added.
std::vector<std::pair<std::string, std::string>> recorder_options(
    const plugin::RecorderChoice& choice, const Command& command, const Arguments& arguments);

}  // namespace benchlab::cli
