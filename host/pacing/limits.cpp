#include "pacing/limits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <numeric>

#include "base/text.hpp"
#include "base/units.hpp"
#include "measure/summary.hpp"

namespace benchlab::pacing {
namespace {

using base::Unit;

constexpr const char* kForm = "a limit is written like 'p99>25ms' or 'avg_fps<60fps'";

// What is asked for of the frame times; the name says the rest.
enum class Kind : std::uint8_t { kFigure, kPercentile, kLongest, kStutters };

struct Metric {
    std::string_view name;
    Kind kind;
    Figure figure = Figure::kMean;
    double percent = 0;
    bool rate = false;  // one by the frame time
};

constexpr std::array<Metric, 13> kMetrics = {{
    {"avg_fps", Kind::kFigure, Figure::kMean, 0, true},
    {"min_fps", Kind::kLongest, Figure::kMean, 0, true},
    {"mean", Kind::kFigure, Figure::kMean},
    {"median", Kind::kFigure, Figure::kMedian},
    {"max", Kind::kLongest},
    {"low1", Kind::kFigure, Figure::kLow1, 0, true},
    {"low1_average", Kind::kFigure, Figure::kLow1, 0, true},
    {"low1_percentile", Kind::kFigure, Figure::kP99, 0, true},
    {"low1_integral", Kind::kFigure, Figure::kLow1Time, 0, true},
    {"low0.1", Kind::kFigure, Figure::kLow01, 0, true},
    {"low0.1_percentile", Kind::kFigure, Figure::kP999, 0, true},
    {"low0.1_integral", Kind::kFigure, Figure::kLow01Time, 0, true},
    {"stutters", Kind::kStutters, Figure::kStutters},
}};

base::Error invalid(std::string message) {
    return {base::Code::kInvalid, std::move(message)};
}

// Of all of a text.
std::optional<double> number_in(std::string_view text) {
    double out = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), out);
    if (code != std::errc() || end != text.data() + text.size() || !std::isfinite(out)) return {};
    return out;
}

// "p99.5"; nothing for other names.
std::optional<double> percent_of(std::string_view name) {
    if (name.size() < 2 || name.front() != 'p') return {};
    const auto percent = number_in(name.substr(1));
    if (!percent || *percent <= 0 || *percent >= 100) return {};
    return percent;
}

std::optional<Metric> find_metric(std::string_view name) {
    for (const Metric& each : kMetrics) {
        if (each.name == name) return each;
    }
    const auto percent = percent_of(name);
    if (!percent) return {};
    if (*percent == 50) return Metric{name, Kind::kFigure, Figure::kMedian};
    if (*percent == 99) return Metric{name, Kind::kFigure, Figure::kP99};
    if (*percent == 99.9) return Metric{name, Kind::kFigure, Figure::kP999};
    return Metric{name, Kind::kPercentile, Figure::kMean, *percent};
}

base::Error unknown_metric(std::string_view text, const std::string& name) {
    std::vector<std::string> names = {"p99", "p99.9"};
    for (const Metric& each : kMetrics) names.emplace_back(each.name);
    const std::string near = base::closest(name, names);
    return invalid(fmt::format(
        "'{}': there is no figure {}{}; there are {} and any other "
        "percentile",
        base::printable(text), base::printable(name),
        near.empty() ? "" : fmt::format(" (did you mean {}?)", near), base::join(names, ", ")));
}

// "25" and "ms" of "25ms".
struct Amount {
    double number = 0;
    std::string unit;
    bool is_signed = false;
};

std::optional<Amount> amount_of(std::string_view text) {
    Amount out;
    out.is_signed = !text.empty() && (text.front() == '+' || text.front() == '-');
    // from_chars takes no plus.
    const std::string_view digits = text.substr(!text.empty() && text.front() == '+' ? 1 : 0);
    const auto [end, code] =
        std::from_chars(digits.data(), digits.data() + digits.size(), out.number);
    if (code != std::errc() || !std::isfinite(out.number)) return {};
    const auto used = static_cast<std::size_t>(end - digits.data());
    out.unit = base::lower(base::trim(digits.substr(used)));
    return out;
}

base::Result<void> apply_to_time(std::string_view text, const Amount& amount, Limit& out) {
    constexpr std::array<std::pair<std::string_view, double>, 4> kUnits = {
        {{"ms", 1e6}, {"us", 1e3}, {"s", 1e9}, {"ns", 1}}};
    for (const auto& [unit, ns] : kUnits) {
        if (amount.unit != unit) continue;
        out.unit = Unit::kNanoseconds;
        out.value = amount.number * ns;
        return {};
    }
    return invalid(fmt::format("'{}': {} is a time, so that the limit needs ms, us or s behind it",
                               base::printable(text), out.metric));
}

base::Result<void> apply(std::string_view text, const Metric& metric, const Amount& amount,
                         Limit& out) {
    if (amount.unit == "%" && amount.is_signed) {
        out.unit = Unit::kRatio;
        out.value = amount.number / 100;
        out.relative = true;
        return {};
    }
    if (amount.is_signed) {
        return invalid(
            fmt::format("'{}': only a change has a sign, like 'p99>+5%'", base::printable(text)));
    }
    if (metric.kind == Kind::kStutters) {
        if (!amount.unit.empty() && amount.unit != "%") {
            return invalid(
                fmt::format("'{}': stutters are a number of frames, or a share of them "
                            "with %",
                            base::printable(text)));
        }
        out.unit = amount.unit.empty() ? Unit::kCount : Unit::kRatio;
        out.value = amount.unit.empty() ? amount.number : amount.number / 100;
        return {};
    }
    if (!metric.rate) return apply_to_time(text, amount, out);
    if (!amount.unit.empty() && amount.unit != "fps") {
        return invalid(fmt::format("'{}': {} is a rate, so that the limit needs fps behind it",
                                   base::printable(text), out.metric));
    }
    out.unit = Unit::kFps;
    out.value = amount.number;
    return {};
}

}  // namespace

base::Result<Limit> parse_limit(std::string_view text) {
    const std::size_t at = text.find_first_of("<>");
    if (at == std::string_view::npos) {
        return invalid(fmt::format("'{}' has no < or >: {}", base::printable(text), kForm));
    }
    Limit out;
    out.text = std::string(base::trim(text));
    out.metric = base::lower(base::trim(text.substr(0, at)));
    out.above = text[at] == '>';
    out.inclusive = at + 1 < text.size() && text[at + 1] == '=';
    const std::string_view behind = base::trim(text.substr(at + (out.inclusive ? 2 : 1)));
    if (out.metric.empty()) {
        return invalid(fmt::format("'{}' names no figure: {}", base::printable(text), kForm));
    }
    const auto metric = find_metric(out.metric);
    if (!metric) return unknown_metric(text, out.metric);
    const auto amount = amount_of(behind);
    if (!amount) {
        return invalid(fmt::format("'{}': {} is no number: {}", base::printable(text),
                                   behind.empty() ? "nothing" : base::printable(behind), kForm));
    }
    if (auto applied = apply(text, *metric, *amount, out); !applied) return applied.error();
    return out;
}

std::string_view limit_outcome_text(LimitOutcome outcome) {
    switch (outcome) {
        case LimitOutcome::kCrossed:
            return "CROSSED";
        case LimitOutcome::kCannotTell:
            return "cannot tell";
        case LimitOutcome::kHolds:
            break;
    }
    return "holds";
}

namespace {

// The frame time, or the number or share of stutters, of one capture.
std::optional<double> raw_value(const Limit& limit, const Metric& metric,
                                std::span<const double> lengths, const Measured& measured) {
    if (lengths.empty()) return {};
    switch (metric.kind) {
        case Kind::kLongest:
            return *std::max_element(lengths.begin(), lengths.end());
        case Kind::kPercentile:
            return measure::percentile(lengths, metric.percent);
        case Kind::kStutters: {
            const auto flags = stutters(lengths, measured.stutter_times);
            const double count =
                static_cast<double>(std::count(flags.begin(), flags.end(), std::uint8_t{1}));
            const bool share = limit.unit == Unit::kRatio;
            return share ? count / static_cast<double>(lengths.size()) : count;
        }
        case Kind::kFigure:
            break;
    }
    return figures_of(lengths, measured.stutter_times)[static_cast<std::size_t>(metric.figure)];
}

// Figures that a single frame has, and so a display decides.
bool is_of_one_frame(const Metric& metric) {
    const bool percentile = metric.figure == Figure::kMedian || metric.figure == Figure::kP99 ||
                            metric.figure == Figure::kP999;
    return metric.kind == Kind::kPercentile || metric.kind == Kind::kLongest ||
           (metric.kind == Kind::kFigure && percentile);
}

// Times, and the same as rates where the limit is one.
double shown(const Metric& metric, const Measured& measured, double raw) {
    if (measured.period_ns > 0 && is_of_one_frame(metric)) {
        raw = in_refreshes(raw, measured.period_ns);
    }
    return metric.rate ? base::kNsPerSecond / raw : raw;
}

// In raw frame times; empty when it is not known.
std::optional<std::pair<double, double>> interval_of(const Metric& metric, const Measured& measured,
                                                     double raw) {
    if (metric.kind != Kind::kFigure && metric.kind != Kind::kStutters) return {};
    const Spread spread = spread_of(measured.captures.front(), measured.stutter_times);
    const auto k = static_cast<std::size_t>(metric.figure);
    if (!spread.error[k] || spread.freedom[k] <= 0) return {};
    const double reach = t_quantile(0.975, spread.freedom[k]) * *spread.error[k];
    if (metric.kind == Kind::kStutters) {
        return std::pair{std::max(0.0, raw - reach), raw + reach};
    }
    return std::pair{raw * std::exp(-reach), raw * std::exp(reach)};
}

bool is_beyond(const Limit& limit, double value) {
    if (limit.inclusive && value == limit.value) return true;
    return limit.above ? value > limit.value : value < limit.value;
}

void decide(LimitResult& out) {
    if (!out.value) return;
    if (is_beyond(out.limit, *out.value)) {
        out.outcome = LimitOutcome::kCrossed;
    } else if (out.low && (is_beyond(out.limit, *out.low) || is_beyond(out.limit, *out.high))) {
        out.outcome = LimitOutcome::kCannotTell;
    } else {
        out.outcome = LimitOutcome::kHolds;
    }
}

std::vector<double> raw_values(const Limit& limit, const Metric& metric, const Measured& measured) {
    std::vector<double> out;
    for (const auto& lengths : measured.captures) {
        const auto value = raw_value(limit, metric, lengths, measured);
        if (!value) return {};
        out.push_back(*value);
    }
    return out;
}

}  // namespace

LimitResult check_limit(const Limit& limit, const Measured& measured) {
    LimitResult out;
    out.limit = limit;
    const Metric metric = *find_metric(limit.metric);
    const std::vector<double> raw = raw_values(limit, metric, measured);
    if (raw.empty()) return out;
    const double middle = median_of(raw);
    out.value = shown(metric, measured, middle);
    std::optional<std::pair<double, double>> interval;
    if (raw.size() > 1) {
        const auto [least, greatest] = std::minmax_element(raw.begin(), raw.end());
        interval = std::pair{*least, *greatest};
    } else if (limit.unit != Unit::kCount) {  // what is counted in one capture is what it is
        interval = interval_of(metric, measured, middle);
    }
    if (interval) {
        const double a = shown(metric, measured, interval->first);
        const double b = shown(metric, measured, interval->second);
        out.low = std::min(a, b);
        out.high = std::max(a, b);
    }
    decide(out);
    return out;
}

namespace {

// The interval of a change of frame times, or of the rates that they are.
void add_interval(const Metric& metric, std::span<const Row> rows, LimitResult& out) {
    if (metric.kind != Kind::kFigure && metric.kind != Kind::kStutters) return;
    for (const Row& row : rows) {
        if (row.figure != metric.figure || !row.low) continue;
        out.low = metric.rate ? 1 / (1 + *row.high) - 1 : *row.low;
        out.high = metric.rate ? 1 / (1 + *row.low) - 1 : *row.high;
    }
}

}  // namespace

LimitResult check_limit(const Limit& limit, const Measured& base, const Measured& next,
                        std::span<const Row> rows) {
    LimitResult out;
    out.limit = limit;
    const Metric metric = *find_metric(limit.metric);
    const std::vector<double> before = raw_values(limit, metric, base);
    const std::vector<double> after = raw_values(limit, metric, next);
    if (before.empty() || after.empty()) return out;
    const double from = shown(metric, base, median_of(before));
    const double to = shown(metric, next, median_of(after));
    if (from == to) out.value = 0;
    if (from > 0) out.value = (to - from) / from;
    add_interval(metric, rows, out);
    decide(out);
    return out;
}

}  // namespace benchlab::pacing
