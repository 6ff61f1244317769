#include "dpc/report.hpp"

#include <string>

#include "benchlab/tables.h"
#include "common/ids.hpp"
#include "common/window.hpp"

namespace benchlab::analyzers::dpc {
namespace {

constexpr double kHeavyShare = 0.05;              // of one CPU, by one driver
constexpr std::int64_t kLongCall_ns = 1'000'000;  // drivers are asked to stay far below
constexpr std::size_t kMostHumpNotes = 3;

// "0-3, 7".
std::string list_of(const std::vector<std::uint16_t>& cpus) {
    std::string out;
    for (std::size_t i = 0; i < cpus.size();) {
        std::size_t last = i;
        while (last + 1 < cpus.size() && cpus[last + 1] == cpus[last] + 1) ++last;
        if (!out.empty()) out += ", ";
        out += std::to_string(cpus[i]);
        if (last > i) out += (last == i + 1 ? ", " : "-") + std::to_string(cpus[last]);
        i = last + 1;
    }
    return out;
}

class Writer {
  public:
    Writer(const Findings& found, const Options& options, Sink& sink)
        : found_(found),
          sink_(sink),
          window_ns_(static_cast<double>(found.window.length())),
          cpu_(options.cpu) {
        name_title_ = options.functions ? "Function" : "Driver";
        name_kind_ = options.functions ? BL_NAME_FUNCTION : BL_NAME_MODULE;
    }

    void write() {
        findings();
        const double machine_ns = window_ns_ * static_cast<double>(found_.cpu_count);
        sink_.value("share", "Share of the machine",
                    "Time in interrupts and DPCs by the time of all CPUs; what interrupts another "
                    "counts once, DPCs that run on a thread do not",
                    share_of(static_cast<double>(found_.total_ns), machine_ns), BL_UNIT_RATIO,
                    BL_OUT_LESS_IS_BETTER);
        sink_.value("share-of-one-cpu", "Share of one CPU",
                    "The same time by the length of the window, so 100 % is one CPU kept busy",
                    share_of(static_cast<double>(found_.total_ns), window_ns_), BL_UNIT_RATIO,
                    BL_OUT_LESS_IS_BETTER);
        kinds();
        cpus();
        groups();
        intervals();
        humps();
        histograms();
        longest();
        Series busy;
        busy.id = "over-time";
        busy.title = "Interrupts and DPCs";
        busy.help = "Share of the time of all CPUs, in each piece of the window";
        busy.y_unit = BL_UNIT_RATIO;
        found_.busy.fill(busy, share_of(1, static_cast<double>(found_.cpu_count)), true);
        sink_.series(busy);
    }

  private:
    double share(std::int64_t part_ns) const {
        return share_of(static_cast<double>(part_ns), window_ns_);
    }
    std::optional<double> share_of_kinds(const CpuUse& use, std::initializer_list<Kind> of) const {
        std::int64_t sum_ns = 0;
        bool known = false;
        for (const Kind kind : of) {
            for (const KindUse& each : found_.kinds) known = known || each.kind == kind;
            const auto at = use.self_ns.find(kind);
            if (at != use.self_ns.end()) sum_ns += at->second;
        }
        return known ? std::optional(share(sum_ns)) : std::nullopt;
    }
    void name_columns(TableBuilder& table, std::uint32_t flags) const {
        table.text("name", name_title_, name_kind_, flags);
        table.text("kind", "Kind", BL_NAME_NONE, flags);
    }

    void findings() {
        if (cpu_) {
            sink_.finding(Finding(BL_FINDING_NOTE, "dpc.one-cpu",
                                  "Only interrupts and DPCs on CPU {0} are counted",
                                  {Arg::count(*cpu_)}));
        }
        if (!found_.groups.empty() && share(found_.groups.front().self_ns) >= kHeavyShare) {
            const Group& first = found_.groups.front();
            sink_.finding(
                Finding(BL_FINDING_WARNING, "dpc.heavy",
                        "{0} took {1} of one CPU in calls of kind {2}",
                        {Arg::name(first.name, name_kind_), Arg::share(share(first.self_ns)),
                         Arg::text(kind_name(first.kind))})
                    .see("groups"));
        }
        const std::optional<Call>& call = found_.longest_on_cpu;
        if (!call || call->elapsed_ns <= kLongCall_ns) return;
        sink_.finding(Finding(BL_FINDING_WARNING, "dpc.long",
                              "{0} kept CPU {1} for {2} in one call of kind {3}, at {4}",
                              {Arg::name(call->name, name_kind_), Arg::count(call->cpu),
                               Arg::ns(call->elapsed_ns), Arg::text(kind_name(call->kind)),
                               Arg::time(call->begin)})
                          .at({call->begin, call->begin + call->elapsed_ns})
                          .see("longest"));
    }

    void kinds() {
        TableBuilder table("kinds", "By kind");
        table.text("kind", "Kind", BL_NAME_NONE, BL_OUT_KEY);
        table.f64("share", "Of one CPU",
                  "Time of their own, without what interrupted them, by the length of the window",
                  BL_UNIT_RATIO, BL_OUT_LESS_IS_BETTER);
        add_distribution_columns(table, "call", "calls", kElapsed);
        for (const KindUse& use : found_.kinds) {
            add_distribution_row(table, use.elapsed, kind_name(use.kind), share(use.self_ns));
        }
        sink_.table(table);
    }

    void cpus() {
        TableBuilder table("cpus", "By CPU");
        table.u64("cpu", "CPU", "Number of the CPU", BL_UNIT_NONE, BL_OUT_KEY);
        table.u64("calls", "Calls", "Calls that lie in the window, if only in part", BL_UNIT_COUNT);
        const auto column = [&](const char* id, const char* title, const char* what,
                                std::uint32_t flags = 0) {
            table.f64(id, title,
                      std::string("Time of this CPU in ") + what + ", by the length of the window",
                      BL_UNIT_RATIO, flags | BL_OUT_LESS_IS_BETTER);
        };
        column("share", "Share", "any of them but DPCs that run on a thread", BL_OUT_BAR);
        column("interrupts", "Interrupts", "interrupts, without what interrupted them");
        column("dpcs", "DPCs", "DPCs and timer DPCs, without what interrupted them");
        column("threaded", "Threaded DPCs",
               "DPCs that run on a thread, without what interrupted them, but with the time in "
               "which their thread had no CPU",
               BL_OUT_WIDE_ONLY);
        column("softirqs", "Softirqs", "softirqs, without what interrupted them");
        column("ticks", "Ticks", "timer ticks and interrupts from other CPUs");
        for (const CpuUse& use : found_.cpus) {
            table.row(use.cpu, use.calls, share(use.total_ns),
                      share_of_kinds(use, {BL_DPC_ISR_KIND_INTERRUPT}),
                      share_of_kinds(use, {BL_DPC_ISR_KIND_DPC, BL_DPC_ISR_KIND_TIMER_DPC}),
                      share_of_kinds(use, {BL_DPC_ISR_KIND_THREADED_DPC}),
                      share_of_kinds(use, {BL_DPC_ISR_KIND_SOFTIRQ}),
                      share_of_kinds(use, {BL_DPC_ISR_KIND_TICK}));
        }
        sink_.table(table);
    }

    void groups() {
        TableBuilder table("groups", std::string("Length of a call, by ") +
                                         (name_kind_ == BL_NAME_MODULE ? "driver" : "function"));
        name_columns(table, BL_OUT_KEY);
        table.f64("share", "Of one CPU",
                  "Time of their own, without what interrupted them, by the length of the window",
                  BL_UNIT_RATIO, BL_OUT_LESS_IS_BETTER);
        add_distribution_columns(table, "call", "calls", kElapsed);
        for (const Group& each : found_.groups) {
            add_distribution_row(table, each.elapsed, each.name, kind_name(each.kind),
                                 share(each.self_ns));
        }
        table.omitted(found_.groups_omitted);
        sink_.table(table);
    }

    void intervals() {
        TableBuilder table("intervals", "Time from one call to the next");
        name_columns(table, BL_OUT_KEY);
        table.f64("rate", "Rate", "Calls by the length of the window", BL_UNIT_PER_SECOND);
        const auto column = [&](const char* id, const char* title, const std::string& which) {
            table.f64(id, title,
                      which +
                          " time from the begin of a call to the begin of the next, "
                          "on whatever CPU",
                      BL_UNIT_NS);
        };
        column("mean_ns", "Mean", "Mean of the");
        column("p50_ns", "p50", "Median of the");
        column("p99_ns", "p99", "99 % do not exceed this");
        column("min_ns", "Min", "Shortest");
        column("max_ns", "Max", "Longest");
        table.text("cpus", "CPUs");
        for (const Group& each : found_.groups) {
            const double rate = share_of(static_cast<double>(each.elapsed.count) * 1e9, window_ns_);
            const Distribution& of = each.interval;
            if (of.count == 0) {
                table.row(each.name, kind_name(each.kind), rate, std::nullopt, std::nullopt,
                          std::nullopt, std::nullopt, std::nullopt, list_of(each.cpus));
            } else {
                table.row(each.name, kind_name(each.kind), rate, of.mean_ns, of.p50_ns, of.p99_ns,
                          of.min_ns, of.max_ns, list_of(each.cpus));
            }
        }
        table.omitted(found_.groups_omitted);
        sink_.table(table);
    }

    void humps() {
        TableBuilder table("two-lengths", "Calls of two lengths");
        name_columns(table, BL_OUT_KEY);
        table.f64("short_ns", "Short ones",
                  "Median of the short calls, where the lengths clearly "
                  "fall into two kinds",
                  BL_UNIT_NS);
        table.f64("long_ns", "Long ones", "Median of the long calls", BL_UNIT_NS);
        table.u64("long_calls", "Long calls", "How many are long", BL_UNIT_COUNT);
        table.f64("long_share", "Share", "How many of all calls are long", BL_UNIT_RATIO);
        std::size_t notes = 0;
        for (const Group& each : found_.groups) {
            if (!each.humps) continue;
            const Humps& of = *each.humps;
            table.row(each.name, kind_name(each.kind), of.short_ns, of.long_ns, of.long_count,
                      of.long_share());
            if (++notes > kMostHumpNotes) continue;
            sink_.finding(
                Finding(BL_FINDING_NOTE, "dpc.two-lengths",
                        "{0}: {1} of the calls of kind {2} take about {3}, the others "
                        "about {4}: their mean says little",
                        {Arg::name(each.name, name_kind_), Arg::share(of.long_share()),
                         Arg::text(kind_name(each.kind)), Arg::f64(of.long_ns, BL_UNIT_NS),
                         Arg::f64(of.short_ns, BL_UNIT_NS)})
                    .see("two-lengths"));
        }
        if (table.size() > 0) sink_.table(table);
    }

    void histograms() {
        for (const KindUse& use : found_.kinds) {
            Histogram out;
            out.id = "lengths/" + id_part(kind_name(use.kind));
            out.title = std::string("Length of a call: ") + kind_name(use.kind);
            out.help =
                "Calls by length, each row twice as long as the one before; the upper end "
                "belongs to the row";
            out.unit = BL_UNIT_NS;
            out.counts = use.calls;
            out.edges.push_back(0);
            for (std::size_t i = 0; i < use.calls.size(); ++i) {
                out.edges.push_back(1000.0 * static_cast<double>(std::uint64_t{1} << i));
            }
            sink_.histogram(out);
        }
    }

    void longest() {
        TableBuilder table("longest", "Longest calls");
        table.u64("begin_ns", "At", "When it began, in the window", BL_UNIT_TRACE_TIME, BL_OUT_KEY);
        table.u64("cpu", "CPU", "Number of the CPU", BL_UNIT_NONE);
        table.u64("elapsed_ns", "Length", kElapsed, BL_UNIT_NS, BL_OUT_BAR);
        name_columns(table, 0);
        Spans spans("longest-calls", "Longest calls by CPU", BL_NAME_NONE, name_kind_);
        spans.help("The calls of the table above, in the lane of their CPU");
        std::map<std::uint16_t, std::uint32_t> lanes;
        for (const Call& call : found_.longest) lanes[call.cpu] = 0;
        for (auto& [cpu, lane] : lanes) lane = spans.lane("CPU " + std::to_string(cpu));
        std::map<Kind, std::uint32_t> kinds;
        for (const Call& call : found_.longest) {
            table.row(call.begin, call.cpu, call.elapsed_ns, call.name, kind_name(call.kind));
            if (kinds.count(call.kind) == 0) kinds[call.kind] = spans.kind(kind_name(call.kind));
            spans.add(lanes[call.cpu], call.begin, call.begin + call.elapsed_ns, kinds[call.kind],
                      call.name);
        }
        sink_.table(table);
        sink_.spans(spans);
    }

    static constexpr const char* kElapsed =
        "time from entering the routine to its return, with what interrupted it";

    const Findings& found_;
    Sink& sink_;
    const double window_ns_;
    const std::optional<std::uint64_t> cpu_;
    const char* name_title_;
    std::uint32_t name_kind_;
};

}  // namespace

void report(const Findings& found, const Options& options, Sink& sink) {
    Writer(found, options, sink).write();
}

}  // namespace benchlab::analyzers::dpc
