// event_types.hpp: what a recorder was asked to record: each kind of event with its attributes, and
// one id for each CPU.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "formats.hpp"
#include "perf_writer.hpp"

namespace benchlab::story::perf {

// Bits of perf_event_attr.sample_type.
inline constexpr std::uint64_t kIp = 1, kTid = 2, kTime = 4, kAddress = 8, kCallchain = 32,
                               kId = 64, kCpu = 128, kPeriod = 256, kRaw = 1024,
                               kIdentifier = 1 << 16;

struct EventType {
    std::string name;        // "sched:sched_switch", "cpu-clock"
    std::uint32_t type = 2;  // 0 hardware, 1 software, 2 tracepoint
    std::uint64_t config = 0, period = 1, sample_type = 0;
    std::uint64_t first_id = 0;  // of CPU 0; those of the others follow
    bool has_stack = false;
    std::optional<Format> format;
};

class EventTypes {
  public:
    // The first is the dummy that the records of lives belong to.
    EventTypes(const PerfOptions& options, std::uint32_t cpus);

    // The number of this type, which is there from now on.
    std::size_t use(std::string_view name, bool has_stack);
    void settle();  // after the last use

    const EventType& operator[](std::size_t index) const { return types_[index]; }
    const std::vector<EventType>& all() const { return types_; }
    std::uint32_t cpus() const { return cpus_; }
    std::uint32_t attr_size() const { return attr_size_; }
    // The layout that all types share, of records that are no samples.
    std::uint64_t shared_layout() const { return shared_; }
    void put_attr(OrderedBytes& out, const EventType& type) const;

  private:
    Kernel kernel_;
    bool identifier_, monotonic_, old_;
    std::uint32_t cpus_, attr_size_;
    std::uint64_t shared_;
    std::vector<EventType> types_;
    std::unordered_map<std::string, std::size_t> by_name_;
};

// The sampled events besides tracepoints; null for a name that is none.
const EventType* find_sampled_event(std::string_view name);

}  // namespace benchlab::story::perf
