// The hidden command behind --isolate, --repeat and ab; see worker_protocol.hpp.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "base/text.hpp"
#include "cli/command_list.hpp"
#include "cli/last_words.hpp"
#include "cli/measure_case.hpp"
#include "cli/plugin_description.hpp"
#include "cli/watchdog.hpp"
#include "cli/worker_protocol.hpp"
#include "measure/environment.hpp"
#include "platform/cpus.hpp"
#include "platform/signals.hpp"
#include "platform/stdio.hpp"
#include "report/json_value.hpp"
#include "report/writers.hpp"

namespace benchlab::cli {
namespace {

class Voice {
  public:
    // Takes stdout away from everybody else; what plugins print goes to stderr from now on.
    Voice() : pipe_(platform::take_stdout()) {
        dying_pipe_ = pipe_;
        set_last_listener(say_last);
    }

    template <class... Members>
    void say(const char* event, const Members&... members) {
        report::JsonWriter json(false);
        json.begin_object();
        json.member("event", std::string_view(event));
        (json.member(members.first, members.second), ...);
        json.end_object();
        write(json.take());
    }

    void describe(const plugin::Registry& registry) {
        report::JsonWriter json(false);
        json.begin_object();
        json.member("event", std::string_view(protocol::kDescribed));
        const plugin::FoundFile& file = registry.files().front();
        const bool loaded = file.status == plugin::FileStatus::kLoaded;
        const bool failed = file.status == plugin::FileStatus::kFailed;
        json.member("status", std::string_view(loaded   ? protocol::kIsLoaded
                                               : failed ? protocol::kIsFailed
                                                        : protocol::kIsRefused));
        json.member("id", std::string_view(file.plugin_id));
        json.key("reasons");
        json.begin_array();
        for (const std::string& reason : file.reasons) json.value(std::string_view(reason));
        json.end_array();
        const std::string plugin = loaded ? describe_plugin(*registry.plugins().front()) : "";
        json.member("plugin", std::string_view(plugin));
        json.end_object();
        write(json.take());
    }

  private:
    void write(const std::string& text) {
        const std::string line = text + "\n";
        if (std::fwrite(line.data(), 1, line.size(), pipe_) != line.size() ||
            std::fflush(pipe_) != 0) {
            platform::exit_now(protocol::kSpeechlessStatus);
        }
    }
    // Within a crash: so only plain bytes, which need no care to be JSON.
    static void say_last(const char* line, std::size_t size) {
        char text[1200];
        std::size_t used = 0;
        const auto add = [&](std::string_view more) {
            used += more.copy(text + used, sizeof text - used);
        };
        add("{\"event\":\"");
        add(protocol::kDied);
        add("\",\"line\":\"");
        for (std::size_t i = 0; i < size && used + 4 < sizeof text; ++i) {
            const char c = line[i];
            if (c != '\n') text[used++] = c < ' ' || c > '~' || c == '"' || c == '\\' ? '?' : c;
        }
        add("\"}\n");
        platform::write_around(dying_pipe_, {text, used});
    }

    static inline std::FILE* dying_pipe_ = nullptr;
    std::FILE* pipe_;
};

using Member = std::pair<const char*, std::string>;

// One result travels as a run document of its own: the format is there already, and exact.
std::string as_document(results::BenchmarkResult result) {
    results::RunReport run;
    run.generator = generator();
    run.results.push_back(std::move(result));
    return report::write_json(results::to_document(run));
}

// Whose turn it is says the one who started us: a line on stdin for each.
class TurnTaker {
  public:
    // Turns of so many samples; 0: there are none.
    explicit TurnTaker(std::uint64_t samples) : samples_(samples) {
        if (samples_ > 0) input_ = platform::take_stdin();
    }
    bool any() const { return samples_ > 0; }
    // False: there will be no turn any more.  The first one is to set up in, with one sample.
    bool wait(std::uint64_t done, Voice& voice) {
        return !any() || done == 0 || done % samples_ != 1 % samples_ || next(voice);
    }
    bool next(Voice& voice) {
        if (!any()) return true;
        voice.say(protocol::kTurn);
        return std::fgetc(input_) != EOF;
    }

  private:
    const std::uint64_t samples_;
    std::FILE* input_ = nullptr;
};

// Who takes turns takes samples alone, and says nothing between them, as that wakes the one who
// listens.
void measure_one(const plugin::Case& what, const MeasureSettings& settings, TurnTaker& turns,
                 std::uint64_t iterations, Voice& voice) {
    voice.say(protocol::kBegan, Member("case", what.name));
    std::vector<std::string> notes;
    const auto between = [&](std::uint64_t done) {
        if (!turns.any()) {
            voice.say(protocol::kSampled, std::pair<const char*, std::uint64_t>("done", done));
        }
        return turns.wait(done, voice) && !platform::interrupted();
    };
    const std::optional<Visit> visit =
        turns.any() ? std::optional(Visit{iterations}) : std::nullopt;
    Outcome outcome = measure_case(what, settings, between, notes, visit);
    for (const std::string& note : notes) voice.say(protocol::kNote, Member("text", note));
    if (auto* failed = std::get_if<results::FailedBenchmark>(&outcome)) {
        voice.say(protocol::kFailed, Member("status", failed->status),
                  Member("reason", failed->reason));
        return;
    }
    voice.say(protocol::kResult,
              Member("report", as_document(std::get<results::BenchmarkResult>(outcome))));
}

// From the words "N:CASE" of --iterations; 0: none.
std::uint64_t iterations_of(const std::string& name, const Arguments& arguments) {
    for (const std::string& word : arguments.all("iterations")) {
        const std::size_t colon = word.find(':');
        if (colon == std::string::npos || word.substr(colon + 1) != name) continue;
        return std::strtoull(word.c_str(), nullptr, 10);
    }
    return 0;
}

int work(const Arguments& arguments, const Program& program) {
    if (!program.builtin && !arguments.has("plugin")) {
        print_error("worker needs --plugin; it is started by `benchlab run --isolate`");
        return kError;
    }
    Voice voice;
    TurnTaker turns(arguments.count("turns"));
    auto settings = measure_settings(arguments);
    auto params = parse_params(arguments.all("param"));
    auto threads = parse_threads(arguments.has("threads") ? arguments.text("threads") : "1");
    if (!settings || !params || !threads) return kError;
    watch_calls(settings->call_limit_ms, protocol::kHungStatus);
    const plugin::Registry registry =
        arguments.has("plugin")
            ? plugin::Registry::from_file(base::text_path(arguments.text("plugin")))
            : plugin::Registry::from_entry(program.builtin);
    if (arguments.flag("describe")) {
        voice.describe(registry);
        return kGood;
    }
    const auto cases = plugin::expand(registry.benchmarks(), *params, *threads);
    platform::watch_interrupt();
    const auto pinned =
        settings->pin ? platform::pin_this_thread(*settings->pin) : base::Result<void>();
    const std::string obstacle = !cases    ? cases.error().message
                                 : !pinned ? pinned.error().message
                                           : std::string();
    const bool is_wanted = turns.next(voice);
    for (const std::string& name : arguments.positionals()) {
        if (platform::interrupted()) return kInterrupted;
        if (!is_wanted) {
            voice.say(protocol::kFailed, Member("status", "interrupted"),
                      Member("reason", "its turn did not come"));
            continue;
        }
        if (!obstacle.empty()) {
            voice.say(protocol::kFailed, Member("status", "failed"), Member("reason", obstacle));
            continue;
        }
        const auto found = std::find_if(cases->begin(), cases->end(),
                                        [&](const plugin::Case& c) { return c.name == name; });
        if (found == cases->end()) {
            voice.say(protocol::kFailed, Member("status", "failed"),
                      Member("reason", "its plugin did not load in the new process"));
            continue;
        }
        measure_one(*found, *settings, turns, iterations_of(name, arguments), voice);
    }
    return kGood;
}

}  // namespace

Command worker_command(const Program&) {
    Command out;
    out.name = "worker";
    out.summary = "Measure for another process";
    out.hidden = true;
    out.options = measure_options();
    for (const Option& option : selection_options()) out.options.push_back(option);
    out.options.push_back(text_option("plugin", "FILE", "The plugin that has the cases."));
    out.options.push_back(
        flag_option("describe", "Say what the plugin offers, and measure nothing."));
    out.options.push_back(count_option(
        "turns", "N", "0", 0, 1e6,
        "Take samples alone, N in each turn, after one to set up in; a line on stdin begins "
        "each."));
    Option iterations =
        text_option("iterations", "N:CASE", "With --turns, iterations of each slice of a case.");
    iterations.repeatable = true;
    out.options.push_back(std::move(iterations));
    out.options.push_back(text_option("padding", "TEXT",
                                      "Ignored: its length moves the stack, where the system does "
                                      "not place it at random."));
    out.positionals = {{"CASE", "Full names.", 0, 0}};
    out.run = work;
    return out;
}

}  // namespace benchlab::cli
