// cli/fail_if.hpp: --fail-if, for commands that end in frame times.
#pragma once

#include <vector>

#include "base/result.hpp"
#include "cli/options.hpp"
#include "pacing/limits.hpp"
#include "report/document.hpp"

namespace benchlab::cli {

Option fail_if_option();
// What was given, checked.
base::Result<std::vector<pacing::Limit>> limits_of(const Arguments& arguments);

// Puts the section first.
void add_limits(report::Document& document, const std::vector<pacing::LimitResult>& results);
// kRegressed when one is crossed; with `strict` kCannotTell when one cannot be told.
int status_of_limits(const std::vector<pacing::LimitResult>& results, bool strict);

}  // namespace benchlab::cli
