#include "pacing/comparison.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace benchlab::pacing {
namespace {

constexpr std::size_t kFewestForCap = 100;
constexpr double kNoStutters = 0.001;  // a share of the frames that nobody minds

std::size_t index_of(Figure figure) {
    return static_cast<std::size_t>(figure);
}

// Frame times are compared as shares of each other; shares of frames, which may be 0, as they are.
bool is_share(Figure figure) {
    return figure == Figure::kStutters;
}

double on_scale(Figure figure, double value) {
    return is_share(figure) ? value : std::log(value);
}

Capture capture_of(const std::vector<double>& lengths, const CompareOptions& options) {
    Capture out;
    out.frames = lengths.size();
    out.time_ns = std::accumulate(lengths.begin(), lengths.end(), 0.0);
    out.figures = figures_of(lengths, options.stutter_times);
    out.cluster = cluster_of(lengths);
    return out;
}

void admit(Side& side, double band) {
    std::vector<double> means, medians;
    for (const Capture& each : side.captures) {
        means.push_back(*each.figures[index_of(Figure::kMean)]);
        medians.push_back(*each.figures[index_of(Figure::kMedian)]);
    }
    const std::vector<bool> within = within_band(means, medians, band);
    for (std::size_t i = 0; i < side.captures.size(); ++i) {
        if (within[i]) {
            side.admitted.push_back(i);
        } else {
            side.captures[i].admission = Admission::kOutsideBand;
        }
    }
    const std::size_t all = side.captures.size();
    side.emptied = all > 1 && (side.admitted.size() < 2 || 2 * side.admitted.size() < all);
    side.drifting = drifts(means);
}

Side side_of(const std::vector<std::vector<double>>& captures, const CompareOptions& options) {
    Side out;
    for (const std::vector<double>& lengths : captures) {
        out.captures.push_back(capture_of(lengths, options));
    }
    admit(out, options.band);
    return out;
}

// The captures of both sides are held against each other; a side is capped when most of its own are
// of the display.
void find_caps(Comparison& out) {
    std::vector<Cluster> clusters;
    for (const Side* side : {&out.base, &out.next}) {
        for (const Capture& each : side->captures) {
            // A handful of frames has a cluster whatever set their pace.
            clusters.push_back(each.frames < kFewestForCap ? Cluster{} : each.cluster);
        }
    }
    out.cap = judge_cap(clusters);
    std::size_t at = 0;
    for (Side* side : {&out.base, &out.next}) {
        std::vector<double> periods;
        std::size_t suspects = 0;
        for (const Capture& each : side->captures) {
            suspects += is_suspect(clusters[at]);
            if (out.cap.of_display[at++]) periods.push_back(each.cluster.ns);
        }
        if (2 * periods.size() > side->captures.size()) {
            side->cap = RefreshCap::kCapped;
            side->period_ns = median_of(periods);
        } else if (suspects > 0) {
            side->cap = suspects == 1 ? RefreshCap::kUnverifiable : RefreshCap::kWorkload;
        }
    }
}

// A display has one period, of which a program that misses each other refresh takes two.
bool are_of_one_display(double a_ns, double b_ns) {
    const double ratio = std::max(a_ns, b_ns) / std::min(a_ns, b_ns);
    return std::abs(ratio - std::round(ratio)) <= 0.01 * ratio;
}

// Sides that are each as steady as a display, but not of the same, are steady programs: else one
// that became 5 % slower would not be told.
void drop_two_displays(Comparison& out) {
    if (out.base.cap != RefreshCap::kCapped || out.next.cap != RefreshCap::kCapped) return;
    if (are_of_one_display(out.base.period_ns, out.next.period_ns)) return;
    out.cap.cap = RefreshCap::kWorkload;
    for (Side* side : {&out.base, &out.next}) {
        side->cap = RefreshCap::kWorkload;
        side->period_ns = 0;
    }
}

std::vector<double> values_of(const Side& side, Figure figure) {
    std::vector<double> out;
    for (const std::size_t i : side.admitted) {
        if (const auto& value = side.captures[i].figures[index_of(figure)]) {
            out.push_back(on_scale(figure, *value));
        }
    }
    return out;
}

Estimate estimate_of_capture(const Side& side, Figure figure) {
    const Capture& only = side.captures.front();
    const std::size_t k = index_of(figure);
    Estimate out;
    out.value = on_scale(figure, *only.figures[k]);
    if (!only.spread->error[k]) return out;
    out.error = *only.spread->error[k];
    out.freedom = only.spread->freedom[k];
    return out;
}

// Within a refresh of each other, or slower by no more than the display made it.
bool is_of_display(const Comparison& of, const Row& row) {
    const bool base = of.base.cap == RefreshCap::kCapped;
    const bool next = of.next.cap == RefreshCap::kCapped;
    if (is_share(row.figure) || (!base && !next)) return false;
    if (base && next) {
        const double period = std::min(of.base.period_ns, of.next.period_ns);
        return in_refreshes(*row.base, period) == in_refreshes(*row.next, period);
    }
    // A capped program may be faster than it shows, never slower.
    return base ? *row.base >= *row.next : *row.next >= *row.base;
}

class Judge {
  public:
    explicit Judge(Comparison& of) : of_(of) {}

    void run() {
        for (const FigureInfo& info : figures()) {
            rows_.push_back(tested(info.figure));
        }
        correct();
        for (Tested& each : rows_) {
            decide(each);
            of_.rows.push_back(each.row);
        }
    }

  private:
    struct Tested {
        Row row;
        Difference difference;
    };

    Tested tested(Figure figure) const {
        Tested out;
        out.row.figure = figure;
        out.row.base = of_.base.reading(figure);
        out.row.next = of_.next.reading(figure);
        if (!out.row.base || !out.row.next) return out;
        if (*out.row.base == *out.row.next) out.row.change = 0;
        if (*out.row.base > 0) out.row.change = *out.row.next / *out.row.base - 1;
        out.difference = of_.by_captures
                             ? difference(values_of(of_.base, figure), values_of(of_.next, figure))
                             : difference(estimate_of_capture(of_.base, figure),
                                          estimate_of_capture(of_.next, figure));
        if (is_share(figure)) widen(out.difference);
        if (*out.row.base == *out.row.next && out.difference.error == 0) out.row.p = 1;
        if (out.difference.freedom > 0) out.row.p = out.difference.p;
        return out;
    }

    // Captures without a stutter have no spread, and do not prove that there is none.
    void widen(Difference& of) const {
        if (!of_.by_captures) return;  // spread_of() did
        double variance = 0;
        for (const Side* side : {&of_.base, &of_.next}) {
            double frames = 0, slow = 0;
            for (const std::size_t i : side->admitted) {
                const Capture& each = side->captures[i];
                const double n = static_cast<double>(each.frames);
                frames += n;
                slow += n * each.figures[index_of(Figure::kStutters)].value_or(0);
            }
            if (frames > 0) variance += (slow + 1) / (frames * frames);
        }
        if (of.error * of.error >= variance) return;
        const std::size_t captures = of_.base.admitted.size() + of_.next.admitted.size();
        of.freedom = std::max(of.freedom, static_cast<double>(captures) - 2);
        of.error = std::sqrt(variance);
        of.p = difference(Estimate{0, of.error, of.freedom}, Estimate{of.estimate, 0, 1}).p;
    }

    void correct() {
        std::vector<double> p;
        for (const Tested& each : rows_) {
            if (each.row.p) p.push_back(*each.row.p);
        }
        const std::vector<double> adjusted = holm(p);
        family_ = std::max<std::size_t>(p.size(), 1);
        std::size_t at = 0;
        for (Tested& each : rows_) {
            if (each.row.p) each.row.adjusted = adjusted[at++];
        }
    }

    // As shares of base.
    double as_change(const Row& row, double on_scale_value) const {
        if (!is_share(row.figure)) return std::exp(on_scale_value) - 1;
        return on_scale_value / *row.base;
    }

    void add_interval(Tested& of) const {
        Row& row = of.row;
        const bool relative = !is_share(row.figure) || *row.base > 0;
        if (!relative || of.difference.freedom <= 0) return;
        const auto& judge = of_.options.judge;
        const double error = of.difference.error;
        const double reach = t_quantile(1 - judge.alpha / 2, of.difference.freedom) * error;
        row.low = as_change(row, of.difference.estimate - reach);
        row.high = as_change(row, of.difference.estimate + reach);
        // At Holm's first step, which is what a single change has to pass.
        const double first = 1 - judge.alpha / 2 / static_cast<double>(family_);
        const double seen = (t_quantile(first, of.difference.freedom) +
                             t_quantile(judge.power, of.difference.freedom)) *
                            error;
        double least = std::max(as_change(row, seen), judge.threshold);
        if (spread_counts(row)) least = std::max(least, width(row) / *row.base);
        row.detectable = least;
    }

    // The reading of a tail is as good as the captures agree on it.
    bool spread_counts(const Row& row) const {
        return of_.by_captures && info_of(row.figure).tail < 1 && *row.base > 0;
    }
    double width(const Row& row) const {
        return std::max(of_.base.width(row.figure), of_.next.width(row.figure));
    }

    Why obstacle(const Tested& of) const {
        if (of_.base.emptied || of_.next.emptied) return Why::kMeasureAgain;
        if (!of.row.base || !of.row.next) return Why::kFewFrames;
        if (is_of_display(of_, of.row)) return Why::kDisplay;
        const bool same = *of.row.base == *of.row.next && of.difference.error == 0;
        if (!same && of.difference.freedom <= 0) return Why::kFewFrames;
        if (of_.by_captures) return Why::kNothing;
        const Spread& base = *of_.base.captures.front().spread;
        const Spread& next = *of_.next.captures.front().spread;
        const std::size_t k = index_of(of.row.figure);
        if (!base.error[k] || !next.error[k]) return Why::kFewFrames;
        const bool dependent = base.block.too_short_a_capture || next.block.too_short_a_capture;
        return dependent && !same ? Why::kDependent : Why::kNothing;
    }

    void decide(Tested& of) const {
        Row& row = of.row;
        if (row.base && row.next) add_interval(of);
        row.why = obstacle(of);
        if (row.why != Why::kNothing) return;
        const auto& judge = of_.options.judge;
        const bool beyond =
            !row.change ? *row.next != *row.base : std::abs(*row.change) > judge.threshold;
        const bool significant = row.adjusted && *row.adjusted < judge.alpha;
        const bool slower = of.difference.estimate > 0;
        if (significant && beyond && slower == (*row.next > *row.base)) {
            const double apart = std::abs(*row.next - *row.base);
            if (spread_counts(row) && apart <= width(row)) {
                row.why = Why::kSpread;
            } else {
                row.verdict = slower ? Verdict::kRegressed : Verdict::kImproved;
            }
            return;
        }
        if (is_unchanged(of)) {
            row.verdict = Verdict::kUnchanged;
        } else {
            row.why = Why::kNoise;
        }
    }

    // That no change is seen proves nothing; an interval within the threshold does.
    bool is_unchanged(const Tested& of) const {
        const Row& row = of.row;
        const double threshold = of_.options.judge.threshold;
        if (of.difference.error == 0) return row.change && std::abs(*row.change) <= threshold;
        if (is_share(row.figure)) {
            const double reach =
                t_quantile(1 - of_.options.judge.alpha / 2, of.difference.freedom) *
                of.difference.error;
            if (std::abs(of.difference.estimate) + reach <= kNoStutters) return true;
        }
        return row.low && *row.low >= -threshold && *row.high <= threshold;
    }

    Comparison& of_;
    std::vector<Tested> rows_;
    std::size_t family_ = 1;
};

}  // namespace

std::optional<double> Side::reading(Figure figure) const {
    std::vector<double> values;
    for (const std::size_t i : admitted) {
        const auto& value = captures[i].figures[index_of(figure)];
        if (!value) return std::nullopt;
        values.push_back(*value);
    }
    if (values.empty()) return std::nullopt;
    return median_of(values);
}

double Side::width(Figure figure) const {
    double least = INFINITY, greatest = -INFINITY;
    for (const std::size_t i : admitted) {
        const auto& value = captures[i].figures[index_of(figure)];
        if (!value) continue;
        least = std::min(least, *value);
        greatest = std::max(greatest, *value);
    }
    return greatest >= least ? greatest - least : 0;
}

std::string_view why_text(Why why) {
    switch (why) {
        case Why::kNoise:
            return "noise";
        case Why::kFewFrames:
            return "few frames";
        case Why::kDependent:
            return "dependence";
        case Why::kMeasureAgain:
            return "measure again";
        case Why::kDisplay:
            return "the display";
        case Why::kSpread:
            return "the spread";
        case Why::kNothing:
            break;
    }
    return "";
}

std::size_t Comparison::count(Verdict verdict) const {
    return static_cast<std::size_t>(std::count_if(
        rows.begin(), rows.end(), [&](const Row& row) { return row.verdict == verdict; }));
}

Comparison compare(const std::vector<std::vector<double>>& base,
                   const std::vector<std::vector<double>>& next, const CompareOptions& options) {
    Comparison out;
    out.options = options;
    out.base = side_of(base, options);
    out.next = side_of(next, options);
    find_caps(out);
    drop_two_displays(out);
    out.by_captures = base.size() > 1 || next.size() > 1;
    if (!out.by_captures) {
        out.base.captures.front().spread = spread_of(base.front(), options.stutter_times);
        out.next.captures.front().spread = spread_of(next.front(), options.stutter_times);
    }
    Judge(out).run();
    return out;
}

double in_refreshes(double ns, double period_ns) {
    return std::max(1.0, std::round(ns / period_ns)) * period_ns;
}

}  // namespace benchlab::pacing
