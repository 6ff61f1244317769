// store/parallel.hpp: how the store runs work on several threads, without knowing whose they are.
#pragma once

#include <cstddef>
#include <functional>

namespace benchlab::store {

// Calls task(i) for each i below tasks, on any thread, and returns when all have ended.  What a
// task throws ends up with the caller.
using Parallel =
    std::function<void(std::size_t tasks, const std::function<void(std::size_t)>& task)>;

inline void in_turn(std::size_t tasks, const std::function<void(std::size_t)>& task) {
    for (std::size_t i = 0; i < tasks; ++i) task(i);
}

}  // namespace benchlab::store
