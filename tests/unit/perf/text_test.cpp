// Lines that perf script, trace-cmd report and the kernel print, of several versions.
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <fstream>
#include <set>
#include <string>

#include "perf/reader.hpp"
#include "perf/text_line.hpp"
#include "perf/text_reader.hpp"
#include "perf_data.hpp"
#include "unit/etl/recording_builder.hpp"

using namespace benchlab::perf;
using namespace perf_test;
using etl_test::RecordingBuilder;
using etl_test::Row;

namespace {

bl_status read_text(RecordingBuilder& builder, const std::string& name, const std::string& text) {
    const std::string path = write_bytes(name, std::vector<std::uint8_t>(text.begin(), text.end()));
    return builder.read(kTextReader.read, {path});
}

}  // namespace

BOOST_AUTO_TEST_SUITE(perf_text)

BOOST_AUTO_TEST_CASE(a_line_of_perf_script_is_taken_apart) {
    const auto line = read_text_line(
        "  Web Content 2/77  4711/5152 [003]  2299.375826556:    1000000   sched:sched_waking: "
        "comm=a b "
        "pid=18 prio=0 target_cpu=002");
    BOOST_REQUIRE(line);
    BOOST_TEST(line->comm == "Web Content 2/77");
    BOOST_TEST(line->pid == 4711u);
    BOOST_TEST(line->tid == 5152u);
    BOOST_TEST(line->cpu == 3u);
    BOOST_TEST(line->time_ns == 2299375826556);
    BOOST_TEST(line->period == 1000000u);
    BOOST_TEST(line->event == "sched:sched_waking");
    BOOST_TEST(text_field(line->fields, "comm") == "a b");
    BOOST_TEST(text_field(line->fields, "pid") == "18");
    BOOST_TEST(text_field(line->fields, "target_cpu") == "002");
    BOOST_TEST(text_field(line->fields, "cpu").empty());
}

// The last switch of a thread comes when perf knows it no longer.
BOOST_AUTO_TEST_CASE(a_thread_that_has_ended_is_nobody) {
    const auto line = read_text_line(
        "             :-1  5152/-1    [000]  2303.281000000: sched:sched_switch: prev_comm=x "
        "prev_pid=5155 prev_prio=120 prev_state=X ==> next_comm=y next_pid=7 next_prio=120");
    BOOST_REQUIRE(line);
    BOOST_TEST(line->tid == 0xFFFFFFFF);
    BOOST_TEST(line->comm.empty());
    BOOST_TEST(line->event == "sched:sched_switch");
}

BOOST_AUTO_TEST_CASE(a_line_of_ftrace_is_taken_apart) {
    const auto line = read_text_line(
        "   kworker/u8:2-40    (     40) [001] d.h2. 12345.678901: irq_handler_entry: irq=24 "
        "name=virtio1-req.0");
    BOOST_REQUIRE(line);
    BOOST_TEST(line->comm == "kworker/u8:2");
    BOOST_TEST(line->pid == 40u);
    BOOST_TEST(line->tid == 40u);
    BOOST_TEST(line->flags == "d.h2.");
    BOOST_TEST(line->time_ns == 12345678901000);
    BOOST_TEST(line->event == "irq_handler_entry");
    BOOST_TEST(text_field(line->fields, "name") == "virtio1-req.0");
}

BOOST_AUTO_TEST_CASE(a_ring_of_trace_cmd_may_be_named_before_the_line) {
    const auto line = read_text_line(
        "sd:          python3-30999 [000]  1683.512087529: sched_switch:         python3:30999 "
        "[120] "
        "R ==> cc1plus:31833 [120]");
    BOOST_REQUIRE(line);
    BOOST_TEST(line->comm == "python3");
    BOOST_TEST(line->tid == 30999u);
    BOOST_TEST(line->time_ns == 1683512087529);
}

// Names may have brackets and dashes, and a line may be cut anywhere.
BOOST_AUTO_TEST_CASE(strange_and_cut_lines_do_no_harm) {
    const std::string text =
        "  my-thread [7] x-12 [002] d..3. 100.000001: sched_switch: prev_comm=my-thread [7] x "
        "prev_pid=12 prev_prio=120 prev_state=D ==> next_comm=swapper/2 next_pid=0 next_prio=120";
    const auto line = read_text_line(text);
    BOOST_REQUIRE(line);
    BOOST_TEST(line->comm == "my-thread [7] x");
    BOOST_TEST(line->cpu == 2u);
    BOOST_TEST(text_field(line->fields, "prev_comm") == "my-thread [7] x");
    for (std::size_t size = 0; size < text.size(); ++size) {
        RecordingBuilder builder;
        read_text(builder, "cut.txt", text.substr(0, size) + "\n");
        BOOST_TEST(builder.mistakes.empty());
    }
    for (const char* const none :
         {"", "version = 6", "CPU 0 is empty", "# tracer: nop", "[001] 1.000000: x:", "a-1 [001]",
          "a-1 [001] x: y", "a-1 [001] 1.0: ", "\t    7f00 main+0x10 (/bin/a)"}) {
        BOOST_TEST(!read_text_line(none), none);
    }
}

// Each bracket might be the CPU, and each is followed by a long rest: seconds would be minutes.
BOOST_AUTO_TEST_CASE(a_long_line_takes_time_by_its_length_only) {
    std::string brackets, closed, named;
    for (int i = 0; i < 100000; ++i) {
        brackets += "[1] ";
        closed += ")[1] 1.000000: x: ";
        named += "a-1 [1] 1.000000: ";
    }
    const auto begin = std::chrono::steady_clock::now();
    BOOST_TEST(!read_text_line(brackets + std::string(400000, ' ')));
    BOOST_TEST(!read_text_line(closed));
    BOOST_TEST(!read_text_line(named));
    BOOST_TEST(!read_text_line("a-1 [1] 1.000000: " + std::string(100000, 'x') + ": y"));
    // What an event says may be long.
    const auto line = read_text_line("a-1 [1] 1.000000: print: " + std::string(100000, 'y') + "  ");
    BOOST_REQUIRE(line);
    BOOST_TEST(line->fields.size() == 100000u);
    BOOST_TEST((std::chrono::steady_clock::now() - begin < std::chrono::seconds(5)));
}

BOOST_AUTO_TEST_CASE(events_of_too_many_names_are_counted_together) {
    std::string text;
    for (int i = 0; i < 70000; ++i)
        text += "a-1 [1] 1.000000: event_" + std::to_string(i) + ": x\n";
    RecordingBuilder builder;
    const std::string path =
        write_bytes("names.txt", std::vector<std::uint8_t>(text.begin(), text.end()));
    const std::vector<std::string> tables = {"perf.event_type"};
    BOOST_REQUIRE(builder.read(kTextReader.read, {path}, &tables) == BL_OK);
    const std::vector<Row> rows = builder.rows("perf.event_type");
    BOOST_REQUIRE(rows.size() == 65536u);
    std::int64_t others = 0;
    for (const Row& row : rows) {
        if (row.text("name") == "other") others += row.number("count");
    }
    BOOST_TEST(others == 70000 - 65535);
}

// One switch, as three tools print it: the same row.
BOOST_AUTO_TEST_CASE(each_form_of_a_switch_says_the_same) {
    const char* const forms[] = {
        "game  10/12 [001]  5.000000: sched:sched_switch: prev_comm=game prev_pid=12 prev_prio=120 "
        "prev_state=R+ ==> next_comm=hog next_pid=99 next_prio=49\n",
        "game-12 [001] d..2. 5.000000: sched_switch: prev_comm=game prev_pid=12 prev_prio=120 "
        "prev_state=R+ ==> next_comm=hog next_pid=99 next_prio=49\n",
        "game-12 [001] 5.000000: sched_switch: game:12 [120] R+ ==> hog:99 [49]\n"};
    for (const char* const form : forms) {
        RecordingBuilder builder;
        BOOST_REQUIRE(read_text(builder, "switch.txt", form) == BL_OK);
        const std::vector<Row> rows = builder.rows("cswitch");
        BOOST_REQUIRE(rows.size() == 1u);
        BOOST_TEST(rows[0].number("old_thread") == 12);
        BOOST_TEST(rows[0].number("new_thread") == 99);
        BOOST_TEST(rows[0].number("old_state") == 2);
        BOOST_TEST(rows[0].text("old_reason") == "R+");
        BOOST_TEST(rows[0].number("new_priority") == 49);
    }
}

// perf's own text of a recording, and the recording: the same rows.
BOOST_AUTO_TEST_CASE(text_of_perf_script_gives_what_the_recording_gives) {
    const std::string folder = data_folder();
    if (folder.empty()) return;
    if (std::system("perf --version >/dev/null 2>&1") != 0) {
        std::puts("skipped: perf is not installed");
        return;
    }
    const std::string recording = folder + "/recorded/stall-full.perf.data";
    const std::string text = write_bytes("stall-full.txt", {});
    BOOST_REQUIRE(std::system(("perf script --ns -F comm,pid,tid,cpu,time,event,trace -i " +
                               recording + " >" + text + " 2>/dev/null")
                                  .c_str()) == 0);
    RecordingBuilder printed, recorded;
    BOOST_REQUIRE(printed.read(kTextReader.read, {text}) == BL_OK);
    BOOST_REQUIRE(recorded.read(kReader.read, {recording}) == BL_OK);
    struct Same {
        const char* table;
        std::vector<const char*> columns;
    };
    const Same tables[] = {
        {"cswitch", {"time", "cpu", "old_thread", "new_thread", "old_state", "old_priority"}},
        {"ready", {"time", "cpu", "thread", "target_cpu"}},
        {"dpc_isr", {"begin", "end", "cpu", "kind", "vector"}},
        {"disk_io",
         {"begin", "start", "end", "thread", "disk", "kind", "flags", "offset", "bytes"}},
        {"mark", {"time", "thread"}},
    };
    // Each line says whose thread it is.
    std::set<std::int64_t> with_line;
    std::ifstream lines(text);
    for (std::string each; std::getline(lines, each);) {
        if (const auto line = read_text_line(each)) with_line.insert(line->tid);
    }
    for (const Row& row : printed.rows("thread")) {
        if (with_line.count(row.number("tid")) != 0)
            BOOST_TEST(row.number("process") != 0xFFFFFFFF);
    }
    // By the clock, as each counts from its own first event.
    for (const Same& same : tables) {
        const std::vector<Row> ours = printed.rows(same.table), theirs = recorded.rows(same.table);
        BOOST_TEST_CONTEXT(same.table) {
            BOOST_REQUIRE(ours.size() == theirs.size());
            std::size_t different = 0;
            for (std::size_t i = 0; i < ours.size(); ++i) {
                for (const char* const column : same.columns) {
                    if (ours[i].number(column) != theirs[i].number(column)) ++different;
                }
            }
            BOOST_TEST(different == 0u);
            BOOST_TEST(!ours.empty());
        }
    }
}

BOOST_AUTO_TEST_CASE(public_texts_of_ftrace_are_read) {
    const std::string folder = data_folder();
    if (folder.empty()) return;
    for (const char* const name :
         {"trappy-doc-trace.txt", "trappy-trace_sched.txt", "trappy-trace_filesystem.txt"}) {
        RecordingBuilder builder;
        BOOST_TEST(builder.read(kTextReader.read, {folder + "/public/" + name}) == BL_OK,
                   builder.error);
        const std::vector<std::uint8_t> bytes = read_bytes(folder + "/public/" + name);
        BOOST_TEST(
            kTextReader.probe(name, bytes.data(), std::min<std::size_t>(bytes.size(), 4096)) > 0u);
    }
}

BOOST_AUTO_TEST_SUITE_END()
