// One recording, cut into lanes and frozen on threads in different ways, is one store.
#include <boost/test/unit_test.hpp>
#include <cstring>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "test_store.hpp"

namespace {

using namespace benchlab;
using namespace benchlab::test;

void on_threads(std::size_t tasks, const std::function<void(std::size_t)>& task) {
    std::vector<std::thread> threads;
    std::atomic<std::size_t> next{0};
    for (int i = 0; i < 4; ++i) {
        threads.emplace_back([&] {
            for (std::size_t at = next++; at < tasks; at = next++) task(at);
        });
    }
    for (std::thread& each : threads) each.join();
}

// The same rows in the same order, the i-th of them in lane `lane_of(i)`, which never falls.
template <class LaneOf>
std::unique_ptr<store::Store> made_with(LaneOf&& lane_of, const store::Parallel& parallel) {
    TestRecording made;
    std::mt19937 random(11);
    const auto below = [&](unsigned limit) { return static_cast<std::int64_t>(random() % limit); };
    std::uint64_t current = 0;
    for (std::uint64_t i = 0; i < 3000; ++i) {
        const std::uint64_t lane = lane_of(i);
        if (lane != current) made.lane(lane);
        current = lane;
        const std::int64_t time = static_cast<std::int64_t>(i / 4) * 10 + below(5);
        const auto tid = static_cast<std::uint32_t>(70 + below(5));
        const auto pid = static_cast<std::uint32_t>(7 + below(2));
        switch (below(5)) {
            case 0:
                made.thread(time, tid, pid, "t" + std::to_string(below(9)),
                            1 + static_cast<int>(below(3)));
                break;
            case 1:
                made.image(time, pid, 0x1000u * static_cast<unsigned>(1 + below(4)), 0x1800,
                           "/lib/" + std::to_string(below(6)) + ".so",
                           1 + static_cast<int>(below(3)));
                break;
            case 2:
                made.cswitch(time, static_cast<std::uint32_t>(below(2)), tid, 70, 3,
                             "r" + std::to_string(below(4)));
                break;
            case 3:
                made.ready(time, static_cast<std::uint32_t>(below(2)), tid);
                break;
            default: {
                Frames frames{pid, {}};
                for (std::int64_t depth = 1 + below(6); depth > 0; --depth) {
                    frames.addresses.push_back(0x1000 + static_cast<std::uint64_t>(below(0x4000)) /
                                                            256 * 256);
                }
                made.row("sample", {{"time", Time(time)},
                                    {"thread", Tid(tid)},
                                    {"code", Address(frames.addresses.front())},
                                    {"stack", std::move(frames)}});
            }
        }
    }
    return made.freeze(parallel);
}

void check_equal(const store::Store& a, const store::Store& b) {
    BOOST_TEST(a.names().string_bytes == b.names().string_bytes);
    BOOST_TEST((a.names().string_offsets == b.names().string_offsets));
    BOOST_TEST((a.names().stack_parent == b.names().stack_parent));
    BOOST_TEST((a.names().stack_code == b.names().stack_code));
    BOOST_TEST((a.names().code_address == b.names().code_address));
    BOOST_TEST((a.names().code_image == b.names().code_image));
    BOOST_TEST_REQUIRE(a.tables().size() == b.tables().size());
    std::vector<std::string> names = {"state"};
    for (const store::StoredTable& table : a.tables()) names.push_back(table.name());
    for (const std::string& name : names) {
        const bl_table* const one = a.find(name)->abi();
        const bl_table* const other = b.find(name)->abi();
        BOOST_TEST_REQUIRE(one->row_count == other->row_count, name);
        BOOST_TEST_REQUIRE(one->column_count == other->column_count, name);
        for (std::uint32_t i = 0; i < one->column_count; ++i) {
            const bl_column& x = *one->columns[i];
            const bl_column& y = *other->columns[i];
            BOOST_TEST(x.name == std::string(y.name));
            BOOST_TEST(std::memcmp(x.data, y.data, x.row_count * store::type_size(x.type)) == 0,
                       name << '.' << x.name);
            BOOST_TEST((x.present == nullptr) == (y.present == nullptr));
            if (x.present == nullptr) continue;
            BOOST_TEST(std::memcmp(x.present, y.present, store::bitmap_words(x.row_count) * 8) ==
                       0);
        }
    }
}

}  // namespace

BOOST_AUTO_TEST_CASE(neither_the_cut_into_lanes_nor_the_threads_show_in_a_store) {
    const auto whole = made_with([](std::uint64_t) { return 0u; }, store::in_turn);
    BOOST_TEST(whole->find("sample")->rows() > 400u);
    const auto two = made_with([](std::uint64_t i) { return i < 1700 ? 0u : 5u; }, store::in_turn);
    check_equal(*whole, *two);
    const auto seven = made_with([](std::uint64_t i) { return i / 430; }, on_threads);
    check_equal(*whole, *seven);
    const auto many = made_with([](std::uint64_t i) { return i; }, on_threads);
    check_equal(*whole, *many);
}
