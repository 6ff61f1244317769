#include "cli/help.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "cli/command_list.hpp"
#include "platform/terminal.hpp"

namespace benchlab::cli {
namespace {

// Columns to wrap at: what the terminal has, within what reads well.
std::size_t help_width() {
    const std::size_t width = platform::terminal_width(platform::Stream::kOut);
    return width == 0 ? 80 : std::clamp<std::size_t>(width, 60, 100);
}

std::string usage_word(const Positional& positional) {
    const bool many = positional.maximum != 1;
    const std::string name =
        (positional.behind_dashes ? "-- " : "") + positional.name + (many ? "..." : "");
    return positional.minimum == 0 ? "[" + name + "]" : name;
}

std::string usage(const Program& program, const Command& command) {
    std::string out = fmt::format("{} {}", program.name, command.name);
    const auto add = [&](bool behind_dashes) {
        for (const Positional& positional : command.positionals) {
            if (positional.behind_dashes == behind_dashes) out += " " + usage_word(positional);
        }
    };
    const auto shown = [](const Option& option) { return !option.hidden; };
    add(false);
    if (std::any_of(command.options.begin(), command.options.end(), shown)) out += " [OPTION...]";
    add(true);
    return out;
}

std::string left_column(const Option& option) {
    const std::string short_form =
        option.short_name ? fmt::format("-{}, ", option.short_name) : std::string("    ");
    return fmt::format("{}--{}{}", short_form, option.name,
                       option.value_name.empty() ? "" : " " + option.value_name);
}

std::string with_default(const Option& option) {
    if (option.default_value.empty()) return option.help;
    return fmt::format("{} Default: {}.", option.help, option.default_value);
}

std::string two_columns(const std::string& left, const std::string& right, std::size_t indent) {
    const std::size_t width = help_width();
    std::string out = "  " + base::pad_right(left, indent - 2);
    if (base::display_width(left) + 4 > indent) out += "\n" + std::string(indent, ' ');
    // wrap() counts from the start of its first line, which begins at the indent.
    std::string text = base::wrap(right, width - indent, 0);
    for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos; at += indent) {
        text.insert(++at, indent, ' ');
    }
    return out + text + "\n";
}

std::string paragraphs(const std::string& text, std::size_t indent) {
    std::string out;
    for (const std::string& paragraph : base::split(text, '\n')) {
        if (paragraph.empty()) {
            out += "\n";
            continue;
        }
        std::string wrapped = base::wrap(paragraph, help_width() - indent, 0);
        for (std::size_t at = 0; (at = wrapped.find('\n', at)) != std::string::npos; at += indent) {
            wrapped.insert(++at, indent, ' ');
        }
        out += std::string(indent, ' ') + wrapped + "\n";
    }
    return out;
}

struct StatusText {
    int status;
    const char* when;
};
constexpr StatusText kStatusTexts[] = {
    {kGood, "good"},
    {kRegressed, "a comparison found a regression, or a limit was crossed"},
    {kError, "an error: the command line, a file, a benchmark or section that failed"},
    {kCrashed, "a plugin crashed or hung"},
    {kCannotTell, "cannot tell (with --strict)"},
    {kInterrupted, "interrupted; what was finished is kept"},
};

}  // namespace

std::string overview(const Program& program) {
    std::string out =
        program.builtin
            ? fmt::format("{}: benchmarks, measured by benchlab {}\n\n", program.name, version())
            : fmt::format(
                  "benchlab {}: timings that can be trusted, and why a program stutters\n\n",
                  version());
    out += fmt::format("Usage: {} COMMAND [ARGUMENT...]\n\nCommands:\n", program.name);
    for (const Command& command : commands(program)) {
        if (!command.hidden) out += two_columns(command.name, command.summary, 18);
    }
    out += "\nExamples:\n";
    for (const char* name : {"run", "compare", "trace analyze"}) {
        const Command* command = find_command(program, name);
        if (command == nullptr) continue;
        for (std::size_t i = 0; i < std::min<std::size_t>(2, command->examples.size()); ++i) {
            out += "  " + command->examples[i].command + "\n";
        }
    }
    out += "\nExit status:\n";
    for (const StatusText& text : kStatusTexts) {
        out += two_columns(std::to_string(text.status), text.when, 18);
    }
    out += fmt::format("\n`{} help COMMAND` explains a command and all its options.", program.name);
    return out;
}

std::string group_overview(const Program& program, std::string_view group) {
    std::string out =
        fmt::format("Usage: {} {} COMMAND [ARGUMENT...]\n\nCommands:\n", program.name, group);
    const std::string prefix = std::string(group) + " ";
    for (const Command& command : commands(program)) {
        if (command.hidden || !command.name.starts_with(prefix)) continue;
        out += two_columns(command.name, command.summary, 18);
    }
    return out + fmt::format("\n`{} help {} COMMAND` explains one of them.", program.name, group);
}

std::string command_help(const Program& program, const Command& command) {
    std::string out = fmt::format("Usage: {}\n\n", usage(program, command));
    out += paragraphs(command.description.empty() ? command.summary : command.description, 0);
    if (!command.positionals.empty()) {
        out += "\nArguments:\n";
        for (const Positional& positional : command.positionals) {
            out += two_columns(positional.name, positional.help, 28);
        }
    }
    out += "\nOptions:\n";
    for (const Option& option : command.options) {
        if (!option.hidden) out += two_columns(left_column(option), with_default(option), 28);
    }
    out += two_columns("-h, --help", "This text.", 28);
    if (!command.examples.empty()) {
        out += "\nExamples:\n";
        for (const Example& example : command.examples) {
            out += fmt::format("  {}\n      {}\n", example.command, example.what);
        }
    }
    return out;
}

Command help_command(const Program& program) {
    Command out;
    out.name = "help";
    out.summary = "Explain a command";
    out.description = "Without COMMAND, names the commands.";
    out.positionals = {{"COMMAND", "The command to explain.", 0, 2, Completes::kChoices}};
    out.examples = {{program.name + " help run", "All options of run."}};
    out.run = [](const Arguments& arguments, const Program& here) -> int {
        if (arguments.positionals().empty()) {
            print_out(overview(here) + "\n");
            return kGood;
        }
        const std::vector<std::string>& words = arguments.positionals();
        const auto [command, taken] = name_command(here, words);
        if (words.size() == 1 && !command && is_group(here, words.front())) {
            print_out(group_overview(here, words.front()) + "\n");
            return kGood;
        }
        if (command && !command->hidden && taken < words.size()) {
            print_error(fmt::format("help does not know what to do with {}; see `{} help help`",
                                    base::printable(words[taken]), here.name));
            return kError;
        }
        if (!command || command->hidden) {
            print_error(unknown_command(here, base::join(words, " ")));
            return kError;
        }
        Command shown = *command;
        if (shown.extend) {
            if (const auto done = shown.extend(shown, here, {}); !done) {
                print_error(done.error().message);
                return kError;
            }
        }
        print_out(command_help(here, shown));
        return kGood;
    };
    return out;
}

namespace {

// Text for troff: a leading dot or quote, backslashes and hyphens mean something to it.
std::string roff(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (c == '\\') {
            out += "\\e";
        } else if (c == '-') {
            out += "\\-";
        } else if ((c == '.' || c == '\'') && (out.empty() || out.back() == '\n')) {
            out += "\\&";
            out += c;
        } else {
            out += c;
        }
    }
    return out;
}

// One entry: a term in the margin, the text below it.
std::string man_entry(const std::string& term, const std::string& text) {
    return fmt::format(".TP\n{}\n{}\n", term, roff(text));
}

std::string man_options(const Command& command) {
    std::string out;
    for (const Option& option : command.options) {
        if (option.hidden) continue;
        std::string term;
        if (option.short_name) term = fmt::format("\\fB\\-{}\\fR, ", option.short_name);
        term += fmt::format("\\fB\\-\\-{}\\fR", roff(option.name));
        if (!option.value_name.empty()) term += fmt::format(" \\fI{}\\fR", roff(option.value_name));
        out += man_entry(term, with_default(option));
    }
    return out;
}

std::string man_command_section(const Program& program, const Command& command) {
    std::string out = fmt::format(".SS {}\n", roff(usage(program, command)));
    for (const std::string& paragraph : base::split(
             command.description.empty() ? command.summary + "." : command.description, '\n')) {
        out += paragraph.empty() ? ".PP\n" : roff(paragraph) + "\n";
    }
    for (const Positional& positional : command.positionals) {
        out += man_entry(fmt::format("\\fI{}\\fR", roff(positional.name)), positional.help);
    }
    out += man_options(command);
    if (!command.examples.empty()) out += ".PP\nExamples:\n";
    for (const Example& example : command.examples) {
        out += fmt::format(".PP\n.nf\n    {}\n.fi\n.RS 8\n{}\n.RE\n", roff(example.command),
                           roff(example.what));
    }
    return out;
}

}  // namespace

std::string man_page(const Program& program) {
    std::string out =
        fmt::format(".TH BENCHLAB 1 \"\" \"benchlab {}\" \"User Commands\"\n", version());
    out += ".SH NAME\nbenchlab \\- measure code so that the timings can be trusted\n";
    out +=
        ".SH SYNOPSIS\n\\fBbenchlab\\fR \\fICOMMAND\\fR [\\fIARGUMENT\\fR...]\n.br\n"
        "\\fBbenchlab\\fR \\fB\\-\\-version\\fR | \\fB\\-\\-help\\fR | \\fICOMMAND\\fR "
        "\\fB\\-\\-help\\fR\n";
    out += ".SH COMMANDS\n";
    for (const Command& command : commands(program)) {
        if (!command.hidden) out += man_command_section(program, command);
    }
    out += ".SH EXIT STATUS\n";
    for (const StatusText& text : kStatusTexts) {
        out += man_entry(std::to_string(text.status), std::string(text.when) + ".");
    }
    out += ".SH ENVIRONMENT\n" +
           man_entry("\\fBBENCHLAB_PLUGIN_PATH\\fR",
                     "Absolute directories with plugins, separated like those of PATH.") +
           man_entry("\\fBNO_COLOR\\fR", "When set and not empty, nothing is coloured.");
    return out;
}

Command man_command(const Program&) {
    Command out;
    out.name = "man";
    out.summary = "Print the man page";
    out.description = "Prints the man page in troff, for `man -l` or an installation.";
    out.examples = {{"benchlab man | man -l -", "Read it."}};
    out.run = [](const Arguments&, const Program& here) -> int {
        print_out(man_page(here));
        return kGood;
    };
    return out;
}

}  // namespace benchlab::cli
