#include "etl/extent.hpp"

#include <algorithm>
#include <limits>
#include <map>

namespace benchlab::etl {
namespace {

constexpr std::uint64_t kGraceSeconds = 3600;

}  // namespace

std::optional<std::int64_t> closed_at(const TraceFile& file) {
    const LogHeader& header = file.header;
    if (header.end_filetime <= header.start_filetime || header.start_filetime <= 0) {
        return std::nullopt;
    }
    const auto length = static_cast<std::uint64_t>(header.end_filetime - header.start_filetime);
    const std::uint64_t ticks = scaled(length, file.clock.ticks_per_second, kFiletimePerSecond);
    constexpr auto kMost = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    const std::uint64_t zero =
        static_cast<std::uint64_t>(std::max<std::int64_t>(file.clock.zero, 0));
    return ticks > kMost - zero ? std::numeric_limits<std::int64_t>::max()
                                : static_cast<std::int64_t>(zero + ticks);
}

std::int64_t end_time(const TraceFile& file) {
    const auto closed = closed_at(file);
    constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
    constexpr auto kMostPerSecond = static_cast<std::uint64_t>(kMost) / kGraceSeconds;
    const auto grace = static_cast<std::int64_t>(
        kGraceSeconds * std::min(file.clock.ticks_per_second, kMostPerSecond));
    const std::int64_t latest = closed && *closed < kMost - grace ? *closed + grace : kMost;
    // Times of one CPU never go down, so its last buffer has its last event.
    std::map<std::uint16_t, const Buffer*> last;
    for (const Buffer& buffer : file.index.buffers) last[buffer.cpu] = &buffer;
    std::int64_t end = closed.value_or(file.clock.zero);
    BufferReader reader(*file.input, file.index.compression);
    for (const auto& [cpu, buffer] : last) {
        Bytes body = reader.body(*buffer);
        while (!body.empty()) {
            Event event;
            std::uint32_t size = 0;
            if (read_event(body, event, size) != EventFound::kEvent) break;
            const std::int64_t time = file.clock.from_raw(event.time);
            if (time > end && time < latest) end = time + 1;
            body = behind_event(body, size);
        }
    }
    return end;
}

}  // namespace benchlab::etl
