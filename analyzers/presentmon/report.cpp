#include "presentmon/report.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "common/distribution.hpp"
#include "common/ids.hpp"

namespace benchlab::analyzers::presentmon {
namespace {

// Process ids and addresses change from one capture to the next, so that these two are the key.
void add_keys(TableBuilder& table) {
    table.text("application", "Application", BL_NAME_PROCESS, BL_OUT_KEY, "The program");
    table.u64("stream", "Stream",
              "Which of the program's streams (swap chains of its processes) it is; 1 has most "
              "frames",
              BL_UNIT_NONE, BL_OUT_KEY);
}

void report_streams(const Result& result, std::uint64_t omitted, Sink& sink) {
    TableBuilder table("streams", "Streams of frames");
    add_keys(table);
    table.u64("pid", "Process", "Its process id", BL_UNIT_NONE, BL_OUT_WIDE_ONLY);
    table.u64("swap_chain", "Swap chain", "Its address", BL_UNIT_ADDRESS, BL_OUT_WIDE_ONLY);
    table.u64("frames", "Frames", "Rows of the log whose call of Present is in the window",
              BL_UNIT_COUNT, BL_OUT_BAR);
    table.u64("not_shown", "Not shown",
              "Frames that never came on screen; nothing where the log does not tell",
              BL_UNIT_COUNT, BL_OUT_LESS_IS_BETTER);
    table.u64(
        "shown_without_time", "No time on screen",
        "Frames that may have come on screen, but have no time of it: they are not in that rate",
        BL_UNIT_COUNT, BL_OUT_WIDE_ONLY);
    table.u64(
        "generated", "Generated",
        "Frames that were made of others: called so by the log, or without time of their own, "
        "or less than a tenth of the others', in three of ten rows at least. Their time is in "
        "the program's next frame",
        BL_UNIT_COUNT, BL_OUT_WIDE_ONLY);
    table.u64("without_time", "No time",
              "Frames of the program without a frame time above 0: they are in no figure of frame "
              "times",
              BL_UNIT_COUNT, BL_OUT_WIDE_ONLY);
    table.text("frame_time", "Frame time is", BL_NAME_NONE, BL_OUT_WIDE_ONLY,
               "What is taken for the frame time: the time between calls of Present, or where the "
               "log has it not, that of the program");
    table.f64("time_ns", "Time", "Sum of the frame times", BL_UNIT_NS);
    table.u64("span_ns", "Span",
              "From the first frame in the window to the last; longer than the sum where the log "
              "has holes",
              BL_UNIT_NS, BL_OUT_WIDE_ONLY);
    table.f64("average_fps", "Average", "Frames with a frame time, by the sum of frame times",
              BL_UNIT_FPS, BL_OUT_MORE_IS_BETTER);
    table.f64("minimum_fps", "Minimum", "One by the longest frame time", BL_UNIT_FPS,
              BL_OUT_MORE_IS_BETTER);
    table.f64("shown_fps", "On screen",
              "Frames that came on screen, by the sum of the times between them; where the log has "
              "not those, of the times that they stayed there; with generated frames and neither, "
              "all that were not dropped",
              BL_UNIT_FPS, BL_OUT_MORE_IS_BETTER);
    table.text("source", "From", BL_NAME_NONE, BL_OUT_WIDE_ONLY,
               "Whether a log has it, or it is worked out of the trace's own events");
    for (const Stream& each : result.streams) {
        table.row(each.application, each.number, each.pid, each.swap_chain, each.count,
                  each.displayed.not_shown, each.displayed.without_time, each.generated,
                  each.count - each.generated - each.frames.size(),
                  each.frame_time == nullptr ? "none" : each.frame_time->title, each.total_ns,
                  each.span_ns, each.average_fps, each.minimum_fps, each.displayed.fps,
                  each.is_logged ? "log" : "events");
    }
    table.omitted(omitted);
    sink.table(table);
}

// Programs call each of the three a low, though they may be far apart.
void report_lows(const Result& result, Sink& sink) {
    TableBuilder table("lows", "Lows, by three definitions");
    add_keys(table);
    add_low_columns(table);
    for (const Stream& each : result.streams) {
        add_low_rows(table, each.low_1, each.low_01, each.application, each.number);
    }
    if (table.size() > 0) sink.table(table);
}

// Whether more or less is better differs from metric to metric, so that no column says it.
void report_metrics(const Result& result, Sink& sink) {
    TableBuilder table("metrics", "Metrics of frames");
    add_keys(table);
    table.text("column", "Column", BL_NAME_NONE, BL_OUT_KEY | BL_OUT_WIDE_ONLY,
               "The column of frame_log or frame_metric with the values");
    table.text("metric", "Metric", BL_NAME_NONE, 0, "What is measured");
    table.u64("count", "Count",
              "Frames that have a value that counts: times between frames and of the screen must "
              "be above 0, those of the screen are of frames that were on it, and 0 of a generated "
              "frame is no value",
              BL_UNIT_COUNT);
    table.f64("mean_ns", "Mean", "Mean of those values", BL_UNIT_NS);
    table.f64("min_ns", "Min", "The least of them", BL_UNIT_NS, BL_OUT_WIDE_ONLY);
    const auto part = [&](const char* id, const char* title, const char* share,
                          std::uint32_t flags) {
        table.f64(id, title,
                  std::string("The value that ") + share +
                      " of them do not exceed, interpolated between neighbours",
                  BL_UNIT_NS, flags);
    };
    part("p50_ns", "p50", "50 %", 0);
    part("p90_ns", "p90", "90 %", BL_OUT_WIDE_ONLY);
    part("p99_ns", "p99", "99 %", 0);
    part("p999_ns", "p99.9", "99.9 %", BL_OUT_WIDE_ONLY);
    table.f64("max_ns", "Max", "The greatest of them", BL_UNIT_NS);
    table.text("meaning", "Meaning", BL_NAME_NONE, BL_OUT_WIDE_ONLY, "What the metric is");
    for (const Stream& stream : result.streams) {
        for (const auto& [metric, spread] : stream.metrics) {
            table.row(stream.application, stream.number, metric->column, metric->title,
                      spread.count, spread.mean, spread.min, spread.p50, spread.p90, spread.p99,
                      spread.p999, spread.max, metric->meaning);
        }
    }
    sink.table(table);
}

void report_compiling(const Result& result, Sink& sink) {
    TableBuilder table("compiling", "Compiling of shaders");
    add_keys(table);
    table.u64("frames", "Frames", "Frames in which the program compiled", BL_UNIT_COUNT,
              BL_OUT_LESS_IS_BETTER);
    table.u64("begun", "Compiled", "How many shaders or pipelines began to be compiled in them",
              BL_UNIT_COUNT);
    table.f64("time_ns", "Time", "Time of all, each counted for itself", BL_UNIT_NS, BL_OUT_BAR);
    table.f64("longest_ns", "Most in a frame", "That time in the frame that has most of it",
              BL_UNIT_NS, BL_OUT_LESS_IS_BETTER);
    table.f64("largest_share", "Largest share",
              "The largest part of a frame's time, between the ends of its work and the last "
              "one's on the GPU, in which any was compiled",
              BL_UNIT_RATIO, BL_OUT_WIDE_ONLY);
    for (const Stream& each : result.streams) {
        if (!each.compiling || each.compiling->frames == 0) continue;
        const Compiling& of = *each.compiling;
        table.row(each.application, each.number, of.frames, of.begun, of.time_ns, of.longest_ns,
                  of.largest_share);
    }
    if (table.size() > 0) sink.table(table);
}

void report_frame_times(const Result& result, Sink& sink) {
    std::set<std::string> used;
    sink.heading("frame_times", "Frame times");
    for (const Stream& stream : result.streams) {
        if (stream.frames.empty()) continue;
        Series series;
        const std::string id = "frame_times/" + id_part(stream.application);
        series.id = id;
        for (std::uint32_t n = stream.number; !used.insert(series.id).second; ++n) {
            series.id = id + "-" + std::to_string(n);
        }
        series.title = stream.application;
        if (stream.number > 1) series.title += " " + std::to_string(stream.number);
        series.help = std::string("Time of each frame, ") + stream.frame_time->meaning +
                      ", where the frame was presented";
        series.y_unit = BL_UNIT_NS;
        series.group = "frame_times";
        for (const Frame& each : stream.frames) {
            series.add(static_cast<double>(each.time), each.frame_time_ns);
        }
        sink.series(series);
    }
}

void report_modes(const Result& result, Sink& sink) {
    TableBuilder table("modes", "Present modes");
    add_keys(table);
    table.text("mode", "Mode", BL_NAME_NONE, BL_OUT_KEY, "How frames get on screen");
    table.u64("frames", "Frames", "Rows with that mode", BL_UNIT_COUNT, BL_OUT_BAR);
    table.f64("average_fps", "Average", "Frames with a frame time, by the sum of frame times",
              BL_UNIT_FPS, BL_OUT_MORE_IS_BETTER);
    table.f64("median_ns", "Median", "Of the frame times", BL_UNIT_NS, BL_OUT_LESS_IS_BETTER);
    table.f64("change_ns", "On screen every", "Median of the times between frames on screen",
              BL_UNIT_NS);
    table.f64("step_ns", "In steps of",
              "What 95 % of these times are multiples of, within 2 %, and not of the same one",
              BL_UNIT_NS);
    for (const Stream& each : result.streams) {
        if (each.modes.size() < 2 && (each.modes.empty() || !each.modes[0].step_ns)) continue;
        for (const Mode& mode : each.modes) {
            table.row(each.application, each.number, mode.name, mode.frames, mode.average_fps,
                      mode.median_ns, mode.change_ns, mode.step_ns);
        }
    }
    if (table.size() > 0) sink.table(table);
}

Arg name_of(const Stream& of) {
    return Arg::name(of.application, BL_NAME_PROCESS);
}

// A few frames of another mode are the begin of a program, or a window over it.
constexpr std::uint64_t kModeFrames = 20;

void say_of_modes(const Stream& of, Sink& sink) {
    // Sorted by their frames.
    if (of.modes.size() > 1 && of.modes[1].frames >= kModeFrames) {
        sink.finding(
            Finding(BL_FINDING_NOTE, "presentmon.modes",
                    "{0}: the present mode changes: {1} modes, whose figures do not compare",
                    {name_of(of), Arg::count(of.modes.size())})
                .see("modes"));
    }
    for (const Mode& each : of.modes) {
        if (!each.step_ns) continue;
        sink.finding(
            Finding(BL_FINDING_WARNING, "presentmon.steps",
                    "{0}: display change is quantised to {1} in mode {2}: the frame times "
                    "of the screen are the display's, not the program's",
                    {name_of(of), Arg::f64(*each.step_ns, BL_UNIT_NS), Arg::text(each.name)})
                .see("modes"));
    }
}

void say_of_generated(const Stream& of, Sink& sink) {
    if (of.generated == 0 || !of.average_fps || !of.displayed.fps) return;
    sink.finding(
        Finding(BL_FINDING_NOTE, "presentmon.generated",
                "{0}: {1} of {2} frames are generated: the program draws one every {3} ({4}), the "
                "screen gets {5}",
                {name_of(of), Arg::count(of.generated), Arg::count(of.count),
                 Arg::f64(1e9 / *of.average_fps, BL_UNIT_NS),
                 Arg::f64(*of.average_fps, BL_UNIT_FPS), Arg::f64(*of.displayed.fps, BL_UNIT_FPS)})
            .see("streams"));
}

void say_of_busy(const Stream& of, Sink& sink) {
    if (!of.busy_share || *of.busy_share < kAllBusy) return;
    sink.finding(
        Finding(BL_FINDING_NOTE, "presentmon.capped-or-bound",
                "{0}: CPU busy is {1} of the frame time: capped or bound by the CPU. A limiter in "
                "the program looks like work here; a trace tells",
                {name_of(of), Arg::share(*of.busy_share)})
            .see("metrics"));
}

// Streams of one program may be captures at one cap each.
void say_of_gpu_levels(const Result& result, Sink& sink) {
    std::map<std::string, GpuLevels> of_program;
    for (const Stream& each : result.streams) {
        GpuLevels& of = of_program[each.application];
        of.capped.insert(of.capped.end(), each.gpu.capped.begin(), each.gpu.capped.end());
        of.others = of.others || each.gpu.others;
    }
    for (const auto& [program, of] : of_program) {
        if (!not_credible(of)) continue;
        const auto [least, most] = std::minmax_element(of.capped.begin(), of.capped.end());
        sink.finding(
            Finding(BL_FINDING_WARNING, "presentmon.gpu-not-credible",
                    "{0}: GPU busy is the frame time, within 2 %, at paces from {1} to {2}: not "
                    "credible, as under a cap the GPU would wait",
                    {Arg::name(program, BL_NAME_PROCESS), Arg::f64(*least, BL_UNIT_NS),
                     Arg::f64(*most, BL_UNIT_NS)})
                .see("metrics"));
    }
}

void report_gpu(const Result& result, Sink& sink) {
    std::uint64_t without = 0;
    for (const Stream& each : result.streams) without += each.gpu_not_measured ? 1 : 0;
    if (without == 0) return;
    sink.finding(Finding(BL_FINDING_NOTE, "presentmon.gpu-not-measured",
                         "{0} of {1} streams have 0 for the GPU in each row: it was not measured",
                         {Arg::count(without), Arg::count(result.streams.size())})
                     .see("metrics"));
}

// No real capture has confirmed the rules yet, so whoever reads the figures has to know it.
void report_source(const Result& result, Sink& sink) {
    std::uint64_t own = 0;
    for (const Stream& each : result.streams) own += each.is_logged ? 0 : 1;
    if (own == 0) return;
    sink.finding(
        Finding(BL_FINDING_NOTE, "presentmon.from-events",
                "{0} of {1} streams are worked out of the trace's own events: rules tested "
                "on scripted events only",
                {Arg::count(own), Arg::count(result.streams.size())})
            .see("metrics"));
}

}  // namespace

void report(Result result, std::uint64_t top, Sink& sink) {
    const std::uint64_t omitted = keep_top(result.streams, top);
    report_streams(result, omitted, sink);
    report_lows(result, sink);
    report_metrics(result, sink);
    report_compiling(result, sink);
    report_modes(result, sink);
    report_frame_times(result, sink);
    report_gpu(result, sink);
    for (const Stream& each : result.streams) {
        say_of_generated(each, sink);
        say_of_modes(each, sink);
        say_of_busy(each, sink);
    }
    say_of_gpu_levels(result, sink);
    report_source(result, sink);
}

}  // namespace benchlab::analyzers::presentmon
