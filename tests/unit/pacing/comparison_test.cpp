#include "pacing/comparison.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>

#include "unit/pacing/frame_times.hpp"

using namespace benchlab::pacing;

namespace {

using Lengths = std::vector<std::vector<double>>;

// By value, as it may be of a comparison that is gone right behind.
Row row(const Comparison& of, Figure figure) {
    return of.rows[static_cast<std::size_t>(figure)];
}

Lengths captures(Drawn& drawn, int count, double factor = 1) {
    Lengths out;
    for (int i = 0; i < count; ++i) out.push_back(scaled(drawn.frames(3000), factor));
    return out;
}

// 60 Hz, with so many late frames in a thousand.
std::vector<double> at_60_hz(Drawn& drawn, double late, int refreshes = 1) {
    std::vector<double> out;
    for (int i = 0; i < 3000; ++i) {
        const double whole = drawn.uniform() < late ? refreshes + 1 : refreshes;
        out.push_back(whole * 16.667e6 * (1 + 0.002 * drawn.normal()));
    }
    return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(comparing)

BOOST_AUTO_TEST_CASE(a_capture_is_unchanged_against_itself) {
    Drawn drawn(1);
    const std::vector<double> lengths = drawn.frames(6000);
    const Comparison found = compare({lengths}, {lengths}, {});
    BOOST_TEST(found.count(Verdict::kRegressed) == 0U);
    BOOST_TEST(found.count(Verdict::kImproved) == 0U);
    BOOST_TEST(row(found, Figure::kMean).change.value() == 0);
    BOOST_TEST(row(found, Figure::kMean).p.value() == 1);
}

BOOST_AUTO_TEST_CASE(what_cannot_be_told_says_what_would_have_been_seen) {
    Drawn drawn(2);
    const Comparison found = compare({drawn.frames(2000)}, {drawn.frames(2000)}, {});
    const Row mean = row(found, Figure::kMean);
    BOOST_TEST((mean.verdict == Verdict::kCannotTell));
    BOOST_TEST((mean.why == Why::kNoise));
    // The error of the change is 10 % * sqrt(2 * 19 / 2000) = 1.4 %; at most 3.5 of these and 1.
    BOOST_TEST(mean.detectable.value() > 0.03);
    BOOST_TEST(mean.detectable.value() < 0.09);
    BOOST_TEST(mean.low.value() < 0);
    BOOST_TEST(mean.high.value() > 0);
}

BOOST_AUTO_TEST_CASE(a_change_has_a_direction) {
    Drawn drawn(3);
    const std::vector<double> base = drawn.frames(6000);
    const std::vector<double> slower = scaled(drawn.frames(6000), 1.1);
    BOOST_TEST((row(compare({base}, {slower}, {}), Figure::kMean).verdict == Verdict::kRegressed));
    BOOST_TEST((row(compare({slower}, {base}, {}), Figure::kMean).verdict == Verdict::kImproved));
}

BOOST_AUTO_TEST_CASE(few_frames_tell_nothing) {
    const Comparison found = compare({{10e6, 11e6, 12e6}}, {{20e6, 21e6, 22e6}}, {});
    for (const Row& each : found.rows) {
        BOOST_TEST((each.verdict == Verdict::kCannotTell));
        BOOST_TEST((each.why == Why::kFewFrames));
    }
}

BOOST_AUTO_TEST_CASE(scenes_that_change_within_a_capture_are_told) {
    Drawn drawn(4);
    Lengths sides;
    for (int side = 0; side < 2; ++side) {
        std::vector<double> lengths = drawn.frames(3000, 5e6, 2e5, 0);
        const std::vector<double> next = drawn.frames(3000, 18e6, 2e5, 0);
        lengths.insert(lengths.end(), next.begin(), next.end());
        sides.push_back(lengths);
    }
    const Comparison found = compare({sides[0]}, {sides[1]}, {});
    BOOST_TEST((row(found, Figure::kMean).why == Why::kDependent));
}

BOOST_AUTO_TEST_CASE(a_capture_outside_the_band_is_left_out) {
    Drawn drawn(5);
    Lengths base = captures(drawn, 5);
    base[2] = scaled(base[2], 1.3);
    const Comparison found = compare(base, captures(drawn, 5), {});
    BOOST_TEST(found.base.admitted.size() == 4U);
    BOOST_TEST((found.base.captures[2].admission == Admission::kOutsideBand));
    BOOST_TEST(!found.base.emptied);
    // The tail is the median of those that are left.
    std::vector<double> tails;
    for (const std::size_t i : {0, 1, 3, 4}) {
        tails.push_back(*figures_of(base[i])[static_cast<std::size_t>(Figure::kP99)]);
    }
    BOOST_TEST(row(found, Figure::kP99).base.value() == median_of(tails));
    const auto [least, greatest] = std::minmax_element(tails.begin(), tails.end());
    BOOST_TEST(found.base.width(Figure::kP99) == *greatest - *least);
}

BOOST_AUTO_TEST_CASE(a_set_that_falls_apart_is_measured_again) {
    Drawn drawn(6);
    Lengths base;
    for (const double factor : {1.0, 1.2, 1.4, 1.6, 1.8}) {
        base.push_back(scaled(drawn.frames(3000), factor));
    }
    const Comparison found = compare(base, captures(drawn, 5, 2), {});
    BOOST_TEST(found.base.emptied);
    BOOST_TEST(found.base.drifting);
    for (const Row& each : found.rows) BOOST_TEST((each.verdict == Verdict::kCannotTell));
    BOOST_TEST((row(found, Figure::kMean).why == Why::kMeasureAgain));
}

BOOST_AUTO_TEST_CASE(a_tail_has_to_move_by_more_than_captures_differ) {
    // Means that agree, and tails from 30 to 60 ms: a p99 that is 12 ms higher is significant by
    // itself with eight captures, and still within what captures of one program do.
    Drawn drawn(7);
    Lengths base, next;
    for (int i = 0; i < 8; ++i) {
        for (Lengths* side : {&base, &next}) {
            const double tail = (side == &base ? 30e6 : 42e6) + 2e6 * (i % 8);
            std::vector<double> lengths = drawn.frames(2000, 10e6, 1e5, 0);
            for (std::size_t k = 0; k < lengths.size(); k += 66) lengths[k] = tail;
            side->push_back(lengths);
        }
    }
    const Comparison found = compare(base, next, {});
    const Row p99 = row(found, Figure::kP99);
    BOOST_TEST(p99.adjusted.value() < 0.05);
    BOOST_TEST((p99.verdict == Verdict::kCannotTell));
    BOOST_TEST((p99.why == Why::kSpread));
    BOOST_TEST(p99.detectable.value() >= 14.0 / 37 - 0.01);
}

BOOST_AUTO_TEST_CASE(below_a_refresh_the_display_is_what_was_measured) {
    Drawn drawn(8);
    const Lengths base = {at_60_hz(drawn, 0.005), at_60_hz(drawn, 0.005)};
    const Lengths late = {at_60_hz(drawn, 0.2), at_60_hz(drawn, 0.2)};
    const Comparison found = compare(base, late, {});
    BOOST_TEST((found.cap.cap == RefreshCap::kCapped));
    BOOST_TEST(found.cap.period_ns == 16.667e6, boost::test_tools::tolerance(0.001));
    // 16.7 ms to 20 ms is 20 % more, but no frame takes 20 ms.
    BOOST_TEST((row(found, Figure::kMean).why == Why::kDisplay));
    BOOST_TEST((row(found, Figure::kMedian).why == Why::kDisplay));
    // Of a hundred frames one took a refresh, and takes two.
    BOOST_TEST((row(found, Figure::kP99).verdict == Verdict::kRegressed));
}

BOOST_AUTO_TEST_CASE(a_capped_side_may_be_faster_than_it_shows_never_slower) {
    Drawn drawn(9);
    const Lengths capped = {at_60_hz(drawn, 0.01), at_60_hz(drawn, 0.01)};
    const Lengths faster = {drawn.frames(3000), drawn.frames(3000)};
    const Comparison slower = compare(faster, capped, {});
    BOOST_TEST((slower.next.cap == RefreshCap::kCapped));
    BOOST_TEST((slower.base.cap == RefreshCap::kNotSuspected));
    BOOST_TEST((row(slower, Figure::kMean).why == Why::kDisplay));
    Lengths heavy, light;
    for (int i = 0; i < 4; ++i) {
        heavy.push_back(drawn.frames(3000, 40e6, 4e6));
        light.push_back(at_60_hz(drawn, 0.01));
    }
    BOOST_TEST((row(compare(heavy, light, {}), Figure::kMean).verdict == Verdict::kImproved));
}

BOOST_AUTO_TEST_CASE(a_steady_program_that_slows_down_is_no_display) {
    // Each side agrees within 1 % and has its frames within 5 %; but no display has two periods.
    Drawn drawn(10);
    Lengths base, slower, half;
    for (int i = 0; i < 4; ++i) {
        base.push_back(drawn.frames(3000, 10e6, 2e5));
        slower.push_back(drawn.frames(3000, 10.5e6, 2e5));
        half.push_back(drawn.frames(3000, 20e6, 2e5));
    }
    const Comparison found = compare(base, slower, {});
    BOOST_TEST((found.cap.cap == RefreshCap::kWorkload));
    BOOST_TEST((row(found, Figure::kMean).verdict == Verdict::kRegressed));
    // Twice the period may well be one display, and is more than a refresh.
    const Comparison doubled = compare(base, half, {});
    BOOST_TEST((doubled.cap.cap == RefreshCap::kCapped));
    BOOST_TEST((row(doubled, Figure::kMean).verdict == Verdict::kRegressed));
}

BOOST_AUTO_TEST_CASE(a_frame_time_is_a_whole_number_of_refreshes) {
    BOOST_TEST(in_refreshes(17e6, 16e6) == 16e6);
    BOOST_TEST(in_refreshes(25e6, 16e6) == 32e6);
    BOOST_TEST(in_refreshes(1e6, 16e6) == 16e6);
}

BOOST_AUTO_TEST_SUITE_END()
