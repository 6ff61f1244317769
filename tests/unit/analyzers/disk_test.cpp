#include <boost/test/unit_test.hpp>

#include "disk/compute.hpp"
#include "two_cpus.hpp"

using namespace benchlab;
using namespace benchlab::test;
using namespace benchlab::analyzers::disk;

namespace {

const auto kClose = boost::test_tools::tolerance(1e-12);

struct Asked {
    std::int64_t begin, start, end;
    std::uint32_t tid = 101;
    int kind = BL_DISK_IO_KIND_READ;
    std::int64_t disk = 0, bytes = 100;
};

void tell(TestRecording& made, const Asked& asked) {
    made.row("disk_io", {{"begin", Time(asked.begin)},
                         {"start", Time(asked.start)},
                         {"end", Time(asked.end)},
                         {"thread", Tid(asked.tid)},
                         {"kind", std::int64_t{asked.kind}},
                         {"disk", asked.disk},
                         {"bytes", asked.bytes}});
}

}  // namespace

BOOST_AUTO_TEST_SUITE(disk)

BOOST_AUTO_TEST_CASE(time_in_the_queue_and_on_the_device_are_told_apart) {
    TestRecording made(ends_at_1000());
    tell_two_cpus(made);
    tell(made, {10, 20, 50});
    tell(made, {30, 50, 90});
    const auto store = made.freeze();
    const auto found = compute(Store(store->abi()), {0, 1000}, {});
    BOOST_TEST_REQUIRE(found.kinds.size() == 1u);
    const KindUse& reads = found.kinds[0];
    BOOST_TEST(reads.service.count == 2u);
    BOOST_TEST(reads.service.total_ns == 30 + 40);
    BOOST_TEST(reads.service.p50_ns == 35.0, kClose);
    BOOST_TEST(reads.queue.total_ns == 10 + 20);
    BOOST_TEST(reads.queue.max_ns == 20);
    BOOST_TEST(reads.depth_begin.value() == 0.5, kClose);  // the second found the first
    BOOST_TEST(reads.depth_end.value() == 0.5, kClose);    // the first left the second
    BOOST_TEST_REQUIRE(found.disks.size() == 1u);
    BOOST_TEST(found.disks[0].busy_ns == 80);             // 10 to 90
    BOOST_TEST(found.disks[0].in_flight == 0.1, kClose);  // (40 + 60) of 1000
    BOOST_TEST(found.disks[0].deepest == 2u);
    BOOST_TEST_REQUIRE(found.longest.size() == 2u);
    BOOST_TEST(found.longest[0].begin == 30);
    BOOST_TEST(found.longest[0].length_ns == 60);
    BOOST_TEST(found.longest[0].queue_ns.value() == 20);
    BOOST_TEST(found.in_flight.sum(0) == 100.0);
}

BOOST_AUTO_TEST_CASE(requests_are_cut_to_the_window) {
    TestRecording made(ends_at_1000());
    tell_two_cpus(made);
    tell(made, {10, 20, 50});
    tell(made, {30, 50, 90});
    const auto store = made.freeze();
    const auto found = compute(Store(store->abi()), {40, 60}, {});
    // On the device 40 to 50 and 50 to 60; queued not at all and 40 to 50.
    BOOST_TEST(found.kinds[0].service.total_ns == 20);
    BOOST_TEST(found.kinds[0].queue.total_ns == 10);
    BOOST_TEST(found.kinds[0].queue.count == 1u);
    BOOST_TEST(found.kinds[0].queue.min_ns == 10);
    BOOST_TEST(found.disks[0].busy_ns == 20);
    BOOST_TEST(found.all.count == 2u);
    BOOST_TEST(found.all.read_bytes == 200u);  // bytes cannot be cut
    BOOST_TEST(found.read.sum(0) == 200.0);    // and have the rule of their sum
}

BOOST_AUTO_TEST_CASE(what_a_request_did_outside_the_window_is_no_length_of_0) {
    TestRecording made(ends_at_1000());
    tell_two_cpus(made);
    tell(made, {10, 200, 300});
    tell(made, {120, 140, 150});
    const auto store = made.freeze();
    const auto found = compute(Store(store->abi()), {100, 180}, {});
    // The first was in the queue throughout.
    BOOST_TEST(found.kinds[0].service.count == 1u);
    BOOST_TEST(found.kinds[0].service.min_ns == 10);
    BOOST_TEST(found.kinds[0].queue.count == 2u);
    BOOST_TEST(found.kinds[0].queue.total_ns == 80 + 20);
    BOOST_TEST(found.all.count == 2u);
    BOOST_TEST(found.all.total_ns == 10);
    const auto later = compute(Store(store->abi()), {250, 300}, {});
    BOOST_TEST(later.kinds[0].queue.count == 0u);
    BOOST_TEST(!later.longest[0].queue_ns.has_value());
    BOOST_TEST(later.longest[0].service_ns.value() == 50);
}

BOOST_AUTO_TEST_CASE(depths_are_those_within_the_window) {
    TestRecording made(ends_at_1000());
    tell_two_cpus(made);
    for (int i = 0; i < 4; ++i) tell(made, {0, 0, 100});
    tell(made, {0, 0, 950});
    tell(made, {500, 500, 600});
    const auto store = made.freeze();
    const auto found = compute(Store(store->abi()), {200, 700}, {});
    BOOST_TEST_REQUIRE(found.disks.size() == 1u);
    BOOST_TEST(found.disks[0].deepest == 2u);
    BOOST_TEST_REQUIRE(found.kinds.size() == 1u);
    // That of 500 found one and left one; the long one came and was complete elsewhere.
    BOOST_TEST(found.kinds[0].depth_begin.value() == 1.0, kClose);
    BOOST_TEST(found.kinds[0].depth_end.value() == 1.0, kClose);
    BOOST_TEST(!found.longest[0].depth_begin.has_value());
    BOOST_TEST(found.longest[1].depth_begin.value() == 1u);
    // At the begin of this one all five are in flight.
    BOOST_TEST(compute(Store(store->abi()), {50, 150}, {}).disks[0].deepest == 5u);
    const auto one = compute(Store(store->abi()), {200, 300}, {});
    BOOST_TEST(one.disks[0].deepest == 1u);
    BOOST_TEST(!one.kinds[0].depth_begin.has_value());
}

BOOST_AUTO_TEST_CASE(sums_of_requests_of_years_are_not_negative) {
    const std::int64_t years = 470'000'000'000'000'000;  // 15
    store::Clock clock;
    clock.end = years;
    TestRecording made(clock);
    for (int i = 0; i < 25; ++i) tell(made, {0, 0, years});
    const auto store = made.freeze();
    const auto found = compute(Store(store->abi()), {0, years}, {});
    BOOST_TEST(found.all.total_ns == INT64_MAX);
    BOOST_TEST(found.disks.at(0).in_flight == 25.0, kClose);
    BOOST_TEST(found.disks.at(0).busy_ns == years);
}

BOOST_AUTO_TEST_CASE(kinds_disks_and_processes_are_kept_apart) {
    TestRecording made(ends_at_1000());
    tell_two_cpus(made);
    tell(made, {10, 10, 20, 101, BL_DISK_IO_KIND_READ, 0, 1000});
    tell(made, {10, 10, 40, 201, BL_DISK_IO_KIND_WRITE, 0, 2000});
    tell(made, {10, 10, 30, 201, BL_DISK_IO_KIND_WRITE, 1, 500});
    tell(made, {100, 100, 200, 0xFFFFFFFF, BL_DISK_IO_KIND_FLUSH, 1, 0});
    const auto store = made.freeze();
    const auto found = compute(Store(store->abi()), {0, 1000}, {});
    BOOST_TEST(found.all.read_bytes == 1000u);
    BOOST_TEST(found.all.written_bytes == 2500u);
    BOOST_TEST_REQUIRE(found.kinds.size() == 4u);
    BOOST_TEST(kind_name(found.kinds[0].kind) == "read");
    BOOST_TEST(found.kinds[1].bytes == 2000u);
    BOOST_TEST(found.kinds[2].disk.value() == 1u);
    BOOST_TEST(kind_name(found.kinds[3].kind) == "flush");
    BOOST_TEST_REQUIRE(found.processes.rows.size() == 3u);
    BOOST_TEST(found.processes.rows[0].key == BL_NO_ROW);  // the flush, 100 ns
    BOOST_TEST(found.processes.rows[1].key == process_row(*store, 200));
    BOOST_TEST(found.processes.rows[1].sum.total_ns == 50);
    BOOST_TEST(found.processes.rows[1].sum.longest_ns == 30);
    BOOST_TEST(found.disks[0].busy_ns == 30);
    BOOST_TEST(found.disks[1].busy_ns == 20 + 100);
}

BOOST_AUTO_TEST_CASE(without_a_start_all_the_time_is_the_devices) {
    TestRecording made(ends_at_1000());
    made.row("disk_io", {{"begin", Time(10)}, {"end", Time(50)}});
    const auto store = made.freeze();
    const auto found = compute(Store(store->abi()), {0, 1000}, {});
    BOOST_TEST_REQUIRE(found.kinds.size() == 1u);
    BOOST_TEST(!found.kinds[0].disk.has_value());
    BOOST_TEST(found.kinds[0].service.total_ns == 40);
    BOOST_TEST(found.kinds[0].queue.count == 0u);
    BOOST_TEST(!found.longest[0].queue_ns.has_value());
    BOOST_CHECK_EXCEPTION(compute(Store(store->abi()), {60, 1000}, {}), Error,
                          [](const Error& error) { return error.status() == BL_SKIPPED; });
}

BOOST_AUTO_TEST_SUITE_END()
