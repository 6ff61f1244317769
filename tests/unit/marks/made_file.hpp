// A file of marks made byte by byte after docs/marks.md, without mark.h.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>

namespace marks_test {

class MadeFile {
  public:
    static constexpr std::int64_t kCreated = 1'000'000'000'000;
    static constexpr std::uint32_t kPid = 4321, kTid = 4322;
    static constexpr std::size_t kRing = 102400;  // where the records begin
    enum : std::uint32_t { kFrame = 1, kBegin, kEnd, kCounter, kEvent, kState };

    explicit MadeFile(unsigned bits = 4)
        : bits_(bits), bytes_(kRing + (std::size_t{32} << bits), '\0') {
        std::memcpy(bytes_.data(), "BLMARKS1", 8);
        const std::uint32_t sizes[] = {0x01020304, 4096, 1024, 64, 1024, 32, bits, 32, kPid, 0};
        for (std::size_t i = 0; i < 10; ++i) put(8 + 4 * i, sizes[i]);
        put(48, kCreated);
        put(56, std::int64_t{1'700'000'000'000'000'000});
        text(256, "/opt/game/bin/game");
        thread(0, kTid, "Render");
    }

    template <class Value>
    void put(std::size_t offset, Value value) {
        std::memcpy(bytes_.data() + offset, &value, sizeof value);
    }
    void text(std::size_t offset, const std::string& what) {
        std::memcpy(bytes_.data() + offset, what.data(), what.size());
    }
    void name(std::uint32_t slot, const std::string& what) {
        put(4096 + 64 * std::size_t{slot}, static_cast<std::uint32_t>(what.size() + 1));
        text(4096 + 64 * std::size_t{slot} + 4, what);
    }
    void thread(std::uint32_t slot, std::uint32_t tid, const std::string& what) {
        const std::size_t at = 4096 + 65536 + 32 * std::size_t{slot};
        put(at, std::uint32_t{1});
        put(at + 4, tid);
        put(at + 8, kCreated + 1);
        text(at + 16, what);
    }
    // Where the record of that number is.
    std::size_t place(std::uint64_t number) const {
        return kRing + 32 * static_cast<std::size_t>(number % (std::uint64_t{1} << bits_));
    }
    // The next record, `after` ns after the file was made.
    void record(std::uint32_t kind, std::int64_t after, std::uint64_t value = 0,
                std::uint32_t name = 0, std::uint32_t tid = kTid) {
        const std::size_t at = place(next_);
        put(at, 2 * (next_ + 1));
        put(at + 8, kCreated + after);
        put(at + 16, value);
        put(at + 24, tid);
        put(at + 28, kind | static_cast<std::uint32_t>(next_ >> bits_ & 0xFF) << 8 | name << 16);
        set_next(next_ + 1);
    }
    void set_next(std::uint64_t next) {
        next_ = next;
        put(128, next_);
    }
    std::string& bytes() { return bytes_; }

  private:
    unsigned bits_;
    std::string bytes_;
    std::uint64_t next_ = 0;
};

}  // namespace marks_test
