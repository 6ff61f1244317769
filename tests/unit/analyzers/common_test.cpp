#include <boost/test/unit_test.hpp>

#include "common/cpus.hpp"
#include "common/ids.hpp"
#include "common/interrupts.hpp"
#include "common/samples.hpp"
#include "test_run.hpp"
#include "two_cpus.hpp"

using namespace benchlab;
using namespace benchlab::test;

BOOST_AUTO_TEST_SUITE(common)

BOOST_AUTO_TEST_CASE(cpus_are_counted_by_what_happened_on_them) {
    TestRecording made(ends_at_1000());
    tell_interrupt(made, 10, 20, 5, BL_DPC_ISR_KIND_DPC);
    const auto store = made.freeze();
    BOOST_TEST(analyzers::cpu_count(Store(store->abi())) == 6u);
    TestRecording listed(ends_at_1000());
    for (int cpu = 0; cpu < 4; ++cpu) listed.row("cpu", {{"number", std::int64_t{cpu}}});
    tell_two_cpus(listed);
    const auto other = listed.freeze();
    BOOST_TEST(analyzers::cpu_count(Store(other->abi())) == 4u);
    BOOST_TEST(analyzers::machine_ns(Store(other->abi()), {100, 350}) == 1000);
}

BOOST_AUTO_TEST_CASE(interruptions_of_a_cpu_never_overlap) {
    TestRecording made(ends_at_1000());
    tell_two_cpus(made);
    tell_interrupt(made, 100, 200, 0, BL_DPC_ISR_KIND_DPC);
    tell_interrupt(made, 120, 130, 0, BL_DPC_ISR_KIND_INTERRUPT);  // within
    tell_interrupt(made, 190, 220, 0, BL_DPC_ISR_KIND_DPC);        // overlaps, as clocks may
    tell_interrupt(made, 150, 160, 1, BL_DPC_ISR_KIND_TICK);
    const auto store = made.freeze();
    std::int64_t sums[2] = {};
    for (const auto& each : analyzers::interruptions(Store(store->abi()), {110, 210})) {
        sums[each.cpu] += each.end - each.begin;
    }
    // 110 to 210 without a gap, and the tick.
    BOOST_TEST(sums[0] == 100);
    BOOST_TEST(sums[1] == 10);
}

BOOST_AUTO_TEST_CASE(a_sample_of_a_thread_that_did_not_run_there_is_of_nobody) {
    struct Told {
        std::int64_t time;
        int cpu;
        std::uint32_t tid;
        bool fits;
    };
    const Told told[] = {
        {50, 0, 201, false},  // before the first switch the idle thread ran
        {200, 0, 101, true},  {200, 1, 101, false}, {200, 1, 102, true},
        {300, 0, 101, true},  // gives way at this very moment
        {300, 0, 201, true},  // comes at this very moment
        {301, 0, 101, false}, {301, 0, 201, true},  {850, 0, 101, true},
        {950, 0, 101, false}, {960, 2, 101, false}, {960, 2, 300, true},  // of no switch
    };
    TestRecording made(ends_at_1000()), blind(ends_at_1000());
    tell_two_cpus(made);
    made.thread(0, 300, 200);
    blind.thread(0, 101, 100);
    for (const Told& each : told) tell_sample(made, each.time, each.cpu, each.tid);
    tell_sample(blind, 50, 0, 101);
    const auto store = made.freeze(), without = blind.freeze();
    const analyzers::Samples samples((Store(store->abi())));
    BOOST_TEST_REQUIRE(samples.in({0, 1000}).size() == std::size(told));
    const RowColumn thread = Store(store->abi()).table("sample").row("thread");
    const U32Column tid = Store(store->abi()).table("thread").u32("tid");
    for (const Row row : samples.in({0, 1000})) {
        const Told& each = told[row];
        BOOST_TEST_REQUIRE(tid[thread[row]] == each.tid);
        BOOST_TEST((samples.doing(row) == analyzers::Doing::kThread) == each.fits, row);
        BOOST_TEST((samples.runner(row) == thread[row]) == each.fits, row);
    }
    BOOST_TEST((analyzers::Samples(Store(without->abi())).doing(0) == analyzers::Doing::kThread));
}

BOOST_AUTO_TEST_CASE(clocks_come_before_counters) {
    TestRecording made(ends_at_1000());
    const auto tell = [&](const char* event) {
        made.row("sample", {{"time", Time(10)}, {"event", std::string(event)}});
    };
    for (const char* const event : {"cycles", "cycles", "misses", "cycles", "timer"}) tell(event);
    const auto store = made.freeze();
    const Store read(store->abi());
    const analyzers::Samples samples(read);
    BOOST_TEST_REQUIRE(samples.events().size() == 3u);
    BOOST_TEST(read.text(samples.events()[0].name) == "timer");
    BOOST_TEST(samples.events()[0].is_clock);
    BOOST_TEST(!samples.events()[0].in_ns);  // nothing says how long it stands for
    BOOST_TEST(read.text(samples.events()[1].name) == "cycles");
    BOOST_TEST(samples.events()[1].count == 3u);
    BOOST_TEST(samples.weight(0) == 1u);
}

BOOST_AUTO_TEST_CASE(ids_are_made_of_any_text) {
    BOOST_TEST(analyzers::id_part("cycles:u") == "cycles-u");
    BOOST_TEST(analyzers::id_part("OS.build") == "os.build");
    BOOST_TEST(analyzers::id_part("../x y") == "x-y");
    BOOST_TEST(analyzers::id_part("\xc3\xa4") == "other");
}

BOOST_AUTO_TEST_SUITE_END()
