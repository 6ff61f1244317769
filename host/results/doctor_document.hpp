// results/doctor_document.hpp: what `benchlab doctor` found, as a document.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "measure/doctor.hpp"
#include "report/document.hpp"

namespace benchlab::results {

report::Document to_document(const std::vector<measure::Check>& checks,
                             const std::string& generator, std::uint64_t created_unix);

// "13 checks: 2 bad, 4 to know, 1 not told"
std::string summary_line(const std::vector<measure::Check>& checks);

}  // namespace benchlab::results
