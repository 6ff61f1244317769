#include "perf/attribute.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace benchlab::perf {
namespace {

constexpr std::array<std::string_view, 10> kHardwareNames = {"cycles",
                                                             "instructions",
                                                             "cache-references",
                                                             "cache-misses",
                                                             "branches",
                                                             "branch-misses",
                                                             "bus-cycles",
                                                             "stalled-cycles-frontend",
                                                             "stalled-cycles-backend",
                                                             "ref-cycles"};
constexpr std::array<std::string_view, 12> kSoftwareNames = {
    "cpu-clock",        "task-clock",   "page-faults",  "context-switches",
    "cpu-migrations",   "minor-faults", "major-faults", "alignment-faults",
    "emulation-faults", "dummy",        "bpf-output",   "cgroup-switches"};

// Bit-fields begin at the other end of each byte where the byte order is the other one.
std::uint64_t bit_field(const std::uint8_t* at, ByteOrder order) {
    std::uint64_t out = 0;
    for (unsigned i = 0; i < 8; ++i) {
        std::uint8_t byte = at[i];
        if (order.is_big_endian()) {
            std::uint8_t turned = 0;
            for (unsigned bit = 0; bit < 8; ++bit) {
                if ((byte >> bit & 1) != 0) turned |= static_cast<std::uint8_t>(0x80u >> bit);
            }
            byte = turned;
        }
        out |= std::uint64_t{byte} << (8 * i);
    }
    return out;
}

}  // namespace

Attribute read_attribute(Bytes bytes, ByteOrder order) {
    std::array<std::uint8_t, 128> room{};
    std::copy_n(bytes.begin(), std::min(bytes.size(), room.size()), room.begin());
    const std::uint8_t* at = room.data();
    Attribute out;
    out.type = order.u32(at);
    out.config = order.u64(at + 8);
    out.sample_period = order.u64(at + 16);
    out.sample_type = order.u64(at + 24);
    out.read_format = order.u64(at + 32);
    out.flags = bit_field(at + 40, order);
    out.branch_format = order.u64(at + 72);
    out.user_registers = order.u64(at + 80);
    if (out.has(Attribute::kUseClockId))
        out.clock_id = static_cast<std::int32_t>(order.u32(at + 92));
    return out;
}

std::string builtin_name(const Attribute& attribute) {
    const std::uint64_t config = attribute.config;
    if (attribute.type == kHardware && config < kHardwareNames.size())
        return std::string(kHardwareNames[static_cast<std::size_t>(config)]);
    if (attribute.type == kSoftware && config < kSoftwareNames.size())
        return std::string(kSoftwareNames[static_cast<std::size_t>(config)]);
    return "event-" + std::to_string(attribute.type) + "-" + std::to_string(config);
}

}  // namespace benchlab::perf
