// common/caches.hpp: the caches of this machine, as it tells them.
#pragma once

#include <cstdint>

namespace benchlab::plugins {

// Bytes of the caches that the first CPU reaches, those of data; 0 where the machine does not tell.
// By hwloc where the build has it, else by the system.  A virtual machine may tell a last level
// that its guests do not get.
struct Caches {
    std::uint64_t level1 = 0;
    std::uint64_t level2 = 0;
    std::uint64_t level3 = 0;
};
const Caches& caches();

}  // namespace benchlab::plugins
