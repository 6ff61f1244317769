#include "waits/report.hpp"

#include <map>
#include <string>

#include "common/clock_ticks.hpp"
#include "common/names.hpp"
#include "common/window.hpp"

namespace benchlab::analyzers::waits {
namespace {

class Writer {
  public:
    Writer(const Findings& found, const Store& store, Sink& sink)
        : found_(found), store_(store), names_(store), sink_(sink) {}

    void write(const std::vector<Row>& focus) {
        if (!focus.empty()) {
            sink_.text("about", "Waits of", names_.process(focus.front()), BL_NAME_PROCESS);
        }
        totals();
        what_is_known();
        if (found_.ended.count == 0) return;
        reasons();
        sites();
        timers();
        enders();
        longest();
    }

  private:
    std::string reason(StringId id) const {
        const std::string_view text = store_.text(id);
        return text.empty() ? "not told" : std::string(text);
    }
    std::string place(Site site) const {
        switch (site.kind) {
            case SiteKind::kFunction:
                return names_.function(site.code);
            case SiteKind::kNoImage:
                return "(code in no image)";
            case SiteKind::kSystemOnly:
                return "(system only)";
            default:
                return "(no stack)";
        }
    }
    static const char* manner(EndedBy by) {
        switch (by) {
            case EndedBy::kThread:
                return "thread";
            case EndedBy::kDpc:
                return "DPC or softirq";
            case EndedBy::kInterrupt:
                return "interrupt";
            case EndedBy::kIdle:
                return "idle CPU";
            default:
                return "not known";
        }
    }

    void totals() {
        sink_.value("ended", "Waits that ended",
                    "Waits whose end lies in the window; the tables are of these",
                    found_.ended.count, BL_UNIT_COUNT);
        sink_.value("ended-time", "Time in them", "Added up over the threads, within the window",
                    found_.ended.total_ns, BL_UNIT_NS);
        sink_.value("open", "Waits that did not end",
                    "Waits that go on at the end of the window, or end with the thread or the "
                    "trace: threads that had nothing to do, or hang",
                    found_.open.count, BL_UNIT_COUNT);
        sink_.value("open-time", "Time in those", "Added up over the threads, within the window",
                    found_.open.total_ns, BL_UNIT_NS);
        sink_.value("switches", "Context switches", "Context switches within the window",
                    found_.switches, BL_UNIT_COUNT);
        sink_.value("ready-events", "Ready events",
                    "Within the window; each tells who ended a wait", found_.ready_events,
                    BL_UNIT_COUNT);
    }

    double share_of_waits(std::uint64_t count) const {
        return share_of(static_cast<double>(count), static_cast<double>(found_.ended.count));
    }
    void what_is_known() {
        if (found_.ended.count == 0) return;
        sink_.value("known-enders", "Waits with a known end",
                    "Share of the waits that ended of which the trace tells what ended them",
                    share_of_waits(found_.known_enders), BL_UNIT_RATIO, BL_OUT_MORE_IS_BETTER);
        sink_.value("with-stack", "Waits with a stack",
                    "Share of the waits that ended of which the trace tells where the thread was",
                    share_of_waits(found_.with_stack), BL_UNIT_RATIO, BL_OUT_MORE_IS_BETTER);
        if (found_.has_ready_events) return;
        sink_.finding(Finding(BL_FINDING_NOTE, "waits.no-ready-events",
                              "Ready events: {0} of {1} switches. Who ended a wait is not known, "
                              "and a wait lasts until the thread runs, with its ready time",
                              {Arg::count(0), Arg::count(found_.switches)})
                          .see("ready-events"));
    }

    void reasons() {
        TableBuilder table("reasons", "Waits by reason");
        table.text("reason", "Reason", BL_NAME_NONE, BL_OUT_KEY);
        add_distribution_columns(table, "wait", "waits",
                                 "time from leaving the CPU to the end of the wait");
        for (const ReasonWaits& each : found_.reasons.rows) {
            add_distribution_row(table, each.waits, reason(each.reason));
        }
        table.omitted(found_.reasons.omitted);
        sink_.table(table);
    }

    static void sum_columns(TableBuilder& table) {
        table.u64("count", "Waits", "How many waits that ended", BL_UNIT_COUNT);
        table.u64("total_ns", "Total", "Their time within the window, added up", BL_UNIT_NS,
                  BL_OUT_BAR | BL_OUT_LESS_IS_BETTER);
        table.f64("share", "Share", "Of the time of all waits that ended", BL_UNIT_RATIO);
        table.u64("max_ns", "Longest", "The longest of them, within the window", BL_UNIT_NS,
                  BL_OUT_LESS_IS_BETTER);
    }
    template <class... Cells>
    void sum_row(TableBuilder& table, const Sum& sum, const Cells&... cells) const {
        table.row(
            cells..., sum.count, sum.total_ns,
            share_of(static_cast<double>(sum.total_ns), static_cast<double>(found_.ended.total_ns)),
            sum.longest_ns);
    }

    void sites() {
        if (found_.with_stack == 0) return;
        TableBuilder table("sites", "Waits by place, the innermost function outside the system");
        table.text("function", "Function", BL_NAME_FUNCTION, BL_OUT_KEY);
        table.text("reason", "Reason", BL_NAME_NONE, BL_OUT_KEY);
        sum_columns(table);
        for (const SiteWaits& each : found_.sites.rows) {
            sum_row(table, each.waits, place(each.site), reason(each.reason));
        }
        table.omitted(found_.sites.omitted);
        sink_.table(table);
    }

    void timers() {
        const TimerWaits& timers = found_.timers;
        if (timers.waits.count == 0) return;
        sink_.value("timers", "Waits that a timer ended",
                    "Waits that ended when a timer went off, or in a function that sleeps",
                    timers.waits.count, BL_UNIT_COUNT);
        sink_.value("timers-time", "Time in those", "Added up over the threads, within the window",
                    timers.waits.total_ns, BL_UNIT_NS);
        if (timers.on_ticks) {
            sink_.finding(
                Finding(BL_FINDING_NOTE, "waits.clock-ticks",
                        "Sleeps end at ticks of {0} only, as by Windows' clock where no "
                        "program asks for a finer one: then a sleep lasts up to {1} longer "
                        "than asked for",
                        {Arg::ns(kClockTickNs), Arg::ns(kClockTickNs)})
                    .see("timers-time"));
        }
        if (timers.late.count == 0) return;
        TableBuilder table("late-timers", "How late timers were");
        add_distribution_columns(
            table, "late", "timers",
            "the part of a sleep from when its timer was set for to when it went off");
        add_distribution_row(table, timers.late);
        sink_.table(table);
    }

    void enders() {
        if (found_.known_enders == 0) return;
        sink_.heading("ended-by", "Who ended the waits");
        TableBuilder processes("ended-by/processes", "By process");
        processes.text("by", "By", BL_NAME_NONE, BL_OUT_KEY);
        processes.text("process", "Process", BL_NAME_PROCESS, BL_OUT_KEY);
        sum_columns(processes);
        for (const EnderWaits& each : found_.process_enders.rows) {
            sum_row(processes, each.waits, manner(each.by), named(each, names_.process(each.row)));
        }
        processes.omitted(found_.process_enders.omitted);
        sink_.table(processes);
        TableBuilder threads("ended-by/threads", "By thread and by what it was doing");
        threads.text("by", "By", BL_NAME_NONE, BL_OUT_KEY);
        threads.text("thread", "Thread", BL_NAME_THREAD, BL_OUT_KEY);
        threads.text("function", "Function", BL_NAME_FUNCTION, BL_OUT_KEY);
        sum_columns(threads);
        for (const EnderWaits& each : found_.thread_enders.rows) {
            sum_row(threads, each.waits, manner(each.by), named(each, names_.both(each.row)),
                    named(each, place(each.site)));
        }
        threads.omitted(found_.thread_enders.omitted);
        sink_.table(threads);
    }
    static std::optional<std::string> named(const EnderWaits& of, std::string name) {
        if (of.by != EndedBy::kThread) return std::nullopt;
        return name;
    }

    void longest() {
        TableBuilder table("longest", "Longest waits");
        table.u64("begin_ns", "At", "When the thread began to wait, in the window",
                  BL_UNIT_TRACE_TIME, BL_OUT_KEY);
        table.text("thread", "Thread", BL_NAME_THREAD);
        table.u64("length_ns", "Length", "Time from leaving the CPU to the end of the wait",
                  BL_UNIT_NS, BL_OUT_BAR | BL_OUT_LESS_IS_BETTER);
        table.text("reason", "Reason");
        table.text("function", "Function", BL_NAME_FUNCTION);
        table.text("by", "Ended by", BL_NAME_THREAD);
        Spans spans("longest-waits", "Longest waits by thread", BL_NAME_THREAD, BL_NAME_THREAD);
        spans.help("The waits of the table above, by reason, labelled with who ended them");
        ThreadLanes lanes(spans, names_);
        std::map<StringId, std::uint32_t> kinds;
        for (const Wait& each : found_.longest) {
            const std::string by =
                each.by == EndedBy::kThread ? names_.both(each.by_thread) : manner(each.by);
            table.row(each.begin, names_.both(each.thread), each.length_ns, reason(each.reason),
                      place(each.site), by);
            if (kinds.count(each.reason) == 0) {
                kinds[each.reason] = spans.kind(reason(each.reason));
            }
            spans.add(lanes.of(each.thread), each.begin, each.begin + each.length_ns,
                      kinds[each.reason], by);
        }
        sink_.table(table);
        sink_.spans(spans);
    }

    const Findings& found_;
    const Store& store_;
    const Names names_;
    Sink& sink_;
};

}  // namespace

void report(const Findings& found, const Store& store, const std::vector<Row>& focus, Sink& sink) {
    Writer(found, store, sink).write(focus);
}

}  // namespace benchlab::analyzers::waits
