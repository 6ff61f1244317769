// store/focus.hpp: which process a report is about.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "store/store.hpp"

namespace benchlab::store {

struct Focus {
    std::uint32_t process = BL_NO_ROW;  // none
    std::string why;                    // "most frames", "most CPU time", "named"
};

// What has to be read for that: with less, another process might be chosen.
std::vector<std::string> focus_tables();

// `wanted` is a pid, a name with or without ".exe" in any case, or empty: then the process with the
// most presents in the window that is not the compositor, else the one with the most CPU time in
// it, else with the most samples, never the idle or system process.
Focus choose_focus(const Store& store, const std::string& wanted, std::int64_t begin,
                   std::int64_t end);

}  // namespace benchlab::store
