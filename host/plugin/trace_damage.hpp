// plugin/trace_damage.hpp: what a trace lacks and what is wrong with its files, whatever was asked
// of it.
#pragma once

#include <cstdint>
#include <vector>

#include "report/document.hpp"
#include "store/store.hpp"

namespace benchlab::plugin {

// One finding for each kind of loss that concerns [begin, end), in ns of the trace, and one for
// each row of `problem`.
std::vector<report::Finding> damage_findings(const store::Store& store, std::int64_t begin,
                                             std::int64_t end);

}  // namespace benchlab::plugin
