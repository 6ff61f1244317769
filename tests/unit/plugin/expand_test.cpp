#include <boost/test/unit_test.hpp>
#include <numeric>
#include <string>
#include <vector>

#include "plugin/plugin.hpp"
#include "support.hpp"

namespace benchlab::plugin {
using test::contains;

namespace {

Benchmark sized(const std::string& name, std::uint32_t flags = 0) {
    Benchmark made;
    made.name = name;
    made.flags = flags;
    made.params.push_back({"size", base::Unit::kBytes, {4096, 16384}, {}, 1024, 1u << 30});
    return made;
}

Benchmark labelled() {
    Benchmark made;
    made.name = "mem/read";
    made.params.push_back({"mode", base::Unit::kNone, {0, 1}, {"plain", "avx2"}, 0, 0});
    made.params.push_back({"size", base::Unit::kBytes, {32768, 1048576}, {}, 0, 0});
    return made;
}

std::vector<std::string> names(const base::Result<std::vector<Case>>& cases) {
    std::vector<std::string> all;
    if (!cases) return {"error: " + cases.error().message};
    for (const Case& one : *cases) all.push_back(one.name);
    return all;
}

using Names = std::vector<std::string>;

void check(const base::Result<std::vector<Case>>& cases, const Names& expected) {
    const Names seen = names(cases);
    BOOST_CHECK_EQUAL_COLLECTIONS(seen.begin(), seen.end(), expected.begin(), expected.end());
}

std::string message(const base::Result<std::vector<Case>>& cases) {
    return cases ? "" : cases.error().message;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(expanding)

BOOST_AUTO_TEST_CASE(a_value_is_shown_by_its_unit) {
    const Benchmark chase = sized("cache/chase");
    check(expand({&chase}, {}, {1}), {"cache/chase/4KiB", "cache/chase/16KiB"});
}

BOOST_AUTO_TEST_CASE(a_benchmark_without_parameters_is_one_case) {
    Benchmark plain;
    plain.name = "cpu/int-latency";
    check(expand({&plain}, {}, {}), {"cpu/int-latency"});
}

BOOST_AUTO_TEST_CASE(parameters_make_the_product_in_declaration_order_with_their_labels) {
    const Benchmark read = labelled();
    const auto cases = expand({&read}, {}, {1});
    check(cases, {"mem/read/plain/32KiB", "mem/read/plain/1MiB", "mem/read/avx2/32KiB",
                  "mem/read/avx2/1MiB"});
    BOOST_REQUIRE(cases);
    const Case& last = cases->back();
    BOOST_REQUIRE(last.choices.size() == 2);
    BOOST_TEST(last.choices[0].label == "avx2");
    BOOST_TEST(last.choices[0].value == 1u);
    BOOST_TEST(last.choices[1].value == 1048576u);
}

BOOST_AUTO_TEST_CASE(more_than_one_thread_is_part_of_the_name) {
    const Benchmark chase = sized("cache/chase", BL_BENCH_THREADED);
    const auto cases = expand({&chase}, {{"size", "4KiB"}}, {1, 2, 8, 2});
    check(cases, {"cache/chase/4KiB", "cache/chase/4KiB/threads:2", "cache/chase/4KiB/threads:8"});
    BOOST_TEST(cases->back().threads == 8u);
}

BOOST_AUTO_TEST_CASE(a_benchmark_gets_only_the_thread_counts_that_it_can_run_with) {
    Benchmark single = sized("a/single"), few = sized("a/few", BL_BENCH_THREADED);
    few.max_threads = 2;
    single.params.clear();
    few.params.clear();
    check(expand({&single, &few}, {}, {1, 2, 4}), {"a/single", "a/few", "a/few/threads:2"});
    check(expand({&single, &few}, {}, {2}), {"a/few/threads:2"});
    check(expand({&single, &few}, {}, {4}), {});
    BOOST_TEST(!expand({&single}, {}, {0}).ok());
}

BOOST_AUTO_TEST_CASE(param_takes_any_value_of_the_range_and_several_make_several) {
    const Benchmark chase = sized("cache/chase");
    check(expand({&chase}, {{"size", "48KiB"}}, {1}), {"cache/chase/48KiB"});
    check(expand({&chase}, {{"size", "1KiB"}, {"size", "1GiB"}, {"size", "1024"}}, {1}),
          {"cache/chase/1KiB", "cache/chase/1GiB"});
}

BOOST_AUTO_TEST_CASE(param_picks_a_label_or_a_listed_value) {
    const Benchmark read = labelled();
    const auto cases = expand({&read}, {{"mode", "avx2"}, {"size", "1MiB"}}, {1});
    check(cases, {"mem/read/avx2/1MiB"});
    check(expand({&read}, {{"mode", "1"}, {"size", "32KiB"}}, {1}), {"mem/read/avx2/32KiB"});
}

BOOST_AUTO_TEST_CASE(a_value_that_no_benchmark_takes_is_an_error_that_says_what_may_be_given) {
    const Benchmark chase = sized("cache/chase"), read = labelled();
    const std::string range = message(expand({&chase}, {{"size", "512"}}, {1}));
    BOOST_TEST(contains(range, "--param size=512"));
    BOOST_TEST(contains(range, "from 1KiB to 1GiB"));
    const std::string label = message(expand({&read}, {{"mode", "sse9"}}, {1}));
    BOOST_TEST(contains(label, "plain, avx2"));
    for (const char* odd : {"", "x", "-4096", "99999999999999999999", "4096x"}) {
        BOOST_TEST(message(expand({&chase}, {{"size", odd}}, {1})) != "", "size=" << odd);
    }
}

BOOST_AUTO_TEST_CASE(an_unknown_parameter_is_an_error_with_a_hint) {
    const Benchmark chase = sized("cache/chase");
    BOOST_TEST(contains(message(expand({&chase}, {{"sise", "4KiB"}}, {1})), "did you mean size"));
    BOOST_TEST(contains(message(expand({&chase}, {{"colour", "1"}}, {1})), "there are size"));
}

BOOST_AUTO_TEST_CASE(benchmarks_that_cannot_take_the_value_are_left_out_and_others_untouched) {
    const Benchmark chase = sized("cache/chase"), read = labelled();
    Benchmark plain;
    plain.name = "cpu/x";
    check(expand({&chase, &read, &plain}, {{"size", "48KiB"}}, {1}),
          {"cache/chase/48KiB", "cpu/x"});
}

BOOST_AUTO_TEST_CASE(more_than_4096_cases_of_one_benchmark_are_refused) {
    Benchmark big;
    big.name = "a/big";
    big.flags = BL_BENCH_THREADED;
    for (const char* name : {"x", "y"}) {
        Parameter param;
        param.name = name;
        param.values.resize(64);
        std::iota(param.values.begin(), param.values.end(), std::uint64_t{0});
        big.params.push_back(param);
    }
    const auto cases = expand({&big}, {}, {1});
    BOOST_REQUIRE(cases);
    BOOST_TEST(cases->size() == kMaxCases);
    BOOST_TEST(contains(message(expand({&big}, {}, {1, 2})), "more than 4096"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace benchlab::plugin
