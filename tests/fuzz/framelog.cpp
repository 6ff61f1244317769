// Any bytes as a frame-time log.
#include "framelog/framelog.hpp"

#include <string_view>

#include "fuzz/batches_of.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    fuzz::Rules rules{};
    rules.is_good_time = [](const bl_column& column, std::int64_t time) {
        return std::string_view(column.name) != "time" || time != BL_NO_TIME;
    };
    rules.is_good_clock = [](const bl_clock& clock) { return clock.ticks_per_second > 0; };
    fuzz::read_batches_of(benchlab::framelog::kReader, rules, data, size);
    return 0;
}
