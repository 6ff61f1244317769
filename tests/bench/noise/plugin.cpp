#include <benchlab/plugin.hpp>

#include "spin.hpp"

BENCHLAB_PLUGIN("bench.noise", "1.0", bench("spin", "1000 dependent multiplications", [] {
                    static std::uint64_t x = 1;
                    return x = spin(x);
                }));
