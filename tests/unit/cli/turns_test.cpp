// Threads of which one runs at a time.
#include "cli/turns.hpp"

#include <boost/test/unit_test.hpp>
#include <thread>

using benchlab::cli::Seat;
using benchlab::cli::Turns;

namespace {

// Who ran, in order, when each has so many turns.
std::vector<int> order_of(const std::vector<int>& turns_of) {
    Turns turns(turns_of.size());
    std::vector<int> out;  // by the turns alone in one thread at a time
    std::vector<std::thread> threads;
    for (std::size_t who = 0; who < turns_of.size(); ++who) {
        threads.emplace_back([&, who] {
            Seat seat(turns, who);
            for (int i = 0; i < turns_of[who]; ++i) {
                seat.next();
                out.push_back(static_cast<int>(who));
            }
        });
    }
    for (std::thread& each : threads) each.join();
    return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(turns)

BOOST_AUTO_TEST_CASE(neighbours_change_places_from_round_to_round) {
    BOOST_TEST(order_of({3, 3, 3, 3}) == (std::vector<int>{0, 1, 2, 3, 1, 0, 3, 2, 0, 1, 2, 3}),
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(each_fourth_round_is_turned_around) {
    std::vector<int> order = order_of({9, 9, 9, 9});
    order.erase(order.begin(), order.begin() + 12);
    BOOST_TEST(order == (std::vector<int>{1, 0, 3, 2, 3, 2, 1, 0, 1, 0, 3, 2,
                                          0, 1, 2, 3, 1, 0, 3, 2, 3, 2, 1, 0}),
               boost::test_tools::per_element());
    order = order_of({5, 5});
    BOOST_TEST(order == (std::vector<int>{0, 1, 1, 0, 0, 1, 1, 0, 1, 0}),
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(who_has_left_is_passed_over) {
    BOOST_TEST(order_of({2, 1, 1, 3}) == (std::vector<int>{0, 1, 2, 3, 0, 3, 3}),
               boost::test_tools::per_element());
    BOOST_TEST(order_of({2}) == (std::vector<int>{0, 0}), boost::test_tools::per_element());
    BOOST_TEST(order_of({0, 2, 0, 1}) == (std::vector<int>{1, 3, 1}),
               boost::test_tools::per_element());
    BOOST_TEST(order_of({1, 2, 2}) == (std::vector<int>{0, 1, 2, 1, 2}),
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()
