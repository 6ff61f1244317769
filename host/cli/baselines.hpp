// cli/baselines.hpp: runs that are kept under a name: run --save-baseline NAME, run --baseline
// NAME.
#pragma once

#include <filesystem>
#include <string>

#include "base/result.hpp"
#include "cli/outputs.hpp"
#include "cli/program.hpp"
#include "results/run_report.hpp"

namespace benchlab::cli {

// $BENCHLAB_BASELINES, else baselines in the user's data folder.  Empty: there is none.
std::filesystem::path baseline_directory();
// Error kInvalid when it cannot be a file's name everywhere.
base::Result<std::filesystem::path> baseline_file(const std::string& name);

// Error kNotFound names those that there are.
base::Result<results::RunReport> load_baseline(const std::string& name);
base::Result<void> save_baseline(const std::string& name, const results::RunReport& run);

// Prints the comparison and returns the exit status that `compare` would have.
int compare_with_baseline(const std::string& name, const results::RunReport& base,
                          const results::RunReport& next, const Program& program, bool quiet);

}  // namespace benchlab::cli
