#include "perf/record/rights.hpp"

#include <unistd.h>

#include <cerrno>
#include <charconv>

#include "perf/record/event.hpp"
#include "perf/record/system.hpp"

namespace benchlab::perf {
namespace {

int paranoid_level() {
    constexpr int kNoPerf = 9;
    const auto text = read_line("/proc/sys/kernel/perf_event_paranoid");
    if (!text) return kNoPerf;
    int level = kNoPerf;
    std::from_chars(text->data(), text->data() + text->size(), level);
    return level;
}

// 0, or the errno.
int try_to_open(const perf_event_attr& attr, std::int32_t pid, std::int32_t cpu) {
    const int opened = open_event(attr, pid, cpu);
    if (opened < 0) return -opened;
    const FileDescriptor closing(opened);
    return 0;
}

}  // namespace

Rights probe_rights() {
    Rights rights;
    rights.paranoid = paranoid_level();
    const auto cpus = online_cpus();
    const auto cpu = cpus.empty() ? 0 : static_cast<std::int32_t>(cpus.front());
    perf_event_attr attr = side_band_attr(rights);
    rights.machine_reason = try_to_open(attr, -1, cpu);
    rights.machine = rights.machine_reason == 0;
    rights.own_kernel = try_to_open(attr, 0, -1) == 0;
    attr.exclude_kernel = 1;
    rights.own_reason = try_to_open(attr, 0, -1);
    rights.own = rights.own_reason == 0;
    attr.build_id = 1;
    rights.build_ids = try_to_open(attr, 0, -1) == 0;
    attr.build_id = 0;
    attr.ksymbol = 1;
    rights.kernel_symbols = try_to_open(attr, 0, -1) == 0;
    return rights;
}

std::string explain_denial(const Rights& rights) {
    if (rights.own_reason == ENOSYS)
        return "this kernel has no perf events, or forbids the system call perf_event_open";
    const std::string level = std::to_string(rights.paranoid);
    return "this user may not record (" + reason_text(rights.own_reason) +
           "): it needs root, or the capability CAP_PERFMON, or a lower value of "
           "kernel.perf_event_paranoid than " +
           level + "; in a container the system call perf_event_open must be allowed";
}

}  // namespace benchlab::perf
