#include "perf/record/features.hpp"

#include <sys/utsname.h>
#include <unistd.h>

#include <ctime>
#include <set>

#include "perf/record/kernel_symbols.hpp"
#include "perf/record/sections.hpp"
#include "perf/record/system.hpp"

namespace benchlab::perf {
namespace {

Blob text_section(const std::string& text) {
    Blob blob;
    blob.put_text(text);
    return blob;
}

// The value of the first line "key : value" of a file.
std::string value_of(const std::string& path, const std::string& key) {
    const std::string text = read_file(path).value_or("");
    const std::size_t at = text.compare(0, key.size(), key) == 0 ? 0 : text.find("\n" + key);
    if (at == std::string::npos) return {};
    const std::size_t colon = text.find(':', at + 1);
    const std::size_t begin = text.find_first_not_of(" \t", colon + 1);
    if (colon == std::string::npos || begin == std::string::npos) return {};
    return text.substr(begin, text.find('\n', begin) - begin);
}

Blob cpu_counts() {
    Blob blob;
    blob.put(static_cast<std::uint32_t>(::sysconf(_SC_NPROCESSORS_CONF)));
    blob.put(static_cast<std::uint32_t>(::sysconf(_SC_NPROCESSORS_ONLN)));
    return blob;
}

Blob command_line() {
    const std::string text = read_file("/proc/self/cmdline").value_or("");
    std::vector<std::string> words;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\0', at), text.size());
        words.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    Blob blob;
    blob.put(static_cast<std::uint32_t>(words.size()));
    for (const std::string& word : words) blob.put_text(word);
    return blob;
}

// Lists of processors that share a package, and of those that share a core, then the numbers of
// both for each processor.
Blob cpu_topology() {
    const auto count = static_cast<std::uint32_t>(::sysconf(_SC_NPROCESSORS_CONF));
    const auto of_cpu = [](std::uint32_t cpu, const char* what) {
        return read_line("/sys/devices/system/cpu/cpu" + std::to_string(cpu) + "/topology/" + what)
            .value_or("");
    };
    Blob blob;
    for (const char* what : {"core_siblings_list", "thread_siblings_list"}) {
        std::set<std::string> lists;
        for (std::uint32_t cpu = 0; cpu < count; ++cpu) lists.insert(of_cpu(cpu, what));
        lists.erase("");
        blob.put(static_cast<std::uint32_t>(lists.size()));
        for (const std::string& list : lists) blob.put_text(list);
    }
    for (std::uint32_t cpu = 0; cpu < count; ++cpu) {
        for (const char* what : {"core_id", "physical_package_id"}) {
            const std::string text = of_cpu(cpu, what);
            // perf writes -1 for processors that are switched off.
            blob.put(static_cast<std::int32_t>(text.empty() ? -1 : std::atoi(text.c_str())));
        }
    }
    return blob;
}

Blob clock_resolution() {
    timespec resolution{};
    ::clock_getres(CLOCK_MONOTONIC, &resolution);
    Blob blob;
    blob.put(static_cast<std::uint64_t>(resolution.tv_nsec));
    return blob;
}

// One moment by both clocks, read as close together as can be.
Blob clock_pair() {
    std::uint64_t wall = 0, trace = 0, least = UINT64_MAX;
    for (int i = 0; i < 8; ++i) {
        const std::uint64_t before = monotonic_ns();
        const std::uint64_t now = wall_ns();
        const std::uint64_t took = monotonic_ns() - before;
        if (took >= least) continue;
        least = took;
        wall = now;
        trace = before + took / 2;
    }
    Blob blob;
    blob.put(std::uint32_t{1});  // version
    blob.put(static_cast<std::uint32_t>(CLOCK_MONOTONIC));
    blob.put(wall);
    blob.put(trace);
    return blob;
}

Blob total_memory() {
    Blob blob;
    const std::string kb = value_of("/proc/meminfo", "MemTotal");
    blob.put(static_cast<std::uint64_t>(std::strtoull(kb.c_str(), nullptr, 10)));
    return blob;
}

// Of the kernel only: images have theirs in their own records.
Blob kernel_build_id_section(const BuildId& id) {
    constexpr std::uint16_t kMiscSizeIsGiven = 1u << 15;
    constexpr std::string_view kName = "[kernel.kallsyms]";
    Blob blob;
    blob.put(RecordHeader{0, PERF_RECORD_MISC_KERNEL | kMiscSizeIsGiven, 0});
    blob.put(std::int32_t{-1});  // of the host, not of a guest
    blob.put(id.bytes);
    blob.put(id.size);
    blob.pad(4);
    blob.put_name(kName);
    constexpr std::size_t kFixed = 36, kNameRoom = 64;
    while (blob.size() < kFixed + kNameRoom) blob.put(std::uint8_t{0});
    blob.set(offsetof(RecordHeader, size), static_cast<std::uint16_t>(blob.size()));
    return blob;
}

}  // namespace

Features describe_machine(std::span<const Event> events, const Tracefs& tracefs) {
    utsname names{};
    ::uname(&names);
    Features features;
    Blob formats = tracing_data(events, tracefs);
    if (formats.size() > 0) features[kTracingData] = std::move(formats);
    if (const auto id = kernel_build_id()) features[kBuildIds] = kernel_build_id_section(*id);
    features[kHostName] = text_section(names.nodename);
    features[kSystemRelease] = text_section(names.release);
    features[kToolVersion] = text_section("benchlab " BENCHLAB_VERSION);
    features[kArchitecture] = text_section(names.machine);
    features[kCpuCount] = cpu_counts();
    const std::string cpu = value_of("/proc/cpuinfo", "model name");
    if (!cpu.empty()) features[kCpuDescription] = text_section(cpu);
    features[kTotalMemory] = total_memory();
    features[kCommandLine] = command_line();
    features[kCpuTopology] = cpu_topology();
    features[kClockId] = clock_resolution();
    features[kClockData] = clock_pair();
    return features;
}

}  // namespace benchlab::perf
