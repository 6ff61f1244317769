#include "cli/children.hpp"

#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>

#include "base/text.hpp"
#include "cli/plugin_description.hpp"
#include "cli/worker_protocol.hpp"
#include "platform/clock.hpp"
#include "platform/files.hpp"
#include "platform/process.hpp"
#include "platform/signals.hpp"

namespace benchlab::cli {
namespace {

using platform::Child;
using simdjson::dom::element;

// Command lines have a length limit (32,767 characters on Windows).
constexpr std::size_t kCasesPerChild = 200;
constexpr std::size_t kNameBytesPerChild = 20'000;

struct Cause {
    std::string status, reason;
};

std::string text_of(element event, const char* name) {
    std::string_view text;
    return event[name].get(text) == simdjson::SUCCESS ? std::string(text) : std::string();
}

// A child with the worker command, from its start to its end.
class Worker {
  public:
    // The child's own watchdog is first; this is for a child whose watchdog is gone too.  Once
    // `stopped` says so the child has a moment to hand over what it has.
    Worker(std::uint64_t call_limit_ms, std::function<bool()> stopped,
           std::filesystem::path program = {}, Child::Input input = Child::Input::kNull)
        : program_(std::move(program)),
          input_(input),
          patience_ms_(call_limit_ms * 2 + 5'000),
          stopped_(std::move(stopped)) {}

    // Hands each event and the child to `take` until that returns false: nothing more is expected,
    // and the child only has to end.  Returns what was wrong with it, if anything.
    template <class Take>
    std::optional<Cause> run(const std::vector<std::string>& words, Take&& take) {
        auto child = program_.empty() ? Child::start_self(words, input_)
                                      : Child::start(program_, words, input_);
        if (!child) return Cause{"failed", child.error().message};
        bool more = true;
        while (more && next_event(*child)) more = take(event_, *child);
        // Not until the pipe is closed: a process that a plugin has started may hold it open.
        std::optional<platform::ExitStatus> status;
        const auto has_ended = [&](std::uint64_t ms) {
            return (status = child->wait_for(ms)).has_value();
        };
        if (!wait_until(*child, has_ended)) {
            hung_ = !give_up_ns_;
            child->kill();
        }
        // Its last words may come when all else was said.
        for (std::string line; child->read_line(line, 0) == Child::Read::kLine;) parse(line);
        return cause_of_death(status.value_or(platform::ExitStatus{}), more);
    }

  private:
    // False when there is none any more; a child that is at fault is gone then.
    bool next_event(Child& child) {
        std::string line;
        Child::Read read = Child::Read::kTimeout;
        const auto has_said = [&](std::uint64_t ms) {
            return (read = child.read_line(line, ms)) != Child::Read::kTimeout;
        };
        if (!wait_until(child, has_said)) {
            hung_ = !give_up_ns_;
            child.kill();
            return false;
        }
        if (read == Child::Read::kEnd) return false;
        if (!parse(line)) {
            garbled_ = true;
            child.kill();
            return false;
        }
        return last_words_.empty();
    }

    // False when the line is no event.
    bool parse(const std::string& line) {
        std::string_view kind;
        if (parser_.parse(simdjson::padded_string(line)).get(event_) != simdjson::SUCCESS ||
            event_["event"].get(kind) != simdjson::SUCCESS) {
            return false;
        }
        if (kind == protocol::kDied) last_words_ = text_of(event_, "line");
        return true;
    }

    // Calls `happened(ms)`, which waits for so long at most, until it is true.  False: no patience
    // is left.  All that a child does after we were stopped has one limit together.
    template <class Happened>
    bool wait_until(Child& child, Happened&& happened) {
        constexpr std::uint64_t kSliceMs = 200;
        constexpr std::uint64_t kGraceNs = 2'000'000'000;
        // Slices, since a process that is suspended (Ctrl+Z) sees no time pass.
        for (std::uint64_t left = patience_ms_ / kSliceMs + 1; left > 0; --left) {
            if (!give_up_ns_ && stopped_()) {
                // Who ends us alone, as a supervisor does, has not told it.
                child.interrupt();
                give_up_ns_ = platform::now_ns() + kGraceNs;
            }
            if (give_up_ns_ && platform::now_ns() >= *give_up_ns_) return false;
            if (happened(kSliceMs)) return true;
        }
        return false;
    }

    std::optional<Cause> cause_of_death(const platform::ExitStatus& status, bool more) const {
        if (hung_ || status.code == protocol::kHungStatus) {
            return Cause{"hung", last_words_or("a call did not come back in time; its process was "
                                               "ended")};
        }
        if (garbled_) return Cause{"failed", "its process sent something that is no result"};
        if (status.code == protocol::kSpeechlessStatus) {
            return Cause{"failed",
                         "its process cannot report any more: a plugin closed a file that is not "
                         "its own"};
        }
        if (!status.killed_by.empty()) {
            return Cause{"crashed",
                         last_words_or(fmt::format("its process died of {}", status.killed_by))};
        }
        if (status.code == kCrashed) return Cause{"crashed", last_words_or("its process crashed")};
        if (!more && status.code == kGood) return std::nullopt;
        return Cause{"crashed",
                     fmt::format("its process ended itself with status {}", status.code)};
    }

    // "SIGSEGV in cpu: cpu/int-latency: run" of "benchlab: crashed: SIGSEGV in cpu: ...".
    std::string last_words_or(std::string otherwise) const {
        std::string_view text = last_words_;
        for (int i = 0; i < 2; ++i) {
            const std::size_t colon = text.find(": ");
            if (colon == std::string_view::npos) return otherwise;
            text.remove_prefix(colon + 2);
        }
        return std::string(text);
    }

    std::filesystem::path program_;  // empty: this one
    const Child::Input input_;
    std::string last_words_;
    std::uint64_t patience_ms_;
    std::function<bool()> stopped_;
    std::optional<std::uint64_t> give_up_ns_;  // once we were stopped
    bool hung_ = false;
    bool garbled_ = false;
    simdjson::dom::parser parser_;
    element event_;
};

// One child and what it says about its cases.
class Conversation {
  public:
    Conversation(std::vector<const plugin::Case*> cases, const ChildEvents& events,
                 std::filesystem::path program)
        : cases_(std::move(cases)), events_(events), program_(std::move(program)) {}

    // Returns how many cases are settled, the one that the child died of included.
    std::size_t run(const std::vector<std::string>& words, std::uint64_t call_limit_ms) {
        bool sense = true;
        Worker worker(call_limit_ms, events_.stopped, program_,
                      events_.turn ? Child::Input::kPipe : Child::Input::kNull);
        auto cause = worker.run(words, [&](element event, Child& child) {
            sense = understand(event, child);
            return sense && next_ < cases_.size();
        });
        if (!sense) cause = Cause{"failed", "its process sent something that is no result"};
        if (!cause || events_.stopped()) return next_;
        if (next_ < cases_.size()) {
            settle(*cause);
        } else {
            events_.lost(*cases_.front()->benchmark->plugin, cause->status,
                         "after its last benchmark: " + cause->reason);
        }
        return next_;
    }

  private:
    // False when the event is not of our protocol.
    bool understand(element event, Child& child) {
        const std::string kind = text_of(event, "event");
        if (kind == protocol::kTurn && events_.turn) {
            // Who reads the end of its input ends its case as interrupted.
            if (!events_.turn()) child.close_input();
            child.write_line();
            return true;
        }
        if (kind == protocol::kBegan) {
            events_.began(*cases_[next_]);
            return true;
        }
        if (kind == protocol::kSampled) {
            std::uint64_t done = 0;
            if (event["done"].get(done) != simdjson::SUCCESS) return false;
            events_.sampled(done);
            return true;
        }
        if (kind == protocol::kNote) {
            events_.note(text_of(event, "text"));
            return true;
        }
        if (kind == protocol::kFailed) {
            settle({text_of(event, "status"), text_of(event, "reason")});
            return true;
        }
        return kind == protocol::kResult && take_result(text_of(event, "report"));
    }

    bool take_result(const std::string& text) {
        auto run = results::read_run_report(text, "worker");
        if (!run || run->results.size() != 1 || run->results[0].name != cases_[next_]->name) {
            return false;
        }
        const plugin::Case& what = *cases_[next_++];
        events_.finished(what, std::move(run->results[0]));
        return true;
    }

    void settle(const Cause& cause) {
        const plugin::Case& what = *cases_[next_++];
        events_.finished(what, results::FailedBenchmark{what.name, what.benchmark->plugin->label(),
                                                        cause.status, cause.reason});
    }

    std::vector<const plugin::Case*> cases_;
    const ChildEvents& events_;
    std::filesystem::path program_;
    std::size_t next_ = 0;
};

std::vector<std::string> worker_words(const std::vector<const plugin::Case*>& cases,
                                      const std::vector<std::string>& options) {
    std::vector<std::string> words = {"worker"};
    const plugin::Plugin& owner = *cases.front()->benchmark->plugin;
    if (!owner.file.empty()) {
        words.insert(words.end(), {"--plugin", base::path_text(owner.file)});
    }
    words.insert(words.end(), options.begin(), options.end());
    words.emplace_back("--");
    for (const plugin::Case* one : cases) words.push_back(one->name);
    return words;
}

// As many of the cases from `first` on as fit into a command line, at least one.
std::vector<const plugin::Case*> batch_of(const std::vector<const plugin::Case*>& cases,
                                          std::size_t first) {
    std::vector<const plugin::Case*> batch;
    std::size_t bytes = 0;
    for (std::size_t i = first; i < cases.size() && batch.size() < kCasesPerChild; ++i) {
        bytes += cases[i]->name.size() + 1;
        if (!batch.empty() && bytes > kNameBytesPerChild) break;
        batch.push_back(cases[i]);
    }
    return batch;
}

// The event of a child that describes, as the registry wants it.
plugin::Described understand_description(element event) {
    plugin::Described out;
    const std::string status = text_of(event, "status");
    const bool known = status == protocol::kIsLoaded || status == protocol::kIsRefused ||
                       status == protocol::kIsFailed;
    simdjson::dom::array reasons;
    if (text_of(event, "event") != protocol::kDescribed || !known ||
        event["reasons"].get(reasons) != simdjson::SUCCESS) {
        out.reasons = {"its process sent something that is no description"};
        return out;
    }
    out.status = status == protocol::kIsLoaded    ? plugin::FileStatus::kLoaded
                 : status == protocol::kIsRefused ? plugin::FileStatus::kRefused
                                                  : plugin::FileStatus::kFailed;
    out.plugin_id = text_of(event, "id");
    for (const element reason : reasons) {
        std::string_view text;
        if (reason.get(text) == simdjson::SUCCESS) out.reasons.emplace_back(text);
    }
    if (out.status != plugin::FileStatus::kLoaded) return out;
    auto made = plugin_from_description(text_of(event, "plugin"));
    if (made) {
        out.plugin = std::move(*made);
    } else {
        out.status = plugin::FileStatus::kFailed;
        out.reasons = {made.error().message};
    }
    return out;
}

}  // namespace

void run_in_children(const std::vector<const plugin::Case*>& cases,
                     const std::vector<std::string>& words, std::uint64_t call_limit_ms,
                     const ChildEvents& events, const std::filesystem::path& program) {
    std::size_t at = 0;
    while (at < cases.size() && !events.stopped()) {
        const std::vector<const plugin::Case*> batch = batch_of(cases, at);
        at += Conversation(batch, events, program).run(worker_words(batch, words), call_limit_ms);
    }
}

namespace {

plugin::Described describe_by(const std::filesystem::path& program,
                              const std::vector<std::string>& words, std::uint64_t call_limit_ms) {
    std::optional<plugin::Described> described;
    const auto cause = Worker(call_limit_ms, platform::interrupted, program)
                           .run(words, [&](element event, Child&) {
                               described = understand_description(event);
                               return false;
                           });
    // One that goes down after it has described itself does so again when it is measured.
    if (described) return std::move(*described);
    plugin::Described lost;
    lost.status = plugin::FileStatus::kFailed;
    if (cause) {
        if (cause->status == "crashed") lost.status = plugin::FileStatus::kCrashed;
        if (cause->status == "hung") lost.status = plugin::FileStatus::kHung;
        // Where it is told, "crashed" or "hung" comes before it.
        const bool failed = lost.status == plugin::FileStatus::kFailed;
        lost.reasons = {
            fmt::format("{}while it was loaded: {}", failed ? "failed " : "", cause->reason)};
    }
    return lost;
}

}  // namespace

plugin::Described describe_in_child(const std::filesystem::path& file,
                                    std::uint64_t call_limit_ms) {
    return describe_by({},
                       {"worker", "--describe", "--plugin", base::path_text(file), "--call-limit",
                        std::to_string(call_limit_ms)},
                       call_limit_ms);
}

plugin::Described describe_program(const std::filesystem::path& program,
                                   std::uint64_t call_limit_ms) {
    return describe_by(program,
                       {"worker", "--describe", "--call-limit", std::to_string(call_limit_ms)},
                       call_limit_ms);
}

}  // namespace benchlab::cli
