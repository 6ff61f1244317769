// merge_stream.hpp: the events of one input of a merge, one processor after the other's.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "etl/recording.hpp"

namespace benchlab::etl {

// What was wrong with the inputs: told once for each kind, with the first place and the count.
class MergeNotes {
  public:
    void add(const std::string& path, const std::string& what, std::uint64_t offset);
    // To the host's log, as warnings.
    void tell(const Host& host) const;

  private:
    struct Note {
        std::string path;
        std::uint64_t offset = 0;
        std::uint64_t count = 0;
    };
    std::map<std::string, Note> notes_;
};

// One input as the merge walks over it.
class MergeInput {
  public:
    MergeInput(std::unique_ptr<TraceFile> file, MergeNotes& notes);

    const TraceFile& file() const { return *file_; }
    MergeNotes& notes() const { return notes_; }
    // Buffers that were lost right before this one, by the numbers of the buffers.
    std::uint64_t missing_before(std::size_t buffer) const { return missing_[buffer]; }
    // A stream is done with this buffer.
    void passed(const Buffer& buffer) { passed_bytes_ += buffer.stored; }
    std::uint64_t passed_bytes() const { return passed_bytes_; }

  private:
    void find_missing();

    std::unique_ptr<TraceFile> file_;
    MergeNotes& notes_;
    std::vector<std::uint32_t> missing_;
    std::uint64_t passed_bytes_ = 0;
};

// The events of one processor in one input, in the order of the file.
class EventStream {
  public:
    EventStream(MergeInput& input, std::uint16_t cpu);

    void take(std::uint32_t buffer) { buffers_.push_back(buffer); }
    // To the first or next event; false at the end.  The log header is no event here.
    bool next();

    std::uint16_t cpu() const { return cpu_; }
    Bytes event() const { return event_; }  // without what fills it up to 8 bytes
    // Its time, or that of an earlier one where that is later: the order of the file stays.
    std::int64_t time() const { return time_; }
    // What was lost before it, when it is the first of its buffer: BufferFlags, and buffers.
    std::uint16_t lost_flags() const { return lost_flags_; }
    std::uint64_t lost_buffers() const { return lost_buffers_; }

  private:
    bool open_next();
    void skip_log_header();
    bool is_readable(const Buffer& buffer) const;

    MergeInput& input_;
    const std::uint16_t cpu_;
    BufferReader reader_;
    std::vector<std::uint32_t> buffers_;
    std::size_t at_ = 0;  // of the buffers, the next
    const Buffer* open_ = nullptr;
    Bytes body_, event_;
    std::int64_t time_;
    std::uint16_t lost_flags_ = 0, pending_flags_ = 0;
    std::uint64_t lost_buffers_ = 0, pending_buffers_ = 0;
};

}  // namespace benchlab::etl
