#include "trace_documents.hpp"

#include <cmath>
#include <random>
#include <string>

#include "report/flame.hpp"

using namespace benchlab::report;

namespace {

constexpr std::int64_t kMs = 1'000'000;

Document analysis(std::string title) {
    Document out;
    out.kind = "analyze";
    out.title = std::move(title);
    out.generator = "benchlab 0.1.0";
    out.created_unix = 1785585600;
    return out;
}

Series over_time(std::string title, std::string group, Unit unit, std::size_t count,
                 std::int64_t step_ns, unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> noise(0.8, 1.2);
    Series out{std::move(title),
               "In pieces of the time.",
               std::move(group),
               Chart::kStep,
               Unit::kTraceTime,
               unit,
               {},
               {}};
    for (std::size_t i = 0; i < count; ++i) {
        out.x.push_back(static_cast<double>(static_cast<std::int64_t>(i) * step_ns));
        out.y.push_back((1.2 + std::sin(static_cast<double>(i) / 60)) * 0.3 * noise(random));
    }
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

Spans thread_lanes() {
    Spans out;
    out.title = "Threads";
    out.help = "What each thread did.";
    out.lanes = {"game.exe (4711), render thread 4712", "game.exe (4711), audio thread 4713"};
    out.kinds = {"running", "waiting", "ready"};
    // The render thread: 600 frames of 10 ms running, 5 ms waiting, 1 ms ready.
    for (std::int64_t frame = 0; frame < 600; ++frame) {
        const std::int64_t at = frame * 16 * kMs;
        add_span(out, 0, at, at + 10 * kMs, 0, "Frame " + std::to_string(frame));
        add_span(out, 0, at + 10 * kMs, at + 15 * kMs, 1, "WaitForVerticalBlank");
        add_span(out, 0, at + 15 * kMs, at + 16 * kMs, 2, "");
    }
    for (std::int64_t i = 0; i < 12; ++i) {
        const std::int64_t at = i * 800 * kMs;
        add_span(out, 1, at, at + 500 * kMs, 1, "WaitForSingleObject");
        add_span(out, 1, at + 500 * kMs, at + 740 * kMs, 0, "mix");
    }
    for (std::uint64_t i = 0; i < 12; ++i) {
        out.arrow_from.push_back(i * 150);     // the running span of a frame
        out.arrow_to.push_back(1800 + i * 2);  // a wait of the audio thread
    }
    return out;
}

Spans disk_lanes() {
    Spans out;
    out.title = "Disk requests";
    out.lanes = {"Disk 0"};
    out.kinds = {"read", "written"};
    // Three that overlap, and one that follows.
    add_span(out, 0, 1000 * kMs, 4000 * kMs, 0, "C:\\game\\level.pak");
    add_span(out, 0, 1500 * kMs, 5000 * kMs, 1, "C:\\game\\save.dat");
    add_span(out, 0, 2000 * kMs, 3000 * kMs, 0, "C:\\game\\sound.pak");
    add_span(out, 0, 6000 * kMs, 6500 * kMs, 0, "C:\\game\\more.pak");
    return out;
}

Flame flame() {
    Flame out;
    out.title = "Stacks";
    out.help = "Where the time went.";
    out.unit = Unit::kNanoseconds;
    FlameBuilder builder(out);
    const FrameName game{"game.exe (4711)", NameKind::kProcess};
    const FrameName render{"render thread 4712", NameKind::kThread};
    const FrameName audio{"audio thread 4713", NameKind::kThread};
    const FrameName main{"game!main", NameKind::kFunction};
    const FrameName draw{"game!draw", NameKind::kFunction};
    const FrameName clear{"gpu!clear", NameKind::kFunction};
    const FrameName walk{"game!walk", NameKind::kFunction};
    const FrameName mix{"audio!mix", NameKind::kFunction};
    builder.add({game, render, main}, 100 * kMs);
    builder.add({game, render, main, draw}, 300 * kMs);
    builder.add({game, render, main, draw, clear}, 200 * kMs);
    builder.add({game, render, main, walk, walk, walk}, 150 * kMs);
    builder.add({game, audio, mix}, 250 * kMs);
    return out;
}

Spans many_lanes() {
    std::mt19937 random(11);
    std::uniform_int_distribution<std::int64_t> length(200, 200'000);
    std::uniform_int_distribution<std::uint32_t> kind(0, 2);
    Spans out;
    out.title = "Threads";
    for (int i = 0; i < 40; ++i) out.lanes.push_back("thread " + std::to_string(i));
    out.kinds = {"running", "waiting", "ready"};
    for (std::uint32_t lane = 0; lane < 40; ++lane) {
        for (std::int64_t at = 0; at < 60'000 * kMs;) {
            const std::int64_t end = at + length(random) * 60;
            add_span(out, lane, at, end, kind(random), at % 3 == 0 ? "mix" : "");
            at = end;
        }
    }
    return out;
}

Flame many_calls() {
    std::mt19937 random(12);
    std::uniform_int_distribution<int> pick(0, 999);
    std::vector<std::string> names;
    for (int i = 0; i < 1000; ++i) names.push_back("game!function" + std::to_string(i));
    Flame out;
    out.title = "Stacks";
    out.unit = Unit::kCount;
    FlameBuilder builder(out);
    for (int i = 0; i < 30'000; ++i) {
        std::vector<FrameName> path{{"game.exe (4711)", NameKind::kProcess}};
        int name = pick(random) % 5;
        for (int depth = 0; depth < 24; ++depth) {
            path.push_back({names[static_cast<std::size_t>(name)], NameKind::kFunction});
            name = (name * 7 + pick(random) % 3 * (depth > 6 ? 1 : 0) + 1) % 1000;
        }
        builder.add(path, 1);
    }
    return out;
}

}  // namespace

Document trace_document() {
    Document out = analysis("benchlab trace analyze game.etl");
    Section cpus{"cpus", "CPUs", "cpus 1.0", "", {}, {}};
    cpus.elements.push_back({"busy", Heading{"Busy", {}}});
    cpus.elements.push_back(
        {"busy/game", over_time("game.exe (4711)", "busy", Unit::kRatio, 1000, 10 * kMs, 1)});
    cpus.elements.push_back(
        {"busy/all", over_time("All processes", "busy", Unit::kRatio, 1000, 10 * kMs, 2)});
    out.sections.push_back(cpus);
    Section threads{"threads", "Threads", "threads 1.0", "", {}, {}};
    threads.elements.push_back({"lanes", thread_lanes()});
    threads.findings.push_back({Severity::kWarning,
                                "threads.wait",
                                "The render thread waited.",
                                {},
                                4000 * kMs,
                                4100 * kMs,
                                0,
                                {"lanes"}});
    out.sections.push_back(threads);
    Section disk{"disk", "Disk", "disk 1.0", "", {}, {}};
    disk.elements.push_back({"lanes", disk_lanes()});
    out.sections.push_back(disk);
    Section sampled{"sampled", "Samples", "sampled 1.0", "", {}, {}};
    sampled.elements.push_back({"stacks", flame()});
    out.sections.push_back(sampled);
    return out;
}

Document long_trace_document() {
    Document out = analysis("benchlab trace analyze long.etl");
    Section section{"all", "All", "", "", {}, {}};
    for (unsigned i = 0; i < 6; ++i) {
        const std::string number = std::to_string(i);
        Series series = over_time("Series " + number, "", Unit::kRatio, 60'000, kMs, i);
        series.y[41'234] = 50;  // one spike, which no thinning may lose
        section.elements.push_back({"series/" + number, std::move(series)});
    }
    section.elements.push_back({"lanes", many_lanes()});
    section.elements.push_back({"stacks", many_calls()});
    out.sections.push_back(std::move(section));
    return out;
}
