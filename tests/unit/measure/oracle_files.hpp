// unit/measure/oracle_files.hpp: reads tests/data/oracle (see the README there).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/text.hpp"

namespace oracle {

using Row = std::vector<std::string>;

inline std::vector<Row> read_rows(const std::string& file) {
    const std::string path = std::string(BENCHLAB_TEST_SOURCE_DIR) + "/tests/data/oracle/" + file;
    std::ifstream in(path);
    if (!in) throw std::runtime_error("cannot read " + path);
    std::vector<Row> rows;
    for (std::string line; std::getline(in, line);) {
        if (!line.empty() && line.back() == '\r') line.pop_back();
        if (!line.empty() && line[0] != '#') rows.push_back(benchlab::base::split(line, ','));
    }
    return rows;
}

// "NA" is NaN.
inline double number(const std::string& text) {
    if (text == "NA") return std::numeric_limits<double>::quiet_NaN();
    return std::strtod(text.c_str(), nullptr);
}

inline const std::vector<double>& samples(const std::string& name) {
    static const auto sets = [] {
        std::map<std::string, std::vector<double>> out;
        for (const Row& row : read_rows("samples.csv")) {
            for (std::size_t i = 1; i < row.size(); ++i) out[row[0]].push_back(number(row[i]));
        }
        return out;
    }();
    return sets.at(name);
}

// Values to 1e-9 of their size, or of 1 where they are smaller; NaN equals NaN.
inline bool same(double got, double expected) {
    if (std::isnan(expected)) return std::isnan(got);
    return std::abs(got - expected) <= 1e-9 * std::max(1.0, std::abs(expected));
}

// Probabilities may be tiny: to 1e-9 of their own size.
inline bool same_p(double got, double expected) {
    return std::abs(got - expected) <= 1e-9 * std::abs(expected) + 1e-300;
}

}  // namespace oracle
