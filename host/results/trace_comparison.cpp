#include "results/trace_comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/text.hpp"

namespace benchlab::results {
namespace {

// Counts and sums of captures whose lengths differ by more are no figures of the program.
constexpr double kLengthsDiffer = 0.1;

using Lengths = std::vector<std::vector<double>>;

// Empty when one has no frames.
Lengths lengths_of(const std::vector<TraceCapture>& captures) {
    Lengths out;
    for (const TraceCapture& each : captures) {
        if (each.loop.lengths.empty()) return {};
        out.push_back(each.loop.lengths);
    }
    return out;
}

std::vector<const report::Document*> documents_of(const std::vector<TraceCapture>& captures) {
    std::vector<const report::Document*> out;
    for (const TraceCapture& each : captures) out.push_back(&each.document);
    return out;
}

double typical_time(const pacing::Side& side) {
    std::vector<double> times;
    for (const pacing::Capture& each : side.captures) times.push_back(each.time_ns);
    return pacing::median_of(times);
}

void warn_of_programs(const std::vector<TraceCapture>& base, const std::vector<TraceCapture>& next,
                      std::vector<std::string>& out) {
    std::set<std::string> names;
    for (const auto* side : {&base, &next}) {
        for (const TraceCapture& each : *side) {
            if (!each.loop.of.empty()) names.insert(each.loop.of);
        }
    }
    if (names.size() < 2) return;
    out.push_back(fmt::format("The frames are of different loops: {}.",
                              base::join({names.begin(), names.end()}, ", ")));
}

// The same frames twice are one capture, and their spread is none.
void warn_of_copies(const std::vector<TraceCapture>& captures, std::vector<std::string>& out) {
    for (std::size_t i = 0; i < captures.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            const auto& frames = captures[i].loop.lengths;
            if (frames.empty() || frames != captures[j].loop.lengths) continue;
            out.push_back(fmt::format("{} and {} have the same frames: a copy says nothing anew.",
                                      captures[j].label, captures[i].label));
        }
    }
}

void warn_of_lengths(const pacing::Comparison& frames, std::vector<std::string>& out) {
    const double base = typical_time(frames.base);
    const double next = typical_time(frames.next);
    if (std::max(base, next) <= (1 + kLengthsDiffer) * std::min(base, next)) return;
    out.push_back(fmt::format(
        "The captures are not of one length (frames for {} and {}): counts and sums of tables "
        "differ by that alone.",
        base::format_quantity(base, base::Unit::kNanoseconds),
        base::format_quantity(next, base::Unit::kNanoseconds)));
}

}  // namespace

bool TraceComparison::is_shown(const JoinedFigure& figure) const {
    if (!figure.differs(options.table_threshold)) return false;
    return !figure.adjusted || *figure.adjusted < options.frames.judge.alpha;
}

bool TraceComparison::regressed() const {
    return frames && frames->count(pacing::Verdict::kRegressed) > 0;
}

bool TraceComparison::cannot_tell() const {
    return !frames || frames->count(pacing::Verdict::kCannotTell) > 0;
}

TraceComparison compare_traces(const std::vector<TraceCapture>& base,
                               const std::vector<TraceCapture>& next,
                               const TraceCompareOptions& options) {
    TraceComparison out;
    out.options = options;
    for (const TraceCapture& each : base) out.base_labels.push_back(each.label);
    for (const TraceCapture& each : next) out.next_labels.push_back(each.label);
    out.base_loop = base.front().loop.of;
    out.next_loop = next.front().loop.of;
    const Lengths base_lengths = lengths_of(base);
    const Lengths next_lengths = lengths_of(next);
    warn_of_programs(base, next, out.warnings);
    if (!base_lengths.empty() && !next_lengths.empty()) {
        out.frames = pacing::compare(base_lengths, next_lengths, options.frames);
        warn_of_copies(base, out.warnings);
        warn_of_copies(next, out.warnings);
        warn_of_lengths(*out.frames, out.warnings);
    } else {
        out.warnings.emplace_back(
            "Not every capture has frames (section frames), so that only tables are compared.");
    }
    out.sections = join_sections(documents_of(base), documents_of(next));
    return out;
}

}  // namespace benchlab::results
