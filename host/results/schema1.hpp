// results/schema1.hpp: reports of the reference tool (its JSON schema 1), so that a base line
// saved years ago still compares.
#pragma once

#include <string_view>

#include "base/result.hpp"
#include "results/run_report.hpp"

namespace benchlab::results {

// True when the text is JSON whose top level has "schema": 1.
bool looks_like_schema1(std::string_view text);
base::Result<RunReport> read_schema1(std::string_view text);

}  // namespace benchlab::results
