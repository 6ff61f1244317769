#include "parse.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "describe.hpp"

namespace benchlab::story {

template <class E>
void read_statement(Source& source, E& e) {
    HeadReader head(source);
    describe(head, e);
    ClauseReader clauses(source);
    while (clauses.next()) {
        describe(clauses, e);
        clauses.finish_round();
    }
    if constexpr (std::same_as<E, Switch>) {
        if (e.old_thread.id == 0) return;  // what an idle thread does next is known
    }
    E unused;  // a statement without a clause has not yet said what it needs
    describe(clauses, unused);
    clauses.finish();
}

namespace {

struct Here {  // what a line takes from the line before
    Ns time;
    std::optional<std::uint16_t> cpu;
    bool known = false;
};

class Parser {
  public:
    explicit Parser(std::string_view text) : source_(split_words(text), story_) {}

    Story run() {
        Here here;
        while (true) {
            skip_line_ends();
            if (source_.here().kind == Token::Kind::kEnd) break;
            if (!declaration()) event_line(story_.events, here, 0);
        }
        finish();
        return std::move(story_);
    }

  private:
    void skip_line_ends() {
        while (source_.here().kind == Token::Kind::kLineEnd || source_.here().is(";"))
            source_.take();
    }

    bool declaration() {
        const Token word = source_.here();
        if (!word.is_word()) return false;
        if (word.text == "machine" || word.text == "window") {
            source_.take();
            source_.need(":");
            word.text == "machine" ? machine() : window();
        } else if (word.text == "fact") {
            source_.take();
            Fact fact;
            source_.read(fact.name);
            source_.read(fact.text);
            story_.facts.push_back(std::move(fact));
        } else if (word.text == "function") {
            source_.take();
            Function function;
            source_.read(function.name);
            source_.need("=");
            source_.read(function.code);
            story_.functions.push_back(std::move(function));
        } else if (word.text == "stack") {
            source_.take();
            std::string name;
            source_.read(name);
            source_.need("=");
            Frames frames;
            source_.read(frames);
            source_.name_stack(std::move(name), std::move(frames));
        } else {
            return life(word);
        }
        end_of_line();
        return true;
    }

    bool life(const Token& word) {
        const auto add = [&](std::string_view keyword, auto& list) {
            if (word.text != keyword) return false;
            source_.take();
            read_statement(source_, list.emplace_back());
            check(list.back(), word);
            end_of_line();
            return true;
        };
        return add("process", story_.processes) || add("thread", story_.threads) ||
               add("image", story_.images) || add("file", story_.files) ||
               add("cpu", story_.cpus) || add("queue", story_.queues) ||
               add("problem", story_.problems);
    }

    void end_of_line() {
        const Token& next = source_.here();
        if (next.kind != Token::Kind::kLineEnd && next.kind != Token::Kind::kEnd) {
            source_.fail("the end of the line");
        }
    }

    template <class E>
    void check(const E& e, const Token& word) {
        if constexpr (std::derived_from<E, Life>) {
            if (e.from && e.to && *e.from > *e.to) {
                Source::fail_at(word, "this ends before it begins");
            }
        }
    }

    void machine() {
        do {
            const Token word = source_.here();
            if (source_.take_if("cpus")) {
                source_.read(story_.machine.cpus);
                if (story_.machine.cpus == 0 || story_.machine.cpus > 2048) {
                    Source::fail_at(word, "a machine has 1 to 2048 CPUs");
                }
            } else if (source_.take_if("clock")) {
                clock();
            } else if (source_.take_if("mhz")) {
                source_.read(story_.machine.mhz);
                if (story_.machine.mhz > 10'000)
                    Source::fail_at(word, "a clock has at most 10 GHz");
            } else if (source_.take_if("sample-interval")) {
                source_.read(story_.machine.sample_interval);
            } else {
                source_.fail("one of cpus, clock, mhz, sample-interval");
            }
        } while (source_.take_if(";"));
    }

    void clock() {
        const Token word = source_.here();
        const auto hertz = word.is_word() ? read_hertz(word.text) : std::nullopt;
        if (!hertz) source_.fail("a frequency such as 10MHz");
        if (*hertz > 10'000'000'000) Source::fail_at(word, "a clock has at most 10 GHz");
        story_.machine.clock_hz = *hertz;
        source_.take();
    }

    void window() {
        const Token word = source_.here();
        source_.read(story_.begin);
        source_.need("to");
        source_.read(story_.end);
        if (*story_.end <= story_.begin) Source::fail_at(word, "the window is empty");
    }

    // One or more events of one line, or a repeat.
    void event_line(Block& block, Here& here, int depth) {
        if (source_.here().is("repeat")) return repeat(block, depth);
        if (source_.here().is("at")) moment(here);
        do {
            if (source_.here().kind == Token::Kind::kLineEnd || source_.here().is("}")) break;
            event(block, here);
        } while (source_.take_if(";"));
        const Token& next = source_.here();
        if (depth > 0 && next.is("}")) return;
        end_of_line();
    }

    void moment(Here& here) {
        source_.need("at");
        const bool later = source_.take_if("+");
        Ns time;
        const Token word = source_.here();
        source_.read(time);
        if (later && !here.known) Source::fail_at(word, "there is no line before to count from");
        here.time = later ? Ns{here.time.ns + time.ns} : time;
        if (here.time.ns > kLongestNs) Source::fail_at(word, "a time lies within 15 years");
        if (here.time.ns < 0) Source::fail_at(word, "a story begins at 0");
        here.known = true;
        here.cpu.reset();
        if (source_.take_if("cpu")) {
            const Token number = source_.here();
            source_.read(here.cpu);
            if (*here.cpu >= story_.machine.cpus) {
                Source::fail_at(number, fmt::format("the machine has {} CPUs, counted from 0",
                                                    story_.machine.cpus));
            }
        }
        source_.need(":");
    }

    void event(Block& block, const Here& here) {
        const Token word = source_.here();
        if (!here.known) source_.fail("a declaration or 'at' with a time");
        Event event{here.time, here.cpu, {}};
        if (!word.is_word() || !event_body<0>(word, event.body)) {
            source_.fail("an event such as switch, ready, sample, present");
        }
        const bool needs_cpu = std::holds_alternative<Switch>(event.body) ||
                               std::holds_alternative<Interrupt>(event.body) ||
                               std::holds_alternative<Timer>(event.body);
        if (needs_cpu && !event.cpu) {
            Source::fail_at(word, fmt::format("'{}' needs a CPU: at TIME cpu NUMBER: {} ...",
                                              word.text, word.text));
        }
        block.events.push_back(std::move(event));
    }

    template <std::size_t I>
    bool event_body(const Token& word, Body& body) {
        if constexpr (I == std::variant_size_v<Body>) {
            return false;
        } else {
            std::variant_alternative_t<I, Body> e;
            if (!begins(word.text, e)) return event_body<I + 1>(word, body);
            source_.take();
            read_statement(source_, e);
            if constexpr (std::same_as<decltype(e), Sample>) {
                if (e.code.address == 0 && !e.stack.empty()) e.code.address = e.stack.front();
            }
            body = std::move(e);
            return true;
        }
    }

    void repeat(Block& block, int depth) {
        const Token word = source_.take();
        if (depth == 8) Source::fail_at(word, "repeats are nested too deep");
        Repeat repeat;
        source_.read(repeat.count);
        if (repeat.count == 0) Source::fail_at(word, "a repeat of 0 times says nothing");
        source_.need("every");
        source_.read(repeat.every);
        if (repeat.every.ns <= 0) Source::fail_at(word, "a repeat needs time between its copies");
        if (source_.take_if("from")) source_.read(repeat.from);
        if (repeat.from.ns < 0) Source::fail_at(word, "a repeat cannot begin before its block");
        const auto most =
            static_cast<std::uint64_t>((kLongestNs - repeat.from.ns) / repeat.every.ns);
        if (repeat.count > most) Source::fail_at(word, "these copies take more than 15 years");
        source_.need("{");
        Here here;
        while (true) {
            skip_line_ends();
            if (source_.take_if("}")) break;
            if (source_.here().kind == Token::Kind::kEnd)
                Source::fail_at(word, "this repeat has no '}'");
            event_line(repeat.block, here, depth + 1);
        }
        block.repeats.push_back(std::move(repeat));
    }

    static void sort(Block& block) {
        std::stable_sort(block.events.begin(), block.events.end(),
                         [](const Event& a, const Event& b) { return a.time < b.time; });
        for (Repeat& repeat : block.repeats) sort(repeat.block);
    }

    void finish() { sort(story_.events); }

    Story story_;
    Source source_;
};

}  // namespace

Story parse_story(std::string_view text) {
    return Parser(text).run();
}

}  // namespace benchlab::story
