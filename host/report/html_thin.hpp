// report/html_thin.hpp: what the HTML report carries of long series, time-lines and flames.  What
// no screen could show is left out so that a minute of trace stays small; JSON has everything.
// Only html*.cpp and their tests include this.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "report/document.hpp"

namespace benchlab::report::html {

inline constexpr std::size_t kMostPoints = 4000;   // of a series
inline constexpr std::size_t kMostSpans = 20'000;  // of a time-line, blocks included
inline constexpr std::size_t kMostLanes = 400;     // of a time-line
inline constexpr std::uint32_t kMostRows = 8;      // of a lane whose spans overlap
inline constexpr std::size_t kMostArrows = 5000;   // of a time-line
inline constexpr double kLeastFlameShare = 1 / 20'000.0;
inline constexpr std::size_t kMostFlameNodes = 40'000;

// Rows with a drawable x, ascending by it.
std::vector<std::size_t> rows_by_x(const Series& series);

// Of each run of rows that lie in one piece the least and the greatest, one of its gaps, and with
// `ends` the first and the last: no spike and no gap vanishes.
std::vector<std::size_t> thin_rows(const Series& series, const std::vector<std::size_t>& rows,
                                   const std::function<std::size_t(double x)>& piece_of, bool ends);

// The rows that stand for the whole series: all in their order when there are at most `most`, else
// the first, the last, and the least and greatest of pieces of equal width.
std::vector<std::size_t> thin_series(const Series& series, std::size_t most = kMostPoints);

// Neighbours of one track that are too short to be seen apart.
struct SpanBlock {
    struct Share {
        std::uint32_t kind = 0;
        std::uint64_t spans = 0;
        std::uint64_t total_ns = 0;
    };
    std::size_t place = 0;  // among the spans of ThinSpans
    std::int64_t longest_begin = 0;
    std::int64_t longest_end = 0;
    std::uint32_t longest_kind = 0;
    std::vector<Share> shares;  // greatest total first
};

// Spans of one lane that do not overlap; a lane has more than one when its spans do.
struct SpanTrack {
    std::uint32_t lane = 0;
    std::uint32_t row = 0;
    std::size_t spans = 0;
};

struct ThinSpans {
    struct Item {
        std::int64_t begin = 0;
        std::int64_t end = 0;
        std::uint32_t kind = 0;   // of a block: the one with the greatest total
        std::uint32_t label = 0;  // in `labels`; of a block: of its longest span
    };
    std::vector<SpanTrack> tracks;    // by lane, then row
    std::vector<Item> items;          // those of the first track, of the second ...
    std::vector<std::string> labels;  // the first is empty
    std::vector<SpanBlock> blocks;    // ascending by place
    std::vector<std::pair<std::size_t, std::size_t>> arrows;
    std::size_t spans_before = 0;
    std::size_t lanes_left_out = 0;  // those with the least in them
    std::size_t arrows_left_out = 0;
};
ThinSpans thin_spans(const Spans& spans, std::size_t most = kMostSpans);

// A flame's tree in the order of drawing: a node comes before those that it calls, the heaviest
// of them first.
struct ThinFlame {
    struct Node {
        std::uint32_t depth = 0;
        std::uint32_t name = 0;
        std::uint64_t total = 0;  // with all that it calls
    };
    std::vector<std::string> names;  // that nodes have
    std::vector<NameKind> name_kinds;
    std::vector<Node> nodes;
    std::uint64_t total = 0;
    std::size_t nodes_folded = 0;  // into nodes named "(other)", one below each caller
};
ThinFlame thin_flame(const Flame& flame, std::size_t most = kMostFlameNodes);

struct FunctionSum {
    std::uint32_t name = 0;   // in Flame::names
    std::uint64_t self = 0;   // in the function alone
    std::uint64_t total = 0;  // with all that it calls; a recursion counts once
};
// Greatest self first, then greatest total.  Processes and threads only where they have a weight
// of their own.
std::vector<FunctionSum> heaviest_functions(const Flame& flame);

}  // namespace benchlab::report::html
