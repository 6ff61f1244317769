#include "cli/options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/program_options.hpp>
#include <charconv>
#include <cmath>
#include <filesystem>

#include "base/text.hpp"

namespace benchlab::cli {
namespace {

namespace po = boost::program_options;
using base::Code;
using base::Error;

constexpr const char* kPositionals = "words that are no options";  // nobody types this name

po::options_description describe(const Command& command) {
    po::options_description out;
    for (const Option& option : command.options) {
        std::string names = option.name;
        if (option.short_name) names += fmt::format(",{}", option.short_name);
        if (option.type == OptionType::kFlag) {
            out.add_options()(names.c_str(), "");
        } else {
            out.add_options()(names.c_str(), po::value<std::vector<std::string>>(), "");
        }
    }
    out.add_options()(kPositionals, po::value<std::vector<std::string>>());
    return out;
}

std::string check_count(const Option& option, const std::string& text) {
    std::uint64_t value = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (code == std::errc::result_out_of_range) return "is too large";
    if (code != std::errc() || end != text.data() + text.size()) return "is not a whole number";
    const bool limited = option.minimum != 0 || option.maximum != 0;
    if (limited && (double(value) < option.minimum || double(value) > option.maximum)) {
        return fmt::format("is not between {:.0f} and {:.0f}", option.minimum, option.maximum);
    }
    return {};
}

std::string check_number(const Option& option, const std::string& text) {
    double value = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (code == std::errc::result_out_of_range) return "is too large, or too close to 0";
    if (code != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) {
        return "is not a number";
    }
    const bool limited = option.minimum != 0 || option.maximum != 0;
    if (limited && (value < option.minimum || value > option.maximum)) {
        return fmt::format("is not between {} and {}", option.minimum, option.maximum);
    }
    return {};
}

// Why `text` is no value of this option; empty when it is one.
std::string check_value(const Option& option, const std::string& text) {
    if (text.empty()) return "the value is empty";
    // More likely a forgotten value than a file of this name.
    const bool path =
        option.completes == Completes::kFiles || option.completes == Completes::kDirectories;
    if (path && text.size() > 1 && text.front() == '-') {
        return "looks like an option; a file of that name is ./" + base::printable(text);
    }
    switch (option.type) {
        case OptionType::kFlag:
            return {};
        case OptionType::kText:
            return {};
        case OptionType::kCount:
            return check_count(option, text);
        case OptionType::kNumber:
            return check_number(option, text);
        case OptionType::kChoice:
            break;
    }
    const auto& choices = option.choices;
    if (std::find(choices.begin(), choices.end(), text) != choices.end()) return {};
    return "is none of " + base::join(choices, ", ");
}

// "; see `benchlab help run`", with the name that this program goes by.
std::string see_help(const Command& command, std::string_view program) {
    return fmt::format("; see `{} help {}`", program, command.name);
}

// The option that the word without its dashes is the beginning or a misspelling of.
std::string likely_option(const Command& command, const std::string& word) {
    std::vector<std::string> names = {"help"};
    for (const Option& option : command.options) {
        if (!option.hidden) names.push_back(option.name);
    }
    if (word.size() < 2) return {};
    for (const std::string& name : names) {
        if (name.compare(0, word.size(), word) == 0) return name;
    }
    return base::closest(word, names);
}

std::string unknown_option(const Command& command, std::string word) {
    word = word.substr(0, word.find('='));
    const std::size_t dashes = std::min(word.find_first_not_of('-'), word.size());
    const std::string near = likely_option(command, word.substr(dashes));
    return fmt::format("{} has no option {}{}", command.name, base::printable(word),
                       near.empty() ? "" : fmt::format(" (did you mean --{}?)", near));
}

std::string needs_value(const Option& option) {
    return fmt::format("--{0} needs a value: --{0} {1}", option.name, option.value_name);
}

// Boost's words for what is wrong with an option, in ours.
std::string wrong_use(const Command& command, const std::string& name,
                      po::invalid_syntax::kind_t kind) {
    switch (kind) {
        case po::invalid_syntax::missing_parameter:
        case po::invalid_syntax::empty_adjacent_parameter:
            for (const Option& option : command.options) {
                if ("--" + option.name == name) return needs_value(option);
            }
            return name + " needs a value";
        case po::invalid_syntax::extra_parameter:
            return name + " takes no value";
        default:
            return name + " is not the way to write an option";
    }
}

base::Result<po::variables_map> parse_words(const Command& command,
                                            const std::vector<std::string>& words,
                                            std::string_view program) {
    const po::options_description description = describe(command);
    po::positional_options_description positions;
    positions.add(kPositionals, -1);
    namespace style = po::command_line_style;
    const int how = style::unix_style & ~style::allow_guessing;
    po::variables_map map;
    std::string why;
    try {
        po::store(po::command_line_parser(words)
                      .options(description)
                      .positional(positions)
                      .style(how)
                      .run(),
                  map);
        return map;
    } catch (const po::unknown_option& error) {
        why = unknown_option(command, error.get_option_name());
    } catch (const po::multiple_occurrences& error) {
        why = fmt::format("{} is given twice", error.get_option_name());
    } catch (const po::invalid_syntax& error) {
        why = wrong_use(command, error.get_option_name(), error.kind());
    } catch (const po::error& error) {
        why = error.what();
    }
    return Error{Code::kInvalid, why + see_help(command, program)};
}

std::string shell_word(const std::string& word) {
    const bool plain = std::all_of(word.begin(), word.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               std::string_view("_-./,:=+@%").find(c) != std::string_view::npos;
    });
    if (plain && !word.empty()) return word;
    std::string out = "'";
    for (const char c : word) out += c == '\'' ? "'\\''" : std::string(1, c);
    return out + "'";
}

// "mine" of "/home/me/mine/"; nothing of "/".
std::string last_part(const std::string& path) {
    const std::filesystem::path whole = base::text_path(path).lexically_normal();
    return base::path_text(whole.has_filename() ? whole.filename()
                                                : whole.parent_path().filename());
}

std::string check_positionals(const Command& command, const std::vector<std::string>& words) {
    std::size_t minimum = 0, maximum = 0;
    bool open = false;
    std::vector<std::string> missing;
    for (const Positional& positional : command.positionals) {
        minimum += positional.minimum;
        maximum += positional.maximum;
        open = open || positional.maximum == 0;
        if (positional.minimum > 0 && minimum > words.size()) missing.push_back(positional.name);
    }
    if (!missing.empty()) return "needs " + base::join(missing, " and ");
    if (!open && words.size() > maximum) {
        return fmt::format("does not know what to do with {}", base::printable(words[maximum]));
    }
    return {};
}

}  // namespace

Option flag_option(std::string name, std::string help, char short_name) {
    Option out;
    out.name = std::move(name);
    out.short_name = short_name;
    out.help = std::move(help);
    return out;
}

Option text_option(std::string name, std::string value_name, std::string help, bool repeatable) {
    Option out;
    out.name = std::move(name);
    out.type = OptionType::kText;
    out.value_name = std::move(value_name);
    out.help = std::move(help);
    out.repeatable = repeatable;
    return out;
}

Option count_option(std::string name, std::string value_name, std::string default_value,
                    double minimum, double maximum, std::string help) {
    Option out = number_option(std::move(name), std::move(value_name), std::move(default_value),
                               minimum, maximum, std::move(help));
    out.type = OptionType::kCount;
    return out;
}

Option number_option(std::string name, std::string value_name, std::string default_value,
                     double minimum, double maximum, std::string help) {
    Option out = text_option(std::move(name), std::move(value_name), std::move(help));
    out.type = OptionType::kNumber;
    out.default_value = std::move(default_value);
    out.minimum = minimum;
    out.maximum = maximum;
    return out;
}

const Arguments::Entry* Arguments::find(std::string_view name) const {
    const auto at = std::find_if(entries_.begin(), entries_.end(),
                                 [&](const Entry& entry) { return entry.name == name; });
    return at == entries_.end() ? nullptr : &*at;
}

bool Arguments::has(std::string_view name) const {
    return find(name) != nullptr;
}

bool Arguments::flag(std::string_view name) const {
    return given(name);
}

bool Arguments::given(std::string_view name) const {
    const Entry* entry = find(name);
    return entry && entry->given;
}

const std::string& Arguments::text(std::string_view name) const {
    return find(name)->values.back();
}

std::uint64_t Arguments::count(std::string_view name) const {
    const std::string& digits = text(name);
    std::uint64_t value = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return value;
}

double Arguments::number(std::string_view name) const {
    const std::string& digits = text(name);
    double value = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return value;
}

std::string Arguments::told() const {
    std::vector<std::string> out;
    for (const Entry& entry : entries_) {
        if (!entry.given || entry.completes == Completes::kFiles) continue;
        if (entry.values.empty()) out.push_back("--" + entry.name);
        for (const std::string& value : entry.values) {
            const bool directory = entry.completes == Completes::kDirectories;
            out.push_back("--" + entry.name);
            out.push_back(shell_word(directory ? last_part(value) : value));
        }
    }
    const bool dashed = std::any_of(positionals_.begin(), positionals_.end(),
                                    [](const std::string& word) { return word.starts_with('-'); });
    if (dashed) out.emplace_back("--");
    for (const std::string& word : positionals_) out.push_back(shell_word(word));
    return base::join(out, " ");
}

std::vector<std::string> Arguments::all(std::string_view name) const {
    const Entry* entry = find(name);
    return entry ? entry->values : std::vector<std::string>();
}

namespace {

// "--quick" where a value should be: the value was forgotten.
bool is_option(const Command& command, const std::string& word) {
    if (word.compare(0, 2, "--") != 0) return false;
    const std::string name = word.substr(2, word.find('=') - 2);
    return std::any_of(command.options.begin(), command.options.end(),
                       [&](const Option& option) { return option.name == name; });
}

// What is wrong with the values that were given to this option; empty when nothing is.
std::string check_values(const Command& command, const Option& option,
                         const std::vector<std::string>& values, std::string_view program) {
    if (values.size() > 1 && !option.repeatable) {
        return fmt::format("--{} is given twice{}", option.name, see_help(command, program));
    }
    for (const std::string& value : values) {
        if (is_option(command, value)) {
            return needs_value(option) + see_help(command, program);
        }
        const std::string why = check_value(option, value);
        if (!why.empty()) {
            return fmt::format("--{}: {}{}{}", option.name, base::printable(value),
                               value.empty() ? "" : " ", why);
        }
    }
    return {};
}

}  // namespace

base::Result<Arguments> parse(const Command& command, const std::vector<std::string>& words,
                              std::string_view program) {
    const auto map = parse_words(command, words, program);
    if (!map) return map.error();
    Arguments out;
    out.words_ = words;
    for (const Option& option : command.options) {
        const auto found = map->find(option.name);
        const bool given = found != map->end();
        Arguments::Entry entry{option.name, {}, given, option.completes};
        if (given && option.type != OptionType::kFlag) {
            entry.values = found->second.as<std::vector<std::string>>();
        } else if (!given && !option.default_value.empty()) {
            entry.values = {option.default_value};
        } else if (!given) {
            continue;
        }
        const std::string why = check_values(command, option, entry.values, program);
        if (!why.empty()) return Error{Code::kInvalid, why};
        out.entries_.push_back(std::move(entry));
    }
    if (const auto words_left = map->find(kPositionals); words_left != map->end()) {
        out.positionals_ = words_left->second.as<std::vector<std::string>>();
    }
    const std::string why = check_positionals(command, out.positionals_);
    if (!why.empty()) {
        return Error{Code::kInvalid,
                     fmt::format("{} {}{}", command.name, why, see_help(command, program))};
    }
    return out;
}

}  // namespace benchlab::cli
