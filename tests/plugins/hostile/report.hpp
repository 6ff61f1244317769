// plugins/hostile/report.hpp: what a test wants to know of a JSON report.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace hostile {

struct Report {
    bool is_json = false;  // and has what every run report has
    bool complete = false;
    std::vector<std::string> results;           // names
    std::map<std::string, std::string> status;  // of what was not measured, by name
    std::map<std::string, std::string> reason;

    bool has(std::string_view name) const;
    // Both honest neighbours, completely.
    bool has_neighbours() const;
};

Report read_report(std::string_view text);

}  // namespace hostile
