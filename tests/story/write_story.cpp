#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "describe.hpp"
#include "story.hpp"
#include "values.hpp"
#include "words.hpp"

namespace benchlab::story {

namespace {

bool is_number(std::string_view text) {
    return read_unsigned(text).has_value() || text.starts_with('-');
}

// A name as it may stand without quotes where a name is expected.
std::string name_text(std::string_view name) {
    return is_plain_word(name) && !is_number(name) ? std::string(name) : quoted(name);
}

class Texts {
  public:
    explicit Texts(const Story& story) : story_(story) {}

    std::string text(Ns value) const { return time_text(value); }
    std::string text(Hex value) const { return fmt::format("0x{:x}", value.value); }
    std::string text(Tid value) const { return value.id == 0 ? "idle" : std::to_string(value.id); }
    std::string text(Pid value) const { return std::to_string(value.id); }
    std::string text(double value) const {
        const std::string shortest = fmt::format("{}", value);
        // '+' is a mark of its own in a story.
        return shortest.find('+') == std::string::npos ? shortest : fmt::format("{:.0f}", value);
    }
    std::string text(const std::string& value) const { return name_text(value); }
    template <std::integral T>
    std::string text(T value) const {
        return fmt::format("{}", value);
    }
    template <class T>
    std::string text(const std::optional<T>& value) const {
        return value ? text(*value) : std::string();
    }
    std::string text(const Frames& frames) const {
        std::string out;
        for (const std::uint64_t frame : frames) {
            out += (out.empty() ? "" : " < ") + text(Code{frame});
        }
        return out;
    }

    // By the image when its name says all: it is loaded at one address, and no other is there.
    std::string text(Code code) const {
        const Image* found = nullptr;
        for (const Image& image : story_.images) {
            if (code.address < image.base.value) continue;
            if (code.address - image.base.value >= image.size.value) continue;
            if (found && found->name != image.name) return text(Hex{code.address});
            found = &image;
        }
        if (!found || !says_all(*found)) return text(Hex{code.address});
        return fmt::format("{}+0x{:x}", name_text(found->name), code.address - found->base.value);
    }

  private:
    bool says_all(const Image& image) const {
        for (const Image& other : story_.images) {
            if (other.name == image.name && other.base != image.base) return false;
        }
        for (const Function& function : story_.functions) {
            if (function.name == image.name) return false;
        }
        return true;
    }

    const Story& story_;
};

// Visits a statement twice, filled and as new, to leave out what need not be said.
class StatementTexts {
  public:
    explicit StatementTexts(const Texts& texts) : texts_(texts) {}

    template <class T>
    void head(const T& field) {
        heads_ += ' ' + texts_.text(field);
    }
    void head_choice(std::uint8_t field, std::span<const std::string_view> words) {
        heads_ += ' ' + std::string(words[field]);
    }
    void optional_text(const std::string& field) {
        if (!field.empty()) heads_ += ' ' + quoted(field);
    }
    void mark(std::string_view what) { heads_ += ' ' + std::string(what); }
    template <class T>
    void clause(std::string_view name, const T& field) {
        clauses_.push_back(fmt::format(" {} {}", name, texts_.text(field)));
    }
    void length(Ns field) { heads_or_clause(field); }
    void length(const std::optional<Ns>& field) {
        if (field) return heads_or_clause(*field);
        clauses_.emplace_back(" open");
        always_.resize(clauses_.size());
        always_.back() = true;
    }
    void choice(std::string_view name, std::uint8_t field,
                std::span<const std::string_view> words) {
        clauses_.push_back(field == 0 ? "" : fmt::format(" {} {}", name, words[field]));
        always_.resize(clauses_.size());
    }
    void state(State state, const std::string& reason) {
        static constexpr Words<5> kStates{"unknown", "running", "runnable", "waiting", "ended"};
        clauses_.push_back(fmt::format(" {}", kStates[static_cast<std::size_t>(state)]));
        const bool plain = is_plain_word(reason) && reason[0] >= 'A' && reason[0] <= 'Z';
        if (!reason.empty()) clauses_.back() += ' ' + (plain ? reason : quoted(reason));
        always_.resize(clauses_.size());
        always_.back() = true;
    }

    std::string joined(const StatementTexts& fresh) {
        always_.resize(clauses_.size());
        std::string out = heads_;
        for (std::size_t i = 0; i < clauses_.size(); ++i) {
            if (always_[i] || clauses_[i] != fresh.clauses_[i]) out += clauses_[i];
        }
        return out;
    }

  private:
    void heads_or_clause(Ns field) {
        clauses_.push_back(" for " + texts_.text(field));
        always_.resize(clauses_.size());
        always_.back() = true;
    }

    const Texts& texts_;
    std::string heads_;
    std::vector<std::string> clauses_;
    std::vector<bool> always_;
};

class Writer {
  public:
    explicit Writer(const Story& story) : story_(story), texts_(story) {}

    std::string run() {
        header();
        lives("cpu", story_.cpus);
        lives("process", story_.processes);
        lives("image", story_.images);
        lives("thread", story_.threads);
        lives("file", story_.files);
        lives("queue", story_.queues);
        for (const Function& function : story_.functions) {
            out_ += fmt::format("function {} = 0x{:x}\n", name_text(function.name),
                                function.code.address);
        }
        for (const Fact& fact : story_.facts) {
            out_ += fmt::format("fact {} {}\n", name_text(fact.name), quoted(fact.text));
        }
        lives("problem", story_.problems);
        block(story_.events, 0);
        return std::move(out_);
    }

  private:
    void header() {
        const Machine& machine = story_.machine;
        out_ += fmt::format("machine: cpus {}; clock {}; mhz {}; sample-interval {}\n",
                            machine.cpus, hertz_text(machine.clock_hz), machine.mhz,
                            time_text(machine.sample_interval));
        if (story_.end) {
            out_ +=
                fmt::format("window: {} to {}\n", time_text(story_.begin), time_text(*story_.end));
        }
    }

    template <class E>
    std::string statement(const E& e) {
        StatementTexts filled(texts_), fresh(texts_);
        describe(filled, e);
        const E empty{};
        describe(fresh, empty);
        return filled.joined(fresh);
    }

    template <class E>
    void lives(std::string_view keyword, const std::vector<E>& list) {
        for (const E& e : list) out_ += std::string(keyword) + statement(e) + '\n';
    }

    void block(const Block& block, std::size_t depth) {
        const std::string indent(depth * 4, ' ');
        for (const Event& event : block.events) {
            out_ += fmt::format("{}at {}", indent, time_text(event.time));
            if (event.cpu) out_ += fmt::format(" cpu {}", *event.cpu);
            out_ += ": ";
            std::visit(
                [&](const auto& e) { out_ += std::string(keyword(e)) + statement(e) + '\n'; },
                event.body);
        }
        for (const Repeat& repeat : block.repeats) {
            out_ += fmt::format("{}repeat {} every {} from {} {{\n", indent, repeat.count,
                                time_text(repeat.every), time_text(repeat.from));
            this->block(repeat.block, depth + 1);
            out_ += indent + "}\n";
        }
    }

    const Story& story_;
    Texts texts_;
    std::string out_;
};

}  // namespace

std::string write_story(const Story& story) {
    return Writer(story).run();
}

}  // namespace benchlab::story
