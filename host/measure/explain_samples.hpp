// measure/explain_samples.hpp: what is wrong with a benchmark's samples, in words.
#pragma once

#include <string>
#include <vector>

#include "measure/harness.hpp"

namespace benchlab::measure {

// The findings of findings.hpp in the samples of one process: a clock that changed, a drift, two
// humps, a slow beginning; of growing batches, times that depend on a batch's length.
std::vector<std::string> explain_samples(const Samples& samples, Method method);

// Why the median is not known as precisely as was wanted, and what would help.
std::string explain_precision(const Samples& samples, const Precision& precision, double wanted);

}  // namespace benchlab::measure
