#include "documents.hpp"

#include <limits>

namespace benchlab::golden {

using namespace benchlab::report;

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

Column column(std::string id, std::string title, Unit unit, decltype(Column::data) data,
              std::uint32_t flags = 0) {
    Column out;
    out.id = std::move(id);
    out.help = "The " + title + " of the row.";
    out.title = std::move(title);
    out.unit = unit;
    out.flags = flags;
    out.data = std::move(data);
    return out;
}

Value value(std::string title, Scalar scalar, Unit unit = Unit::kNone) {
    Value out;
    out.title = std::move(title);
    out.help = "How it is defined.";
    out.value = std::move(scalar);
    out.unit = unit;
    return out;
}

Document document(std::string kind, std::string title) {
    Document out;
    out.kind = std::move(kind);
    out.title = std::move(title);
    out.generator = "benchlab 0.1.0";
    out.created_unix = 1767323045;
    return out;
}

Section section(std::string id, std::string title) {
    Section out;
    out.id = std::move(id);
    out.title = std::move(title);
    return out;
}

Section summary() {
    Section out = section("summary", "Results");
    Table table;
    table.title = "Results";
    table.columns = {
        column("name", "benchmark", Unit::kNone,
               std::vector<std::string>{"cpu/int-latency", "cache/chase/4KiB", "cache/chase/64MiB",
                                        "mem/read/avx2/64MiB/threads:2"},
               kOutKey),
        column("median", "median", Unit::kNanoseconds,
               std::vector<double>{0.26, 1.19, 84.7, 2154321.5}, kOutLessIsBetter | kOutBar),
        column("low", "low", Unit::kNanoseconds, std::vector<double>{0.25, 1.18, 80.1, kNaN},
               kOutWideOnly),
        column("high", "high", Unit::kNanoseconds, std::vector<double>{0.27, 1.2, 90.0, kNaN},
               kOutWideOnly),
        column("cv", "cv", Unit::kRatio, std::vector<double>{0.004, 0.01, 0.12, 0.055}),
        column("outliers", "outl", Unit::kCount, std::vector<std::uint64_t>{0, 2, 5, 11}),
        column("rate", "rate", Unit::kBytesPerSecond,
               std::vector<double>{kNaN, kNaN, kNaN, 6.23e10}, kOutMoreIsBetter)};
    out.elements.push_back({"results", table});
    Series curve;
    curve.title = "cache/chase";
    curve.help = "Median time of one load by size.";
    curve.group = "cache/chase by size";
    curve.x_unit = Unit::kBytes;
    curve.y_unit = Unit::kNanoseconds;
    curve.x = {4096, 65536, 1048576, 67108864};
    curve.y = {1.19, 2.4, 9.75, 84.7};
    out.elements.push_back({"curves/cache.chase", curve});
    Finding unstable;
    unstable.severity = Severity::kWarning;
    unstable.code = "run.unstable";
    unstable.text = "{0} varies by {1}; {2} of {3} samples are outliers";
    unstable.args = {{std::string("cache/chase/64MiB"), Unit::kNone, NameKind::kNone},
                     {0.12, Unit::kRatio, NameKind::kNone},
                     {std::uint64_t{5}, Unit::kCount, NameKind::kNone},
                     {std::uint64_t{50}, Unit::kCount, NameKind::kNone}};
    unstable.see = {"results"};
    out.findings.push_back(unstable);
    return out;
}

Section benchmarks() {
    Section out = section("benchmarks", "Benchmarks");
    out.elements.push_back({"cpu/int-latency", Heading{"cpu/int-latency", {}}});
    Value median = value("Median", 0.26, Unit::kNanoseconds);
    median.interval = Interval{0.25, 0.27};
    median.flags = kOutLessIsBetter;
    out.elements.push_back({"cpu/int-latency/median", median});
    out.elements.push_back(
        {"cpu/int-latency/iterations", value("Iterations", std::uint64_t{38461538}, Unit::kCount)});
    Table samples;
    samples.title = "Samples";
    samples.use = TableUse::kRaw;
    samples.columns = {
        column("ns", "time", Unit::kNanoseconds, std::vector<double>{0.26, 0.25, 0.27, 1}),
        column("iterations", "iterations", Unit::kCount,
               std::vector<std::uint64_t>{38461538, 38461538, 38461538, 10000000})};
    out.elements.push_back({"cpu/int-latency/samples", samples});
    Histogram histogram;
    histogram.title = "Distribution";
    histogram.help = "How many samples lie in each range.";
    histogram.unit = Unit::kNanoseconds;
    histogram.edges = {0.2, 0.25, 0.3, 0.35, 0.4};
    histogram.counts = {0, 41, 8, 1};
    out.elements.push_back({"cpu/int-latency/distribution", histogram});
    return out;
}

Section machine() {
    Section out = section("machine", "Machine");
    Value cpu = value("Processor", std::string("AMD EPYC 7B13"));
    cpu.help.clear();
    out.elements.push_back({"cpu", cpu});
    out.elements.push_back({"cpus", value("Logical CPUs", std::uint64_t{64}, Unit::kCount)});
    out.elements.push_back({"pinned", value("Pinned to CPU", Scalar())});
    out.elements.push_back({"clock-step", value("Clock step", 20.0, Unit::kNanoseconds)});
    return out;
}

Spans timeline() {
    Spans out;
    out.title = "Threads";
    out.lane_name_kind = NameKind::kThread;
    out.label_name_kind = NameKind::kFunction;
    out.lanes = {"render", "audio"};
    out.kinds = {"running", "waiting", "runnable"};
    out.lane = {0, 0, 1, 0};
    out.begin = {0, 4'000'000, 1'000'000, 9'000'000};
    out.end = {4'000'000, 9'000'000, 8'500'000, 9'250'000};
    out.kind = {0, 1, 0, 2};
    out.labels = {"draw", "WaitForSingleObject", "mix", ""};
    out.arrow_from = {2};
    out.arrow_to = {3};
    return out;
}

Section frames() {
    Section out = section("frames", "Frames");
    out.plugin = "frames 1.0";
    out.elements.push_back({"count", value("Frames", std::uint64_t{12345}, Unit::kCount)});
    out.elements.push_back({"rate", value("Average rate", 59.94, Unit::kFps)});
    out.elements.push_back({"slow", Heading{"Slow frames", {}}});
    out.elements.push_back(
        {"slow/17", Heading{"Frame {0} at {1}",
                            {{std::uint64_t{17}, Unit::kCount, NameKind::kNone},
                             {std::uint64_t{1'204'000'000}, Unit::kTraceTime, NameKind::kNone}}}});
    out.elements.push_back({"slow/17/time", value("Time", 4.81e7, Unit::kNanoseconds)});
    out.elements.push_back({"slow/17/threads", timeline()});
    // Handed over late: text and HTML show it under its heading all the same.
    Series times;
    times.title = "Frame times";
    times.help = "From present to present.";
    times.chart = Chart::kStep;
    times.x_unit = Unit::kTraceTime;
    times.y_unit = Unit::kNanoseconds;
    times.x = {0, 1.6e7, 3.3e7, 8.1e7};
    times.y = {1.6e7, 1.7e7, kNaN, 4.81e7};
    out.elements.push_back({"times", times});
    out.elements.push_back({"slow/threshold", value("Slow from", 3.3e7, Unit::kNanoseconds)});
    Finding note;
    note.severity = Severity::kNote;
    note.code = "frames.first";
    note.text = "the first frame of a capture is never counted";
    note.see = {"count"};
    Finding cause;
    cause.severity = Severity::kProblem;
    cause.code = "frames.cause";
    cause.text = "{0} of {1} slow frames: {2} waited for {3}";
    cause.args = {{std::uint64_t{8}, Unit::kCount, NameKind::kNone},
                  {std::uint64_t{12}, Unit::kCount, NameKind::kNone},
                  {std::string("render"), Unit::kNone, NameKind::kThread},
                  {std::string("audio"), Unit::kNone, NameKind::kThread}};
    cause.begin = 1'204'000'000;
    cause.end = 1'252'100'000;
    cause.share = 0.667;
    cause.see = {"slow/17", "slow/17/threads"};
    out.findings = {note, cause};
    return out;
}

Section functions() {
    Section out = section("sampled", "Sampled functions");
    out.plugin = "sampled 1.0";
    Table table;
    table.title = "Functions";
    table.rows_omitted = 1204;
    table.columns = {
        column("function", "function", Unit::kNone,
               std::vector<std::string>{"game.exe!Renderer::draw(Scene const&)",
                                        "ntdll.dll!NtWaitForSingleObject", ""},
               kOutKey),
        column("share", "share", Unit::kRatio, std::vector<double>{0.412, 0.25, 0.031}, kOutBar),
        column("address", "address", Unit::kAddress,
               std::vector<std::uint64_t>{0x7ff612340000, 0xfffff80312345678, 0}, kOutWideOnly)};
    table.columns[0].name_kind = NameKind::kFunction;
    table.columns[0].present = {true, true, false};
    table.columns[2].present = {true, true, false};
    out.elements.push_back({"functions", table});
    Flame flame;
    flame.title = "Stacks";
    flame.unit = Unit::kCount;
    flame.names = {"game.exe (100)", "render", "main", "draw", "play"};
    flame.name_kinds = {NameKind::kProcess, NameKind::kThread, NameKind::kFunction,
                        NameKind::kFunction, NameKind::kFunction};
    flame.parent = {0, 1, 2, 3, 2};
    flame.name = {0, 1, 2, 3, 4};
    flame.weight = {0, 0, 250, 412, 31};
    out.elements.push_back({"stacks", flame});
    return out;
}

}  // namespace

Document run() {
    Document out = document("run", "benchlab run");
    out.sections = {summary(), benchmarks(), machine()};
    return out;
}

Document analysis() {
    Document out = document("analyze", "benchlab trace analyze game.etl");
    out.complete = false;
    Section missing = section("waits", "Waits");
    missing.plugin = "waits 1.0";
    missing.status = "not in this trace: needs cswitch";
    out.sections = {frames(), functions(), missing, section("disk", "Disk")};
    return out;
}

Document hostile() {
    const std::string image = "<img src=x onerror=alert(1)>";
    const std::string script = "</script><script>alert(1)</script>";
    const std::string codes = "\x1b]0;owned\x07\x1b[31m\xC2\x9B";
    Document out = document("run", image + codes);
    out.generator = "`rm -rf` | \"x\", 'y'";
    Section odd = section("odd", script);
    odd.plugin = image;
    odd.status = "two\nlines and \xE2\x80\xAEreversed\xE2\x80\xA8";
    odd.elements.push_back({"_title", value(image, std::string(script))});
    odd.elements.push_back({"a", value("the end of a path", std::uint64_t{1})});
    odd.elements.push_back({"a/b", value("and more below it", -0.0)});
    odd.elements.push_back({"a", Heading{"{0} {9} {{", {{codes, Unit::kNone, NameKind::kFile}}}});
    Table table;
    table.title = "a|b";
    table.columns = {
        column(
            "text", image, Unit::kNone,
            std::vector<std::string>{"=1+1", "a,\"b\"", "line\r\nline", "\xE6\x97\xA5\xE6\x9C\xAC",
                                     "**bold** [x](http://y)", std::string(120, 'w')}),
        column("u64", "u64", Unit::kBytes,
               std::vector<std::uint64_t>{0, 1, std::uint64_t{1} << 53,
                                          (std::uint64_t{1} << 53) + 1, ~std::uint64_t{0}, 7},
               kOutBar),
        column("f64", "f64", Unit::kNone,
               std::vector<double>{0.1, -0.0, 5e-324, 1.7976931348623157e308, kNaN, 1e22})};
    odd.elements.push_back({"table", table});
    Finding finding;
    finding.severity = Severity::kProblem;
    finding.code = "odd.finding";
    finding.text = image + " {0}";
    finding.args = {{script, Unit::kNone, NameKind::kProcess}};
    finding.see = {"nowhere"};
    odd.findings.push_back(finding);
    out.sections.push_back(odd);
    return out;
}

Document empty() {
    return document("run", "benchlab run");
}

}  // namespace benchlab::golden
