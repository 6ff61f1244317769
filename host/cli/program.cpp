#include "cli/program.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>

#include "base/text.hpp"
#include "cli/command_list.hpp"
#include "cli/help.hpp"
#include "platform/files.hpp"
#include "platform/signals.hpp"
#include "platform/terminal.hpp"

namespace benchlab::cli {

std::string version() { return BENCHLAB_VERSION; }
std::string generator() { return "benchlab " + version(); }

const Command* find_command(const Program& program, std::string_view name) {
    for (const Command& command : commands(program)) {
        if (command.name == name) return &command;
    }
    return nullptr;
}

void print_error(const std::string& message) {
    std::fflush(stdout);
    std::fputs(fmt::format("benchlab: {}\n", message).c_str(), stderr);
}

void print_note(const std::string& message) {
    std::fflush(stdout);
    std::fputs((message + "\n").c_str(), stderr);
}

void print_out(std::string_view text) {
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() ||
        std::fflush(stdout) != 0) {
        // Whoever read our output (head, less) has seen enough: not an error worth a message.
        platform::exit_now(kGood);
    }
}

bool wants_colour_out() {
    const auto no_colour = platform::environment_variable("NO_COLOR");
    return platform::is_terminal(platform::Stream::kOut) && (!no_colour || no_colour->empty());
}

std::vector<Option> plugin_options(const Program& program) {
    if (program.builtin) return {};
    Option directory;
    directory.name = "plugin-dir";
    directory.type = OptionType::kText;
    directory.value_name = "DIR";
    directory.help = "Look for plugins in this directory first; may be given more than once.";
    directory.completes = Completes::kDirectories;
    directory.repeatable = true;
    Option no_defaults;
    no_defaults.name = "no-default-plugins";
    no_defaults.help = "Look nowhere but in the directories of --plugin-dir.";
    return {directory, no_defaults};
}

plugin::Registry load_plugins(const Program& program, const Arguments& arguments) {
    if (program.builtin) return plugin::Registry::from_entry(program.builtin);
    plugin::SearchOptions where;
    for (const std::string& directory : arguments.all("plugin-dir")) {
        where.directories.emplace_back(base::text_path(directory));
    }
    where.defaults = !arguments.flag("no-default-plugins");
    return plugin::Registry::load(where);
}

void print_plugin_problems(const plugin::Registry& registry) {
    for (const plugin::SearchedDirectory& directory : registry.directories()) {
        // A default place that is not there is nothing to tell.
        if (!directory.refused.empty() && directory.origin == "--plugin-dir") {
            print_error(fmt::format("{}: {}", base::path_text(directory.path), directory.refused));
        }
    }
    for (const std::string& warning : registry.warnings()) print_error(warning);
    for (const plugin::FoundFile& file : registry.files()) {
        const bool told = file.status == plugin::FileStatus::kRefused ||
                          file.status == plugin::FileStatus::kFailed;
        if (!told) continue;
        print_error(fmt::format("{}: not used: {}", base::path_text(file.path),
                                base::printable(base::join(file.reasons, "; "))));
    }
}

int run_program(const Program& program, const std::vector<std::string>& words) {
    if (words.empty()) {
        print_note(overview(program));
        return kError;
    }
    const std::string& first = words.front();
    if (first == "--version" || first == "-V") {
        print_out(fmt::format("{} {}\n", program.name, version()));
        return kGood;
    }
    if (first == "--help" || first == "-h") {
        print_out(overview(program) + "\n");
        return kGood;
    }
    const Command* command = find_command(program, first);
    if (!command) {
        std::vector<std::string> names;
        for (const Command& known : commands(program)) {
            if (!known.hidden) names.push_back(known.name);
        }
        const std::string near = base::closest(first, names);
        print_error(fmt::format("there is no command {}{}; see `{} help`", base::printable(first),
                                near.empty() ? "" : fmt::format(" (did you mean {}?)", near),
                                program.name));
        return kError;
    }
    const std::vector<std::string> rest(words.begin() + 1, words.end());
    for (const std::string& word : rest) {
        if (word == "--") break;
        if (word == "--help" || word == "-h") {
            print_out(command_help(program, *command));
            return kGood;
        }
    }
    const auto arguments = parse(*command, rest);
    if (!arguments) {
        print_error(arguments.error().message);
        return kError;
    }
    return command->run(*arguments, program);
}

}  // namespace benchlab::cli
