// cli/command_list.hpp: one function for each command's definition; each stands in its own file.
#pragma once

#include "cli/options.hpp"
#include "cli/program.hpp"

namespace benchlab::cli {

Command list_command(const Program& program);
Command info_command(const Program& program);
Command run_command(const Program& program);
Command ab_command(const Program& program);
Command compare_command(const Program& program);
Command doctor_command(const Program& program);
Command plugins_command(const Program& program);
Command trace_analyze_command(const Program& program);
Command trace_compare_command(const Program& program);
Command trace_export_command(const Program& program);
Command trace_merge_command(const Program& program);
Command trace_report_command(const Program& program);
Command trace_frames_command(const Program& program);
Command trace_record_command(const Program& program);
Command trace_check_command(const Program& program);
Command trace_presets_command(const Program& program);
Command trace_stop_command(const Program& program);
Command trace_info_command(const Program& program);
Command trace_sections_command(const Program& program);
Command trace_tables_command(const Program& program);
Command help_command(const Program& program);
Command completions_command(const Program& program);
Command man_command(const Program& program);
Command worker_command(const Program& program);  // hidden: what --isolate starts

}  // namespace benchlab::cli
