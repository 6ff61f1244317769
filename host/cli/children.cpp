#include "cli/children.hpp"

#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>

#include "base/text.hpp"
#include "cli/worker_protocol.hpp"
#include "platform/files.hpp"
#include "platform/process.hpp"
#include "platform/signals.hpp"

namespace benchlab::cli {
namespace {

using platform::Child;

// Command lines have a length limit (32,767 characters on Windows).
constexpr std::size_t kCasesPerChild = 200;

// One child and what it said about its cases.
class Conversation {
  public:
    Conversation(std::vector<const plugin::Case*> cases, const ChildEvents& events,
                 std::uint64_t patience_ms)
        : cases_(std::move(cases)), events_(events), patience_ms_(patience_ms) {}

    // Returns how many cases are settled, the one that the child died of included.
    std::size_t run(const std::vector<std::string>& words) {
        auto child = Child::start(platform::executable_path(), words);
        if (!child) {
            settle({"failed", child.error().message});
            return next_;
        }
        listen(*child);
        const platform::ExitStatus status = child->wait();
        if (next_ < cases_.size() && !platform::interrupted()) settle(cause_of_death(status));
        return next_;
    }

  private:
    struct Cause {
        std::string status, reason;
    };

    void listen(Child& child) {
        std::string line;
        while (next_ < cases_.size()) {
            switch (child.read_line(line, patience_ms_)) {
                case Child::Read::kEnd:
                    return;
                case Child::Read::kTimeout:
                    hung_ = true;
                    child.kill();
                    return;
                case Child::Read::kLine:
                    if (!understand(line)) {
                        garbled_ = true;
                        child.kill();
                        return;
                    }
            }
        }
    }

    // False when the line is not of our protocol.
    bool understand(const std::string& line) {
        simdjson::dom::element event;
        std::string_view kind;
        if (parser_.parse(simdjson::padded_string(line)).get(event) != simdjson::SUCCESS ||
            event["event"].get(kind) != simdjson::SUCCESS) {
            return false;
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

    static std::string text_of(simdjson::dom::element event, const char* name) {
        std::string_view text;
        return event[name].get(text) == simdjson::SUCCESS ? std::string(text) : std::string();
    }

    Cause cause_of_death(const platform::ExitStatus& status) const {
        if (hung_ || status.code == protocol::kHungStatus) {
            return {"hung", "a call did not come back in time; its process was ended"};
        }
        if (garbled_) return {"failed", "its process sent something that is not our protocol"};
        if (!status.killed_by.empty()) {
            return {"crashed", fmt::format("its process died of {}", status.killed_by)};
        }
        if (status.code == kCrashed) return {"crashed", "its process crashed; see the line above"};
        return {"crashed", fmt::format("its process ended itself with status {}", status.code)};
    }

    void settle(const Cause& cause) {
        const plugin::Case& what = *cases_[next_++];
        events_.finished(what, results::FailedBenchmark{what.name, what.benchmark->plugin->label(),
                                                        cause.status, cause.reason});
    }

    std::vector<const plugin::Case*> cases_;
    const ChildEvents& events_;
    std::uint64_t patience_ms_;
    std::size_t next_ = 0;
    bool hung_ = false;
    bool garbled_ = false;
    simdjson::dom::parser parser_;
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

}  // namespace

void run_in_children(const std::vector<const plugin::Case*>& cases,
                     const std::vector<std::string>& words, std::uint64_t call_limit_ms,
                     const ChildEvents& events) {
    // The child's own watchdog is first; this is for a child whose watchdog is gone too.
    const std::uint64_t patience_ms = call_limit_ms * 2 + 10'000;
    std::size_t at = 0;
    while (at < cases.size() && !platform::interrupted()) {
        const std::size_t end = std::min(cases.size(), at + kCasesPerChild);
        const std::vector<const plugin::Case*> batch(cases.begin() + std::ptrdiff_t(at),
                                                     cases.begin() + std::ptrdiff_t(end));
        at += Conversation(batch, events, patience_ms).run(worker_words(batch, words));
    }
}

}  // namespace benchlab::cli
