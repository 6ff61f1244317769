#include "presentmon/report.hpp"

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
    table.u64("frames", "Frames", "Frames whose call of Present is in the window", BL_UNIT_COUNT,
              BL_OUT_BAR);
    table.u64("not_shown", "Not shown",
              "Frames that never came on screen; nothing where that is not told", BL_UNIT_COUNT,
              BL_OUT_LESS_IS_BETTER);
    table.u64("without_time", "No time",
              "Frames without a frame time above 0: they are in no figure of frame times",
              BL_UNIT_COUNT, BL_OUT_WIDE_ONLY);
    table.text("frame_time", "Frame time is", BL_NAME_NONE, BL_OUT_WIDE_ONLY,
               "What is taken for the frame time: the time between calls of Present, or where a "
               "log has it not, that of the program");
    table.f64("time_ns", "Time", "Sum of the frame times", BL_UNIT_NS);
    table.u64("span_ns", "Span",
              "From the first frame in the window to the last; longer than the sum where a log "
              "has holes",
              BL_UNIT_NS, BL_OUT_WIDE_ONLY);
    table.f64("average_fps", "Average", "Frames with a frame time, by the sum of frame times",
              BL_UNIT_FPS, BL_OUT_MORE_IS_BETTER);
    table.f64("minimum_fps", "Minimum", "One by the longest frame time", BL_UNIT_FPS,
              BL_OUT_MORE_IS_BETTER);
    table.f64("shown_fps", "On screen",
              "Frames that came on screen, by the sum of the times between them; where a log has "
              "not those, of the times that they stayed there",
              BL_UNIT_FPS, BL_OUT_MORE_IS_BETTER);
    table.text("source", "From", BL_NAME_NONE, BL_OUT_WIDE_ONLY,
               "Whether a log has it, or it is worked out of the trace's own events");
    for (const Stream& each : result.streams) {
        table.row(each.application, each.number, each.pid, each.swap_chain, each.count,
                  each.not_shown, each.count - each.frames.size(),
                  each.frame_time == nullptr ? "none" : each.frame_time->title, each.total_ns,
                  each.span_ns, each.average_fps, each.minimum_fps, each.shown_fps,
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
        for (const auto& [name, low] :
             {std::pair{"1 % low", &each.low_1}, std::pair{"0.1 % low", &each.low_01}}) {
            if (!low->percentile_fps) continue;
            table.row(each.application, each.number, name, low->percentile_fps, low->average_fps,
                      low->integral_fps);
        }
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
              "be above 0, and those of the screen are of frames that were on it",
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

void report_modes(const Result& result, Sink& sink) {
    TableBuilder table("modes", "Ways to the screen");
    add_keys(table);
    table.text("mode", "Present mode", BL_NAME_NONE, BL_OUT_KEY,
               "How frames came to the screen, as PresentMon names it");
    table.u64("frames", "Frames", "Frames that went that way", BL_UNIT_COUNT, BL_OUT_BAR);
    table.u64("shown", "Shown", "Those that came on screen", BL_UNIT_COUNT);
    table.u64("not_shown", "Not shown", "Those that never did", BL_UNIT_COUNT,
              BL_OUT_LESS_IS_BETTER);
    table.u64("tearing", "Tearing",
              "Those that may have torn: shown without waiting for the refresh", BL_UNIT_COUNT,
              BL_OUT_LESS_IS_BETTER);
    for (const Stream& stream : result.streams) {
        for (const ModeUse& each : stream.modes) {
            table.row(stream.application, stream.number, each.mode.empty() ? "not told" : each.mode,
                      each.count, each.shown, each.not_shown, each.tearing);
        }
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
    report_modes(result, sink);
    report_frame_times(result, sink);
    report_gpu(result, sink);
    report_source(result, sink);
}

}  // namespace benchlab::analyzers::presentmon
