#include "etl/clock.hpp"

#include <boost/test/unit_test.hpp>

#include "etl/reader.hpp"
#include "made_trace.hpp"
#include "recording_builder.hpp"
#include "trace_data.hpp"

using namespace etl_test;
using benchlab::etl::scaled;

BOOST_AUTO_TEST_SUITE(etl_clock)

BOOST_AUTO_TEST_CASE(products_above_64_bits_are_divided_exactly) {
    BOOST_TEST(scaled(7, 3, 2) == 10u);  // 21 / 2
    // 10 days of a 10 MHz counter as FILETIME: 8 640 000 000 000 ticks times 10^7 is 8.64 x 10^19,
    // which is above 2^64.
    BOOST_TEST(scaled(8'640'000'000'000u, 10'000'000u, 10'000'000u) == 8'640'000'000'000u);
    BOOST_TEST(scaled(8'640'000'000'001u, 10'000'000u, 3'000'000u) == 28'800'000'000'003u);
    BOOST_TEST(scaled(5, 5, 0) == 0u);
    BOOST_TEST(scaled(~0ull, ~0ull, 1) == ~0ull);
    BOOST_TEST(scaled(~0ull, ~0ull, ~0ull) == ~0ull);
}

// The same moments on each of the three clocks: 250 us after the header, of a session that began
// 13 300 000 000 s after 1601, which is 1 655 526 400 s after 1970 (11 644 473 600 s lie between).
BOOST_AUTO_TEST_CASE(each_type_of_clock_gives_the_same_times) {
    struct Case {
        std::uint32_t type;
        std::int64_t zero, later;
        std::uint32_t kind;
        std::uint64_t ticks_per_second;
    };
    constexpr std::int64_t kStart = 133'000'000'000'000'000;
    for (const Case& each : {Case{1, 1'000'000, 1'002'500, BL_CLOCK_QPC, 10'000'000},
                             Case{2, kStart, kStart + 2'500, BL_CLOCK_WALL, 10'000'000},
                             Case{3, 5'000, 755'000, BL_CLOCK_TSC, 3'000'000'000}}) {
        MadeTrace trace;
        trace.clock_type = each.type;
        trace.zero = each.zero;
        trace.add(MadeBuffer(1).kernel(0x0524, 2, each.later, cswitch(8, 4)));
        const std::string path = write_bytes("clock.etl", trace.bytes());
        RecordingBuilder builder;
        BOOST_TEST_REQUIRE(builder.read(benchlab::etl::kReader.read, {path}) == BL_OK);
        BOOST_TEST(builder.clock.kind == each.kind);
        BOOST_TEST(builder.clock.ticks_per_second == each.ticks_per_second);
        BOOST_TEST(builder.clock.zero_unix_ns == 1'655'526'400'000'000'000);
        const auto rows = builder.rows("cswitch");
        BOOST_TEST_REQUIRE(rows.size() == 1u);
        const std::int64_t ticks = rows[0].number("time") - builder.clock.zero;
        BOOST_TEST(ticks * 1'000'000 / static_cast<std::int64_t>(each.ticks_per_second) == 250);
    }
}

// For the sanitizers: a damaged header can have any.
BOOST_AUTO_TEST_CASE(a_frequency_may_be_any_number) {
    for (const std::int64_t frequency :
         {std::int64_t{1}, std::int64_t{10'000'000'000'000'000}, std::int64_t{INT64_MAX}}) {
        MadeTrace trace;
        trace.frequency = frequency;
        trace.end_filetime = trace.start_filetime + 1;
        trace.add(MadeBuffer(1).kernel(0x0524, 2, trace.zero + 10, cswitch(8, 4)));
        RecordingBuilder builder;
        const std::string path = write_bytes("frequency.etl", trace.bytes());
        BOOST_TEST_REQUIRE(builder.read(benchlab::etl::kReader.read, {path}) == BL_OK);
        BOOST_TEST(builder.rows("cswitch").size() == 1u);
    }
}

// A response of 3000 counts of a 3 MHz counter is 1 ms, which is 3 000 000 cycles of 3 GHz.
BOOST_AUTO_TEST_CASE(response_times_count_the_performance_counter_on_every_clock) {
    MadeTrace trace;
    trace.clock_type = 3;
    trace.frequency = 3'000'000;
    trace.zero = 1'000;
    Packed done;
    done.u32(0).u32(0).u32(4096).u32(0).u64(512).u64(0xA).u64(0xB).u64(3000).u32(12);
    trace.add(MadeBuffer(0).kernel(0x010A, 3, 10'000'000, done));
    RecordingBuilder builder;
    BOOST_TEST_REQUIRE(builder.read(benchlab::etl::kReader.read,
                                    {write_bytes("response.etl", trace.bytes())}) == BL_OK);
    const auto rows = builder.rows("disk_io");
    BOOST_TEST_REQUIRE(rows.size() == 1u);
    BOOST_TEST(rows[0].number("end") - rows[0].number("start") == 3'000'000);
}

BOOST_AUTO_TEST_SUITE_END()
