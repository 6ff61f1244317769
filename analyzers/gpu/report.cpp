#include "gpu/report.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "benchlab/tables.h"
#include "common/distribution.hpp"
#include "common/kinds.hpp"
#include "common/names.hpp"
#include "common/window.hpp"

namespace benchlab::analyzers::gpu {
namespace {

void engine_columns(TableBuilder& table) {
    table.u64("gpu", "GPU", "Its number, in the order in which the trace has them", BL_UNIT_NONE,
              BL_OUT_KEY);
    table.u64("node", "Node", "Number of the engine", BL_UNIT_NONE, BL_OUT_KEY);
    table.text("engine", "Engine", BL_NAME_NONE, BL_OUT_KEY, "What kind of work it does");
}

void use_columns(TableBuilder& table) {
    table.f64("busy", "Busy",
              "Time within the window in which it had at least one packet of work, by the window's "
              "length",
              BL_UNIT_RATIO, BL_OUT_BAR);
    table.u64("busy_ns", "Time", "That time", BL_UNIT_NS, BL_OUT_WIDE_ONLY);
    table.u64("packets", "Packets", "Packets of work that lie in the window, if only in part",
              BL_UNIT_COUNT);
    table.u64("longest_ns", "Longest", "The longest of them, within the window", BL_UNIT_NS,
              BL_OUT_LESS_IS_BETTER);
    table.u64("paging", "Paging", "Those that move memory to and from the GPU", BL_UNIT_COUNT,
              BL_OUT_LESS_IS_BETTER);
    table.f64("paging_share", "Paging time", "Their share of the time in which it was busy",
              BL_UNIT_RATIO, BL_OUT_LESS_IS_BETTER);
}

template <class... Cells>
void use_row(TableBuilder& table, const Use& use, Window window, const Cells&... cells) {
    const auto busy = static_cast<double>(use.busy_ns);
    table.row(cells..., share_of(busy, static_cast<double>(window.length())), use.busy_ns,
              use.packets, use.longest_ns, use.paging,
              share_of(static_cast<double>(use.paging_ns), busy));
}

void report_engines(const Findings& found, Sink& sink) {
    TableBuilder table("engines", "Engines");
    engine_columns(table);
    use_columns(table);
    for (const Engine& each : found.engines) {
        use_row(table, each.all, found.window, each.gpu, each.node, engine_name(each.kind));
    }
    sink.table(table);
}

void report_processes(const Findings& found, const Names& names, std::uint64_t top, Sink& sink) {
    std::vector<std::pair<const Engine*, const Use*>> rows;
    for (const Engine& engine : found.engines) {
        for (const Use& use : engine.by_process) rows.emplace_back(&engine, &use);
    }
    const auto shown =
        greatest(std::move(rows), top, [](const auto& each) { return each.second->busy_ns; });
    TableBuilder table("processes", "By process and engine");
    table.text("process", "Process", BL_NAME_PROCESS, BL_OUT_KEY, "Whose work it was");
    table.u64("pid", "Id", "Its process id", BL_UNIT_NONE, BL_OUT_WIDE_ONLY);
    engine_columns(table);
    use_columns(table);
    for (const auto& [engine, use] : shown.rows) {
        use_row(table, *use, found.window, names.process_key(use->process), names.pid(use->process),
                engine->gpu, engine->node, engine_name(engine->kind));
    }
    table.omitted(shown.omitted);
    sink.table(table);
}

void report_over_time(const Findings& found, Sink& sink) {
    sink.heading("over_time", "Busy over time");
    for (std::size_t i = 0; i < found.engines.size(); ++i) {
        const Engine& engine = found.engines[i];
        Series series;
        series.id = "over_time/" + std::to_string(i + 1);
        series.title = engine_name(engine.kind);
        if (engine.node) series.title += " " + std::to_string(*engine.node);
        if (engine.gpu.value_or(1) > 1) series.title += ", GPU " + std::to_string(*engine.gpu);
        series.help = "Share of each piece of the window in which the engine had work";
        series.y_unit = BL_UNIT_RATIO;
        series.group = "over_time";
        engine.busy.fill(series, 1, true);
        sink.series(series);
    }
}

// No real capture has confirmed the rules yet, so whoever reads the figures has to know it.
void report_doubts(const Findings& found, Sink& sink) {
    if (found.begin_estimated * 2 > found.packets) {
        sink.finding(
            Finding(BL_FINDING_NOTE, "gpu.estimated",
                    "of {0} of {1} packets the trace does not tell when the GPU began: busy is an "
                    "estimate, and too high rather than too low",
                    {Arg::count(found.begin_estimated), Arg::count(found.packets)})
                .see("engines"));
    }
    if (found.without_end > 0) {
        sink.finding(Finding(BL_FINDING_NOTE, "gpu.without-end",
                             "the end of {0} packets is not in the trace: they are in no figure",
                             {Arg::count(found.without_end)})
                         .see("engines"));
    }
    sink.finding(Finding(BL_FINDING_NOTE, "gpu.scripted",
                         "work of {0} engines: rules tested on scripted events only",
                         {Arg::count(found.engines.size())})
                     .see("engines"));
}

}  // namespace

void report(Findings found, const Store& store, std::uint64_t top, Sink& sink) {
    const Names names(store);
    report_engines(found, sink);
    report_processes(found, names, top, sink);
    report_over_time(found, sink);
    report_doubts(found, sink);
}

}  // namespace benchlab::analyzers::gpu
