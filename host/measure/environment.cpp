#include "measure/environment.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "platform/clock.hpp"
#include "platform/cpus.hpp"

namespace benchlab::measure {
namespace {

double cost_of_one_read_ns() {
    constexpr int kReads = 200'000;
    const std::uint64_t start = platform::now_ns();
    std::uint64_t last = start;
    for (int i = 0; i < kReads; ++i) last = platform::now_ns();
    return static_cast<double>(last - start) / kReads;
}

double median_step_ns() {
    std::array<std::uint64_t, 200> steps{};
    for (std::uint64_t& step : steps) {
        const std::uint64_t first = platform::now_ns();
        std::uint64_t second = first;
        while (second <= first) second = platform::now_ns();
        step = second - first;
    }
    std::sort(steps.begin(), steps.end());
    return static_cast<double>(steps[steps.size() / 2]);
}

}  // namespace

Environment capture_environment() {
    Environment environment;
    environment.os = platform::os_name();
    environment.os_version = platform::os_version();
    environment.arch = platform::arch_name();
    environment.cpu = platform::cpu_name();
    environment.logical_cpus = platform::online_cpus().size();
    environment.usable_cpus = platform::usable_cpus().size();
    environment.timer_overhead_ns = cost_of_one_read_ns();
    environment.timer_resolution_ns = median_step_ns();
    environment.benchlab_version = BENCHLAB_VERSION;
    return environment;
}

std::string environment_line(const Environment& environment) {
    const std::string pinned = environment.pinned_cpu
                                   ? fmt::format("pinned to CPU {}", *environment.pinned_cpu)
                                   : std::string("not pinned");
    return fmt::format(
        "{}, {} logical {}, {} {}, {}, clock step {:.0f} ns, {:.0f} ns per read{}", environment.cpu,
        environment.logical_cpus, environment.logical_cpus == 1 ? "CPU" : "CPUs", environment.os,
        environment.arch, pinned, environment.timer_resolution_ns, environment.timer_overhead_ns,
        environment.floor.is_known() ? ", empty body " + floor_text(environment.floor) : "");
}

}  // namespace benchlab::measure
