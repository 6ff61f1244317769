// cli/help.hpp: help, man page and completions, all made from the option definitions.
#pragma once

#include <string>
#include <string_view>

#include "cli/program.hpp"

namespace benchlab::cli {

std::string overview(const Program& program);
// The commands of a group, "trace".
std::string group_overview(const Program& program, std::string_view group);
std::string command_help(const Program& program, const Command& command);
std::string man_page(const Program& program);
std::string bash_completion(const Program& program);
std::string zsh_completion(const Program& program);
std::string fish_completion(const Program& program);

}  // namespace benchlab::cli
