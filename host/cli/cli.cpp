#include "cli/cli.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <filesystem>

#include "base/text.hpp"
#include "cli/last_words.hpp"
#include "cli/program.hpp"
#include "cli/watchdog.hpp"
#include "platform/process.hpp"
#include "platform/signals.hpp"
#include "platform/terminal.hpp"
#include "plugin/host_api.hpp"

namespace benchlab::cli {

int cli_main(int argc, char** argv, bl_plugin_entry builtin) {
    platform::prepare_terminal();
    prepare_last_words();
    platform::leave_nothing_half_written();
    plugin::set_log_handler(
        [](std::uint32_t level, const std::string& plugin, const std::string& text) {
            if (level >= BL_LOG_WARNING) print_note(fmt::format("{}: {}", plugin, text));
        });
    Program program;
    program.builtin = builtin;
    program.name = builtin && argc > 0 ? base::path_text(std::filesystem::path(argv[0]).filename())
                                       : "benchlab";
    const std::vector<std::string> words = platform::command_line_arguments(argc, argv);
    int status = kError;
    try {
        status = with_output(run_program(program, words));
    } catch (const std::bad_alloc&) {
        print_error("out of memory");
    } catch (const std::exception& error) {
        print_error(error.what());
    }
    set_phase(Phase::kEnding);
    watch_end();
    return status;
}

}  // namespace benchlab::cli
