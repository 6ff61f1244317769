// check.hpp: what may be recorded here, and what mends each lack.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace benchlab::perf {

struct CheckItem {
    std::uint32_t state;  // BL_CHECK_*
    std::string title, text;
    std::string remedy;  // one command; empty when there is none
};

std::vector<CheckItem> check_machine();

}  // namespace benchlab::perf
