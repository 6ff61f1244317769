// data_file.hpp: a perf.data file in file mode, written while the recording goes on.
//
// In the file: the header; the events and their ids; what is known at the start of the feature
// sections; the records; the table of the feature sections; those that are known at the end.
//
// Until finish() the header says 0 for the size of the records and names no feature section, so
// that a reader takes all that follows for records.  The field of the header that once held event
// types, and which perf ignores, then has the place of a table of the sections that are there
// already: for each a u64 feature number, u64 offset and u64 size.  So what a killed recorder
// leaves can be decoded.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "perf/record/compression.hpp"
#include "perf/record/event.hpp"
#include "perf/record/features.hpp"
#include "perf/record/system.hpp"

namespace benchlab::perf {

class DataFile {
  public:
    // Creates or replaces the file.  Throws Error(BL_E_IO).
    explicit DataFile(const std::string& path);

    // Writes what comes before the records.  compression: 0 for none.  Throws Error(BL_E_IO).
    void begin(std::span<const Event> events, Features features, std::uint32_t compression);

    // Whole records.  Does nothing after a failure.
    void append(Bytes records);
    // What was appended is in the file, and a record says that a round through the rings ended.
    void end_round(std::uint32_t record = 68);

    // Writes the rest.  `features` are those that were not known at the start; of `events` new
    // ones, or new ids, may have come.
    void finish(std::span<const Event> events, const Features& features);

    std::uint64_t size() const { return written_; }
    // What went wrong with writing; the file keeps what it had by then.
    const std::optional<std::string>& failure() const { return failure_; }

  private:
    struct Section {
        std::uint64_t offset = 0, size = 0;
    };

    bool write(Bytes bytes, std::uint64_t offset);
    Section append_section(Bytes bytes);
    Section write_events(std::span<const Event> events);
    void write_header(const Section& attrs, const Section& data, const Section& early,
                      std::span<const std::uint32_t> features);
    void flush();
    bool reserve(std::uint64_t bytes);
    void rewrite_events(std::span<const Event> events);
    void make_room(std::uint64_t bytes);

    std::string path_;
    FileDescriptor file_;
    std::uint64_t written_ = 0;
    std::uint64_t data_begin_ = 0;
    std::vector<std::uint64_t> flushed_at_;  // ends of whole records
    std::map<std::uint32_t, Section> sections_;
    Section attrs_;
    std::vector<std::size_t> id_counts_;  // of each event, as written
    Blob waiting_, packed_;
    std::unique_ptr<Compressor> compressor_;
    std::optional<std::string> failure_;
};

}  // namespace benchlab::perf
