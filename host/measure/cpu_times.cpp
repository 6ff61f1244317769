#include "measure/cpu_times.hpp"

#include <charconv>
#include <string>

#include "base/text.hpp"
#include "platform/files.hpp"

namespace benchlab::measure {

std::optional<CpuTimes> parse_cpu_times(std::string_view text) {
    constexpr std::size_t kSteal = 7, kFields = 8;
    if (!text.starts_with("cpu ")) return std::nullopt;
    const std::string line(text.substr(0, text.find('\n')));
    CpuTimes out;
    std::size_t field = 0;
    for (const std::string& word : base::split(line, ' ')) {
        double value = 0;
        const auto end = word.data() + word.size();
        if (std::from_chars(word.data(), end, value).ec != std::errc()) continue;
        // Guests are in the first ones already.
        if (field < kFields) out.all += value;
        if (field == kSteal) out.steal = value;
        ++field;
    }
    if (field < kFields) return std::nullopt;
    return out;
}

std::optional<CpuTimes> read_cpu_times(const std::filesystem::path& root) {
    constexpr std::size_t kFirstLine = 4096;
    const auto text = platform::read_head(root / "proc/stat", kFirstLine);
    return text ? parse_cpu_times(*text) : std::nullopt;
}

double steal_share(const CpuTimes& before, const CpuTimes& after) {
    const double span = after.all - before.all;
    return span > 0 ? (after.steal - before.steal) / span : 0;
}

}  // namespace benchlab::measure
