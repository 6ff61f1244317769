#include "event_types.hpp"

#include <algorithm>
#include <array>
#include <iterator>

namespace benchlab::story::perf {

namespace {

EventType sampled(const char* name, std::uint32_t type, std::uint64_t config,
                  std::uint64_t sample_type, std::uint64_t period) {
    EventType out;
    out.name = name;
    out.type = type;
    out.config = config;
    out.sample_type = sample_type;
    out.period = period;
    return out;
}

// Bits of perf_event_attr from byte 40 on, in the order of their declaration.
constexpr std::uint64_t bit(unsigned n) {
    return std::uint64_t{1} << n;
}
constexpr std::uint64_t kMmap = bit(8), kComm = bit(9), kTask = bit(13), kSampleIdAll = bit(18),
                        kMmap2 = bit(23), kCommExec = bit(24), kUseClockid = bit(25),
                        kBuildId = bit(34);

std::uint8_t reversed(std::uint8_t byte) {
    std::uint8_t out = 0;
    for (unsigned i = 0; i < 8; ++i) out = static_cast<std::uint8_t>(out << 1 | (byte >> i & 1));
    return out;
}

// Compilers for big-endian machines number bits from the other end of each byte, but bytes of a
// bit field in the same order.
void put_flags(OrderedBytes& out, std::uint64_t flags) {
    for (unsigned i = 0; i < 8; ++i) {
        const auto byte = static_cast<std::uint8_t>(flags >> (8 * i));
        out.put(out.order() == Order::kBig ? reversed(byte) : byte);
    }
}

constexpr std::uint32_t kClockidEnd = 96;  // the smallest attr.size with a clockid
constexpr std::int32_t kMonotonic = 1;

std::uint32_t attr_size_of(const PerfOptions& options) {
    if (options.attr_size != 0) return options.attr_size;
    return options.version == 1 ? 64 : 128;
}

}  // namespace

const EventType* find_sampled_event(std::string_view name) {
    static const std::array<EventType, 7> kEvents{
        sampled("cpu-clock", 1, 0, kIp | kPeriod, 1'000'000),
        sampled("task-clock", 1, 1, kIp | kPeriod, 1'000'000),
        sampled("major-faults", 1, 6, kIp | kAddress | kPeriod, 1),
        sampled("cycles", 0, 0, kIp | kPeriod, 1'000'000),
        sampled("instructions", 0, 1, kIp | kPeriod, 1'000'000),
        sampled("cache-misses", 0, 3, kIp | kPeriod, 1'000),
        sampled("branch-misses", 0, 5, kIp | kPeriod, 1'000)};
    const auto found = std::find_if(kEvents.begin(), kEvents.end(),
                                    [&](const EventType& type) { return type.name == name; });
    return found == kEvents.end() ? nullptr : &*found;
}

EventTypes::EventTypes(const PerfOptions& options, std::uint32_t cpus)
    : kernel_{options.old_formats, options.long_size, options.order},
      identifier_(options.identifier),
      monotonic_(options.monotonic),
      old_(options.old_formats),
      cpus_(cpus),
      attr_size_(attr_size_of(options)),
      shared_(kTid | kTime | kCpu | (options.identifier ? kIdentifier : kId)) {
    types_.push_back(sampled("dummy:HG", 1, 9, 0, 0));
}

std::size_t EventTypes::use(std::string_view name, bool has_stack) {
    const auto [at, is_new] = by_name_.try_emplace(std::string(name), types_.size());
    if (is_new) {
        EventType type;
        if (const EventType* const known = find_sampled_event(name)) {
            type = *known;
        } else {
            type.name = name;
            type.sample_type = kRaw;
            type.format = make_format(name, kernel_);
            // Kernels number their tracepoints as they come, from small numbers on.
            type.config = 300 + types_.size();
            type.format->set_id(static_cast<std::uint16_t>(type.config));
        }
        types_.push_back(std::move(type));
    }
    EventType& type = types_[at->second];
    type.has_stack = type.has_stack || has_stack;
    return at->second;
}

void EventTypes::settle() {
    std::uint64_t next_id = 1000;
    for (EventType& type : types_) {
        type.sample_type |= shared_;
        if (type.has_stack) type.sample_type |= kIp | kCallchain;
        // Without identifiers a reader finds the id only where it has one place in all samples.
        if (!identifier_) type.sample_type |= kIp | kAddress | kPeriod;
        type.first_id = next_id;
        next_id += cpus_;
    }
}

void EventTypes::put_attr(OrderedBytes& out, const EventType& type) const {
    const std::size_t begin = out.size();
    std::uint64_t flags = kSampleIdAll;
    if (monotonic_ && attr_size_ >= kClockidEnd) flags |= kUseClockid;
    if (&type == &types_.front()) {
        flags |= kMmap | kComm | kTask | kCommExec;
        if (!old_) flags |= kMmap2 | kBuildId;
    }
    out.put(type.type);
    out.put(attr_size_);
    out.put(type.config);
    out.put(type.period);
    out.put(type.sample_type);
    out.put(std::uint64_t{0});  // read_format
    put_flags(out, flags);
    out.put_zeros(begin + attr_size_ - out.size());
    if (flags & kUseClockid) out.set(begin + 92, kMonotonic);
}

}  // namespace benchlab::story::perf
