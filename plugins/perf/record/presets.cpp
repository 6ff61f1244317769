#include "perf/record/presets.hpp"

#include <array>

namespace benchlab::perf {
namespace {

template <std::size_t... Counts>
constexpr auto joined(const std::array<const char*, Counts>&... lists) {
    std::array<const char*, (Counts + ...)> all{};
    std::size_t at = 0;
    const auto add = [&](const auto& names) {
        for (const char* name : names) all[at++] = name;
    };
    (add(lists), ...);
    return all;
}

template <class... Names>
constexpr auto list(Names... names) {
    return std::array<const char*, sizeof...(Names)>{names...};
}

constexpr auto kLives =
    list("sched:sched_process_fork", "sched:sched_process_exec", "sched:sched_process_exit");
constexpr auto kScheduling =
    list("sched:sched_switch", "sched:sched_waking", "sched:sched_wakeup_new");
constexpr auto kInterrupts = list("irq:irq_handler_entry", "irq:irq_handler_exit",
                                  "irq:softirq_entry", "irq:softirq_exit", "irq:softirq_raise");
// Interrupts that have no handler of a driver: the timer, and processors that call each other.
constexpr auto kVectors = list(
    "irq_vectors:local_timer_entry", "irq_vectors:local_timer_exit", "irq_vectors:reschedule_entry",
    "irq_vectors:reschedule_exit", "irq_vectors:call_function_entry",
    "irq_vectors:call_function_exit", "irq_vectors:call_function_single_entry",
    "irq_vectors:call_function_single_exit", "irq:tasklet_entry", "irq:tasklet_exit");
constexpr auto kTimerTick = list("irq_vectors:local_timer_entry", "irq_vectors:local_timer_exit");
constexpr auto kSamples = list("cpu-clock");
constexpr auto kFaults = list("major-faults");
// Their entry tells how long a hard fault took.  They are frequent.
constexpr auto kFaultEntries = list("exceptions:page_fault_user");
constexpr auto kDisk = list("block:block_rq_issue", "block:block_rq_complete");
constexpr auto kDiskQueue = list("block:block_rq_insert");
constexpr auto kGraphics = list("dma_fence:dma_fence_wait_start", "dma_fence:dma_fence_wait_end",
                                "dma_fence:dma_fence_emit", "dma_fence:dma_fence_signaled",
                                "gpu_scheduler:drm_sched_job", "gpu_scheduler:drm_run_job",
                                "gpu_scheduler:drm_sched_process_job", "drm:drm_vblank_event");
constexpr auto kWaitCalls = list(
    "syscalls:sys_enter_futex", "syscalls:sys_exit_futex", "syscalls:sys_enter_clock_nanosleep",
    "syscalls:sys_exit_clock_nanosleep", "syscalls:sys_enter_nanosleep",
    "syscalls:sys_exit_nanosleep", "syscalls:sys_enter_poll", "syscalls:sys_exit_poll",
    "syscalls:sys_enter_ppoll", "syscalls:sys_exit_ppoll", "syscalls:sys_enter_select",
    "syscalls:sys_exit_select", "syscalls:sys_enter_pselect6", "syscalls:sys_exit_pselect6",
    "syscalls:sys_enter_epoll_wait", "syscalls:sys_exit_epoll_wait",
    "syscalls:sys_enter_epoll_pwait", "syscalls:sys_exit_epoll_pwait", "syscalls:sys_enter_ioctl",
    "syscalls:sys_exit_ioctl", "syscalls:sys_enter_sched_yield", "syscalls:sys_exit_sched_yield");
constexpr auto kFileCalls =
    list("syscalls:sys_enter_read", "syscalls:sys_exit_read", "syscalls:sys_enter_write",
         "syscalls:sys_exit_write", "syscalls:sys_enter_pread64", "syscalls:sys_exit_pread64",
         "syscalls:sys_enter_pwrite64", "syscalls:sys_exit_pwrite64", "syscalls:sys_enter_fsync",
         "syscalls:sys_exit_fsync", "syscalls:sys_enter_fdatasync", "syscalls:sys_exit_fdatasync");
constexpr auto kPageCache =
    list("filemap:mm_filemap_fault", "filemap:mm_filemap_add_to_page_cache");
// How late they were.
constexpr auto kTimers =
    list("timer:hrtimer_start", "timer:hrtimer_expire_entry", "timer:hrtimer_expire_exit");
constexpr auto kDeferredWork =
    list("timer:timer_expire_entry", "timer:timer_expire_exit", "workqueue:workqueue_execute_start",
         "workqueue:workqueue_execute_end");
constexpr auto kKernelLocks = list("lock:contention_begin", "lock:contention_end");
constexpr auto kPower = list("power:cpu_frequency", "power:cpu_idle");

constexpr auto kLightEvents = joined(kScheduling, kLives, kInterrupts);
constexpr auto kNormalEvents = joined(kLightEvents, kSamples, kFaults, kDisk);
constexpr auto kFullEvents =
    joined(kNormalEvents, kFaultEntries, kDiskQueue, kVectors, kWaitCalls, kFileCalls, kPageCache,
           kTimers, kDeferredWork, kKernelLocks, kGraphics, kPower);
constexpr auto kDpcEvents = joined(kLives, kInterrupts, kVectors);
constexpr auto kGameEvents = joined(kNormalEvents, kFaultEntries, kTimers, kGraphics);
constexpr auto kLatencyEvents = joined(kLightEvents, kVectors, kTimers, kSamples);
constexpr auto kCpuEvents = joined(kScheduling, kLives, kSamples);
constexpr auto kDiskEvents =
    joined(kLives, kDisk, kDiskQueue, kFaults, kFaultEntries, kFileCalls, kPageCache);
constexpr auto kPowerEvents = joined(kLives, kPower, kSamples, kTimerTick);

template <std::size_t Count>
constexpr Preset preset(const char* id, const char* help,
                        const std::array<const char*, Count>& events, std::uint32_t stacks) {
    return {{sizeof(bl_preset), static_cast<std::uint32_t>(Count), id, help, events.data()},
            stacks};
}

constexpr std::uint32_t kUsualStacks = kSwitchStacks | kSampleStacks | kFaultStacks;

constexpr std::array kPresets = {
    preset("normal", "scheduling, interrupts, disk, hard faults, samples, and stacks",
           kNormalEvents, kUsualStacks),
    preset("light", "scheduling and interrupts only, no stacks: the least disturbance",
           kLightEvents, kNoStacks),
    preset("full", "normal, and system calls, page faults, timers, kernel locks and work queues",
           kFullEvents, kUsualStacks | kDiskStacks),
    preset("game", "normal, and page faults, timers and what the graphics driver tells",
           kGameEvents, kUsualStacks),
    preset("latency", "scheduling, every kind of interrupt, timers, samples, and stacks",
           kLatencyEvents, kUsualStacks),
    preset("cpu", "scheduling, samples, and stacks", kCpuEvents, kUsualStacks),
    preset("dpc", "interrupts, softirqs and tasklets", kDpcEvents, kNoStacks),
    preset("disk", "disk requests with stacks, file calls, hard faults", kDiskEvents,
           kDiskStacks | kFaultStacks),
    preset("power", "frequency and idle states of processors, samples, timer ticks", kPowerEvents,
           kNoStacks),
};

constexpr auto kTables = [] {
    std::array<const bl_preset*, kPresets.size()> tables{};
    for (std::size_t i = 0; i < tables.size(); ++i) tables[i] = &kPresets[i].table;
    return tables;
}();

}  // namespace

std::span<const bl_preset* const> preset_tables() {
    return kTables;
}

const Preset* find_preset(std::string_view id) {
    for (const Preset& preset : kPresets) {
        if (id == preset.table.id) return &preset;
    }
    return nullptr;
}

}  // namespace benchlab::perf
