#include "cli/program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "base/text.hpp"
#include "cli/command_list.hpp"
#include "cli/help.hpp"
#include "cli/watchdog.hpp"
#include "platform/files.hpp"
#include "platform/signals.hpp"
#include "platform/stdio.hpp"
#include "platform/terminal.hpp"

namespace benchlab::cli {

std::string version() {
    return BENCHLAB_VERSION;
}
std::string generator() {
    return "benchlab " + version();
}

const Command* find_command(const Program& program, std::string_view name) {
    for (const Command& command : commands(program)) {
        if (command.name == name) return &command;
    }
    return nullptr;
}

void print_error(const std::string& message) {
    std::fputs(fmt::format("benchlab: {}\n", message).c_str(), stderr);
}

void print_note(const std::string& message) {
    std::fputs((message + "\n").c_str(), stderr);
}

namespace {

bool output_lost = false;
bool output_failed = false;

// Ours alone once plugins are loaded: what they print goes to stderr, so that our text and data
// stay whole, and closing descriptor 1 does not harm us.
struct Output {
    std::FILE* stream = stdout;
    bool takes_colour = platform::obeys_escape_codes(platform::Stream::kOut);
    bool is_ours = false;
};

Output& output() {
    static Output one;
    return one;
}

}  // namespace

void take_output() {
    if (output().is_ours) return;
    output().stream = platform::take_stdout();
    output().is_ours = true;
}

std::FILE* output_stream() {
    return output().stream;
}

void print_out(std::string_view text) {
    if (output_lost) return;
    std::FILE* const stream = output().stream;
    if (std::fwrite(text.data(), 1, text.size(), stream) == text.size() &&
        std::fflush(stream) == 0) {
        return;
    }
    const int why = errno;
    // Whoever read our output (head, less) has seen enough: not an error worth a message.  (A
    // closed pipe is EINVAL on Windows.)
    output_failed = why != EPIPE && why != EINVAL;
    if (output_failed) {
        print_error(fmt::format("cannot write to stdout: {}", std::strerror(why)));
    }
    output_lost = true;
}

bool output_is_lost() {
    return output_lost;
}

int with_output(int status) {
    return status == kGood && output_failed ? int(kError) : status;
}

bool wants_colour_out() {
    const auto no_colour = platform::environment_variable("NO_COLOR");
    return output().takes_colour && (!no_colour || no_colour->empty());
}

std::vector<Option> plugin_options(const Program& program) {
    if (program.builtin) return {};
    Option directory =
        text_option("plugin-dir", "DIR",
                    "Look for plugins in this directory first; may be given more than once.", true);
    directory.completes = Completes::kDirectories;
    return {directory, flag_option("no-default-plugins",
                                   "Look nowhere but in the directories of --plugin-dir.")};
}

plugin::Registry load_plugins(const Program& program, const Arguments& arguments,
                              std::uint64_t call_limit_ms, const Describe& describe) {
    take_output();
    watch_calls(call_limit_ms, kCrashed);
    if (program.builtin) return plugin::Registry::from_entry(program.builtin);
    plugin::SearchOptions where;
    for (const std::string& directory : arguments.all("plugin-dir")) {
        where.directories.emplace_back(base::text_path(directory));
    }
    where.defaults = !arguments.flag("no-default-plugins");
    where.describe = describe;
    return plugin::Registry::load(where);
}

std::string offers(const plugin::Plugin& plugin) {
    std::vector<std::string> parts;
    const auto add = [&](std::size_t count, const char* one, const char* many) {
        if (count > 0) parts.push_back(fmt::format("{} {}", count, count == 1 ? one : many));
    };
    add(plugin.benchmarks.size(), "benchmark", "benchmarks");
    add(plugin.analyzers.size(), "analyzer", "analyzers");
    add(plugin.readers.size(), "reader", "readers");
    add(plugin.recorders.size(), "recorder", "recorders");
    return parts.empty() ? "nothing" : base::join(parts, ", ");
}

namespace {

// Why one that was searched in vain is no use; empty when something in it is.
std::string nothing_in(const plugin::Registry& registry,
                       const plugin::SearchedDirectory& directory) {
    const auto files = registry.files_of(directory);
    const auto is_none = [](const plugin::FoundFile* file) {
        return file->status == plugin::FileStatus::kNotAPlugin;
    };
    if (files.empty() || !std::all_of(files.begin(), files.end(), is_none)) return {};
    return fmt::format(
        "none of the libraries in it is a plugin ({} found); `benchlab plugins "
        "--all` names them",
        files.size());
}

}  // namespace

void print_plugin_problems(const plugin::Registry& registry) {
    for (const plugin::SearchedDirectory& directory : registry.directories()) {
        const std::string problem =
            directory.refused.empty() ? nothing_in(registry, directory) : directory.refused;
        if (problem.empty()) continue;
        print_error(fmt::format("{} ({}): {}", base::printable(base::path_text(directory.path)),
                                directory.origin, base::printable(problem)));
    }
    for (const std::string& warning : registry.warnings()) {
        print_error(base::printable(warning));
    }
    for (const plugin::FoundFile& file : registry.files()) {
        if (file.status == plugin::FileStatus::kLoaded ||
            file.status == plugin::FileStatus::kNotAPlugin ||
            file.status == plugin::FileStatus::kShadowed) {
            continue;
        }
        const char* const ended = file.status == plugin::FileStatus::kCrashed ? "crashed "
                                  : file.status == plugin::FileStatus::kHung  ? "hung "
                                                                              : "";
        print_error(fmt::format("{}: not used: {}{}", base::printable(base::path_text(file.path)),
                                ended, base::printable(base::join(file.reasons, "; "))));
    }
}

std::string unknown_command(const Program& program, const std::string& word) {
    if (word.size() > 1 && word.front() == '-') {
        return fmt::format(
            "the command comes first, then its options: {} COMMAND {}; see `{} help`", program.name,
            base::printable(word), program.name);
    }
    std::vector<std::string> names = {"--version", "--help"};
    for (const Command& known : commands(program)) {
        if (!known.hidden) names.push_back(known.name);
    }
    const std::string near = base::closest(word, names);
    return fmt::format("there is no command {}{}; see `{} help`", base::printable(word),
                       near.empty() ? "" : fmt::format(" (did you mean {}?)", near), program.name);
}

bool is_group(const Program& program, std::string_view word) {
    const std::string prefix = std::string(word) + " ";
    for (const Command& each : commands(program)) {
        if (each.name.starts_with(prefix)) return true;
    }
    return false;
}

NamedCommand name_command(const Program& program, const std::vector<std::string>& words) {
    if (words.size() > 1) {
        const Command* const two = find_command(program, words[0] + " " + words[1]);
        if (two) return {two, 2};
    }
    return {words.empty() ? nullptr : find_command(program, words[0]), 1};
}

namespace {

// The first words name no command.
int without_command(const Program& program, const std::vector<std::string>& words) {
    const std::string& first = words.front();
    if (!is_group(program, first)) {
        print_error(unknown_command(program, first));
        return kError;
    }
    if (words.size() > 1 && (words[1] == "--help" || words[1] == "-h")) {
        print_out(group_overview(program, first) + "\n");
        return kGood;
    }
    if (words.size() > 1) {
        print_error(unknown_command(program, first + " " + words[1]));
    } else {
        print_note(group_overview(program, first));
    }
    return kError;
}

}  // namespace

int run_program(const Program& program, const std::vector<std::string>& words) {
    if (words.empty()) {
        print_note(overview(program));
        return kError;
    }
    const std::string& first = words.front();
    if (first == "--version" || first == "-V") {
        // A program made with benchlab::main has a version of its own, which we do not know.
        print_out(program.builtin ? fmt::format("{} ({})\n", program.name, generator())
                                  : generator() + "\n");
        return kGood;
    }
    if (first == "--help" || first == "-h") {
        print_out(overview(program) + "\n");
        return kGood;
    }
    const auto [found, taken] = name_command(program, words);
    if (!found) return without_command(program, words);
    const std::vector<std::string> rest(words.begin() + static_cast<std::ptrdiff_t>(taken),
                                        words.end());
    Command extended;
    const Command* command = found;
    if (found->extend) {
        extended = *found;
        if (const auto done = found->extend(extended, program, rest); !done) {
            print_error(done.error().message);
            return kError;
        }
        command = &extended;
    }
    for (const std::string& word : rest) {
        if (word == "--") break;
        if (word == "--help" || word == "-h") {
            print_out(command_help(program, *command));
            return kGood;
        }
    }
    const auto arguments = parse(*command, rest, program.name);
    if (!arguments) {
        print_error(arguments.error().message);
        return kError;
    }
    return command->run(*arguments, program);
}

}  // namespace benchlab::cli
