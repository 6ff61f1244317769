#include "command_line.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "values.hpp"

namespace benchlab::story {

Files split_arguments(
    const std::vector<std::string>& words,
    const std::function<bool(const std::string&)>& set_switch,
    const std::function<void(const std::string&, const std::string&)>& set_value) {
    Files out;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string& word = words[i];
        if (!word.starts_with('-')) {
            if (!out.story.empty()) throw std::invalid_argument("one story at a time");
            out.story = word;
            continue;
        }
        if (set_switch(word)) continue;
        if (i + 1 == words.size())
            throw std::invalid_argument(fmt::format("{} needs a value", word));
        const std::string& value = words[++i];
        if (word == "-o") {
            out.file = value;
        } else {
            set_value(word, value);
        }
    }
    if (out.story.empty() || out.file.empty())
        throw std::invalid_argument("a STORY and -o FILE are needed");
    return out;
}

void refuse(const std::string& option, const std::string& value) {
    throw std::invalid_argument(fmt::format("{} does not take '{}'", option, value));
}

std::uint64_t number(const std::string& option, const std::string& value, std::uint64_t most) {
    const auto read = read_unsigned(value);
    if (!read || *read > most) refuse(option, value);
    return *read;
}

std::int64_t length(const std::string& option, const std::string& value) {
    const auto read = read_time(value);
    if (!read || read->ns < 0) refuse(option, value);
    return read->ns;
}

Story read_story(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    if (!in) throw std::runtime_error(fmt::format("cannot read {}", path.string()));
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    try {
        return parse_story(text);
    } catch (const StoryError& error) {
        throw std::runtime_error(fmt::format("{}: {}", path.string(), error.what()));
    }
}

void say_left_out(const std::map<std::string, std::uint64_t>& left_out) {
    for (const auto& [what, count] : left_out) {
        fmt::print(stderr, "left out: {} x {}, which has no form in this kind of file\n", count,
                   what);
    }
}

int run_command(const char* program, const char* help, const std::vector<std::string>& words,
                int (*run)(const std::vector<std::string>&)) {
    if (words.empty() || words[0] == "--help") {
        std::fputs(help, stdout);
        return words.empty() ? 2 : 0;
    }
    try {
        return run(words);
    } catch (const std::exception& error) {
        fmt::print(stderr, "{}: {}\n", program, error.what());
        return 2;
    }
}

}  // namespace benchlab::story
