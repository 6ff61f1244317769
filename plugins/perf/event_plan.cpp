#include "perf/event_plan.hpp"

#include <array>
#include <string_view>

namespace benchlab::perf {
namespace {

struct KnownEvent {
    std::string_view name;
    EventKind kind;
};

constexpr KnownEvent kKnownEvents[] = {
    {"sched:sched_switch", EventKind::kSwitch},
    {"sched:sched_waking", EventKind::kWakingAsked},
    {"sched:sched_wakeup", EventKind::kWakeUp},
    {"sched:sched_wakeup_new", EventKind::kWakeUpNew},
    {"irq:irq_handler_entry", EventKind::kIrqEntry},
    {"irq:irq_handler_exit", EventKind::kIrqExit},
    {"irq:softirq_entry", EventKind::kSoftirqEntry},
    {"irq:softirq_exit", EventKind::kSoftirqExit},
    {"irq:softirq_raise", EventKind::kSoftirqRaise},
    {"timer:hrtimer_start", EventKind::kTimerSet},
    {"timer:hrtimer_expire_entry", EventKind::kTimerEntry},
    {"timer:hrtimer_expire_exit", EventKind::kTimerExit},
    {"exceptions:page_fault_user", EventKind::kPageFault},
    {"exceptions:page_fault_kernel", EventKind::kPageFault},
    {"block:block_rq_insert", EventKind::kDiskInsert},
    {"block:block_rq_issue", EventKind::kDiskIssue},
    {"block:block_rq_complete", EventKind::kDiskComplete},
    {"lock:contention_begin", EventKind::kLockBegin},
    {"lock:contention_end", EventKind::kLockEnd},
    {"power:cpu_frequency", EventKind::kCpuFrequency},
};

// Functions by which a program hands a frame over, and what graphics interface they are of.
struct KnownPresent {
    std::string_view function, runtime;
};
constexpr KnownPresent kKnownPresents[] = {
    {"eglSwapBuffers", "EGL"},
    {"eglSwapBuffersWithDamageKHR", "EGL"},
    {"eglSwapBuffersWithDamageEXT", "EGL"},
    {"glXSwapBuffers", "GLX"},
    {"vkQueuePresentKHR", "Vulkan"},
    {"benchlab_layer_present", "Vulkan"},
};

// States of threads before kernels said their own, and as they are since 4.14.
const NamedValues& usual_states() {
    static const NamedValues states = {{0x01, "S"}, {0x02, "D"}, {0x04, "T"}, {0x08, "t"},
                                       {0x10, "X"}, {0x20, "Z"}, {0x40, "P"}, {0x80, "I"}};
    return states;
}
constexpr std::uint64_t kUsualPreempted = 0x100;

void plan_switch(const EventFormat& format, EventPlan& plan) {
    plan.thread = format.field("prev_pid");
    plan.thread_name = format.field("prev_comm");
    plan.priority = format.field("prev_prio");
    plan.state = format.field("prev_state");
    plan.other = format.field("next_pid");
    plan.other_name = format.field("next_comm");
    plan.other_priority = format.field("next_prio");
    plan.names = format.names_of("prev_state");
    if (plan.names.empty()) {
        plan.names = usual_states();
        plan.preempted_bit = kUsualPreempted;
    } else {
        plan.preempted_bit = format.bit_printed_as("prev_state", "+").value_or(0);
    }
}

void plan_tracepoint(const EventFormat& format, EventPlan& plan) {
    plan.flags = format.field("common_flags");
    plan.current = format.field("common_pid");
    switch (plan.kind) {
        case EventKind::kSwitch:
            return plan_switch(format, plan);
        case EventKind::kWakingAsked:
        case EventKind::kWakeUp:
        case EventKind::kWakeUpNew:
            plan.thread = format.field("pid");
            plan.thread_name = format.field("comm");
            plan.number = format.field("target_cpu");
            return;
        case EventKind::kIrqEntry:
        case EventKind::kIrqExit:
            plan.number = format.field("irq");
            plan.name = format.field("name");
            return;
        case EventKind::kSoftirqEntry:
        case EventKind::kSoftirqExit:
        case EventKind::kSoftirqRaise:
            plan.number = format.field("vec");
            plan.names = format.names_of("vec");
            return;
        case EventKind::kVectorEntry:
        case EventKind::kVectorExit:
            plan.number = format.field("vector");
            return;
        case EventKind::kTimerSet:
        case EventKind::kTimerEntry:
        case EventKind::kTimerExit:
            plan.object = format.field("hrtimer");
            plan.ip = format.field("function");
            // When it was asked for; `expires` has the slack, too, that the kernel may add.
            plan.number = format.field("softexpires");
            plan.now = format.field("now");
            return;
        case EventKind::kPageFault:
            plan.address = format.field("address");
            plan.ip = format.field("ip");
            return;
        case EventKind::kDiskInsert:
        case EventKind::kDiskIssue:
        case EventKind::kDiskComplete:
            plan.device = format.field("dev");
            plan.sector = format.field("sector");
            plan.sector_count = format.field("nr_sector");
            plan.bytes = format.field("bytes");
            plan.operation = format.field("rwbs");
            return;
        case EventKind::kLockBegin:
        case EventKind::kLockEnd:
            plan.object = format.field("lock_addr");
            plan.result = format.field("ret");
            return;
        case EventKind::kCallEnter:
            plan.object = format.field("uaddr");  // of a futex
            return;
        case EventKind::kCallExit:
            plan.result = format.field("ret");
            return;
        case EventKind::kCpuFrequency:
            plan.text = "cpu frequency";
            plan.number = format.field("cpu_id");
            plan.object = format.field("state");
            return;
        default:
            return;
    }
}

bool take_suffix(std::string_view& name, std::string_view suffix) {
    if (!name.ends_with(suffix)) return false;
    name.remove_suffix(suffix.size());
    return true;
}

// Calls and interrupt vectors have a pair of events each.
void name_pair(std::string_view system, std::string_view name, EventPlan& plan) {
    if (system == "syscalls") {
        if (name.starts_with("sys_enter_")) plan.kind = EventKind::kCallEnter;
        if (name.starts_with("sys_exit_")) plan.kind = EventKind::kCallExit;
        if (plan.kind != EventKind::kOther) plan.text = name.substr(name.find('_', 4) + 1);
    }
    if (system == "irq_vectors") {
        if (take_suffix(name, "_entry")) plan.kind = EventKind::kVectorEntry;
        if (take_suffix(name, "_exit")) plan.kind = EventKind::kVectorExit;
        plan.text = name;
    }
}

// What a probe in a program says: a frame is handed over, or a mark.
void plan_probe(std::string_view function, EventPlan& plan) {
    // perf numbers the second and later probes of one function.
    const std::string_view whole = function;
    const bool is_return = take_suffix(function, "__return");
    for (const KnownPresent& each : kKnownPresents) {
        if (!function.starts_with(each.function)) continue;
        const std::string_view rest = function.substr(each.function.size());
        if (!rest.empty() && rest.front() != '_') continue;
        plan.kind = is_return ? EventKind::kPresentReturn : EventKind::kPresent;
        plan.text = each.runtime;
        plan.function = function;
        return;
    }
    if (is_return) return;
    plan.kind = EventKind::kMark;
    // One that is named after a frame ends one.
    plan.text = whole.find("frame") == std::string_view::npos ? whole : "frame";
}

// Without these a row would be of thread 0, of sector 0 and so on.
bool has_what_it_needs(const EventPlan& plan) {
    switch (plan.kind) {
        case EventKind::kSwitch:
            return plan.thread && plan.other && plan.state;
        case EventKind::kWakingAsked:
        case EventKind::kWakeUp:
        case EventKind::kWakeUpNew:
            return static_cast<bool>(plan.thread);
        case EventKind::kIrqEntry:
        case EventKind::kIrqExit:
        case EventKind::kSoftirqEntry:
        case EventKind::kSoftirqExit:
        case EventKind::kSoftirqRaise:
        case EventKind::kVectorEntry:
        case EventKind::kVectorExit:
            return static_cast<bool>(plan.number);
        case EventKind::kTimerSet:
            return plan.object && plan.number;
        case EventKind::kTimerEntry:
            return plan.object && plan.now;
        case EventKind::kTimerExit:
            return static_cast<bool>(plan.object);
        case EventKind::kPageFault:
            return static_cast<bool>(plan.address);
        case EventKind::kDiskInsert:
        case EventKind::kDiskIssue:
        case EventKind::kDiskComplete:
            return plan.device && plan.sector;
        case EventKind::kCpuFrequency:
            return static_cast<bool>(plan.object);
        default:
            return true;
    }
}

bool is_probe_system(std::string_view system) {
    return system.starts_with("probe_") || system.starts_with("sdt_") || system == "uprobes";
}

}  // namespace

EventPlan plan_event(const Session& session, const Attribute& attribute) {
    EventPlan plan;
    // What a recorder calls a tracepoint is up to it; what it is the format says.
    const EventFormat* const format = session.format_of(attribute);
    const bool is_named = format != nullptr && !format->system.empty();
    const std::string own = is_named ? format->system + ":" + format->name : attribute.name;
    const std::string_view whole = own;
    const std::size_t colon = whole.find(':');
    const std::string_view system = whole.substr(0, colon == whole.npos ? 0 : colon);
    const std::string_view name = whole.substr(colon == whole.npos ? 0 : colon + 1);
    if (attribute.type == kSoftware) {
        constexpr std::uint64_t kCpuClock = 0, kTaskClock = 1, kMajorFaults = 6;
        if (attribute.config == kMajorFaults) plan.kind = EventKind::kMajorFault;
        if (attribute.config == kCpuClock || attribute.config == kTaskClock) {
            plan.kind = EventKind::kSample;
            plan.text = attribute.config == kCpuClock ? "cpu-clock" : "task-clock";
        }
        return plan;
    }
    if (system == "uprobe" || session.is_uprobe(attribute)) {
        plan_probe(name, plan);
        return plan;
    }
    if (attribute.type != kTracepoint) {
        plan.kind = EventKind::kSample;
        plan.text = whole;
        return plan;
    }
    for (const KnownEvent& each : kKnownEvents) {
        if (each.name == whole) plan.kind = each.kind;
    }
    if (plan.kind == EventKind::kOther) name_pair(system, name, plan);
    if (plan.kind == EventKind::kOther && is_probe_system(system)) {
        plan_probe(name, plan);
        // perf numbers the probes of one function, and then does not say which return.
        const bool returns = format != nullptr && format->field("__probe_ret_ip");
        if (returns && plan.kind == EventKind::kPresent) plan.kind = EventKind::kPresentReturn;
        if (returns && plan.kind == EventKind::kMark) plan.kind = EventKind::kOther;
    }
    if (format != nullptr) plan_tracepoint(*format, plan);
    if (has_what_it_needs(plan)) return plan;
    plan.kind = EventKind::kOther;
    plan.has_no_format = true;
    return plan;
}

}  // namespace benchlab::perf
