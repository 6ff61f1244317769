// parse.hpp: how the fields of statements are read; parse.cpp has the statements.
#pragma once

#include <concepts>
#include <limits>
#include <map>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "story.hpp"
#include "values.hpp"
#include "words.hpp"

namespace benchlab::story {

// Times of a story lie within 15 years, so that sums of a few of them fit into 64 bits.
inline constexpr std::int64_t kLongestNs = 500'000'000'000'000'000;

// The words that are left, and the names that earlier lines have given.
class Source {
  public:
    Source(std::vector<Token> tokens, const Story& story)
        : tokens_(std::move(tokens)), story_(story) {}

    const Token& here() const { return tokens_[at_]; }
    const Token& after() const { return tokens_[at_ + (at_ + 1 < tokens_.size() ? 1 : 0)]; }
    Token take() { return tokens_[at_ + 1 < tokens_.size() ? at_++ : at_]; }
    bool take_if(std::string_view what);
    void need(std::string_view what);
    [[noreturn]] void fail(std::string_view expected) const;  // "expected X, found Y"
    [[noreturn]] static void fail_at(const Token& token, const std::string& message);

    void read(Ns& out);
    void read(Hex& out) { out.value = take_value<std::uint64_t>(read_unsigned, "a number"); }
    void read(double& out) { out = take_value<double>(read_decimal, "a number"); }
    void read(std::string& out);
    void read(Tid& out);
    void read(Pid& out);
    void read(Code& out) { out.address = read_address(); }
    void read(Frames& out);
    template <std::integral T>
    void read(T& out);
    template <class T>
    void read(std::optional<T>& out) {
        read(out.emplace());
    }
    std::uint8_t read_word_of(std::span<const std::string_view> words);

    void name_stack(std::string name, Frames frames) {
        stacks_[std::move(name)] = std::move(frames);
    }

  private:
    template <class T, class F>
    T take_value(F&& read, std::string_view expected) {
        if (!here().is_word()) fail(expected);
        const auto value = read(here().text);
        if (!value) fail(expected);
        take();
        return *value;
    }
    bool at_name() const;  // rather than at a number
    std::uint64_t read_address();
    std::uint64_t address_of(const Token& name) const;

    std::vector<Token> tokens_;
    std::size_t at_ = 0;
    const Story& story_;
    std::map<std::string, Frames, std::less<>> stacks_;
};

template <std::integral T>
void Source::read(T& out) {
    if (!here().is_word()) fail("a number");
    if constexpr (std::is_signed_v<T>) {
        const auto value = read_integer(here().text);
        if (!value) fail("a number");
        if (*value < std::numeric_limits<T>::min() || *value > std::numeric_limits<T>::max()) {
            fail(std::to_string(sizeof(T) * 8) + " bits at most");
        }
        out = static_cast<T>(*value);
    } else {
        const auto value = read_unsigned(here().text);
        if (!value) fail("a number of 0 or more");
        if (*value > std::numeric_limits<T>::max()) {
            fail("a number of at most " + std::to_string(std::numeric_limits<T>::max()));
        }
        out = static_cast<T>(*value);
    }
    take();
}

// Visitors of describe(): first what stands after the keyword ...
class HeadReader {
  public:
    explicit HeadReader(Source& source) : source_(source) {}

    template <class T>
    void head(T& field) {
        source_.read(field);
    }
    void head_choice(std::uint8_t& field, std::span<const std::string_view> words) {
        field = source_.read_word_of(words);
    }
    void optional_text(std::string& field) {
        if (source_.here().kind == Token::Kind::kText) field = source_.take().text;
    }
    void mark(std::string_view what) { source_.need(what); }
    template <class T>
    void clause(std::string_view, T&) {}
    template <class T>
    void length(T&) {}
    void choice(std::string_view, std::uint8_t&, std::span<const std::string_view>) {}
    void state(State&, std::string&) {}

  private:
    Source& source_;
};

// ... then the clauses, each call of describe() taking the one that stands here.
class ClauseReader {
  public:
    explicit ClauseReader(Source& source) : source_(source) {}

    // Begins a round; false when nothing more belongs to this statement.
    bool next();
    // Ends the round: the word here was no clause of the statement, or a repeated one.
    void finish_round();
    // After the last round.
    void finish();

    template <class T>
    void head(T&) {}
    void head_choice(std::uint8_t&, std::span<const std::string_view>) {}
    void optional_text(std::string&) {}
    void mark(std::string_view) {}
    template <class T>
    void clause(std::string_view name, T& field) {
        if (offer(name)) source_.read(field);
    }
    void length(Ns& field) {
        needs_length_ = true;
        if (offer("for")) read_length(field);
    }
    void length(std::optional<Ns>& field) {
        needs_length_ = may_be_open_ = true;
        if (offer("for")) read_length(field.emplace());
        if (offer("open")) has_length_ = true;
    }
    void choice(std::string_view name, std::uint8_t& field,
                std::span<const std::string_view> words) {
        if (offer(name)) field = source_.read_word_of(words);
    }
    void state(State& state, std::string& reason);

  private:
    bool offer(std::string_view name);
    void read_length(Ns& field);

    Source& source_;
    Token word_;
    bool taken_ = false;
    bool needs_length_ = false, may_be_open_ = false, has_length_ = false;
    bool needs_state_ = false, has_state_ = false;
    std::vector<std::string> seen_;
    std::string offered_;
};

}  // namespace benchlab::story
