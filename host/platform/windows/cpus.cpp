#include "platform/cpus.hpp"

#include <fmt/format.h>
#include <windows.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <optional>

#include "base/text.hpp"
#include "platform/cpu_list.hpp"
#include "platform/windows/text.hpp"

namespace benchlab::platform {
namespace {

// A logical CPU as the system names it.  Its number with us is its place in places().
struct Place {
    WORD group = 0;
    unsigned bit = 0;
};

KAFFINITY bit_of(const Place& place) {
    return KAFFINITY{1} << place.bit;
}

std::vector<Place> read_places() {
    DWORD size = 0;
    GetLogicalProcessorInformationEx(RelationGroup, nullptr, &size);
    std::vector<std::byte> buffer(size);
    auto* info = reinterpret_cast<SYSTEM_LOGICAL_PROCESSOR_INFORMATION_EX*>(buffer.data());
    std::vector<Place> places;
    if (size != 0 && GetLogicalProcessorInformationEx(RelationGroup, info, &size) != 0) {
        for (WORD group = 0; group < info->Group.ActiveGroupCount; ++group) {
            const KAFFINITY active = info->Group.GroupInfo[group].ActiveProcessorMask;
            for (unsigned bit = 0; bit < 64; ++bit) {
                if ((active >> bit) & 1u) places.push_back({group, bit});
            }
        }
    }
    if (!places.empty()) return places;
    for (WORD group = 0; group < GetActiveProcessorGroupCount(); ++group) {
        const DWORD count = GetActiveProcessorCount(group);
        for (unsigned bit = 0; bit < count; ++bit) places.push_back({group, bit});
    }
    return places;
}

const std::vector<Place>& places() {
    static const std::vector<Place> all = read_places();
    return all;
}

std::vector<unsigned> numbers_where(auto&& wanted) {
    std::vector<unsigned> numbers;
    for (std::size_t i = 0; i < places().size(); ++i) {
        if (wanted(places()[i])) numbers.push_back(static_cast<unsigned>(i));
    }
    return numbers;
}

base::Result<void> set_affinity(WORD group, KAFFINITY mask) {
    GROUP_AFFINITY affinity{};
    affinity.Group = group;
    affinity.Mask = mask;
    if (SetThreadGroupAffinity(GetCurrentThread(), &affinity, nullptr) != 0) return {};
    return base::Error{base::Code::kIo,
                       fmt::format("cannot bind the thread to CPUs {:#x} of processor group {}: {}",
                                   mask, group, system_message(GetLastError()))};
}

std::optional<std::string> registry_text(const wchar_t* key, const wchar_t* name) {
    wchar_t value[256];
    DWORD size = sizeof value;
    if (RegGetValueW(HKEY_LOCAL_MACHINE, key, name, RRF_RT_REG_SZ, nullptr, value, &size) != 0) {
        return std::nullopt;
    }
    return std::string(base::trim(to_utf8(value)));
}

}  // namespace

std::vector<unsigned> online_cpus() {
    return numbers_where([](const Place&) { return true; });
}

std::vector<unsigned> usable_cpus() {
    // A thread's own pinning does not change these.
    DWORD_PTR process = 0;
    DWORD_PTR system = 0;
    USHORT group = 0;
    USHORT groups = 1;
    // Both masks are 0 for a process whose threads are in several groups, and a process with all
    // of its first group may send its threads to the others too.
    if (GetProcessAffinityMask(GetCurrentProcess(), &process, &system) == 0 || process == system ||
        GetProcessGroupAffinity(GetCurrentProcess(), &groups, &group) == 0) {
        return online_cpus();
    }
    return numbers_where(
        [&](const Place& place) { return place.group == group && (process & bit_of(place)) != 0; });
}

std::vector<unsigned> this_thread_cpus() {
    GROUP_AFFINITY now{};
    if (GetThreadGroupAffinity(GetCurrentThread(), &now) == 0) return usable_cpus();
    return numbers_where([&](const Place& place) {
        return place.group == now.Group && (now.Mask & bit_of(place)) != 0;
    });
}

base::Result<void> pin_this_thread(unsigned cpu) {
    if (auto refused = refuse_cpu(cpu, online_cpus(), usable_cpus())) return *refused;
    return set_affinity(places()[cpu].group, bit_of(places()[cpu]));
}

base::Result<void> unpin_this_thread(const std::vector<unsigned>& cpus) {
    if (cpus.empty()) return base::Error{base::Code::kInvalid, "no CPU to run on was given"};
    const std::vector<unsigned> online = online_cpus();
    for (const unsigned cpu : cpus) {
        if (auto refused = refuse_cpu(cpu, online, cpus)) return *refused;
    }
    // A thread's mask lies within one group: stay where we are, if that is among the wanted ones.
    const unsigned here = current_cpu();
    const bool stay = std::find(cpus.begin(), cpus.end(), here) != cpus.end();
    const WORD group = places()[stay ? here : cpus.front()].group;
    KAFFINITY mask = 0;
    for (const unsigned cpu : cpus) {
        if (places()[cpu].group == group) mask |= bit_of(places()[cpu]);
    }
    return set_affinity(group, mask);
}

RaisedPriority::RaisedPriority() {
    before_ = static_cast<int>(GetPriorityClass(GetCurrentProcess()));
    raised_ = before_ != 0 && SetPriorityClass(GetCurrentProcess(), HIGH_PRIORITY_CLASS) != 0;
}

RaisedPriority::~RaisedPriority() {
    if (raised_) SetPriorityClass(GetCurrentProcess(), static_cast<DWORD>(before_));
}

unsigned current_cpu() {
    PROCESSOR_NUMBER now{};
    GetCurrentProcessorNumberEx(&now);
    const std::vector<unsigned> found = numbers_where(
        [&](const Place& place) { return place.group == now.Group && place.bit == now.Number; });
    return found.empty() ? 0 : found.front();
}

std::string cpu_name() {
    return registry_text(L"HARDWARE\\DESCRIPTION\\System\\CentralProcessor\\0",
                         L"ProcessorNameString")
        .value_or("unknown");
}

std::string os_name() {
    return "windows";
}

std::string os_version() {
    // GetVersionEx tells programs without a manifest about an older system.
    const HMODULE ntdll = GetModuleHandleW(L"ntdll.dll");
    using GetVersion = LONG(WINAPI*)(OSVERSIONINFOW*);
    using GetWineVersion = const char*(CDECL*)();
    const auto get_version = reinterpret_cast<GetVersion>(
        reinterpret_cast<void*>(GetProcAddress(ntdll, "RtlGetVersion")));
    const auto get_wine_version = reinterpret_cast<GetWineVersion>(
        reinterpret_cast<void*>(GetProcAddress(ntdll, "wine_get_version")));
    OSVERSIONINFOW info{};
    info.dwOSVersionInfoSize = sizeof info;
    if (get_version == nullptr || get_version(&info) != 0) return "unknown";
    std::string version =
        fmt::format("{}.{}.{}", info.dwMajorVersion, info.dwMinorVersion, info.dwBuildNumber);
    // Timings taken there are not those of the system that it plays.
    if (get_wine_version != nullptr) version += fmt::format(" (Wine {})", get_wine_version());
    return version;
}

std::string arch_name() {
    SYSTEM_INFO info{};
    GetNativeSystemInfo(&info);
    switch (info.wProcessorArchitecture) {
        case PROCESSOR_ARCHITECTURE_AMD64:
            return "x86_64";
        case PROCESSOR_ARCHITECTURE_ARM64:
            return "aarch64";
        case PROCESSOR_ARCHITECTURE_INTEL:
            return "x86";
        default:
            return "unknown";
    }
}

}  // namespace benchlab::platform
