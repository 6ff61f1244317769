// trace_data.hpp: the recorded traces, where they are there.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "unit/test_files.hpp"

namespace etl_test {

// The folder etl of BENCHLAB_TEST_DATA; empty when it is not there, and then a line says that the
// test is skipped.
std::string data_folder();

// Names of the traces that an oracle describes, without suffix.
std::vector<std::string> trace_names(const std::string& folder);

// The unpacked trace; empty when it cannot be unpacked here, which a line says.
std::string unpacked(const std::string& folder, const std::string& name);

using test_files::read_bytes;
// A file of the tests' own, in the build folder.
std::string write_bytes(const std::string& name, const std::vector<std::uint8_t>& bytes);

std::vector<std::uint8_t> from_hex(std::string_view hex);

}  // namespace etl_test
