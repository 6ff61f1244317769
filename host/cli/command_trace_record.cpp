#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <optional>

#include "base/text.hpp"
#include "cli/command_list.hpp"
#include "cli/record_line.hpp"
#include "cli/record_plan.hpp"
#include "cli/record_sessions.hpp"
#include "cli/recorders.hpp"
#include "cli/trace_analysis.hpp"
#include "cli/trace_common.hpp"
#include "platform/clock.hpp"
#include "platform/files.hpp"
#include "platform/held_program.hpp"
#include "platform/running.hpp"
#include "platform/signals.hpp"
#include "platform/terminal.hpp"

namespace benchlab::cli {
namespace {

namespace fs = std::filesystem;
using base::Code;
using base::Error;

constexpr std::uint64_t kNsPerMs = 1'000'000;
constexpr std::uint64_t kLookMs = 100;  // how often the recorder is asked

// What was asked for, checked as far as that is possible before anything happens.
struct Plan {
    plugin::RecorderChoice recorder;
    plugin::RecordRequest request;
    Session session;
    std::vector<std::string> command, processes;  // what to start, or what runs already
    std::uint64_t delay_ns = 0, timed_ns = 0;     // 0: at once; until it is ended
    bool wants_report = true;
};

// ---- the words

Analysis analysis_of(const Arguments& arguments, const std::string& file) {
    Analysis out;
    out.files = {file};
    out.outputs = outputs_from(arguments);
    // --out is the trace here.
    out.outputs.text = arguments.given("report") ? arguments.text("report") : "";
    out.outputs.inputs = out.files;
    return out;
}

base::Result<std::string> file_of(const Arguments& arguments, const Plan& plan) {
    if (arguments.given("out")) {
        if (arguments.given("out-dir")) {
            return Error{Code::kInvalid, "--out and --out-dir both say where the trace goes"};
        }
        if (arguments.text("out") == "-") {
            return Error{Code::kInvalid, "a recording cannot go to stdout: --out must be a file"};
        }
        return arguments.text("out");
    }
    fs::path folder;
    if (arguments.given("out-dir")) {
        folder = base::text_path(arguments.text("out-dir"));
        std::error_code error;
        fs::create_directories(folder, error);
        if (error) {
            return Error{Code::kIo,
                         fmt::format("cannot make {}: {}", base::printable(base::path_text(folder)),
                                     error.message())};
        }
    }
    return base::path_text(new_recording(folder, plan.session.name,
                                         fmt::localtime(std::time(nullptr)),
                                         plan.recorder.recorder->suffix));
}

// A device or a pipe is nothing that a recorder could write at any place, or replace.
base::Result<void> check_file(const fs::path& file) {
    if (platform::is_replaceable(file)) return platform::check_writable(file);
    return Error{Code::kInvalid, fmt::format("cannot record into {}: it is no regular file",
                                             base::printable(base::path_text(file)))};
}

base::Result<void> read_limits(const Arguments& arguments, Plan& plan) {
    const auto ns_of = [&](const char* name) {
        return arguments.given(name) ? seconds_to_ns(arguments.number(name)) : std::int64_t{0};
    };
    plan.delay_ns = static_cast<std::uint64_t>(ns_of("delay"));
    plan.timed_ns = static_cast<std::uint64_t>(ns_of("timed"));
    plan.request.ring_ns = ns_of("ring");
    if (!arguments.given("buffer")) return {};
    const auto bytes = buffer_bytes(arguments.text("buffer"));
    if (!bytes) return bytes.error();
    plan.request.buffer_bytes = *bytes;
    return {};
}

base::Result<void> read_target(const Arguments& arguments, Plan& plan) {
    auto words = command_words(arguments);
    if (!words) return words.error();
    plan.command = std::move(*words);
    plan.processes = arguments.all("process");
    if (plan.command.empty() || plan.processes.empty()) return {};
    return Error{Code::kInvalid,
                 "--process names what runs already, so that nothing can be started behind --"};
}

base::Result<Plan> plan_of(const Arguments& arguments, const Program& program) {
    Plan plan;
    const auto recorder = chosen_recorder(program, arguments);
    if (!recorder) return recorder.error();
    plan.recorder = *recorder;
    plan.session.name = arguments.text("session");
    if (auto checked = check_session_name(plan.session.name); !checked) return checked.error();
    if (auto read = read_target(arguments, plan); !read) return read.error();
    if (auto read = read_limits(arguments, plan); !read) return read.error();
    plan.request.preset = arguments.given("preset") ? arguments.text("preset")
                                                    : plan.recorder.recorder->presets[0]->id;
    plan.request.options =
        recorder_options(plan.recorder, *find_command(program, "trace record"), arguments);
    if (auto good = plugin::check_request(plan.recorder, plan.request); !good) return good.error();
    auto file = file_of(arguments, plan);
    if (!file) return file.error();
    plan.request.path = std::move(*file);
    if (auto good = check_file(base::text_path(plan.request.path)); !good) return good.error();
    std::error_code unknown;
    plan.session.file = base::path_text(fs::absolute(base::text_path(plan.request.path), unknown));
    plan.session.pid = platform::own_pid();
    plan.session.start = platform::process_start(plan.session.pid).value_or(0);
    plan.wants_report = !arguments.flag("no-report");
    const Analysis report = analysis_of(arguments, plan.request.path);
    if (!plan.wants_report && report.outputs.any()) {
        return Error{Code::kInvalid, "with --no-report there is no report to write to a file"};
    }
    if (!plan.wants_report) return plan;
    auto good = check_analysis(arguments, program, report);
    if (!good) return good.error();
    return plan;
}

// ---- the recording

struct Recorded {
    plugin::RecordState state;
    std::uint64_t elapsed_ns = 0;
    std::string program;           // what became of it; empty: none was started
    std::optional<Error> failure;  // why it ended early
};

std::string told_status(const std::string& name, const std::optional<platform::ExitStatus>& end) {
    const std::string shown = base::printable(name);
    if (!end) return shown + " goes on";
    if (!end->killed_by.empty()) return fmt::format("{} was ended by {}", shown, end->killed_by);
    return fmt::format("{} ended with status {}", shown, end->code);
}

base::Result<void> wait_before(std::uint64_t delay_ns) {
    if (delay_ns == 0) return {};
    RecordLine line("Ctrl+C leaves it");
    const std::uint64_t begins = platform::now_ns() + delay_ns;
    for (std::uint64_t now = platform::now_ns(); now < begins; now = platform::now_ns()) {
        line.wait(begins - now);
        platform::sleep_ms(std::min(kLookMs, (begins - now) / kNsPerMs + 1));
        if (platform::interrupted()) return Error{Code::kCancelled, "nothing was recorded"};
    }
    return {};
}

// The session's file, so that `trace stop` finds us.  Without it recording is still possible.
base::Result<AnnouncedSession> announce(const Session& session) {
    const auto folder = platform::runtime_directory();
    if (folder) {
        auto made = AnnouncedSession::announce(*folder, session);
        if (made || made.error().code == Code::kInvalid) return made;
        print_note("warning: `benchlab trace stop` will not find it: " + made.error().message);
    } else {
        print_note("warning: `benchlab trace stop` will not find it: " + folder.error().message);
    }
    return AnnouncedSession();
}

// From its begin until the user, the time or the target ends it.
class Watch {
  public:
    Watch(const Plan& plan, plugin::Recording& recording,
          std::optional<platform::HeldProgram>& program)
        : plan_(plan),
          recording_(recording),
          program_(program),
          reads_keyboard_(!program && platform::has_keyboard()),
          line_(reads_keyboard_ ? "Enter ends it" : "Ctrl+C ends it") {}

    Recorded until_end() {
        Recorded out;
        const std::uint64_t began = platform::now_ns();
        std::uint64_t looked = began;
        for (;;) {
            const std::uint64_t now = platform::now_ns();
            out.elapsed_ns = now - began;
            const bool over = plan_.timed_ns != 0 && out.elapsed_ns >= plan_.timed_ns;
            if (over || platform::interrupted()) break;
            if (now - looked >= kLookMs * kNsPerMs) {
                looked = now;
                if (!look(out)) break;
            }
            if (wait(left_ms(out.elapsed_ns))) break;
        }
        // The recorder may ask whether it is to give up; it is not.
        platform::forget_interrupt();
        out.elapsed_ns = platform::now_ns() - began;
        return out;
    }
    const std::optional<platform::ExitStatus>& status() const { return status_; }

  private:
    std::uint64_t left_ms(std::uint64_t elapsed_ns) const {
        if (plan_.timed_ns == 0) return kLookMs;
        return std::min(kLookMs, (plan_.timed_ns - elapsed_ns) / kNsPerMs + 1);
    }
    // False when that was the last time.
    bool look(Recorded& out) {
        const auto state = recording_.poll();
        if (!state) {
            out.failure = state.error();
            return false;
        }
        out.state = *state;
        line_.show(*state, out.elapsed_ns);
        if (!state->target_ended) return true;
        // Its status may take a moment longer.
        if (program_ && !status_) status_ = program_->ended(1000);
        return false;
    }
    // True when there was an end meanwhile.
    bool wait(std::uint64_t ms) {
        if (!program_) {
            if (reads_keyboard_) return platform::enter_pressed(ms);
            platform::sleep_ms(ms);
            return false;
        }
        status_ = program_->ended(ms);
        return status_.has_value();
    }

    const Plan& plan_;
    plugin::Recording& recording_;
    std::optional<platform::HeldProgram>& program_;
    bool reads_keyboard_;
    RecordLine line_;
    std::optional<platform::ExitStatus> status_;
};

base::Result<Recorded> record_begun(const Plan& plan, plugin::Recording& recording,
                                    std::optional<platform::HeldProgram>& program, bool released) {
    if (program && !released) {
        if (auto started = program->release(); !started) {
            static_cast<void>(recording.end());
            std::error_code ignored;
            fs::remove(base::text_path(plan.request.path), ignored);
            return started.error();
        }
    }
    Watch watch(plan, recording, program);
    Recorded out = watch.until_end();
    const auto state = recording.end();
    // Also after an error there is a file, with what came before it.
    if (state) {
        out.state = *state;
    } else {
        out.failure = state.error();
    }
    if (program) {
        // The Ctrl+C that has ended the recording may be ending the program, too.
        const auto status = watch.status() ? watch.status() : program->ended(kLookMs);
        out.program = told_status(plan.command.front(), status);
    }
    return out;
}

Error with_hint(Error error) {
    if (error.code == Code::kUnsupported) {
        error.message += "; `benchlab trace check` says what can be recorded";
    }
    return error;
}

// Sets the pids of the request; with a program, starts it.
base::Result<Targets> take_target(Plan& plan, std::optional<platform::HeldProgram>& program,
                                  bool& released) {
    Targets targets;
    if (!plan.command.empty()) {
        auto held = platform::HeldProgram::start(plan.command, output_stream());
        if (!held) return held.error();
        program = std::move(*held);
        targets.pids = {program->pid()};
        targets.focus = fmt::format("{}", program->pid());
        if (plan.delay_ns > 0) {
            // Without a delay it is held until all is recorded; with one it is to get going first.
            if (auto started = program->release(); !started) return started.error();
            released = true;
        }
    }
    if (auto waited = wait_before(plan.delay_ns); !waited) return waited.error();
    if (released && program->ended(0)) {
        return Error{Code::kFailed, fmt::format("{} ended before the recording began",
                                                base::printable(plan.command.front()))};
    }
    if (plan.processes.empty()) return targets;
    auto found = find_targets(plan.processes, platform::running_processes(), platform::own_pid());
    if (found && found->pids.size() > 1) {
        print_note("recording " + base::join(found->shown, ", "));
    }
    return found;
}

base::Result<Recorded> record(Plan& plan, std::string& focus) {
    platform::watch_interrupt();
    platform::watch_hangup();
    std::optional<platform::HeldProgram> program;
    bool released = false;
    auto targets = take_target(plan, program, released);
    if (!targets) return targets.error();
    plan.request.pids = targets->pids;
    focus = targets->focus;
    const auto session = announce(plan.session);
    if (!session) return session.error();
    auto recording = plugin::Recording::begin(plan.recorder, plan.request);
    if (!recording) return with_hint(recording.error());
    return record_begun(plan, **recording, program, released);
}

int run_record(const Arguments& arguments, const Program& program) {
    const auto fail = [](const Error& error) {
        print_error(error.message);
        return int(error.code == Code::kCancelled ? kInterrupted : kError);
    };
    auto plan = plan_of(arguments, program);
    if (!plan) return fail(plan.error());
    std::string focus;
    const auto recorded = record(*plan, focus);
    if (!recorded) return fail(recorded.error());
    if (recorded->failure) print_error(recorded->failure->message);
    print_note(fmt::format("{}; {}wrote {}", record_summary(recorded->state, recorded->elapsed_ns),
                           recorded->program.empty() ? "" : recorded->program + "; ",
                           base::printable(plan->request.path)));
    const int status = recorded->failure ? int(kError) : int(kGood);
    if (!plan->wants_report) return status;
    Analysis analysis = analysis_of(arguments, plan->request.path);
    analysis.process = focus;
    const int reported = analyze_files(arguments, program, std::move(analysis));
    return status == kGood ? reported : status;
}

base::Result<void> add_options(Command& command, const Program& program,
                               const std::vector<std::string>& words) {
    add_recorder_options(command, trace_plugins(program, words));
    return add_section_options(command, program, words);
}

// ---- the definition

std::vector<Option> record_options() {
    Option file = output_option("out", "The trace to write; replaced if it is there.");
    file.short_name = 'o';
    Option folder = text_option("out-dir", "DIR",
                                "Where the trace goes, under the session's name and the time; made "
                                "when it is not there.  Unless given the current folder.");
    folder.completes = Completes::kDirectories;
    Option session = text_option("session", "NAME",
                                 "What the recording is called: in the file's name, and for "
                                 "`trace stop`.");
    session.default_value = "trace";
    return {text_option("preset", "NAME",
                        "What is recorded: `benchlab trace presets` lists them; unless given the "
                        "first of them."),
            text_option("process", "NAME|PID",
                        "The process that it is about, which runs already; may be given more than "
                        "once.  Of a name all are taken.  The recording ends with the last of "
                        "them.",
                        true),
            number_option("delay", "S", "", 0, 1e6, "Begin after so many seconds."),
            number_option("timed", "S", "", 0.001, 1e6, "End after so many seconds."),
            file,
            folder,
            session,
            text_option("buffer", "SIZE",
                        "Memory for each CPU, such as 4MiB, where a recorder would choose another; "
                        "more when events are lost."),
            number_option("ring", "S", "", 0.001, 1e6,
                          "Keep only the last so many seconds: for what comes once an hour."),
            recorder_option()};
}

std::vector<Option> outcome_options() {
    Option section = text_option("section", "LIST",
                                 "Only these sections in the report, with commas between them.");
    section.short_name = 's';
    return {flag_option("no-report", "Only record."),
            section,
            output_option("json", "Write the report as JSON; - is stdout."),
            output_option("html", "Write the report for the browser."),
            output_option("markdown",
                          "Write the report as tables for a pull request; - is "
                          "stdout."),
            output_option("report", "Write the report as text; - is stdout."),
            output_option("folded", "Write stacks as folded lines; - is stdout."),
            output_option("speedscope", "Write stacks for speedscope.app."),
            anonymise_option(),
            flag_option("quiet", "Print no report on the terminal.", 'q')};
}

}  // namespace

Command trace_record_command(const Program& program) {
    Command out;
    out.name = "trace record";
    out.summary = "Record what the system does, and report on it";
    out.description =
        "Records until Enter, Ctrl+C, `benchlab trace stop`, the time of --timed or the end of "
        "what is recorded; in each case the trace is complete.  Then prints the report of `trace "
        "analyze`, about the process that was named or started.  What can be recorded here, and "
        "with which rights, says `benchlab trace check`.\n"
        "\n"
        "A program behind -- is started when the recording has begun, and not before, so that its "
        "first instruction is in it.  (With --delay it is started at once.)  Its input and output "
        "are those of benchlab.  When the recording ends first, it goes on.";
    out.positionals = {
        {"COMMAND", "A program to start, and its arguments.", 0, 0, Completes::kFiles, {}, true}};
    out.options = record_options();
    for (Option& option : outcome_options()) out.options.push_back(std::move(option));
    for (const Option& option : plugin_options(program)) out.options.push_back(option);
    out.examples = {
        {program.name + " trace record --process game --delay 5 --timed 60",
         "A minute of a game that runs, after five seconds to get back to it."},
        {program.name + " trace record --preset light --html run.html -- ./game --benchmark",
         "All of a program from its first instruction, with a page for the browser."},
        {program.name + " trace record --ring 30 --session hitch",
         "Keep the last half minute, until `trace stop --session hitch`."},
    };
    out.run = run_record;
    out.extend = add_options;
    return out;
}

}  // namespace benchlab::cli
