// Any bytes as a file of marks.
#include "marks/marks.hpp"

#include "fuzz/batches_of.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    fuzz::Rules rules{};
    rules.is_good_time = [](const bl_column&, std::int64_t time) { return time >= 0; };
    rules.is_good_clock = [](const bl_clock& clock) {
        return clock.ticks_per_second > 0 && clock.end > clock.zero;
    };
    fuzz::read_batches_of(benchlab::marks::kReader, rules, data, size);
    return 0;
}
