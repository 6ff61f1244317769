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

// "trace" of "trace analyze"; of others the whole name.
std::string first_word(const Command& command) {
    return command.name.substr(0, command.name.find(' '));
}

// "analyze" of "trace analyze"; empty for a command of one word.
std::string second_word(const Command& command) {
    const std::size_t blank = command.name.find(' ');
    return blank == std::string::npos ? std::string() : command.name.substr(blank + 1);
}

// What may be typed first, each once.
std::vector<std::string> first_words(const Program& program) {
    std::vector<std::string> out;
    for_shown(program, [&](const Command& command) {
        const std::string word = first_word(command);
        if (out.empty() || out.back() != word) out.push_back(word);
    });
    return out;
}

// What may be typed behind it; empty when it is a command of its own.
std::vector<std::string> second_words(const Program& program, const std::string& first) {
    std::vector<std::string> out;
    for_shown(program, [&](const Command& command) {
        if (first_word(command) == first && !second_word(command).empty()) {
            out.push_back(second_word(command));
        }
    });
    return out;
}

// Benchmark names come from the program itself, so that those of the user's plugins are there too.
constexpr const char* kBenchmarkNames = "benchlab list --names-only 2>/dev/null";

// The choices of a positional; those of `help` are the commands.
std::vector<std::string> choices_of(const Positional& positional, const Program& program) {
    const bool listed = positional.completes != Completes::kChoices || !positional.choices.empty();
    return listed ? positional.choices : first_words(program);
}

// What fills COMPREPLY.  The function's $1 is the program as it was typed.
std::string bash_values(Completes completes, const std::vector<std::string>& choices) {
    switch (completes) {
        case Completes::kFiles:
            return "compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "
                   "\"$cur\")";
        case Completes::kDirectories:
            return "compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -d -- "
                   "\"$cur\")";
        case Completes::kBenchmarks:
            return "mapfile -t COMPREPLY < <(compgen -W \"$(\"$1\" list --names-only "
                   "2>/dev/null)\" -- \"$cur\")";
        case Completes::kChoices:
            return fmt::format("mapfile -t COMPREPLY < <(compgen -W \"{}\" -- \"$cur\")",
                               base::join(choices, " "));
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
        "    # --option=value arrives as three words.\n"
        "    if [[ \"$cur\" == \"=\" ]]; then\n"
        "        cur=\"\"\n"
        "    elif [[ \"$prev\" == \"=\" ]]; then\n"
        "        prev=\"${COMP_WORDS[COMP_CWORD-2]}\"\n"
        "    fi\n"
        "    if ((COMP_CWORD == 1)); then\n";
    out += fmt::format(
        "        mapfile -t COMPREPLY < <(compgen -W \"{} --help --version\" -- \"$cur\")\n"
        "        return\n    fi\n    local command=\"${{COMP_WORDS[1]}}\"\n",
        base::join(first_words(program), " "));
    for (const std::string& group : first_words(program)) {
        const std::vector<std::string> second = second_words(program, group);
        if (second.empty()) continue;
        out += fmt::format(
            "    if [[ \"$command\" == {} ]]; then\n"
            "        if ((COMP_CWORD == 2)); then\n"
            "            mapfile -t COMPREPLY < <(compgen -W \"{} --help\" -- \"$cur\")\n"
            "            return\n        fi\n"
            "        command+=\" ${{COMP_WORDS[2]}}\"\n    fi\n",
            group, base::join(second, " "));
    }
    out += "    case \"$command\" in\n";
    for_shown(program, [&](const Command& command) {
        out += fmt::format("    \"{}\")\n        case \"$prev\" in\n", command.name);
        for (const Option& plain : command.options) {
            const Option option = choice_option(plain);
            if (option.hidden || option.type == OptionType::kFlag) continue;
            out += fmt::format("        --{}{}) {}; return ;;\n", option.name,
                               option.short_name ? fmt::format("|-{}", option.short_name) : "",
                               bash_values(option.completes, option.choices));
        }
        out += fmt::format(
            "        esac\n        if [[ \"$cur\" == -* ]]; then\n"
            "            mapfile -t COMPREPLY < <(compgen -W \"{}\" -- \"$cur\")\n",
            words_of(command));
        if (!command.positionals.empty()) {
            const Positional& first = command.positionals.front();
            out += fmt::format("        else\n            {}\n",
                               bash_values(first.completes, choices_of(first, program)));
        }
        out += "        fi\n        ;;\n";
    });
    return out + "    esac\n}\ncomplete -F _benchlab benchlab\n";
}

namespace {

// What to say of a first word.
std::string summary_of(const Program& program, const std::string& word) {
    const Command* const command = find_command(program, word);
    return command ? command->summary : base::join(second_words(program, word), ", ");
}

// One specification for zsh's _arguments.
std::string zsh_option(const Option& plain) {
    const Option option = choice_option(plain);
    const bool flag = option.type == OptionType::kFlag;
    const std::string names =
        option.short_name
            ? fmt::format("'(-{0} --{1})'{{-{0},--{1}}}'", option.short_name, option.name)
            : fmt::format("'{}--{}{}", option.repeatable ? "*" : "", option.name, flag ? "" : "=");
    return fmt::format("{}[{}]{}'", names, shell_quoted(option.help, true),
                       flag ? ""
                            : fmt::format(":{}:{}", option.value_name,
                                          zsh_action(option.completes, option.choices)));
}

}  // namespace

std::string zsh_completion(const Program& program) {
    std::string out =
        "#compdef benchlab\n# zsh completion for benchlab; made by `benchlab completions zsh`\n"
        "_benchlab() {\n    local -a commands\n    commands=(\n";
    for (const std::string& word : first_words(program)) {
        out += fmt::format("        '{}:{}'\n", word, shell_quoted(summary_of(program, word)));
    }
    out +=
        "    )\n    if ((CURRENT == 2)); then\n        _describe 'command' commands\n"
        "        compadd -- --help --version\n"
        "        return\n    fi\n    local command=\"$words[2]\"\n"
        "    shift words\n    ((CURRENT--))\n";
    for (const std::string& group : first_words(program)) {
        const std::vector<std::string> second = second_words(program, group);
        if (second.empty()) continue;
        out += fmt::format(
            "    if [[ \"$command\" == {} ]]; then\n"
            "        if ((CURRENT == 2)); then\n            compadd -- {} --help\n"
            "            return\n        fi\n"
            "        command+=\" $words[2]\"\n        shift words\n        ((CURRENT--))\n    fi\n",
            group, base::join(second, " "));
    }
    out += "    case \"$command\" in\n";
    for_shown(program, [&](const Command& command) {
        out += fmt::format("    \"{}\")\n        _arguments -s", command.name);
        for (const Option& option : command.options) {
            if (!option.hidden) out += " \\\n            " + zsh_option(option);
        }
        out += " \\\n            '(-h --help)'{-h,--help}'[This text.]'";
        for (const Positional& positional : command.positionals) {
            out += fmt::format(" \\\n            '{}:{}:{}'", positional.maximum == 1 ? "" : "*",
                               positional.name,
                               zsh_action(positional.completes, choices_of(positional, program)));
        }
        out += "\n        ;;\n";
    });
    // Works as a file in $fpath and when it is sourced.
    return out +
           "    esac\n}\n"
           "if [[ \"$funcstack[1]\" == _benchlab ]]; then\n    _benchlab \"$@\"\n"
           "else\n    compdef _benchlab benchlab\nfi\n";
}

std::string fish_completion(const Program& program) {
    const std::string at_first = "complete -c benchlab -n __fish_use_subcommand";
    std::string out =
        "# fish completion for benchlab; made by `benchlab completions fish`\n"
        "complete -c benchlab -f\n" +
        at_first + " -l version -s V -d 'Print the version'\n" +
        "complete -c benchlab -l help -s h -d 'This text.'\n";
    for (const std::string& word : first_words(program)) {
        out += fmt::format("{} -a {} -d '{}'\n", at_first, word,
                           shell_quoted(summary_of(program, word)));
        const std::vector<std::string> second = second_words(program, word);
        if (second.empty()) continue;
        out += fmt::format(
            "complete -c benchlab -n '__fish_seen_subcommand_from {0}; and not "
            "__fish_seen_subcommand_from {1}' -a '{1}'\n",
            word, base::join(second, " "));
    }
    for_shown(program, [&](const Command& command) {
        const std::string second = second_word(command);
        const std::string condition = fmt::format(
            "complete -c benchlab -n '__fish_seen_subcommand_from {}{}'", first_word(command),
            second.empty() ? "" : "; and __fish_seen_subcommand_from " + second);
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
            if (first.completes == Completes::kChoices) {
                out += fmt::format("{} -a '{}'\n", condition,
                                   base::join(choices_of(first, program), " "));
            }
        }
    });
    return out;
}

Command completions_command(const Program&) {
    Command out;
    out.name = "completions";
    out.summary = "Print completions for a shell";
    out.description =
        "Prints a script that teaches a shell the commands, the options, their values and the "
        "names of the benchmarks.  It only takes effect in a new shell.";
    out.positionals = {
        {"SHELL", "bash, zsh or fish.", 1, 1, Completes::kChoices, {"bash", "zsh", "fish"}}};
    out.examples = {
        {"benchlab completions bash > ~/.local/share/bash-completion/completions/benchlab",
         "Install them for yourself (bash)."},
        {"benchlab completions zsh > ~/.zfunc/_benchlab",
         "The same for zsh, when ~/.zfunc is in $fpath before compinit is called."},
        {"benchlab completions fish > ~/.config/fish/completions/benchlab.fish",
         "The same for fish."},
    };
    out.run = [](const Arguments& arguments, const Program& here) -> int {
        const std::string& shell = arguments.positionals().front();
        if (shell == "bash") {
            print_out(bash_completion(here));
        } else if (shell == "zsh") {
            print_out(zsh_completion(here));
        } else if (shell == "fish") {
            print_out(fish_completion(here));
        } else {
            print_error(fmt::format("there are no completions for {}, only for bash, zsh and fish",
                                    base::printable(shell)));
            return kError;
        }
        return kGood;
    };
    return out;
}

}  // namespace benchlab::cli
