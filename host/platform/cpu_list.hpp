// platform/cpu_list.hpp: lists of CPU numbers as text.  Internal to this folder and its tests.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace benchlab::platform {

// The kernel's form, "0-3,8,10-11"; sorted, each number once.  nullopt when it is not that form.
std::optional<std::vector<unsigned>> parse_cpu_list(std::string_view text);
// The reverse, for messages; the list is sorted.
std::string format_cpu_list(const std::vector<unsigned>& cpus);

// Why a thread cannot be bound to `cpu`; nullopt when both lists have it.
std::optional<base::Error> refuse_cpu(unsigned cpu, const std::vector<unsigned>& online,
                                      const std::vector<unsigned>& usable);

}  // namespace benchlab::platform
