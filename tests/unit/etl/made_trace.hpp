// made_trace.hpp: small traces made by hand, as the kernel would write them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace etl_test {

// Little-endian bytes.
class Packed {
  public:
    template <class Value>
    Packed& add(Value value) {
        const auto* at = reinterpret_cast<const std::uint8_t*>(&value);
        bytes.insert(bytes.end(), at, at + sizeof(value));
        return *this;
    }
    Packed& u8(unsigned value) { return add(static_cast<std::uint8_t>(value)); }
    Packed& u16(unsigned value) { return add(static_cast<std::uint16_t>(value)); }
    Packed& u32(std::uint32_t value) { return add(value); }
    Packed& u64(std::uint64_t value) { return add(value); }
    Packed& zeros(std::size_t count) {
        bytes.resize(bytes.size() + count);
        return *this;
    }
    Packed& wide(const std::u16string& text) {
        for (const char16_t unit : text) add(static_cast<std::uint16_t>(unit));
        return u16(0);
    }
    Packed& narrow(const std::string& text) {
        bytes.insert(bytes.end(), text.begin(), text.end());
        return u8(0);
    }
    Packed& raw(const std::vector<std::uint8_t>& more) {
        bytes.insert(bytes.end(), more.begin(), more.end());
        return *this;
    }

    std::vector<std::uint8_t> bytes;
};

// A buffer with events, not yet in a file.
class MadeBuffer {
  public:
    explicit MadeBuffer(unsigned cpu, std::int64_t sequence = 0, unsigned flags = 0)
        : cpu_(cpu), sequence_(sequence), flags_(flags) {}

    // PERFINFO64, whose number is group << 8 | type.
    MadeBuffer& kernel(unsigned number, unsigned version, std::int64_t time, const Packed& payload);
    // SYSTEM64.
    MadeBuffer& system(unsigned number, unsigned version, std::int64_t time, std::uint32_t pid,
                       std::uint32_t tid, const Packed& payload);
    // FULL_HEADER64.
    MadeBuffer& of_class(const std::vector<std::uint8_t>& guid, unsigned type, unsigned version,
                         std::int64_t time, const Packed& payload);
    // EVENT_HEADER64.
    MadeBuffer& provider(const std::vector<std::uint8_t>& guid, unsigned id, std::int64_t time,
                         std::uint32_t pid, std::uint32_t tid, const Packed& payload);
    MadeBuffer& bytes(const std::vector<std::uint8_t>& event);

    const std::vector<std::uint8_t>& events() const { return events_; }

  private:
    friend class MadeTrace;
    unsigned cpu_;
    std::int64_t sequence_;
    unsigned flags_;
    std::vector<std::uint8_t> events_;
};

class MadeTrace {
  public:
    static constexpr std::int64_t kZero = 1'000'000;
    static constexpr std::uint32_t kBufferSize = 4096;

    std::uint32_t clock_type = 1;
    std::int64_t frequency = 10'000'000;
    std::int64_t zero = kZero;
    std::uint32_t cpu_mhz = 3000;
    std::uint32_t mode = 1;
    std::uint32_t events_lost = 0;
    std::uint32_t buffers_lost = 0;
    std::uint32_t cpu_count = 2;
    // 133 000 000 000 000 000 in units of 100 ns from 1601 is 2022-06-17.
    std::int64_t start_filetime = 133'000'000'000'000'000;
    std::int64_t end_filetime = 0;
    std::int64_t boot_filetime = 0;

    // The number of a buffer that has none is its place.
    MadeTrace& add(const MadeBuffer& buffer);
    std::vector<std::uint8_t> bytes() const;

    // Compressed by hand: `stored` unpacks to the events of `buffer`.
    MadeTrace& add_compressed(const MadeBuffer& buffer, const std::vector<std::uint8_t>& stored);
    std::uint32_t compression = 3;  // what the header buffer's state says

  private:
    std::vector<std::uint8_t> header_buffer() const;

    std::vector<std::uint8_t> buffers_;
    std::int64_t count_ = 0;
};

// The 16 bytes of a GUID as text.
std::vector<std::uint8_t> guid(const std::string& text);

// Payloads.
Packed cswitch(std::uint32_t new_tid, std::uint32_t old_tid, unsigned old_state = 5,
               unsigned reason = 6);
Packed ready(std::uint32_t tid, unsigned flags = 0);
Packed sample(std::uint64_t address, std::uint32_t tid, unsigned count = 1);
Packed stack(std::int64_t time, std::uint32_t pid, std::uint32_t tid,
             const std::vector<std::uint64_t>& frames);

// The first tick, as the tests say it.
inline constexpr std::int64_t kZero = MadeTrace::kZero;

}  // namespace etl_test
