// The library for programs of one's own, as such a program uses it.
#include "benchlab/suite.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <regex>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "results/run_report.hpp"

namespace {

using benchlab::Config;
using benchlab::Estimate;
using benchlab::Suite;

Config quick() {
    Config config;
    config.samples = 7;
    config.sample_time_ms = 1;
    config.warmup_ms = 1;
    config.max_time_ms = 2'000;
    return config;
}

std::uint64_t squares(std::uint64_t count) {
    std::uint64_t x = 3;
    for (std::uint64_t i = 0; i < count; ++i) {
        x = x * x + 1;
        benchlab::do_not_optimize(x);
    }
    return x;
}

// Counts how many copies of it are alive.
struct Counted {
    static inline int alive = 0;
    static inline int most = 0;
    Counted() { count(1); }
    Counted(const Counted& other) : used(other.used), content(other.content) { count(1); }
    Counted& operator=(const Counted&) = default;
    ~Counted() { count(-1); }
    static void count(int change) {
        alive += change;
        most = std::max(most, alive);
    }

    // What makes it a container for those who ask how large it is.
    using value_type = std::uint8_t;
    std::size_t size() const { return content.size(); }
    auto begin() const { return content.begin(); }

    bool used = false;
    std::vector<std::uint8_t> content;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(suite)

BOOST_AUTO_TEST_CASE(one_lambda_gives_one_line) {
    const Estimate estimate = benchlab::bench([] { return squares(100); }, quick());
    BOOST_TEST(estimate.problem == "");
    BOOST_TEST(estimate.samples == 7u);
    BOOST_TEST(estimate.calls >= 7u);
    BOOST_TEST(estimate.median_ns > 0);
    BOOST_TEST(estimate.low_ns <= estimate.median_ns);
    BOOST_TEST(estimate.median_ns <= estimate.high_ns);
    std::ostringstream out;
    out << estimate;
    const std::regex line(
        " *[0-9.]+ [num]?s   \\([0-9.]+ [num]?s to [0-9.]+ [num]?s at 95 %, ([0-9,.]+ cycles, )?cv "
        "[0-9.]+ %, "
        "[0-9,]+ calls in 7 samples\\)");
    BOOST_TEST(std::regex_match(out.str(), line), out.str());
}

BOOST_AUTO_TEST_CASE(twice_the_work_takes_longer) {
    // A factor of four, so that a busy machine does not turn it round.
    const Estimate few = benchlab::bench([] { return squares(1'000); }, quick());
    const Estimate many = benchlab::bench([] { return squares(40'000); }, quick());
    BOOST_TEST(many.median_ns > few.median_ns);
}

BOOST_AUTO_TEST_CASE(every_call_gets_a_fresh_copy_and_the_original_stays) {
    Counted original;
    bool stale = false;
    const Estimate estimate = benchlab::bench_env(
        original,
        [&](Counted& mine) {
            stale = stale || mine.used;
            mine.used = true;
        },
        quick());
    BOOST_TEST(estimate.problem == "");
    BOOST_TEST(estimate.calls > 7u);  // several in a batch, or nothing was tested
    BOOST_TEST(!stale);
    BOOST_TEST(!original.used);
}

BOOST_AUTO_TEST_CASE(large_copies_are_few_at_a_time) {
    Counted original;
    original.content.resize(8u << 20);
    Counted::most = 0;
    const Estimate estimate = benchlab::bench_env(
        original, [](Counted& mine) { mine.used = true; }, quick());
    BOOST_TEST(estimate.problem == "");
    // 64 MiB of copies, the original, and the one that a vector may make on its way.
    BOOST_TEST(Counted::most <= 8 + 2);
    BOOST_TEST(Counted::alive == 1);
}

BOOST_AUTO_TEST_CASE(what_a_copy_takes_is_seen_through_nested_containers) {
    const std::vector<std::vector<std::uint32_t>> nested(10, std::vector<std::uint32_t>(1'000));
    BOOST_TEST(benchlab::detail::bytes_of(nested) >= 40'000u);
    BOOST_TEST(benchlab::detail::bytes_of(nested) <= 50'000u);
    BOOST_TEST(benchlab::detail::bytes_of(7) == sizeof(int));
    BOOST_TEST(benchlab::detail::bytes_of(std::string_view("a text")) == sizeof(std::string_view));
}

BOOST_AUTO_TEST_CASE(a_body_that_throws_has_a_reason_and_no_figure) {
    const Estimate estimate =
        benchlab::bench([]() -> int { throw std::runtime_error("no data"); }, quick());
    BOOST_TEST(estimate.problem.find("no data") != std::string::npos, estimate.problem);
    BOOST_TEST(std::isnan(estimate.median_ns));
    BOOST_TEST(benchlab::to_string(estimate).find("failed: ") == 0u);
}

BOOST_AUTO_TEST_CASE(a_suite_goes_on_after_a_failure_and_its_report_has_all_of_it) {
    Suite suite(quick());
    suite.bench("plain", [] { return squares(100); });
    suite.bench("bytes", benchlab::Bytes{4'096}, [] { return squares(100); });
    suite.bench("throws", []() -> int { throw std::runtime_error("no data"); });
    suite.bench("items", benchlab::Items{100}, [] { return squares(100); });
    BOOST_TEST(suite.results().size() == 4u);

    const auto run = benchlab::results::read_run_report(suite.to_json(), "suite");
    BOOST_REQUIRE_MESSAGE(run.ok(), (run ? std::string() : run.error().message));
    BOOST_TEST(run->complete);
    BOOST_REQUIRE(run->results.size() == 3u);
    BOOST_REQUIRE(run->failed.size() == 1u);
    BOOST_TEST(run->failed[0].name == "throws");
    BOOST_TEST(run->failed[0].status == "failed");
    const auto& plain = run->results[0];
    BOOST_TEST(plain.name == "plain");
    BOOST_TEST(plain.summary.median == suite.results()[0].median_ns);
    BOOST_TEST(plain.samples.size() == 7u);
    BOOST_TEST(!plain.rate_per_second());
    const auto& bytes = run->results[1];
    BOOST_TEST((bytes.rate == benchlab::results::Rate::kBytes));
    BOOST_TEST(std::abs(*bytes.rate_per_second() * bytes.summary.median / 4'096e9 - 1) < 1e-12);
    const auto& items = run->results[2];
    BOOST_TEST((items.rate == benchlab::results::Rate::kItems));
    BOOST_TEST(std::abs(items.ns_per_op() * 100 / items.summary.median - 1) < 1e-12);

    std::ostringstream shown;
    suite.print(shown);
    for (const char* text : {"plain", "bytes", "items", "throws  failed: ", "no data"}) {
        BOOST_TEST(shown.str().find(text) != std::string::npos, text << " in\n" << shown.str());
    }
}

BOOST_AUTO_TEST_CASE(what_cannot_be_done_says_why) {
    Suite suite(quick());
    BOOST_TEST(!suite.pin(1'000'000));
    BOOST_TEST(suite.problem().find("1000000") != std::string::npos, suite.problem());
    const auto nowhere = std::filesystem::temp_directory_path() / "no-such-folder" / "report.json";
    BOOST_TEST(!suite.save(nowhere.string()));
    BOOST_TEST(suite.problem().find("no-such-folder") != std::string::npos, suite.problem());
}

BOOST_AUTO_TEST_SUITE_END()
