// Formats of tracepoints, as kernels of several ages print them.
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <string>

#include "perf/event_format.hpp"

using namespace benchlab::perf;

namespace {

// Linux 6.18, with the words of its own format file.
constexpr const char* kSwitch =
    "name: sched_switch\n"
    "ID: 372\n"
    "format:\n"
    "\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n"
    "\tfield:unsigned char common_flags;\toffset:2;\tsize:1;\tsigned:0;\n"
    "\tfield:unsigned char common_preempt_count;\toffset:3;\tsize:1;\tsigned:0;\n"
    "\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n"
    "\n"
    "\tfield:char prev_comm[16];\toffset:8;\tsize:16;\tsigned:0;\n"
    "\tfield:pid_t prev_pid;\toffset:24;\tsize:4;\tsigned:1;\n"
    "\tfield:int prev_prio;\toffset:28;\tsize:4;\tsigned:1;\n"
    "\tfield:long prev_state;\toffset:32;\tsize:8;\tsigned:1;\n"
    "\tfield:char next_comm[16];\toffset:40;\tsize:16;\tsigned:0;\n"
    "\tfield:pid_t next_pid;\toffset:56;\tsize:4;\tsigned:1;\n"
    "\n"
    "print fmt: \"prev_comm=%s prev_state=%s%s\", REC->prev_comm, (REC->prev_state & "
    "((((0x00000000 | 0x00000001 | 0x00000002 | 0x00000004 | 0x00000008 | 0x00000010 | 0x00000020 "
    "| 0x00000040) + 1) << 1) - 1)) ? __print_flags(REC->prev_state & ((((0x00000000 | 0x00000001 "
    "| 0x00000002 | 0x00000004 | 0x00000008 | 0x00000010 | 0x00000020 | 0x00000040) + 1) << 1) - "
    "1), \"|\", { 0x00000001, \"S\" }, { 0x00000002, \"D\" }, { 0x00000004, \"T\" }, { 0x00000008, "
    "\"t\" }, { 0x00000010, \"X\" }, { 0x00000020, \"Z\" }, { 0x00000040, \"P\" }, { 0x00000080, "
    "\"I\" }) : \"R\", REC->prev_state & (((0x00000000 | 0x00000001 | 0x00000002 | 0x00000004 | "
    "0x00000008 | 0x00000010 | 0x00000020 | 0x00000040) + 1) << 1) ? \"+\" : \"\", REC->next_pid\n";

}  // namespace

BOOST_AUTO_TEST_SUITE(perf_format)

BOOST_AUTO_TEST_CASE(fields_lie_where_the_format_says) {
    const auto format = read_event_format("sched", kSwitch);
    BOOST_REQUIRE(format);
    BOOST_TEST(format->name == "sched_switch");
    BOOST_TEST(format->id == 372u);
    BOOST_TEST(format->field("prev_pid").offset == 24u);
    BOOST_TEST(format->field("prev_comm").offset == 8u);
    BOOST_TEST(format->field("prev_comm").size == 16u);
    BOOST_TEST(format->field("prev_state").size == 8u);
    BOOST_TEST(format->field("common_flags").size == 1u);
    BOOST_TEST(!format->field("next_prio"));
}

BOOST_AUTO_TEST_CASE(states_are_those_that_the_format_prints) {
    const auto format = read_event_format("sched", kSwitch);
    const NamedValues states = format->names_of("prev_state");
    BOOST_REQUIRE(states.size() == 8u);
    BOOST_TEST(states[1].first == 2u);
    BOOST_TEST(states[1].second == "D");
    BOOST_TEST(states[7].first == 0x80u);
    BOOST_TEST(states[7].second == "I");
    // (((0 | ... | 0x40) + 1) << 1) is (0x7f + 1) << 1.
    BOOST_TEST(format->bit_printed_as("prev_state", "+").value() == 0x100u);
}

// Linux 3.10 and 4.9: other letters for other bits, and the mark of preemption as a plain number.
BOOST_AUTO_TEST_CASE(states_of_old_kernels_are_theirs) {
    const auto format = read_event_format(
        "sched",
        "name: sched_switch\nID: 50\nformat:\n"
        "\tfield:long prev_state;\toffset:32;\tsize:8;\tsigned:1;\n"
        "print fmt: \"%s%s\", REC->prev_state & (2048-1) ? __print_flags(REC->prev_state & "
        "(2048-1), \"|\", { 1, \"S\"} , { 2, \"D\" }, { 4, \"T\" }, { 8, \"t\" }, { 16, \"Z\" }, { "
        "32, \"X\" }, { 64, \"x\" }, { 128, \"K\" }, { 256, \"W\" }, { 512, \"P\" }, { 1024, \"N\" "
        "}) : \"R\", REC->prev_state & 2048 ? \"+\" : \"\"\n");
    BOOST_REQUIRE(format);
    const NamedValues states = format->names_of("prev_state");
    BOOST_REQUIRE(states.size() == 11u);
    BOOST_TEST(states[4].first == 16u);
    BOOST_TEST(states[4].second == "Z");
    BOOST_TEST(format->bit_printed_as("prev_state", "+").value() == 2048u);
}

BOOST_AUTO_TEST_CASE(names_that_are_stored_elsewhere_are_found) {
    const auto format =
        read_event_format("irq",
                          "name: irq_handler_entry\nID: 225\nformat:\n"
                          "\tfield:int irq;\toffset:8;\tsize:4;\tsigned:1;\n"
                          "\tfield:__data_loc char[] name;\toffset:12;\tsize:4;\tsigned:0;\n"
                          "\tfield:__rel_loc char[] other;\toffset:16;\tsize:4;\tsigned:0;\n"
                          "print fmt: \"irq=%d\", REC->irq\n");
    BOOST_REQUIRE(format);
    // irq 7; the name is 4 bytes at 20; the other one 3 bytes at 4 behind the field's own end.
    const std::uint8_t raw[] = {0, 0, 0, 0, 0, 0, 0,   0,   7,   0, 0,   0,   20, 0,
                                4, 0, 4, 0, 3, 0, 'e', 't', 'h', 0, 'm', 'e', 0,  0};
    const ByteOrder order;
    BOOST_TEST(format->field("irq").number(raw, order) == 7);
    BOOST_TEST(format->field("name").text(raw, order) == "eth");
    BOOST_TEST(format->field("other").text(raw, order) == "me");
    // Cut anywhere, nothing is read that is not there.
    for (std::size_t size = 0; size < sizeof(raw); ++size) {
        format->field("name").text(benchlab::perf::Bytes(raw, size), order);
        format->field("other").text(benchlab::perf::Bytes(raw, size), order);
        format->field("irq").number(benchlab::perf::Bytes(raw, size), order);
    }
}

BOOST_AUTO_TEST_CASE(expressions_are_worked_out_from_the_left_and_nothing_else_is) {
    BOOST_TEST(evaluate("((((0x0 | 0x40) + 1) << 1) - 1)").value() == 0x81u);
    BOOST_TEST(evaluate("2048-1").value() == 2047u);
    BOOST_TEST(evaluate("0x10UL").value() == 16u);
    BOOST_TEST(evaluate(" 1 << 70").value() == 0u);
    for (const char* const text : {"", "(", "()", "1 +", "REC->x & 1", "1 ? 2 : 3", "((1)"})
        BOOST_TEST(!evaluate(text), text);
    BOOST_TEST(!evaluate(std::string(100000, '(')));
}

BOOST_AUTO_TEST_CASE(what_no_kernel_prints_takes_no_time) {
    const auto repeated = [](const char* text, int count) {
        std::string out;
        for (int i = 0; i < count; ++i) out += text;
        return out;
    };
    const auto printing = [](const std::string& print) {
        return read_event_format("sched",
                                 "name: sched_switch\nID: 50\nformat:\nprint fmt: " + print + "\n");
    };
    const auto begin = std::chrono::steady_clock::now();
    for (const int count : {1000, 20000}) {
        // A whole expression for each bracket that is taken off.
        const auto sums = printing("REC->prev_state & 1" + repeated("|1", count) +
                                   repeated(")", count) + " ? \"+\"");
        BOOST_REQUIRE(sums);
        BOOST_TEST(!sums->bit_printed_as("prev_state", "+"));
        const auto calls = printing(repeated("__print_flags(", 50 * count));
        BOOST_REQUIRE(calls);
        BOOST_TEST(calls->names_of("prev_state").empty());
    }
    // A file may have very many events of one format.
    const auto format = printing(repeated("__print_flags(", 1000));
    BOOST_REQUIRE(format);
    for (int i = 0; i < 2000; ++i) format->names_of("prev_state");
    BOOST_TEST((std::chrono::steady_clock::now() - begin < std::chrono::seconds(5)));
    BOOST_TEST(!evaluate("1" + repeated("|1", 20000)));
}

BOOST_AUTO_TEST_CASE(a_text_that_is_no_format_is_refused) {
    BOOST_TEST(!read_event_format("sched", ""));
    BOOST_TEST(!read_event_format("sched", "name: x\n"));
    BOOST_TEST(!read_event_format("sched", "ID: 5\n"));
    BOOST_TEST(!read_event_format("sched", "name: x\nID: none\n"));
    const std::string whole = kSwitch;
    for (std::size_t size = 0; size < whole.size(); ++size) {
        const auto format = read_event_format("sched", whole.substr(0, size));
        if (format) format->names_of("prev_state"), format->bit_printed_as("prev_state", "+");
    }
}

BOOST_AUTO_TEST_SUITE_END()
