// Charts: a figure with its caption, a still drawing, a line of text for each series, and the
// data that the script draws from.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "report/html_parts.hpp"
#include "report/html_thin.hpp"
#include "report/prose.hpp"

namespace benchlab::report::html {
namespace {

struct Range {
    double low = std::numeric_limits<double>::infinity();
    double high = -std::numeric_limits<double>::infinity();
    void add(double value) {
        if (!drawable(value)) return;
        low = std::min(low, value);
        high = std::max(high, value);
    }
    bool empty() const { return low > high; }
};

std::string shown(double value, Unit unit) {
    return base::format_quantity(value, unit);
}

std::string count_text(std::uint64_t count) {
    return counted(count, "value", "values");
}

// "least 1.00 ns, median 2.00 ns, greatest 3.00 ns; 50 values"
std::string range_line(const Series& series) {
    const SeriesRange range = series_range(series);
    return range.count == 0 ? "no values" : range.text + "; " + count_text(range.count);
}

// The same of bins; the median lies within the bin that holds the middle value.
std::string histogram_text(const Histogram& histogram) {
    const auto& counts = histogram.counts;
    std::uint64_t total = 0;
    std::size_t first = counts.size();
    std::size_t last = 0;
    for (std::size_t i = 0; i < counts.size() && i + 1 < histogram.edges.size(); ++i) {
        if (counts[i] == 0) continue;
        total += counts[i];
        first = std::min(first, i);
        last = i;
    }
    if (total == 0) return "no values";
    std::uint64_t below = 0;
    std::size_t middle = first;
    while (below + counts[middle] < (total + 1) / 2) below += counts[middle++];
    return fmt::format("from {} to {}, median between {} and {}; {}",
                       shown(histogram.edges[first], histogram.unit),
                       shown(histogram.edges[last + 1], histogram.unit),
                       shown(histogram.edges[middle], histogram.unit),
                       shown(histogram.edges[middle + 1], histogram.unit), count_text(total));
}

StillAxis axis_of(const Range& range, Unit unit) {
    if (range.empty()) return {0, 1, unit, false};
    return {range.low, range.high, unit, false};
}

// Sizes over several powers of two belong on an axis of powers of two.
bool wants_powers_of_two(const Range& x, Unit unit) {
    return unit == Unit::kBytes && !x.empty() && x.low > 0 && x.high / x.low > 64;
}

bool spans_decades(const Range& y) {
    return !y.empty() && y.low > 0 && y.high / y.low > 20;
}

std::string_view draw_name(Chart chart) {
    switch (chart) {
        case Chart::kStep:
            return "step";
        case Chart::kPoints:
            return "points";
        case Chart::kBars:
            return "bars";
        case Chart::kLine:
            break;
    }
    return "line";
}

std::string heading_text(const Heading& heading) {
    return fill_template(heading.title, heading.args);
}

// Of a chart that several series share.
std::string group_title(const Section& section, const std::string& name) {
    const Heading* heading = section.heading(name);
    return heading ? heading_text(*heading) : name;
}

std::string key_line(std::size_t index, const std::string& id, std::string_view name,
                     std::string_view text) {
    return fmt::format("<li class=\"s{}\"{}><span class=\"swatch\"></span><span class=\"name\">",
                       index % kColours + 1, id) +
           escape(name) + "</span> <span class=\"line\">" + escape(text) + "</span></li>\n";
}

// Differences of times stay exact only so far.
bool are_whole_times(const Series& series) {
    return series.x_unit == Unit::kTraceTime &&
           std::all_of(series.x.begin(), series.x.end(),
                       [](double x) { return std::abs(x) < 0x1p53; });
}

// More cannot be seen, and would be half of a long series' size.
double nine_digits(double value) {
    if (!drawable(value) || value == 0) return value;
    const double scale = std::pow(10.0, 8 - std::floor(std::log10(std::abs(value))));
    const double rounded = std::round(value * scale) / scale;
    return std::isfinite(rounded) ? rounded : value;
}

// The points of the block's series that are moments, as x, y, x, y ...
std::vector<double> marked_points(const Plan& plan, const Block& block) {
    std::vector<double> out;
    for (const Element* element : block.elements) {
        const auto marks = plan.marks.find(element);
        if (marks == plan.marks.end()) continue;
        const auto& series = std::get<Series>(element->body);
        for (const std::size_t row : marks->second) {
            out.push_back(series.x[row]);
            out.push_back(series.y[row]);
        }
    }
    return out;
}

// The key of the marks where there is no script to tell it.
std::string marks_text(const Plan& plan, std::size_t shown) {
    const Table& index = *plan.moments.front().index;
    const std::uint64_t known = index.row_count() + index.rows_omitted;
    return "Squares: " + escape(index.title) + ", " +
           (known > shown ? fmt::format("{} of {}.", shown, known) : fmt::format("{}.", shown));
}

// What the script draws of one series; returns a sentence when that is not all of it.
std::string append_series_data(JsonWriter& data, const Element& element) {
    const auto& series = std::get<Series>(element.body);
    const std::vector<std::size_t> rows = thin_series(series);
    std::vector<double> x;
    std::vector<double> y;
    for (const std::size_t row : rows) {
        x.push_back(series.x[row]);
        y.push_back(series.y[row]);
    }
    const std::size_t all = std::min(series.x.size(), series.y.size());
    data.begin_object();
    data.member("name", std::string_view(clean(title_of(element))));
    data.member("draw", draw_name(series.chart));
    if (rows.size() < all) data.member("of", std::uint64_t{all});
    if (are_whole_times(series))
        append_steps(data, "steps", x);
    else
        append_numbers(data, "x", x);
    if (rows.size() < all) {
        for (double& value : y) value = nine_digits(value);
    }
    append_numbers(data, "y", y);
    data.end_object();
    if (rows.size() == all) return {};
    return escape(title_of(element)) +
           fmt::format(
               ": drawn from {} of its {} points, with the least and the greatest of "
               "each piece; JSON has all of them.",
               rows.size(), all);
}

struct SeriesAxes {
    StillAxis x;
    StillAxis y;
    std::size_t bars = 0;  // series drawn as bars
};

SeriesAxes axes_of(const Block& block) {
    SeriesAxes axes;
    Range x;
    Range y;
    for (const Element* element : block.elements) {
        const auto& series = std::get<Series>(element->body);
        for (std::size_t i = 0; i < std::min(series.x.size(), series.y.size()); ++i) {
            x.add(series.x[i]);
            y.add(series.y[i]);
        }
        if (series.chart == Chart::kBars) ++axes.bars;
        // How much longer one frame is than another shows only above zero.
        const bool times = series.x_unit == Unit::kTraceTime && series.y_unit == Unit::kNanoseconds;
        if (series.chart == Chart::kBars || times) y.add(0);
    }
    const auto& leader = std::get<Series>(block.elements.front()->body);
    axes.x = axis_of(x, leader.x_unit);
    axes.x.logarithmic = wants_powers_of_two(x, leader.x_unit);
    axes.y = axis_of(y, leader.y_unit);
    // A curve over sizes spans decades both ways: latency from the first cache to the memory.
    axes.y.logarithmic = axes.x.logarithmic && axes.bars == 0 && spans_decades(y);
    return axes;
}

}  // namespace

void append_numbers(JsonWriter& data, std::string_view name, const std::vector<double>& values) {
    data.key(name);
    data.begin_array(true);
    for (const double value : values) data.value(value);
    data.end_array();
}

void append_steps(JsonWriter& data, std::string_view name, const std::vector<double>& values) {
    data.key(name);
    data.begin_array(true);
    std::int64_t before = 0;
    for (const double value : values) {
        const auto now = static_cast<std::int64_t>(std::llround(value));
        data.value(now - before);
        before = now;
    }
    data.end_array();
}

void append_texts(JsonWriter& data, std::string_view name, const std::vector<std::string>& values) {
    data.key(name);
    data.begin_array(true);
    for (const std::string& value : values) data.value(std::string_view(clean(value)));
    data.end_array();
}

std::string caption(std::string_view title, std::string_view help, std::string_view heading) {
    if (title == heading && !help.empty()) {
        return "<figcaption class=\"sentence\">" + escape(help) + "</figcaption>\n";
    }
    const std::string attributes = help_attributes(help);
    std::string out = "<figcaption>";
    out += attributes.empty() ? escape(title)
                              : "<span class=\"term\" tabindex=\"0\"" + attributes + ">" +
                                    escape(title) + "</span>";
    return out + "</figcaption>\n";
}

std::string swatch(std::size_t colour) {
    return fmt::format("<span class=\"swatch s{}\"></span>", colour % kColours + 1);
}

std::string counted(std::uint64_t count, std::string_view one, std::string_view more) {
    return fmt::format("{} {}", shown(static_cast<double>(count), Unit::kCount),
                       count == 1 ? one : more);
}

void Page::add_series(const Section& section, const Group& group, const Block& block) {
    const Element& first = *block.elements.front();
    const auto& leader = std::get<Series>(first.body);
    const bool shared = block.elements.size() > 1;

    const std::string title =
        shared ? group_title(section, leader.group) : std::string(title_of(first));

    const SeriesAxes axes = axes_of(block);
    const bool over_time = leader.x_unit == Unit::kTraceTime;

    out_ += std::string("<figure class=\"chart") + (over_time ? " wide" : "") + "\"" +
            chart_attribute() + ">\n" +
            caption(title, leader.help, group.heading ? heading_text(*group.heading) : "");
    std::vector<StillPath> paths;
    std::string key;
    std::string thinned;
    BarPlace bars{0, axes.bars};
    data_.begin_object();
    data_.member("kind", std::string_view("series"));
    data_.member("title", std::string_view(clean(title)));
    data_.member("x", base::unit_id(leader.x_unit));
    data_.member("y", base::unit_id(leader.y_unit));
    data_.member("log", axes.x.logarithmic);
    data_.member("logY", axes.y.logarithmic);
    data_.key("series");
    data_.begin_array();
    for (const Element* element : block.elements) {
        const auto& series = std::get<Series>(element->body);
        key += key_line(paths.size(), id_attribute(section, element->id), title_of(*element),
                        range_line(series));
        paths.push_back(still_series(series, axes.x, axes.y, bars));
        if (series.chart == Chart::kBars) ++bars.index;
        if (const std::string text = append_series_data(data_, *element); !text.empty()) {
            thinned += "<p class=\"more\">" + text + "</p>\n";
        }
    }
    data_.end_array();
    const std::vector<double> marks = marked_points(plan_, block);
    if (!marks.empty()) {
        append_numbers(data_, "marks", marks);
        paths.push_back(still_marks(marks, axes.x, axes.y));
        thinned += "<p class=\"more still-key\">" + marks_text(plan_, marks.size() / 2) + "</p>\n";
    }
    data_.end_object();

    out_ += "<div class=\"plot\">";
    append_still(out_, paths, axes.x, axes.y);
    out_ += "</div>\n<ul class=\"key\">\n" + key + "</ul>\n" + thinned + "</figure>\n";
}

void Page::add_histogram(const Section& section, const Element& element) {
    const auto& histogram = std::get<Histogram>(element.body);
    Range x_range;
    Range y_range;
    for (const double edge : histogram.edges) x_range.add(edge);
    y_range.add(0);
    for (const std::uint64_t count : histogram.counts) y_range.add(static_cast<double>(count));
    const StillAxis x = axis_of(x_range, histogram.unit);
    const StillAxis y = axis_of(y_range, Unit::kCount);
    const std::string title(title_of(element));

    out_ += "<figure class=\"chart\"" + chart_attribute() + ">\n" + caption(title, histogram.help) +
            "<div class=\"plot\">";
    append_still(out_, {still_histogram(histogram, x, y)}, x, y);
    out_ += "</div>\n<ul class=\"key\">\n" +
            key_line(0, id_attribute(section, element.id), title, histogram_text(histogram)) +
            "</ul>\n</figure>\n";

    data_.begin_object();
    data_.member("kind", std::string_view("histogram"));
    data_.member("title", std::string_view(clean(title)));
    data_.member("x", base::unit_id(histogram.unit));
    append_numbers(data_, "edges", histogram.edges);
    data_.key("counts");
    data_.begin_array(true);
    for (const std::uint64_t count : histogram.counts) data_.value(count);
    data_.end_array();
    data_.end_object();
}

}  // namespace benchlab::report::html
