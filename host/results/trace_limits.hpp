// results/trace_limits.hpp: what became of --fail-if, as a section.
#pragma once

#include <vector>

#include "pacing/limits.hpp"
#include "report/document.hpp"

namespace benchlab::results {

report::Section limits_section(const std::vector<pacing::LimitResult>& results);

}  // namespace benchlab::results
