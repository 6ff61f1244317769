// perf_data.hpp: the recorded perf.data files, where they are there.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "unit/test_files.hpp"

namespace perf_test {

// The folder perf of BENCHLAB_TEST_DATA; empty when it is not there, and then a line says that the
// test is skipped.
std::string data_folder();

struct RecordedFile {
    std::string name, path;
};
// All perf.data files that were recorded, those that perf itself refuses too.
std::vector<RecordedFile> recorded_files(const std::string& folder);

using test_files::read_bytes;
// A file of the tests' own, in the build folder.
std::string write_bytes(const std::string& name, const std::vector<std::uint8_t>& bytes);

}  // namespace perf_test
