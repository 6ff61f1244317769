#include "perf/record/check.hpp"

#include <unistd.h>

#include <benchlab/host.hpp>
#include <cerrno>
#include <charconv>

#include "perf/record/compression.hpp"
#include "perf/record/event_set.hpp"
#include "perf/record/kernel_symbols.hpp"
#include "perf/record/plan.hpp"
#include "perf/record/probes.hpp"

namespace benchlab::perf {
namespace {

struct Group {
    const char* title;
    std::vector<const char*> tracepoints;
};

std::vector<Group> groups() {
    return {
        {"context switches", {"sched:sched_switch"}},
        {"wake-ups", {"sched:sched_waking", "sched:sched_wakeup_new"}},
        {"interrupts", {"irq:irq_handler_entry", "irq:irq_handler_exit"}},
        {"deferred interrupt work", {"irq:softirq_entry", "irq:softirq_exit", "irq:softirq_raise"}},
        {"disk requests", {"block:block_rq_issue", "block:block_rq_complete"}},
        {"length of page faults", {"exceptions:page_fault_user"}},
        {"system calls", {"syscalls:sys_enter_futex", "syscalls:sys_exit_futex"}},
        {"kernel locks", {"lock:contention_begin", "lock:contention_end"}},
        {"graphics scheduling", {"gpu_scheduler:drm_run_job", "drm:drm_vblank_event"}},
        {"processor power states", {"power:cpu_frequency", "power:cpu_idle"}},
    };
}

std::string this_program() {
    char path[4096];
    const ssize_t size = ::readlink("/proc/self/exe", path, sizeof(path));
    return size > 0 ? std::string(path, static_cast<std::size_t>(size)) : "benchlab";
}

std::uint64_t number_in(const char* path) {
    const auto text = read_line(path);
    std::uint64_t value = 0;
    if (text) std::from_chars(text->data(), text->data() + text->size(), value);
    return value;
}

class Checker {
  public:
    std::vector<CheckItem> check() {
        check_rights();
        check_tracefs();
        for (const Group& group : groups()) check_group(group);
        check_probes();
        check_samples();
        check_symbols();
        if (rights_.own) check_buffers();
        add(Compressor::available() ? BL_CHECK_OK : BL_CHECK_LIMITED, "compression",
            Compressor::available() ? "by zstd" : "this build has no zstd");
        return std::move(items_);
    }

  private:
    void add(std::uint32_t state, std::string title, std::string text, std::string remedy = {}) {
        items_.push_back({state, std::move(title), std::move(text), std::move(remedy)});
    }

    void check_rights() {
        const std::string level =
            "kernel.perf_event_paranoid is " + std::to_string(rights_.paranoid);
        constexpr const char* kTitle = "rights";
        constexpr const char* kRemedy = "sudo sysctl kernel.perf_event_paranoid=-1";
        if (rights_.machine) {
            add(BL_CHECK_OK, kTitle, "every process and the kernel");
        } else if (rights_.own) {
            add(BL_CHECK_LIMITED, kTitle, "only processes of this user, as " + level, kRemedy);
        } else {
            add(BL_CHECK_MISSING, kTitle, explain_denial(rights_), kRemedy);
        }
    }

    void check_tracefs() {
        if (tracefs_.usable())
            return add(BL_CHECK_OK, "tracepoints", "described in " + tracefs_.place());
        const bool mounted = tracefs_.problem().find("only root") == 0;
        add(BL_CHECK_MISSING, "tracepoints", tracefs_.problem(),
            mounted ? "sudo setcap cap_perfmon,cap_dac_read_search=ep " + this_program()
                    : "sudo mount -t tracefs tracefs " + tracefs_.place());
    }

    void check_group(const Group& group) {
        if (!tracefs_.usable() || !rights_.machine) {
            const bool records = std::string(group.title) == "context switches" && rights_.own;
            const char* of_whom = rights_.machine ? "without reasons" : "of this user's processes";
            if (records) return add(BL_CHECK_LIMITED, group.title, of_whom);
            return add(BL_CHECK_MISSING, group.title, "needs tracepoints of every process");
        }
        std::string missing;
        for (const char* name : group.tracepoints) {
            if (!tracefs_.id(name)) missing += (missing.empty() ? "" : ", ") + std::string(name);
        }
        if (missing.empty()) return add(BL_CHECK_OK, group.title, "of every process");
        const bool driver = comes_of_a_driver(group.tracepoints.front());
        add(BL_CHECK_MISSING, group.title,
            (driver ? "no driver here has " : "this kernel has no ") + missing);
    }

    void check_probes() {
        constexpr const char* kTitle = "frames of programs";
        const std::uint32_t type = probe_type();
        if (type == 0)
            return add(BL_CHECK_MISSING, kTitle, "this kernel has no probes (CONFIG_UPROBES)");
        // Rights are looked at before the file, and a folder has no place for a probe.
        Event event = probe_event("main", type);
        const Probe nowhere{"main", "/", 0};
        point_at(event, nowhere);
        const int opened = open_event(event.attr, -1, 0);
        const FileDescriptor closing(opened);
        if (opened != -EACCES && opened != -EPERM)
            return add(BL_CHECK_OK, kTitle, "by probes on the functions that show them");
        add(BL_CHECK_LIMITED, kTitle, "only those that programs mark themselves: probes need root",
            "sudo setcap cap_perfmon,cap_sys_admin=ep " + this_program());
    }

    void check_samples() {
        constexpr std::uint64_t kUsual = 1000;
        const std::uint64_t most = number_in("/proc/sys/kernel/perf_event_max_sample_rate");
        const std::string whom = rights_.machine ? "of every process, with the kernel"
                                 : rights_.own_kernel
                                     ? "of this user's processes, with the kernel"
                                     : "of this user's processes, without the kernel";
        if (!rights_.own) return add(BL_CHECK_MISSING, "samples and stacks", "needs rights");
        if (most > 0 && most < kUsual) {
            return add(BL_CHECK_LIMITED, "samples and stacks",
                       whom + ", at most " + std::to_string(most) + " a second",
                       "sudo sysctl kernel.perf_event_max_sample_rate=100000");
        }
        add(rights_.machine ? BL_CHECK_OK : BL_CHECK_LIMITED, "samples and stacks", whom,
            rights_.machine ? "" : "sudo sysctl kernel.perf_event_paranoid=-1");
    }

    void check_symbols() {
        if (kernel_symbols_readable())
            return add(BL_CHECK_OK, "kernel symbols", "of /proc/kallsyms, kept in the recording");
        add(BL_CHECK_LIMITED, "kernel symbols", "addresses of the kernel are hidden",
            "sudo sysctl kernel.kptr_restrict=0");
    }

    void check_buffers() {
        constexpr std::uint64_t kWanted = 4u << 20;
        std::uint64_t size = 0;
        try {
            Event side_band;
            side_band.attr = side_band_attr(rights_);
            side_band.of_targets = !rights_.machine;
            if (!rights_.machine) side_band.attr.exclude_kernel = 1;
            EventSet set(online_cpus());
            set.set_threads({static_cast<std::uint32_t>(::getpid())});
            size = set.open_rings(side_band, kWanted);
        } catch (const Error&) {
            size = 0;
        }
        const std::string text = std::to_string(size / 1024) + " KiB for each processor";
        if (size >= kWanted) return add(BL_CHECK_OK, "trace buffers", text);
        add(size > 0 ? BL_CHECK_LIMITED : BL_CHECK_MISSING, "trace buffers", text,
            "sudo sysctl kernel.perf_event_mlock_kb=" + std::to_string(kWanted / 1024 + 4));
    }

    Rights rights_ = probe_rights();
    Tracefs tracefs_ = Tracefs::find(true);
    std::vector<CheckItem> items_;
};

}  // namespace

std::vector<CheckItem> check_machine() {
    return Checker().check();
}

}  // namespace benchlab::perf
