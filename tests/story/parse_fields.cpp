#include <fmt/format.h>

#include <algorithm>

#include "parse.hpp"

namespace benchlab::story {

StoryError::StoryError(std::uint32_t line_, std::uint32_t column_, const std::string& message)
    : std::runtime_error(fmt::format("line {}, column {}: {}", line_, column_, message)),
      line(line_),
      column(column_) {}

bool Source::take_if(std::string_view what) {
    if (!here().is(what)) return false;
    take();
    return true;
}

void Source::need(std::string_view what) {
    if (!take_if(what)) fail(fmt::format("'{}'", what));
}

void Source::fail(std::string_view expected) const {
    fail_at(here(), fmt::format("expected {}, found {}", expected, here().shown()));
}

void Source::fail_at(const Token& token, const std::string& message) {
    throw StoryError(token.line, token.column, message);
}

void Source::read(Ns& out) {
    const Token word = here();
    out = take_value<Ns>(read_time, "a time such as 1.5 or 20us");
    if (out.ns > kLongestNs || out.ns < -kLongestNs) fail_at(word, "a time lies within 15 years");
}

void Source::read(std::string& out) {
    if (here().kind != Token::Kind::kWord && here().kind != Token::Kind::kText) {
        fail("a name or a text in quotes");
    }
    out = take().text;
}

// Names of programs may begin with a digit; numbers are those that read as one.
bool Source::at_name() const {
    if (here().kind == Token::Kind::kText) return true;
    return here().is_word() && !read_unsigned(here().text);
}

void Source::read(Tid& out) {
    if (take_if("idle")) {
        out.id = 0;
        return;
    }
    if (!at_name()) return read(out.id);
    const auto named = [&](const Thread& thread) { return thread.name == here().text; };
    const auto found = std::find_if(story_.threads.begin(), story_.threads.end(), named);
    if (found == story_.threads.end()) fail("a thread's number, its name, or idle");
    const auto same = [&](const Thread& thread) {
        return named(thread) && thread.tid != found->tid;
    };
    if (std::any_of(found, story_.threads.end(), same)) {
        fail("a thread's number, as several have this name");
    }
    out = found->tid;
    take();
}

void Source::read(Pid& out) {
    if (!at_name()) return read(out.id);
    const auto named = [&](const Process& process) { return process.name == here().text; };
    const auto found = std::find_if(story_.processes.begin(), story_.processes.end(), named);
    if (found == story_.processes.end()) fail("a process's number or its name");
    const auto same = [&](const Process& process) {
        return named(process) && process.pid != found->pid;
    };
    if (std::any_of(found, story_.processes.end(), same)) {
        fail("a process's number, as several have this name");
    }
    out = found->pid;
    take();
}

std::uint64_t Source::address_of(const Token& name) const {
    for (const Function& function : story_.functions) {
        if (function.name == name.text) return function.code.address;
    }
    std::optional<std::uint64_t> base;
    for (const Image& image : story_.images) {
        if (image.name != name.text) continue;
        if (base.value_or(image.base.value) != image.base.value) {
            fail_at(name, fmt::format("{} is loaded at several addresses: write the address",
                                      name.shown()));
        }
        base = image.base.value;
    }
    if (!base) {
        fail_at(name,
                fmt::format("expected an image, a function or an address, found {}", name.shown()));
    }
    return *base;
}

std::uint64_t Source::read_address() {
    std::uint64_t address = 0;
    if (at_name()) {
        address = address_of(here());
        take();
        if (here().is("+")) {
            take();
            Hex offset;
            read(offset);
            address += offset.value;
        }
    } else {
        Hex plain;
        read(plain);
        address = plain.value;
    }
    return address;
}

void Source::read(Frames& out) {
    out.clear();
    do {
        const auto stack = here().is_word() ? stacks_.find(here().text) : stacks_.end();
        if (stack != stacks_.end()) {  // the rest of the frames are those of a named stack
            out.insert(out.end(), stack->second.begin(), stack->second.end());
            take();
            return;
        }
        out.push_back(read_address());
    } while (take_if("<"));
}

std::uint8_t Source::read_word_of(std::span<const std::string_view> words) {
    std::string list;
    for (std::size_t value = 0; value < words.size(); ++value) {
        if (words[value].empty()) continue;
        if (here().is(words[value])) {
            take();
            return static_cast<std::uint8_t>(value);
        }
        list += (list.empty() ? "" : ", ") + std::string(words[value]);
    }
    fail("one of " + list);
}

bool ClauseReader::next() {
    taken_ = false;
    offered_.clear();
    word_ = source_.here();
    return word_.is_word();
}

bool ClauseReader::offer(std::string_view name) {
    offered_ += (offered_.empty() ? "" : ", ") + std::string(name);
    if (taken_ || !word_.is(name)) return false;
    if (std::find(seen_.begin(), seen_.end(), name) != seen_.end()) {
        Source::fail_at(word_, fmt::format("'{}' is said twice", name));
    }
    seen_.emplace_back(name);
    source_.take();
    taken_ = true;
    return true;
}

void ClauseReader::read_length(Ns& field) {
    if (has_length_) Source::fail_at(word_, "the length is said twice");
    source_.read(field);
    if (field.ns < 0) Source::fail_at(word_, "a length of time cannot be negative");
    has_length_ = true;
}

void ClauseReader::state(State& state, std::string& reason) {
    needs_state_ = true;
    const auto offer_state = [&](std::string_view word, State value) {
        if (!offer(word)) return;
        if (has_state_) Source::fail_at(word_, "the state is said twice");
        has_state_ = true;
        state = value;
        const Token& next = source_.here();
        const bool named = next.is_word() && next.text[0] >= 'A' && next.text[0] <= 'Z';
        if (named || next.kind == Token::Kind::kText) source_.read(reason);
    };
    offer_state("waiting", State::kWaiting);
    offer_state("runnable", State::kRunnable);
    offer_state("ended", State::kEnded);
    offer_state("running", State::kRunning);
    offer_state("unknown", State::kUnknown);
}

void ClauseReader::finish_round() {
    if (!taken_) source_.fail("the end of the statement or one of " + offered_);
}

void ClauseReader::finish() {
    if (needs_length_ && !has_length_) {
        source_.fail(may_be_open_ ? "'for' with its length, or 'open'" : "'for' with its length");
    }
    if (needs_state_ && !has_state_) {
        source_.fail("what the old thread does now (waiting, runnable, ended, unknown)");
    }
}

}  // namespace benchlab::story
