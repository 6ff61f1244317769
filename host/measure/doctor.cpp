#include "measure/doctor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <string_view>

#include "base/text.hpp"
#include "measure/cpu_times.hpp"
#include "platform/clock.hpp"
#include "platform/files.hpp"

namespace benchlab::measure {
namespace {

// Files of proc and sys, without white space around.
class Files {
  public:
    explicit Files(std::filesystem::path root) : root_(std::move(root)) {}

    std::optional<std::string> text(const std::string& path) const {
        constexpr std::size_t kMost = 1u << 20;
        auto read = platform::read_head(root_ / path, kMost);
        if (!read) return std::nullopt;
        return std::string(base::trim(*read));
    }
    std::optional<double> number(const std::string& path) const {
        const auto read = text(path);
        return read ? first_number(*read) : std::nullopt;
    }
    static std::optional<double> first_number(std::string_view text) {
        double value = 0;
        const auto end = text.data() + text.size();
        if (std::from_chars(text.data(), end, value).ec != std::errc()) return std::nullopt;
        return value;
    }
    // The folders below `path` whose names begin like that and go on with a number.
    std::vector<std::string> numbered(const std::string& path, std::string_view begin) const {
        std::vector<std::string> out;
        std::error_code error;
        for (const auto& entry : std::filesystem::directory_iterator(root_ / path, error)) {
            const std::string name = entry.path().filename().string();
            if (!name.starts_with(begin) || name.size() == begin.size()) continue;
            if (name.find_first_not_of("0123456789", begin.size()) == name.npos)
                out.push_back(path + "/" + name);
        }
        std::sort(out.begin(), out.end());
        return out;
    }
    bool has(const std::string& path) const {
        std::error_code error;
        return std::filesystem::exists(root_ / path, error);
    }

  private:
    std::filesystem::path root_;
};

Check untold(const char* id, const char* title) {
    return {id, title, Health::kUnknown, "the system does not tell", {}, {}};
}

constexpr const char* kCpus = "sys/devices/system/cpu";

// "[madvise]" of "always [madvise] never".
std::string chosen(std::string_view text) {
    const std::size_t open = text.find('['), close = text.find(']');
    if (open == text.npos || close == text.npos || close < open) return std::string(text);
    return std::string(text.substr(open + 1, close - open - 1));
}

Check governor(const Files& files) {
    Check out = untold("governor", "Clock governor");
    std::map<std::string, std::size_t> counts;
    for (const std::string& cpu : files.numbered(kCpus, "cpu")) {
        if (const auto name = files.text(cpu + "/cpufreq/scaling_governor")) ++counts[*name];
    }
    if (counts.empty()) {
        out.found = "the system does not tell (a virtual machine has none of its own)";
        return out;
    }
    std::vector<std::string> words;
    for (const auto& [name, count] : counts) words.push_back(fmt::format("{} on {}", name, count));
    out.found = base::join(words, ", ") +
                (counts.size() == 1 && counts.begin()->second == 1 ? " CPU" : " CPUs");
    out.health = counts.size() == 1 && counts.count("performance") ? Health::kGood : Health::kBad;
    out.costs = "the clock follows the load: what runs first, or after a pause, is slower";
    out.mend = "sudo cpupower frequency-set -g performance";
    return out;
}

Check boost(const Files& files) {
    Check out = untold("boost", "Clock boost");
    const auto no_turbo = files.number("sys/devices/system/cpu/intel_pstate/no_turbo");
    const auto on = files.number("sys/devices/system/cpu/cpufreq/boost");
    if (!no_turbo && !on) return out;
    const bool boosts = no_turbo ? *no_turbo == 0 : *on != 0;
    out.health = boosts ? Health::kBad : Health::kGood;
    out.found = boosts ? "on" : "off";
    out.costs = "the clock depends on how warm the processor is and how many cores are busy";
    out.mend = no_turbo ? "echo 1 | sudo tee /sys/devices/system/cpu/intel_pstate/no_turbo"
                        : "echo 0 | sudo tee /sys/devices/system/cpu/cpufreq/boost";
    return out;
}

Check siblings(const Files& files) {
    Check out = untold("smt", "Hardware threads (SMT)");
    const auto active = files.number("sys/devices/system/cpu/smt/active");
    if (!active) return out;
    out.health = *active != 0 ? Health::kNote : Health::kGood;
    out.found = *active != 0 ? "two or more share a core" : "each core has one";
    out.costs = "a program on the other thread of the core takes up to half of its speed";
    out.mend =
        "--pin to a CPU whose sibling idles (lscpu -e shows them), or "
        "echo off | sudo tee /sys/devices/system/cpu/smt/control";
    return out;
}

Check layouts(const Files& files) {
    Check out = untold("aslr", "Address randomisation");
    const auto level = files.number("proc/sys/kernel/randomize_va_space");
    if (!level) return out;
    out.health = *level != 0 ? Health::kNote : Health::kGood;
    out.found = *level != 0 ? "on: each process has another layout" : "off";
    out.costs =
        "two runs of one program may differ by some percent for good: --repeat shows how much";
    out.mend = "--repeat 5 for an honest spread; setarch -R benchlab ... for one layout";
    return out;
}

Check load(const Files& files) {
    Check out = untold("load", "Load");
    const auto load = files.number("proc/loadavg");
    if (!load) return out;
    constexpr double kQuiet = 0.3;  // this program itself is a part of it
    out.health = *load <= kQuiet ? Health::kGood : Health::kBad;
    out.found = fmt::format("{:.2f} runnable threads on average over the last minute", *load);
    out.costs = "other programs take the CPU, its caches and the memory bus";
    out.mend = "end what else runs (top shows it), or wait";
    return out;
}

Check steal(const DoctorOptions& options) {
    Check out = untold("steal", "Time taken by other machines");
    const auto before = read_cpu_times(options.root);
    if (options.watch_ms > 0) platform::sleep_ms(options.watch_ms);
    const auto after = read_cpu_times(options.root);
    if (!before || !after || after->all <= 0) return out;
    const double now = steal_share(*before, *after);
    const double ever = after->steal / after->all;
    constexpr double kTrifle = 0.001;
    out.health = std::max(now, ever) <= kTrifle ? Health::kGood : Health::kBad;
    out.found = fmt::format("{:.2f} % of the CPUs' time now, {:.2f} % since the start", 100 * now,
                            100 * ever);
    out.costs = "the host runs others on these CPUs: gaps that no program here sees coming";
    out.mend = "a machine, or a host, of your own; --repeat shows the spread";
    return out;
}

Check huge_pages(const Files& files) {
    Check out = untold("huge-pages", "Huge pages");
    const auto text = files.text("sys/kernel/mm/transparent_hugepage/enabled");
    if (!text) return out;
    const std::string mode = chosen(*text);
    out.health = Health::kNote;
    out.found = mode;
    out.costs = mode == "always"
                    ? "which memory has them changes between runs"
                    : "large memory pays for page tables, unless a program asks for them";
    return out;
}

Check virtualisation(const Files& files) {
    Check out = untold("virtual-machine", "Virtual machine");
    const auto cpus = files.text("proc/cpuinfo");
    if (!cpus) return out;
    const bool is_one = cpus->find(" hypervisor") != cpus->npos || files.has("proc/xen");
    out.health = is_one ? Health::kBad : Health::kGood;
    const auto vendor = files.text("sys/class/dmi/id/sys_vendor");
    out.found = !is_one ? "no sign of one" : vendor && !vendor->empty() ? "yes: " + *vendor : "yes";
    out.costs = "traps, page tables of two levels, and a clock that the host sets";
    out.mend = "compare within one run only (A and B in turn), or measure on the metal";
    return out;
}

Check clock_source(const Files& files) {
    Check out = untold("clock-source", "Clock source");
    const auto name = files.text("sys/devices/system/clocksource/clocksource0/current_clocksource");
    if (!name) return out;
    const bool is_slow = *name == "hpet" || *name == "acpi_pm" || *name == "jiffies";
    out.health = is_slow ? Health::kBad : Health::kGood;
    out.found = *name;
    out.costs = "reading it takes a microsecond, not some 20 ns";
    out.mend = "boot with tsc=reliable, if the processor's counter is";
    return out;
}

Check counters(const Files& files) {
    Check out = untold("counters", "Hardware counters");
    const bool there = files.has("sys/bus/event_source/devices/cpu") ||
                       files.has("sys/bus/event_source/devices/cpu_core") ||
                       !files.numbered("sys/bus/event_source/devices", "armv8_pmuv3_").empty();
    const auto paranoid = files.number("proc/sys/kernel/perf_event_paranoid");
    out.health = there ? Health::kGood : Health::kNote;
    out.found = there ? "there" : "none";
    if (paranoid) out.found += fmt::format("; perf_event_paranoid is {:.0f}", *paranoid);
    out.costs = "cycles and cache misses cannot be counted; benchlab does not need them";
    return out;
}

Check isolated(const Files& files) {
    Check out = untold("isolated", "Isolated CPUs");
    const auto list = files.text("sys/devices/system/cpu/isolated");
    if (!list) return out;
    out.health = list->empty() ? Health::kNote : Health::kGood;
    out.found = list->empty() ? "none: any program may run anywhere" : *list + ": use --pin";
    out.costs = "the scheduler may put others on the CPU that measures";
    out.mend = "boot with isolcpus=N nohz_full=N, then --pin N";
    return out;
}

Check quota(const Files& files) {
    Check out = untold("quota", "CPU quota of the container");
    const auto text = files.text("sys/fs/cgroup/cpu.max");
    if (!text) {
        out.found = "no limit is told";
        out.health = Health::kGood;
        return out;
    }
    const auto words = base::split(*text, ' ');
    const auto limit = Files::first_number(words.front());
    const auto period = words.size() > 1 ? Files::first_number(words[1]) : std::nullopt;
    const bool limited = limit && period && *period > 0;
    out.health = limited ? Health::kBad : Health::kGood;
    out.found = limited ? fmt::format("{:.2g} CPUs", *limit / *period) : "none";
    out.costs = "who uses it up is stopped for the rest of each period, often 100 ms";
    out.mend = "run the container without a CPU limit, and pin it instead";
    return out;
}

Check power(const Files& files) {
    Check out = untold("power", "Power");
    std::optional<bool> mains;
    std::error_code error;
    for (const char* name : {"AC", "AC0", "ACAD", "ADP0", "ADP1"}) {
        const auto online = files.number(fmt::format("sys/class/power_supply/{}/online", name));
        if (online) mains = mains.value_or(false) || *online != 0;
    }
    out.health = mains && !*mains ? Health::kBad : Health::kGood;
    out.found = !mains ? "no battery is told" : *mains ? "mains" : "battery";
    out.costs = "the machine saves power, and slows down";
    out.mend = "plug it in";
    return out;
}

}  // namespace

std::string_view health_id(Health health) {
    constexpr std::string_view kIds[] = {"good", "note", "bad", "unknown"};
    return kIds[static_cast<std::size_t>(health)];
}

std::vector<Check> examine_machine(const DoctorOptions& options) {
    const Files files(options.root);
    std::vector<Check> out = {load(files),     steal(options),      governor(files),
                              boost(files),    siblings(files),     quota(files),
                              power(files),    clock_source(files), virtualisation(files),
                              isolated(files), layouts(files),      huge_pages(files),
                              counters(files)};
    for (Check& each : out) {
        if (each.health == Health::kNote || each.health == Health::kBad) continue;
        each.costs.clear();
        each.mend.clear();
    }
    return out;
}

}  // namespace benchlab::measure
