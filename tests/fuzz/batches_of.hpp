// batches_of.hpp: a reader that appends its rows, on any bytes.
#pragma once

#include <benchlab/benchlab.h>

#include <cstddef>
#include <cstdint>

#include "fuzz/input_file.hpp"

struct bl_builder {
    std::uint32_t strings = 0;
};

namespace fuzz {

// What holds of one reader only.
struct Rules {
    bool (*is_good_time)(const bl_column& column, std::int64_t time);
    bool (*is_good_clock)(const bl_clock& clock);
};

// It must end with an error, or with finite numbers, texts that are there, and good times.
void read_batches_of(const bl_reader& reader, const Rules& rules, const std::uint8_t* data,
                     std::size_t size);

}  // namespace fuzz
