// plan.hpp: from a preset to the events that this kernel and these rights allow.
#pragma once

#include <string>
#include <vector>

#include "perf/record/event.hpp"
#include "perf/record/settings.hpp"
#include "perf/record/tracefs.hpp"

namespace benchlab::perf {

struct Plan {
    Event side_band;
    std::vector<Event> events;
    std::vector<std::string> missing;       // that this kernel has not
    std::vector<std::string> out_of_reach;  // that these rights do not allow
    bool machine = false;                   // every process; else those of the targets
};

Plan make_plan(const Settings& settings, const Rights& rights, const Tracefs& tracefs);

// The names of what comes of a driver: nothing is amiss where there is none.
bool comes_of_a_driver(const std::string& event);

}  // namespace benchlab::perf
