// One thousand dependent multiplications, in a file of its own so that every harness that links it
// runs the same instructions: about a microsecond.
#include "spin.hpp"

std::uint64_t spin(std::uint64_t x) {
    for (int i = 0; i < 1000; ++i) x = x * 0x9E3779B97F4A7C15u + 1;
    return x;
}
