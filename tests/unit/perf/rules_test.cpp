// Single rules: lives, stacks, and what two events tell together.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <string>
#include <vector>

#include "made_switches.hpp"
#include "perf/joins.hpp"
#include "perf/reader.hpp"
#include "unit/analyzers/trace_reading.hpp"
#include "unit/etl/recording_builder.hpp"

using namespace perf_test;
using benchlab::perf::disk_operation;
using benchlab::perf::kReader;
using etl_test::RecordingBuilder;
using etl_test::Row;

namespace {

const MadePerf::Event kClock{1, 0, "cpu-clock", ""};
const MadePerf::Event kMajorFaults{1, 6, "major-faults", ""};

MadePerf::Event page_fault_event() {
    return {2, 301, "exceptions:page_fault_user",
            fields({"unsigned long address; offset:8; size:8; signed:0;",
                    "unsigned long ip; offset:16; size:8; signed:0;"})};
}

MadePerf::Event disk_event(std::uint64_t id, const std::string& name) {
    return {2, id, "block:" + name,
            fields({"dev_t dev; offset:8; size:4; signed:0;",
                    "sector_t sector; offset:16; size:8; signed:0;",
                    "unsigned int nr_sector; offset:24; size:4; signed:0;",
                    "unsigned int bytes; offset:28; size:4; signed:0;",
                    "char rwbs[8]; offset:32; size:8; signed:0;"})};
}

std::vector<std::uint8_t> disk_raw(std::uint16_t id, std::uint64_t sector, std::uint32_t bytes,
                                   const char* operation, std::uint32_t tid) {
    return RawFields::common(id, 0, tid)
        .u32(254u << 20 | 3)
        .u32(0)
        .u64(sector)
        .u32(bytes / 512)
        .u32(bytes)
        .text(operation, 8)
        .bytes();
}

MadePerf::Event lock_event(std::uint64_t id, const std::string& name, const char* other) {
    return {2, id, "lock:" + name,
            fields({"void * lock_addr; offset:8; size:8; signed:0;",
                    std::string(other) + "; offset:16; size:4; signed:0;"})};
}

std::vector<std::uint8_t> lock_raw(std::uint16_t id, std::uint64_t lock) {
    return RawFields::common(id, 0, 50).u64(lock).u32(0).u32(0).bytes();
}

MadePerf::Event probe(std::uint64_t id, const std::string& name) {
    return {2, id, "uprobes:" + name, fields({"unsigned long __probe_ip; offset:8; size:8;"})};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(perf_rules)

// A main thread that names itself "Render" does not rename its game.
BOOST_AUTO_TEST_CASE(a_process_is_named_after_its_program) {
    MadePerf made({kClock});
    made.comm({50, 50, 100}, "game", true);
    made.map({50, 50, 110}, 0x400000, 0x1000, 0, "/opt/game");
    made.comm({50, 50, 200}, "Render");
    made.sample(0, {50, 50, 300}, 0x400010);
    const auto store = benchlab::test::read_with(kReader, made.write("named.perf.data"));
    BOOST_REQUIRE(store);
    const auto* process = store->find("process");
    const auto* thread = store->find("thread");
    BOOST_REQUIRE(process->rows() == 1u);
    BOOST_REQUIRE(thread->rows() == 1u);
    BOOST_TEST(store->text(process->values<std::uint32_t>("name")[0]) == "game");
    BOOST_TEST(store->text(process->values<std::uint32_t>("path")[0]) == "/opt/game");
    BOOST_TEST(store->text(thread->values<std::uint32_t>("name")[0]) == "Render");
}

// A child has what its parent had mapped until it runs another program.
BOOST_AUTO_TEST_CASE(a_child_knows_its_parents_code_until_it_runs_another_program) {
    MadePerf made({kClock});
    made.comm({50, 50, 10}, "parent");
    made.map({50, 50, 10}, 0x400000, 0x1000, 0, "/bin/parent");
    made.fork({51, 51, 100}, 50, 50);
    made.sample(0, {51, 51, 150}, 0x400010, {0x400010});
    made.comm({51, 51, 200}, "other", true);
    made.map({51, 51, 210}, 0x400000, 0x1000, 0, "/bin/other");
    made.sample(0, {51, 51, 250}, 0x400010, {0x400010});
    const auto store = benchlab::test::read_with(kReader, made.write("fork.perf.data"));
    BOOST_REQUIRE(store);
    const auto* sample = store->find("sample");
    BOOST_REQUIRE(sample->rows() == 2u);
    const auto codes = sample->values<std::uint32_t>("code");
    BOOST_TEST(store->function_name(codes[0]) == "parent+0x10");
    BOOST_TEST(store->function_name(codes[1]) == "other+0x10");
}

BOOST_AUTO_TEST_CASE(a_process_ends_with_its_last_thread) {
    MadePerf made({kClock});
    made.comm({50, 50, 10}, "game");
    made.fork({50, 51, 20}, 50, 50);
    made.sample(0, {1, 1, 5}, 0);
    made.exit({50, 50, 100});
    made.exit({50, 51, 200});
    const auto rows = rows_of(made, "ends.perf.data", "process");
    std::size_t ends = 0;
    for (const Row& row : rows) {
        if (row.number("kind") != 2) continue;
        ++ends;
        BOOST_TEST(row.number("time") == 200);
    }
    BOOST_TEST(ends == 1u);
}

// The rings of two CPUs stand in the file one after the other: here that in which a thread ended
// before that in which it began.
BOOST_AUTO_TEST_CASE(lives_go_by_time_and_not_by_their_order_in_the_file) {
    MadePerf made({kClock});
    made.sample(0, {1, 1, 5}, 0);
    made.comm({50, 50, 10}, "game");
    made.exit({50, 51, 300, 1});
    made.exit({60, 60, 400, 1});
    made.fork({50, 51, 100, 0}, 50, 50);
    made.fork({60, 60, 150, 0}, 50, 50);
    made.exit({50, 50, 500, 0});
    const auto store = benchlab::test::read_with(kReader, made.write("order.perf.data"));
    BOOST_REQUIRE(store);
    const auto* thread = store->find("thread");
    const auto* process = store->find("process");
    const auto tids = thread->values<std::uint32_t>("tid");
    const auto pids = process->values<std::uint32_t>("pid");
    for (const std::uint32_t tid : {50u, 51u, 60u})
        BOOST_TEST(std::count(tids.begin(), tids.end(), tid) == 1);
    for (std::size_t row = 0; row < tids.size(); ++row) {
        if (tids[row] != 51) continue;
        BOOST_TEST(thread->values<std::int64_t>("begin")[row] == 95);
        BOOST_TEST(thread->values<std::int64_t>("end")[row] == 295);
    }
    for (std::size_t row = 0; row < pids.size(); ++row) {
        const std::int64_t end = process->values<std::int64_t>("end")[row];
        if (pids[row] == 50) BOOST_TEST(end == 495);
        if (pids[row] != 60) continue;
        BOOST_TEST(end == 395);
        // It has run no other program than its parent's.
        BOOST_TEST(store->text(process->values<std::uint32_t>("name")[row]) == "game");
    }
}

// What is known by its name only would be a switch from thread 0 to thread 0.
BOOST_AUTO_TEST_CASE(an_event_without_its_format_is_left_out_and_told) {
    MadePerf made({{2, 300, "sched:sched_switch", ""}});
    made.sample(0, {50, 50, 100}, 0, {}, switch_raw(50, 1, 60));
    RecordingBuilder builder;
    BOOST_REQUIRE(builder.read(kReader.read, {made.write("formless.perf.data")}) == BL_OK);
    BOOST_TEST(builder.rows("cswitch").empty());
    BOOST_TEST(builder.problems.count("perf.no-format") == 1u);
}

BOOST_AUTO_TEST_CASE(an_absurd_time_is_no_time) {
    MadePerf made({kClock});
    made.sample(0, {50, 50, 1000}, 0);
    made.sample(0, {50, 50, 0x7ffffffffffffff0}, 0);
    const auto store = benchlab::test::read_with(kReader, made.write("absurd.perf.data"));
    BOOST_REQUIRE(store);
    BOOST_TEST(store->duration_ns() < 1'000'000);
}

// The last switch of a thread comes after the record of its end, and is no second life.
BOOST_AUTO_TEST_CASE(a_thread_that_ended_is_not_there_once_more) {
    MadePerf made({switch_event()});
    made.comm({50, 50, 10}, "game");
    made.sample(0, {50, 50, 100}, 0, {}, switch_raw(50, 1, 60));
    made.sample(0, {60, 60, 200}, 0, {}, switch_raw(60, 1, 50));
    made.exit({50, 50, 300});
    made.sample(0, {0xFFFFFFFF, 0xFFFFFFFF, 310}, 0, {}, switch_raw(50, 16, 60));
    const auto store = benchlab::test::read_with(kReader, made.write("ended.perf.data"));
    BOOST_REQUIRE(store);
    const auto tids = store->find("thread")->values<std::uint32_t>("tid");
    BOOST_TEST(std::count(tids.begin(), tids.end(), 50u) == 1);
}

// The marks between the kernel's part of a call chain and the program's are no addresses.
BOOST_AUTO_TEST_CASE(marks_in_a_call_chain_are_left_out) {
    MadePerf made({kClock});
    const auto mark = [](std::int64_t number) { return static_cast<std::uint64_t>(number); };
    made.sample(
        0, {50, 50, 100}, 0xffffffff81000010,
        {mark(-128), 0xffffffff81000010, 0xffffffff81000020, mark(-512), 0x400010, 0x400020});
    const auto rows = rows_of(made, "marks.perf.data", "sample");
    BOOST_REQUIRE(rows.size() == 1u);
    const std::vector<std::uint64_t> expected = {0xffffffff81000010, 0xffffffff81000020, 0x400010,
                                                 0x400020};
    BOOST_TEST(rows[0].stack("stack") == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_major_fault_begins_with_the_last_fault_of_its_page) {
    MadePerf made({page_fault_event(), kMajorFaults});
    const auto begin = [](std::uint64_t address, std::uint64_t ip) {
        return RawFields::common(301, 0, 50).u64(address).u64(ip).bytes();
    };
    made.sample(0, {50, 50, 900}, 0, {}, begin(0x5000, 0x400010));
    made.sample(0, {50, 50, 1000}, 0, {}, begin(0x7fff1234, 0x400010));
    // Another thread in between, and the end on another CPU, earlier in the file.
    made.sample(1, {50, 50, 1500, 1}, 0x400010, {0x400010}, {}, 0x7fff1000);
    made.sample(0, {50, 51, 1100}, 0, {}, begin(0x9000, 0x400030));
    // Without an address the instruction tells.
    made.sample(0, {50, 51, 1200}, 0, {}, begin(0xa000, 0x400040));
    made.sample(1, {50, 51, 1400}, 0x400040);
    // And one whose begin nothing tells.
    made.sample(1, {50, 52, 2000}, 0x400050, {}, {}, 0xb000);
    const auto rows = rows_of(made, "faults.perf.data", "hard_fault");
    BOOST_REQUIRE(rows.size() == 3u);
    BOOST_TEST(rows[0].number("begin") == 1000);
    BOOST_TEST(rows[0].number("end") == 1500);
    BOOST_TEST(rows[0].number("address") == 0x7fff1000);
    BOOST_TEST(rows[1].number("begin") == 1200);
    BOOST_TEST(rows[1].number("end") == 1400);
    BOOST_TEST(rows[1].number("address") == 0xa000);
    BOOST_TEST(rows[2].number("begin") == 2000);
    BOOST_TEST(rows[2].number("end") == 2000);
}

BOOST_AUTO_TEST_CASE(a_disk_request_is_matched_by_its_place_first_in_first_out) {
    const MadePerf::Event insert = disk_event(310, "block_rq_insert");
    const MadePerf::Event issue = disk_event(311, "block_rq_issue");
    const MadePerf::Event complete = disk_event(312, "block_rq_complete");
    MadePerf made({insert, issue, complete});
    made.sample(0, {50, 50, 1000}, 0, {}, disk_raw(310, 800, 4096, "RA", 50));
    made.sample(1, {50, 50, 1100}, 0, {}, disk_raw(311, 800, 4096, "RA", 50));
    // The driver was busy: issued once more by a kernel thread.
    made.sample(1, {9, 9, 1200}, 0, {}, disk_raw(311, 800, 4096, "RA", 9));
    made.sample(1, {51, 51, 1150}, 0, {}, disk_raw(311, 900, 65536, "WSM", 51));
    // Completions come in interrupts on any CPU.
    made.sample(2, {0, 0, 1500, 1}, 0, {}, disk_raw(312, 900, 65536, "WSM", 0));
    made.sample(2, {0, 0, 1600, 1}, 0, {}, disk_raw(312, 800, 4096, "RA", 0));
    made.sample(2, {0, 0, 1700, 1}, 0, {}, disk_raw(312, 7, 4096, "R", 0));
    const auto rows = rows_of(made, "disk.perf.data", "disk_io");
    BOOST_REQUIRE(rows.size() == 2u);
    BOOST_TEST(rows[0].number("begin") == 1000);
    BOOST_TEST(rows[0].number("start") == 1200);
    BOOST_TEST(rows[0].number("end") == 1600);
    BOOST_TEST(rows[0].number("thread") == 50);
    BOOST_TEST(rows[0].number("kind") == 1);
    BOOST_TEST(rows[0].number("flags") == 2);
    BOOST_TEST(rows[0].number("offset") == 800 * 512);
    BOOST_TEST(rows[1].number("begin") == 1150);
    BOOST_TEST(rows[1].number("end") == 1500);
    BOOST_TEST(rows[1].number("kind") == 2);
    BOOST_TEST(rows[1].number("flags") == 5);
    BOOST_TEST(rows[1].number("bytes") == 65536);
}

// A mutex tells its begin again before the thread sleeps, and locks may lie within each other.
BOOST_AUTO_TEST_CASE(a_wait_for_a_lock_begins_with_its_first_begin) {
    MadePerf made({lock_event(320, "contention_begin", "unsigned int flags"),
                   lock_event(321, "contention_end", "int ret")});
    constexpr std::uint64_t kMutex = 0xffff888000001000, kOuter = 0xffff888000002000,
                            kInner = 0xffff888000003000;
    const auto begin = [&](std::uint64_t time, std::uint64_t lock, std::uint32_t tid = 50) {
        made.sample(0, {50, tid, time}, 0, {}, lock_raw(320, lock));
    };
    const auto end = [&](std::uint64_t time, std::uint64_t lock, std::uint32_t tid = 50) {
        made.sample(1, {50, tid, time}, 0, {}, lock_raw(321, lock));
    };
    begin(1'000, kMutex);
    begin(21'000, kMutex);
    begin(30'000, kMutex, 51);
    end(60'000, kMutex);
    begin(100'000, kOuter);
    begin(150'000, kInner);
    end(151'000, kInner);
    end(190'000, kOuter);
    end(200'000, kMutex, 51);
    end(210'000, kMutex);
    const auto rows = rows_of(made, "locks.perf.data", "call");
    BOOST_REQUIRE(rows.size() == 4u);
    const auto is = [&](std::size_t i, std::uint64_t lock, int thread, int length_ns) {
        BOOST_TEST(static_cast<std::uint64_t>(rows[i].number("object")) == lock);
        BOOST_TEST(rows[i].number("thread") == thread);
        BOOST_TEST(rows[i].number("end") - rows[i].number("begin") == length_ns);
    };
    is(0, kMutex, 50, 59'000);
    is(1, kMutex, 51, 170'000);
    is(2, kOuter, 50, 90'000);
    is(3, kInner, 50, 1'000);
}

BOOST_AUTO_TEST_CASE(requests_that_never_end_take_no_time) {
    MadePerf made({disk_event(311, "block_rq_issue"), disk_event(312, "block_rq_complete")});
    for (std::uint32_t i = 1; i <= 200000; ++i)
        made.sample(0, {50, 50, i}, 0, {}, disk_raw(311, 800, i * 512, "R", 50));
    made.sample(1, {0, 0, 300000}, 0, {}, disk_raw(312, 800, 512, "R", 0));
    const auto begin = std::chrono::steady_clock::now();
    BOOST_TEST(rows_of(made, "endless.perf.data", "disk_io").size() == 1u);
    BOOST_TEST((std::chrono::steady_clock::now() - begin < std::chrono::seconds(10)));
}

// When there are too many softirqs a thread runs them, and their time is its own.
BOOST_AUTO_TEST_CASE(a_softirq_on_its_thread_is_no_interrupt) {
    const auto softirq = [](std::uint64_t id, const char* name) {
        return MadePerf::Event{2, id, std::string("irq:softirq_") + name,
                               fields({"unsigned int vec; offset:8; size:4; signed:0;"})};
    };
    const auto raw = [](std::uint16_t id, std::uint32_t tid) {
        return RawFields::common(id, 0, tid).u32(3).bytes();
    };
    MadePerf made({switch_event(), softirq(320, "entry"), softirq(321, "exit")});
    const auto to_thread = RawFields::common(300, 0, 50)
                               .text("game", 16)
                               .u32(50)
                               .u32(120)
                               .u64(0)
                               .text("ksoftirqd/0", 16)
                               .u32(14)
                               .u32(120)
                               .bytes();
    made.sample(1, {50, 50, 1000}, 0, {}, raw(320, 50));
    made.sample(2, {50, 50, 1200}, 0, {}, raw(321, 50));
    made.sample(0, {50, 50, 1300}, 0, {}, to_thread);
    made.sample(1, {14, 14, 1400}, 0, {}, raw(320, 14));
    made.sample(2, {14, 14, 1900}, 0, {}, raw(321, 14));
    const auto rows = rows_of(made, "softirqs.perf.data", "dpc_isr");
    BOOST_REQUIRE(rows.size() == 2u);
    BOOST_TEST(rows[0].number("kind") == 5);
    BOOST_TEST(rows[1].number("kind") == 4);
    BOOST_TEST(rows[1].number("end") == 1900);
}

// As the kernel's blk_fill_rwbs() writes them.
BOOST_AUTO_TEST_CASE(requests_are_what_the_kernel_prints_of_them) {
    const auto is = [](const char* printed, int kind, int flags) {
        const auto operation = disk_operation(printed);
        BOOST_TEST(int{operation.kind} == kind, printed);
        BOOST_TEST(int{operation.flags} == flags, printed);
    };
    is("R", 1, 0);
    is("RA", 1, 2);
    is("RSM", 1, 5);
    is("WS", 2, 1);
    is("FWFS", 2, 1);
    is("FF", 3, 0);
    is("F", 3, 0);
    is("D", 4, 0);
    is("N", 0, 0);
    is("", 0, 0);
}

BOOST_AUTO_TEST_CASE(a_loss_reaches_back_to_the_record_before_on_its_cpu) {
    MadePerf made({kClock});
    made.sample(0, {50, 50, 1000, 0}, 0);
    made.sample(0, {50, 50, 1200, 1}, 0);
    made.lost({50, 50, 2000, 0}, 17);
    const auto rows = rows_of(made, "lost.perf.data", "lost");
    BOOST_REQUIRE(rows.size() == 1u);
    BOOST_TEST(rows[0].number("begin") == 1000);
    BOOST_TEST(rows[0].number("end") == 2000);
    BOOST_TEST(rows[0].number("cpu") == 0);
    BOOST_TEST(rows[0].number("count") == 17);
}

// Two interfaces with a return probe each, one without, and one of the same interface without.
BOOST_AUTO_TEST_CASE(presents_end_with_the_return_of_their_own_function) {
    MadePerf made({probe(330, "eglSwapBuffers"), probe(331, "eglSwapBuffers__return"),
                   probe(332, "vkQueuePresentKHR"), probe(333, "vkQueuePresentKHR__return"),
                   probe(334, "glXSwapBuffers"), probe(335, "eglSwapBuffersWithDamageKHR")});
    const auto hit = [&](std::size_t event, std::uint64_t time) {
        const auto id = static_cast<std::uint16_t>(330 + event);
        made.sample(event, {50, 50, time}, 0, {}, RawFields::common(id, 0, 50).u64(0).bytes());
    };
    constexpr std::size_t kEgl = 0, kEglReturn = 1, kVulkan = 2, kVulkanReturn = 3, kGlx = 4,
                          kEglOther = 5;
    // One within the other.
    hit(kEgl, 1000), hit(kVulkan, 1100), hit(kVulkanReturn, 1200), hit(kEglReturn, 1300);
    // Without return probes, each is by itself.
    hit(kGlx, 2000), hit(kEglOther, 2100), hit(kGlx, 2200), hit(kEglOther, 2300);
    // A return that was lost, also with another within; the return that is none's ends nothing.
    hit(kEgl, 3000), hit(kVulkan, 3100), hit(kEgl, 3200), hit(kVulkanReturn, 3250);
    hit(kEglReturn, 3300), hit(kVulkan, 3400), hit(kVulkanReturn, 3500);
    const auto rows = rows_of(made, "presents.perf.data", "present");
    struct Expected {
        std::int64_t begin, end;
        int nesting;
        const char* runtime;
    };
    constexpr std::int64_t kNone = INT64_MIN;
    const Expected all[] = {
        {1000, 1300, 0, "EGL"},    {1100, 1200, 1, "Vulkan"},  {2000, kNone, 0, "GLX"},
        {2100, kNone, 0, "EGL"},   {2200, kNone, 0, "GLX"},    {2300, kNone, 0, "EGL"},
        {3000, kNone, 0, "EGL"},   {3100, kNone, 1, "Vulkan"}, {3200, 3300, 0, "EGL"},
        {3400, 3500, 0, "Vulkan"},
    };
    BOOST_REQUIRE(rows.size() == std::size(all));
    for (std::size_t i = 0; i < rows.size(); ++i) {
        BOOST_TEST_CONTEXT("present " << i) {
            BOOST_TEST(rows[i].number("begin") == all[i].begin);
            BOOST_TEST(rows[i].number("end") == all[i].end);
            BOOST_TEST(rows[i].number("nesting") == all[i].nesting);
            BOOST_TEST(rows[i].text("runtime") == all[i].runtime);
        }
    }
}

// Of the first two interrupts the exit of the one and the entry of the other were lost.
BOOST_AUTO_TEST_CASE(an_interrupt_does_not_last_across_a_loss_on_its_cpu) {
    const std::string number = fields({"unsigned int vec; offset:8; size:4; signed:0;"});
    MadePerf made({{2, 340, "irq:softirq_raise", number},
                   {2, 341, "irq:softirq_entry", number},
                   {2, 342, "irq:softirq_exit", number}});
    const auto hit = [&](std::size_t event, std::uint64_t time, std::uint32_t cpu) {
        const auto id = static_cast<std::uint16_t>(340 + event);
        made.sample(event, {50, 50, time, cpu}, 0, {},
                    RawFields::common(id, 0, 50).u32(3).u32(0).bytes());
    };
    constexpr std::size_t kRaise = 0, kEntry = 1, kExit = 2;
    hit(kEntry, 1'000, 0), hit(kRaise, 1'000, 2);
    hit(kEntry, 1'100, 1);
    made.lost({50, 50, 400'000, 0}, 5);
    made.lost({50, 50, 400'000, 2}, 5);
    // What is behind a loss may have a time a little before that of the loss.
    hit(kEntry, 399'900, 2), hit(kExit, 410'000, 2);
    hit(kExit, 500'999, 0);
    hit(kExit, 501'100, 1);
    hit(kRaise, 600'000, 0), hit(kEntry, 600'200, 0), hit(kExit, 600'500, 0);
    const auto rows = rows_of(made, "lost-irq.perf.data", "dpc_isr");
    struct Expected {
        int cpu;
        std::int64_t begin, end, queued;
    };
    constexpr std::int64_t kNone = INT64_MIN;
    const Expected all[] = {
        {1, 1'100, 501'100, kNone}, {2, 399'900, 410'000, kNone}, {0, 600'200, 600'500, 600'000}};
    BOOST_REQUIRE(rows.size() == std::size(all));
    for (std::size_t i = 0; i < rows.size(); ++i) {
        BOOST_TEST(rows[i].number("cpu") == all[i].cpu);
        BOOST_TEST(rows[i].number("begin") == all[i].begin);
        BOOST_TEST(rows[i].number("end") == all[i].end);
        BOOST_TEST(rows[i].number("queued") == all[i].queued);
    }
}

BOOST_AUTO_TEST_CASE(calls_and_faults_do_not_last_across_a_loss_of_their_cpus) {
    const std::string result = fields({"long ret; offset:8; size:8; signed:1;"});
    MadePerf made({{2, 350, "syscalls:sys_enter_read", result},
                   {2, 351, "syscalls:sys_exit_read", result},
                   page_fault_event(),
                   kMajorFaults});
    const auto call = [&](std::size_t event, std::uint32_t tid, std::uint64_t time,
                          std::uint32_t cpu) {
        const auto id = static_cast<std::uint16_t>(350 + event);
        made.sample(event, {50, tid, time, cpu}, 0, {},
                    RawFields::common(id, 0, tid).u64(0).bytes());
    };
    const auto fault = RawFields::common(301, 0, 50).u64(0x5000).u64(0x400010).bytes();
    // On the CPU of the begin, on that of the end, and on neither.
    call(0, 51, 1'000, 0), call(0, 52, 1'100, 1), call(0, 53, 1'200, 1);
    made.sample(2, {50, 54, 1'300, 0}, 0, {}, fault);
    made.sample(2, {50, 55, 1'400, 1}, 0, {}, fault);
    made.lost({50, 50, 5'000, 0}, 3);
    call(1, 51, 9'000, 1), call(1, 52, 9'100, 0), call(1, 53, 9'200, 1);
    made.sample(3, {50, 54, 9'300, 0}, 0x400010, {}, {}, 0x5000);
    made.sample(3, {50, 55, 9'400, 1}, 0x400010, {}, {}, 0x5000);
    // Behind the loss, all is as before.
    call(0, 51, 10'000, 0), call(1, 51, 11'000, 0);
    const auto calls = rows_of(made, "lost-calls.perf.data", "call");
    BOOST_REQUIRE(calls.size() == 2u);
    BOOST_TEST(calls[0].number("thread") == 53);
    BOOST_TEST(calls[0].number("end") == 9'200);
    BOOST_TEST(calls[1].number("thread") == 51);
    BOOST_TEST(calls[1].number("begin") == 10'000);
    // A major fault there was, but since when is not known.
    const auto faults = rows_of(made, "lost-calls.perf.data", "hard_fault");
    BOOST_REQUIRE(faults.size() == 2u);
    BOOST_TEST(faults[0].number("begin") == 1'400);
    BOOST_TEST(faults[0].number("end") == 9'400);
    BOOST_TEST(faults[1].number("begin") == 9'300);
    BOOST_TEST(faults[1].number("end") == 9'300);
}

// The completion of the first request was lost, and 10 s later the same place is asked for again.
BOOST_AUTO_TEST_CASE(a_request_whose_completion_was_lost_is_not_another_one) {
    constexpr std::uint64_t kSecond = 1'000'000'000;
    for (const bool has_loss : {true, false}) {
        MadePerf made({disk_event(311, "block_rq_issue"), disk_event(312, "block_rq_complete")});
        const auto disk = [&](std::size_t event, std::uint64_t time, std::uint64_t sector,
                              std::uint32_t bytes, std::uint32_t tid) {
            made.sample(event, {tid, tid, time, 0}, 0, {},
                        disk_raw(static_cast<std::uint16_t>(311 + event), sector, bytes, "R", tid));
        };
        disk(0, kSecond, 800, 4096, 50);
        disk(0, kSecond + 1, 900, 4096, 50);
        if (has_loss) made.lost({50, 50, 2 * kSecond, 1}, 3);
        // The same request, and another one of the same place.
        disk(0, 11 * kSecond, 800, 4096, 60);
        disk(0, 11 * kSecond + 1, 900, 8192, 60);
        disk(1, 11 * kSecond + 1000, 800, 4096, 0);
        disk(1, 11 * kSecond + 1001, 900, 8192, 0);
        const auto rows = rows_of(made, "lost-disk.perf.data", "disk_io");
        BOOST_REQUIRE(rows.size() == 2u);
        for (const Row& row : rows) {
            BOOST_TEST(row.number("end") - row.number("begin") ==
                       (has_loss ? 1000 : 10'000'001'000));
            BOOST_TEST(row.number("thread") == (has_loss ? 60 : 50));
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()
