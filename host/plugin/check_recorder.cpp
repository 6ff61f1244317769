// Asks recorders what they can record here.  Nothing is recorded: that is not for a check to do.
#include <fmt/format.h>

#include <string>

#include "plugin/check.hpp"
#include "plugin/record_trace.hpp"

namespace benchlab::plugin {

void check_recorder(const Plugin& plugin, const bl_recorder& recorder, CheckReport& report) {
    const std::string what = fmt::format("{}: check", recorder.id);
    std::size_t first = 0;
    for (const bool again : {false, true}) {
        const auto told = abilities_of({&plugin, &recorder});
        if (!told) return report.add(CheckOutcome::kFailed, what, told.error().message);
        if (told->items.empty()) {
            return report.add(CheckOutcome::kFailed, what, "told nothing");
        }
        if (!again) {
            first = told->items.size();
        } else if (told->items.size() != first) {
            return report.add(
                CheckOutcome::kSkipped, what,
                fmt::format("told {} things, and {} the second time", first, told->items.size()));
        } else {
            report.add(CheckOutcome::kOk, what,
                       fmt::format("told {} things; {}", first,
                                   told->any ? "it can record here"
                                             : "it can record nothing here: " + told->problem));
        }
    }
}

}  // namespace benchlab::plugin
