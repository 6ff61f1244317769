// records.hpp: the records of a perf.data file one after the other, those that are packed too.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "common/input_file.hpp"
#include "perf/byte_order.hpp"
#include "perf/unpacker.hpp"

namespace benchlab::perf {

using plugins::InputFile;

// From 64 on they are perf's own and not the kernel's.
enum RecordType : std::uint32_t {
    kMmapRecord = 1,
    kLostRecord = 2,
    kCommRecord = 3,
    kExitRecord = 4,
    kThrottleRecord = 5,
    kUnthrottleRecord = 6,
    kForkRecord = 7,
    kSampleRecord = 9,
    kMmap2Record = 10,
    kLostSamplesRecord = 13,
    kSwitchRecord = 14,
    kSwitchCpuWideRecord = 15,
    kHeaderAttrRecord = 64,
    kTracingDataRecord = 66,
    kBuildIdRecord = 67,
    kFinishedRoundRecord = 68,
    kIdIndexRecord = 69,
    kAuxtraceRecord = 71,
    kEventUpdateRecord = 78,
    kHeaderFeatureRecord = 80,
    kCompressedRecord = 81,
    kCompressed2Record = 83,
};

struct Record {
    std::uint32_t type = 0;
    std::uint16_t misc = 0;
    Bytes body;                // behind the header; good until the next record is taken
    Bytes behind;              // of TRACING_DATA: what follows the record
    std::uint64_t offset = 0;  // in the file; of a packed record that of what it is packed in
};

// Why the records ended before the file did.
struct RecordDamage {
    const char* code = nullptr;  // null: they did not
    std::string text;
    std::uint64_t offset = 0;
};

class RecordReader {
  public:
    // The records between two places of the file.
    RecordReader(const InputFile& file, ByteOrder order, std::uint64_t begin, std::uint64_t end);

    // False at the end; damage() then says whether it is the true one.
    bool next(Record& record);
    const RecordDamage& damage() const { return damage_; }
    // Where in the file the next record that is not packed begins.
    std::uint64_t offset() const { return window_begin_ + at_; }
    bool has_packed() const { return unpacker_ != nullptr; }

  private:
    bool next_outer(Record& record);
    bool next_inner(Record& record);
    bool take_cut(Record& record);
    bool begin_unpacking(const Record& record);
    bool fill(std::size_t size);
    bool take_behind(Record& record);
    bool skip(std::uint64_t size);
    bool stop(const char* code, std::string text, std::uint64_t offset);

    const InputFile& file_;
    const ByteOrder order_;
    const std::uint64_t end_;
    std::vector<std::uint8_t> window_;
    std::uint64_t window_begin_;  // in the file
    std::size_t at_ = 0, filled_ = 0;
    std::vector<std::uint8_t> behind_;
    std::unique_ptr<Unpacker> unpacker_;
    std::uint64_t packed_offset_ = 0;
    bool is_cut_ = false;  // within a packed record, of which there is a part
    RecordDamage damage_;
};

}  // namespace benchlab::perf
