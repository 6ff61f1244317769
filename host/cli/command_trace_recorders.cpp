// trace check, trace presets, trace stop: what can be recorded, and the end of a recording.
#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "cli/command_list.hpp"
#include "cli/record_plan.hpp"
#include "cli/record_sessions.hpp"
#include "cli/recorders.hpp"
#include "platform/clock.hpp"
#include "platform/files.hpp"
#include "platform/running.hpp"
#include "platform/signals.hpp"
#include "platform/terminal.hpp"

namespace benchlab::cli {
namespace {

using plugin::Ability;

int fail(const base::Error& error) {
    print_error(error.message);
    return kError;
}

// ---- check

const char* word_of(Ability ability) {
    switch (ability) {
        case Ability::kOk:
            return "ok";
        case Ability::kLimited:
            return "limited";
        case Ability::kMissing:
            break;
    }
    return "missing";
}

int check(const Arguments& arguments, const Program& program) {
    const auto choice = chosen_recorder(program, arguments);
    if (!choice) return fail(choice.error());
    const auto told = plugin::abilities_of(*choice);
    if (!told) return fail(told.error());
    std::size_t width = 0;
    for (const plugin::AbilityItem& item : told->items) {
        width = std::max(width, base::display_width(item.title));
    }
    std::string out;
    for (const plugin::AbilityItem& item : told->items) {
        out += fmt::format("{}  {}  {}\n", base::pad_right(word_of(item.ability), 7),
                           base::pad_right(item.title, width), item.text);
        if (!item.remedy.empty()) out += fmt::format("  mend it: {}\n", item.remedy);
    }
    print_out(out);
    if (!told->any) return fail({base::Code::kUnsupported, told->problem});
    return with_output(kGood);
}

// ---- presets

int presets(const Arguments& arguments, const Program& program) {
    const auto choice = chosen_recorder(program, arguments);
    if (!choice) return fail(choice.error());
    const bl_recorder& recorder = *choice->recorder;
    constexpr std::size_t kIndent = 12;
    const std::size_t terminal = platform::terminal_width(platform::Stream::kOut);
    const std::size_t width = terminal == 0 ? 100 : std::max<std::size_t>(terminal, 40);
    std::string out;
    for (std::uint32_t i = 0; i < recorder.preset_count; ++i) {
        const bl_preset& preset = *recorder.presets[i];
        out += fmt::format("{} {}{}\n", base::pad_right(preset.id, kIndent - 1),
                           base::printable(preset.help), i == 0 ? " (the default)" : "");
        std::vector<std::string> events;
        for (std::uint32_t event = 0; event < preset.event_count; ++event) {
            events.push_back(base::printable(preset.events[event]));
        }
        if (events.empty()) continue;
        const std::string lines = base::wrap(base::join(events, ", "), width - kIndent, 0);
        for (const std::string& line : base::split(lines, '\n')) {
            out += std::string(kIndent, ' ') + line + "\n";
        }
    }
    print_out(out);
    return with_output(kGood);
}

// ---- stop

// The one that is meant.
base::Result<Session> wanted_session(const Arguments& arguments,
                                     const std::vector<Session>& running) {
    using base::Code;
    using base::Error;
    std::vector<std::string> names;
    for (const Session& each : running) names.push_back(each.name);
    if (arguments.given("session")) {
        const std::string& name = arguments.text("session");
        if (auto good = check_session_name(name); !good) return good.error();
        const auto at = std::find(names.begin(), names.end(), name);
        if (at != names.end()) return running[static_cast<std::size_t>(at - names.begin())];
        return Error{Code::kNotFound,
                     fmt::format("no recording of yours is called {}{}", name,
                                 names.empty() ? "" : "; there are: " + base::join(names, ", "))};
    }
    if (running.empty()) return Error{Code::kNotFound, "no recording of yours is running"};
    if (running.size() == 1) return running.front();
    return Error{Code::kInvalid, fmt::format("several recordings are running, so --session has to "
                                             "name one: {}",
                                             base::join(names, ", "))};
}

int stop(const Arguments& arguments, const Program&) {
    const auto folder = platform::runtime_directory();
    if (!folder) return fail(folder.error());
    const Sessions sessions = find_sessions(*folder);
    for (const Session& left : sessions.left) {
        print_note(
            fmt::format("the recording {} was not ended: its process is gone, and {} may be "
                        "incomplete",
                        base::printable(left.name), base::printable(left.file)));
    }
    const auto session = wanted_session(arguments, sessions.running);
    if (!session) return fail(session.error());
    platform::watch_interrupt();
    if (auto asked = platform::interrupt_process(session->pid, session->start); !asked) {
        return fail(asked.error());
    }
    constexpr std::uint64_t kAskMs = 20;
    while (is_recording(*folder, *session)) {
        if (platform::interrupted()) return kInterrupted;
        platform::sleep_ms(kAskMs);
    }
    for (const Session& left : find_sessions(*folder).left) {
        if (left.pid != session->pid) continue;
        return fail({base::Code::kFailed,
                     fmt::format("the recording's process is gone without having ended it; {} may "
                                 "be incomplete",
                                 base::printable(left.file))});
    }
    print_out(base::printable(session->file) + "\n");
    return with_output(kGood);
}

}  // namespace

Command trace_check_command(const Program& program) {
    Command out;
    out.name = "trace check";
    out.summary = "Say what may be recorded here";
    out.description =
        "Says what this user may record on this machine, and what would have to be done for what "
        "is missing.  The exit status is 0 when something can be recorded.  Nothing is changed.";
    out.options = {recorder_option()};
    for (const Option& option : plugin_options(program)) out.options.push_back(option);
    out.examples = {{program.name + " trace check", "Before the first recording; and with sudo?"}};
    out.run = check;
    return out;
}

Command trace_presets_command(const Program& program) {
    Command out;
    out.name = "trace presets";
    out.summary = "List what `trace record --preset` may name";
    out.description = "Lists the presets of the recorder, each with the events that it records.";
    out.options = {recorder_option()};
    for (const Option& option : plugin_options(program)) out.options.push_back(option);
    out.examples = {{program.name + " trace presets", "All of them; the first is the default."}};
    out.run = presets;
    return out;
}

Command trace_stop_command(const Program& program) {
    Command out;
    out.name = "trace stop";
    out.summary = "End a recording of another terminal";
    out.description =
        "Ends a recording that `trace record` makes in another terminal, as Ctrl+C there would, "
        "waits until its file is complete, and prints the name of that.  Only recordings of this "
        "user are found: what root records root has to stop.";
    out.options = {text_option("session", "NAME",
                               "Which one, where several are running: the --session of `trace "
                               "record`.")};
    out.examples = {{program.name + " trace stop", "The only one that is running."},
                    {program.name + " trace stop --session hitch", "The one of that name."}};
    out.run = stop;
    return out;
}

}  // namespace benchlab::cli
