#include "records.hpp"

#include <algorithm>
#include <stdexcept>

namespace benchlab::story::perf {

namespace {

// What a callchain has where it goes from the kernel's addresses to the program's.
constexpr auto kKernelMarker = static_cast<std::uint64_t>(std::int64_t{-128});
constexpr auto kUserMarker = static_cast<std::uint64_t>(std::int64_t{-512});

}  // namespace

OrderedBytes& RecordBuilder::begin(RecordType type, std::uint16_t misc) {
    bytes_.clear();
    bytes_.put(static_cast<std::uint32_t>(type));
    bytes_.put(misc);
    bytes_.put(std::uint16_t{0});
    return bytes_;
}

std::span<const std::uint8_t> RecordBuilder::end() {
    if (bytes_.size() > 0xFFFF) throw std::invalid_argument("a record has at most 65535 bytes");
    bytes_.set(6, static_cast<std::uint16_t>(bytes_.size()));
    return bytes_;
}

std::span<const std::uint8_t> RecordBuilder::end(const Context& context, std::size_t type) {
    const std::uint64_t id = types_[type].first_id + context.cpu;
    bytes_.put(context.pid);
    bytes_.put(context.tid);
    bytes_.put(context.clock_ns);
    if (types_.shared_layout() & kId) bytes_.put(id);
    bytes_.put(context.cpu);
    bytes_.put(std::uint32_t{0});
    if (types_.shared_layout() & kIdentifier) bytes_.put(id);
    return end();
}

std::span<const std::uint8_t> RecordBuilder::end_made_up() {
    bytes_.put_zeros(32);
    return end();
}

std::span<const std::uint8_t> RecordBuilder::sample(std::size_t type, const Context& context,
                                                    const SampleValues& values) {
    const std::uint64_t layout = types_[type].sample_type;
    const std::uint64_t id = types_[type].first_id + context.cpu;
    begin(RecordType::kSample, values.misc);
    if (layout & kIdentifier) bytes_.put(id);
    if (layout & kIp) bytes_.put(values.ip);
    bytes_.put(context.pid);
    bytes_.put(context.tid);
    bytes_.put(context.clock_ns);
    if (layout & kAddress) bytes_.put(values.address);
    if (layout & kId) bytes_.put(id);
    bytes_.put(context.cpu);
    bytes_.put(std::uint32_t{0});
    if (layout & kPeriod) bytes_.put(values.period);
    if (layout & kCallchain) put_stack(values.stack);
    if (layout & kRaw) {
        bytes_.put(static_cast<std::uint32_t>(values.raw.size()));
        bytes_.put_bytes(values.raw);
    }
    return end();
}

void RecordBuilder::put_stack(std::span<const std::uint64_t> stack) {
    const std::size_t count_at = bytes_.size();
    bytes_.put(std::uint64_t{0});
    std::uint64_t marker = 0;
    for (const std::uint64_t frame : stack) {
        const std::uint64_t own = is_kernel(frame) ? kKernelMarker : kUserMarker;
        if (own != marker) bytes_.put(marker = own);
        bytes_.put(frame);
    }
    bytes_.set(count_at, std::uint64_t{(bytes_.size() - count_at) / 8 - 1});
}

}  // namespace benchlab::story::perf
