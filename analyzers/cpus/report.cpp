#include "cpus/report.hpp"

namespace benchlab::analyzers::cpus {
namespace {

// Above this share of CPU time without an owner, busy and idle say little.
constexpr double kManyUnknown = 0.05;

void add_columns(TableBuilder& table) {
    table.u64("cpu", "CPU", "Number of the CPU", BL_UNIT_NONE, BL_OUT_KEY);
    table.u64(
        "class", "Class",
        "Efficiency class, where the CPUs differ: a higher one is faster and takes more power",
        BL_UNIT_NONE, BL_OUT_WIDE_ONLY);
    table.u64("mhz", "MHz", "Nominal clock rate", BL_UNIT_NONE, BL_OUT_WIDE_ONLY);
    table.f64("busy", "Busy",
              "Time within the window in which a thread ran, by the window's length", BL_UNIT_RATIO,
              BL_OUT_BAR);
    table.f64("focus", "Focus", "The part of it in which threads of the focus ran", BL_UNIT_RATIO);
    table.f64("idle", "Idle", "Time in which the CPU had nothing to run, by the window's length",
              BL_UNIT_RATIO, BL_OUT_WIDE_ONLY);
    table.f64("unknown", "Unknown",
              "What is left: the trace does not tell what ran, as before the first and after the "
              "last context switch and where events were lost",
              BL_UNIT_RATIO);
    table.u64("switches", "Switches", "Context switches within the window, to idle ones too",
              BL_UNIT_COUNT);
    table.f64(
        "interrupts", "DPC/ISR",
        "Time of interrupts and DPCs, each moment counted once, by the window's length; it is "
        "also in busy or idle",
        BL_UNIT_RATIO, BL_OUT_LESS_IS_BETTER);
    table.u64("samples", "Samples", "Samples within the window", BL_UNIT_COUNT);
    table.f64("idle_samples", "Idle samples",
              "The share of them that found the CPU with nothing to run", BL_UNIT_RATIO,
              BL_OUT_WIDE_ONLY);
}

void report_table(const Result& result, Sink& sink) {
    TableBuilder table("cpus", "CPUs");
    add_columns(table);
    const auto length = static_cast<double>(result.window.length());
    const auto share = [&](const std::optional<std::int64_t>& part) {
        return part ? std::optional(static_cast<double>(*part) / length) : std::nullopt;
    };
    for (const CpuUse& use : result.cpus) {
        std::optional<double> idle_samples;
        if (use.samples.value_or(0) > 0) {
            idle_samples =
                static_cast<double>(*use.idle_samples) / static_cast<double>(*use.samples);
        }
        table.row(use.cpu, use.efficiency_class, use.mhz, share(use.busy_ns), share(use.focus_ns),
                  share(use.idle_ns), share(use.unknown_ns), use.switches, share(use.interrupt_ns),
                  use.samples, idle_samples);
    }
    sink.table(table);
}

// The share of all CPUs' time; nothing where the trace has not what it takes.
std::optional<double> of_machine(const Result& result,
                                 std::optional<std::int64_t> CpuUse::*member) {
    double sum = 0;
    for (const CpuUse& use : result.cpus) {
        if (!(use.*member)) return std::nullopt;
        sum += static_cast<double>(*(use.*member));
    }
    return sum /
           (static_cast<double>(result.window.length()) * static_cast<double>(result.cpus.size()));
}

void report_totals(const Result& result, Sink& sink) {
    const auto value = [&](const char* id, const char* title, const char* help,
                           std::optional<std::int64_t> CpuUse::*member, std::uint32_t flags) {
        const auto share = of_machine(result, member);
        if (share) sink.value(id, title, help, *share, BL_UNIT_RATIO, flags);
    };
    value("busy", "Busy", "Time in which threads ran, by the length of the window times the CPUs",
          &CpuUse::busy_ns, 0);
    value("focus", "Focus",
          "Time in which threads of the focus ran, by the length of the window times the CPUs",
          &CpuUse::focus_ns, 0);
    value("interrupts", "DPC/ISR",
          "Time of interrupts and DPCs, each moment counted once, by the length of the window "
          "times the CPUs",
          &CpuUse::interrupt_ns, BL_OUT_LESS_IS_BETTER);
    value("unknown", "Unknown",
          "Time of which the trace does not tell what ran, by the length of the window times the "
          "CPUs",
          &CpuUse::unknown_ns, BL_OUT_LESS_IS_BETTER);
    const auto unknown = of_machine(result, &CpuUse::unknown_ns);
    if (!unknown || *unknown <= kManyUnknown) return;
    sink.finding(Finding(BL_FINDING_WARNING, "cpus.unknown",
                         "The trace does not tell what the CPUs did for {0} of their time: events "
                         "were lost or not recorded, and times of running and waiting are too low",
                         {Arg::share(*unknown)})
                     .see("unknown")
                     .see("cpus"));
}

void report_series(const Result& result, Sink& sink) {
    if (result.cpus.empty() || !result.cpus.front().busy_ns) return;
    const double each = 1 / static_cast<double>(result.cpus.size());
    const auto series = [&](const char* id, const char* title, const char* help,
                            const Timeline& line) {
        Series out{id, title, help};
        out.chart = BL_CHART_LINE;
        out.y_unit = BL_UNIT_RATIO;
        out.group = "cpu-time";
        line.fill(out, each, true);
        sink.series(out);
    };
    series("busy-over-time", "All processes",
           "Share of all CPUs' time in which threads ran, in equal pieces of the window",
           result.busy);
    if (!result.has_focus) return;
    series("focus-over-time", "Focus",
           "Share of all CPUs' time in which threads of the focus ran, in equal pieces of the "
           "window",
           result.focus);
}

}  // namespace

void report(const Result& result, Sink& sink) {
    report_totals(result, sink);
    report_table(result, sink);
    report_series(result, sink);
}

}  // namespace benchlab::analyzers::cpus
