// measure/loop_code.hpp: is anything left of a benchmark's body in the machine code of its loop?
//
// The loops of the SDK (benchlab/repeat.h) stand between two nops that nothing else has.  Between
// them, and on the way back to the first, a loop whose body the compiler has removed has nothing
// but moves of what does not change.  docs/how-numbers-are-computed.md has the exact rule.
#pragma once

#include <cstdint>
#include <span>

#include "platform/loaded_code.hpp"

namespace benchlab::measure {

enum class LoopCode {
    kNotFound = 0,    // no such loop, or no disassembler for this machine
    kWork = 1,        // at least one loop does something in each iteration
    kNothingLeft = 2  // none does
};

// False where benchlab was built without a disassembler, and on processors other than x86-64.
bool can_inspect_loops();

// Looks for loops in the function at `entry`, else in those that it calls, and so on; calls through
// pointers are not followed.  `ranges` are all that is read: what platform::loaded_ranges says of
// the function.
LoopCode inspect_loops(std::uint64_t entry, std::span<const platform::LoadedRange> ranges);

// The same of a function of this process.
LoopCode inspect_loops(const void* entry);

}  // namespace benchlab::measure
