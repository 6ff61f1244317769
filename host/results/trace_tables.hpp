// results/trace_tables.hpp: the tables of two reports, row by row, whatever sections they are of.
//
// Nothing here knows a section.  Key columns say which rows belong together, the flags for better
// say which figures count and which way; a section that nobody has seen yet is compared like any
// other.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "report/document.hpp"

namespace benchlab::results {

struct JoinedFigure {
    std::string table, table_title;  // of a single value: empty
    std::vector<std::string> key;    // what is shown of the key's cells
    std::string row;                 // the key in one text
    std::string id, title;           // of the column or value
    base::Unit unit = base::Unit::kNone;
    bool less_is_better = true;
    // Of each capture that has the row, in their order.
    std::vector<double> base, next;

    double base_value = 0, next_value = 0;  // medians of these
    std::optional<double> change;           // absent when base is 0 and new is not
    std::optional<double> p, adjusted;      // where both sides have several captures
    bool differs(double threshold) const;   // by more than that
    bool is_worse() const { return (next_value > base_value) == less_is_better; }
};

// A row that only one side has.
struct LonelyRow {
    std::string table, table_title, row;
    bool in_base = false;
    std::vector<JoinedFigure> figures;  // those that count, with values of that side; not empty
};

struct JoinedSection {
    std::string id, title;
    std::vector<JoinedFigure> figures;
    std::vector<LonelyRow> lonely;
};

// Sections that all captures have.  Rows that are about a moment have no twin in another capture
// and are left out.  Captures must outlive nothing.
std::vector<JoinedSection> join_sections(std::span<const report::Document* const> base,
                                         std::span<const report::Document* const> next);

}  // namespace benchlab::results
