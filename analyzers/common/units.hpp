// common/units.hpp: factors between units.
#pragma once

namespace benchlab::analyzers {

inline constexpr double kNsPerSecond = 1e9;

}  // namespace benchlab::analyzers
