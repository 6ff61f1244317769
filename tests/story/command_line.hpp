// command_line.hpp: what the programs that make files of stories share.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <initializer_list>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "story.hpp"

namespace benchlab::story {

struct Files {
    std::filesystem::path story, file;
};

// Splits `STORY -o FILE OPTIONS`.  `set_switch` says whether a word is an option without a value;
// all other options are set with theirs.  Throws std::invalid_argument.
Files split_arguments(const std::vector<std::string>& words,
                      const std::function<bool(const std::string&)>& set_switch,
                      const std::function<void(const std::string&, const std::string&)>& set_value);

[[noreturn]] void refuse(const std::string& option, const std::string& value);

template <class T>
T one_of(const std::string& option, const std::string& value,
         std::initializer_list<std::pair<const char*, T>> words) {
    for (const auto& [word, meaning] : words) {
        if (value == word) return meaning;
    }
    refuse(option, value);
}

std::uint64_t number(const std::string& option, const std::string& value, std::uint64_t most);
std::int64_t length(const std::string& option, const std::string& value);

// Throws std::runtime_error, with the file's name before what is wrong with its text.
Story read_story(const std::filesystem::path& path);
// One line each on stderr.
void say_left_out(const std::map<std::string, std::uint64_t>& left_out);

// `run` with `words`, or `help` where they ask for it; errors become a line on stderr and status 2.
int run_command(const char* program, const char* help, const std::vector<std::string>& words,
                int (*run)(const std::vector<std::string>&));

}  // namespace benchlab::story
