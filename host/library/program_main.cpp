// The main of a program made with benchlab::main: the plugin that is linked in, with list, run
// and compare.
#include "cli/cli.hpp"
#include "platform/signals.hpp"

int main(int argc, char** argv) {
    benchlab::platform::harden_library_search();
    return benchlab::cli::cli_main(argc, argv, benchlab_plugin_v1);
}
