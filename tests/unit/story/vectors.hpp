// vectors.hpp: real records with the values that other projects' tests expect of them.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace benchlab::story_test {

using ByteVector = std::vector<std::uint8_t>;

struct Vector {
    std::string test, category;
    unsigned type = 0, version = 0;
    int pointer = 8;
    ByteVector bytes;
    std::map<std::string, std::uint64_t> numbers;  // signed ones as their bits
    std::map<std::string, std::string> texts;
    std::map<std::string, std::vector<std::uint64_t>> lists;

    std::uint64_t operator[](const std::string& name) const;  // fails the test when absent
    const std::string& text(const std::string& name) const;
};

// Empty, with a line on stdout that says so, when the files are not there.
std::vector<Vector> read_kernel_payloads();
std::vector<Vector> read_records();

}  // namespace benchlab::story_test
