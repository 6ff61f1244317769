// The report of a minute in which some frames were slow, as the sections tell it.
#include "frames_document.hpp"

#include <random>
#include <string>

using namespace benchlab::report;

namespace {

constexpr std::int64_t kMs = 1'000'000;
constexpr std::size_t kFrames = 3600;
constexpr std::uint64_t kFirst = 150;  // the first slow frame; then every 290th
constexpr std::uint64_t kEvery = 290;
constexpr std::uint64_t kSlow = 12;
constexpr const char* kHostile = "<img src=x onerror=alert(1)>";

Column whole(std::string id, std::string title, Unit unit, std::uint32_t flags,
             std::vector<std::uint64_t> data) {
    return {std::move(id), std::move(title), "", unit, flags, NameKind::kNone, std::move(data), {}};
}

Column text(std::string id, std::string title, std::uint32_t flags, std::vector<std::string> data) {
    return {std::move(id),   std::move(title), "", Unit::kNone, flags,
            NameKind::kNone, std::move(data),  {}};
}

Column real(std::string id, std::string title, Unit unit, std::uint32_t flags, double value) {
    return {std::move(id), std::move(title), "The definition.",  unit,
            flags,         NameKind::kNone,  std::vector{value}, {}};
}

struct Frame {
    std::uint64_t number;
    std::int64_t begin;
    std::int64_t end;
    bool slow;
};

// 16 ms each, give or take a little; slow ones 48 ms and a hundredth more for each before.
std::vector<Frame> frames() {
    std::mt19937 random(5);
    std::uniform_int_distribution<std::int64_t> noise(-400'000, 400'000);
    std::vector<Frame> out;
    std::int64_t at = 20 * kMs;
    for (std::uint64_t number = 1; number <= kFrames; ++number) {
        const std::uint64_t since = number - kFirst;
        const bool slow = number >= kFirst && since % kEvery == 0 && since / kEvery < kSlow;
        const std::int64_t length =
            slow ? 48 * kMs + static_cast<std::int64_t>(since / kEvery) * kMs / 100
                 : 16 * kMs + noise(random);
        out.push_back({number, at, at + length, slow});
        at += length;
    }
    return out;
}

Section overview_section() {
    Section out{"overview", "Overview", "overview 1.0", "", {}, {}};
    out.elements.push_back({"duration_ns", Value{"Duration",
                                                 "",
                                                 std::uint64_t{60'000'000'000},
                                                 Unit::kNanoseconds,
                                                 0,
                                                 NameKind::kNone,
                                                 {}}});
    out.elements.push_back(
        {"unanswered", Table{"What this trace cannot answer",
                             {text("section", "Section", kOutKey, {"presentmon", "sampled"}),
                              text("why", "Why it is not there", 0, {"no log", "no samples"})},
                             0,
                             TableUse::kShown}});
    out.findings.push_back({Severity::kWarning,
                            "trace.lost-events",
                            "{0} events were lost",
                            {{std::uint64_t{17}, Unit::kCount, NameKind::kNone}},
                            0,
                            0,
                            0,
                            {}});
    return out;
}

Section frames_section(const std::vector<Frame>& all) {
    Section out{"frames", "Frames", "frames 1.0", "", {}, {}};
    const auto keys = [] {
        return std::vector{text("process", "Process", kOutKey, {kHostile}),
                           whole("loop", "Loop", Unit::kNone, kOutKey, {1})};
    };
    Table loops{"Loops", keys(), 0, TableUse::kShown};
    loops.columns.push_back(text("told_by", "Told by", kOutWideOnly, {std::string(30, 'w')}));
    loops.columns.push_back(real("average_fps", "Average", Unit::kFps, kOutMoreIsBetter, 61.5));
    loops.columns.push_back(
        real("time_ns", "Time", Unit::kNanoseconds, 0, 58e9));  // says nothing of better or worse
    loops.columns.push_back(real("p99_ns", "p99", Unit::kNanoseconds, kOutLessIsBetter, 48e6));
    out.elements.push_back({"loops", loops});
    Table stutters{"Out of step", keys(), 0, TableUse::kShown};
    stutters.columns.push_back(
        whole("stutters", "Stutters", Unit::kCount, kOutLessIsBetter, {kSlow}));
    out.elements.push_back({"stutters", stutters});
    Series times;
    times.title = kHostile;
    times.help = "Of each frame.";
    times.group = "frame-times";
    times.x_unit = Unit::kTraceTime;
    times.y_unit = Unit::kNanoseconds;
    for (const Frame& each : all) {
        times.x.push_back(static_cast<double>(each.end));
        times.y.push_back(static_cast<double>(each.end - each.begin));
    }
    out.elements.push_back({"frame-times", Heading{"Frame times", {}}});
    out.elements.push_back({"frame-times/1", times});
    out.findings.push_back(
        {Severity::kWarning, "frames.stutters", "12 frames stutter.", {}, 0, 0, 0, {"stutters"}});
    return out;
}

void add_span(Spans& spans, std::uint32_t lane, std::int64_t begin, std::int64_t end,
              std::uint32_t kind, std::string label) {
    spans.lane.push_back(lane);
    spans.begin.push_back(begin);
    spans.end.push_back(end);
    spans.kind.push_back(kind);
    spans.labels.push_back(std::move(label));
}

// The render thread waits from the 4th millisecond for a worker, which waits for a page until 8 ms
// before the end.
Spans chain_of(const Frame& frame) {
    Spans out;
    out.title = "What the threads did";
    out.lane_name_kind = NameKind::kThread;
    out.lanes = {std::string(kHostile) + " render (101)", "game.exe (100) worker (102)"};
    out.kinds = {"running", "waits for a thread", "hard fault"};
    add_span(out, 0, frame.begin, frame.begin + 4 * kMs, 0, "");
    add_span(out, 0, frame.begin + 4 * kMs, frame.end - 4 * kMs, 1, "game.exe (100) worker (102)");
    add_span(out, 0, frame.end - 4 * kMs, frame.end, 0, "");
    add_span(out, 1, frame.begin + 4 * kMs, frame.end - 8 * kMs, 2, "C:\\game\\level.pak");
    add_span(out, 1, frame.end - 8 * kMs, frame.end - 4 * kMs, 0, "");
    out.arrow_from = {4};
    out.arrow_to = {2};
    return out;
}

// The calls of Present, what was on the screen, and the call of the section "dpc" once more.
Spans beside_of(const Frame& frame) {
    Spans out;
    out.title = "What else happened";
    out.help = "Calls of Present and the screen";
    out.lanes = {"Present", "Screen", "CPU 1"};
    out.kinds = {"Present", "on screen", "DPC"};
    const std::string last = "frame " + std::to_string(frame.number - 1);
    add_span(out, 0, frame.begin, frame.begin + kMs / 5, 0, last);
    add_span(out, 0, frame.end, frame.end + kMs / 5, 0, "frame " + std::to_string(frame.number));
    add_span(out, 1, frame.begin - 10 * kMs, frame.begin + 3 * kMs, 1, kHostile);
    add_span(out, 1, frame.begin + 3 * kMs, frame.end + 3 * kMs, 1, last);
    add_span(out, 2, frame.begin + 20 * kMs, frame.begin + 26 * kMs, 2, "net.sys");
    out.arrow_from = {0};
    out.arrow_to = {3};
    return out;
}

Table slow_table(const std::vector<Frame>& slow) {
    std::vector<std::uint64_t> number, begin, length;
    // In another order than that of time.
    for (auto each = slow.rbegin(); each != slow.rend(); ++each) {
        number.push_back(each->number);
        begin.push_back(static_cast<std::uint64_t>(each->begin));
        length.push_back(static_cast<std::uint64_t>(each->end - each->begin));
    }
    return {"Slow frames",
            {whole("frame", "Frame", Unit::kNone, kOutKey, number),
             whole("begin_ns", "At", Unit::kTraceTime, 0, begin),
             whole("length_ns", "Length", Unit::kNanoseconds, kOutBar, length)},
            3,
            TableUse::kShown};
}

Table parts_table(const std::vector<Frame>& slow) {
    std::vector<std::uint64_t> number, time;
    std::vector<std::string> thread, did;
    const auto add = [&](const Frame& frame, std::string who, std::string what, std::int64_t ns) {
        number.push_back(frame.number);
        thread.push_back(std::move(who));
        did.push_back(std::move(what));
        time.push_back(static_cast<std::uint64_t>(ns));
    };
    for (const Frame& each : slow) {
        add(each, std::string(kHostile) + " render (101)", "running", 8 * kMs);
        add(each, "game.exe (100) worker (102)", "hard fault", each.end - each.begin - 12 * kMs);
        add(each, "game.exe (100) worker (102)", "running", 4 * kMs);
    }
    return {"Where the time went",
            {whole("frame", "Frame", Unit::kNone, kOutKey, number),
             text("thread", "Thread", kOutKey, thread), text("did", "What it did", kOutKey, did),
             whole("time_ns", "Time", Unit::kNanoseconds, kOutBar, time)},
            0,
            TableUse::kShown};
}

Section explain_section(const std::vector<Frame>& slow) {
    Section out{"explain", "Why frames were slow", "explain 1.0", "", {}, {}};
    const auto count = [&](const char* id, const char* title, std::uint64_t number,
                           std::uint32_t flags) {
        out.elements.push_back(
            {id, Value{title, "", number, Unit::kCount, flags, NameKind::kNone, {}}});
    };
    count("slow_frames", "Slow frames", kSlow + 3, kOutLessIsBetter);
    count("explained", "Explained", kSlow, kOutMoreIsBetter);
    count("normal", "Compared with", 64, 0);
    out.elements.push_back({"slow", slow_table(slow)});
    for (const Frame& each : slow) {
        const std::string path = "frame/" + std::to_string(each.number);
        out.elements.push_back({path, Heading{"At {0}: " + std::string(kHostile) + " waited",
                                              {{static_cast<double>(each.begin), Unit::kTraceTime,
                                                NameKind::kNone}}}});
        out.elements.push_back({path + "/lanes", chain_of(each)});
        out.elements.push_back({path + "/beside", beside_of(each)});
    }
    out.elements.push_back({"parts", parts_table(slow)});
    out.findings.push_back({Severity::kWarning,
                            "explain.cause",
                            "12 of 12 slow frames: {0} waited for a page.",
                            {{std::string(kHostile), Unit::kNone, NameKind::kThread}},
                            slow[1].begin,
                            slow[1].end,
                            0.2,
                            {"frame/" + std::to_string(slow[1].number)}});
    return out;
}

// One call in the middle of each slow frame, and one outside of all.
Section calls_section(const std::vector<Frame>& slow) {
    Section out{"dpc", "Interrupts", "dpc 1.0", "", {}, {}};
    Spans spans;
    spans.title = "Longest calls by CPU";
    spans.label_name_kind = NameKind::kModule;
    spans.lanes = {"CPU 0", "CPU 1"};
    spans.kinds = {"DPC"};
    for (const Frame& each : slow) {
        add_span(spans, 1, each.begin + 20 * kMs, each.begin + 26 * kMs, 0, "net.sys");
    }
    add_span(spans, 0, kMs, 2 * kMs, 0, "gpu.sys");
    out.elements.push_back({"longest-calls", spans});
    out.findings.push_back(
        {Severity::kWarning, "dpc.long", "net.sys kept CPU 1.", {}, 0, 0, 0.9, {"longest-calls"}});
    return out;
}

// The same waits again: nothing to be shown beside the chain.
Section waits_section(const std::vector<Frame>& slow) {
    Section out{"waits", "Waits", "waits 1.0", "", {}, {}};
    Spans spans;
    spans.title = "Longest waits by thread";
    spans.label_name_kind = NameKind::kThread;
    spans.lanes = {"render (101)"};
    spans.kinds = {"UserRequest"};
    for (const Frame& each : slow) {
        add_span(spans, 0, each.begin + 4 * kMs, each.end - 4 * kMs, 0, "worker (102)");
    }
    out.elements.push_back({"longest-waits", spans});
    out.findings.push_back({Severity::kNote,
                            "waits.no-ready-events",
                            "Nobody knows who ended the "
                            "waits",
                            {},
                            0,
                            0,
                            0,
                            {"longest-waits"}});
    return out;
}

}  // namespace

Document frames_document() {
    const std::vector<Frame> all = frames();
    std::vector<Frame> slow;
    for (const Frame& each : all) {
        if (each.slow) slow.push_back(each);
    }
    Document out;
    out.kind = "analyze";
    out.title = "game.etl";
    out.generator = "benchlab 0.1.0";
    out.created_unix = 1785585600;
    out.sections = {overview_section(), frames_section(all), explain_section(slow),
                    waits_section(slow), calls_section(slow)};
    return out;
}
