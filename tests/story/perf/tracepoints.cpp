// tracepoints.cpp: the tracepoints that stories use, as kernels describe them.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <string>

#include "formats.hpp"

namespace benchlab::story::perf {

namespace {

enum class Of : std::uint8_t { kAll, kOld, kNew };  // which kernels

struct Known {
    std::string event, fields, print;
    Of of = Of::kAll;
};

std::string switch_print(std::string_view states, std::string_view preempted,
                         std::string_view letters) {
    return fmt::format(
        R"("prev_comm=%s prev_pid=%d prev_prio=%d prev_state=%s%s ==> next_comm=%s next_pid=%d )"
        R"(next_prio=%d", REC->prev_comm, REC->prev_pid, REC->prev_prio, (REC->prev_state & ({0})) )"
        R"(? __print_flags(REC->prev_state & ({0}), "|", {2}) : "R", REC->prev_state & {1} ? "+" : )"
        R"("", REC->next_comm, REC->next_pid, REC->next_prio)",
        states, preempted, letters);
}

void add_scheduler(std::vector<Known>& out) {
    const std::string fields =
        "char prev_comm[16]; pid_t prev_pid; int prev_prio; long prev_state; char next_comm[16]; "
        "pid_t next_pid; int next_prio";
    out.push_back({"sched:sched_switch", fields,
                   switch_print("2048 - 1", "2048",
                                R"({ 1, "S"} , { 2, "D" }, { 4, "T" }, { 8, "t" }, { 16, "Z" }, )"
                                R"({ 32, "X" }, { 64, "x" }, { 128, "K" }, { 256, "W" }, )"
                                R"({ 512, "P" }, { 1024, "N" })"),
                   Of::kOld});
    const std::string report =
        "(((0x0000 | 0x0001 | 0x0002 | 0x0004 | 0x0008 | 0x0010 | 0x0020 | 0x0040) + 1) << 1)";
    out.push_back({"sched:sched_switch", fields,
                   switch_print(report + " - 1", report,
                                R"({ 0x0001, "S" }, { 0x0002, "D" }, { 0x0004, "T" }, )"
                                R"({ 0x0008, "t" }, { 0x0010, "X" }, { 0x0020, "Z" }, )"
                                R"({ 0x0040, "P" }, { 0x0080, "I" })"),
                   Of::kNew});
    for (const char* event :
         {"sched:sched_waking", "sched:sched_wakeup", "sched:sched_wakeup_new"}) {
        out.push_back({event, "char comm[16]; pid_t pid; int prio; int target_cpu",
                       R"("comm=%s pid=%d prio=%d target_cpu=%03d", REC->comm, REC->pid, )"
                       "REC->prio, REC->target_cpu",
                       Of::kNew});
        // Kernels before 4.3 told whether the wake-up had succeeded.
        out.push_back({event, "char comm[16]; pid_t pid; int prio; int success; int target_cpu",
                       R"("comm=%s pid=%d prio=%d success=%d target_cpu=%03d", REC->comm, )"
                       "REC->pid, REC->prio, REC->success, REC->target_cpu",
                       Of::kOld});
    }
}

void add_interrupts(std::vector<Known>& out) {
    const std::string entry = R"("irq=%d name=%s", REC->irq, )";
    out.push_back({"irq:irq_handler_entry", "int irq; __data_loc char[] name",
                   entry + "__get_str(name)", Of::kNew});
    out.push_back(
        {"irq:irq_handler_entry", "int irq; char name[24]", entry + "REC->name", Of::kOld});
    out.push_back({"irq:irq_handler_exit", "int irq; int ret",
                   R"("irq=%d ret=%s", REC->irq, REC->ret ? "handled" : "unhandled")"});
    for (const char* event : {"irq:softirq_raise", "irq:softirq_entry", "irq:softirq_exit"}) {
        out.push_back({event, "unsigned int vec",
                       R"("vec=%u [action=%s]", REC->vec, __print_symbolic(REC->vec, { 0, "HI" }, )"
                       R"({ 1, "TIMER" }, { 2, "NET_TX" }, { 3, "NET_RX" }, { 4, "BLOCK" }, )"
                       R"({ 5, "IRQ_POLL" }, { 6, "TASKLET" }, { 7, "SCHED" }, { 8, "HRTIMER" }, )"
                       R"({ 9, "RCU" }))"});
    }
    for (const char* event : {"irq_vectors:local_timer_entry", "irq_vectors:local_timer_exit"}) {
        out.push_back({event, "int vector", R"("vector=%d", REC->vector)"});
    }
}

void add_timers(std::vector<Known>& out) {
    out.push_back({"timer:hrtimer_start",
                   "void *hrtimer; void *function; s64 expires; s64 softexpires; "
                   "enum hrtimer_mode mode",
                   R"("hrtimer=%p function=%ps expires=%llu softexpires=%llu mode=%s", )"
                   "REC->hrtimer, REC->function, (unsigned long long) REC->expires, "
                   "(unsigned long long) REC->softexpires, __print_symbolic(REC->mode, "
                   R"({ 0x00, "ABS" }, { 0x01, "REL" }))"});
    out.push_back({"timer:hrtimer_expire_entry", "void *hrtimer; s64 now; void *function",
                   R"("hrtimer=%p function=%ps now=%llu", REC->hrtimer, REC->function, )"
                   "(unsigned long long) REC->now"});
    out.push_back({"timer:hrtimer_expire_exit", "void *hrtimer", R"("hrtimer=%p", REC->hrtimer)"});
}

void add_disks(std::vector<Known>& out) {
    const std::string device =
        "((unsigned int) ((REC->dev) >> 20)), ((unsigned int) ((REC->dev) & ((1U << 20) - 1))), "
        "REC->rwbs";
    const std::string place = ", __get_str(cmd), (unsigned long long)REC->sector, REC->nr_sector";
    const std::string priority =
        R"(, __print_symbolic((((REC->ioprio) >> 13) & (8 - 1)), { 0, "none" }, { 1, "rt" }, )"
        R"({ 2, "be" }, { 3, "idle" }, { 7, "invalid"}), (((REC->ioprio) >> 3) & ((1 << 10) - 1)), )"
        "((REC->ioprio) & ((1 << 3) - 1))";
    const std::string where = "dev_t dev; sector_t sector; unsigned int nr_sector; ";
    const std::string old_text = "char rwbs[8]; ", text = "unsigned short ioprio; char rwbs[10]; ";
    for (const char* event : {"block:block_rq_insert", "block:block_rq_issue"}) {
        const std::string who = "char comm[16]; __data_loc char[] cmd";
        out.push_back({event, where + "unsigned int bytes; " + old_text + who,
                       R"("%d,%d %s %u (%s) %llu + %u [%s]", )" + device + ", REC->bytes" + place +
                           ", REC->comm",
                       Of::kOld});
        out.push_back({event, where + "unsigned int bytes; " + text + who,
                       R"("%d,%d %s %u (%s) %llu + %u %s,%u,%u [%s]", )" + device + ", REC->bytes" +
                           place + priority + ", REC->comm",
                       Of::kNew});
    }
    out.push_back(
        {"block:block_rq_complete", where + "int error; " + old_text + "__data_loc char[] cmd",
         R"("%d,%d %s (%s) %llu + %u [%d]", )" + device + place + ", REC->error", Of::kOld});
    out.push_back({"block:block_rq_complete",
                   where + "int error; " + text + "__data_loc char[] cmd",
                   R"("%d,%d %s (%s) %llu + %u %s,%u,%u [%d]", )" + device + place + priority +
                       ", REC->error",
                   Of::kNew});
}

void add_others(std::vector<Known>& out) {
    out.push_back({"exceptions:page_fault_user",
                   "unsigned long address; unsigned long ip; unsigned long error_code",
                   R"("address=0x%lx ip=0x%lx error_code=0x%lx", REC->address, REC->ip, )"
                   "REC->error_code"});
    out.push_back({"lock:contention_begin", "void *lock_addr; unsigned int flags",
                   R"text("%p (flags=%s)", REC->lock_addr, __print_flags(REC->flags, "|", )text"
                   R"({ 1, "SPIN" }, { 2, "READ" }, { 4, "WRITE" }, { 8, "RT" }, )"
                   R"({ 16, "PERCPU" }, { 32, "MUTEX" }))"});
    out.push_back({"lock:contention_end", "void *lock_addr; int ret",
                   R"text("%p (ret=%d)", REC->lock_addr, REC->ret)text"});
    for (const char* event :
         {"workqueue:workqueue_execute_start", "workqueue:workqueue_execute_end"}) {
        out.push_back({event, "void *work; void *function",
                       R"("work struct %p: function %ps", REC->work, REC->function)"});
    }
    // Newer kernels may count a text's place from its field.
    for (const char* event : {"dma_fence:dma_fence_wait_start", "dma_fence:dma_fence_wait_end"}) {
        const std::string numbers = "; unsigned int context; unsigned int seqno";
        const std::string print = R"("driver=%s timeline=%s context=%u seqno=%u", )";
        out.push_back({event, "__data_loc char[] driver; __data_loc char[] timeline" + numbers,
                       print + "__get_str(driver), __get_str(timeline), REC->context, REC->seqno",
                       Of::kOld});
        out.push_back(
            {event, "__rel_loc char[] driver; __rel_loc char[] timeline" + numbers,
             print + "__get_rel_str(driver), __get_rel_str(timeline), REC->context, REC->seqno",
             Of::kNew});
    }
    out.push_back({"drm:drm_vblank_event", "int crtc; unsigned int seq; u64 time; bool high_prec",
                   R"("crtc=%d, seq=%u, time=%lld, high-prec=%s", REC->crtc, REC->seq, REC->time, )"
                   R"(REC->high_prec ? "true" : "false")"});
    out.push_back({"power:cpu_frequency", "u32 state; u32 cpu_id",
                   R"("state=%lu cpu_id=%lu", (unsigned long)REC->state, )"
                   "(unsigned long)REC->cpu_id"});
}

const std::vector<Known>& known_tracepoints() {
    static const std::vector<Known> kAll = [] {
        std::vector<Known> out;
        add_scheduler(out);
        add_interrupts(out);
        add_timers(out);
        add_disks(out);
        add_others(out);
        return out;
    }();
    return kAll;
}

struct SystemCall {
    std::string_view name;
    std::uint32_t number;
    std::string_view arguments;
};

constexpr SystemCall kSystemCalls[] = {
    {"read", 0, "unsigned int fd; char *buf; size_t count"},
    {"write", 1, "unsigned int fd; char *buf; size_t count"},
    {"poll", 7, "void *ufds; unsigned int nfds; int timeout_msecs"},
    {"ioctl", 16, "unsigned int fd; unsigned int cmd; unsigned long arg"},
    {"pread64", 17, "unsigned int fd; char *buf; size_t count; long pos"},
    {"sched_yield", 24, ""},
    {"nanosleep", 35, "void *rqtp; void *rmtp"},
    {"fsync", 74, "unsigned int fd"},
    {"futex", 202, "u32 *uaddr; int op; u32 val; void *utime; u32 *uaddr2; u32 val3"},
    {"clock_nanosleep", 230, "int which_clock; int flags; void *rqtp; void *rmtp"},
    {"epoll_wait", 232, "int epfd; void *events; int maxevents; int timeout"}};

const SystemCall* find_call(std::string_view name) {
    const auto found = std::find_if(std::begin(kSystemCalls), std::end(kSystemCalls),
                                    [&](const SystemCall& call) { return call.name == name; });
    return found == std::end(kSystemCalls) ? nullptr : &*found;
}

constexpr std::string_view kOtherArguments = "unsigned long object";

Format enter_format(std::string_view event, std::string_view call, const Kernel& kernel) {
    const SystemCall* const known = find_call(call);
    const std::string arguments(known ? known->arguments : kOtherArguments);
    const std::string fields =
        "int __syscall_nr" + std::string(arguments.empty() ? "" : "; ") + arguments;
    // The kernel takes a whole word for each argument.
    const auto make = [&](std::string_view print) {
        return Format("syscalls", event.substr(event.find(':') + 1), fields, print, kernel,
                      kernel.long_size);
    };
    std::string print, values;
    const Format probe = make("");
    for (const Field& field : probe.fields()) {
        if (field.name.starts_with("common_") || field.name == "__syscall_nr") continue;
        print += fmt::format("{}{}: 0x%08lx", print.empty() ? "" : ", ", field.name);
        values += fmt::format(", ((unsigned long)(REC->{}))", field.name);
    }
    return make("\"" + print + "\"" + values);
}

}  // namespace

std::uint32_t system_call_number(std::string_view name) {
    const SystemCall* const known = find_call(name);
    return known ? known->number : 999;
}

std::string_view first_argument(std::string_view system_call) {
    const SystemCall* const known = find_call(system_call);
    const std::string_view all = known ? known->arguments : kOtherArguments;
    const std::string_view first = all.substr(0, all.find(';'));
    return first.substr(first.find_last_of(" *") + 1);
}

Format make_format(std::string_view event, const Kernel& kernel) {
    const std::size_t colon = event.find(':');
    const std::string_view system = event.substr(0, colon), name = event.substr(colon + 1);
    if (system == "syscalls") {
        constexpr std::string_view kEnter = "sys_enter_";
        if (name.starts_with(kEnter))
            return enter_format(event, name.substr(kEnter.size()), kernel);
        return {system, name, "int __syscall_nr; long ret", "\"0x%lx\", REC->ret", kernel};
    }
    if (system == "uprobe") {
        constexpr std::string_view kReturn = "__return";
        if (name.ends_with(kReturn)) {
            return {system, name,
                    "unsigned long __probe_func; unsigned long __probe_ret_ip; u64 ret",
                    R"("(%lx <- %lx) ret=0x%Lx", REC->__probe_func, REC->__probe_ret_ip, REC->ret)",
                    kernel};
        }
        // The swap chain is an argument of those functions; a mark has none.
        if (name == "eglSwapBuffers" || name == "glXSwapBuffers" || name == "vkQueuePresentKHR") {
            return {system, name, "unsigned long __probe_ip; u64 surface",
                    R"("(%lx) surface=0x%Lx", REC->__probe_ip, REC->surface)", kernel};
        }
        return {system, name, "unsigned long __probe_ip", R"text("(%lx)", REC->__probe_ip)text",
                kernel};
    }
    for (const Known& known : known_tracepoints()) {
        if (known.event != event || known.of == (kernel.is_old ? Of::kNew : Of::kOld)) continue;
        return {system, name, known.fields, known.print, kernel};
    }
    throw std::logic_error("an unknown tracepoint: " + std::string(event));
}

}  // namespace benchlab::story::perf
