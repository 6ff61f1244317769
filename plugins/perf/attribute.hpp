// attribute.hpp: what was recorded of one event, struct perf_event_attr of the kernel's
// include/uapi/linux/perf_event.h.
#pragma once

#include <cstdint>
#include <string>

#include "perf/byte_order.hpp"

namespace benchlab::perf {

// Bits of sample_type, which say what a sample has, in the order in which it has them (but for
// the first, which comes before all others).  What comes behind these is not looked at.
enum SampleBit : std::uint64_t {
    kIdentifier = 1u << 16,
    kIp = 1u << 0,
    kTid = 1u << 1,
    kTime = 1u << 2,
    kAddress = 1u << 3,
    kId = 1u << 6,
    kStreamId = 1u << 9,
    kCpu = 1u << 7,
    kPeriod = 1u << 8,
    kRead = 1u << 4,
    kCallchain = 1u << 5,
    kRaw = 1u << 10,
    kBranchStack = 1u << 11,
    kUserRegisters = 1u << 12,
    kUserStack = 1u << 13,
};

// The kernel's numbers of kinds of events, those that are told apart.
enum EventType : std::uint32_t { kHardware, kSoftware, kTracepoint };

struct Attribute {
    std::uint32_t type = 0;
    std::uint64_t config = 0;
    std::uint64_t sample_period = 0;  // events, or events a second with kFrequency
    std::uint64_t sample_type = 0;
    std::uint64_t read_format = 0;
    std::uint64_t flags = 0;
    std::uint64_t branch_format = 0;
    std::uint64_t user_registers = 0;  // a bit for each that a sample has
    std::int32_t clock_id = -1;        // of clock_gettime(); -1: the scheduler's own clock
    std::string name;

    enum Flag : std::uint64_t {
        kFrequency = 1u << 10,
        kSampleIdAll = 1u << 18,
        kUseClockId = 1u << 25,
    };
    bool has(SampleBit bit) const { return (sample_type & bit) != 0; }
    bool has(Flag flag) const { return (flags & flag) != 0; }
};

// The struct as it lies in a file, of whatever size: what an older one lacks is zero, and what a
// newer one has more is not looked at.
constexpr std::size_t kSmallestAttribute = 64;
Attribute read_attribute(Bytes bytes, ByteOrder order);

// "cycles", "cpu-clock": the name that the kernel's own numbers have; else "event-<type>-<config>".
std::string builtin_name(const Attribute& attribute);

}  // namespace benchlab::perf
