#include "perf/record/plan.hpp"

#include <string_view>

namespace benchlab::perf {
namespace {

constexpr const char* kSwitch = "sched:sched_switch";

bool begins_with(std::string_view text, std::string_view start) {
    return text.substr(0, start.size()) == start;
}

class Planner {
  public:
    Planner(const Settings& settings, const Rights& rights, const Tracefs& tracefs)
        : settings_(settings), rights_(rights), tracefs_(tracefs) {
        plan_.machine = rights.machine;
    }

    Plan plan() {
        for (const char* name : settings_.preset->events()) add(name);
        add_switch_stacks();
        add_side_band();
        return std::move(plan_);
    }

  private:
    bool wants(std::uint32_t stacks) const { return (settings_.preset->stacks & stacks) != 0; }

    void add(const std::string& name) {
        if (name == "cpu-clock") return add_samples();
        if (name == "major-faults") return add_faults();
        add_tracepoint(name);
    }

    void add_tracepoint(const std::string& name) {
        if (!rights_.machine || !tracefs_.usable()) {
            plan_.out_of_reach.push_back(name);
            return;
        }
        const auto id = tracefs_.id(name);
        if (!id) {
            plan_.missing.push_back(name);
            return;
        }
        Event event;
        event.name = name;
        event.attr = usual_attr(PERF_TYPE_TRACEPOINT, *id);
        event.attr.sample_type |= PERF_SAMPLE_RAW;
        // What the recorder itself does is left out only where that takes nothing away from
        // others: an interrupt, or who wakes whom, counts whoever runs at that moment.
        event.own_doing = begins_with(name, "syscalls:") || begins_with(name, "exceptions:") ||
                          begins_with(name, "filemap:");
        if (name == "block:block_rq_issue" && wants(kDiskStacks))
            add_stack(event.attr, settings_.stack_depth);
        if (name == kSwitch && wants(kSwitchStacks) && settings_.pids.empty())
            add_stack(event.attr, settings_.stack_depth);
        plan_.events.push_back(std::move(event));
    }

    // A context switch is told in the context of the thread that leaves, so events of a thread
    // bring just what is wanted: where it began to wait.  A second event, as one for all with
    // stacks would cost every thread of the machine three times as much.
    void add_switch_stacks() {
        if (!wants(kSwitchStacks) || settings_.pids.empty()) return;
        for (const Event& event : plan_.events) {
            if (event.name != kSwitch) continue;
            Event stacks = event;
            stacks.name += "/stack";
            stacks.of_targets = true;
            add_stack(stacks.attr, settings_.stack_depth);
            add_user_stack(stacks.attr, settings_.stack_bytes);
            return plan_.events.push_back(std::move(stacks));
        }
    }

    void add_samples() {
        Event event;
        event.name = "cpu-clock";
        event.attr = usual_attr(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_CLOCK);
        event.attr.sample_period = 1'000'000'000u / settings_.samples_per_second;
        event.attr.exclude_idle = 1;
        event.attr.sample_type |= PERF_SAMPLE_IP;
        if (wants(kSampleStacks)) add_stack(event.attr, settings_.stack_depth);
        add_software(std::move(event));
    }

    void add_faults() {
        Event event;
        event.name = "major-faults";
        event.attr = usual_attr(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS_MAJ);
        event.attr.sample_type |= PERF_SAMPLE_IP | PERF_SAMPLE_ADDR;
        if (wants(kFaultStacks)) add_stack(event.attr, settings_.stack_depth);
        add_software(std::move(event));
    }

    void add_software(Event event) {
        if (!plan_.machine) restrict_to_targets(event);
        plan_.events.push_back(std::move(event));
    }

    void restrict_to_targets(Event& event) const {
        event.of_targets = true;
        if (rights_.own_kernel) return;
        event.attr.exclude_kernel = 1;
        event.attr.exclude_callchain_kernel = 1;
    }

    // Records of context switches tell who ran when, but neither why it stopped nor who woke it.
    // They stand in for the tracepoint where it cannot be had, and beside it: of threads whose
    // tracepoints some kernels drop (6.18 those of an idle CPU, after a while) they still come.
    void add_side_band() {
        plan_.side_band.name = "dummy:HG";  // what perf calls it
        plan_.side_band.attr = side_band_attr(rights_);
        for (const char* name : settings_.preset->events()) {
            if (std::string(name) == kSwitch) plan_.side_band.attr.context_switch = 1;
        }
        if (!plan_.machine) restrict_to_targets(plan_.side_band);
    }

    const Settings& settings_;
    const Rights& rights_;
    const Tracefs& tracefs_;
    Plan plan_;
};

}  // namespace

Plan make_plan(const Settings& settings, const Rights& rights, const Tracefs& tracefs) {
    return Planner(settings, rights, tracefs).plan();
}

bool comes_of_a_driver(const std::string& event) {
    return begins_with(event, "drm:") || begins_with(event, "gpu_scheduler:") ||
           begins_with(event, "dma_fence:");
}

}  // namespace benchlab::perf
