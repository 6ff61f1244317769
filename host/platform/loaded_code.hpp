// platform/loaded_code.hpp: where the code of a function of this process lies.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace benchlab::platform {

// A part of a program or library as it is mapped, which can be read.
struct LoadedRange {
    std::uint64_t address = 0;
    std::span<const unsigned char> bytes;
    bool executable = false;
    bool writable = false;
    std::uint64_t end() const { return address + bytes.size(); }
};

// The parts of the program or library that has `address` in one of them; it must stay loaded while
// they are used.  Empty when it is in none, and on systems that do not tell.
std::vector<LoadedRange> loaded_ranges(const void* address);

}  // namespace benchlab::platform
