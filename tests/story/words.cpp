#include "words.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "story.hpp"

namespace benchlab::story {

namespace {

constexpr std::string_view kMarks = ":;{}<+=,";

bool is_word_character(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') ||
           (byte >= 'A' && byte <= 'Z') || byte >= 0x80 || c == '_' || c == '.' || c == '$' ||
           c == '@' || c == '!' || c == '~' || c == '?' || c == '-' || c == '/';
}

bool is_control(char c) {
    return static_cast<unsigned char>(c) < 0x20 && c != '\t';
}

class Splitter {
  public:
    explicit Splitter(std::string_view text) : text_(text) {}

    std::vector<Token> run() {
        if (text_.substr(0, 3) == "\xEF\xBB\xBF") at_ = line_start_ = 3;
        while (at_ < text_.size()) step();
        end_line();
        tokens_.push_back(make(Token::Kind::kEnd));
        return std::move(tokens_);
    }

  private:
    Token make(Token::Kind kind) const {
        return {kind, line_, static_cast<std::uint32_t>(at_ - line_start_ + 1), {}};
    }

    bool arrow_here() const { return text_.substr(at_, 2) == "->"; }

    void end_line() {
        if (!tokens_.empty() && tokens_.back().kind != Token::Kind::kLineEnd) {
            tokens_.push_back(make(Token::Kind::kLineEnd));
        }
    }

    void step() {
        const char c = text_[at_];
        if (c == '\n') {
            end_line();
            ++at_;
            ++line_;
            line_start_ = at_;
        } else if (c == ' ' || c == '\t' || c == '\r') {
            ++at_;
        } else if (c == '#') {
            at_ = std::min(text_.find('\n', at_), text_.size());
        } else if (c == '"') {
            take_text();
        } else if (arrow_here()) {
            take(Token::Kind::kMark, 2);
        } else if (kMarks.find(c) != std::string_view::npos) {
            take(Token::Kind::kMark, 1);
        } else if (is_word_character(c)) {
            take_word();
        } else {
            const Token here = make(Token::Kind::kMark);
            throw StoryError(here.line, here.column,
                             fmt::format("the character 0x{:02x} has no place here",
                                         static_cast<unsigned char>(c)));
        }
    }

    void take(Token::Kind kind, std::size_t length) {
        Token token = make(kind);
        token.text = text_.substr(at_, length);
        at_ += length;
        tokens_.push_back(std::move(token));
    }

    void take_word() {
        const std::size_t begin = at_;
        std::size_t end = at_;
        while (end < text_.size() && is_word_character(text_[end])) {
            if (text_.substr(end, 2) == "->") break;
            ++end;
        }
        take(Token::Kind::kWord, end - begin);
    }

    // A quote inside is doubled; backslashes are themselves, as paths are full of them.
    void take_text() {
        Token token = make(Token::Kind::kText);
        ++at_;
        while (at_ < text_.size() && text_[at_] != '\n') {
            if (text_[at_] == '"') {
                if (text_.substr(at_, 2) != "\"\"") break;
                ++at_;
            }
            if (is_control(text_[at_])) {
                const Token here = make(Token::Kind::kMark);
                throw StoryError(here.line, here.column, "a text has no control characters");
            }
            token.text += text_[at_++];
        }
        if (at_ >= text_.size() || text_[at_] != '"') {
            throw StoryError(token.line, token.column, "this text has no closing quote");
        }
        ++at_;
        tokens_.push_back(std::move(token));
    }

    std::string_view text_;
    std::size_t at_ = 0, line_start_ = 0;
    std::uint32_t line_ = 1;
    std::vector<Token> tokens_;
};

}  // namespace

std::string Token::shown() const {
    switch (kind) {
        case Kind::kEnd:
            return "the end of the story";
        case Kind::kLineEnd:
            return "the end of the line";
        case Kind::kText:
            return quoted(text);
        default:
            return fmt::format("'{}'", text);
    }
}

std::vector<Token> split_words(std::string_view text) {
    return Splitter(text).run();
}

std::string quoted(std::string_view text) {
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"') out += c;
        out += is_control(c) ? ' ' : c;
    }
    return out + '"';
}

bool is_plain_word(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), is_word_character) &&
           text.find("->") == std::string_view::npos;
}

}  // namespace benchlab::story
