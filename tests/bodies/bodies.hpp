// bodies.hpp: bodies of benchmarks whose work the compiler removes, and others that do something.
// Each is a loop of benchlab/repeat.hpp, compiled with -O2.
#pragma once

#include <cstddef>
#include <cstdint>

namespace bodies {

struct Body {
    const char* name;
    void (*loop)(std::uint64_t iterations);
};

inline constexpr std::size_t kRemovedCount = 12;
inline constexpr std::size_t kHonestCount = 50;

// Nothing is left of these with GCC and Clang.
extern const Body kRemoved[kRemovedCount];
// One operation at least is left of these.
extern const Body kHonest[kHonestCount];

}  // namespace bodies
