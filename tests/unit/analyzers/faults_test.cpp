#include <boost/test/unit_test.hpp>

#include "faults/compute.hpp"
#include "two_cpus.hpp"

using namespace benchlab;
using namespace benchlab::test;
using analyzers::faults::compute;

namespace {

void tell_fault(TestRecording& made, std::int64_t begin, std::int64_t end, std::uint32_t tid,
                std::uint64_t file, std::int64_t bytes) {
    made.row("hard_fault", {{"begin", Time(begin)},
                            {"end", Time(end)},
                            {"thread", Tid(tid)},
                            {"file", Key(file)},
                            {"bytes", bytes}});
}

void tell_file(TestRecording& made, std::uint64_t key, const std::string& path) {
    made.row("file", {{"time", Time(0)},
                      {"kind", std::int64_t{BL_LIFE_THERE}},
                      {"key", static_cast<std::int64_t>(key)},
                      {"path", path}});
}

}  // namespace

BOOST_AUTO_TEST_SUITE(faults)

BOOST_AUTO_TEST_CASE(faults_are_summed_by_process_and_by_file) {
    TestRecording made(ends_at_1000());
    tell_two_cpus(made);
    tell_file(made, 1, "a.pak");
    tell_file(made, 2, "b.pak");
    tell_fault(made, 100, 150, 101, 1, 4096);
    tell_fault(made, 120, 220, 102, 2, 8192);  // at the same time: sums are not a length of time
    tell_fault(made, 300, 310, 201, 1, 4096);
    tell_fault(made, 400, 407, 0xFFFFFFFF, 1, 512);
    const auto store = made.freeze();
    const auto found = compute(Store(store->abi()), {0, 1000}, {});
    BOOST_TEST(found.all.count == 4u);
    BOOST_TEST(found.all.read_bytes == 4096u + 8192 + 4096 + 512);
    BOOST_TEST(found.all.total_ns == 50 + 100 + 10 + 7);
    BOOST_TEST(found.all.longest_ns == 100);
    BOOST_TEST_REQUIRE(found.processes.rows.size() == 3u);
    BOOST_TEST(found.processes.rows[0].key == process_row(*store, 100));
    BOOST_TEST(found.processes.rows[0].sum.count == 2u);
    BOOST_TEST(found.processes.rows[0].sum.total_ns == 150);
    BOOST_TEST(found.processes.rows[2].key == BL_NO_ROW);
    BOOST_TEST_REQUIRE(found.files.rows.size() == 2u);
    BOOST_TEST(found.files.rows[0].sum.total_ns == 100);  // b.pak
    BOOST_TEST(found.files.rows[1].sum.count == 3u);
    BOOST_TEST(found.longest[0].begin == 120);
}

BOOST_AUTO_TEST_CASE(a_fault_counts_with_the_part_in_the_window_and_all_its_bytes) {
    TestRecording made(ends_at_1000());
    tell_two_cpus(made);
    tell_fault(made, 100, 300, 101, 1, 4096);
    const auto store = made.freeze();
    const auto first = compute(Store(store->abi()), {0, 150}, {});
    BOOST_TEST(first.all.total_ns == 50);
    BOOST_TEST(first.all.read_bytes == 4096u);
    BOOST_TEST(first.over_time.sum(0) == 1.0);
    const auto second = compute(Store(store->abi()), {150, 1000}, {});
    BOOST_TEST(second.all.total_ns == 150);
    BOOST_TEST(second.all.count == 1u);
    BOOST_TEST(second.all.read_bytes == 4096u);
    BOOST_TEST(second.over_time.sum(0) == 1.0);
    BOOST_TEST(second.longest[0].begin == 150);
    BOOST_CHECK_EXCEPTION(compute(Store(store->abi()), {300, 1000}, {}), Error,
                          [](const Error& error) { return error.status() == BL_SKIPPED; });
}

BOOST_AUTO_TEST_CASE(lists_are_cut_and_say_so) {
    TestRecording made(ends_at_1000());
    tell_two_cpus(made);
    for (std::uint64_t file = 1; file <= 5; ++file) {
        tell_file(made, file, "file " + std::to_string(file));
        tell_fault(made, 100, 100 + static_cast<std::int64_t>(file), 101, file, 1);
    }
    const auto store = made.freeze();
    const auto found = compute(Store(store->abi()), {0, 1000}, {.top = 2});
    BOOST_TEST(found.longest.size() == 2u);
    BOOST_TEST(found.longest[0].length_ns == 5);
    BOOST_TEST(found.files.rows.size() == 2u);
    BOOST_TEST(found.files.omitted == 3u);
    BOOST_TEST(found.all.count == 5u);
}

BOOST_AUTO_TEST_SUITE_END()
