#include "explain/report.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "common/distribution.hpp"
#include "common/names.hpp"
#include "common/window.hpp"
#include "explain/sentence.hpp"

namespace benchlab::analyzers::explain {
namespace {

constexpr std::size_t kVerdicts = 3;
constexpr std::size_t kDrivers = 12;  // of their table
constexpr double kWorthTelling = 0.05;

class Writer {
  public:
    Writer(const Findings& found, const Store& store, Sink& sink)
        : found_(found), names_(store), words_(store, names_), sink_(sink) {}

    void write() {
        counts();
        if (found_.explained.empty()) return;
        verdicts();
        untold();
        slow();
        causes();
        company();
        drivers();
        for (const SlowFrame& frame : found_.explained) one_frame(frame);
        parts();
        waits();
        flame(
            "off-cpu", "Where the chains' threads waited in the slow frames",
            "Waits of the threads that slow frames waited for, by the stack on which they stopped",
            found_.off_cpu, BL_UNIT_NS);
        flame("on-cpu", "What the chains' threads ran in the slow frames",
              "Samples of the threads that slow frames waited for, while they did", found_.on_cpu,
              found_.samples_are_times ? BL_UNIT_NS : BL_UNIT_COUNT);
    }

  private:
    void counts() {
        sink_.text("process", "Process", names_.process(found_.loop.process), BL_NAME_PROCESS);
        sink_.text("thread", "Thread", names_.thread(found_.loop.thread), BL_NAME_THREAD);
        sink_.value("frames", "Frames", "Frames of its loop that lie in the window whole",
                    found_.frames, BL_UNIT_COUNT);
        sink_.value("slow_frames", "Slow frames",
                    "Frames that took more than --slower times the median of the 20 before and the "
                    "20 behind",
                    found_.slow, BL_UNIT_COUNT, BL_OUT_LESS_IS_BETTER);
        sink_.value("explained", "Explained",
                    "Of these, those that exceed the frames around them by most (--explain)",
                    found_.explained.size(), BL_UNIT_COUNT, BL_OUT_MORE_IS_BETTER);
        sink_.value(
            "normal", "Compared with",
            "Frames that took no longer than those around them, with some beside the window: "
            "what they have of a cause is usual",
            found_.normal, BL_UNIT_COUNT);
    }

    void verdicts() {
        for (std::size_t i = 0; i < found_.causes.size() && i < kVerdicts; ++i) {
            const Cause& cause = found_.causes[i];
            const SlowFrame& example = found_.explained[cause.example];
            Sentence said;
            said.add("{} of {} slow frames: ",
                     {Arg::count(cause.frames), Arg::count(found_.explained.size())});
            Sentence why = words_.cause(example);
            // The example's words, with its numbers behind those of this sentence.
            append(why, said);
            said.add(" ({} more than usual)", {Arg::ns(cause.excess_ns)});
            sink_.finding(Finding(BL_FINDING_WARNING, "explain.cause", said.text, said.args)
                              .at({example.begin, example.begin + example.length_ns})
                              .share(share_of(static_cast<double>(cause.frames),
                                              static_cast<double>(found_.explained.size())))
                              .see(path_of(example)));
        }
    }
    void untold() {
        sink_.value("untold", "Not told",
                    "Of the time of the explained frames what the trace does not tell: unknown "
                    "states, and waits that nobody is known to have ended",
                    found_.untold_share, BL_UNIT_RATIO, BL_OUT_LESS_IS_BETTER);
        if (found_.untold_share < kWorthTelling) return;
        sink_.finding(Finding(BL_FINDING_NOTE, "explain.untold",
                              "This trace does not tell {0} of the slow frames' time",
                              {Arg::share(found_.untold_share)})
                          .see("untold"));
    }

    static void append(const Sentence& what, Sentence& to) {
        std::string text = what.text;
        for (std::size_t i = 0; i < what.args.size(); ++i) {
            const std::string from = "{" + std::to_string(i) + "}";
            const std::size_t at = text.find(from);
            text.replace(at, from.size(), "{}");
        }
        to.add(text, what.args);
    }
    static std::string path_of(const SlowFrame& frame) {
        return "frame/" + std::to_string(frame.number);
    }
    static std::int64_t excess(const SlowFrame& frame, std::size_t sum) {
        return frame.sums[sum].time_ns - frame.usual_ns[sum];
    }

    void slow() {
        TableBuilder table("slow", "Slow frames");
        table.u64("frame", "Frame", "Its number among the loop's frames in the window",
                  BL_UNIT_NONE, BL_OUT_KEY);
        table.u64("begin_ns", "At", "When it began", BL_UNIT_TRACE_TIME);
        table.u64("length_ns", "Length", "Its time", BL_UNIT_NS,
                  BL_OUT_BAR | BL_OUT_LESS_IS_BETTER);
        table.f64("around_ns", "Around it", "The median of the frames around it", BL_UNIT_NS);
        table.text("thread", "Thread", BL_NAME_THREAD, BL_OUT_WIDE_ONLY, "Who ended it");
        const auto time = [&](const char* id, const char* title, const char* help,
                              std::uint32_t flags = 0) {
            table.u64(id, title, help, BL_UNIT_NS, flags);
        };
        time("running_ns", "Running", "That thread on a CPU, without interrupts");
        time("interrupted_ns", "Interrupted", "On a CPU that an interrupt or a DPC had taken",
             BL_OUT_WIDE_ONLY);
        time("runnable_ns", "Ready", "It wanted a CPU and had none");
        time("waiting_ns", "Waiting", "It waited");
        time("unknown_ns", "Unknown", "The trace does not tell what it did", BL_OUT_WIDE_ONLY);
        table.text("class", "Class", BL_NAME_NONE, BL_OUT_WIDE_ONLY,
                   "Roughly, by what the frame's own thread did: disk (hard faults over 25 %), CPU "
                   "contention (ready over 25 %), drivers (interrupted over 20 %, or once over 1 "
                   "ms), CPU bound (running over 60 %), GPU bound (a log has over 75 %), waiting "
                   "(over 50 %), mixed; the first that holds");
        table.text("cause", "Cause", BL_NAME_NONE, 0, "What exceeds the usual by most");
        table.text("cause_thread", "Of", BL_NAME_THREAD, 0, "Whose time that is");
        table.u64("cause_ns", "Took", "How much of the frame", BL_UNIT_NS);
        for (const SlowFrame& each : found_.explained) {
            const Chain& chain = each.chain;
            table.row(each.number, each.begin, each.length_ns, each.around_ns,
                      names_.thread(chain.links[0].thread), chain.running_ns, chain.interrupted_ns,
                      chain.runnable_ns, chain.waiting_ns, chain.unknown_ns, each.rough_class,
                      cause_of(each), thread_of(cause_thread(each)), each.cause_ns);
        }
        table.omitted(found_.slow - found_.explained.size());
        sink_.table(table);
    }
    std::string cause_of(const SlowFrame& frame) const {
        if (!frame.has_cause) return "nothing";
        const Sum& sum = frame.sums[frame.cause];
        const std::string by = words_.by(sum.by);
        return by.empty() ? name_of(sum.did) : name_of(sum.did) + (" (" + by + ")");
    }
    std::optional<std::string> thread_of(Row thread) const {
        if (thread == BL_NO_ROW) return std::nullopt;
        return names_.thread(thread);
    }
    static Row cause_thread(const SlowFrame& frame) {
        if (!frame.has_cause) return BL_NO_ROW;
        return frame.chain.links[frame.sums[frame.cause].link].thread;
    }

    static void key_columns(TableBuilder& table) {
        table.text("thread", "Thread", BL_NAME_THREAD, BL_OUT_KEY, "Whose time it is");
        table.text("did", "What it did", BL_NAME_NONE, BL_OUT_KEY);
        table.text("by", "For or by", BL_NAME_NONE, BL_OUT_KEY,
                   "Who had its CPU, what interrupted it, what it waited for");
    }

    void causes() {
        TableBuilder table("causes", "Causes of slow frames");
        key_columns(table);
        table.u64("frames", "Slow frames", "Explained frames that have it as their cause",
                  BL_UNIT_COUNT, BL_OUT_BAR | BL_OUT_LESS_IS_BETTER);
        table.u64("time_ns", "Time", "Of it in those", BL_UNIT_NS);
        table.u64("excess_ns", "More than usual", "What of that normal frames have not", BL_UNIT_NS,
                  BL_OUT_LESS_IS_BETTER);
        table.f64("usual_ns", "Usual", "Of it in a normal frame", BL_UNIT_NS);
        for (const Cause& each : found_.causes) {
            table.row(each.key.thread, name_of(each.key.did), each.key.by, each.frames,
                      each.time_ns, each.excess_ns, each.usual_ns);
        }
        sink_.table(table);
    }

    void company() {
        TableBuilder table("company", "What else happened in slow frames");
        table.text("what", "What", BL_NAME_NONE, BL_OUT_KEY,
                   "It goes with slow frames; whether it makes them slow, the causes tell");
        table.u64("slow_with", "Slow with it", "Slow frames in which it happened", BL_UNIT_COUNT);
        table.f64("slow_share", "Of slow", "Their share of all slow frames", BL_UNIT_RATIO,
                  BL_OUT_BAR);
        table.u64("normal_with", "Normal with it", "Normal frames in which it happened",
                  BL_UNIT_COUNT);
        table.f64("normal_share", "Of normal", "Their share of all normal frames", BL_UNIT_RATIO);
        for (const Company& each : found_.company) {
            table.row(each.what, each.slow_with, each.slow_share(), each.normal_with,
                      each.normal_share());
            if (!each.is_telling()) continue;
            sink_.finding(
                Finding(BL_FINDING_NOTE, "explain.company",
                        "{0}: in {1} of {2} slow frames, in {3} of {4} normal ones",
                        {Arg::text(each.what), Arg::count(each.slow_with), Arg::count(each.slow),
                         Arg::count(each.normal_with), Arg::count(each.normal)})
                    .share(each.slow_share())
                    .see("company"));
        }
        if (table.size() > 0) sink_.table(table);
    }

    void drivers() {
        const DriverUses& uses = found_.drivers;
        TableBuilder table("drivers", "Drivers in slow frames");
        table.text("driver", "Driver", BL_NAME_MODULE, BL_OUT_KEY,
                   "Whose interrupts and DPCs; on Linux the name of the interrupt");
        table.f64("slow_share", "Of slow",
                  "Its time on whatever CPU in slow frames, by their length: of one CPU",
                  BL_UNIT_RATIO, BL_OUT_BAR | BL_OUT_LESS_IS_BETTER);
        table.f64("normal_share", "Of normal", "The same of normal frames", BL_UNIT_RATIO);
        table.f64("slow_ns", "In a slow frame", "Its time in a slow frame, on average", BL_UNIT_NS,
                  BL_OUT_LESS_IS_BETTER);
        table.f64("normal_ns", "In a normal one", "Its time in a normal frame, on average",
                  BL_UNIT_NS);
        table.f64("taken_ns", "From its threads",
                  "Of its time in a slow frame: on a CPU that it took from threads of the process",
                  BL_UNIT_NS, BL_OUT_LESS_IS_BETTER);
        table.u64("longest_ns", "Longest", "The longest stretch of it in a slow frame", BL_UNIT_NS,
                  BL_OUT_WIDE_ONLY);
        const auto mean = [](std::int64_t time, std::uint64_t frames) {
            return share_of(static_cast<double>(time), static_cast<double>(frames));
        };
        const std::size_t shown = std::min(uses.drivers.size(), kDrivers);
        for (std::size_t i = 0; i < shown; ++i) {
            const DriverUse& each = uses.drivers[i];
            table.row(each.driver.empty() ? "unknown" : each.driver, uses.slow_share(each),
                      uses.normal_share(each), mean(each.slow_ns, uses.slow),
                      mean(each.normal_ns, uses.normal), mean(each.taken_ns, uses.slow),
                      each.longest_ns);
        }
        table.omitted(uses.drivers.size() - shown);
        if (shown == 0) return;
        sink_.table(table);
        const DriverUse& first = uses.drivers.front();
        if (!uses.is_telling(first)) return;
        sink_.finding(
            Finding(BL_FINDING_NOTE, "explain.driver",
                    "{0}: {1} of the time of slow frames, {2} of that of normal ones",
                    {Arg::name(first.driver.empty() ? "unknown" : first.driver, BL_NAME_MODULE),
                     Arg::share(uses.slow_share(first)), Arg::share(uses.normal_share(first))})
                .share(uses.slow_share(first))
                .see("drivers"));
    }

    void one_frame(const SlowFrame& frame) {
        Sentence title;
        title.add("At {}, {}: ", {Arg::time(frame.begin), Arg::ns(frame.length_ns)});
        append(words_.cause(frame), title);
        if (frame.has_cause) {
            title.add(": {}, {} of the frame",
                      {Arg::ns(frame.cause_ns),
                       Arg::share(share_of(static_cast<double>(frame.cause_ns),
                                           static_cast<double>(frame.length_ns)))});
        }
        sink_.heading(path_of(frame), title.text, title.args);
        lanes(frame);
        beside(frame);
    }

    // Each thread of the chain with what it did, and who woke whom.
    void lanes(const SlowFrame& frame) {
        Spans spans(path_of(frame) + "/lanes", "What the threads did", BL_NAME_THREAD,
                    BL_NAME_NONE);
        spans.help(
            "The thread that ended the frame, below it those that it waited for; an arrow is "
            "a wake-up");
        ThreadLanes lanes(spans, names_);
        // In the order of the chain: who waits stands above whom it waited for.
        for (const Link& link : frame.chain.links) lanes.of(link.thread);
        std::map<std::string, std::uint32_t> kinds;
        const auto kind = [&](const std::string& name) {
            const auto [at, fresh] = kinds.try_emplace(name, 0);
            if (fresh) at->second = spans.kind(name);
            return at->second;
        };
        std::map<std::pair<std::size_t, std::int64_t>, std::uint64_t> begins, ends;  // of links
        for (const Part& part : frame.chain.parts) {
            const std::string by = words_.by(part.by);
            const std::uint64_t span = spans.add(lanes.of(frame.chain.links[part.link].thread),
                                                 part.begin, part.end, kind(name_of(part.did)), by);
            begins[{part.link, part.begin}] = span;
            ends[{part.link, part.end}] = span;
        }
        for (const Wake& wake : frame.chain.wakes) {
            const Row waker = frame.chain.links[wake.waker].thread;
            spans.add(lanes.of(frame.chain.links[wake.waiting].thread), wake.begin, wake.end,
                      kind("waits for a thread"), names_.both(waker));
            const auto from = ends.find({wake.waker, wake.end});
            const auto to = begins.find({wake.waiting, wake.end});
            if (from != ends.end() && to != begins.end()) spans.arrow(from->second, to->second);
        }
        sink_.spans(spans);
    }

    // On the same axis, below the chain.
    void beside(const SlowFrame& frame) {
        const Happened& what = frame.beside;
        if (what.events.empty()) return;
        Spans spans(path_of(frame) + "/beside", "What else happened");
        std::string help =
            "Calls of Present and what was on the screen (an arrow leads from one to the other), "
            "work of the GPUs, interrupts on the four CPUs with most of them, requests of disks";
        if (what.left_out > 0) {
            help += "; of each the longest, " + std::to_string(what.left_out) + " are left out";
        }
        spans.help(help);
        for (const std::string& lane : what.lanes) spans.lane(lane);
        std::map<std::string, std::uint32_t> kinds;
        for (const Event& each : what.events) {
            if (kinds.count(each.kind) == 0) kinds[each.kind] = spans.kind(each.kind);
            spans.add(static_cast<std::uint32_t>(each.lane), each.begin, each.end, kinds[each.kind],
                      each.label);
        }
        for (const auto& [call, screen] : what.shown) spans.arrow(call, screen);
        sink_.spans(spans);
    }

    void parts() {
        TableBuilder table("parts", "What the slow frames went into");
        table.u64("frame", "Frame", "Its number", BL_UNIT_NONE, BL_OUT_KEY);
        table.u64("depth", "Depth",
                  "0: the thread that ended the frame; else how many waits lie between it and this "
                  "one",
                  BL_UNIT_NONE, BL_OUT_KEY);
        table.u64("link", "Link",
                  "Its place in the chain, as one thread may end waits of several others",
                  BL_UNIT_NONE, BL_OUT_KEY | BL_OUT_WIDE_ONLY);
        key_columns(table);
        table.u64("time_ns", "Time", "Of the frame; all parts of one add up to it", BL_UNIT_NS,
                  BL_OUT_BAR | BL_OUT_LESS_IS_BETTER);
        table.u64("longest_ns", "Longest", "The longest stretch of it", BL_UNIT_NS,
                  BL_OUT_WIDE_ONLY);
        table.u64("usual_ns", "Usual", "What a normal frame has of it", BL_UNIT_NS);
        table.u64("late_ns", "Late",
                  "Of timers: the part of that time behind the moment that they were set for",
                  BL_UNIT_NS, BL_OUT_LESS_IS_BETTER);
        for (const SlowFrame& frame : found_.explained) {
            for (std::size_t i = 0; i < frame.sums.size(); ++i) {
                const Sum& sum = frame.sums[i];
                const Link& link = frame.chain.links[sum.link];
                table.row(frame.number, link.depth, sum.link, names_.both(link.thread),
                          name_of(sum.did), words_.by(sum.by), sum.time_ns, sum.longest_ns,
                          frame.usual_ns[i],
                          sum.late_ns == kNotTold ? std::optional<std::int64_t>()
                                                  : std::optional(sum.late_ns));
            }
        }
        sink_.table(table);
    }

    void flame(const char* id, const char* title, const char* help,
               const std::vector<StackTime>& stacks, std::uint32_t unit) {
        if (stacks.empty()) return;
        Flame flame(id, title, unit);
        flame.help(help);
        for (const StackTime& each : stacks) flame.add(each.thread, each.stack, each.weight);
        sink_.flame(flame);
    }

    std::optional<std::string> place(Site site) const {
        if (site.kind == SiteKind::kNoStack) return std::nullopt;
        if (site.kind == SiteKind::kNoImage) return "code of no module";
        return site.kind == SiteKind::kSystemOnly ? "system code" : names_.function(site.code);
    }

    void waits() {
        TableBuilder table("waits", "What the slow frames waited for");
        table.u64("frame", "Frame", "Its number", BL_UNIT_NONE, BL_OUT_KEY);
        table.text("thread", "Thread", BL_NAME_THREAD, BL_OUT_KEY, "Who waited");
        table.text("ended_by", "Ended by", BL_NAME_THREAD, BL_OUT_KEY,
                   "Who woke it; of what no thread ended, what it was");
        table.text("kind", "Kind", BL_NAME_NONE, BL_OUT_KEY, "What kind of thing it waited for");
        table.text("told_by", "Told by", BL_NAME_NONE, BL_OUT_WIDE_ONLY,
                   "What tells the kind: a function on the stack, or the system's reason");
        table.text("function", "Function", BL_NAME_FUNCTION, BL_OUT_KEY,
                   "Where it waited: the innermost function outside the system");
        table.u64("count", "Waits", "How many, if only in part within the frame", BL_UNIT_COUNT);
        table.u64("time_ns", "Time", "Of the frame", BL_UNIT_NS,
                  BL_OUT_BAR | BL_OUT_LESS_IS_BETTER);
        constexpr const char* kTold[] = {"", "stack", "reason"};
        for (const SlowFrame& frame : found_.explained) {
            for (const WaitSum& wait : frame.waits) {
                const auto& links = frame.chain.links;
                table.row(frame.number, names_.both(links[wait.link].thread),
                          wait.followed ? names_.both(links[wait.waker].thread)
                                        : std::string(name_of(wait.did)),
                          name_of(wait.kind.kind),
                          kTold[static_cast<std::size_t>(wait.kind.told_by)], place(wait.site),
                          wait.count, wait.time_ns);
            }
        }
        if (table.size() > 0) sink_.table(table);
    }

    const Findings& found_;
    const Names names_;
    const Words words_;
    Sink& sink_;
};

}  // namespace

void report(const Findings& found, const Store& store, Sink& sink) {
    Writer(found, store, sink).write();
}

}  // namespace benchlab::analyzers::explain
