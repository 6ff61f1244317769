// Without Capstone there is no look at the machine code; the comparison with an empty body remains.
#include "measure/loop_code.hpp"

namespace benchlab::measure {

bool can_inspect_loops() {
    return false;
}

LoopCode inspect_loops(std::uint64_t, std::span<const platform::LoadedRange>) {
    return LoopCode::kNotFound;
}

LoopCode inspect_loops(const void*) {
    return LoopCode::kNotFound;
}

}  // namespace benchlab::measure
