// The loop of a benchmark calls its body exactly so many times.
#include "benchlab/repeat.hpp"

#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "benchlab/suite.hpp"

namespace {

// Asks for each count up to 100, which passes several turns of the loop and every remainder.
template <class Loop>
void check_counts(Loop loop) {
    for (std::uint64_t wanted = 0; wanted <= 100; ++wanted) {
        std::uint64_t calls = 0;
        loop(wanted, calls);
        BOOST_TEST(calls == wanted);
    }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(repeat)

BOOST_AUTO_TEST_CASE(a_body_without_a_result_is_called_so_many_times) {
    check_counts([](std::uint64_t wanted, std::uint64_t& calls) {
        benchlab::repeat(wanted, [&] { ++calls; });
    });
}

BOOST_AUTO_TEST_CASE(a_body_with_a_result_is_called_so_many_times) {
    check_counts([](std::uint64_t wanted, std::uint64_t& calls) {
        benchlab::repeat(wanted, [&] { return ++calls; });
    });
    check_counts([](std::uint64_t wanted, std::uint64_t& calls) {
        benchlab::repeat(wanted, [&] { return std::string(++calls % 40, 'x'); });
    });
    check_counts([](std::uint64_t wanted, std::uint64_t& calls) {
        benchlab::repeat(wanted, [&]() -> std::uint64_t& { return ++calls; });
    });
}

BOOST_AUTO_TEST_CASE(any_number_of_copies_makes_as_many_calls) {
    check_counts([](std::uint64_t wanted, std::uint64_t& calls) {
        benchlab::repeat<1>(wanted, [&] { ++calls; });
    });
    check_counts([](std::uint64_t wanted, std::uint64_t& calls) {
        benchlab::repeat<7>(wanted, [&] { ++calls; });
    });
    check_counts([](std::uint64_t wanted, std::uint64_t& calls) {
        benchlab::repeat<64>(wanted, [&] { ++calls; });
    });
}

BOOST_AUTO_TEST_CASE(the_macro_makes_as_many_iterations) {
    check_counts([](std::uint64_t wanted, std::uint64_t& calls) {
        std::uint64_t other[2] = {0, 0};
        BL_REPEAT(wanted, ++calls; other[0] += 1, other[1] += 2;);
        BOOST_TEST(other[0] == wanted);
        BOOST_TEST(other[1] == 2 * wanted);
    });
}

BOOST_AUTO_TEST_CASE(iterations_follow_each_other) {
    std::vector<std::uint64_t> seen;
    benchlab::repeat(45, [&] { seen.push_back(seen.size()); });
    BOOST_REQUIRE(seen.size() == 45u);
    for (std::uint64_t i = 0; i < seen.size(); ++i) BOOST_TEST(seen[i] == i);
}

BOOST_AUTO_TEST_CASE(what_the_body_throws_ends_the_loop) {
    std::uint64_t calls = 0;
    const auto loop = [&] {
        benchlab::repeat(100, [&] {
            if (++calls == 37) throw std::runtime_error("enough");
        });
    };
    BOOST_CHECK_THROW(loop(), std::runtime_error);
    BOOST_TEST(calls == 37u);
}

BOOST_AUTO_TEST_CASE(a_lambda_that_counts_by_itself_goes_on_from_batch_to_batch) {
    std::uint64_t last = 0;
    auto body = [count = std::uint64_t{0}, &last]() mutable { last = ++count; };
    static_assert(benchlab::detail::kCountsInRegisters<decltype(body)>);
    const benchlab::detail::Batch batch = benchlab::detail::work_of(body).batch;
    batch(5);
    BOOST_TEST(last == 5u);
    batch(100);
    BOOST_TEST(last == 105u);
    body();
    BOOST_TEST(last == 106u);
}

BOOST_AUTO_TEST_SUITE_END()
