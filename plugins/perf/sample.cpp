#include "perf/sample.hpp"

#include <bit>

namespace benchlab::perf {
namespace {

// Bits of read_format.
constexpr std::uint64_t kReadTimes[] = {1u << 0, 1u << 1};
constexpr std::uint64_t kReadId = 1u << 2, kReadGroup = 1u << 3, kReadLost = 1u << 4;

void skip_read(Fields& fields, std::uint64_t format) {
    std::uint64_t times = 0;
    for (const std::uint64_t bit : kReadTimes) times += (format & bit) != 0 ? 8 : 0;
    const std::uint64_t each =
        8 + ((format & kReadId) != 0 ? 8 : 0) + ((format & kReadLost) != 0 ? 8 : 0);
    if ((format & kReadGroup) == 0) return fields.skip(each + times);
    const std::uint64_t count = fields.u64();
    fields.skip(times);
    if (count > fields.left() / each) return fields.skip(UINT64_MAX);
    fields.skip(count * each);
}

void skip_branches(Fields& fields, std::uint64_t format) {
    constexpr std::uint64_t kHasIndex = 1u << 17, kEach = 24;
    const std::uint64_t count = fields.u64();
    if ((format & kHasIndex) != 0) fields.skip(8);
    fields.skip(count > fields.left() / kEach ? UINT64_MAX : count * kEach);
}

// What lies behind all that a row is made of: damage there costs the copied stack alone.
void read_user_stack(const Attribute& attribute, Fields& fields, Sample& sample) {
    constexpr std::uint64_t kOf64Bits = 2;
    if (!attribute.has(kUserRegisters) || !attribute.has(kUserStack)) return;
    if (attribute.has(kBranchStack)) skip_branches(fields, attribute.branch_format);
    const std::uint64_t kind = fields.u64();
    Bytes registers;
    if (kind != 0)
        registers =
            fields.raw(8 * static_cast<std::uint64_t>(std::popcount(attribute.user_registers)));
    const std::uint64_t size = fields.u64();
    if (size == 0) return;
    const Bytes stack = fields.raw(size);
    // The room is always as large; behind it stands how much of it was filled.
    const std::uint64_t filled = fields.u64();
    if (fields.failed() || kind != kOf64Bits || filled > size) return;
    sample.user_registers = registers;
    sample.user_stack = stack.first(static_cast<std::size_t>(filled));
}

void read_variable(const Attribute& attribute, Fields& fields, Sample& sample) {
    if (attribute.has(kRead)) skip_read(fields, attribute.read_format);
    if (attribute.has(kCallchain)) {
        const std::uint64_t count = fields.u64();
        sample.callchain = fields.raw(count > fields.left() / 8 ? UINT64_MAX : count * 8);
    }
    if (attribute.has(kRaw)) sample.raw = fields.raw(fields.u32());
}

}  // namespace

bool read_sample(const Attribute& attribute, Bytes body, ByteOrder order, Sample& sample) {
    sample.attribute = &attribute;
    Fields fields(body, order);
    if (attribute.has(kIdentifier)) fields.skip(8);
    if (attribute.has(kIp)) sample.ip = fields.u64();
    if (attribute.has(kTid)) {
        sample.pid = fields.u32();
        sample.tid = fields.u32();
    }
    if (attribute.has(kTime)) sample.time = fields.u64();
    if (attribute.has(kAddress)) sample.address = fields.u64();
    if (attribute.has(kId)) fields.skip(8);
    if (attribute.has(kStreamId)) fields.skip(8);
    if (attribute.has(kCpu)) {
        sample.cpu = fields.u32();
        fields.skip(4);
    }
    if (attribute.has(kPeriod)) sample.period = fields.u64();
    read_variable(attribute, fields, sample);
    if (fields.failed()) return false;
    read_user_stack(attribute, fields, sample);
    return true;
}

std::size_t trailer_size(const Attribute& attribute) {
    if (!attribute.has(Attribute::kSampleIdAll)) return 0;
    constexpr std::uint64_t kParts = kTid | kTime | kId | kStreamId | kCpu | kIdentifier;
    return 8 * static_cast<std::size_t>(std::popcount(attribute.sample_type & kParts));
}

bool read_trailer(const Attribute& attribute, Bytes body, ByteOrder order, Sample& sample) {
    const std::size_t size = trailer_size(attribute);
    if (size > body.size()) return false;
    Fields fields(body.last(size), order);
    if (size == 0) return true;
    if (attribute.has(kTid)) {
        sample.pid = fields.u32();
        sample.tid = fields.u32();
    }
    if (attribute.has(kTime)) sample.time = fields.u64();
    if (attribute.has(kId)) fields.skip(8);
    if (attribute.has(kStreamId)) fields.skip(8);
    if (attribute.has(kCpu)) sample.cpu = fields.u32();
    return true;
}

int id_place_in_sample(const Attribute& attribute) {
    if (attribute.has(kIdentifier)) return 0;
    if (!attribute.has(kId)) return -1;
    int place = 0;
    for (const SampleBit before : {kIp, kTid, kTime, kAddress}) {
        if (attribute.has(before)) place += 8;
    }
    return place;
}

int id_place_from_end(const Attribute& attribute) {
    if (!attribute.has(Attribute::kSampleIdAll)) return -1;
    if (attribute.has(kIdentifier)) return 8;
    if (!attribute.has(kId)) return -1;
    int place = 8;
    for (const SampleBit behind : {kStreamId, kCpu}) {
        if (attribute.has(behind)) place += 8;
    }
    return place;
}

}  // namespace benchlab::perf
