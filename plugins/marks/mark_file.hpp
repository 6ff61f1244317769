// A file of marks, a piece at a time: docs/marks.md has its layout.  Any bytes may be in it, and
// the program may still write to it while it is read.
#pragma once

#include <cstdint>
#include <fstream>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace benchlab::marks {

inline constexpr std::string_view kMagic = "BLMARKS";  // and a digit, the version

enum class Kind : std::uint8_t {
    kFrame = 1,
    kBegin = 2,
    kEnd = 3,
    kCounter = 4,
    kEvent = 5,
    kState = 6
};

struct Record {
    std::int64_t time = 0;  // ns of CLOCK_MONOTONIC
    std::uint64_t value = 0;
    std::uint32_t tid = 0;
    std::uint32_t name = 0;  // index into names(), 0 is none
    Kind kind = Kind::kFrame;
};

// What a place of the ring holds, where a certain record is expected.
enum class Found : std::uint8_t {
    kRecord,
    kUnfinished,   // the program ended while it wrote it, or before
    kOverwritten,  // by a later one
    kDamaged
};

struct Thread {
    std::uint32_t tid = 0;
    std::int64_t time = 0;
    std::string name;
};

struct Header {
    std::uint32_t pid = 0;
    std::int64_t created = 0, created_unix_ns = 0;  // the same moment on two clocks
    std::uint64_t next = 0;                         // number of the next record
    std::uint64_t names_refused = 0, threads_refused = 0;
    std::string program;  // path
};

class MarkFile {
  public:
    // record is valid when it is kRecord; offset is the place's in the file.
    using Visit = std::function<void(Found, const Record&, std::uint64_t offset)>;

    // Throws benchlab::Error with a reason when it cannot be opened or is no file of marks.
    explicit MarkFile(const std::string& path);

    const std::string& path() const { return path_; }
    const Header& header() const { return header_; }
    // One for each slot; what is empty or damaged is an empty text.
    const std::vector<std::string>& names() const { return names_; }
    const std::vector<Thread>& threads() const { return threads_; }

    // How many the ring overwrote, as it is full.
    std::uint64_t overwritten() const { return first_; }
    // How many the ring should have.
    std::uint64_t expected() const { return header_.next - first_; }
    // Of these, how many lie behind the end of the file, as it was cut.
    std::uint64_t cut_off() const;
    std::uint64_t size_bytes() const { return size_bytes_; }
    std::uint64_t whole_bytes() const { return ring_ + record_slots() * kRecordBytes; }

    // In the order of their numbers, all but those that were cut off.  May be called again.
    void visit_records(const Visit& visit);

  private:
    static constexpr std::uint64_t kRecordBytes = 32;
    struct Stretch {  // places of the ring that follow each other
        std::uint64_t place, count, number;
    };

    std::uint64_t record_slots() const { return std::uint64_t{1} << record_bits_; }
    std::vector<Stretch> stretches() const;
    void read_header();
    void read_names(std::uint64_t offset, std::uint32_t slots);
    void read_threads(std::uint64_t offset, std::uint32_t slots);
    Found decode(const unsigned char* bytes, std::uint64_t number, Record& record) const;
    std::vector<unsigned char> read(std::uint64_t offset, std::uint64_t count);
    std::uint32_t u32(const unsigned char* bytes) const;
    std::uint64_t u64(const unsigned char* bytes) const;

    std::string path_;
    std::filebuf file_;
    std::uint64_t size_bytes_ = 0;
    bool is_swapped_ = false;  // written by a machine with the other byte order
    Header header_;
    std::uint32_t record_bits_ = 0;
    std::uint64_t ring_ = 0;   // offset of the first place
    std::uint64_t first_ = 0;  // number of the first record that the ring should have
    std::vector<std::string> names_;
    std::vector<Thread> threads_;
};

}  // namespace benchlab::marks
