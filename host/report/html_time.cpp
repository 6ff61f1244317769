// Time-lines: a figure that the script fills, the sums of each kind as a table that is its key
// too, and the data.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "report/html_parts.hpp"
#include "report/html_thin.hpp"
#include "report/prose.hpp"

namespace benchlab::report::html {
namespace {

constexpr std::size_t kStillSpans = 400;  // of a drawing that needs no script
constexpr std::size_t kMostShares = 8;    // of a block; those that follow are small

void append_sums(std::string& out, const Spans& spans, const std::vector<std::size_t>& colours) {
    out +=
        "<div class=\"table\"><div class=\"scroll\"><table>\n<caption>Sums</caption>\n<thead><tr>"
        "<th scope=\"col\">Kind</th><th scope=\"col\" class=\"num\">Spans</th>"
        "<th scope=\"col\" class=\"num\" data-unit=\"ns\">Total</th></tr></thead>\n<tbody>\n";
    std::vector<KindTotal> totals = totals_by_kind(spans);
    std::sort(totals.begin(), totals.end(),
              [](const KindTotal& a, const KindTotal& b) { return a.index < b.index; });
    for (const KindTotal& sum : totals) {
        const std::size_t colour = sum.index < colours.size() ? colours[sum.index] : kColours - 1;
        out += "<tr><th scope=\"row\">" + swatch(colour) + escape(sum.kind) + "</th>";
        out += fmt::format("<td class=\"num\" data-value=\"{}\">{}</td>", sum.spans,
                           base::format_quantity(static_cast<double>(sum.spans), Unit::kCount));
        out += "<td class=\"num\" data-value=\"" + digits(sum.total_ns) + "\">" +
               escape(base::format_quantity(sum.total_ns, Unit::kNanoseconds)) + "</td></tr>\n";
    }
    out += "</tbody>\n</table></div></div>\n";
}

// The key of a time-line of few spans: the sums in one line, of what lies in the moment.
void append_short_sums(std::string& out, Spans spans, const std::vector<std::size_t>& colours,
                       const Moment& moment) {
    for (auto* const times : {&spans.begin, &spans.end}) {
        for (std::int64_t& time : *times) time = std::clamp(time, moment.begin, moment.end);
    }
    out += "<ul class=\"key kinds\">\n";
    for (const KindTotal& sum : totals_by_kind(spans)) {
        const std::size_t colour = sum.index < colours.size() ? colours[sum.index] : kColours - 1;
        out += "<li>" + swatch(colour) + "<span class=\"name\">" + escape(sum.kind) +
               "</span> <span class=\"line\">" +
               escape(base::format_quantity(sum.total_ns, Unit::kNanoseconds)) + "</span></li>\n";
    }
    out += "</ul>\n";
}

// What needs no script of a moment's time-line: each lane's name and a strip of its spans.
void append_still_lanes(std::string& out, const Spans& spans,
                        const std::vector<std::size_t>& colours, const Moment& moment) {
    const ThinSpans thin = thin_spans(spans, kStillSpans);
    const auto length = static_cast<double>(std::max<std::int64_t>(moment.end - moment.begin, 1));
    out += "<div class=\"still lanes\" aria-hidden=\"true\">\n";
    std::size_t at = 0;
    for (const SpanTrack& track : thin.tracks) {
        out += "<span>" + escape(track.lane < spans.lanes.size() ? spans.lanes[track.lane] : "?") +
               "</span><svg viewBox=\"0 0 1000 1\" preserveAspectRatio=\"none\">";
        for (const std::size_t end = at + track.spans; at < end; ++at) {
            const ThinSpans::Item& item = thin.items[at];
            const double x = static_cast<double>(item.begin - moment.begin) / length * 1000;
            const double width = static_cast<double>(item.end - item.begin) / length * 1000;
            const std::size_t colour =
                item.kind < colours.size() ? colours[item.kind] : kColours - 1;
            out += fmt::format("<rect class=\"s{}\" x=\"{:.2f}\" width=\"{:.2f}\" height=\"1\"/>",
                               colour + 1, x, width);
        }
        out += "</svg>\n";
    }
    out += "</div>\n";
}

// "12,000 spans in 3 lanes.  Neighbours ..." without the last blank.
std::string summary(const Spans& spans, const ThinSpans& thin) {
    std::string out = counted(thin.spans_before, "span", "spans") + " in " +
                      counted(spans.lanes.size(), "lane", "lanes") + ".";
    if (!thin.blocks.empty()) {
        out += " Short neighbours are drawn as " + counted(thin.blocks.size(), "block", "blocks") +
               ", which keep the longest of them and the share of each kind; JSON has every span.";
    }
    if (thin.lanes_left_out > 0) {
        out += " " + counted(thin.lanes_left_out, "lane", "lanes") +
               " with the least in them are not drawn.";
    }
    if (thin.arrows_left_out > 0) {
        out += " " + counted(thin.arrows_left_out, "arrow is", "arrows are") + " not drawn.";
    }
    return out;
}

// Numbers of each member of a list, under one key.
template <class List, class Number>
void append_each(JsonWriter& data, std::string_view key, const List& list, Number number) {
    data.key(key);
    data.begin_array(true);
    for (const auto& one : list) number(one);
    data.end_array();
}

void append_blocks(JsonWriter& data, const ThinSpans& thin) {
    append_each(data, "blocks", thin.blocks, [&](const SpanBlock& block) {
        data.begin_array(true);
        data.value(std::uint64_t{block.place});
        data.value(block.longest_begin - thin.items[block.place].begin);
        data.value(block.longest_end - block.longest_begin);
        data.value(block.longest_kind);
        std::uint64_t spans = 0;
        std::uint64_t total_ns = 0;
        for (const SpanBlock::Share& share : block.shares) {
            spans += share.spans;
            total_ns += share.total_ns;
        }
        data.value(spans);
        const ThinSpans::Item& item = thin.items[block.place];
        // Where there is no gap the script computes the last time.
        const bool full = block.shares.size() <= kMostShares &&
                          total_ns == static_cast<std::uint64_t>(item.end - item.begin);
        const std::size_t shown = std::min(block.shares.size(), kMostShares);
        for (std::size_t i = 0; i < shown; ++i) {
            data.value(block.shares[i].kind);
            if (!full || i + 1 < shown) data.value(block.shares[i].total_ns);
        }
        data.end_array();
    });
}

}  // namespace

std::vector<std::size_t> Page::kind_colours(const Spans& spans, std::size_t before_others) {
    constexpr std::size_t kOwn = kColours - 1;
    std::vector<KindTotal> order = totals_by_kind(spans);  // those with the most in them first
    std::erase_if(order, [&](const KindTotal& each) { return each.index >= spans.kinds.size(); });
    std::stable_partition(order.begin(), order.end(),
                          [&](const KindTotal& each) { return each.index < before_others; });
    std::vector<std::size_t> out(spans.kinds.size(), kOwn);
    std::vector<bool> taken(kOwn);
    for (std::size_t i = 0; i < std::min(order.size(), kOwn); ++i) {
        const std::uint32_t kind = order[i].index;
        const auto [wish, is_new] =
            kind_colours_.emplace(spans.kinds[kind], kind_colours_.size() % kOwn);
        std::size_t colour = wish->second;
        while (taken[colour]) colour = (colour + 1) % kOwn;
        taken[colour] = true;
        out[kind] = colour;
    }
    return out;
}

void Page::add_spans(const Section& section, const Element& element) {
    if (const Moment* const moment = moment_of(plan_, section, element.id)) {
        // All of a moment's are drawn with the first.
        const auto at = static_cast<std::size_t>(moment - plan_.moments.data());
        if (plan_.moment_lines[at].front() == &element) add_moment_spans(section, *moment);
        return;
    }
    const auto& spans = std::get<Spans>(element.body);
    const std::vector<std::size_t> colours = kind_colours(spans);
    const ThinSpans thin = thin_spans(spans);
    out_ += "<figure class=\"timeline\"" + id_attribute(section, element.id) + chart_attribute() +
            ">\n" + caption(title_of(element), spans.help) + "<div class=\"view\"></div>\n";
    out_ += "<p class=\"more\">" + summary(spans, thin) + "</p>\n";
    append_sums(out_, spans, colours);
    out_ += "</figure>\n";
    add_span_data(spans, colours, thin, nullptr, {});
}

void Page::add_moment_spans(const Section& section, const Moment& moment) {
    const auto at = static_cast<std::size_t>(&moment - plan_.moments.data());
    const std::vector<const Element*>& lines = plan_.moment_lines[at];
    const JoinedSpans joined = joined_spans(lines);
    const Spans& spans = joined.spans;
    const std::vector<std::size_t> colours = kind_colours(spans, joined.first_kinds);
    const ThinSpans thin = thin_spans(spans);
    const Element& first = *lines.front();
    out_ += "<figure class=\"timeline\"" + id_attribute(section, first.id) + chart_attribute() +
            ">\n" + caption(title_of(first), std::get<Spans>(first.body).help) +
            "<div class=\"view\"></div>\n";
    append_still_lanes(out_, spans, colours, moment);
    out_ += "<p class=\"more\">" + summary(spans, thin) + "</p>\n";
    for (const Element* const line : lines) {
        if (line == &first) continue;
        out_ +=
            "<p class=\"more\"" + id_attribute(section, line->id) + ">" + escape(title_of(*line));
        const std::string& help = std::get<Spans>(line->body).help;
        out_ += (help.empty() ? std::string() : ": " + escape(help)) + ".</p>\n";
    }
    append_short_sums(out_, spans, colours, moment);
    out_ += "</figure>\n";
    add_span_data(spans, colours, thin, &moment, joined.titles);
}

void Page::add_span_data(const Spans& spans, const std::vector<std::size_t>& colours,
                         const ThinSpans& thin, const Moment* moment, const LaneTitles& titles) {
    data_.begin_object();
    data_.member("kind", std::string_view("spans"));
    data_.member("title", std::string_view(clean(spans.title)));
    // Below a moment's heading the time-line has an axis of its own, over that moment; and shows
    // what others have of it, but not those that tell the same of threads in other words.
    if (moment)
        append_each(data_, "own", std::array{moment->begin, moment->end},
                    [&](std::int64_t time) { data_.value(time); });
    data_.member("beside", moment == nullptr && spans.label_name_kind != NameKind::kThread);
    append_texts(data_, "lanes", spans.lanes);
    if (!titles.empty()) {
        append_each(data_, "titles", titles, [&](const auto& each) {
            data_.begin_array(true);
            data_.value(std::uint64_t{each.first});
            data_.value(std::string_view(clean(each.second)));
            data_.end_array();
        });
    }
    append_texts(data_, "kinds", spans.kinds);
    append_each(data_, "colours", colours, [&](std::size_t c) { data_.value(std::uint64_t{c}); });
    append_texts(data_, "labels", thin.labels);
    data_.key("tracks");
    data_.begin_array(true);
    for (const SpanTrack& track : thin.tracks) {
        data_.begin_array(true);
        data_.value(track.lane);
        data_.value(track.row);
        data_.value(std::uint64_t{track.spans});
        data_.end_array();
    }
    data_.end_array();
    // Each begin counts from the end before: most spans follow one another, so most are 0.
    std::int64_t before = 0;
    append_each(data_, "gap", thin.items, [&](const ThinSpans::Item& item) {
        data_.value(item.begin - before);
        before = item.end;
    });
    append_each(data_, "length", thin.items,
                [&](const ThinSpans::Item& item) { data_.value(item.end - item.begin); });
    append_each(data_, "kind_of", thin.items,
                [&](const ThinSpans::Item& item) { data_.value(item.kind); });
    if (thin.labels.size() > 1) {
        append_each(data_, "label_of", thin.items,
                    [&](const ThinSpans::Item& item) { data_.value(item.label); });
    }
    append_blocks(data_, thin);
    append_each(data_, "arrows", thin.arrows,
                [&](const std::pair<std::size_t, std::size_t>& arrow) {
                    data_.value(std::uint64_t{arrow.first});
                    data_.value(std::uint64_t{arrow.second});
                });
    data_.end_object();
}

}  // namespace benchlab::report::html
