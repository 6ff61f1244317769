#include "sampled/report.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/ids.hpp"

namespace benchlab::analyzers::sampled {
namespace {

// Above this share of samples whose callers are not known, inclusive figures say little; fewer
// samples than that prove nothing.
constexpr double kManyWithoutCallers = 0.1;
constexpr std::uint64_t kFewSamples = 20;

const char* name_of(Doing doing) {
    switch (doing) {
        case Doing::kIdle:
            return "idle";
        case Doing::kDpc:
            return "DPC";
        case Doing::kInterrupt:
            return "interrupt";
        default:
            return "unknown thread";
    }
}

double share_of(const Totals& part, const Totals& whole) {
    return whole.weight == 0 ? 0
                             : static_cast<double>(part.weight) / static_cast<double>(whole.weight);
}

class EventReport {
  public:
    EventReport(const Result& result, const EventResult& event, std::string prefix, Sink& sink)
        : result_(result),
          event_(event),
          prefix_(std::move(prefix)),
          of_focus_(result.has_focus ? " of the focus" : ""),
          sink_(sink) {}

    void all() {
        totals();
        outside();
        places(event_.places, result_.by_function ? "by-process-and-function" : "by-module",
               result_.by_function ? "By process and function" : "By process and module",
               result_.by_function ? BL_NAME_FUNCTION : BL_NAME_MODULE,
               "Of the weight of all samples that found a thread running", false);
        places(event_.exclusive, "by-function", "By function" + of_focus_ + ", where it was",
               BL_NAME_FUNCTION, "Of the weight of all samples" + of_focus_, result_.has_focus);
        if (result_.has_stacks) {
            places(event_.inclusive, "inclusive",
                   "By function" + of_focus_ + ", with what it called", BL_NAME_FUNCTION,
                   "Samples with the function anywhere on the stack, counted once each, of the "
                   "weight of those with a stack" +
                       of_focus_,
                   result_.has_focus);
        }
        flame();
        callers();
    }

  private:
    std::string id(const char* name) const { return prefix_ + name; }
    std::uint32_t weight_unit() const { return event_.in_ns ? BL_UNIT_NS : BL_UNIT_COUNT; }

    void totals() {
        if (!event_.event.empty()) sink_.text(id("event"), "Taken by", event_.event);
        sink_.value(id("samples"), "Samples", "Samples within the window", event_.all.count,
                    BL_UNIT_COUNT);
        sink_.value(id("attributed"), "Of threads",
                    "The share of the samples' weight that found a thread running; the rest is "
                    "idle, in interrupts or DPCs, or of a thread that the trace does not tell",
                    share_of(event_.threads, event_.all), BL_UNIT_RATIO);
        if (result_.has_focus) {
            sink_.value(id("focus"), "Of the focus",
                        "The share of the samples' weight that found a thread of the focus "
                        "running",
                        share_of(event_.focus, event_.all), BL_UNIT_RATIO);
        }
        if (result_.has_stacks) {
            sink_.value(id("with-stacks"), "With stacks",
                        "The share of the weight of samples" + of_focus_ +
                            (result_.has_focus ? "" : " that found a thread running") +
                            " that have a call stack",
                        share_of(event_.inclusive.sum, event_.focus), BL_UNIT_RATIO);
        }
    }

    void weight_columns(TableBuilder& table, const std::string& share) const {
        table.u64("samples", "Samples", "Samples within the window", BL_UNIT_COUNT);
        if (event_.in_ns) {
            table.u64("time_ns", "Est. time",
                      "What the samples stand for: each the time since the one before it",
                      BL_UNIT_NS, BL_OUT_BAR);
        } else {
            table.u64("weight", "Weight",
                      "What the samples stand for: each the events since the one before it, or 1 "
                      "where the trace does not tell",
                      BL_UNIT_COUNT, BL_OUT_BAR);
        }
        table.f64("share", "Share", share, BL_UNIT_RATIO);
    }

    void outside() {
        if (event_.outside.empty()) return;
        const bool functions = result_.by_function;
        TableBuilder table(id("unattributed"), "Samples of no thread");
        table.text("doing", "Doing", BL_NAME_NONE, BL_OUT_KEY,
                   "What the CPU did: nothing, a DPC, an interrupt, or a thread that the trace "
                   "does not tell");
        table.text(functions ? "function" : "module", functions ? "Function" : "Module",
                   functions ? BL_NAME_FUNCTION : BL_NAME_MODULE, BL_OUT_KEY);
        weight_columns(table, "Of the weight of all samples");
        for (const OutsideRow& row : event_.outside) {
            std::optional<std::string> place;
            if (!row.place.empty()) place = row.place;
            table.row(name_of(row.doing), place, row.totals.count, row.totals.weight,
                      share_of(row.totals, event_.all));
        }
        table.omitted(event_.outside_omitted);
        sink_.table(table);
    }

    void places(const Places& places, const char* name, const std::string& title,
                std::uint32_t kind, const std::string& share, bool of_focus) {
        if (places.rows.empty()) return;
        const bool functions = kind == BL_NAME_FUNCTION;
        TableBuilder table(id(name), title);
        const std::uint32_t wide = of_focus ? BL_OUT_WIDE_ONLY : 0;
        table.text("process", "Process", BL_NAME_PROCESS, BL_OUT_KEY | wide);
        table.u64("pid", "Pid", "The number that the system calls the process by", BL_UNIT_NONE,
                  BL_OUT_WIDE_ONLY);
        table.text(functions ? "function" : "module", functions ? "Function" : "Module", kind,
                   BL_OUT_KEY);
        weight_columns(table, share);
        for (const PlaceRow& row : places.rows) {
            table.row(row.process, row.pid, row.place, row.totals.count, row.totals.weight,
                      share_of(row.totals, places.sum));
        }
        table.omitted(places.omitted);
        sink_.table(table);
    }

    void flame() {
        if (event_.flame.empty()) return;
        Flame flame(id("flame"), "Call stacks" + of_focus_, weight_unit());
        flame.help("Samples" + of_focus_ +
                   " that have a call stack, by thread; the width is what they stand for");
        for (const FlameEntry& each : event_.flame) flame.add(each.thread, each.stack, each.weight);
        sink_.flame(flame);
    }

    // Whether the stacks can be trusted.
    void callers() {
        if (event_.focus.count < kFewSamples) return;
        const Totals& with = event_.inclusive.sum;
        const double missing = 1 - share_of(with, event_.focus);
        if (!result_.has_stacks) {
            sink_.finding(Finding(BL_FINDING_NOTE, "sampled.no-stacks",
                                  "The samples have no call stacks: who called a function is not "
                                  "known")
                              .see(id("by-function")));
        } else if (missing > kManyWithoutCallers) {
            sink_.finding(Finding(BL_FINDING_WARNING, "sampled.missing-stacks",
                                  "{0} of the samples" + of_focus_ +
                                      " have no call stack: figures with callers are of the rest",
                                  {Arg::share(missing)})
                              .see(id("with-stacks"))
                              .see(id("inclusive")));
        }
        const double broken = share_of(event_.broken, with);
        if (broken <= kManyWithoutCallers) return;
        sink_.finding(Finding(BL_FINDING_WARNING, "sampled.broken-stacks",
                              "{0} of the call stacks" + of_focus_ +
                                  " end early, in no module or in the kernel: their outer callers "
                                  "are not known",
                              {Arg::share(broken)})
                          .see(id("inclusive"))
                          .see(id("flame")));
    }

    const Result& result_;
    const EventResult& event_;
    const std::string prefix_, of_focus_;
    Sink& sink_;
};

}  // namespace

void report(const Result& result, Sink& sink) {
    std::vector<std::string> used;
    for (const EventResult& event : result.events) {
        std::string prefix;
        if (result.events.size() > 1) {
            prefix = id_part(event.event);
            for (const std::string& other : used) {
                if (other == prefix) prefix += "-" + std::to_string(used.size() + 1);
            }
            used.push_back(prefix);
            sink.heading(prefix, "Samples taken by {0}", {Arg::text(event.event)});
            prefix += "/";
        }
        EventReport(result, event, prefix, sink).all();
    }
}

}  // namespace benchlab::analyzers::sampled
