// What the HTML report leaves out, and that nothing of weight is lost with it.
#include "report/html_thin.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <limits>
#include <map>
#include <random>

#include "report/flame.hpp"

using namespace benchlab::report;
using namespace benchlab::report::html;

namespace {

Series series_of(std::vector<double> y) {
    Series out;
    for (std::size_t i = 0; i < y.size(); ++i) out.x.push_back(static_cast<double>(i));
    out.y = std::move(y);
    return out;
}

void add(Spans& spans, std::uint32_t lane, std::int64_t begin, std::int64_t end, std::uint32_t kind,
         std::string label = "") {
    spans.lane.push_back(lane);
    spans.begin.push_back(begin);
    spans.end.push_back(end);
    spans.kind.push_back(kind);
    spans.labels.push_back(std::move(label));
}

Spans lanes(std::size_t count) {
    Spans out;
    for (std::size_t i = 0; i < count; ++i) out.lanes.push_back("lane " + std::to_string(i));
    out.kinds = {"running", "waiting"};
    return out;
}

// Spans and time of each kind, whether alone or in blocks.
std::map<std::uint32_t, std::pair<std::uint64_t, std::uint64_t>> sums_of(const ThinSpans& thin) {
    std::map<std::uint32_t, std::pair<std::uint64_t, std::uint64_t>> out;
    std::size_t block = 0;
    for (std::size_t i = 0; i < thin.items.size(); ++i) {
        if (block < thin.blocks.size() && thin.blocks[block].place == i) {
            for (const SpanBlock::Share& share : thin.blocks[block].shares) {
                out[share.kind].first += share.spans;
                out[share.kind].second += share.total_ns;
            }
            ++block;
            continue;
        }
        ++out[thin.items[i].kind].first;
        out[thin.items[i].kind].second +=
            static_cast<std::uint64_t>(thin.items[i].end - thin.items[i].begin);
    }
    return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(html_thin)

BOOST_AUTO_TEST_CASE(a_series_that_is_short_enough_stays_whole_and_in_its_order) {
    Series series = series_of({1, 2, 3, 4});
    series.x = {4, 3, 2, 1};
    BOOST_TEST(thin_series(series, 4) == (std::vector<std::size_t>{0, 1, 2, 3}),
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(of_each_piece_of_a_long_series_the_least_and_the_greatest_stay) {
    std::mt19937 random(1);
    std::uniform_real_distribution<double> noise(0, 1);
    std::vector<double> y(100'000);
    for (double& value : y) value = noise(random);
    y[70'707] = 99;
    y[12'345] = -99;
    const std::vector<std::size_t> kept = thin_series(series_of(y), 1002);
    BOOST_TEST(kept.size() <= 1002u);
    BOOST_TEST(kept.front() == 0u);
    BOOST_TEST(kept.back() == 99'999u);
    BOOST_TEST(std::is_sorted(kept.begin(), kept.end()));
    // Two places are for the ends, so there are 500 pieces.  x reaches from 0 to 99,999: the row x
    // lies in piece 500 * x / 99999, rounded down, and the last row in the last piece.
    for (std::size_t piece = 0; piece < 500; ++piece) {
        std::size_t least = y.size(), greatest = y.size();
        for (std::size_t x = 0; x < y.size(); ++x) {
            const std::size_t at = std::min<std::size_t>(500 * x / 99'999, 499);
            if (at != piece) continue;
            if (least == y.size() || y[x] < y[least]) least = x;
            if (greatest == y.size() || y[x] > y[greatest]) greatest = x;
        }
        BOOST_TEST(std::binary_search(kept.begin(), kept.end(), least));
        BOOST_TEST(std::binary_search(kept.begin(), kept.end(), greatest));
    }
}

BOOST_AUTO_TEST_CASE(a_gap_in_a_long_series_stays_a_gap_and_the_size_holds) {
    std::vector<double> y(50'000, 1.0);
    for (std::size_t i = 20'000; i < 20'100; ++i) y[i] = std::nan("");
    const Series series = series_of(y);
    const std::vector<std::size_t> kept = thin_series(series, 300);
    BOOST_TEST(kept.size() <= 300u);
    BOOST_TEST(std::any_of(kept.begin(), kept.end(),
                           [&](std::size_t row) { return row >= 20'000 && row < 20'100; }));
}

BOOST_AUTO_TEST_CASE(values_that_cannot_be_drawn_do_not_stretch_a_long_series) {
    std::vector<double> y(1000);
    for (std::size_t i = 0; i < y.size(); ++i) y[i] = static_cast<double>(i % 2);
    Series series = series_of(y);
    series.x[3] = std::numeric_limits<double>::infinity();
    series.x[4] = std::nan("");
    const std::vector<std::size_t> kept = thin_series(series, 100);
    BOOST_TEST(kept.size() <= 100u);
    BOOST_TEST(kept.size() > 50u);
    BOOST_TEST(std::count(kept.begin(), kept.end(), 3u) == 0);
    BOOST_TEST(std::count(kept.begin(), kept.end(), 4u) == 0);
}

BOOST_AUTO_TEST_CASE(few_spans_stay_as_they_are_sorted_by_lane_and_time) {
    Spans spans = lanes(2);
    add(spans, 1, 5, 9, 0, "b");
    add(spans, 0, 20, 30, 1);
    add(spans, 0, 0, 20, 0, "a");
    spans.arrow_from = {0, 2};
    spans.arrow_to = {1, 2};
    const ThinSpans thin = thin_spans(spans);
    BOOST_TEST(thin.blocks.empty());
    BOOST_REQUIRE(thin.items.size() == 3u);
    BOOST_REQUIRE(thin.tracks.size() == 2u);
    BOOST_TEST(thin.tracks[0].lane == 0u);
    BOOST_TEST(thin.tracks[0].spans == 2u);
    BOOST_TEST(thin.items[0].begin == 0);
    BOOST_TEST(thin.labels[thin.items[0].label] == "a");
    BOOST_TEST(thin.items[1].begin == 20);
    BOOST_TEST(thin.items[1].label == 0u);
    BOOST_TEST(thin.labels[thin.items[2].label] == "b");
    // From the span of lane 1, now the last, to the one at 20; the other leads to itself.
    BOOST_REQUIRE(thin.arrows.size() == 1u);
    BOOST_TEST(thin.arrows[0].first == 2u);
    BOOST_TEST(thin.arrows[0].second == 1u);
}

BOOST_AUTO_TEST_CASE(spans_that_overlap_get_rows_and_free_rows_are_used_again) {
    Spans spans = lanes(1);
    add(spans, 0, 0, 100, 0);    // row 0
    add(spans, 0, 10, 50, 0);    // row 1
    add(spans, 0, 20, 200, 0);   // row 2
    add(spans, 0, 50, 60, 0);    // row 1 again: it begins where that ends
    add(spans, 0, 100, 110, 0);  // row 0 again
    const ThinSpans thin = thin_spans(spans);
    BOOST_REQUIRE(thin.tracks.size() == 3u);
    BOOST_TEST(thin.tracks[0].spans == 2u);
    BOOST_TEST(thin.tracks[1].spans == 2u);
    BOOST_TEST(thin.tracks[2].spans == 1u);
    BOOST_TEST(thin.items[1].begin == 100);
    BOOST_TEST(thin.items[3].begin == 50);
}

BOOST_AUTO_TEST_CASE(a_lane_has_no_more_rows_than_can_be_shown) {
    Spans spans = lanes(1);
    for (int i = 0; i < 50; ++i) add(spans, 0, i, 1000, 0);
    const ThinSpans thin = thin_spans(spans);
    BOOST_TEST(thin.tracks.size() == kMostRows);
    BOOST_TEST(thin.items.size() == 50u);
}

// Two spans of a millisecond among 3000 of a microsecond, alternating in kind.
BOOST_AUTO_TEST_CASE(short_neighbours_become_blocks_that_keep_the_longest_and_the_shares) {
    Spans spans = lanes(1);
    std::int64_t at = 0;
    for (int i = 0; i < 3000; ++i) {
        if (i == 1000 || i == 2000) {
            add(spans, 0, at, at + 1'000'000, 0, "long");
            at += 1'000'000;
        }
        const std::int64_t length = i == 500 ? 1500 : 1000;
        add(spans, 0, at, at + length, static_cast<std::uint32_t>(i % 2), i == 500 ? "peak" : "");
        at += length;
    }
    const ThinSpans thin = thin_spans(spans, 100);
    BOOST_TEST(thin.items.size() <= 100u);
    BOOST_TEST(thin.spans_before == 3002u);
    // Kind 0: 1500 short ones, one of them 500 ns longer, and two of 1 ms; kind 1: 1500.
    const auto sums = sums_of(thin);
    BOOST_TEST(sums.at(0).first == 1502u);
    BOOST_TEST(sums.at(0).second == 1500u * 1000 + 500 + 2'000'000);
    BOOST_TEST(sums.at(1).first == 1500u);
    BOOST_TEST(sums.at(1).second == 1500u * 1000);
    // The long ones stand alone.
    BOOST_TEST(std::count_if(thin.items.begin(), thin.items.end(), [&](const auto& item) {
                   return item.end - item.begin == 1'000'000 && thin.labels[item.label] == "long";
               }) == 2);
    const auto peak = std::find_if(
        thin.blocks.begin(), thin.blocks.end(),
        [](const SpanBlock& block) { return block.longest_end - block.longest_begin == 1500; });
    BOOST_REQUIRE(peak != thin.blocks.end());
    BOOST_TEST(peak->longest_begin == 500'000);
    BOOST_TEST(peak->longest_kind == 0u);
    BOOST_TEST(thin.labels[thin.items[peak->place].label] == "peak");
    for (std::size_t i = 1; i < thin.items.size(); ++i) {
        BOOST_TEST(thin.items[i].begin >= thin.items[i - 1].end);
    }
}

BOOST_AUTO_TEST_CASE(arrows_between_blocks_come_once) {
    Spans spans = lanes(2);
    for (std::int64_t i = 0; i < 1000; ++i) {
        add(spans, 0, i * 10, i * 10 + 5, 0);
        add(spans, 1, i * 10, i * 10 + 5, 1);
        spans.arrow_from.push_back(static_cast<std::uint64_t>(2 * i));
        spans.arrow_to.push_back(static_cast<std::uint64_t>(2 * i + 1));
    }
    spans.arrow_from.push_back(5000);  // no such span
    spans.arrow_to.push_back(0);
    const ThinSpans thin = thin_spans(spans, 20);
    BOOST_TEST(thin.items.size() <= 20u);
    BOOST_TEST(thin.arrows.size() <= thin.items.size());
    BOOST_TEST(!thin.arrows.empty());
    BOOST_TEST(std::is_sorted(thin.arrows.begin(), thin.arrows.end()));
    BOOST_TEST((std::adjacent_find(thin.arrows.begin(), thin.arrows.end()) == thin.arrows.end()));
    BOOST_TEST(thin.arrows_left_out == 0u);
}

BOOST_AUTO_TEST_CASE(of_too_many_lanes_those_with_the_most_in_them_stay) {
    Spans spans = lanes(kMostLanes + 10);
    for (std::size_t i = 0; i < kMostLanes + 10; ++i) {
        // Lanes 0 to 9 have the least.
        add(spans, static_cast<std::uint32_t>(i), 0, i < 10 ? 1 : 100, 0);
    }
    spans.arrow_from = {0};
    spans.arrow_to = {20};
    const ThinSpans thin = thin_spans(spans);
    BOOST_TEST(thin.lanes_left_out == 10u);
    BOOST_TEST(thin.tracks.size() == kMostLanes);
    BOOST_TEST(thin.tracks.front().lane == 10u);
    BOOST_TEST(thin.arrows_left_out == 1u);
}

BOOST_AUTO_TEST_CASE(times_at_the_ends_of_their_type_neither_overflow_nor_hang) {
    Spans spans = lanes(1);
    constexpr auto kLow = std::numeric_limits<std::int64_t>::min();
    constexpr auto kHigh = std::numeric_limits<std::int64_t>::max();
    for (int i = 0; i < 100; ++i) {
        add(spans, 0, kLow, kHigh, 0);
        add(spans, 0, kHigh, kLow, 1);  // ends before it begins
        add(spans, 0, 0, 0, 1);
    }
    spans.begin.push_back(1);  // a begin without anything else
    const ThinSpans thin = thin_spans(spans, 10);
    BOOST_TEST(thin.spans_before == 300u);
    BOOST_TEST(!thin.items.empty());
    for (const ThinSpans::Item& item : thin.items) BOOST_TEST(item.end >= item.begin);
    BOOST_TEST(thin_spans(Spans{}).items.empty());
}

BOOST_AUTO_TEST_CASE(a_flame_comes_with_callers_first_and_the_heaviest_of_their_calls_first) {
    Flame flame;
    FlameBuilder builder(flame);
    const FrameName a{"a", NameKind::kFunction}, b{"b", NameKind::kFunction},
        c{"c", NameKind::kFunction};
    builder.add({a, b}, 1);
    builder.add({a, c}, 5);
    builder.add({a}, 2);
    builder.add({b}, 30);
    const ThinFlame thin = thin_flame(flame);
    BOOST_TEST(thin.total == 38u);
    BOOST_TEST(thin.nodes_folded == 0u);
    std::string drawn;
    for (const ThinFlame::Node& node : thin.nodes) {
        drawn +=
            std::to_string(node.depth) + thin.names[node.name] + std::to_string(node.total) + " ";
    }
    // b alone has 30; a has 2 + 1 + 5.
    BOOST_TEST(drawn == "0b30 0a8 1c5 1b1 ");
}

BOOST_AUTO_TEST_CASE(what_is_below_a_20000th_of_a_flame_is_folded_for_each_caller) {
    Flame flame;
    FlameBuilder builder(flame);
    const FrameName main{"main", NameKind::kFunction};
    builder.add({main}, 39'990);
    builder.add({main, {"two", NameKind::kFunction}}, 2);
    for (const char* name : {"v", "w", "x", "y", "z", "u"}) {
        builder.add({main, {name, NameKind::kFunction}, {"deeper", NameKind::kFunction}}, 1);
    }
    builder.add({{"alone", NameKind::kFunction}}, 1);
    builder.add({{"nothing", NameKind::kFunction}}, 0);
    // 39990 + 2 + 6 + 1 = 39999; a 20000th is 1.99995, so 2 stays and 1 does not.
    const ThinFlame thin = thin_flame(flame);
    BOOST_TEST(thin.total == 39'999u);
    BOOST_REQUIRE(thin.nodes.size() == 4u);
    BOOST_TEST(thin.names[thin.nodes[0].name] == "main");
    BOOST_TEST(thin.nodes[0].total == 39'998u);
    BOOST_TEST(thin.names[thin.nodes[1].name] == "two");
    BOOST_TEST(thin.names[thin.nodes[2].name] == "(other)");
    BOOST_TEST(thin.nodes[2].depth == 1u);
    BOOST_TEST(thin.nodes[2].total == 6u);
    BOOST_TEST(thin.names[thin.nodes[3].name] == "(other)");
    BOOST_TEST(thin.nodes[3].depth == 0u);
    BOOST_TEST(thin.nodes[3].total == 1u);
    BOOST_TEST(thin.nodes_folded == 13u);  // 6 and what each of them calls, and "alone"
}

BOOST_AUTO_TEST_CASE(a_flame_of_many_small_nodes_is_folded_further) {
    Flame flame;
    FlameBuilder builder(flame);
    std::vector<std::string> names;
    for (int i = 0; i < 1000; ++i) names.push_back("f" + std::to_string(i));
    for (std::size_t i = 0; i < names.size(); ++i) {
        builder.add({{names[i], NameKind::kFunction}}, i + 1);
    }
    // 500500 in all: a share of 1/20000 would keep all from 26 on.
    const ThinFlame thin = thin_flame(flame, 100);
    // The hundred heaviest, and what stands for the others.
    BOOST_TEST(thin.nodes.size() == 101u);
    BOOST_TEST(thin.nodes[0].total == 1000u);
    BOOST_TEST(thin.nodes[99].total == 901u);
    std::uint64_t sum = 0;
    for (const ThinFlame::Node& node : thin.nodes) sum += node.total;
    BOOST_TEST(sum == 500'500u);
}

BOOST_AUTO_TEST_CASE(a_deep_recursion_is_no_trouble_and_counts_once) {
    Flame flame;
    FlameBuilder builder(flame);
    builder.add(std::vector<FrameName>(100'000, {"again", NameKind::kFunction}), 7);
    BOOST_TEST(thin_flame(flame, 1'000'000).nodes.size() == 100'000u);
    const std::vector<FunctionSum> sums = heaviest_functions(flame);
    BOOST_REQUIRE(sums.size() == 1u);
    BOOST_TEST(sums[0].self == 7u);
    BOOST_TEST(sums[0].total == 7u);
}

BOOST_AUTO_TEST_CASE(functions_come_by_self_with_their_totals) {
    Flame flame;
    FlameBuilder builder(flame);
    const FrameName process{"game (1)", NameKind::kProcess};
    const FrameName thread{"thread 2", NameKind::kThread};
    const FrameName main{"main", NameKind::kFunction};
    const FrameName draw{"draw", NameKind::kFunction};
    builder.add({process, thread, main}, 10);
    builder.add({process, thread, main, draw}, 30);
    builder.add({process, thread, main, draw, main}, 5);
    builder.add({thread}, 3);
    const std::vector<FunctionSum> sums = heaviest_functions(flame);
    // draw: 30 itself, 35 with main below it.  main: 10 + 5 itself, 45 in all, as the inner one
    // lies in the outer.  The process has nothing of its own; the thread has 3 once.
    BOOST_REQUIRE(sums.size() == 3u);
    BOOST_TEST(flame.names[sums[0].name] == "draw");
    BOOST_TEST(sums[0].self == 30u);
    BOOST_TEST(sums[0].total == 35u);
    BOOST_TEST(flame.names[sums[1].name] == "main");
    BOOST_TEST(sums[1].self == 15u);
    BOOST_TEST(sums[1].total == 45u);
    BOOST_TEST(flame.names[sums[2].name] == "thread 2");
    BOOST_TEST(sums[2].self == 3u);
    BOOST_TEST(sums[2].total == 48u);
}

BOOST_AUTO_TEST_SUITE_END()
