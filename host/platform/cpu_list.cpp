#include "platform/cpu_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace benchlab::platform {
namespace {

// More than any machine has; a list that claims more is damaged and would eat memory.
constexpr unsigned kMaxCpu = 1u << 20;

bool take_number(std::string_view& text, unsigned& out) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
    if (error != std::errc{} || out > kMaxCpu) return false;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return true;
}

bool take(std::string_view& text, char c) {
    if (!text.starts_with(c)) return false;
    text.remove_prefix(1);
    return true;
}

}  // namespace

std::optional<std::vector<unsigned>> parse_cpu_list(std::string_view text) {
    while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.remove_suffix(1);
    std::vector<unsigned> cpus;
    if (text.empty()) return cpus;
    do {
        unsigned first = 0;
        if (!take_number(text, first)) return std::nullopt;
        unsigned last = first;
        if (take(text, '-') && (!take_number(text, last) || last < first)) return std::nullopt;
        for (unsigned cpu = first; cpu <= last; ++cpu) cpus.push_back(cpu);
    } while (take(text, ','));
    if (!text.empty()) return std::nullopt;
    std::sort(cpus.begin(), cpus.end());
    cpus.erase(std::unique(cpus.begin(), cpus.end()), cpus.end());
    return cpus;
}

std::string format_cpu_list(const std::vector<unsigned>& cpus) {
    std::string text;
    for (std::size_t i = 0; i < cpus.size();) {
        std::size_t last = i;
        while (last + 1 < cpus.size() && cpus[last + 1] == cpus[last] + 1) ++last;
        if (!text.empty()) text += ',';
        text += last == i ? fmt::format("{}", cpus[i]) : fmt::format("{}-{}", cpus[i], cpus[last]);
        i = last + 1;
    }
    return text;
}

std::optional<base::Error> refuse_cpu(unsigned cpu, const std::vector<unsigned>& online,
                                      const std::vector<unsigned>& usable) {
    const auto has = [cpu](const std::vector<unsigned>& cpus) {
        return std::binary_search(cpus.begin(), cpus.end(), cpu);
    };
    if (!has(online)) {
        return base::Error{base::Code::kInvalid,
                           fmt::format("there is no CPU {}: the CPUs of this machine are {}", cpu,
                                       format_cpu_list(online))};
    }
    if (!has(usable)) {
        return base::Error{base::Code::kInvalid,
                           fmt::format("this process may not use CPU {} (its affinity mask or "
                                       "cpuset allows {})",
                                       cpu, format_cpu_list(usable))};
    }
    return std::nullopt;
}

}  // namespace benchlab::platform
