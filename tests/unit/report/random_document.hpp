// A document made of everything that one may hold, from a seed.
#pragma once

#include <cstdint>

#include "report/document.hpp"

namespace benchlab::report::testing {

Document random_document(std::uint64_t seed);

}  // namespace benchlab::report::testing
