#include "cli/cli.hpp"
#include "platform/signals.hpp"

int main(int argc, char** argv) {
    benchlab::platform::harden_library_search();  // before anything can load a library
    return benchlab::cli::cli_main(argc, argv, nullptr);
}
