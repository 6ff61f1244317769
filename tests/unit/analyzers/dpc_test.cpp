#include <boost/test/unit_test.hpp>

#include "dpc/compute.hpp"
#include "two_cpus.hpp"

using namespace benchlab;
using namespace benchlab::test;
using namespace benchlab::analyzers::dpc;

namespace {

const auto kClose = boost::test_tools::tolerance(1e-12);
constexpr std::uint32_t kKernel = 0xFFFFFFFF;

void tell_call(TestRecording& made, std::int64_t begin, std::int64_t end, int cpu, int kind,
               std::uint64_t address) {
    made.row("dpc_isr", {{"begin", Time(begin)},
                         {"end", Time(end)},
                         {"cpu", std::int64_t{cpu}},
                         {"kind", std::int64_t{kind}},
                         {"code", Address(address)}});
}

void tell_drivers(TestRecording& made) {
    made.image(0, kKernel, 0x10000, 0x10000, "\\SystemRoot\\System32\\drivers\\gpu.sys");
    made.image(0, kKernel, 0x20000, 0x10000, "\\SystemRoot\\System32\\drivers\\net.sys");
}

const KindUse& kind(const Findings& found, Kind wanted) {
    for (const KindUse& each : found.kinds) {
        if (each.kind == wanted) return each;
    }
    throw std::out_of_range("no such kind");
}

std::vector<std::int64_t> repeated(std::int64_t length_ns, std::size_t count) {
    return std::vector<std::int64_t>(count, length_ns);
}

std::vector<std::int64_t> joined(std::vector<std::int64_t> first,
                                 const std::vector<std::int64_t>& second) {
    first.insert(first.end(), second.begin(), second.end());
    std::sort(first.begin(), first.end());
    return first;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(dpc)

BOOST_AUTO_TEST_CASE(an_interrupt_within_a_dpc_is_counted_once) {
    TestRecording made(ends_at_1000());
    tell_drivers(made);
    tell_call(made, 100, 200, 0, BL_DPC_ISR_KIND_DPC, 0x10010);
    tell_call(made, 120, 130, 0, BL_DPC_ISR_KIND_INTERRUPT, 0x20010);
    tell_call(made, 300, 350, 1, BL_DPC_ISR_KIND_DPC, 0x10010);
    const auto store = made.freeze();
    const auto found = compute(Store(store->abi()), {0, 1000}, {});
    BOOST_TEST(found.cpu_count == 2u);
    BOOST_TEST(found.total_ns == 150);
    BOOST_TEST_REQUIRE(found.cpus.size() == 2u);
    BOOST_TEST(found.cpus[0].total_ns == 100);
    BOOST_TEST(found.cpus[0].calls == 2u);
    BOOST_TEST(found.cpus[0].self_ns.at(BL_DPC_ISR_KIND_DPC) == 90);
    BOOST_TEST(found.cpus[0].self_ns.at(BL_DPC_ISR_KIND_INTERRUPT) == 10);
    BOOST_TEST(kind(found, BL_DPC_ISR_KIND_DPC).self_ns == 140);
    BOOST_TEST(kind(found, BL_DPC_ISR_KIND_DPC).elapsed.total_ns == 150);
    BOOST_TEST_REQUIRE(found.groups.size() == 2u);
    BOOST_TEST(found.groups[0].name == "gpu.sys");
    BOOST_TEST(found.groups[0].self_ns == 140);
    BOOST_TEST(found.groups[0].elapsed.max_ns == 100);
    BOOST_TEST(found.groups[0].interval.total_ns == 200);  // from 100 to 300, on two CPUs
    BOOST_TEST(found.groups[0].cpus == (std::vector<std::uint16_t>{0, 1}));
    BOOST_TEST(found.groups[1].name == "net.sys");
    BOOST_TEST(found.longest[0].begin == 100);
    BOOST_TEST(found.busy.sum(0) == 150.0);
}

BOOST_AUTO_TEST_CASE(what_the_window_cuts_off_does_not_count) {
    TestRecording made(ends_at_1000());
    tell_drivers(made);
    tell_call(made, 100, 200, 0, BL_DPC_ISR_KIND_DPC, 0x10010);
    tell_call(made, 120, 130, 0, BL_DPC_ISR_KIND_INTERRUPT, 0x20010);
    tell_call(made, 140, 145, 1, BL_DPC_ISR_KIND_INTERRUPT, 0x20010);  // another CPU
    const auto store = made.freeze();
    const auto found = compute(Store(store->abi()), {125, 150}, {});
    BOOST_TEST(kind(found, BL_DPC_ISR_KIND_DPC).self_ns == 20);  // 130 to 150
    BOOST_TEST(kind(found, BL_DPC_ISR_KIND_DPC).elapsed.total_ns == 25);
    BOOST_TEST(kind(found, BL_DPC_ISR_KIND_INTERRUPT).self_ns == 5 + 5);
    BOOST_TEST(found.total_ns == 25 + 5);
    BOOST_TEST(found.longest[0].begin == 125);
    const auto after = compute(Store(store->abi()), {150, 400}, {});
    BOOST_TEST(kind(after, BL_DPC_ISR_KIND_DPC).self_ns == 50);
    BOOST_CHECK_EXCEPTION(compute(Store(store->abi()), {200, 400}, {}), Error,
                          [](const Error& error) { return error.status() == BL_SKIPPED; });
}

BOOST_AUTO_TEST_CASE(kinds_of_one_driver_are_kept_apart) {
    TestRecording made(ends_at_1000());
    tell_drivers(made);
    tell_call(made, 100, 110, 0, BL_DPC_ISR_KIND_DPC, 0x10010);
    tell_call(made, 200, 220, 0, BL_DPC_ISR_KIND_TIMER_DPC, 0x10020);
    tell_call(made, 300, 330, 0, BL_DPC_ISR_KIND_THREADED_DPC, 0x10030);
    made.row("dpc_isr", {{"begin", Time(400)},
                         {"end", Time(440)},
                         {"cpu", std::int64_t{0}},
                         {"kind", std::int64_t{BL_DPC_ISR_KIND_SOFTIRQ}},
                         {"name", std::string("NET_RX")}});
    tell_call(made, 500, 550, 0, BL_DPC_ISR_KIND_TICK, 0x90000);
    const auto store = made.freeze();
    const auto found = compute(Store(store->abi()), {0, 1000}, {});
    BOOST_TEST_REQUIRE(found.groups.size() == 5u);
    const char* const names[] = {"unknown", "NET_RX", "gpu.sys", "gpu.sys", "gpu.sys"};
    const Kind kinds[] = {BL_DPC_ISR_KIND_TICK, BL_DPC_ISR_KIND_SOFTIRQ,
                          BL_DPC_ISR_KIND_THREADED_DPC, BL_DPC_ISR_KIND_TIMER_DPC,
                          BL_DPC_ISR_KIND_DPC};
    for (std::size_t i = 0; i < 5; ++i) {
        BOOST_TEST(found.groups[i].name == names[i]);
        BOOST_TEST(int(found.groups[i].kind) == int(kinds[i]));
    }
    // The threaded one is its thread's time.
    BOOST_TEST(found.total_ns == 10 + 20 + 40 + 50);
    BOOST_TEST(found.groups[0].interval.count == 0u);
}

BOOST_AUTO_TEST_CASE(functions_divide_what_a_driver_joins) {
    TestRecording made(ends_at_1000());
    tell_drivers(made);
    tell_call(made, 100, 110, 0, BL_DPC_ISR_KIND_DPC, 0x10010);
    tell_call(made, 200, 230, 0, BL_DPC_ISR_KIND_DPC, 0x10020);
    const auto store = made.freeze();
    Options options;
    options.functions = true;
    const auto found = compute(Store(store->abi()), {0, 1000}, options);
    BOOST_TEST_REQUIRE(found.groups.size() == 2u);
    BOOST_TEST(found.groups[0].name == "gpu.sys+0x20");
    BOOST_TEST(found.groups[1].name == "gpu.sys+0x10");
    options.top = 1;
    const auto cut = compute(Store(store->abi()), {0, 1000}, options);
    BOOST_TEST(cut.groups.size() == 1u);
    BOOST_TEST(cut.groups_omitted == 1u);
    BOOST_TEST(cut.longest.size() == 2u);
}

BOOST_AUTO_TEST_CASE(calls_of_one_cpu_are_a_report_of_their_own) {
    TestRecording made(ends_at_1000());
    for (int cpu = 0; cpu < 3; ++cpu) made.row("cpu", {{"number", std::int64_t{cpu}}});
    tell_drivers(made);
    tell_call(made, 100, 200, 0, BL_DPC_ISR_KIND_DPC, 0x10010);
    tell_call(made, 300, 350, 1, BL_DPC_ISR_KIND_DPC, 0x10010);
    tell_call(made, 320, 330, 1, BL_DPC_ISR_KIND_INTERRUPT, 0x20010);
    const auto store = made.freeze();
    Options options;
    options.cpu = 1;
    const auto found = compute(Store(store->abi()), {0, 1000}, options);
    BOOST_TEST(found.cpu_count == 3u);  // the machine's: shares of it stay comparable
    BOOST_TEST(found.total_ns == 50);
    BOOST_TEST(found.busy.sum(0) == 50.0);
    BOOST_TEST_REQUIRE(found.cpus.size() == 1u);
    BOOST_TEST(found.cpus[0].cpu == 1u);
    BOOST_TEST(found.cpus[0].calls == 2u);
    BOOST_TEST(kind(found, BL_DPC_ISR_KIND_DPC).self_ns == 40);
    BOOST_TEST_REQUIRE(found.groups.size() == 2u);
    BOOST_TEST(found.groups[0].elapsed.count == 1u);
    BOOST_TEST(found.longest.size() == 2u);
    const auto status_of = [&](std::uint64_t cpu) {
        options.cpu = cpu;
        try {
            compute(Store(store->abi()), {0, 1000}, options);
        } catch (const Error& error) {
            return error.status();
        }
        return bl_status(BL_OK);
    };
    BOOST_TEST(status_of(2) == BL_SKIPPED);
    BOOST_TEST(status_of(3) == BL_E_INVALID);
}

// What is told of the longest call does not depend on how many calls are shown.
BOOST_AUTO_TEST_CASE(the_longest_call_that_kept_a_cpu_is_known_behind_longer_ones_of_threads) {
    TestRecording made(ends_at_1000());
    tell_drivers(made);
    tell_call(made, 100, 200, 0, BL_DPC_ISR_KIND_THREADED_DPC, 0x10010);
    tell_call(made, 300, 340, 0, BL_DPC_ISR_KIND_DPC, 0x10010);
    tell_call(made, 400, 440, 0, BL_DPC_ISR_KIND_DPC, 0x20010);
    const auto store = made.freeze();
    Options options;
    options.worst = 1;
    const auto found = compute(Store(store->abi()), {0, 1000}, options);
    BOOST_TEST_REQUIRE(found.longest.size() == 1u);
    BOOST_TEST(found.longest[0].begin == 100);
    BOOST_TEST_REQUIRE(found.longest_on_cpu.has_value());
    BOOST_TEST(found.longest_on_cpu->begin == 300);
    BOOST_TEST(found.longest_on_cpu->elapsed_ns == 40);
}

BOOST_AUTO_TEST_CASE(a_length_belongs_to_the_power_of_two_that_it_does_not_exceed) {
    store::Clock clock;
    clock.end = 100'000;
    TestRecording made(clock);
    std::int64_t begin = 0;
    // In us: 0 and 1, 2, 3 and 4, 5.
    for (const std::int64_t length_ns : {0, 1000, 2000, 3000, 4000, 5000}) {
        tell_call(made, begin, begin + length_ns, 0, BL_DPC_ISR_KIND_DPC, 0x10010);
        begin += 10'000;
    }
    const auto store = made.freeze();
    const auto found = compute(Store(store->abi()), {0, 100'000}, {});
    BOOST_TEST_REQUIRE(found.kinds.size() == 1u);
    BOOST_TEST(found.kinds[0].calls == (std::vector<std::uint64_t>{2, 1, 2, 1}));
}

// 4 groups of 21 calls of 0.1 ms and 4 of 0.5135 ms in 4 x 50.1 ms: 4 x 4.154 of 200.4 ms.
BOOST_AUTO_TEST_CASE(a_dpc_storm_is_a_share_of_one_cpu_and_has_two_lengths) {
    store::Clock clock;
    clock.end = 200'400'000;
    TestRecording made(clock);
    for (int cpu = 0; cpu < 20; ++cpu) made.row("cpu", {{"number", std::int64_t{cpu}}});
    tell_drivers(made);
    for (std::int64_t group = 0; group < 4; ++group) {
        for (std::int64_t call = 0; call < 25; ++call) {
            const std::int64_t begin = group * 50'100'000 + call * 2'000'000;
            const std::int64_t length_ns = call < 21 ? 100'000 : 513'500;
            tell_call(made, begin, begin + length_ns, 0, BL_DPC_ISR_KIND_DPC, 0x10010);
        }
    }
    const auto store = made.freeze();
    const auto found = compute(Store(store->abi()), {0, clock.end}, {});
    BOOST_TEST(found.cpu_count == 20u);
    BOOST_TEST_REQUIRE(found.groups.size() == 1u);
    BOOST_TEST(found.groups[0].self_ns == 4 * 4'154'000);
    BOOST_TEST(static_cast<double>(found.groups[0].self_ns) / 200.4e6 == 0.082914,
               boost::test_tools::tolerance(1e-4));
    const Humps& humps = found.groups[0].humps.value();
    BOOST_TEST(humps.short_ns == 100'000.0, kClose);
    BOOST_TEST(humps.long_ns == 513'500.0, kClose);
    BOOST_TEST(humps.long_count == 16u);
    BOOST_TEST(humps.long_share() == 0.16, kClose);
}

BOOST_AUTO_TEST_CASE(two_lengths_are_told_only_when_they_are_clear) {
    const std::int64_t step = 100;
    BOOST_TEST(find_humps(joined(repeated(1000, 40), repeated(9000, 20)), step).has_value());
    // Too few calls, too few long ones, too near each other.
    BOOST_TEST(!find_humps(joined(repeated(1000, 30), repeated(9000, 19)), step).has_value());
    BOOST_TEST(!find_humps(joined(repeated(1000, 500), repeated(9000, 20)), step).has_value());
    BOOST_TEST(!find_humps(joined(repeated(1000, 40), repeated(1900, 20)), step).has_value());
    // A few steps of the clock, a coarse one too, and too short to matter.
    BOOST_TEST(!find_humps(joined(repeated(1000, 40), repeated(4000, 20)), 1000).has_value());
    BOOST_TEST(!find_humps(joined(repeated(100, 40), repeated(900, 20)), 1).has_value());
    // One broad hump: as many in each part of each octave.
    std::vector<std::int64_t> broad;
    for (std::int64_t length_ns = 1000; length_ns < 16'000; length_ns += length_ns / 64) {
        broad.push_back(length_ns);
    }
    BOOST_TEST_REQUIRE(broad.size() > 50u);
    BOOST_TEST(!find_humps(broad, 1).has_value());
    BOOST_TEST(!find_humps(repeated(1000, 100), step).has_value());
}

BOOST_AUTO_TEST_SUITE_END()
