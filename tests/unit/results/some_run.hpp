// some_run.hpp: reports made up for the tests.
#pragma once

#include <string>
#include <vector>

#include "results/run_report.hpp"

namespace benchlab::results {

// A result with these samples, all of process 0, and the summary that belongs to them.
BenchmarkResult some_result(const std::string& name, std::vector<double> samples_ns);

// A report in which every member has a value of its own.
RunReport full_run();

// `samples` samples around `median`, all different, which is their median exactly.
std::vector<double> around(double median, int samples = 12);

}  // namespace benchlab::results
