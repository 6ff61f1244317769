// report/adopt.hpp: takes over a struct that a plugin made, which may be older or newer than ours.
//
//     bl_out_value value;
//     if (const std::string why = adopt(from_plugin, value); !why.empty()) refuse(why);
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>

namespace benchlab::report {

// The size that the struct had in version 1.0: the least that is taken.  A struct that has grown
// since needs a specialisation with its old size.
template <class T>
inline constexpr std::uint32_t kFirstSize = sizeof(T);

inline constexpr std::uint32_t kLargestStruct = 64u << 10;

// Copies what both sides know of `*from` into `into`; the rest of it becomes zero.  Returns why it
// was refused, or an empty text.  Reads no byte past what struct_size says, and only the size
// itself when that is not possible.
template <class T>
std::string adopt(const T* from, T& into) {
    static_assert(std::is_trivially_copyable_v<T> && offsetof(T, struct_size) == 0);
    if (!from) return "a null pointer";
    std::uint32_t size = 0;
    std::memcpy(&size, from, sizeof size);
    if (size < kFirstSize<T>) {
        return fmt::format("struct_size {} is below the {} of version 1.0", size, kFirstSize<T>);
    }
    if (size % 4 != 0) return fmt::format("struct_size {} is not a multiple of 4", size);
    if (size > kLargestStruct) {
        return fmt::format("struct_size {} is above {}", size, kLargestStruct);
    }
    std::memset(static_cast<void*>(&into), 0, sizeof into);
    std::memcpy(static_cast<void*>(&into), from, std::min<std::size_t>(size, sizeof into));
    return "";
}

}  // namespace benchlab::report
