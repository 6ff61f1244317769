#include "frames/report.hpp"

#include <string>
#include <utility>

#include "common/window.hpp"
#include "frames/labels.hpp"
#include "frames/sentences.hpp"

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
        : found_(found), options_(options), frames_(store), labels_(store), sink_(sink) {}

    void write() {
        loops();
        lows();
        intervals();
        low_intervals();
        regimes();
        pace();
        displayed();
        counters();
        stutters();
        incidents();
        in_present();
        frame_times();
        say(found_.loops.front(), labels_, sink_);
    }

  private:
    std::string stutter_factor() const {
        return std::to_string(options_.stutter).substr(0, 4) + " times";
    }

    void loops() {
        TableBuilder table("loops", "Loops that draw frames");
        Labels::add_keys(table);
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
            table.row(labels_.key(each), each.number, labels_.pid(each), labels_.thread(each),
                      told_by(each.source), each.swap_chain, each.frames.size(),
                      each.rates.total_ns, each.rates.average_fps, each.rates.minimum_fps,
                      each.rates.median_ns, each.rates.p99_ns);
        }
        table.omitted(found_.omitted);
        sink_.table(table);
    }
    void lows() {
        TableBuilder table("lows", "Lows, by three definitions");
        Labels::add_keys(table);
        add_low_columns(table);
        for (const Loop& each : found_.loops) {
            add_low_rows(table, each.rates.low_1, each.rates.low_01, labels_.key(each),
                         each.number);
        }
        if (table.size() > 0) sink_.table(table);
    }

    static void add_interval_columns(TableBuilder& table, const std::string& id,
                                     const std::string& title, std::uint32_t unit,
                                     std::uint32_t flags = 0) {
        const std::string of =
            " end of the 95 % interval; nothing where the slow frames come together too few times";
        table.f64(id + "_low", title, "Lower" + of, unit, flags);
        table.f64(id + "_high", "to", "Upper" + of, unit, flags);
    }
    static std::optional<double> low(const std::optional<Interval>& of) {
        return of ? std::optional(of->first) : std::nullopt;
    }
    static std::optional<double> high(const std::optional<Interval>& of) {
        return of ? std::optional(of->second) : std::nullopt;
    }

    void intervals() {
        TableBuilder table("intervals", "95 % intervals, by moving blocks of frames");
        Labels::add_keys(table);
        add_interval_columns(table, "average_fps", "Average", BL_UNIT_FPS);
        add_interval_columns(table, "median_ns", "Median", BL_UNIT_NS);
        add_interval_columns(table, "p99_ns", "p99", BL_UNIT_NS);
        table.u64("block_frames", "Block",
                  "Frames that were drawn together, as each resembles those before it",
                  BL_UNIT_COUNT, BL_OUT_WIDE_ONLY);
        for (const Loop& each : found_.loops) {
            if (!each.intervals) continue;
            const Intervals& in = *each.intervals;
            table.row(labels_.key(each), each.number, in.average_fps.first, in.average_fps.second,
                      in.median_ns.first, in.median_ns.second, low(in.p99_ns), high(in.p99_ns),
                      in.block);
        }
        if (table.size() > 0) sink_.table(table);
    }

    void low_intervals() {
        TableBuilder table("low-intervals", "95 % intervals of the lows");
        Labels::add_keys(table);
        table.text("low", "Low", BL_NAME_NONE, BL_OUT_KEY, "As in the table lows");
        add_interval_columns(table, "percentile_fps", "Percentile", BL_UNIT_FPS);
        add_interval_columns(table, "average_fps", "Average", BL_UNIT_FPS);
        add_interval_columns(table, "integral_fps", "Integral", BL_UNIT_FPS, BL_OUT_WIDE_ONLY);
        for (const Loop& each : found_.loops) {
            if (!each.intervals) continue;
            for (const auto& [name, in] : {std::pair{"1 % low", &each.intervals->low_1},
                                           std::pair{"0.1 % low", &each.intervals->low_01}}) {
                if (!in->percentile_fps) continue;
                table.row(labels_.key(each), each.number, name, low(in->percentile_fps),
                          high(in->percentile_fps), low(in->average_fps), high(in->average_fps),
                          low(in->integral_fps), high(in->integral_fps));
            }
        }
        if (table.size() > 0) sink_.table(table);
    }

    // Loops of one rate have no row: it would be that of the loop.
    void regimes() {
        TableBuilder table("regimes", "Regimes: stretches of steady rate");
        Labels::add_keys(table);
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
        low("low_1_average_fps", "by average", "average", BL_OUT_WIDE_ONLY);
        low("low_1_integral_fps", "by integral", "integral", BL_OUT_WIDE_ONLY);
        low("low_01_average_fps", "0.1 % low", "average", BL_OUT_WIDE_ONLY);
        std::uint64_t omitted = 0;
        for (const Loop& loop : found_.loops) {
            for (std::size_t i = 0; loop.regimes.size() > 1 && i < loop.regimes.size(); ++i) {
                const auto& [of, rates] = loop.regimes[i];
                omitted += table.size() < options_.top ? 0 : 1;
                if (table.size() >= options_.top) continue;
                table.row(labels_.key(loop), loop.number, i + 1,
                          frames_.begin[loop.frames[of.first].row], rates.frames, rates.total_ns,
                          rates.average_fps, rates.median_ns, rates.p99_ns,
                          rates.low_1.percentile_fps, rates.low_1.average_fps,
                          rates.low_1.integral_fps, rates.low_01.average_fps);
            }
        }
        table.omitted(omitted);
        if (table.size() > 0) sink_.table(table);
    }

    static const char* cap_of(const Loop& loop) {
        if (!loop.pace->cluster.like_a_cap()) return "no";
        return loop.pace->waits ? "asked for" : "suspected";
    }

    void pace() {
        TableBuilder table("pace", "Do frames keep to one pace, as under a refresh cap?");
        Labels::add_keys(table);
        table.u64("frames", "Frames", "Those of the regime with most frames", BL_UNIT_COUNT);
        table.f64("period_ns", "Period", "The frame time that most frames are within 5 % of",
                  BL_UNIT_NS);
        table.f64("rate_hz", "Rate", "One by the period", BL_UNIT_HERTZ);
        table.f64("share", "Of frames", "Share of the frames within 5 % of the period",
                  BL_UNIT_RATIO);
        table.text("cap", "Refresh cap", BL_NAME_NONE, 0,
                   "Suspected from a share of 72 % and a period of 4 ms on; asked for when most of "
                   "its presents wait for the refresh; a steady workload looks the same");
        for (const Loop& each : found_.loops) {
            if (!each.pace) continue;
            table.row(labels_.key(each), each.number, each.pace->frames,
                      each.pace->cluster.period_ns, 1e9 / each.pace->cluster.period_ns,
                      each.pace->cluster.share, cap_of(each));
        }
        if (table.size() > 0) sink_.table(table);
    }

    // Rates of what was handed in, drawn and shown, where they may differ.
    void displayed() {
        TableBuilder table("displayed", "Frames drawn, handed in, and on screen");
        Labels::add_keys(table);
        table.u64("presents", "Handed in", "Frames with those that were generated", BL_UNIT_COUNT);
        table.u64("generated", "Generated",
                  "Made of others: called so by a log, or next to no time behind the frame before, "
                  "in three of ten at least; their time is in the program's next frame",
                  BL_UNIT_COUNT);
        table.f64("average_fps", "Drawn",
                  "Frames that are not generated, by the sum of their times", BL_UNIT_FPS,
                  BL_OUT_MORE_IS_BETTER);
        table.f64("presented_fps", "Handed in", "All of them by the same time", BL_UNIT_FPS,
                  BL_OUT_MORE_IS_BETTER);
        table.f64("displayed_fps", "On screen",
                  "Frames that came on screen after the first, by the time until the last did",
                  BL_UNIT_FPS, BL_OUT_MORE_IS_BETTER);
        table.u64("not_shown", "Not shown", "Frames that did not", BL_UNIT_COUNT,
                  BL_OUT_LESS_IS_BETTER);
        for (const Loop& each : found_.loops) {
            if (!each.displayed && each.generated == 0) continue;
            const Displayed shown = each.displayed.value_or(Displayed());
            table.row(labels_.key(each), each.number, each.presents, each.generated,
                      each.rates.average_fps, each.presented_fps, shown.fps, shown.not_shown);
        }
        if (table.size() > 0) sink_.table(table);
    }

    void counters() {
        TableBuilder table("counters", "Frame times that the program itself cuts");
        Labels::add_keys(table);
        table.text("counter", "Counter", BL_NAME_NONE, BL_OUT_KEY, "Its name");
        table.f64("limit_ns", "Never above", "Its greatest value", BL_UNIT_NS);
        table.u64("longer", "Longer frames", "Frames that took more, by presents or marks",
                  BL_UNIT_COUNT);
        table.u64("at_limit", "At the limit", "Those of which it says just that value",
                  BL_UNIT_COUNT);
        table.f64("longest_ns", "Longest", "The longest frame", BL_UNIT_NS);
        for (const Loop& loop : found_.loops) {
            for (const Saturated& each : loop.counters) {
                table.row(labels_.key(loop), loop.number, each.name, each.limit_ns, each.longer,
                          each.at_limit, each.longest_ns);
            }
        }
        if (table.size() > 0) sink_.table(table);
    }

    void stutters() {
        TableBuilder table("stutters", "Frames out of step");
        Labels::add_keys(table);
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
        table.f64("period_ns", "One every",
                  "What most intervals between stutters are within 10 % of, or of up to four times "
                  "it: at least five, and three of five of all. Stutters within 100 ms count once",
                  BL_UNIT_NS, BL_OUT_WIDE_ONLY);
        table.f64("period_share", "Regular", "Share of the intervals that are so", BL_UNIT_RATIO,
                  BL_OUT_WIDE_ONLY);
        for (const Loop& each : found_.loops) {
            const std::optional<Period>& period = each.period;
            const auto count = static_cast<double>(each.frames.size());
            table.row(labels_.key(each), each.number, each.stutters, each.incidents.size(),
                      each.above_fixed, options_.below_fps, each.below,
                      share_of(static_cast<double>(each.below), count),
                      share_of(each.below_ns, each.rates.total_ns),
                      period ? std::optional(period->length_ns) : std::nullopt,
                      period ? std::optional(period->share()) : std::nullopt);
        }
        sink_.table(table);
    }

    void incidents() {
        TableBuilder table("incidents", "Incidents, the longest frame first");
        Labels::add_keys(table);
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
            table.row(labels_.key(*loop), loop->number, each->begin, each->end - each->begin,
                      each->stutters, each->longest_ns, each->around_ns);
        }
        table.omitted(shown.omitted);
        if (table.size() > 0) sink_.table(table);
    }

    void in_present() {
        TableBuilder table("in-present", "Time in the call of Present");
        Labels::add_keys(table);
        add_distribution_columns(table, "present", "presents", "from the call to its return");
        for (const Loop& each : found_.loops) {
            if (each.in_present) {
                add_distribution_row(table, *each.in_present, labels_.key(each), each.number);
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
            series.title = labels_.key(loop);
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

    const Findings& found_;
    const Options& options_;
    const Frames frames_;
    const Labels labels_;
    Sink& sink_;
};

}  // namespace

void report(const Findings& found, const Store& store, const Options& options, Sink& sink) {
    Writer(found, store, options, sink).write();
}

}  // namespace benchlab::analyzers::frames
