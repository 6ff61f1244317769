// Timers of the kernel: when they were due, and when they went off.
#include "made_switches.hpp"

using namespace perf_test;

namespace {

MadePerf made_timers() {
    const std::string timer = "void * hrtimer; offset:8; size:8; signed:0;";
    return MadePerf({{2, 400, "timer:hrtimer_start",
                      fields({timer, "void * function; offset:16; size:8; signed:0;",
                              "s64 expires; offset:24; size:8; signed:1;",
                              "s64 softexpires; offset:32; size:8; signed:1;"})},
                     {2, 401, "timer:hrtimer_expire_entry",
                      fields({timer, "s64 now; offset:16; size:8; signed:1;",
                              "void * function; offset:24; size:8; signed:0;"})},
                     {2, 402, "timer:hrtimer_expire_exit", fields({timer})}});
}

// Times by the timers' clock are a million more than the trace's.
struct Timers {
    MadePerf made = made_timers();

    void set(std::uint64_t timer, std::uint64_t time, std::uint64_t due, std::uint32_t cpu = 0) {
        made.sample(0, {50, 50, time, cpu}, 0, {},
                    RawFields::common(400, 0, 50)
                        .u64(timer)
                        .u64(0xffffffff81000000)
                        .u64(due + 1'000'050)
                        .u64(due + 1'000'000)
                        .bytes());
    }
    void enter(std::uint64_t timer, std::uint64_t time, std::uint32_t cpu = 0) {
        made.sample(1, {50, 50, time, cpu}, 0, {},
                    RawFields::common(401, 8, 50)
                        .u64(timer)
                        .u64(time + 1'000'000)
                        .u64(0xffffffff81000000)
                        .bytes());
    }
    void leave(std::uint64_t timer, std::uint64_t time, std::uint32_t cpu = 0) {
        made.sample(2, {50, 50, time, cpu}, 0, {},
                    RawFields::common(402, 8, 50).u64(timer).bytes());
    }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(perf_timers)

BOOST_AUTO_TEST_CASE(a_timer_is_late_by_what_it_was_set_for) {
    Timers told;
    // Set on one CPU, it goes off on another; what it calls sets it again, and that time is in
    // time.
    told.set(0x1000, 1000, 5000, 1);
    told.enter(0x1000, 5700, 0);
    told.set(0x1000, 5720, 9000, 0);
    told.leave(0x1000, 5800, 0);
    told.enter(0x1000, 9000, 0);
    told.leave(0x1000, 9010, 0);
    // Set again before it goes off: the later one counts.
    told.set(0x2000, 10000, 11000);
    told.set(0x2000, 10500, 20000);
    told.enter(0x2000, 20300);
    told.leave(0x2000, 20310);
    // Of this one the trace does not have the begin, and of the next one not the end.
    told.enter(0x3000, 21000);
    told.leave(0x3000, 21010);
    told.set(0x4000, 22000, 23000);
    told.enter(0x4000, 23000);
    const auto rows = rows_of(told.made, "timers.perf.data", "timer");
    BOOST_REQUIRE(rows.size() == 4u);
    BOOST_TEST(rows[0].number("begin") == 5700);
    BOOST_TEST(rows[0].number("end") == 5800);
    BOOST_TEST(rows[0].number("cpu") == 0);
    BOOST_TEST(rows[0].number("late") == 700);
    BOOST_TEST(rows[1].number("late") == 0);
    BOOST_TEST(rows[2].number("late") == 300);
    BOOST_TEST(rows[3].number("begin") == 21000);
    BOOST_TEST(!rows[3].has("late"));
}

BOOST_AUTO_TEST_CASE(what_was_set_before_a_loss_is_not_believed) {
    Timers told;
    told.set(0x1000, 1000, 2000);
    told.enter(0x1000, 1'500'000);
    told.leave(0x1000, 1'500'010);
    told.set(0x1000, 1'600'000, 1'700'000);
    told.made.lost({50, 50, 1'650'000}, 10);
    told.enter(0x1000, 2'000'000);
    told.leave(0x1000, 2'000'010);
    const auto rows = rows_of(told.made, "timers-lost.perf.data", "timer");
    BOOST_REQUIRE(rows.size() == 2u);
    BOOST_TEST(rows[0].number("late") == 1'498'000);
    BOOST_TEST(!rows[1].has("late"));
}

BOOST_AUTO_TEST_SUITE_END()
