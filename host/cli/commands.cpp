#include "cli/command_list.hpp"
#include "cli/program.hpp"

namespace benchlab::cli {

const std::vector<Command>& commands(const Program& program) {
    // One program a process, so one list.
    static const std::vector<Command> list = [&] {
        std::vector<Command> made = {list_command(program), info_command(program),
                                     run_command(program), ab_command(program),
                                     compare_command(program), doctor_command(program)};
        if (!program.builtin) {
            for (auto* const make :
                 {trace_record_command, trace_stop_command, trace_check_command,
                  trace_presets_command, trace_analyze_command, trace_report_command,
                  trace_frames_command, trace_compare_command, trace_export_command,
                  trace_merge_command, trace_info_command, trace_sections_command,
                  trace_tables_command}) {
                made.push_back(make(program));
            }
            made.push_back(plugins_command(program));
        }
        made.push_back(help_command(program));
        if (!program.builtin) {
            made.push_back(completions_command(program));
            made.push_back(man_command(program));
        }
        made.push_back(worker_command(program));
        return made;
    }();
    return list;
}

}  // namespace benchlab::cli
