#include "etl/one_clock.hpp"

#include <limits>
#include <string>

#include "etl/text.hpp"

namespace benchlab::etl {
namespace {

// Two starts of one machine are further apart; what the system time is corrected by meanwhile is
// less.
constexpr std::uint64_t kSameStart = 10 * kFiletimePerSecond;

std::string tell(const TraceFile& a, const TraceFile& b, const std::string& what,
                 const std::string& of_a, const std::string& of_b) {
    return what + " differs: " + of_a + " in " + a.path + ", " + of_b + " in " + b.path;
}

std::string per_second(std::uint64_t ticks) {
    return std::to_string(ticks) + " ticks per second";
}

bool far_apart(std::int64_t a, std::int64_t b) {
    const std::int64_t least = a < b ? a : b, most = a < b ? b : a;
    return static_cast<std::uint64_t>(most) - static_cast<std::uint64_t>(least) > kSameStart;
}

// FILETIME at tick 0 of a counter; 0 when the header does not say enough.
std::int64_t zero_filetime(const TraceFile& file) {
    const Clock& clock = file.clock;
    if (clock.type == ClockType::kSystemTime || clock.zero < 0 || clock.start_filetime <= 0) {
        return 0;
    }
    const std::uint64_t since =
        scaled(static_cast<std::uint64_t>(clock.zero), kFiletimePerSecond, clock.ticks_per_second);
    if (since > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max() / 2)) return 0;
    return clock.start_filetime - static_cast<std::int64_t>(since);
}

}  // namespace

std::string clock_difference(const TraceFile& a, const TraceFile& b) {
    const Clock &one = a.clock, &other = b.clock;
    if (one.type != other.type) return tell(a, b, "the clock", clock_name(one), clock_name(other));
    if (one.ticks_per_second != other.ticks_per_second)
        return tell(a, b, "the frequency of the clock", per_second(one.ticks_per_second),
                    per_second(other.ticks_per_second));
    if (one.counter_per_second != other.counter_per_second)
        return tell(a, b, "the frequency of the performance counter",
                    per_second(one.counter_per_second), per_second(other.counter_per_second));
    const std::int64_t boot = a.header.boot_filetime, other_boot = b.header.boot_filetime;
    if (boot > 0 && other_boot > 0 && far_apart(boot, other_boot))
        return tell(a, b, "the start of the machine", filetime_text(boot),
                    filetime_text(other_boot));
    const std::int64_t zero = zero_filetime(a), other_zero = zero_filetime(b);
    if (zero != 0 && other_zero != 0 && far_apart(zero, other_zero))
        return tell(a, b, "the moment at which the clock was 0", filetime_text(zero),
                    filetime_text(other_zero));
    return {};
}

void require_one_clock(const std::vector<const TraceFile*>& files) {
    for (std::size_t i = 1; i < files.size(); ++i) {
        const std::string difference = clock_difference(*files.front(), *files[i]);
        if (difference.empty()) continue;
        throw Error(BL_E_INVALID, "these are not files of one recording, as " + difference);
    }
}

}  // namespace benchlab::etl
