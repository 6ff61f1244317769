// Help, man page and completions say exactly what the definitions say: every option of every
// command, and no other.
#include "cli/help.hpp"

#include <boost/test/unit_test.hpp>
#include <set>
#include <sstream>

#include "base/text.hpp"

using namespace benchlab;
using namespace benchlab::cli;

namespace {

const Program& program() {
    static const Program it{"benchlab", nullptr};
    return it;
}

std::vector<Command> shown_commands() {
    std::vector<Command> out;
    for (const Command& command : commands(program())) {
        if (!command.hidden) out.push_back(command);
    }
    return out;
}

// The names of a command's options that are shown, and --help.
std::set<std::string> defined(const Command& command) {
    std::set<std::string> out = {"help"};
    for (const Option& option : command.options) {
        if (!option.hidden) out.insert(option.name);
    }
    return out;
}

std::vector<std::string> lines(const std::string& text) {
    return base::split(text, '\n');
}

// What begins with `before` in the text, up to the first character that no option name has.
std::set<std::string> names_after(const std::string& text, const std::string& before) {
    std::set<std::string> out;
    for (std::size_t at = 0; (at = text.find(before, at)) != std::string::npos;) {
        at += before.size();
        const std::size_t end = text.find_first_not_of("abcdefghijklmnopqrstuvwxyz-", at);
        out.insert(text.substr(at, end - at));
    }
    return out;
}

// The part of `text` between a line that is `from` and the next line that is `to`.
std::string part(const std::string& text, const std::string& from, const std::string& to) {
    const std::size_t begin = text.find("\n" + from + "\n");
    BOOST_REQUIRE_MESSAGE(begin != std::string::npos, from + " is missing");
    const std::size_t end = text.find("\n" + to + "\n", begin);
    return text.substr(begin, end - begin);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(help)

BOOST_AUTO_TEST_CASE(every_definition_is_complete) {
    for (const Command& command : shown_commands()) {
        BOOST_TEST(!command.summary.empty(), command.name);
        BOOST_TEST(command.summary.back() != '.', command.name);
        BOOST_TEST(!command.description.empty(), command.name);
        BOOST_TEST(!command.examples.empty(), command.name);
        BOOST_TEST((command.run != nullptr), command.name);
        for (const Example& example : command.examples) {
            BOOST_TEST(example.command.find("benchlab " + command.name) == 0u, example.command);
            BOOST_TEST(!example.what.empty(), example.command);
        }
        std::set<std::string> names;
        std::set<char> letters = {'h'};
        for (const Option& option : command.options) {
            const std::string where = command.name + " --" + option.name;
            BOOST_TEST(names.insert(option.name).second, where << " is there twice");
            const bool own_letter = !option.short_name || letters.insert(option.short_name).second;
            BOOST_TEST(own_letter, where << ": its letter is taken");
            BOOST_TEST(option.value_name.empty() == (option.type == OptionType::kFlag), where);
            BOOST_TEST(option.choices.empty() == (option.type != OptionType::kChoice), where);
            if (option.hidden) continue;
            BOOST_TEST(!option.help.empty(), where);
            BOOST_TEST(option.help.back() == '.', where);
        }
        for (const Positional& positional : command.positionals) {
            BOOST_TEST(!positional.help.empty(), command.name + " " + positional.name);
        }
    }
}

BOOST_AUTO_TEST_CASE(every_default_is_a_value_that_may_be_given) {
    for (const Command& command : commands(program())) {
        std::vector<std::string> words;
        for (const Positional& positional : command.positionals) {
            for (std::size_t i = 0; i < positional.minimum; ++i) words.push_back("x");
        }
        for (const Option& option : command.options) {
            if (option.default_value.empty()) continue;
            words.push_back("--" + option.name + "=" + option.default_value);
        }
        const auto arguments = parse(command, words);
        BOOST_TEST(arguments.ok(), (arguments.ok() ? "" : arguments.error().message));
    }
}

BOOST_AUTO_TEST_CASE(every_example_is_a_line_that_parses) {
    for (const Command& command : shown_commands()) {
        for (const Example& example : command.examples) {
            std::vector<std::string> words;
            std::istringstream in(example.command);
            std::string word;
            // The program and the words of the command.
            for (std::size_t i = 0; i <= base::split(command.name, ' ').size(); ++i) in >> word;
            while (in >> word && word != "|" && word != ">" && word != ">>") words.push_back(word);
            const auto arguments = parse(command, words);
            BOOST_TEST(arguments.ok(), example.command);
        }
    }
}

BOOST_AUTO_TEST_CASE(the_overview_names_every_command) {
    const std::string text = overview(program());
    for (const Command& command : commands(program())) {
        const bool there = text.find("\n  " + command.name + " ") != std::string::npos;
        BOOST_TEST(there != command.hidden, command.name);
    }
}

BOOST_AUTO_TEST_CASE(the_help_of_a_command_has_its_options_exactly) {
    for (const Command& command : shown_commands()) {
        std::set<std::string> seen;
        const std::string text = command_help(program(), command);
        for (const std::string& line : lines(part(text, "Options:", "Examples:"))) {
            const std::size_t dashes = line.find("--");
            // An option begins in the column behind "-q, "; text further right only mentions one.
            if (dashes != 6) continue;
            seen.merge(names_after(line.substr(0, line.find("  ", dashes)), "--"));
        }
        BOOST_TEST(seen == defined(command), boost::test_tools::per_element());
        for (const Option& option : command.options) {
            if (option.hidden || option.default_value.empty()) continue;
            BOOST_TEST(text.find("Default: " + option.default_value + ".") != std::string::npos,
                       command.name << " --" << option.name);
        }
    }
}

BOOST_AUTO_TEST_CASE(the_man_page_has_the_options_of_every_command_exactly) {
    const std::string page = man_page(program());
    for (const Command& command : shown_commands()) {
        const std::size_t begin = page.find(".SS benchlab " + command.name);
        BOOST_REQUIRE(begin != std::string::npos);
        const std::string section = page.substr(begin, page.find("\n.S", begin + 1) - begin);
        std::set<std::string> seen = {"help"};
        for (const std::string& line : lines(section)) {
            const std::string mark = "\\fB\\-\\-";
            const std::size_t at = line.find(mark);
            if (at == std::string::npos) continue;
            std::string name;
            for (const char c : line.substr(
                     at + mark.size(), line.find("\\fR", at + mark.size()) - at - mark.size())) {
                if (c != '\\') name += c;
            }
            seen.insert(name);
        }
        BOOST_TEST(seen == defined(command), boost::test_tools::per_element());
    }
    BOOST_TEST(page.find(".SS benchlab worker") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(bash_offers_the_options_of_every_command_exactly) {
    const std::string script = bash_completion(program());
    for (const Command& command : shown_commands()) {
        const std::string body = part(script, "    \"" + command.name + "\")", "        ;;");
        const std::size_t words = body.find("compgen -W \"--");
        BOOST_REQUIRE(words != std::string::npos);
        BOOST_TEST(
            names_after(body.substr(words, body.find('\n', words) - words), "--") ==
                [&] {
                    std::set<std::string> all = defined(command);
                    all.insert("");  // the "--" of compgen's own
                    return all;
                }(),
            boost::test_tools::per_element());
    }
}

BOOST_AUTO_TEST_CASE(zsh_offers_the_options_of_every_command_exactly) {
    const std::string script = zsh_completion(program());
    for (const Command& command : shown_commands()) {
        std::set<std::string> seen;
        for (const std::string& line :
             lines(part(script, "    \"" + command.name + "\")", "        ;;"))) {
            const std::size_t bracket = line.find('[');
            if (line.find("            '") != 0 || bracket == std::string::npos) continue;
            seen.merge(names_after(line.substr(0, bracket), "--"));
        }
        BOOST_TEST(seen == defined(command), boost::test_tools::per_element());
    }
}

BOOST_AUTO_TEST_CASE(fish_offers_the_options_of_every_command_exactly) {
    const std::string script = fish_completion(program());
    for (const Command& command : shown_commands()) {
        std::set<std::string> seen = {"help"};
        for (const std::string& line : lines(script)) {
            const std::string words =
                base::join(base::split(command.name, ' '), "; and __fish_seen_subcommand_from ");
            if (line.find("'__fish_seen_subcommand_from " + words + "'") == std::string::npos) {
                continue;
            }
            seen.merge(names_after(line.substr(0, line.find(" -d ")), " -l "));
        }
        BOOST_TEST(seen == defined(command), boost::test_tools::per_element());
    }
}

BOOST_AUTO_TEST_CASE(a_quote_in_a_help_text_does_not_end_a_word_of_the_shells) {
    // "benchmark's" is in the help of run: each quote has to be closed again.
    for (const std::string& script : {zsh_completion(program()), fish_completion(program())}) {
        for (const std::string& line : lines(script)) {
            if (line.find('#') == 0) continue;
            std::size_t quotes = 0;
            for (const char c : line) quotes += c == '\'';
            BOOST_TEST(quotes % 2 == std::size_t(line.find("\\'") != std::string::npos), line);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_program_with_a_plugin_inside_has_no_options_about_plugins) {
    // commands() is made once a process, so the options are asked for directly.
    Program mine{"mine", [](std::uint32_t) -> const bl_plugin* { return nullptr; }};
    BOOST_TEST(plugin_options(mine).empty());
    BOOST_TEST(!plugin_options(program()).empty());
}

BOOST_AUTO_TEST_CASE(an_unknown_command_is_told_the_likely_one) {
    BOOST_TEST(unknown_command(program(), "rnu") ==
               "there is no command rnu (did you mean run?); see `benchlab help`");
    BOOST_TEST(unknown_command(program(), "xyzzy") ==
               "there is no command xyzzy; see `benchlab help`");
    BOOST_TEST(unknown_command(program(), "worke").find("worker") == std::string::npos);
    BOOST_TEST(unknown_command(program(), "--json").find("the command comes first") == 0u);
}

BOOST_AUTO_TEST_SUITE_END()
