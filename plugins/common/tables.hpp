// common/tables.hpp: parameters and metrics of the benchmarks' constant tables.
#pragma once

#include <cstddef>
#include <cstdint>

#include "benchlab/benchlab.h"

namespace benchlab::plugins {

constexpr bl_metric metric(const char* id, const char* title, const char* help, std::uint32_t unit,
                           std::uint32_t flags = 0) {
    bl_metric made{};
    made.struct_size = sizeof made;
    made.unit = unit;
    made.flags = flags;
    made.id = id;
    made.title = title;
    made.help = help;
    return made;
}

// A number: the listed values, and by --param any other from `least` to `most`.
template <std::size_t Count>
constexpr bl_param number_param(const char* name, std::uint32_t unit,
                                const std::uint64_t (&values)[Count], std::uint64_t least,
                                std::uint64_t most) {
    bl_param made{};
    made.struct_size = sizeof made;
    made.unit = unit;
    made.name = name;
    made.values = values;
    made.value_count = Count;
    made.minimum = least;
    made.maximum = most;
    return made;
}

constexpr bl_param labelled_param(const char* name, const char* const* labels,
                                  std::uint64_t count) {
    bl_param made{};
    made.struct_size = sizeof made;
    made.name = name;
    made.labels = labels;
    made.value_count = count;
    return made;
}

}  // namespace benchlab::plugins
