// Which stack belongs to which row, over buffers, processors and chunks.
#include <boost/test/unit_test.hpp>
#include <ctime>

#include "etl/reader.hpp"
#include "joins.hpp"

using namespace etl_test;

namespace {

Packed key_use(std::int64_t time, std::uint32_t pid, std::uint32_t tid, std::uint64_t key) {
    Packed p;
    return p.add(time).u32(pid).u32(tid).u64(key);
}

Packed key_definition(std::uint64_t key, const Frames& frames) {
    Packed p;
    p.u64(key);
    for (const std::uint64_t each : frames) p.u64(each);
    return p;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(etl_joins)

BOOST_AUTO_TEST_CASE(halves_of_a_stack_are_joined_over_buffers_and_processors) {
    MadeTrace trace;
    trace.add(MadeBuffer(0)
                  .kernel(0x0524, 4, kZero + 100, cswitch(40, 8))
                  .kernel(0x1820, 2, kZero + 110, stack(kZero + 100, 20, 40, kKernel)));
    trace.add(MadeBuffer(0).kernel(0x0F44, 2, kZero + 130, Packed().u64(kZero + 120).u64(1)));
    // The thread came back to user mode on another processor, long after.
    trace.add(MadeBuffer(1).kernel(0x1820, 2, kZero + 9000, stack(kZero + 100, 20, 40, kUser)));
    read_joined({trace}, [](const RecordingBuilder& builder) {
        const auto rows = builder.rows("cswitch");
        BOOST_TEST_REQUIRE(rows.size() == 1u);
        BOOST_TEST(rows[0].stack("new_stack") == kWhole);
    });
}

BOOST_AUTO_TEST_CASE(a_user_half_that_the_file_has_first_stays_outside) {
    MadeTrace trace;
    trace.add(MadeBuffer(1).kernel(0x1820, 2, kZero + 300, stack(kZero + 100, 20, 40, kUser)));
    trace.add(MadeBuffer(0).kernel(0x0F2E, 2, kZero + 100, sample(kKernel[0], 40)));
    trace.add(MadeBuffer(0).kernel(0x1820, 2, kZero + 110, stack(kZero + 100, 20, 40, kKernel)));
    read_joined({trace}, [](const RecordingBuilder& builder) {
        const auto rows = builder.rows("sample");
        BOOST_TEST_REQUIRE(rows.size() == 1u);
        BOOST_TEST(rows[0].stack("stack") == kWhole);
    });
}

BOOST_AUTO_TEST_CASE(a_stack_is_of_its_time_and_thread_only) {
    MadeTrace trace;
    MadeBuffer buffer(0);
    buffer.kernel(0x0F2E, 2, kZero + 100, sample(1, 40));
    buffer.kernel(0x0F2E, 2, kZero + 101, sample(2, 40));
    buffer.kernel(0x1820, 2, kZero + 110, stack(kZero + 101, 20, 40, kUser));
    buffer.kernel(0x1820, 2, kZero + 110, stack(kZero + 100, 20, 44, kUser));
    read_joined({trace.add(buffer)}, [](const RecordingBuilder& builder) {
        const auto rows = builder.rows("sample");
        BOOST_TEST_REQUIRE(rows.size() == 2u);
        BOOST_TEST(rows[0].stack("stack").empty());
        BOOST_TEST(rows[1].stack("stack") == kUser);
    });
}

// A thread can wake two others within a tick of the clock.
BOOST_AUTO_TEST_CASE(events_of_one_time_have_a_stack_each) {
    const Frames second = {0xFFFFF80000003000};
    const Frames second_user = {0x7FF600003000};
    MadeTrace trace;
    trace.add(MadeBuffer(0)
                  .kernel(0x0F2E, 2, kZero + 100, sample(1, 40))
                  .kernel(0x1820, 2, kZero + 100, stack(kZero + 100, 20, 40, kKernel))
                  .kernel(0x1820, 2, kZero + 100, stack(kZero + 100, 20, 40, kUser))
                  .kernel(0x0F2E, 2, kZero + 100, sample(2, 40))
                  .kernel(0x1820, 2, kZero + 100, stack(kZero + 100, 20, 40, second))
                  .kernel(0x1820, 2, kZero + 100, stack(kZero + 100, 20, 40, second_user)));
    read_joined({trace}, [&](const RecordingBuilder& builder) {
        const auto rows = builder.rows("sample");
        BOOST_TEST_REQUIRE(rows.size() == 2u);
        BOOST_TEST(rows[0].stack("stack") == kWhole);
        BOOST_TEST((rows[1].stack("stack") == Frames{second[0], second_user[0]}));
    });
}

// Each of many, too: on three threads by turns, and of ready events, which name no thread.
BOOST_AUTO_TEST_CASE(many_events_of_one_time_have_a_stack_each) {
    constexpr std::uint32_t kBuffers = 15, kEach = 20;
    const auto kernel = [](std::uint64_t i) { return Frames{kKernel[0] + 16 * i}; };
    const auto user = [](std::uint64_t i) { return Frames{kUser[0] + 16 * i}; };
    MadeTrace trace;
    for (std::uint32_t i = 0; i < kBuffers * kEach;) {
        MadeBuffer samples(0), wakes(1);
        for (const std::uint32_t end = i + kEach; i < end; ++i) {
            const std::uint32_t tid = 40 + 4 * (i % 3);
            samples.kernel(0x0F2E, 2, kZero + 100, sample(i, tid))
                .kernel(0x1820, 2, kZero + 100, stack(kZero + 100, 20, tid, kernel(i)))
                .kernel(0x1820, 2, kZero + 100, stack(kZero + 100, 20, tid, user(i)));
            wakes.kernel(0x0532, 2, kZero + 200, ready(100 + i))
                .kernel(0x1820, 2, kZero + 200, stack(kZero + 200, 4, tid, kernel(i)));
        }
        trace.add(samples).add(wakes);
    }
    read_joined({trace}, [&](const RecordingBuilder& builder) {
        const auto sampled = builder.rows("sample"), woken = builder.rows("ready");
        BOOST_TEST_REQUIRE(sampled.size() == std::size_t{kBuffers * kEach});
        BOOST_TEST_REQUIRE(woken.size() == sampled.size());
        for (std::uint32_t i = 0; i < kBuffers * kEach; ++i) {
            BOOST_TEST((sampled[i].stack("stack") == Frames{kernel(i)[0], user(i)[0]}));
            BOOST_TEST(woken[i].stack("stack") == kernel(i));
            BOOST_TEST(woken[i].number("waker_thread") == 40 + 4 * (i % 3));
        }
    });
}

// It was three hundred times as long.
BOOST_AUTO_TEST_CASE(many_events_of_one_time_are_read_about_as_fast_as_others) {
    constexpr std::int64_t kBuffers = 2000, kEach = 20;
    const auto seconds_for = [](std::int64_t step) {
        MadeTrace trace;
        for (std::int64_t i = 0; i < kBuffers * kEach;) {
            MadeBuffer buffer(0);
            for (const std::int64_t end = i + kEach; i < end; ++i) {
                const std::int64_t time = kZero + 100 + i * step;
                buffer.kernel(0x0F2E, 2, time, sample(1, 40))
                    .kernel(0x1820, 2, time, stack(time, 20, 40, kKernel))
                    .kernel(0x1820, 2, time, stack(time, 20, 40, kUser));
            }
            trace.add(buffer);
        }
        const std::string path = write_bytes("crowd.etl", trace.bytes());
        RecordingBuilder builder(1);
        const std::clock_t begin = std::clock();
        BOOST_TEST_REQUIRE(builder.read(benchlab::etl::kReader.read, {path}) == BL_OK);
        const std::clock_t end = std::clock();
        BOOST_TEST(builder.rows("sample").size() == std::size_t{kBuffers * kEach});
        return static_cast<double>(end - begin) / CLOCKS_PER_SEC;
    };
    const double apart = seconds_for(10);
    BOOST_TEST(seconds_for(0) < 0.5 + 20 * apart);
}

BOOST_AUTO_TEST_CASE(idle_threads_of_two_processors_keep_their_own_stacks) {
    const Frames other = {0xFFFFF80000009000};
    MadeTrace trace;
    trace.add(MadeBuffer(0)
                  .kernel(0x0F2E, 2, kZero + 100, sample(1, 0))
                  .kernel(0x1820, 2, kZero + 110, stack(kZero + 100, 0, 0, kKernel)));
    trace.add(MadeBuffer(1)
                  .kernel(0x0F2E, 2, kZero + 100, sample(2, 0))
                  .kernel(0x1820, 2, kZero + 110, stack(kZero + 100, 0, 0, other)));
    read_joined({trace}, [&](const RecordingBuilder& builder) {
        const auto rows = builder.rows("sample");
        BOOST_TEST_REQUIRE(rows.size() == 2u);
        BOOST_TEST(rows[0].stack("stack") == kKernel);
        BOOST_TEST(rows[1].stack("stack") == other);
    });
}

BOOST_AUTO_TEST_CASE(a_key_means_what_its_next_definition_says) {
    const Frames first = {0x1111}, second = {0x2222, 0x3333};
    MadeTrace trace;
    trace.add(MadeBuffer(0)
                  .kernel(0x0F2E, 2, kZero + 100, sample(1, 40))
                  .kernel(0x1826, 2, kZero + 110, key_use(kZero + 100, 20, 40, 0xABC)));
    trace.add(MadeBuffer(1).kernel(0x1823, 2, kZero + 200, key_definition(0xABC, first)));
    trace.add(MadeBuffer(0)
                  .kernel(0x0F2E, 2, kZero + 300, sample(1, 40))
                  .kernel(0x1826, 2, kZero + 310, key_use(kZero + 300, 20, 40, 0xABC))
                  .kernel(0x1825, 2, kZero + 311, key_use(kZero + 300, 20, 40, 0xDEF))
                  .kernel(0x0F2E, 2, kZero + 400, sample(1, 40))
                  .kernel(0x1826, 2, kZero + 410, key_use(kZero + 400, 20, 40, 0x777)));
    trace.add(MadeBuffer(1)
                  .kernel(0x1824, 2, kZero + 900, key_definition(0xABC, second))
                  .kernel(0x1824, 2, kZero + 900, key_definition(0xDEF, kKernel)));
    read_joined({trace}, [&](const RecordingBuilder& builder) {
        const auto rows = builder.rows("sample");
        BOOST_TEST_REQUIRE(rows.size() == 3u);
        BOOST_TEST(rows[0].stack("stack") == first);
        const Frames both = {kKernel[0], kKernel[1], 0x2222, 0x3333};
        BOOST_TEST(rows[1].stack("stack") == both);
        BOOST_TEST(rows[2].stack("stack").empty());  // never defined
    });
}

BOOST_AUTO_TEST_CASE(a_ready_event_gets_its_waker_from_the_stack) {
    MadeTrace trace;
    MadeBuffer buffer(1);
    buffer.kernel(0x0532, 2, kZero + 100, ready(48));
    buffer.kernel(0x1820, 2, kZero + 101, stack(kZero + 100, 20, 40, kKernel));
    buffer.kernel(0x1820, 2, kZero + 102, stack(kZero + 100, 20, 40, kUser));
    buffer.kernel(0x0532, 2, kZero + 200, ready(52, 1));  // from a DPC: whoever was there
    buffer.kernel(0x1820, 2, kZero + 201, stack(kZero + 200, 20, 40, kKernel));
    buffer.kernel(0x0532, 2, kZero + 300, ready(56, 2));  // kernel stack not resident
    read_joined({trace.add(buffer)}, [](const RecordingBuilder& builder) {
        const auto rows = builder.rows("ready");
        BOOST_TEST_REQUIRE(rows.size() == 3u);
        BOOST_TEST(rows[0].number("thread") == 48);
        BOOST_TEST(rows[0].number("waker_thread") == 40);
        BOOST_TEST(rows[0].stack("stack") == kWhole);
        BOOST_TEST(rows[0].number("source") == 1);
        BOOST_TEST(rows[1].number("waker_thread") == 0xFFFFFFFF);
        BOOST_TEST(rows[1].number("source") == 2);
        BOOST_TEST(rows[1].stack("stack") == kKernel);
        BOOST_TEST(rows[2].number("kind") == 4);
        BOOST_TEST(rows[2].number("waker_thread") == 0xFFFFFFFF);
    });
}

// Nobody wakes itself: the stack of who runs next is the switch's.
BOOST_AUTO_TEST_CASE(a_switch_within_the_tick_is_not_the_waker) {
    const Frames next = {0xFFFFF80000003000};
    const Frames next_user = {0x7FF600003000};
    for (const Frames& waker : {kWhole, kUser, Frames()}) {
        MadeTrace trace;
        MadeBuffer buffer(1);
        buffer.kernel(0x0532, 2, kZero + 100, ready(48));
        if (waker == kWhole)
            buffer.kernel(0x1820, 2, kZero + 100, stack(kZero + 100, 20, 40, kKernel));
        if (!waker.empty())
            buffer.kernel(0x1820, 2, kZero + 100, stack(kZero + 100, 20, 40, kUser));
        buffer.kernel(0x0524, 4, kZero + 100, cswitch(48, 40));
        buffer.kernel(0x1820, 2, kZero + 100, stack(kZero + 100, 20, 48, next));
        buffer.kernel(0x1820, 2, kZero + 100, stack(kZero + 100, 20, 48, next_user));
        read_joined({trace.add(buffer)}, [&](const RecordingBuilder& builder) {
            const auto woken = builder.rows("ready"), switched = builder.rows("cswitch");
            BOOST_TEST_REQUIRE(woken.size() == 1u);
            BOOST_TEST(woken[0].number("waker_thread") == (waker.empty() ? 0xFFFFFFFF : 40));
            BOOST_TEST(woken[0].stack("stack") == waker);
            BOOST_TEST_REQUIRE(switched.size() == 1u);
            BOOST_TEST((switched[0].stack("new_stack") == Frames{next[0], next_user[0]}));
        });
    }
}

BOOST_AUTO_TEST_SUITE_END()
