#include "common/wait_kinds.hpp"

#include <iterator>
#include <string_view>

namespace benchlab::analyzers {
namespace {

struct Named {
    std::string_view name;  // how a function's begins; the whole of a reason's
    WaitKind kind;
};

constexpr Named kFunctions[] = {
    // Linux: the kernel
    {"futex_", WaitKind::kLock},
    {"__futex_wait", WaitKind::kLock},
    {"mutex_lock", WaitKind::kLock},
    {"__mutex_lock", WaitKind::kLock},
    {"rwsem_down_", WaitKind::kLock},
    {"down_read", WaitKind::kLock},
    {"down_write", WaitKind::kLock},
    {"percpu_rwsem_wait", WaitKind::kLock},
    {"do_nanosleep", WaitKind::kTimer},
    {"hrtimer_nanosleep", WaitKind::kTimer},
    {"usleep_range", WaitKind::kTimer},
    {"msleep", WaitKind::kTimer},
    {"ep_poll", WaitKind::kMessage},
    {"do_epoll_wait", WaitKind::kMessage},
    {"do_poll", WaitKind::kMessage},
    {"do_sys_poll", WaitKind::kMessage},
    {"do_select", WaitKind::kMessage},
    {"pipe_read", WaitKind::kMessage},
    {"pipe_write", WaitKind::kMessage},
    {"anon_pipe_", WaitKind::kMessage},
    {"unix_stream_", WaitKind::kMessage},
    {"unix_dgram_", WaitKind::kMessage},
    {"sk_wait_data", WaitKind::kMessage},
    {"__skb_wait_for_more_packets", WaitKind::kMessage},
    {"inet_csk_accept", WaitKind::kMessage},
    {"eventfd_read", WaitKind::kEvent},
    {"do_wait", WaitKind::kEvent},
    {"io_schedule", WaitKind::kDisk},
    {"folio_wait_", WaitKind::kDisk},
    {"wait_on_page_", WaitKind::kDisk},
    {"submit_bio_wait", WaitKind::kDisk},
    {"blk_mq_get_tag", WaitKind::kDisk},
    {"jbd2_log_wait_commit", WaitKind::kDisk},
    {"dma_fence_", WaitKind::kGpu},
    {"dma_resv_wait", WaitKind::kGpu},
    {"drm_syncobj_", WaitKind::kGpu},
    {"do_signal_stop", WaitKind::kSuspended},
    {"ptrace_stop", WaitKind::kSuspended},
    // Windows: kernel and ntdll
    {"KeDelayExecutionThread", WaitKind::kTimer},
    {"NtDelayExecution", WaitKind::kTimer},
    {"ExAcquireResource", WaitKind::kLock},
    {"ExfAcquirePushLock", WaitKind::kLock},
    {"ExAcquireFastMutex", WaitKind::kLock},
    {"NtWaitForAlertByThreadId", WaitKind::kLock},
    {"NtWaitForKeyedEvent", WaitKind::kLock},
    {"RtlpWaitOnCriticalSection", WaitKind::kLock},
    {"RtlpEnterCriticalSection", WaitKind::kLock},
    {"RtlAcquireSRWLock", WaitKind::kLock},
    {"RtlSleepConditionVariable", WaitKind::kLock},
    {"NtRemoveIoCompletion", WaitKind::kMessage},
    {"NtWaitForWorkViaWorkerFactory", WaitKind::kMessage},
    {"NtAlpc", WaitKind::kMessage},
    {"NtUserGetMessage", WaitKind::kMessage},
    {"NtUserMsgWait", WaitKind::kMessage},
    {"xxxRealSleepThread", WaitKind::kMessage},
    {"NtReadFile", WaitKind::kDisk},
    {"NtWriteFile", WaitKind::kDisk},
    {"NtFlushBuffersFile", WaitKind::kDisk},
    {"MiWaitForInPageComplete", WaitKind::kPageFault},
    {"DxgkWaitFor", WaitKind::kGpu},
    {"NtGdiDdDDIWaitFor", WaitKind::kGpu},
    {"NtGdiDdDDIGetDeviceState", WaitKind::kGpu},
};

// As Windows names them; those of Linux are states, which say nothing of that.
constexpr Named kReasons[] = {
    {"DelayExecution", WaitKind::kTimer},   {"WrDelayExecution", WaitKind::kTimer},
    {"PageIn", WaitKind::kPageFault},       {"WrPageIn", WaitKind::kPageFault},
    {"Suspended", WaitKind::kSuspended},    {"WrSuspended", WaitKind::kSuspended},
    {"WrQueue", WaitKind::kMessage},        {"WrLpcReceive", WaitKind::kMessage},
    {"WrLpcReply", WaitKind::kMessage},     {"WrUserRequest", WaitKind::kMessage},
    {"UserRequest", WaitKind::kEvent},      {"WrKeyedEvent", WaitKind::kLock},
    {"WrAlertByThreadId", WaitKind::kLock}, {"WrResource", WaitKind::kLock},
    {"WrPushLock", WaitKind::kLock},        {"WrMutex", WaitKind::kLock},
    {"WrFastMutex", WaitKind::kLock},       {"WrGuardedMutex", WaitKind::kLock},
};

// Outside of these is what the program wanted, not what it waited for.
constexpr int kInnermost = 24;

WaitKind kind_of_function(std::string_view name) {
    for (const Named& each : kFunctions) {
        if (name.substr(0, each.name.size()) == each.name) return each.kind;
    }
    return WaitKind::kUnknown;
}

}  // namespace

const char* name_of(WaitKind kind) {
    constexpr const char* kNames[] = {"unknown", "lock",       "timer", "message",  "event",
                                      "disk",    "page fault", "GPU",   "suspended"};
    return kNames[static_cast<std::size_t>(kind)];
}

WaitKind WaitKinds::by_stack(StackId stack) {
    const auto [at, fresh] = of_stack_.try_emplace(index(stack), WaitKind::kUnknown);
    if (!fresh || stack == StackId::kNone) return at->second;
    int depth = 0;
    for (const CodeId code : store_.stack(stack)) {
        if (++depth > kInnermost) break;
        if (code == CodeId::kNone) continue;
        const auto function = store_.describe(code);
        if (function) at->second = kind_of_function(function->name);
        if (at->second != WaitKind::kUnknown) break;
    }
    return at->second;
}

KindOfWait WaitKinds::of(StackId stack, StringId reason) {
    const WaitKind told = by_stack(stack);
    if (told != WaitKind::kUnknown) return {told, ToldBy::kStack};
    const std::string_view name = store_.text(reason);
    for (const Named& each : kReasons) {
        if (name == each.name) return {each.kind, ToldBy::kReason};
    }
    return {};
}

}  // namespace benchlab::analyzers
