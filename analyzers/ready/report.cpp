#include "ready/report.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/names.hpp"
#include "common/window.hpp"

namespace benchlab::analyzers::ready {
namespace {

constexpr const char* kLength = "time from wanting a CPU to having it";
// A lack is told at the top when it was this share of the time in which a CPU was wanted, and of
// the window.
constexpr double kNotableLack = 0.1, kNotableTime = 0.01;

class Writer {
  public:
    Writer(const Findings& found, const Store& store, Sink& sink)
        : found_(found), store_(store), names_(store), sink_(sink) {}

    void write() {
        if (found_.focus) {
            sink_.text("about", "Threads and cases are of", names_.process(found_.focus->row),
                       BL_NAME_PROCESS);
        }
        finding();
        what_is_known();
        time();
        processes();
        threads();
        instead();
        preemptions();
        longest();
        Series series;
        series.id = "over-time";
        series.title = "Ready time";
        series.help =
            "Time in which threads wanted a CPU and had none, added up over the threads, "
            "in each piece of the window";
        series.y_unit = BL_UNIT_NS;
        found_.over_time.fill(series);
        sink_.series(series);
    }

  private:
    std::string who(Row process, bool idle) const {
        return idle ? "nobody (idle)" : names_.process_key(process);
    }
    double share_of_ready(std::int64_t part_ns) const {
        return share_of(static_cast<double>(part_ns), static_cast<double>(found_.ready_ns));
    }

    void finding() {
        if (!found_.focus || found_.processes_instead.rows.empty()) return;
        const Lack& focus = *found_.focus;
        const auto window_ns = static_cast<double>(found_.window.length());
        const double of_window = share_of(static_cast<double>(focus.ready.total_ns), window_ns);
        if (focus.share() < kNotableLack || of_window < kNotableTime) return;
        std::string text = "{0} had no CPU for {1} of the time in which it wanted one: {2}";
        std::vector<Arg> args = {Arg::name(names_.process(focus.row), BL_NAME_PROCESS),
                                 Arg::share(focus.share()), Arg::ns(focus.ready.total_ns)};
        const Instead& most = found_.processes_instead.rows.front();
        if (most.idle || most.row != BL_NO_ROW) {
            text += "; for {3} of that {4} ran there";
            args.push_back(Arg::share(share_of_ready(most.waited_ns)));
            args.push_back(most.idle ? Arg::text("nobody")
                                     : Arg::name(names_.process(most.row), BL_NAME_PROCESS));
        }
        sink_.finding(Finding(BL_FINDING_WARNING, "ready.lack", text, std::move(args))
                          .see("instead/processes"));
    }

    void what_is_known() {
        sink_.value("switches", "Context switches", "Context switches within the window",
                    found_.switches, BL_UNIT_COUNT);
        sink_.value("ready-events", "Ready events",
                    "Within the window; each tells when a thread began to want a CPU, and who "
                    "ended its wait",
                    found_.ready_events, BL_UNIT_COUNT);
        if (!found_.has_ready_events && found_.switches > 0) {
            sink_.finding(Finding(BL_FINDING_NOTE, "ready.no-events",
                                  "Ready events: {0} of {1} switches. Ready time after a wait "
                                  "is not known and counts as waiting; what is here came after "
                                  "preemption",
                                  {Arg::count(0), Arg::count(found_.switches)})
                              .see("ready-events"));
        }
    }

    void time() {
        TableBuilder table("time", "What threads did");
        table.text("state", "State", BL_NAME_NONE, BL_OUT_KEY);
        table.u64("time_ns", "Time",
                  "Added up over all threads that this is about; together the time that they lived "
                  "in the window",
                  BL_UNIT_NS);
        table.f64("share", "Share", "Of the time that these threads lived in the window",
                  BL_UNIT_RATIO, BL_OUT_BAR);
        const double all = found_.lived_ns();
        const auto row = [&](const char* state, std::int64_t length_ns) {
            table.row(state, length_ns, share_of(static_cast<double>(length_ns), all));
        };
        row("running", found_.running_ns);
        row("ready", found_.ready_ns);
        row("waiting", found_.waiting_ns);
        row("unknown", found_.unknown_ns);
        sink_.table(table);
    }

    static void lack_column(TableBuilder& table) {
        table.f64("lack", "Lack",
                  "Ready time by ready and running time: how much of the time in which it wanted a "
                  "CPU it had none",
                  BL_UNIT_RATIO, BL_OUT_LESS_IS_BETTER);
    }

    void processes() {
        TableBuilder table("processes", "Ready time by process");
        table.text("process", "Process", BL_NAME_PROCESS, BL_OUT_KEY);
        table.u64("pid", "Pid", "The number that the system calls it by", BL_UNIT_NONE);
        lack_column(table);
        add_distribution_columns(table, "case", "cases", kLength);
        for (const Lack& each : found_.processes.rows) {
            add_distribution_row(table, each.ready, names_.process_key(each.row),
                                 names_.pid(each.row), each.share());
        }
        table.omitted(found_.processes.omitted);
        sink_.table(table);
    }

    void threads() {
        TableBuilder table("threads", "Ready time by thread");
        table.text("process", "Process", BL_NAME_PROCESS, BL_OUT_KEY);
        table.text("thread", "Thread", BL_NAME_THREAD, BL_OUT_KEY);
        table.u64("tid", "Tid", "The number that the system calls it by", BL_UNIT_NONE);
        lack_column(table);
        add_distribution_columns(table, "case", "cases", kLength);
        for (const Lack& each : found_.threads.rows) {
            add_distribution_row(table, each.ready, names_.process_key(names_.owner(each.row)),
                                 names_.thread_key(each.row), names_.tid(each.row), each.share());
        }
        table.omitted(found_.threads.omitted);
        sink_.table(table);
    }

    static void waited_columns(TableBuilder& table) {
        table.u64("waited_ns", "Waited for it",
                  "Ready time of others, added up, in which it ran on the CPU on which they then "
                  "ran; \"nobody\" is ready time in which that CPU idled, \"unknown\" what the "
                  "trace does not tell",
                  BL_UNIT_NS, BL_OUT_BAR | BL_OUT_LESS_IS_BETTER);
        table.f64("share", "Share", "Of all that ready time", BL_UNIT_RATIO);
    }

    void instead() {
        if (found_.ready_ns == 0) return;
        sink_.heading("instead", "Who ran instead");
        TableBuilder processes("instead/processes", "By process");
        processes.text("process", "Process", BL_NAME_PROCESS, BL_OUT_KEY);
        waited_columns(processes);
        for (const Instead& each : found_.processes_instead.rows) {
            processes.row(each.idle ? who(each.row, true) : names_.process(each.row),
                          each.waited_ns, share_of_ready(each.waited_ns));
        }
        processes.omitted(found_.processes_instead.omitted);
        sink_.table(processes);
        TableBuilder threads("instead/threads", "By thread");
        threads.text("process", "Process", BL_NAME_PROCESS, BL_OUT_KEY);
        threads.text("thread", "Thread", BL_NAME_THREAD, BL_OUT_KEY);
        waited_columns(threads);
        for (const Instead& each : found_.threads_instead.rows) {
            std::optional<std::string> thread;
            if (!each.idle) thread = names_.thread(each.row);
            threads.row(who(names_.owner(each.row), each.idle), thread, each.waited_ns,
                        share_of_ready(each.waited_ns));
        }
        threads.omitted(found_.threads_instead.omitted);
        sink_.table(threads);
    }

    void preemptions() {
        if (found_.preemptions.rows.empty()) return;
        TableBuilder table("preempted", "Lost the CPU to");
        table.text("process", "Process", BL_NAME_PROCESS, BL_OUT_KEY);
        table.text("reason", "Reason", BL_NAME_NONE, BL_OUT_KEY);
        table.u64("count", "Times",
                  "How often one of its threads took the CPU of one that went on "
                  "wanting it, with ready time in the window",
                  BL_UNIT_COUNT, BL_OUT_LESS_IS_BETTER);
        table.u64("ready_ns", "Ready after", "Ready time from then until the thread ran again",
                  BL_UNIT_NS, BL_OUT_BAR | BL_OUT_LESS_IS_BETTER);
        for (const Preemption& each : found_.preemptions.rows) {
            table.row(who(each.process, each.idle), store_.text(each.reason), each.count,
                      each.ready_ns);
        }
        table.omitted(found_.preemptions.omitted);
        sink_.table(table);
    }

    void longest() {
        if (found_.longest.empty()) return;
        TableBuilder table("longest", "Longest cases");
        table.u64("begin_ns", "At", "When the thread began to want a CPU, in the window",
                  BL_UNIT_TRACE_TIME, BL_OUT_KEY);
        table.text("thread", "Thread", BL_NAME_THREAD);
        table.u64("length_ns", "Length", kLength, BL_UNIT_NS, BL_OUT_BAR | BL_OUT_LESS_IS_BETTER);
        table.u64("cpu", "CPU", "The CPU on which it then ran", BL_UNIT_NONE);
        table.text("after", "After");
        table.text("ran", "Ran instead", BL_NAME_THREAD);
        table.f64("ran_share", "For", "Part of the case in which that thread ran on this CPU",
                  BL_UNIT_RATIO);
        Spans spans("longest-cases", "Longest cases by thread", BL_NAME_THREAD, BL_NAME_THREAD);
        spans.help("The cases of the table above, labelled with who ran instead");
        const std::uint32_t ready = spans.kind("after a wait"), lost = spans.kind("preempted");
        ThreadLanes lanes(spans, names_);
        for (const Case& each : found_.longest) {
            const bool preempted = each.preempted_by != BL_NO_ROW;
            const std::string ran = each.ran == BL_NO_ROW ? "unknown" : names_.both(each.ran);
            table.row(
                each.begin, names_.both(each.thread), each.length_ns, each.cpu,
                preempted ? "preemption" : "a wait", ran,
                share_of(static_cast<double>(each.ran_ns), static_cast<double>(each.length_ns)));
            spans.add(lanes.of(each.thread), each.begin, each.begin + each.length_ns,
                      preempted ? lost : ready, ran);
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

void report(const Findings& found, const Store& store, Sink& sink) {
    Writer(found, store, sink).write();
}

}  // namespace benchlab::analyzers::ready
