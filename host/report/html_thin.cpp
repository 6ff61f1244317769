// Fewer points for the same picture of a series, and fewer nodes for that of a flame.
#include "report/html_thin.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>

#include "report/flame.hpp"
#include "report/html_parts.hpp"

namespace benchlab::report::html {

std::vector<std::size_t> rows_by_x(const Series& series) {
    std::vector<std::size_t> rows;
    const std::size_t count = std::min(series.x.size(), series.y.size());
    for (std::size_t i = 0; i < count; ++i) {
        if (drawable(series.x[i])) rows.push_back(i);
    }
    std::stable_sort(rows.begin(), rows.end(),
                     [&series](std::size_t a, std::size_t b) { return series.x[a] < series.x[b]; });
    return rows;
}

std::vector<std::size_t> thin_rows(const Series& series, const std::vector<std::size_t>& rows,
                                   const std::function<std::size_t(double x)>& piece_of,
                                   bool ends) {
    const std::size_t none = rows.size();
    std::vector<std::size_t> kept;
    for (std::size_t begin = 0; begin < rows.size();) {
        const std::size_t piece = piece_of(series.x[rows[begin]]);
        std::size_t end = begin;
        std::size_t least = none;
        std::size_t greatest = none;
        std::size_t gap = none;
        for (; end < rows.size() && piece_of(series.x[rows[end]]) == piece; ++end) {
            const double y = series.y[rows[end]];
            if (!drawable(y)) {
                gap = end;
                continue;
            }
            if (least == none || y < series.y[rows[least]]) least = end;
            if (greatest == none || y > series.y[rows[greatest]]) greatest = end;
        }
        std::vector<std::size_t> picks = {least, greatest, gap};
        if (ends) picks.insert(picks.end(), {begin, end - 1});
        std::sort(picks.begin(), picks.end());
        picks.erase(std::unique(picks.begin(), picks.end()), picks.end());
        for (const std::size_t pick : picks) {
            if (pick != none) kept.push_back(rows[pick]);
        }
        begin = end;
    }
    return kept;
}

std::vector<std::size_t> thin_series(const Series& series, std::size_t most) {
    const std::size_t count = std::min(series.x.size(), series.y.size());
    if (count <= most) {
        std::vector<std::size_t> all(count);
        std::iota(all.begin(), all.end(), std::size_t{0});
        return all;
    }
    const std::vector<std::size_t> rows = rows_by_x(series);
    if (rows.size() <= most) return rows;
    const bool gaps = std::any_of(rows.begin(), rows.end(),
                                  [&](std::size_t row) { return !drawable(series.y[row]); });
    // Two places are for the ends, which say how far the series reaches.
    const std::size_t pieces = std::max<std::size_t>((most - 2) / (gaps ? 3 : 2), 1);
    const double low = series.x[rows.front()];
    const double high = series.x[rows.back()];
    const auto piece_of = [&](double x) {
        const double at = high > low ? (x - low) / (high - low) : 0;
        return std::min(static_cast<std::size_t>(at * static_cast<double>(pieces)), pieces - 1);
    };
    std::vector<std::size_t> kept = thin_rows(series, rows, piece_of, false);
    if (kept.empty() || kept.front() != rows.front()) kept.insert(kept.begin(), rows.front());
    if (kept.back() != rows.back()) kept.push_back(rows.back());
    return kept;
}

namespace {

constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

// The nodes that each node calls, heaviest first; those of the outermost come first of all.
class Calls {
  public:
    Calls(const Flame& flame, const std::vector<std::uint64_t>& totals)
        : first_(flame.parent.size() + 2), nodes_(flame.parent.size()) {
        std::iota(nodes_.begin(), nodes_.end(), std::uint32_t{0});
        std::sort(nodes_.begin(), nodes_.end(), [&](std::uint32_t a, std::uint32_t b) {
            if (flame.parent[a] != flame.parent[b]) return flame.parent[a] < flame.parent[b];
            return totals[a] != totals[b] ? totals[a] > totals[b] : a < b;
        });
        for (const std::uint32_t parent : flame.parent) ++first_[parent + std::size_t{1}];
        std::partial_sum(first_.begin(), first_.end(), first_.begin());
    }

    // `caller`: a node's number + 1, 0 for the outermost.
    const std::uint32_t* begin(std::size_t caller) const { return nodes_.data() + first_[caller]; }
    const std::uint32_t* end(std::size_t caller) const {
        return nodes_.data() + first_[caller + 1];
    }

  private:
    std::vector<std::size_t> first_;
    std::vector<std::uint32_t> nodes_;
};

class FlameThinner {
  public:
    explicit FlameThinner(const Flame& flame)
        : flame_(flame), totals_(total_weights(flame)), calls_(flame, totals_) {
        for (const std::uint64_t weight : flame.weight) total_ += weight;
    }

    ThinFlame thin(std::size_t most) const {
        ThinFlame out = keep_from(least(most));
        out.total = total_;
        return out;
    }

  private:
    // The least weight that is kept: of which no more than `most` nodes have more.
    std::uint64_t least(std::size_t most) const {
        const double seen = std::ceil(kLeastFlameShare * static_cast<double>(total_));
        const auto visible = std::max<std::uint64_t>(static_cast<std::uint64_t>(seen), 1);
        if (count_from(visible) <= most) return visible;
        std::vector<std::uint64_t> sorted = totals_;
        const auto limit = sorted.begin() + static_cast<std::ptrdiff_t>(most);
        std::nth_element(sorted.begin(), limit, sorted.end(), std::greater<>());
        // A chain of callers all have one weight: rather all of them than nothing.
        return count_from(*limit + 1) > 0 ? *limit + 1 : *limit;
    }

    std::size_t count_from(std::uint64_t least) const {
        return static_cast<std::size_t>(
            std::count_if(totals_.begin(), totals_.end(),
                          [least](std::uint64_t total) { return total >= least; }));
    }

    ThinFlame keep_from(std::uint64_t least) const {
        ThinFlame out;
        std::vector<std::uint32_t> new_names(flame_.names.size(), kNone);
        std::uint32_t other = kNone;
        const auto named = [&](std::uint32_t& known, const std::string& text, NameKind kind) {
            if (known == kNone) {
                known = static_cast<std::uint32_t>(out.names.size());
                out.names.push_back(text);
                out.name_kinds.push_back(kind);
            }
            return known;
        };
        // What is still to come: a node, or with `node` kNone the rest of a caller.
        struct Next {
            std::uint32_t node, depth;
            std::uint64_t total;
        };
        std::vector<Next> next;
        const auto push_calls = [&](std::size_t caller, std::uint32_t depth) {
            const std::size_t from = next.size();
            std::uint64_t rest = 0;
            for (const std::uint32_t* call = calls_.begin(caller); call != calls_.end(caller);
                 ++call) {
                if (totals_[*call] >= least)
                    next.push_back({*call, depth, totals_[*call]});
                else
                    rest += totals_[*call];
            }
            if (rest > 0) next.push_back({kNone, depth, rest});
            std::reverse(next.begin() + static_cast<std::ptrdiff_t>(from), next.end());
        };
        std::size_t kept = 0;
        for (push_calls(0, 0); !next.empty();) {
            const Next now = next.back();
            next.pop_back();
            if (now.node == kNone) {
                const std::uint32_t name = named(other, "(other)", NameKind::kNone);
                out.nodes.push_back({now.depth, name, now.total});
                continue;
            }
            const std::uint32_t name = flame_.name[now.node];
            out.nodes.push_back(
                {now.depth, named(new_names[name], flame_.names[name], flame_.name_kinds[name]),
                 now.total});
            ++kept;
            push_calls(now.node + std::size_t{1}, now.depth + 1);
        }
        const std::size_t heavy = count_from(1);
        out.nodes_folded = heavy - std::min(heavy, kept);
        return out;
    }

    const Flame& flame_;
    std::vector<std::uint64_t> totals_;
    Calls calls_;
    std::uint64_t total_ = 0;
};

}  // namespace

ThinFlame thin_flame(const Flame& flame, std::size_t most) {
    return FlameThinner(flame).thin(most);
}

std::vector<FunctionSum> heaviest_functions(const Flame& flame) {
    const std::vector<std::uint64_t> totals = total_weights(flame);
    const Calls calls(flame, totals);
    std::vector<FunctionSum> sums(flame.names.size());
    std::vector<std::uint32_t> open(flame.names.size());  // how often a name is on the path
    struct Step {
        std::uint32_t node;
        bool leave;
    };
    std::vector<Step> steps;
    const auto push_calls = [&](std::size_t caller) {
        for (const std::uint32_t* call = calls.begin(caller); call != calls.end(caller); ++call) {
            steps.push_back({*call, false});
        }
    };
    for (push_calls(0); !steps.empty();) {
        const Step now = steps.back();
        steps.pop_back();
        const std::uint32_t name = flame.name[now.node];
        if (now.leave) {
            --open[name];
            continue;
        }
        sums[name].self += flame.weight[now.node];
        if (open[name]++ == 0) sums[name].total += totals[now.node];
        steps.push_back({now.node, true});
        push_calls(now.node + std::size_t{1});
    }
    std::vector<FunctionSum> out;
    for (std::size_t name = 0; name < sums.size(); ++name) {
        const NameKind kind = flame.name_kinds[name];
        const bool holder = kind == NameKind::kProcess || kind == NameKind::kThread;
        if (sums[name].total == 0 || (holder && sums[name].self == 0)) continue;
        out.push_back({static_cast<std::uint32_t>(name), sums[name].self, sums[name].total});
    }
    std::sort(out.begin(), out.end(), [](const FunctionSum& a, const FunctionSum& b) {
        if (a.self != b.self) return a.self > b.self;
        return a.total != b.total ? a.total > b.total : a.name < b.name;
    });
    return out;
}

}  // namespace benchlab::report::html
