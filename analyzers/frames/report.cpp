#include "frames/report.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "common/names.hpp"
#include "common/window.hpp"

namespace benchlab::analyzers::frames {
namespace {

const char* told_by(Loop::Source source) {
    switch (source) {
        case Loop::Source::kPresents:
            return "presents";
        case Loop::Source::kMarks:
            return "marks";
        default:
            return "log";
    }
}

class Writer {
  public:
    Writer(const Findings& found, const Store& store, const Options& options, Sink& sink)
        : found_(found),
          options_(options),
          frames_(store),
          names_(store),
          logged_(store.find_table("frame_log").string("application", kOptional)),
          store_(store),
          sink_(sink) {}

    void write() {
        loops();
        lows();
        regimes();
        stutters();
        incidents();
        in_present();
        frame_times();
        verdict();
        mixed();
        warm_up();
    }

  private:
    // A log of a program whose process is not known has its name.
    std::string key_of(const Loop& loop) const {
        if (loop.of.process != BL_NO_ROW) return names_.process_key(loop.of.process);
        const Row log = frames_.frame_log.value_or(loop.of.rows.back(), BL_NO_ROW);
        if (log == BL_NO_ROW || !logged_.has(log)) return "unknown";
        return std::string(store_.text(logged_[log]));
    }
    static void add_keys(TableBuilder& table) {
        table.text("process", "Process", BL_NAME_PROCESS, BL_OUT_KEY, "Whose frames they are");
        table.u64("loop", "Loop",
                  "Which of the process's loops that draw frames; of the focus first, then that "
                  "with most frames",
                  BL_UNIT_NONE, BL_OUT_KEY);
    }
    std::string stutter_factor() const {
        return std::to_string(options_.stutter).substr(0, 4) + " times";
    }

    void loops() {
        TableBuilder table("loops", "Loops that draw frames");
        add_keys(table);
        table.u64("pid", "Process id", "Its number", BL_UNIT_NONE, BL_OUT_WIDE_ONLY);
        table.text("thread", "Thread", BL_NAME_THREAD, BL_OUT_WIDE_ONLY,
                   "Who ends most of the frames");
        table.text("told_by", "Told by", BL_NAME_NONE, BL_OUT_WIDE_ONLY,
                   "What tells where a frame ends: presents, marks of the program, or a log");
        table.u64("swap_chain", "Swap chain", "The last one", BL_UNIT_ADDRESS, BL_OUT_WIDE_ONLY);
        table.u64("frames", "Frames", "Frames that lie in the window whole", BL_UNIT_COUNT,
                  BL_OUT_BAR);
        table.f64("time_ns", "Time", "Sum of their times", BL_UNIT_NS);
        table.f64("average_fps", "Average", "Frames by the sum of their times", BL_UNIT_FPS,
                  BL_OUT_MORE_IS_BETTER);
        table.f64("minimum_fps", "Minimum", "One by the longest frame", BL_UNIT_FPS,
                  BL_OUT_MORE_IS_BETTER);
        table.f64("median_ns", "Median", "Half of the frames take no longer", BL_UNIT_NS,
                  BL_OUT_LESS_IS_BETTER);
        table.f64("p99_ns", "p99", "99 % of the frames take no longer", BL_UNIT_NS,
                  BL_OUT_LESS_IS_BETTER);
        for (const Loop& each : found_.loops) {
            table.row(key_of(each), each.number, names_.pid(each.of.process), thread_of(each),
                      told_by(each.source), each.swap_chain, each.frames.size(),
                      each.rates.total_ns, each.rates.average_fps, each.rates.minimum_fps,
                      each.rates.median_ns, each.rates.p99_ns);
        }
        table.omitted(found_.omitted);
        sink_.table(table);
    }
    std::optional<std::string> thread_of(const Loop& loop) const {
        if (loop.of.thread == BL_NO_ROW) return std::nullopt;
        return names_.thread(loop.of.thread);
    }

    void lows() {
        TableBuilder table("lows", "Lows, by three definitions");
        add_keys(table);
        add_low_columns(table);
        for (const Loop& each : found_.loops) {
            for (const auto& [name, low] : {std::pair{"1 % low", &each.rates.low_1},
                                            std::pair{"0.1 % low", &each.rates.low_01}}) {
                if (!low->percentile_fps) continue;
                table.row(key_of(each), each.number, name, low->percentile_fps, low->average_fps,
                          low->integral_fps);
            }
        }
        if (table.size() > 0) sink_.table(table);
    }

    // Loops of one rate have no row: it would be that of the loop.
    void regimes() {
        TableBuilder table("regimes", "Regimes: stretches of steady rate");
        add_keys(table);
        table.u64("regime", "Regime",
                  "Its number in the loop. A new one begins where the median of 50 frames and that "
                  "of the next 50 are apart by more than 20 %, if it lasts a second and 50 frames",
                  BL_UNIT_NONE, BL_OUT_KEY);
        table.u64("begin_ns", "From", "When its first frame began", BL_UNIT_TRACE_TIME);
        table.u64("frames", "Frames", "How many it has", BL_UNIT_COUNT);
        table.f64("time_ns", "Time", "Sum of their times", BL_UNIT_NS);
        table.f64("average_fps", "Average", "Frames by the sum of their times", BL_UNIT_FPS,
                  BL_OUT_MORE_IS_BETTER);
        table.f64("median_ns", "Median", "Half of the frames take no longer", BL_UNIT_NS,
                  BL_OUT_LESS_IS_BETTER);
        table.f64("p99_ns", "p99", "99 % of the frames take no longer", BL_UNIT_NS,
                  BL_OUT_LESS_IS_BETTER);
        const auto low = [&](const char* id, const char* title, const char* by,
                             std::uint32_t flags = 0) {
            table.f64(id, title, std::string("The low by ") + by + ", as in the table lows",
                      BL_UNIT_FPS, BL_OUT_MORE_IS_BETTER | flags);
        };
        low("low_1_percentile_fps", "1 % low", "percentile");
        low("low_1_average_fps", "by average", "average");
        low("low_1_integral_fps", "by integral", "integral", BL_OUT_WIDE_ONLY);
        low("low_01_average_fps", "0.1 % low", "average", BL_OUT_WIDE_ONLY);
        std::uint64_t omitted = 0;
        for (const Loop& loop : found_.loops) {
            for (std::size_t i = 0; loop.regimes.size() > 1 && i < loop.regimes.size(); ++i) {
                const auto& [of, rates] = loop.regimes[i];
                omitted += table.size() < options_.top ? 0 : 1;
                if (table.size() >= options_.top) continue;
                table.row(key_of(loop), loop.number, i + 1,
                          frames_.begin[loop.frames[of.first].row], rates.frames, rates.total_ns,
                          rates.average_fps, rates.median_ns, rates.p99_ns,
                          rates.low_1.percentile_fps, rates.low_1.average_fps,
                          rates.low_1.integral_fps, rates.low_01.average_fps);
            }
        }
        table.omitted(omitted);
        if (table.size() > 0) sink_.table(table);
    }

    void stutters() {
        TableBuilder table("stutters", "Frames out of step");
        add_keys(table);
        const std::string times = "Frames that take more than " + stutter_factor() + " ";
        table.u64("stutters", "Stutters",
                  times + "the median of the 20 frames before and the 20 behind", BL_UNIT_COUNT,
                  BL_OUT_LESS_IS_BETTER);
        table.u64("incidents", "Incidents", "Stutters, those less than a second apart as one",
                  BL_UNIT_COUNT, BL_OUT_LESS_IS_BETTER);
        table.u64("above_median", "Above median", times + "the median of all frames of the loop",
                  BL_UNIT_COUNT, BL_OUT_LESS_IS_BETTER | BL_OUT_WIDE_ONLY);
        table.f64("limit_fps", "Slow is below",
                  "The rate (--below) that the next columns count by; a frame may take 5 % longer",
                  BL_UNIT_FPS);
        table.u64("slow_frames", "Slow frames", "Frames that took longer", BL_UNIT_COUNT,
                  BL_OUT_LESS_IS_BETTER);
        table.f64("slow_share", "Of frames", "Their share of the frames", BL_UNIT_RATIO,
                  BL_OUT_LESS_IS_BETTER);
        table.f64("slow_time_share", "Of time", "Their share of the time", BL_UNIT_RATIO,
                  BL_OUT_LESS_IS_BETTER);
        for (const Loop& each : found_.loops) {
            const auto count = static_cast<double>(each.frames.size());
            table.row(key_of(each), each.number, each.stutters, each.incidents.size(),
                      each.above_fixed, options_.below_fps, each.below,
                      share_of(static_cast<double>(each.below), count),
                      share_of(each.below_ns, each.rates.total_ns));
        }
        sink_.table(table);
    }

    void incidents() {
        TableBuilder table("incidents", "Incidents, the longest frame first");
        add_keys(table);
        table.u64("begin_ns", "At", "When its first stutter began", BL_UNIT_TRACE_TIME, BL_OUT_KEY);
        table.u64("length_ns", "Until", "From there to the end of its last stutter", BL_UNIT_NS);
        table.u64("stutters", "Stutters", "How many it has", BL_UNIT_COUNT);
        table.f64("longest_ns", "Longest", "Its longest frame", BL_UNIT_NS,
                  BL_OUT_BAR | BL_OUT_LESS_IS_BETTER);
        table.f64("around_ns", "Around it", "The median of the frames around its first stutter",
                  BL_UNIT_NS);
        std::vector<std::pair<const Loop*, const Incident*>> all;
        for (const Loop& loop : found_.loops) {
            for (const Incident& each : loop.incidents) all.push_back({&loop, &each});
        }
        const auto shown = greatest(std::move(all), options_.top,
                                    [](const auto& each) { return each.second->longest_ns; });
        for (const auto& [loop, each] : shown.rows) {
            table.row(key_of(*loop), loop->number, each->begin, each->end - each->begin,
                      each->stutters, each->longest_ns, each->around_ns);
        }
        table.omitted(shown.omitted);
        if (table.size() > 0) sink_.table(table);
    }

    void in_present() {
        TableBuilder table("in-present", "Time in the call of Present");
        add_keys(table);
        add_distribution_columns(table, "present", "presents", "from the call to its return");
        for (const Loop& each : found_.loops) {
            if (each.in_present) {
                add_distribution_row(table, *each.in_present, key_of(each), each.number);
            }
        }
        if (table.size() > 0) sink_.table(table);
    }

    void frame_times() {
        sink_.heading("frame-times", "Frame times");
        for (std::size_t i = 0; i < found_.loops.size(); ++i) {
            const Loop& loop = found_.loops[i];
            Series series;
            series.id = "frame-times/" + std::to_string(i + 1);
            series.title = key_of(loop);
            if (loop.number > 1) series.title += " " + std::to_string(loop.number);
            series.help = "Time of each frame, where it ended; all frames are here";
            series.y_unit = BL_UNIT_NS;
            series.group = "frame-times";
            for (const Frame& each : loop.frames) {
                series.add(static_cast<double>(frames_.end[each.row]), each.length_ns);
            }
            sink_.series(series);
        }
    }

    void verdict() {
        const Loop& first = found_.loops.front();
        if (first.stutters == 0) {
            sink_.finding(
                Finding(BL_FINDING_NOTE, "frames.steady",
                        "{0}: no stutter in {1} frames, {2} on average",
                        {Arg::name(key_of(first), BL_NAME_PROCESS), Arg::count(first.frames.size()),
                         Arg::f64(first.rates.average_fps, BL_UNIT_FPS)})
                    .see("loops"));
            return;
        }
        double longest = 0;
        for (const Incident& each : first.incidents) longest = std::max(longest, each.longest_ns);
        const bool one = first.incidents.size() == 1;
        sink_.finding(
            Finding(BL_FINDING_WARNING, "frames.stutters",
                    std::string("{0}: {1} of {2} frames stutter, in {3} ") +
                        (one ? "incident" : "incidents") +
                        "; the longest takes {4}, the median {5}",
                    {Arg::name(key_of(first), BL_NAME_PROCESS), Arg::count(first.stutters),
                     Arg::count(first.frames.size()), Arg::count(first.incidents.size()),
                     Arg::f64(longest, BL_UNIT_NS), Arg::f64(first.rates.median_ns, BL_UNIT_NS)})
                .see("incidents"));
    }

    Arg name_of(const Loop& loop) const { return Arg::name(key_of(loop), BL_NAME_PROCESS); }

    void mixed() {
        const Loop& first = found_.loops.front();
        if (first.regimes.size() < 2) return;
        const auto by_frames = [](const Regime& a, const Regime& b) {
            return a.rates.frames < b.rates.frames;
        };
        const Regime& longest =
            *std::max_element(first.regimes.begin(), first.regimes.end(), by_frames);
        sink_.finding(
            Finding(
                BL_FINDING_NOTE, "frames.regimes",
                "{0}: {1} regimes, each with a rate of its own; the one with most frames has {2} "
                "on average, all frames together {3}",
                {name_of(first), Arg::count(first.regimes.size()),
                 Arg::f64(longest.rates.average_fps, BL_UNIT_FPS),
                 Arg::f64(first.rates.average_fps, BL_UNIT_FPS)})
                .see("regimes"));
    }

    void warm_up() {
        const Loop& loop = found_.loops.front();
        if (!loop.warm_up) return;
        const auto& [first, rest] = *loop.warm_up;
        sink_.finding(
            Finding(BL_FINDING_NOTE, "frames.warm-up",
                    "{0}: the first 2 s differ from the rest: {1} on average with a median of {2}, "
                    "then {3} with {4}; --from leaves them out",
                    {name_of(loop), Arg::f64(first.average_fps, BL_UNIT_FPS),
                     Arg::f64(first.median_ns, BL_UNIT_NS), Arg::f64(rest.average_fps, BL_UNIT_FPS),
                     Arg::f64(rest.median_ns, BL_UNIT_NS)})
                .see("loops"));
    }

    const Findings& found_;
    const Options& options_;
    const Frames frames_;
    const Names names_;
    const StringColumn logged_;
    const Store& store_;
    Sink& sink_;
};

}  // namespace

void report(const Findings& found, const Store& store, const Options& options, Sink& sink) {
    Writer(found, store, options, sink).write();
}

}  // namespace benchlab::analyzers::frames
