// cli/result_rows.hpp: the table of a run on stdout, a row as soon as its benchmark is done.
#pragma once

#include <string>
#include <vector>

#include "results/run_report.hpp"

namespace benchlab::cli {

class ResultRows {
  public:
    explicit ResultRows(const std::vector<std::string>& names);
    std::string header() const;
    std::string row(const results::BenchmarkResult& result) const;

  private:
    std::size_t name_width_;
};

}  // namespace benchlab::cli
