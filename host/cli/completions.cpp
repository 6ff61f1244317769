// Shell completions, made from the option definitions.
#include <fmt/format.h>

#include "base/text.hpp"
#include "cli/command_list.hpp"
#include "cli/help.hpp"

namespace benchlab::cli {
namespace {

// Calls `visit(command)` for each command that is shown.
template <class Visit>
void for_shown(const Program& program, Visit visit) {
    for (const Command& command : commands(program)) {
        if (!command.hidden) visit(command);
    }
}

std::string words_of(const Command& command) {
    std::string out;
    for (const Option& option : command.options) {
        if (!option.hidden) out += "--" + option.name + " ";
    }
    return out + "--help";
}

std::string command_names(const Program& program) {
    std::string out;
    for_shown(program, [&](const Command& command) {
        if (!out.empty()) out += ' ';
        out += command.name;
    });
    return out;
}

constexpr const char* kBenchmarkNames = "benchlab list --names-only 2>/dev/null";

std::string bash_values(Completes completes, const std::vector<std::string>& choices,
                        const Program& program) {
    switch (completes) {
        case Completes::kFiles:
            return "compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- \"$cur\"))";
        case Completes::kDirectories:
            return "compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -d -- \"$cur\"))";
        case Completes::kBenchmarks:
            return fmt::format("COMPREPLY=($(compgen -W \"$({})\" -- \"$cur\"))",
                               kBenchmarkNames);
        case Completes::kChoices: {
            const std::string words =
                choices.empty() ? command_names(program) : base::join(choices, " ");
            return fmt::format("COMPREPLY=($(compgen -W \"{}\" -- \"$cur\"))", words);
        }
        case Completes::kNothing:
            break;
    }
    return "COMPREPLY=()";
}

std::string zsh_action(Completes completes, const std::vector<std::string>& choices) {
    switch (completes) {
        case Completes::kFiles:
            return "_files";
        case Completes::kDirectories:
            return "_files -/";
        case Completes::kBenchmarks:
            return fmt::format("($({}))", kBenchmarkNames);
        case Completes::kChoices:
            return "(" + base::join(choices, " ") + ")";
        case Completes::kNothing:
            break;
    }
    return " ";
}

std::string fish_values(Completes completes, const std::vector<std::string>& choices) {
    switch (completes) {
        case Completes::kFiles:
            return " -r -F";
        case Completes::kDirectories:
            return " -x -a '(__fish_complete_directories)'";
        case Completes::kBenchmarks:
            return fmt::format(" -x -a '({})'", kBenchmarkNames);
        case Completes::kChoices:
            return fmt::format(" -x -a '{}'", base::join(choices, " "));
        case Completes::kNothing:
            break;
    }
    return " -x";
}

// Text inside single quotes of a shell; brackets and colons mean something to zsh's _arguments.
std::string shell_quoted(std::string_view text, bool zsh = false) {
    std::string out;
    for (const char c : text) {
        if (c == '\'') {
            out += "'\\''";
            continue;
        }
        if (zsh && (c == '[' || c == ']' || c == ':')) out += '\\';
        out += c;
    }
    return out;
}

Option choice_option(const Option& option) {
    Option out = option;
    if (option.type == OptionType::kChoice) out.completes = Completes::kChoices;
    return out;
}

}  // namespace

std::string bash_completion(const Program& program) {
    std::string out =
        "# bash completion for benchlab; made by `benchlab completions bash`\n"
        "_benchlab() {\n"
        "    local cur=\"${COMP_WORDS[COMP_CWORD]}\" prev=\"${COMP_WORDS[COMP_CWORD-1]}\"\n"
        "    COMPREPLY=()\n"
        "    if ((COMP_CWORD == 1)); then\n";
    out += fmt::format(
        "        COMPREPLY=($(compgen -W \"{} --help --version\" -- \"$cur\"))\n"
        "        return\n    fi\n    case \"${{COMP_WORDS[1]}}\" in\n",
        command_names(program));
    for_shown(program, [&](const Command& command) {
        out += fmt::format("    {})\n        case \"$prev\" in\n", command.name);
        for (const Option& plain : command.options) {
            const Option option = choice_option(plain);
            if (option.hidden || option.type == OptionType::kFlag) continue;
            out += fmt::format("        --{}{}) {}; return ;;\n", option.name,
                               option.short_name ? fmt::format("|-{}", option.short_name) : "",
                               bash_values(option.completes, option.choices, program));
        }
        out += fmt::format(
            "        esac\n        if [[ \"$cur\" == -* ]]; then\n"
            "            COMPREPLY=($(compgen -W \"{}\" -- \"$cur\"))\n",
            words_of(command));
        if (!command.positionals.empty()) {
            const Positional& first = command.positionals.front();
            out += fmt::format("        else\n            {}\n",
                               bash_values(first.completes, first.choices, program));
        }
        out += "        fi\n        ;;\n";
    });
    return out + "    esac\n}\ncomplete -F _benchlab benchlab\n";
}

std::string zsh_completion(const Program& program) {
    std::string out =
        "#compdef benchlab\n# zsh completion for benchlab; made by `benchlab completions zsh`\n"
        "_benchlab() {\n    local -a commands\n    commands=(\n";
    for_shown(program, [&](const Command& command) {
        out += fmt::format("        '{}:{}'\n", command.name, shell_quoted(command.summary));
    });
    out +=
        "    )\n    if ((CURRENT == 2)); then\n        _describe 'command' commands\n"
        "        return\n    fi\n    local command=\"$words[2]\"\n"
        "    shift words\n    ((CURRENT--))\n    case \"$command\" in\n";
    for_shown(program, [&](const Command& command) {
        out += fmt::format("    {})\n        _arguments -s", command.name);
        for (const Option& plain : command.options) {
            const Option option = choice_option(plain);
            if (option.hidden) continue;
            out += fmt::format(" \\\n            '{}--{}[{}]{}'", option.repeatable ? "*" : "",
                               option.name, shell_quoted(option.help, true),
                               option.type == OptionType::kFlag
                                   ? ""
                                   : fmt::format(":{}:{}", option.value_name,
                                                 zsh_action(option.completes, option.choices)));
        }
        for (const Positional& positional : command.positionals) {
            const auto choices =
                positional.completes == Completes::kChoices && positional.choices.empty()
                    ? base::split(command_names(program), ' ')
                    : positional.choices;
            out += fmt::format(" \\\n            '{}:{}:{}'", positional.maximum == 1 ? "" : "*",
                               positional.name, zsh_action(positional.completes, choices));
        }
        out += "\n        ;;\n";
    });
    return out + "    esac\n}\n_benchlab \"$@\"\n";
}

std::string fish_completion(const Program& program) {
    std::string out =
        "# fish completion for benchlab; made by `benchlab completions fish`\n"
        "complete -c benchlab -f\n";
    for_shown(program, [&](const Command& command) {
        out += fmt::format(
            "complete -c benchlab -n __fish_use_subcommand -a {} -d '{}'\n", command.name,
            shell_quoted(command.summary));
        const std::string condition =
            fmt::format("complete -c benchlab -n '__fish_seen_subcommand_from {}'", command.name);
        for (const Option& plain : command.options) {
            const Option option = choice_option(plain);
            if (option.hidden) continue;
            out += fmt::format("{} -l {}{}{} -d '{}'\n", condition, option.name,
                               option.short_name ? fmt::format(" -s {}", option.short_name) : "",
                               option.type == OptionType::kFlag
                                   ? ""
                                   : fish_values(option.completes, option.choices),
                               shell_quoted(option.help));
        }
        if (!command.positionals.empty()) {
            const Positional& first = command.positionals.front();
            if (first.completes == Completes::kFiles) out += condition + " -F\n";
            if (first.completes == Completes::kBenchmarks) {
                out += fmt::format("{} -a '({})'\n", condition, kBenchmarkNames);
            }
        }
    });
    return out;
}

Command completions_command(const Program&) {
    Command out;
    out.name = "completions";
    out.summary = "Print completions for a shell";
    out.positionals = {
        {"SHELL", "bash, zsh or fish.", 1, 1, Completes::kChoices, {"bash", "zsh", "fish"}}};
    out.examples = {{"benchlab completions bash > ~/.local/share/bash-completion/completions/benchlab",
                     "Install them for yourself."}};
    out.run = [](const Arguments& arguments, const Program& here) -> int {
        const std::string& shell = arguments.positionals().front();
        if (shell == "bash") {
            print_out(bash_completion(here));
        } else if (shell == "zsh") {
            print_out(zsh_completion(here));
        } else if (shell == "fish") {
            print_out(fish_completion(here));
        } else {
            print_error(fmt::format("{} is none of bash, zsh, fish", base::printable(shell)));
            return kError;
        }
        return kGood;
    };
    return out;
}

}  // namespace benchlab::cli
