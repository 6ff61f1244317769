#include "platform/cpus.hpp"

#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <string_view>
#include <system_error>

#include "base/text.hpp"
#include "platform/cpu_list.hpp"
#include "platform/posix/cpu_mask.hpp"

namespace benchlab::platform {
namespace {

std::vector<unsigned> affinity_of_this_thread() {
    // The kernel refuses a mask shorter than its own and does not say how long that is.
    for (std::size_t cpus = 1024; cpus <= (1u << 20); cpus *= 2) {
        CpuMask mask(cpus);
        if (sched_getaffinity(0, mask.size_bytes(), mask.data()) == 0) return mask.cpus();
        if (errno != EINVAL) break;
    }
    return {};
}

base::Result<void> set_affinity(const std::vector<unsigned>& cpus) {
    CpuMask mask(std::max<std::size_t>(1024, *std::max_element(cpus.begin(), cpus.end()) + 1));
    for (const unsigned cpu : cpus) mask.set(cpu);
    if (sched_setaffinity(0, mask.size_bytes(), mask.data()) == 0) return {};
    if (errno == EINVAL) {
        return base::Error{
            base::Code::kInvalid,
            fmt::format("this process may not use CPU {} (cpuset)", format_cpu_list(cpus))};
    }
    return base::Error{base::Code::kIo,
                       fmt::format("cannot bind the thread to CPU {}: {}", format_cpu_list(cpus),
                                   std::generic_category().message(errno))};
}

std::string first_line(const char* file) {
    std::ifstream in(file);
    std::string line;
    std::getline(in, line);
    return line;
}

const std::vector<unsigned>& mask_at_start() {
    static const std::vector<unsigned> mask = affinity_of_this_thread();
    return mask;
}

// Asked for while the program starts: later the calling thread may be bound to one CPU already.
[[maybe_unused]] const std::vector<unsigned>& early_mask = mask_at_start();

// The value behind "key<blanks><separator>" in a file of such lines.
std::string value_of(const char* file, std::string_view key, char separator) {
    std::ifstream in(file);
    for (std::string line; std::getline(in, line);) {
        const std::size_t at = line.find(separator);
        if (at == std::string::npos) continue;
        if (base::trim(std::string_view(line).substr(0, at)) != key) continue;
        std::string_view value = base::trim(std::string_view(line).substr(at + 1));
        if (value.size() >= 2 && value.front() == '"' && value.back() == '"') {
            value = value.substr(1, value.size() - 2);
        }
        if (!value.empty()) return std::string(value);
    }
    return {};
}

}  // namespace

std::vector<unsigned> online_cpus() {
    if (auto cpus = parse_cpu_list(first_line("/sys/devices/system/cpu/online"))) {
        if (!cpus->empty()) return *cpus;
    }
    // No /sys, as in some containers: what the C library counts, and what we may use for certain.
    std::vector<unsigned> cpus = mask_at_start();
    const long count = sysconf(_SC_NPROCESSORS_ONLN);
    for (long cpu = 0; cpu < count; ++cpu) cpus.push_back(static_cast<unsigned>(cpu));
    std::sort(cpus.begin(), cpus.end());
    cpus.erase(std::unique(cpus.begin(), cpus.end()), cpus.end());
    return cpus;
}

std::vector<unsigned> usable_cpus() {
    return mask_at_start().empty() ? online_cpus() : mask_at_start();
}

std::vector<unsigned> this_thread_cpus() {
    std::vector<unsigned> cpus = affinity_of_this_thread();
    return cpus.empty() ? usable_cpus() : cpus;
}

base::Result<void> pin_this_thread(unsigned cpu) {
    if (auto refused = refuse_cpu(cpu, online_cpus(), usable_cpus())) return *refused;
    return set_affinity({cpu});
}

base::Result<void> unpin_this_thread(const std::vector<unsigned>& cpus) {
    if (cpus.empty()) return base::Error{base::Code::kInvalid, "no CPU to run on was given"};
    const std::vector<unsigned> online = online_cpus();
    for (const unsigned cpu : cpus) {
        if (auto refused = refuse_cpu(cpu, online, cpus)) return *refused;
    }
    return set_affinity(cpus);
}

RaisedPriority::RaisedPriority() {
    constexpr int kHighest = -20;
    before_ = getpriority(PRIO_PROCESS, 0);
    raised_ = setpriority(PRIO_PROCESS, 0, kHighest) == 0;
}

RaisedPriority::~RaisedPriority() {
    if (raised_) (void)setpriority(PRIO_PROCESS, 0, before_);
}

unsigned current_cpu() {
    const int cpu = sched_getcpu();
    return cpu < 0 ? 0 : static_cast<unsigned>(cpu);
}

std::string cpu_name() {
    // The keys of x86, of some ARM and of POWER.
    for (const char* key : {"model name", "Model", "cpu"}) {
        std::string name = value_of("/proc/cpuinfo", key, ':');
        if (!name.empty()) return name;
    }
    return "unknown";
}

std::string os_name() {
    return "linux";
}

std::string os_version() {
    utsname names{};
    const std::string kernel = uname(&names) == 0 ? std::string("kernel ") + names.release : "";
    const std::string distribution = value_of("/etc/os-release", "PRETTY_NAME", '=');
    if (distribution.empty()) return kernel;
    return kernel.empty() ? distribution : distribution + ", " + kernel;
}

std::string arch_name() {
    utsname names{};
    return uname(&names) == 0 ? names.machine : "unknown";
}

}  // namespace benchlab::platform
