// Fewer spans for the same picture of a time-line.
#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <set>
#include <string_view>

#include "report/html_thin.hpp"

namespace benchlab::report::html {
namespace {

// Far beyond any trace; differences of two such times do not overflow.
constexpr std::int64_t kFarthest = std::int64_t{1} << 60;
constexpr std::size_t kNowhere = std::numeric_limits<std::size_t>::max();

struct Placed {
    std::size_t span = 0;  // in the document
    std::int64_t begin = 0;
    std::int64_t end = 0;
    std::uint32_t lane = 0;
    std::uint32_t row = 0;
    std::uint64_t length() const { return static_cast<std::uint64_t>(end - begin); }
};

std::vector<Placed> placed_spans(const Spans& spans) {
    const std::size_t count =
        std::min({spans.lane.size(), spans.begin.size(), spans.end.size(), spans.kind.size()});
    std::vector<Placed> out(count);
    for (std::size_t i = 0; i < count; ++i) {
        const std::int64_t begin = std::clamp(spans.begin[i], -kFarthest, kFarthest);
        const std::int64_t end = std::clamp(spans.end[i], -kFarthest, kFarthest);
        out[i] = {i, begin, std::max(begin, end), spans.lane[i], 0};
    }
    return out;
}

// Takes out the lanes with the least in them; returns how many.
std::size_t drop_lanes(std::vector<Placed>& placed) {
    std::map<std::uint32_t, double> totals;
    for (const Placed& one : placed) totals[one.lane] += static_cast<double>(one.length());
    if (totals.size() <= kMostLanes) return 0;
    std::vector<std::pair<double, std::uint32_t>> order;
    for (const auto& [lane, total] : totals) order.emplace_back(-total, lane);
    std::sort(order.begin(), order.end());
    std::set<std::uint32_t> out;
    for (std::size_t i = kMostLanes; i < order.size(); ++i) out.insert(order[i].second);
    placed.erase(std::remove_if(placed.begin(), placed.end(),
                                [&](const Placed& one) { return out.count(one.lane) != 0; }),
                 placed.end());
    return out.size();
}

// Sorts by lane, row and time; spans of a lane that overlap get rows of their own, as far as there
// are rows.
void place_rows(std::vector<Placed>& placed) {
    std::sort(placed.begin(), placed.end(), [](const Placed& a, const Placed& b) {
        if (a.lane != b.lane) return a.lane < b.lane;
        if (a.begin != b.begin) return a.begin < b.begin;
        return a.end != b.end ? a.end > b.end : a.span < b.span;
    });
    std::vector<std::int64_t> ends;
    for (std::size_t i = 0; i < placed.size(); ++i) {
        if (i == 0 || placed[i].lane != placed[i - 1].lane) ends.clear();
        auto row = std::find_if(ends.begin(), ends.end(),
                                [&](std::int64_t end) { return end <= placed[i].begin; });
        if (row == ends.end() && ends.size() < kMostRows) row = ends.insert(ends.end(), 0);
        if (row == ends.end()) row = std::min_element(ends.begin(), ends.end());
        *row = std::max(*row, placed[i].end);
        placed[i].row = static_cast<std::uint32_t>(row - ends.begin());
    }
    std::stable_sort(placed.begin(), placed.end(), [](const Placed& a, const Placed& b) {
        return a.lane != b.lane ? a.lane < b.lane : a.row < b.row;
    });
}

bool same_track(const Placed& a, const Placed& b) {
    return a.lane == b.lane && a.row == b.row;
}

// Cuts time into cells of one width: what begins in one cell and is shorter becomes a block, as
// far as it stands side by side.
class Cells {
  public:
    Cells(const std::vector<Placed>& placed, std::int64_t low, std::uint64_t width)
        : placed_(placed), low_(low), width_(width) {}

    // The first that does not belong to the item that begins with `first`.
    std::size_t next(std::size_t first) const {
        std::size_t at = first + 1;
        if (width_ == 0 || placed_[first].length() >= width_) return at;
        const std::uint64_t cell = cell_of(placed_[first]);
        while (at < placed_.size() && same_track(placed_[at], placed_[first]) &&
               placed_[at].length() < width_ && cell_of(placed_[at]) == cell) {
            ++at;
        }
        return at;
    }
    std::size_t count() const {
        std::size_t items = 0;
        for (std::size_t at = 0; at < placed_.size(); at = next(at)) ++items;
        return items;
    }

  private:
    std::uint64_t cell_of(const Placed& one) const {
        return static_cast<std::uint64_t>(one.begin - low_) / width_;
    }
    const std::vector<Placed>& placed_;
    std::int64_t low_;
    std::uint64_t width_;
};

// The narrowest cells that leave at most `most` items, or as few as there can be.
Cells choose_cells(const std::vector<Placed>& placed, std::size_t most) {
    std::int64_t low = kFarthest;
    std::int64_t high = -kFarthest;
    for (const Placed& one : placed) {
        low = std::min(low, one.begin);
        high = std::max(high, one.end);
    }
    if (placed.size() <= most) return {placed, low, 0};
    const auto range = static_cast<std::uint64_t>(high - low);
    std::uint64_t width = std::max<std::uint64_t>(range >> 24, 1);
    while (width <= range && Cells(placed, low, width).count() > most) width *= 2;
    return {placed, low, width};
}

class Thinner {
  public:
    explicit Thinner(const Spans& spans) : spans_(spans) { out_.labels.emplace_back(); }

    ThinSpans thin(std::size_t most) {
        std::vector<Placed> placed = placed_spans(spans_);
        out_.spans_before = placed.size();
        item_of_.assign(placed.size(), kNowhere);
        out_.lanes_left_out = drop_lanes(placed);
        place_rows(placed);
        const Cells cells = choose_cells(placed, most);
        for (std::size_t first = 0; first < placed.size();) {
            const std::size_t next = cells.next(first);
            if (first == 0 || !same_track(placed[first], placed[first - 1])) {
                out_.tracks.push_back({placed[first].lane, placed[first].row, 0});
            }
            ++out_.tracks.back().spans;
            add(placed, first, next);
            first = next;
        }
        add_arrows();
        return std::move(out_);
    }

  private:
    void add(const std::vector<Placed>& placed, std::size_t first, std::size_t next) {
        ThinSpans::Item item{placed[first].begin, placed[first].end, 0, 0};
        SpanBlock block;
        std::map<std::uint32_t, SpanBlock::Share> shares;
        const Placed* longest = &placed[first];
        for (std::size_t i = first; i < next; ++i) {
            const Placed& one = placed[i];
            item_of_[one.span] = out_.items.size();
            item.end = std::max(item.end, one.end);
            if (one.length() > longest->length()) longest = &one;
            SpanBlock::Share& share = shares[spans_.kind[one.span]];
            ++share.spans;
            share.total_ns += one.length();
        }
        for (auto& [kind, share] : shares)
            block.shares.push_back({kind, share.spans, share.total_ns});
        std::stable_sort(block.shares.begin(), block.shares.end(),
                         [](const auto& a, const auto& b) { return a.total_ns > b.total_ns; });
        item.kind = block.shares.front().kind;
        item.label = label_of(longest->span);
        if (next - first > 1) {
            block.place = out_.items.size();
            block.longest_begin = longest->begin;
            block.longest_end = longest->end;
            block.longest_kind = spans_.kind[longest->span];
            out_.blocks.push_back(std::move(block));
        }
        out_.items.push_back(item);
    }

    std::uint32_t label_of(std::size_t span) {
        if (span >= spans_.labels.size() || spans_.labels[span].empty()) return 0;
        const auto [known, is_new] =
            labels_.emplace(spans_.labels[span], static_cast<std::uint32_t>(out_.labels.size()));
        if (is_new) out_.labels.push_back(spans_.labels[span]);
        return known->second;
    }

    void add_arrows() {
        std::set<std::pair<std::size_t, std::size_t>> seen;
        const std::size_t count = std::min(spans_.arrow_from.size(), spans_.arrow_to.size());
        for (std::size_t i = 0; i < count; ++i) {
            if (std::max(spans_.arrow_from[i], spans_.arrow_to[i]) >= item_of_.size()) continue;
            const std::size_t from = item_of_[spans_.arrow_from[i]];
            const std::size_t to = item_of_[spans_.arrow_to[i]];
            if (from == kNowhere || to == kNowhere) {
                ++out_.arrows_left_out;
                continue;
            }
            if (from == to || !seen.emplace(from, to).second) continue;
            if (out_.arrows.size() < kMostArrows)
                out_.arrows.emplace_back(from, to);
            else
                ++out_.arrows_left_out;
        }
    }

    const Spans& spans_;
    ThinSpans out_;
    std::vector<std::size_t> item_of_;  // of each span of the document
    std::map<std::string_view, std::uint32_t> labels_;
};

}  // namespace

ThinSpans thin_spans(const Spans& spans, std::size_t most) {
    return Thinner(spans).thin(most);
}

}  // namespace benchlab::report::html
