// The same story in all forms of perf.data files: each has the same records.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <set>
#include <tuple>

#include "perf_told.hpp"
#include "told.hpp"

namespace {

using namespace benchlab::story;
using namespace benchlab::story_test;
using perf::PerfOptions;

using Line = std::tuple<std::int64_t, std::string, std::uint32_t, std::uint32_t, std::uint32_t,
                        std::vector<std::uint64_t>, std::map<std::string, std::int64_t>,
                        std::map<std::string, std::string>>;

// What the samples say, by time, without what differs between kernels.
std::multiset<Line> lines_of(const PerfWalked& file) {
    std::multiset<Line> out;
    for (const PerfRecord& record : file.records) {
        if (record.type != 9) continue;
        auto numbers = record.numbers;
        for (const char* name :
             {"common_type", "common_preempt_lazy_count", "ioprio", "success", "prev_state"}) {
            numbers.erase(name);
        }
        out.insert({record.ns, record.event, record.cpu, record.pid, record.tid, record.chain,
                    numbers, record.texts});
    }
    return out;
}

PerfWalked told(const std::string& text, const PerfOptions& options) {
    PerfWalked file = walked_perf(text, options);
    BOOST_TEST(file.complaint == "");
    return file;
}

const std::string& everything() {
    static const std::string kText(kEverything);
    return kText;
}

void same_lines(const PerfOptions& options) {
    static const std::multiset<Line> kExpected = lines_of(told(everything(), {}));
    BOOST_TEST(kExpected.size() > 1000u);
    BOOST_TEST((lines_of(told(everything(), options)) == kExpected));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(story_perf_forms)

BOOST_AUTO_TEST_CASE(the_number_of_records_is_that_of_the_story) {
    const PerfWalked file = told(everything(), {});
    // 50 copies of four switches, one ready, one sample, a DPC and a timer's, two interrupts, a
    // fault, three disk requests of which one was queued, a call, two presents, and a mark.
    const std::vector<std::pair<const char*, std::size_t>> expected{
        {"sched:sched_switch", 200},
        {"sched:sched_wakeup", 50},
        {"cpu-clock", 50},
        {"irq:softirq_entry", 100},
        {"irq:softirq_exit", 100},
        {"irq:irq_handler_entry", 100},
        {"irq:irq_handler_exit", 100},
        {"exceptions:page_fault_user", 50},
        {"major-faults", 50},
        {"block:block_rq_insert", 50},
        {"block:block_rq_issue", 150},
        {"block:block_rq_complete", 150},
        {"syscalls:sys_enter_NtWait", 50},
        {"syscalls:sys_exit_NtWait", 50},
        {"uprobe:eglSwapBuffers", 100},
        {"uprobe:eglSwapBuffers__return", 100},
        {"uprobe:hello", 50},
        {"drm:drm_vblank_event", 50}};
    std::size_t sum = 0;
    for (const auto& [event, count] : expected) {
        BOOST_TEST_CONTEXT(event) {
            BOOST_TEST(file.of(event).size() == count);
        }
        sum += count;
    }
    BOOST_TEST(file.of_type(9).size() == sum);
}

BOOST_AUTO_TEST_CASE(pipes_big_endian_and_first_versions_say_the_same) {
    PerfOptions pipe, big, first, big_pipe;
    pipe.pipe = true;
    big.order = perf::Order::kBig;
    first.version = 1;
    big_pipe.pipe = true;
    big_pipe.order = perf::Order::kBig;
    for (const PerfOptions& options : {pipe, big, first, big_pipe}) same_lines(options);
    BOOST_TEST(told(everything(), first).magic == "PERFFILE");
    BOOST_TEST(told(everything(), first).entry_size == 80u);
    BOOST_TEST(told(everything(), big).is_big);
    BOOST_TEST(told(everything(), pipe).is_pipe);
}

BOOST_AUTO_TEST_CASE(layouts_differ_and_say_the_same) {
    for (const std::uint32_t size : {64u, 72u, 80u, 96u, 112u, 128u, 136u, 152u}) {
        PerfOptions options;
        options.attr_size = size;
        same_lines(options);
        const PerfWalked file = told(everything(), options);
        BOOST_TEST(file.entry_size == size + 16);
        BOOST_TEST((file.attrs[0].flags >> 25 & 1) == (size >= 96 ? 1u : 0u));
    }
    PerfOptions ids, short_long, old, no_clock;
    ids.identifier = false;
    short_long.long_size = 4;
    old.old_formats = true;
    no_clock.monotonic = false;
    for (const PerfOptions& options : {ids, old, no_clock}) same_lines(options);
    BOOST_TEST(told(everything(), ids).attrs[0].sample_type == (1u | 2 | 4 | 8 | 64 | 128 | 256));
    BOOST_TEST(told(everything(), no_clock).features.count(23) == 0u);
    const PerfWalked narrow = told(everything(), short_long);
    BOOST_TEST(narrow.formats.at("sched:sched_switch")
                   .find("field:long prev_state;\toffset:36;"
                         "\tsize:4;") != std::string::npos);
    BOOST_TEST(narrow.of_type(9).size() == told(everything(), {}).of_type(9).size());
}

BOOST_AUTO_TEST_CASE(old_and_new_kernels_describe_their_fields) {
    const auto has = [](const PerfWalked& file, const char* event, const char* field) {
        return file.formats.at(event).find(field) != std::string::npos;
    };
    PerfOptions options;
    const PerfWalked now = told(everything(), options);
    options.old_formats = true;
    const PerfWalked before = told(everything(), options);
    BOOST_TEST(has(now, "sched:sched_switch", "common_preempt_lazy_count;\toffset:8;\tsize:1;"));
    BOOST_TEST(has(now, "sched:sched_switch", "char prev_comm[16];\toffset:12;\tsize:16;"));
    BOOST_TEST(has(now, "sched:sched_switch", "long prev_state;\toffset:40;\tsize:8;\tsigned:1;"));
    BOOST_TEST(has(now, "sched:sched_switch", "{ 0x0010, \"X\" }"));
    BOOST_TEST(has(now, "irq:irq_handler_entry", "__data_loc char[] name;"));
    BOOST_TEST(has(now, "block:block_rq_issue", "unsigned short ioprio;"));
    BOOST_TEST(has(before, "sched:sched_switch", "char prev_comm[16];\toffset:8;\tsize:16;"));
    BOOST_TEST(has(before, "sched:sched_switch", "long prev_state;\toffset:32;\tsize:8;"));
    BOOST_TEST(has(before, "sched:sched_switch", "{ 16, \"Z\" }"));
    BOOST_TEST(has(before, "irq:irq_handler_entry", "char name[24];"));
    BOOST_TEST(!has(before, "block:block_rq_issue", "ioprio"));
    BOOST_TEST(before.of_type(10).empty());
    BOOST_TEST(before.of_type(1).size() == 2u);
}

BOOST_AUTO_TEST_CASE(behind_a_round_nothing_is_older_than_the_round_before_it) {
    PerfOptions options;
    options.round_size = 2000;
    options.cpus = 8;
    for (const std::uint32_t late : {0u, 3u}) {
        options.late = late;
        const PerfWalked file = told(everything(), options);
        // What a round has left in a ring may be older than its newest record, but is read next.
        std::int64_t complete = 0, newest_before = 0, newest = 0;
        std::size_t rounds = 0, too_old = 0, backwards = 0;
        for (const PerfRecord& record : file.records) {
            if (record.type == 68) {
                complete = newest_before;
                newest_before = newest;
                ++rounds;
            }
            if (!record.has_time) continue;
            if (record.ns < complete) ++too_old;
            if (record.ns < newest) ++backwards;
            newest = std::max(newest, record.ns);
        }
        BOOST_TEST(rounds > 20u);
        BOOST_TEST(backwards > 20u);
        BOOST_TEST(too_old == 0u);
    }
    options.late = 0;
    options.rounds = false;
    BOOST_TEST(told(everything(), options).of_type(68).empty());
}

BOOST_AUTO_TEST_CASE(late_records_come_some_places_later) {
    PerfOptions options;
    options.late = 4;
    same_lines(options);
    const auto order = [](const PerfWalked& file) {
        std::vector<std::int64_t> out;
        for (const PerfRecord& record : file.records) {
            if (record.type == 9) out.push_back(record.ns);
        }
        return out;
    };
    const std::string text =
        "machine: cpus 1\nwindow: 0 to 20\nrepeat 10 every 1 from 1 { at 0 cpu 0: mark x }";
    BOOST_TEST((order(told(text, options)) ==
                std::vector<std::int64_t>{1'000'000, 2'000'000, 3'000'000, 5'000'000, 6'000'000,
                                          7'000'000, 4'000'000, 9'000'000, 10'000'000, 8'000'000}));
}

BOOST_AUTO_TEST_CASE(lost_samples_are_missed_and_told) {
    PerfOptions options;
    options.lost = 10;
    const PerfWalked file = told(everything(), options);
    std::uint64_t lost = 0;
    for (const PerfRecord* record : file.of_type(2)) lost += file.number(record->body, 8, 8);
    const std::size_t all = told(everything(), {}).of_type(9).size();
    const std::size_t missing = all - file.of_type(9).size();
    // A ring tells of a loss with its next record, and the last of each may have none.
    BOOST_TEST(lost <= missing);
    BOOST_TEST(missing <= lost + 2);
    BOOST_TEST(missing >= all / 10 - 2);
    BOOST_TEST(missing <= all / 10);
}

BOOST_AUTO_TEST_CASE(a_killed_recorder_leaves_records_only) {
    PerfOptions options;
    options.killed = true;
    const PerfWalked file = told(everything(), options);
    BOOST_TEST(file.data_size == 0u);
    BOOST_TEST(file.features.empty());
    BOOST_TEST(file.of_type(9).size() == told(everything(), {}).of_type(9).size());
}

BOOST_AUTO_TEST_CASE(a_story_is_told_again_until_the_file_is_large_enough) {
    PerfOptions options;
    options.repeat_to_bytes = 4 << 20;
    const std::vector<std::uint8_t> bytes = perf_file_of(everything(), options);
    BOOST_TEST(bytes.size() >= options.repeat_to_bytes);
    const PerfWalked file = walk_perf(bytes);
    BOOST_TEST(file.complaint == "");
    const auto switches = file.of("sched:sched_switch");
    BOOST_TEST(switches.size() % 200 == 0u);
    BOOST_REQUIRE(switches.size() > 400u);
    BOOST_TEST(switches[200]->ns - switches[0]->ns == 1'000'000'000);
}

BOOST_AUTO_TEST_CASE(cpus_are_spread) {
    PerfOptions options;
    options.cpus = 16;
    const PerfWalked file = told(everything(), options);
    std::set<std::uint32_t> cpus;
    for (const PerfRecord* record : file.of("sched:sched_switch")) cpus.insert(record->cpu);
    BOOST_TEST((cpus == std::set<std::uint32_t>{0, 8}));
    BOOST_TEST(file.attrs[0].ids.size() == 16u);
}

BOOST_AUTO_TEST_CASE(the_header_says_what_is_known) {
    const PerfWalked file = told(
        "machine: cpus 2\nwindow: 5 to 30\nfact os \"6.1.0-test\"\ncpu 0 name \"Fast\"\ncpu 1 core "
        "1\nat 6 cpu 0: mark x",
        {});
    const auto text = [&](unsigned bit) {
        const auto& body = file.features.at(bit);
        return std::string(body.begin() + 4, std::find(body.begin() + 4, body.end(), 0));
    };
    BOOST_TEST(text(4) == "6.1.0-test");
    BOOST_TEST(text(6) == "x86_64");
    BOOST_TEST(text(8) == "Fast");
    BOOST_TEST(file.number(file.features.at(7), 0, 4) == 2u);
    BOOST_TEST(file.number(file.features.at(21), 0, 8) == 3'600'005'000'000u);
    BOOST_TEST(file.number(file.features.at(21), 8, 8) == 3'600'030'000'000u);
    // 2024-01-01 and 5 ms, on the calendar and the clock.
    BOOST_TEST(file.number(file.features.at(29), 8, 8) == 1'704'067'200'005'000'000u);
    BOOST_TEST(file.number(file.features.at(29), 16, 8) == 3'600'005'000'000u);
    BOOST_TEST(file.features.count(13) == 1u);
}

BOOST_AUTO_TEST_CASE(options_that_contradict_each_other_are_refused) {
    const auto refused = [](auto&& change) {
        PerfOptions options;
        change(options);
        BOOST_CHECK_THROW(perf_file_of("at 1 cpu 0: mark x", options), std::invalid_argument);
    };
    refused([](PerfOptions& o) { o.version = 3; });
    refused([](PerfOptions& o) { o.version = 1, o.pipe = true; });
    refused([](PerfOptions& o) { o.killed = true, o.pipe = true; });
    refused([](PerfOptions& o) { o.attr_size = 63; });
    refused([](PerfOptions& o) { o.attr_size = 160; });
    refused([](PerfOptions& o) { o.long_size = 2; });
    refused([](PerfOptions& o) { o.late = 1; });
}

BOOST_AUTO_TEST_SUITE_END()
