// cli/program.hpp: what every command needs to know of the program that it is in.
#pragma once

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "benchlab/benchlab.h"
#include "cli/options.hpp"
#include "plugin/registry.hpp"

namespace benchlab::cli {

// The table of docs/abi.md.
enum ExitStatus : int {
    kGood = 0,
    kRegressed = 1,   // compare found a regression, a threshold was crossed
    kError = 2,       // command line, file, or a benchmark or section that failed
    kCrashed = 3,     // a plugin crashed or hung
    kCannotTell = 4,  // with --strict
    kInterrupted = 130,
};

struct Program {
    std::string name;                   // "benchlab", or the name of a benchlab::main program
    bl_plugin_entry builtin = nullptr;  // the plugin that is linked in; null: the real benchlab
};

std::string version();    // "0.1.0"
std::string generator();  // "benchlab 0.1.0"

// All commands of this program, in the order of the help.
const std::vector<Command>& commands(const Program& program);
const Command* find_command(const Program& program, std::string_view name);
// The command that the words begin with, and how many of them name it; null when there is none.
struct NamedCommand {
    const Command* command = nullptr;
    std::size_t words = 1;
};
NamedCommand name_command(const Program& program, const std::vector<std::string>& words);
// "trace": the first word of commands of two words.
bool is_group(const Program& program, std::string_view word);
// What to say when there is no such command.
std::string unknown_command(const Program& program, const std::string& word);

// Dispatches.  `words` are the arguments without the program's name.
int run_program(const Program& program, const std::vector<std::string>& words);

// One line on stderr: "benchlab: <message>".
void print_error(const std::string& message);
void print_note(const std::string& message);  // without the prefix
// What print_out() writes to; also once plugins no longer may.
std::FILE* output_stream();
// To stdout.  Once that fails the rest is dropped: quietly when it is a closed pipe, since what the
// command found out stands in its exit status too, else with a message and kError at the end.
void print_out(std::string_view text);
// Nothing more that is printed arrives: what is only made to be printed need not be made.
bool output_is_lost();

// The exit status `status`, or kError when text could not be written though all else is good.
int with_output(int status);

// Colour on this stream?  Not with NO_COLOR, not into files.
bool wants_colour_out();

// Options that decide which plugins are loaded; the same for list, run and plugins.
std::vector<Option> plugin_options(const Program& program);
// Makes stdout ours alone: from now on what plugins print goes to stderr.
void take_output();
// Takes the output, and watches all calls from then on.  With `describe` nothing is loaded, see
// plugin::SearchOptions.
using Describe = std::function<plugin::Described(const std::filesystem::path&)>;
inline constexpr std::uint64_t kCallLimitMs = 60'000;
plugin::Registry load_plugins(const Program& program, const Arguments& arguments,
                              std::uint64_t call_limit_ms = kCallLimitMs,
                              const Describe& describe = {});
// "3 benchmarks", "1 reader": what a plugin brings.
std::string offers(const plugin::Plugin& plugin);
// What the user should hear about loading: refused directories and files, on stderr.
void print_plugin_problems(const plugin::Registry& registry);

}  // namespace benchlab::cli
