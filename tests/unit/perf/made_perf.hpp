// made_perf.hpp: small perf.data files, written field by field as the kernel's header and perf's
// description of the format say, for tests of single rules.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace perf_test {

class MadePerf {
  public:
    // What an event is: its type, its number, its name, and for tracepoints the format's fields.
    struct Event {
        std::uint32_t type = 1;
        std::uint64_t config = 0;
        std::string name;
        std::string format;  // of a tracepoint: lines "field:..."
    };
    static constexpr std::uint64_t kSampleType = 1u << 16 | 1 | 2 | 4 | 8 | 32 | 128 | 256 | 1024;

    explicit MadePerf(std::vector<Event> events) : events_(std::move(events)) {}

    struct At {
        std::uint32_t pid = 1, tid = 1;
        std::uint64_t time = 0;
        std::uint32_t cpu = 0;
    };
    void comm(const At& at, std::string_view name, bool exec = false);
    void fork(const At& at, std::uint32_t parent_pid, std::uint32_t parent_tid);
    void exit(const At& at);
    void map(const At& at, std::uint64_t base, std::uint64_t size, std::uint64_t offset,
             std::string_view path);
    void lost(const At& at, std::uint64_t count);
    // SWITCH_CPU_WIDE: `at` leaves the CPU for the other, or comes after it.
    void switched(const At& at, std::uint32_t other, bool out, bool preempted = false);
    void sample(std::size_t event, const At& at, std::uint64_t ip,
                const std::vector<std::uint64_t>& callchain = {},
                const std::vector<std::uint8_t>& raw = {}, std::uint64_t address = 0);
    // The whole file, in the folder of the tests' own files.
    std::string write(const std::string& name) const;

  private:
    using Bytes = std::vector<std::uint8_t>;
    void record(std::uint32_t type, std::uint16_t misc, Bytes body, const At* at);
    Bytes tracing_data() const;

    std::vector<Event> events_;
    Bytes data_;
};

// Fields of a tracepoint, one after the other.
class RawFields {
  public:
    RawFields& u8(std::uint8_t value) { return put(value, 1); }
    RawFields& u16(std::uint16_t value) { return put(value, 2); }
    RawFields& u32(std::uint32_t value) { return put(value, 4); }
    RawFields& u64(std::uint64_t value) { return put(value, 8); }
    RawFields& text(std::string_view value, std::size_t size);
    // What every tracepoint begins with.
    static RawFields common(std::uint16_t id, std::uint8_t flags, std::uint32_t tid) {
        return RawFields().u16(id).u8(flags).u8(0).u32(tid);
    }
    const std::vector<std::uint8_t>& bytes() const { return bytes_; }

  private:
    RawFields& put(std::uint64_t value, std::size_t size) {
        for (std::size_t i = 0; i < size; ++i)
            bytes_.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
        return *this;
    }
    std::vector<std::uint8_t> bytes_;
};

}  // namespace perf_test
