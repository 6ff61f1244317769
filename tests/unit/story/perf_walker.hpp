// perf_walker.hpp: an independent reader of perf.data files, written from the byte facts alone and
// strict where readers of the wild have to be lenient.  It shares no code with the writer.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace benchlab::story_test {

struct PerfField {
    std::uint32_t offset = 0, size = 0;
    bool is_signed = false;
    std::string declaration;
};

struct PerfAttr {
    std::uint32_t type = 0, size = 0;
    std::uint64_t config = 0, period = 0, sample_type = 0, flags = 0;
    std::int32_t clockid = 0;
    std::vector<std::uint64_t> ids;
    std::string name;  // as the file says it
};

struct PerfRecord {
    unsigned type = 0, misc = 0;
    std::vector<std::uint8_t> body;  // of a sample its raw data
    std::string event;               // of a sample
    bool has_time = false;
    std::int64_t ns = 0;  // since the moment 0 of the story
    std::uint32_t cpu = 0, pid = 0, tid = 0;
    std::uint64_t ip = 0, address = 0, period = 0;
    std::vector<std::uint64_t> chain;
    std::map<std::string, std::int64_t> numbers;  // its fields
    std::map<std::string, std::string> texts;
};

struct PerfWalked {
    std::string magic;
    bool is_big = false, is_pipe = false;
    std::uint64_t entry_size = 0, data_size = 0;
    std::vector<PerfAttr> attrs;
    std::vector<PerfRecord> records;  // in the order of the file
    std::map<unsigned, std::vector<std::uint8_t>> features;
    std::map<std::string, std::string> formats;  // the text of each by "system:name"
    std::string complaint;                       // empty: every byte was as it should be

    // Samples of an event, by time; of equal times in the file's order.
    std::vector<const PerfRecord*> of(const std::string& event) const;
    std::vector<const PerfRecord*> of_type(unsigned type) const;
    std::uint64_t number(std::span<const std::uint8_t> bytes, std::size_t at,
                         std::size_t size) const;
};

PerfWalked walk_perf(std::span<const std::uint8_t> file);

}  // namespace benchlab::story_test
