// input_file.hpp: readers take a path; this file is written again for each input.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>

namespace fuzz {

inline void require(bool holds) {
    if (!holds) std::abort();
}

// One for each process, in the working folder: several may run at once.
inline const std::string& written_input(const std::uint8_t* data, std::size_t size) {
    static const std::string path = std::to_string(std::random_device{}()) + ".input";
    std::FILE* const file = std::fopen(path.c_str(), "wb");
    require(file != nullptr && (size == 0 || std::fwrite(data, 1, size, file) == size));
    std::fclose(file);
    return path;
}

}  // namespace fuzz
