// words.hpp: a story's text as words, texts and marks, each with where it stands.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace benchlab::story {

struct Token {
    enum class Kind : std::uint8_t { kWord, kText, kMark, kLineEnd, kEnd };
    Kind kind = Kind::kEnd;
    std::uint32_t line = 0, column = 0;
    std::string text;  // of a text without its quotes

    bool is_word() const { return kind == Kind::kWord; }
    bool is(std::string_view what) const {
        return (kind == Kind::kWord || kind == Kind::kMark) && text == what;
    }
    std::string shown() const;  // for messages
};

// Ends with a kLineEnd and a kEnd.  Throws StoryError.
std::vector<Token> split_words(std::string_view text);

// `text` in quotes, as split_words reads it; control characters become spaces.
std::string quoted(std::string_view text);

// True for a text that needs no quotes as a name.
bool is_plain_word(std::string_view text);

}  // namespace benchlab::story
