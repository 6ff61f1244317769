// The drawing of a chart that needs no script: one <path> for each series, the extremes of the
// axes beside it as text.  The script replaces it on the screen; paper gets this one.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/html_parts.hpp"
#include "report/html_thin.hpp"

namespace benchlab::report::html {
namespace {

constexpr double kWidth = 600;  // of the view box; the page stretches it
constexpr double kHeight = 200;
constexpr double kMargin = 4;  // room for dots and line ends
constexpr std::size_t kColumns = 300;

double place(double value, const StillAxis& axis) {
    if (axis.logarithmic) {
        return (std::log2(value) - std::log2(axis.low)) /
               (std::log2(axis.high) - std::log2(axis.low));
    }
    return axis.high > axis.low ? (value - axis.low) / (axis.high - axis.low) : 0.5;
}

double across(double x, const StillAxis& axis) {
    return kMargin + place(x, axis) * (kWidth - 2 * kMargin);
}

double up(double y, const StillAxis& axis) {
    return kHeight - kMargin - place(y, axis) * (kHeight - 2 * kMargin);
}

std::size_t column_of(double x, const StillAxis& axis) {
    const double at = place(x, axis) * static_cast<double>(kColumns);
    return static_cast<std::size_t>(std::clamp(at, 0.0, static_cast<double>(kColumns - 1)));
}

// The outline of what is drawn is that of the whole series.
std::vector<std::size_t> thin(const Series& series, const StillAxis& x) {
    const std::vector<std::size_t> rows = rows_by_x(series);
    if (rows.size() <= 2 * kColumns) return rows;
    return thin_rows(
        series, rows, [&x](double at) { return column_of(at, x); }, true);
}

std::string bars(const Series& series, const std::vector<std::size_t>& rows, const StillAxis& x,
                 const StillAxis& y, BarPlace place_of_bar) {
    const double room = (kWidth - 2 * kMargin) / static_cast<double>(rows.size());
    const double half = std::clamp(room * 0.4, 0.5, 20.0);
    const double width = 2 * half / static_cast<double>(place_of_bar.count);
    const double inset = kMargin + half;  // the outer bars are drawn whole
    const double zero = up(std::clamp(0.0, y.low, y.high), y);
    std::string out;
    for (const std::size_t row : rows) {
        if (!drawable(series.y[row])) continue;
        const double left = inset - half + place(series.x[row], x) * (kWidth - 2 * inset) +
                            width * static_cast<double>(place_of_bar.index);
        out += fmt::format("M{:.1f} {:.1f}V{:.1f}H{:.1f}V{:.1f}Z", left, zero, up(series.y[row], y),
                           left + width, zero);
    }
    return out;
}

std::string axis_text(double value, Unit unit) {
    return escape(base::format_quantity(value, unit));
}

}  // namespace

StillPath still_series(const Series& series, const StillAxis& x, const StillAxis& y,
                       BarPlace place_of_bar) {
    const std::vector<std::size_t> rows = thin(series, x);
    StillPath path;
    if (series.chart == Chart::kBars) return {bars(series, rows, x, y, place_of_bar), "filled"};
    const bool dots = series.chart == Chart::kPoints;
    if (dots) path.css = "dots";
    bool pen_down = false;
    for (const std::size_t row : rows) {
        if (!drawable(series.y[row])) {
            pen_down = false;
            continue;
        }
        const double at_x = across(series.x[row], x);
        const double at_y = up(series.y[row], y);
        if (!pen_down || dots) {
            // A line of no length with round ends is a dot, in a stretched drawing too.
            path.data += fmt::format("M{:.1f} {:.1f}h0", at_x, at_y);
        } else if (series.chart == Chart::kStep) {
            path.data += fmt::format("H{:.1f}V{:.1f}", at_x, at_y);
        } else {
            path.data += fmt::format("L{:.1f} {:.1f}", at_x, at_y);
        }
        pen_down = true;
    }
    return path;
}

StillPath still_marks(const std::vector<double>& points, const StillAxis& x, const StillAxis& y) {
    StillPath path{{}, "marks"};
    for (std::size_t i = 0; i + 1 < points.size(); i += 2) {
        path.data += fmt::format("M{:.1f} {:.1f}h0", across(points[i], x), up(points[i + 1], y));
    }
    return path;
}

StillPath still_histogram(const Histogram& histogram, const StillAxis& x, const StillAxis& y) {
    StillPath path;
    // A line of the background sets bins apart while they are wider than it.
    path.css = histogram.counts.size() <= 60 ? "filled apart" : "filled";
    const double zero = up(0, y);
    for (std::size_t i = 0; i + 1 < histogram.edges.size() && i < histogram.counts.size(); ++i) {
        if (histogram.counts[i] == 0 || !drawable(histogram.edges[i + 1]) ||
            !drawable(histogram.edges[i])) {
            continue;
        }
        path.data +=
            fmt::format("M{:.1f} {:.1f}V{:.1f}H{:.1f}V{:.1f}Z", across(histogram.edges[i], x), zero,
                        up(static_cast<double>(histogram.counts[i]), y),
                        across(histogram.edges[i + 1], x), zero);
    }
    return path;
}

void append_still(std::string& out, const std::vector<StillPath>& paths, const StillAxis& x,
                  const StillAxis& y) {
    out += "<div class=\"still\"><span class=\"y high\">" + axis_text(y.high, y.unit) +
           "</span><span class=\"y low\">" + axis_text(y.low, y.unit) + "</span>";
    out += fmt::format(
        "<svg viewBox=\"0 0 {} {}\" preserveAspectRatio=\"none\" "
        "aria-hidden=\"true\">",
        kWidth, kHeight);
    for (std::size_t i = 0; i < paths.size(); ++i) {
        if (paths[i].data.empty()) continue;
        out += fmt::format("<path class=\"s{} {}\" d=\"{}\"/>", i % 8 + 1, paths[i].css,
                           paths[i].data);
    }
    out += "</svg><span class=\"x low\">" + axis_text(x.low, x.unit) +
           "</span><span class=\"x high\">" + axis_text(x.high, x.unit) + "</span></div>";
}

}  // namespace benchlab::report::html
