// cli/cli.hpp: what main() calls, of benchlab itself and of programs made with benchlab::main.
#pragma once

#include "benchlab/benchlab.h"

namespace benchlab::cli {

// Runs the command line; returns the exit status.  `builtin` is the plugin that is linked in; null
// for benchlab itself, which looks for plugins.
int cli_main(int argc, char** argv, bl_plugin_entry builtin);

}  // namespace benchlab::cli
