// file.hpp: what a perf.data file begins with, and where in it everything is.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "common/input_file.hpp"
#include "perf/byte_order.hpp"

namespace benchlab::perf {

using plugins::InputFile;

struct Section {
    std::uint64_t offset = 0, size = 0;
};

// Numbers of what a file tells of itself (perf.data-file-format.txt of perf), those that are read.
enum Feature : unsigned {
    kTracingDataFeature = 1,
    kBuildIdFeature = 2,
    kHostNameFeature = 3,
    kOsReleaseFeature = 4,
    kVersionFeature = 5,
    kArchFeature = 6,
    kCpuCountFeature = 7,
    kCpuNameFeature = 8,
    kCommandFeature = 11,
    kEventsFeature = 12,
    kPmuFeature = 16,
    kSampleTimeFeature = 21,
    kFolderFeature = 24,
    kClockDataFeature = 29,
    kKernelSymbolsFeature = 200,  // of benchlab's own recorder
    kCodeMapsFeature = 201,       // likewise
};
constexpr unsigned kFeatureCount = 256;

struct FeatureSection {
    unsigned number;
    Section section;
};

struct FileHeader {
    ByteOrder order;
    bool is_pipe = false;
    bool is_closed = true;  // false: the recorder was killed
    bool is_version_1 = false;
    std::uint64_t attribute_stride = 0;
    Section attributes;
    Section data;  // of a pipe: all that follows
    std::vector<FeatureSection> features;
};

// Whether a file that begins so is one, or one of trace-cmd, which has to be printed first.
bool begins_as_perf_data(Bytes head);
bool begins_as_trace_dat(Bytes head);

// Throws benchlab::Error when it is none, or when nothing of it can be read.
FileHeader read_file_header(const InputFile& file, const std::string& path);

// A part of the file, as much of it as there is and at most `most` bytes.
std::vector<std::uint8_t> read_section(const InputFile& file, Section section, std::uint64_t most);

}  // namespace benchlab::perf
