// test_files.hpp: recorded files that tests read, and files that they make.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace test_files {

// A folder of BENCHLAB_TEST_DATA ("etl"); empty when it is not there, and then a line says that the
// test is skipped.
inline std::string data_folder(const char* part) {
    const char* set = std::getenv("BENCHLAB_TEST_DATA");
    const auto folder = std::filesystem::path(set != nullptr ? set : BENCHLAB_TEST_DATA) / part;
    if (std::filesystem::exists(folder / "PROVENANCE.md")) return folder.string();
    std::printf("skipped: the recorded files of %s are not there (BENCHLAB_TEST_DATA)\n", part);
    return {};
}

// A folder of a test's own, in the build folder.
inline std::filesystem::path scratch_folder(const char* part) {
    const auto folder = std::filesystem::path(BENCHLAB_TEST_BINARY_DIR) / "tests" / "unit" / part;
    std::filesystem::create_directories(folder);
    return folder;
}

inline std::vector<std::uint8_t> read_bytes(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

inline std::string write_bytes(const std::filesystem::path& path,
                               const std::vector<std::uint8_t>& bytes) {
    std::ofstream file(path, std::ios::binary | std::ios::trunc);
    file.write(reinterpret_cast<const char*>(bytes.data()),
               static_cast<std::streamsize>(bytes.size()));
    return path.string();
}

}  // namespace test_files
