#include "pacing/limits.hpp"

#include <boost/test/unit_test.hpp>

#include "unit/pacing/frame_times.hpp"

using namespace benchlab::pacing;
using benchlab::base::Unit;

namespace {

Limit limit(const std::string& text) {
    auto found = parse_limit(text);
    BOOST_REQUIRE_MESSAGE(found, text << ": " << (found ? "" : found.error().message));
    return *found;
}

std::string mistake(const std::string& text) {
    const auto found = parse_limit(text);
    BOOST_REQUIRE_MESSAGE(!found, text << " is taken");
    return found.error().message;
}

LimitResult check(const std::string& text, const std::vector<double>& lengths,
                  double period_ns = 0) {
    Measured measured;
    measured.captures = {lengths};
    measured.period_ns = period_ns;
    return check_limit(limit(text), measured);
}

// 1 ms, 2 ms, ... 1,000 ms.
std::vector<double> ramp() {
    std::vector<double> out;
    for (int i = 1; i <= 1000; ++i) out.push_back(1e6 * i);
    return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(limits)

BOOST_AUTO_TEST_CASE(a_limit_has_a_figure_a_direction_and_a_unit) {
    const Limit p99 = limit("p99>25ms");
    BOOST_TEST(p99.metric == "p99");
    BOOST_TEST(p99.above);
    BOOST_TEST(!p99.inclusive);
    BOOST_TEST(p99.value == 25e6);
    BOOST_TEST((p99.unit == Unit::kNanoseconds));
    const Limit fps = limit(" AVG_FPS <= 59.5 fps ");
    BOOST_TEST(fps.metric == "avg_fps");
    BOOST_TEST(!fps.above);
    BOOST_TEST(fps.inclusive);
    BOOST_TEST((fps.unit == Unit::kFps));
    BOOST_TEST(fps.value == 59.5);
    BOOST_TEST(limit("max>0.1s").value == 1e8);
    BOOST_TEST(limit("median>900us").value == 9e5);
    BOOST_TEST(limit("p99.9>1ms").metric == "p99.9");
    BOOST_TEST(limit("low1<40").value == 40);
    BOOST_TEST(limit("stutters>10").value == 10);
    BOOST_TEST(limit("stutters>1%").value == 0.01);
    BOOST_TEST(limit("p99>+5%").relative);
    BOOST_TEST(limit("avg_fps<-5%").value == -0.05);
}

BOOST_AUTO_TEST_CASE(a_mistake_is_told_with_what_would_be_right) {
    BOOST_TEST(mistake("p99>25").find("needs ms, us or s") != std::string::npos);
    BOOST_TEST(mistake("p99>25fps").find("is a time") != std::string::npos);
    BOOST_TEST(mistake("avg_fps<10ms").find("is a rate") != std::string::npos);
    BOOST_TEST(mistake("avgfps<60").find("did you mean avg_fps?") != std::string::npos);
    BOOST_TEST(mistake("p99").find("no < or >") != std::string::npos);
    BOOST_TEST(mistake("p99=25ms").find("no < or >") != std::string::npos);
    BOOST_TEST(mistake(">25ms").find("names no figure") != std::string::npos);
    BOOST_TEST(mistake("p99>").find("nothing is no number") != std::string::npos);
    BOOST_TEST(mistake("p99>manyms").find("is no number") != std::string::npos);
    BOOST_TEST(mistake("p99>-5ms").find("only a change has a sign") != std::string::npos);
    BOOST_TEST(mistake("p100>5ms").find("no figure p100") != std::string::npos);
    BOOST_TEST(mistake("p0>5ms").find("no figure p0") != std::string::npos);
    BOOST_TEST(mistake("p99>>5ms").find("is no number") != std::string::npos);
    BOOST_TEST(mistake("stutters>5ms").find("number of frames") != std::string::npos);
    BOOST_TEST(mistake("p99>nanms").find("is no number") != std::string::npos);
    BOOST_TEST(mistake("p99>1e999ms").find("is no number") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(figures_are_those_of_the_report) {
    const std::vector<double> lengths = ramp();
    BOOST_TEST(check("p95>1ms", lengths).value.value() == 950.05e6,
               boost::test_tools::tolerance(1e-12));
    BOOST_TEST(check("p99>1ms", lengths).value.value() == 990.01e6,
               boost::test_tools::tolerance(1e-12));
    BOOST_TEST(check("max>1ms", lengths).value.value() == 1e9);
    BOOST_TEST(check("min_fps<1", lengths).value.value() == 1);
    BOOST_TEST(check("mean>1ms", lengths).value.value() == 500.5e6);
    BOOST_TEST(check("avg_fps<1", lengths).value.value() == 1e9 / 500.5e6);
    // The slowest ten: 991 to 1,000 ms.
    BOOST_TEST(check("low1<1", lengths).value.value() == 1e9 / 995.5e6);
    BOOST_TEST(check("low1_percentile<1", lengths).value.value() == 1e9 / 990.01e6,
               boost::test_tools::tolerance(1e-12));
}

BOOST_AUTO_TEST_CASE(a_limit_is_crossed_beyond_its_value) {
    const std::vector<double> lengths(1000, 10e6);
    BOOST_TEST((check("p99>9.9ms", lengths).outcome == LimitOutcome::kCrossed));
    BOOST_TEST((check("p99>10ms", lengths).outcome == LimitOutcome::kHolds));
    BOOST_TEST((check("p99>=10ms", lengths).outcome == LimitOutcome::kCrossed));
    BOOST_TEST((check("avg_fps<100fps", lengths).outcome == LimitOutcome::kHolds));
    BOOST_TEST((check("avg_fps<101fps", lengths).outcome == LimitOutcome::kCrossed));
    BOOST_TEST((check("stutters>0", lengths).outcome == LimitOutcome::kHolds));
}

BOOST_AUTO_TEST_CASE(a_limit_within_the_error_cannot_be_told) {
    Drawn drawn(1);
    const std::vector<double> lengths = drawn.frames(6000);
    const double p99 = check("p99>1s", lengths).value.value();
    const auto ms = [](double ns) { return std::to_string(ns / 1e6) + "ms"; };
    const LimitResult close = check("p99>" + ms(p99 * 1.005), lengths);
    BOOST_TEST((close.outcome == LimitOutcome::kCannotTell));
    BOOST_TEST(close.low.value() < p99);
    BOOST_TEST(close.high.value() > p99);
    BOOST_TEST((check("p99>" + ms(p99 * 0.995), lengths).outcome == LimitOutcome::kCrossed));
    BOOST_TEST((check("p99>" + ms(p99 * 1.2), lengths).outcome == LimitOutcome::kHolds));
    BOOST_TEST((check("p99>25ms", {}).outcome == LimitOutcome::kCannotTell));
    BOOST_TEST((check("p99.9>25ms", drawn.frames(500)).outcome == LimitOutcome::kCannotTell));
}

BOOST_AUTO_TEST_CASE(where_the_display_sets_the_pace_percentiles_are_whole_refreshes) {
    // One frame of a hundred takes two refreshes of 16 ms.
    std::vector<double> lengths(1000, 16e6);
    for (int i = 0; i < 10; ++i) lengths[static_cast<std::size_t>(i) * 100] = 32e6;
    // Rank 989.01 is between 16 and 32 ms, where no frame is.
    BOOST_TEST(check("p99>16ms", lengths).value.value() == 16e6 + 0.01 * 16e6,
               boost::test_tools::tolerance(1e-9));
    BOOST_TEST((check("p99>16ms", lengths).outcome == LimitOutcome::kCrossed));
    BOOST_TEST(check("p99>16ms", lengths, 16e6).value.value() == 16e6);
    BOOST_TEST((check("p99>24ms", lengths, 16e6).outcome == LimitOutcome::kCannotTell));
    BOOST_TEST((check("p99>32ms", lengths, 16e6).outcome == LimitOutcome::kHolds));
    BOOST_TEST(check("max>16ms", lengths, 16.1e6).value.value() == 32.2e6);
    BOOST_TEST(check("mean>16ms", lengths, 16e6).value.value() == 16.16e6);
}

BOOST_AUTO_TEST_CASE(several_captures_have_their_median_and_their_range) {
    const std::vector<double> a(1000, 10e6), b(1000, 11e6), c(1000, 14e6);
    Measured measured;
    measured.captures = {a, b, c};
    const LimitResult found = check_limit(limit("p99>12ms"), measured);
    BOOST_TEST(found.value.value() == 11e6);
    BOOST_TEST(found.low.value() == 10e6);
    BOOST_TEST(found.high.value() == 14e6);
    BOOST_TEST((found.outcome == LimitOutcome::kCannotTell));
    BOOST_TEST((check_limit(limit("p99>15ms"), measured).outcome == LimitOutcome::kHolds));
    BOOST_TEST((check_limit(limit("p99>10ms"), measured).outcome == LimitOutcome::kCrossed));
}

BOOST_AUTO_TEST_CASE(a_relative_limit_is_of_the_change) {
    const std::vector<double> before(1000, 10e6), after(1000, 11e6);
    Measured base, next;
    base.captures = {before};
    next.captures = {after};
    const auto of = [&](const char* text) { return check_limit(limit(text), base, next, {}); };
    BOOST_TEST(of("p99>+5%").value.value() == 0.1, boost::test_tools::tolerance(1e-12));
    BOOST_TEST((of("p99>+5%").outcome == LimitOutcome::kCrossed));
    BOOST_TEST((of("p99>+15%").outcome == LimitOutcome::kHolds));
    BOOST_TEST((of("avg_fps<-5%").outcome == LimitOutcome::kCrossed));
    BOOST_TEST((of("stutters>+5%").outcome == LimitOutcome::kHolds));
}

BOOST_AUTO_TEST_SUITE_END()
