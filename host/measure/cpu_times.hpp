// measure/cpu_times.hpp: what all CPUs have spent their time on since the machine began.
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

namespace benchlab::measure {

// In ticks of the kernel, of which there are usually 100 a second and CPU.
struct CpuTimes {
    double all = 0;
    double steal = 0;  // in which the hypervisor ran others although a CPU here had work
};

// Of the text of /proc/stat; nothing when it is not of that form.
std::optional<CpuTimes> parse_cpu_times(std::string_view text);
// Linux; elsewhere nothing.  `root` is the folder in which proc is.
std::optional<CpuTimes> read_cpu_times(const std::filesystem::path& root = "/");

// Which part of the time between the two was stolen; 0 when none went by.
double steal_share(const CpuTimes& before, const CpuTimes& after);

}  // namespace benchlab::measure
