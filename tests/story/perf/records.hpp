// records.hpp: the records of a perf.data file.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "event_types.hpp"

namespace benchlab::story::perf {

enum class RecordType : std::uint32_t {
    kMmap = 1,
    kLost = 2,
    kComm = 3,
    kExit = 4,
    kThrottle = 5,
    kUnthrottle = 6,
    kFork = 7,
    kSample = 9,
    kMmap2 = 10,
    kLostSamples = 13,
    kHeaderAttr = 64,
    kTracingData = 66,
    kBuildId = 67,
    kFinishedRound = 68,
    kEventUpdate = 78,
    kHeaderFeature = 80,
    kCompressed = 81,
    kCompressed2 = 83
};

// Bits of a record's header.
inline constexpr std::uint16_t kMiscKernel = 1, kMiscUser = 2, kMiscCommExec = 1 << 13,
                               kMiscBuildId = 1 << 14;

inline bool is_kernel(std::uint64_t address) {
    return address >> 63 != 0;
}

// Where and when a record was made, and which thread ran there.
struct Context {
    std::uint32_t cpu = 0;
    std::uint64_t clock_ns = 0;
    std::uint32_t pid = 0, tid = 0;
};

struct SampleValues {
    std::uint16_t misc = kMiscKernel;
    std::uint64_t ip = 0, address = 0, period = 1;
    std::span<const std::uint64_t> stack;  // innermost first
    std::span<const std::uint8_t> raw;
};

class RecordBuilder {
  public:
    RecordBuilder(const EventTypes& types, Order order) : types_(types), bytes_(order) {}

    // A record's body is put into what begin() returns; each end makes it whole.
    OrderedBytes& begin(RecordType type, std::uint16_t misc = 0);
    std::span<const std::uint8_t> end();
    // With the place, time and id that all records of an event type end with.
    std::span<const std::uint8_t> end(const Context& context, std::size_t type);
    // As a recorder makes it up of what was there before: at no time and nowhere.
    std::span<const std::uint8_t> end_made_up();

    std::span<const std::uint8_t> sample(std::size_t type, const Context& context,
                                         const SampleValues& values);

  private:
    void put_stack(std::span<const std::uint64_t> stack);

    const EventTypes& types_;
    OrderedBytes bytes_;
};

}  // namespace benchlab::story::perf
