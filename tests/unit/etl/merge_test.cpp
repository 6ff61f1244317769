// Merging, on files made by hand: what is where in the merged one.
#include <boost/test/unit_test.hpp>
#include <cstring>
#include <random>

#include "merging.hpp"
#include "trace_data.hpp"

using namespace etl_test;

namespace {

using Times = std::vector<std::int64_t>;

// One switch at each of these ticks after the start.
MadeBuffer switches(unsigned cpu, std::initializer_list<int> ticks, std::int64_t sequence = 0,
                    unsigned flags = 0, std::uint32_t to = 7) {
    MadeBuffer buffer(cpu, sequence, flags);
    for (const int tick : ticks) buffer.kernel(0x0524, 4, kZero + tick, cswitch(to, 8));
    return buffer;
}

// Relative to the start.
Times times_of(const FoundBuffer& buffer) {
    Times times = buffer.times;
    for (std::int64_t& each : times) each -= kZero;
    return times;
}

template <class Value>
Value value_at(const std::vector<std::uint8_t>& bytes, std::size_t place) {
    Value value{};
    std::memcpy(&value, bytes.data() + place, sizeof(value));
    return value;
}

// Of the log header event: 72 of the buffer's header and 32 of its own precede its payload.
template <class Value>
Value header_field(const Merged& merged, std::size_t place) {
    return value_at<Value>(merged.bytes, 72 + 32 + place);
}

void check(const Times& found, const Times& expected) {
    BOOST_TEST(found == expected, boost::test_tools::per_element());
}

bool holds(const std::vector<std::string>& lines, const std::string& part) {
    for (const std::string& line : lines) {
        if (line.find(part) != std::string::npos) return true;
    }
    return false;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(etl_merge)

BOOST_AUTO_TEST_CASE(events_of_a_processor_come_by_time_and_those_of_the_first_file_first) {
    MadeTrace a, b;
    a.add(switches(0, {10, 30})).add(switches(1, {5, 50})).add(switches(0, {40, 60}));
    b.add(switches(0, {20, 30, 70}, 0, 0, 9)).add(switches(3, {1}));
    const Merged merged = merge(std::vector{a, b});
    BOOST_TEST_REQUIRE(merged.status == BL_OK, merged.error);
    const auto buffers = buffers_of(merged.bytes);
    BOOST_TEST_REQUIRE(buffers.size() == 4u);  // the header's, and one of each processor
    BOOST_TEST(buffers[0].type == 4u);
    BOOST_TEST(buffers[1].cpu == 0u);
    check(times_of(buffers[1]), {10, 20, 30, 30, 40, 60, 70});
    const std::vector<std::uint32_t> to = {7, 9, 7, 9, 7, 7, 9};
    BOOST_TEST(buffers[1].first_words == to, boost::test_tools::per_element());
    BOOST_TEST(buffers[2].cpu == 1u);
    check(times_of(buffers[2]), {5, 50});
    BOOST_TEST(buffers[3].cpu == 3u);
    check(times_of(buffers[3]), {1});
    for (std::size_t i = 0; i < buffers.size(); ++i) {
        BOOST_TEST(buffers[i].size == MadeTrace::kBufferSize);
        BOOST_TEST(buffers[i].sequence == static_cast<std::int64_t>(i));
    }
}

// A switch takes 16 + 24 bytes, so (4096 - 72) / 40 = 100 fill a buffer.
BOOST_AUTO_TEST_CASE(a_full_buffer_is_followed_by_another) {
    MadeTrace a, b;
    for (int part = 0; part < 3; ++part) {
        MadeBuffer one(0), other(0);
        for (int i = 0; i < 50; ++i) {
            one.kernel(0x0524, 4, kZero + (part * 50 + i) * 2, cswitch(1, 2));
            other.kernel(0x0524, 4, kZero + (part * 50 + i) * 2 + 1, cswitch(3, 4));
        }
        a.add(one);
        b.add(other);
    }
    const Merged merged = merge(std::vector{a, b});
    const auto buffers = buffers_of(merged.bytes);
    BOOST_TEST_REQUIRE(buffers.size() == 4u);
    Times all, expected;
    for (std::size_t i = 1; i < buffers.size(); ++i) {
        BOOST_TEST(buffers[i].times.size() == 100u);
        const Times times = times_of(buffers[i]);
        all.insert(all.end(), times.begin(), times.end());
    }
    for (int i = 0; i < 300; ++i) expected.push_back(i);
    check(all, expected);
    BOOST_TEST(header_field<std::uint32_t>(merged, 36) == 4u);  // buffers written
}

BOOST_AUTO_TEST_CASE(the_header_tells_of_all_inputs) {
    MadeTrace a, b;
    a.add(switches(0, {200}));
    a.cpu_count = 4;
    a.events_lost = 3;
    a.zero = kZero + 100;  // 10 us after b: 100 ticks of 100 ns
    a.start_filetime = b.start_filetime + 100;
    a.end_filetime = b.start_filetime + 5000;
    b.add(switches(0, {10}));
    b.cpu_count = 6;
    b.events_lost = 40;
    b.buffers_lost = 2;
    b.end_filetime = b.start_filetime + 9000;
    b.mode = 2;  // circular, which the merged file is not
    const Merged merged = merge(std::vector{a, b});
    BOOST_TEST_REQUIRE(merged.status == BL_OK, merged.error);
    BOOST_TEST(merged.logs.empty());
    BOOST_TEST(header_field<std::uint32_t>(merged, 0) == MadeTrace::kBufferSize);
    BOOST_TEST(header_field<std::uint32_t>(merged, 12) == 6u);
    BOOST_TEST(header_field<std::int64_t>(merged, 16) == b.end_filetime);
    BOOST_TEST(header_field<std::uint32_t>(merged, 32) == 0x10001u);
    BOOST_TEST(header_field<std::uint32_t>(merged, 36) == 2u);
    BOOST_TEST(header_field<std::uint32_t>(merged, 48) == 43u);
    BOOST_TEST(header_field<std::int64_t>(merged, 248 + 8) == a.frequency);
    BOOST_TEST(header_field<std::int64_t>(merged, 248 + 16) == b.start_filetime);
    BOOST_TEST(header_field<std::uint32_t>(merged, 248 + 28) == 2u);
    // The time of the header event itself, which is that of the start.
    BOOST_TEST(value_at<std::int64_t>(merged.bytes, 72 + 16) == kZero);
    const std::string names(merged.bytes.begin() + 72 + 32 + 248 + 32,
                            merged.bytes.begin() + buffers_of(merged.bytes)[0].used);
    BOOST_TEST(names.find("[\0m\0u\0l\0t\0i", 0, 11) != std::string::npos);
}

BOOST_AUTO_TEST_CASE(losses_stay_where_they_were) {
    MadeTrace a, b;
    // Numbers 4 and 5 are missing before the third buffer, and the second says that events are.
    a.add(switches(0, {10, 20}, 2)).add(switches(0, {30}, 3, 2)).add(switches(0, {50}, 6));
    b.add(switches(1, {15, 25, 35}));
    const Merged merged = merge(std::vector{a, b});
    const auto buffers = buffers_of(merged.bytes);
    BOOST_TEST_REQUIRE(buffers.size() == 5u);
    check(times_of(buffers[1]), {10, 20});
    check(times_of(buffers[2]), {30});
    BOOST_TEST(buffers[1].flags == 0x20u);
    BOOST_TEST(buffers[2].flags == 0x22u);
    check(times_of(buffers[3]), {50});
    BOOST_TEST(buffers[3].flags == 0x20u);
    BOOST_TEST(buffers[3].sequence - buffers[2].sequence == 3);
}

// A session without buffers for each processor does not say where its events were.
BOOST_AUTO_TEST_CASE(buffers_that_belong_to_no_processor_become_those_of_the_first) {
    MadeTrace a, b;
    a.add(switches(1, {10}));
    b.mode = 0x10000001;
    b.add(switches(1, {20})).add(switches(0, {30}));
    auto buffers = buffers_of(merge(std::vector{a, b}).bytes);
    BOOST_TEST_REQUIRE(buffers.size() == 3u);
    check(times_of(buffers[1]), {20, 30});
    BOOST_TEST(buffers[1].cpu == 0u);
    check(times_of(buffers[2]), {10});
    BOOST_TEST(buffers[2].cpu == 1u);
    a.mode = b.mode;
    const Merged same = merge(std::vector{a, b});
    BOOST_TEST(header_field<std::uint32_t>(same, 32) == 0x10010001u);
}

BOOST_AUTO_TEST_CASE(what_is_damaged_is_told_once_for_each_kind_and_the_rest_is_kept) {
    MadeTrace a, b;
    a.add(switches(0, {10, 20})).add(switches(0, {30, 40})).add(switches(0, {50, 60}));
    b.add(switches(0, {15}));
    auto bytes = a.bytes();
    // The second event of the first and of the second buffer is 3 bytes long.
    bytes[1 * 4096 + 72 + 40 + 4] = 3;
    bytes[2 * 4096 + 72 + 40 + 4] = 3;
    bytes.resize(bytes.size() - 4096 + 72 + 50);  // in the middle of the last event
    const std::string damaged = write_bytes("merge-damaged.etl", bytes);
    const std::string good = write_bytes("merge-good.etl", b.bytes());
    const Merged merged = merge({damaged, good});
    BOOST_TEST_REQUIRE(merged.status == BL_OK, merged.error);
    check(times_of(buffers_of(merged.bytes).at(1)), {10, 15, 30, 50});
    BOOST_TEST(holds(merged.logs, damaged + ": the file ends inside a buffer (at byte 12288)"));
    BOOST_TEST(holds(merged.logs,
                     "cannot be read; the rest of its buffer is left out "
                     "(at byte 4096), and 2 more"));
    BOOST_TEST(holds(merged.logs, "was never closed"));
    BOOST_TEST(merged.logs.size() == 3u);
    // Both are open ended, and so is the merged file.
    BOOST_TEST(header_field<std::int64_t>(merged, 16) == 0);
}

// Whatever a byte becomes: an error, or a file that reads without one.
BOOST_AUTO_TEST_CASE(damage_of_any_kind_ends_well) {
    MadeTrace a, b;
    for (int part = 0; part < 6; ++part) {
        a.add(switches(static_cast<unsigned>(part % 2), {part * 10, part * 10 + 1}));
        b.add(switches(1, {part * 10 + 5}));
    }
    // Some bytes as a compressed stream; whether it is a good one does not matter.
    b.add_compressed(switches(1, {90}), {0, 0, 0, 0x40, 0x20, 7, 0, 0xFF, 0xFF, 0xFF, 0x7F});
    const auto good = b.bytes();
    const std::string other = write_bytes("merge-good.etl", good);
    std::mt19937 random(20240229);
    int merged_files = 0;
    for (int i = 0; i < 600; ++i) {
        auto bytes = i % 2 == 0 ? a.bytes() : good;
        for (int change = 0; change < 3; ++change) {
            // The headers of buffers and events are where it matters.
            const std::size_t buffer = random() % (bytes.size() / 4096) * 4096;
            bytes[buffer + random() % 400] = static_cast<std::uint8_t>(random());
        }
        if (i % 5 == 0) bytes.resize(random() % bytes.size());
        const std::string damaged = write_bytes("merge-damaged.etl", bytes);
        const Merged merged = merge({damaged, other});
        BOOST_TEST((merged.status == BL_OK || !merged.error.empty()));
        if (merged.status != BL_OK) continue;
        ++merged_files;
        const auto all = everything_in({write_bytes("merged.etl", merged.bytes)});
        BOOST_TEST(all.size() > 6u);
    }
    BOOST_TEST(merged_files > 200);
}

BOOST_AUTO_TEST_CASE(a_file_that_is_no_trace_is_refused) {
    MadeTrace a;
    a.add(switches(0, {10}));
    const std::string good = write_bytes("merge-good.etl", a.bytes());
    const std::string cut = write_bytes("merge-cut.etl", {1, 2, 3});
    const Merged merged = merge({good, cut});
    BOOST_TEST(merged.status == BL_E_DATA);
    BOOST_TEST(merged.error.find(cut) == 0u, merged.error);
    BOOST_TEST(merged.bytes.empty());
}

// 0x00010203 stored in a format that nobody knows.
BOOST_AUTO_TEST_CASE(buffers_of_an_unknown_compression_are_left_out_and_told) {
    MadeTrace a, b;
    a.compression = 9;
    a.add_compressed(switches(0, {10}), {0, 1, 2, 3});
    a.end_filetime = a.start_filetime + 1000;
    b.add(switches(0, {15}));
    b.end_filetime = b.start_filetime + 1000;
    const Merged merged = merge(std::vector{a, b});
    BOOST_TEST_REQUIRE(merged.status == BL_OK, merged.error);
    check(times_of(buffers_of(merged.bytes).at(1)), {15});
    BOOST_TEST_REQUIRE(merged.logs.size() == 1u);
    BOOST_TEST(holds(merged.logs, "a format that is not known, and left out"));
}

BOOST_AUTO_TEST_CASE(a_disk_that_is_full_and_a_user_who_stops_end_it) {
    MadeTrace a, b;
    a.add(switches(0, {10}));
    b.add(switches(1, {15}));
    const std::vector<std::string> paths = {write_bytes("part0.etl", a.bytes()),
                                            write_bytes("part1.etl", b.bytes())};
    MergeOptions options;
    options.room = 2 * 4096;
    BOOST_TEST(merge(paths, options).status == BL_E_IO);
    BOOST_TEST(merge(paths, options).error == "");  // the host has the reason
    options.room = UINT64_MAX;
    options.cancelled = true;
    BOOST_TEST(merge(paths, options).status == BL_CANCELLED);
}

BOOST_AUTO_TEST_SUITE_END()
