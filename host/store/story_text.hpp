// store/story_text.hpp: the words of a story (docs/story.md): times, names, numbers.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace benchlab::store {

// "16.6": milliseconds with as many decimals as it takes.
std::string story_time(std::int64_t ns);

// In quotes, a quote doubled; what a story cannot have (control characters) becomes a blank.
std::string story_quoted(std::string_view text);

// A name as it may stand: in quotes when it has other characters than a word or reads as a number.
std::string story_name(std::string_view name);

// "0x1f0"
std::string story_hex(std::uint64_t number);

// A number with decimals, without '+'.
std::string story_number(double number);

// One statement: a keyword, what stands right behind it, clauses.
class Statement {
  public:
    explicit Statement(std::string& out) : out_(out) {}

    Statement& word(std::string_view text) {
        if (!first_) out_ += ' ';
        first_ = false;
        out_ += text;
        return *this;
    }
    Statement& number(std::uint64_t value) { return word(std::to_string(value)); }
    Statement& clause(std::string_view name, std::string_view value) {
        return word(name).word(value);
    }
    Statement& clause(std::string_view name, std::uint64_t value) {
        return word(name).number(value);
    }
    // Left out where the text is empty.
    Statement& name(std::string_view name, std::string_view text) {
        return text.empty() ? *this : clause(name, story_name(text));
    }
    Statement& time(std::string_view name, std::int64_t ns) { return clause(name, story_time(ns)); }

  private:
    std::string& out_;
    bool first_ = true;
};

}  // namespace benchlab::store
