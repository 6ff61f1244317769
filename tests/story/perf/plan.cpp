#include "plan.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

namespace benchlab::story::perf {

namespace {

constexpr std::uint8_t kIsr = 1, kDpc = 2, kTimerDpc = 3, kThreadedDpc = 4, kSoftirq = 5;

// Where probes sit, by letters, digits and underscores.
std::string probe_name(std::string_view name) {
    std::string out(name.substr(0, 60));
    for (char& c : out) {
        if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
    }
    return out.empty() ? "mark" : out;
}

std::string lower(std::string_view text) {
    std::string out(text);
    for (char& c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return out;
}

std::string_view swap_function(std::string_view runtime) {
    const std::string word = lower(runtime);
    if (word == "glx") return "glXSwapBuffers";
    return word == "vulkan" ? "vkQueuePresentKHR" : "eglSwapBuffers";
}

std::pair<std::string, std::string> call_events(std::uint8_t kind, const std::string& name) {
    constexpr std::uint8_t kSystem = 1, kLock = 2, kFence = 3, kWork = 4;
    switch (kind) {
        case kSystem:
            return {"syscalls:sys_enter_" + name, "syscalls:sys_exit_" + name};
        case kLock:
            return {"lock:contention_begin", "lock:contention_end"};
        case kFence:
            return {"dma_fence:dma_fence_wait_start", "dma_fence:dma_fence_wait_end"};
        case kWork:
            return {"workqueue:workqueue_execute_start", "workqueue:workqueue_execute_end"};
        default:
            return {};
    }
}

// Plans one event: what it is told to use, and what has no form.
class Planner {
  public:
    Planner(EventTypes& types, EventPlan& plan) : types_(types), plan_(plan) {}

    void operator()(const Switch& e) {
        use("sched:sched_switch", 0, Part::kBegin, !e.old_stack.empty());
        if (!e.new_stack.empty()) leave("new-stack of a switch");
        if (e.state == State::kUnknown && e.old_thread.id != 0) leave("unknown state of a switch");
    }
    void operator()(const Ready& e) {
        static constexpr std::array<std::string_view, 5> kNames{
            "", "sched:sched_waking", "sched:sched_wakeup", "sched:sched_wakeup_new", ""};
        const std::string_view name = e.kind < kNames.size() ? kNames[e.kind] : "";
        if (name.empty()) return leave("ready of a thread that is swapped out");
        use(name, 0, Part::kBegin, !e.stack.empty());
    }
    void operator()(const Sample& e) {
        const bool is_clock = e.event.empty() || e.event == "timer";
        const EventType* const type = find_sampled_event(is_clock ? "cpu-clock" : e.event);
        if (!type) return leave("sample of another event");
        use(type->name, 0, Part::kBegin, !e.stack.empty());
    }
    void operator()(const Interrupt& e) {
        if (e.kind == kThreadedDpc) return leave("threaded-dpc");
        const bool is_soft = e.kind == kDpc || e.kind == kTimerDpc || e.kind == kSoftirq;
        if (is_soft && e.queued) use("irq:softirq_raise", e.queued->ns, Part::kQueued);
        if (!is_soft && e.queued) leave("queued of an interrupt");
        const std::string_view begin = is_soft          ? "irq:softirq_entry"
                                       : e.kind == kIsr ? "irq:irq_handler_entry"
                                                        : "irq_vectors:local_timer_entry";
        const std::string_view end = is_soft          ? "irq:softirq_exit"
                                     : e.kind == kIsr ? "irq:irq_handler_exit"
                                                      : "irq_vectors:local_timer_exit";
        use(begin, 0, Part::kBegin);
        use(end, e.length.ns, Part::kEnd);
    }
    void operator()(const Timer& e) {
        if (e.late) use("timer:hrtimer_start", -e.asked.ns - e.late->ns, Part::kQueued);
        use("timer:hrtimer_expire_entry", 0, Part::kBegin);
        use("timer:hrtimer_expire_exit", e.length.ns, Part::kEnd);
    }
    void operator()(const HardFault& e) {
        use("exceptions:page_fault_user", 0, Part::kBegin);
        use("major-faults", e.length.ns, Part::kEnd, !e.stack.empty());
    }
    void operator()(const DiskIo& e) {
        const bool waits = e.queued.ns != 0;
        if (waits) use("block:block_rq_insert", 0, Part::kQueued, !e.stack.empty());
        use("block:block_rq_issue", e.queued.ns, Part::kBegin, !waits && !e.stack.empty());
        use("block:block_rq_complete", e.queued.ns + e.length.ns, Part::kEnd);
    }
    void operator()(const Call& e) {
        const std::string name = probe_name(e.name);
        const auto [begin, end] = call_events(e.kind, name);
        if (begin.empty()) return leave("call of this kind");
        use(begin, 0, Part::kBegin, !e.stack.empty());
        use(end, e.length.ns, Part::kEnd);
    }
    void operator()(const Present& e) {
        const std::string event = "uprobe:" + std::string(swap_function(e.runtime));
        use(event, 0, Part::kBegin);
        // The return probe is there also when no call returns.
        const std::size_t type = types_.use(event + "__return", false);
        if (e.length) plan_.steps.push_back({e.length->ns, type, Part::kEnd});
    }
    void operator()(const Mark& e) { use("uprobe:" + probe_name(e.name), 0, Part::kBegin); }
    void operator()(const Counter& e) {
        constexpr std::uint8_t kHertz = 7;
        if (e.name != "cpu_frequency" || e.unit != kHertz) return leave("counter");
        use("power:cpu_frequency", 0, Part::kBegin);
    }
    void operator()(const Lost& e) {
        constexpr std::uint8_t kThrottled = 3;
        plan_.steps.push_back({e.kind == kThrottled ? 0 : e.length.ns, 0, Part::kBegin});
        if (e.kind == kThrottled) plan_.steps.push_back({e.length.ns, 0, Part::kEnd});
    }
    void operator()(const Display&) { leave("display"); }
    void operator()(const Vsync&) { use("drm:drm_vblank_event", 0, Part::kBegin); }
    void operator()(const Packet&) { leave("packet"); }
    void operator()(const Input&) { leave("input"); }
    void operator()(const Phase&) { leave("phase"); }
    void operator()(const Frame&) { leave("frame"); }

  private:
    void use(std::string_view name, std::int64_t offset_ns, Part part, bool has_stack = false) {
        plan_.steps.push_back({offset_ns, types_.use(name, has_stack), part});
    }
    void leave(const char* what) { plan_.left_out.emplace_back(what); }

    EventTypes& types_;
    EventPlan& plan_;
};

}  // namespace

Plan::Plan(const Story& story, EventTypes& types) : types_(types) {
    add(story.events);
}

void Plan::add(const Block& block) {
    for (const Event& event : block.events) {
        EventPlan& plan = plans_[&event];
        std::visit(Planner(types_, plan), event.body);
        for (const Step& step : plan.steps) lead_ns_ = std::max(lead_ns_, -step.offset_ns);
    }
    for (const Repeat& repeat : block.repeats) add(repeat.block);
}

std::uint32_t softirq_vector(const Interrupt& interrupt) {
    static constexpr std::array<std::string_view, 10> kNames{
        "HI",       "TIMER",   "NET_TX", "NET_RX",  "BLOCK",
        "IRQ_POLL", "TASKLET", "SCHED",  "HRTIMER", "RCU"};
    const auto found = std::find(kNames.begin(), kNames.end(), interrupt.name);
    if (found != kNames.end()) return static_cast<std::uint32_t>(found - kNames.begin());
    if (interrupt.kind == kSoftirq) return interrupt.vector;
    return interrupt.kind == kTimerDpc ? 1 : 6;
}

}  // namespace benchlab::story::perf
