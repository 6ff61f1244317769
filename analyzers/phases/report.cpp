#include "phases/report.hpp"

#include <algorithm>
#include <string>

#include "common/distribution.hpp"
#include "common/names.hpp"
#include "common/units.hpp"
#include "common/window.hpp"

namespace benchlab::analyzers::phases {
namespace {

constexpr std::size_t kCharts = 8;

class Writer {
  public:
    Writer(const Findings& found, const Store& store, std::uint64_t top, Sink& sink)
        : found_(found), store_(store), names_(store), top_(top), sink_(sink) {}

    void write() {
        phases();
        slow();
        counters();
        states();
        charts();
        for (const Program& each : found_.programs) {
            outside(each);
            first_passes(each);
            most(each);
        }
    }

  private:
    std::string key(const Program& program) const { return names_.process_key(program.process); }
    Arg name_of(const Program& program) const { return Arg::name(key(program), BL_NAME_PROCESS); }
    std::string text(StringId name) const {
        return name == StringId::kEmpty ? "(no phase)" : std::string(store_.text(name));
    }
    static void add_keys(TableBuilder& table, const char* id, const char* title, const char* help) {
        table.text("process", "Process", BL_NAME_PROCESS, BL_OUT_KEY, "Who marks it");
        table.text(id, title, BL_NAME_NONE, BL_OUT_KEY, help);
    }
    static constexpr const char* kPhaseHelp =
        "Its name; (no phase): time in which the thread that ends the frames is in none";

    template <class Put>
    void table(TableBuilder& table, Put&& put) {
        std::uint64_t omitted = 0;
        put([&](const auto&... cells) {
            if (table.size() >= top_) {
                ++omitted;
            } else {
                table.row(cells...);
            }
        });
        table.omitted(omitted);
        if (table.size() > 0) sink_.table(table);
    }

    void phases() {
        TableBuilder out("phases", "Phases in frames");
        add_keys(out, "phase", "Phase", kPhaseHelp);
        out.u64("count", "Times", "How often it began in a frame", BL_UNIT_COUNT);
        out.f64(
            "total_ns", "Time",
            "Its time in frames, of all threads, with phases that lie in it; frames of the state "
            "capture, when the program says that it has one",
            BL_UNIT_NS, BL_OUT_LESS_IS_BETTER);
        out.f64("own_ns", "Own time", "Without phases that lie in it", BL_UNIT_NS,
                BL_OUT_BAR | BL_OUT_LESS_IS_BETTER);
        out.f64("own_share", "Of frames", "Own time by the time of the frames; threads add up",
                BL_UNIT_RATIO);
        out.f64("own_per_frame_ns", "Per frame", "Own time by the number of frames", BL_UNIT_NS,
                BL_OUT_LESS_IS_BETTER);
        out.f64("longest_ns", "Longest", "The most own time that a frame has of it", BL_UNIT_NS,
                BL_OUT_LESS_IS_BETTER);
        table(out, [&](auto&& row) {
            for (const Program& program : found_.programs) {
                const auto frames = static_cast<double>(program.frames.counted);
                for (const Phase& each : program.phases) {
                    row(key(program), text(each.name), each.count, each.total_ns, each.own_ns,
                        share_of(each.own_ns, program.total_ns), share_of(each.own_ns, frames),
                        each.longest_ns);
                }
            }
        });
    }

    static std::vector<const Phase*> by_difference(const Program& program) {
        std::vector<const Phase*> out;
        for (const Phase& each : program.phases) out.push_back(&each);
        std::stable_sort(out.begin(), out.end(), [](const Phase* a, const Phase* b) {
            return a->own.more() > b->own.more();
        });
        return out;
    }

    void slow() {
        TableBuilder out("slow-frames", "What slow frames have more of than normal ones");
        add_keys(out, "phase", "Phase", kPhaseHelp);
        out.f64(
            "slow_ns", "Slow frames",
            "Mean own time in frames that take 1.25 times the median of the 20 before and the 20 "
            "behind, and more",
            BL_UNIT_NS);
        out.f64("normal_ns", "Normal frames", "The same in frames that take at most 1.1 times it",
                BL_UNIT_NS);
        out.f64("more_ns", "More", "The difference; that with most is first", BL_UNIT_NS,
                BL_OUT_BAR | BL_OUT_LESS_IS_BETTER);
        out.f64("share", "Of the difference",
                "Its share of what slow frames take longer than normal ones", BL_UNIT_RATIO);
        table(out, [&](auto&& row) {
            for (const Program& program : found_.programs) {
                if (program.slow == 0 || program.normal == 0) continue;
                for (const Phase* each : by_difference(program)) {
                    row(key(program), text(each->name), each->own.slow, each->own.normal,
                        each->own.more(), share_of(each->own.more(), program.length.more()));
                }
            }
        });
    }

    // Units differ from counter to counter, and a column has one: so these have none.
    void counters() {
        TableBuilder out("counters", "Counters by frame");
        add_keys(out, "counter", "Counter", "Its name");
        out.u64("frames", "Frames", "Frames in which it was set; the last value of each counts",
                BL_UNIT_COUNT);
        out.f64("mean", "Mean", "Of these values", BL_UNIT_NONE);
        out.f64("least", "Least", "The least of them", BL_UNIT_NONE);
        out.f64("greatest", "Greatest", "The greatest of them", BL_UNIT_NONE);
        out.f64("slow", "Slow frames", "Mean over slow frames, as in the table slow-frames",
                BL_UNIT_NONE);
        out.f64("normal", "Normal frames", "Mean over normal frames", BL_UNIT_NONE);
        table(out, [&](auto&& row) {
            for (const Program& program : found_.programs) {
                for (const Counter& each : program.counters) {
                    const auto& both = each.compared;
                    row(key(program), text(each.name), each.frames, each.mean, each.least,
                        each.greatest, both ? std::optional(both->slow) : std::nullopt,
                        both ? std::optional(both->normal) : std::nullopt);
                }
            }
        });
    }

    void states() {
        TableBuilder out("states", "States of the program");
        add_keys(out, "state", "State", "What the program says that it does");
        out.u64("begin_ns", "From", "When it began", BL_UNIT_TRACE_TIME, BL_OUT_KEY);
        out.u64("length_ns", "Time", "How long it lasted", BL_UNIT_NS);
        out.u64("frames", "Frames", "Frames that lie in it whole", BL_UNIT_COUNT);
        out.u64("slow", "Slow",
                "Of those, the ones that took 1.25 times the median of those around them, or more",
                BL_UNIT_COUNT, BL_OUT_LESS_IS_BETTER);
        out.f64("average_fps", "Average", "Those by the sum of their times", BL_UNIT_FPS);
        out.f64("median_ns", "Median", "Half of them take no longer", BL_UNIT_NS);
        table(out, [&](auto&& row) {
            for (const Program& program : found_.programs) {
                for (const State& each : program.frames.states) {
                    const auto frames = static_cast<double>(each.frames);
                    const bool any = each.frames > 0;
                    row(key(program), text(each.name), each.begin, each.end - each.begin,
                        each.frames, each.slow,
                        any ? std::optional(kNsPerSecond * frames / each.total_ns) : std::nullopt,
                        any ? std::optional(each.median_ns) : std::nullopt);
                }
            }
        });
    }

    void charts() {
        const Program& program = found_.programs.front();
        if (program.phases.empty()) return;
        sink_.heading("phase-times", "Own time of phases by frame");
        for (std::size_t i = 0; i < std::min(program.phases.size(), kCharts); ++i) {
            const Phase& phase = program.phases[i];
            Series series;
            series.id = "phase-times/" + std::to_string(i + 1);
            series.title = text(phase.name);
            series.help =
                "Own time of the phase in each frame that has some, where the frame ended";
            series.y_unit = BL_UNIT_NS;
            series.group = "phase-times";
            for (const auto& [frame, ns] : phase.by_frame) {
                series.add(static_cast<double>(program.frames.frames[frame].end), ns);
            }
            sink_.series(series);
        }
    }

    void outside(const Program& program) {
        const std::uint64_t all = program.frames.frames.size();
        if (!program.frames.has_capture || program.frames.counted == all) return;
        sink_.finding(
            Finding(BL_FINDING_NOTE, "phases.outside-capture",
                    "{0}: {1} of {2} frames lie outside the capture, as the program says; "
                    "phases leave them out, other sections count them unless --from and "
                    "--to do",
                    {name_of(program), Arg::count(all - program.frames.counted), Arg::count(all)})
                .see("states"));
    }

    void first_passes(const Program& program) {
        for (const FirstPass& each : slow_first_passes(program.frames.states)) {
            sink_.finding(
                Finding(BL_FINDING_NOTE, "phases.first-pass",
                        "{0}, {1}: {2} of {3} frames are slow the first time, {4} of {5} later, as "
                        "where something is made or read once and then kept: shaders, files",
                        {name_of(program), Arg::text(text(each.name)), Arg::count(each.slow),
                         Arg::count(each.frames), Arg::count(each.later_slow),
                         Arg::count(each.later_frames)})
                    .see("states"));
        }
    }

    void most(const Program& program) {
        if (program.slow == 0 || program.normal == 0 || program.phases.empty()) return;
        const Phase& phase = *by_difference(program).front();
        if (phase.own.more() <= 0) return;
        sink_.finding(
            Finding(BL_FINDING_NOTE, "phases.slow",
                    "{0}: slow frames take {1} more than normal ones; {2} of it is in {3}: {4} "
                    "instead of {5}",
                    {name_of(program), Arg::f64(program.length.more(), BL_UNIT_NS),
                     Arg::f64(phase.own.more(), BL_UNIT_NS), Arg::text(text(phase.name)),
                     Arg::f64(phase.own.slow, BL_UNIT_NS), Arg::f64(phase.own.normal, BL_UNIT_NS)})
                .see("slow-frames"));
    }

    const Findings& found_;
    const Store& store_;
    const Names names_;
    const std::uint64_t top_;
    Sink& sink_;
};

}  // namespace

void report(const Findings& found, const Store& store, std::uint64_t top, Sink& sink) {
    Writer(found, store, top, sink).write();
}

}  // namespace benchlab::analyzers::phases
