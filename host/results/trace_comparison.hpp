// results/trace_comparison.hpp: captures of a program before and after a change, and the document
// of what differs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "pacing/comparison.hpp"
#include "report/document.hpp"
#include "results/trace_capture.hpp"
#include "results/trace_tables.hpp"

namespace benchlab::results {

struct TraceCompareOptions {
    pacing::CompareOptions frames;
    double table_threshold = 0.1;  // of figures of other tables
};

struct TraceComparison {
    std::vector<std::string> base_labels, next_labels;
    std::string base_loop, next_loop;          // whose frames
    std::optional<pacing::Comparison> frames;  // absent when a capture has none
    std::vector<JoinedSection> sections;
    std::vector<std::string> warnings;
    TraceCompareOptions options;

    // Is a figure of a table worth a line?
    bool is_shown(const JoinedFigure& figure) const;
    bool regressed() const;
    bool cannot_tell() const;
};

// No side is empty.
TraceComparison compare_traces(const std::vector<TraceCapture>& base,
                               const std::vector<TraceCapture>& next,
                               const TraceCompareOptions& options);

report::Document to_document(const TraceComparison& comparison, const std::string& generator,
                             std::uint64_t created_unix);

}  // namespace benchlab::results
