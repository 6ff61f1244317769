// What a story may say, and what it answers to mistakes: line, column and what was expected.
#include <boost/test/unit_test.hpp>

#include "story/player.hpp"
#include "story/story.hpp"
#include "story/values.hpp"

namespace {

using namespace benchlab::story;

constexpr const char* kHead =
    "machine: cpus 2; clock 10MHz\n"                        // 1
    "process game.exe 10\n"                                 // 2
    "thread 11 \"render\" in game.exe\n"                    // 3
    "image game.exe base 0x140000000 size 0x1000 in 10\n";  // 4; the next line is 5

std::string mistake(const std::string& lines) {
    try {
        parse_story(kHead + lines);
        return "none";
    } catch (const StoryError& error) {
        return error.what();
    }
}

Story told(const std::string& lines) {
    return parse_story(kHead + lines);
}

template <class T>
T only(const std::string& lines) {
    const Story story = told(lines);
    BOOST_REQUIRE_EQUAL(story.events.events.size(), 1u);
    const T* event = std::get_if<T>(&story.events.events[0].body);
    BOOST_REQUIRE(event != nullptr);
    return *event;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(story_parse)

BOOST_AUTO_TEST_CASE(times_are_exact_to_the_nanosecond) {
    BOOST_TEST(read_time("1.5")->ns == 1'500'000);
    BOOST_TEST(read_time("0.000001")->ns == 1);
    BOOST_TEST(read_time("16.666667")->ns == 16'666'667);
    BOOST_TEST(read_time("20us")->ns == 20'000);
    BOOST_TEST(read_time("35.7us")->ns == 35'700);
    BOOST_TEST(read_time("7ns")->ns == 7);
    BOOST_TEST(read_time("2s")->ns == 2'000'000'000);
    BOOST_TEST(read_time("3ms")->ns == 3'000'000);
    BOOST_TEST(read_time("-2")->ns == -2'000'000);
    BOOST_TEST(read_time("9223372036854.775807")->ns == INT64_MAX);
    // A double would make 86400123.456789 of this, and 1 ns of it nothing.
    BOOST_TEST(read_time("86400123.456789")->ns == 86'400'123'456'789);
    BOOST_TEST(read_time("1.5000000")->ns == 1'500'000);
    for (const char* word :
         {"1.0000001", "0.5ns", "9223372036854.775808", "", ".", "1.", "1.5.2", "one", "1 "}) {
        BOOST_TEST_CONTEXT(word) {
            BOOST_TEST(!read_time(word));
        }
    }
    for (const char* text : {"1.5", "0", "0.000001", "-2", "16.666667", "9223372036854.775807"}) {
        BOOST_TEST(time_text(*read_time(text)) == text);
    }
}

BOOST_AUTO_TEST_CASE(numbers_are_decimal_hexadecimal_or_have_a_size) {
    BOOST_TEST(*read_unsigned("64KiB") == 65536u);
    BOOST_TEST(*read_unsigned("1MiB") == 1048576u);
    BOOST_TEST(*read_unsigned("0xfffff80000000000") == 0xfffff80000000000u);
    BOOST_TEST(*read_integer("-5") == -5);
    BOOST_TEST(*read_hertz("2.109960MHz") == 2'109'960u);
    for (const char* word : {"0x", "-1", "18446744073709551616", "1.5", "17179869184GiB", "10k"}) {
        BOOST_TEST_CONTEXT(word) {
            BOOST_TEST(!read_unsigned(word));
        }
    }
    BOOST_TEST(!read_hertz("10"));
    BOOST_TEST(!read_hertz("0MHz"));
    BOOST_TEST(!read_decimal("nan"));
    BOOST_TEST(!read_decimal("inf"));
}

BOOST_AUTO_TEST_CASE(a_switch_says_who_stops_who_runs_and_why) {
    const Story story =
        told("at 1.5 cpu 1: switch render -> idle waiting UserRequest old-priority -3\n");
    BOOST_REQUIRE(story.events.events.size() == 1u);
    const Event& event = story.events.events[0];
    BOOST_TEST(event.time.ns == 1'500'000);
    BOOST_TEST(*event.cpu == 1u);
    const Switch& e = std::get<Switch>(event.body);
    BOOST_TEST(e.old_thread.id == 11u);
    BOOST_TEST(e.new_thread.id == 0u);
    BOOST_TEST((e.state == State::kWaiting));
    BOOST_TEST(e.reason == "UserRequest");
    BOOST_TEST(e.old_priority == -3);
    BOOST_TEST(only<Switch>("at 1 cpu 0: switch 11 -> 12 waiting \"D+\"").reason == "D+");
    BOOST_TEST(
        (only<Switch>("at 1 cpu 0: switch 11 -> 12 runnable mode user").state == State::kRunnable));
    // What the idle thread does next need not be said.
    BOOST_TEST(only<Switch>("at 1 cpu 0: switch idle -> 11").new_thread.id == 11u);
}

BOOST_AUTO_TEST_CASE(code_is_told_by_image_function_or_address) {
    const std::string functions =
        "function update = game.exe+0x200\nstack loop = update+8 < game.exe+0x300\n";
    const Sample sample =
        only<Sample>(functions + "at 1 cpu 0: sample 11 stack game.exe+0x10 < 0x99 < loop");
    BOOST_TEST((sample.stack == Frames{0x140000010, 0x99, 0x140000208, 0x140000300}));
    BOOST_TEST(sample.code.address == 0x140000010u);
    BOOST_TEST(only<Sample>(functions + "at 1 cpu 0: sample 11 in update").code.address ==
               0x140000200u);
}

BOOST_AUTO_TEST_CASE(lines_without_a_time_go_on_and_plus_counts_from_the_line_before) {
    const Story story = told(
        "at 2 cpu 1: mark \"a\"; mark \"b\"\n  mark \"c\"\nat +0.5: mark \"d\"\nat +1 cpu 0: mark "
        "\"e\"\nat 1: mark \"first\"\n");
    std::string order;
    for (const Event& event : story.events.events) {
        order += std::get<Mark>(event.body).name + "@" + time_text(event.time) +
                 (event.cpu ? "/" + std::to_string(*event.cpu) : "") + " ";
    }
    BOOST_TEST(order == "first@1 a@2/1 b@2/1 c@2/1 d@2.5 e@3.5/0 ");
}

BOOST_AUTO_TEST_CASE(repeats_unroll_in_order_of_time) {
    const Story story = told(
        "repeat 3 every 10 from 5 { at 0: mark \"a\"; mark \"b\"\n at 12: mark \"late\"\n"
        "repeat 2 every 1 from 2 { at 0.5: mark \"in\" } }\nat 15: mark \"top\"\n");
    Player player(story.events);
    std::string order;
    for (Player::Moment moment = player.next(); moment.event; moment = player.next()) {
        order += std::get<Mark>(moment.event->body).name + "@" + time_text(moment.time) + " ";
    }
    // Copies begin at 5, 15 and 25; their inner ones 2 and 3 later, 0.5 before their mark.
    BOOST_TEST(order ==
               "a@5 b@5 in@7.5 in@8.5 top@15 a@15 b@15 late@17 in@17.5 in@18.5 a@25 b@25 late@27 "
               "in@27.5 in@28.5 late@37 ");
}

BOOST_AUTO_TEST_CASE(a_story_ends_with_its_window_or_its_last_event) {
    BOOST_TEST(story_end(told("window: 0 to 100\nat 200: mark \"x\"\n")).ns == 100'000'000);
    BOOST_TEST(story_end(told("at 2: disk read queued 1 for 3\n")).ns == 6'000'000);
    // The third copy begins at 1 + 2 x 10 = 21; its present is back at 21 + 4 + 0.5.
    BOOST_TEST(
        story_end(told("repeat 3 every 10 from 1 { at 4: present 11 chain 1 for 0.5 }\n")).ns ==
        25'500'000);
}

BOOST_AUTO_TEST_CASE(mistakes_are_told_with_line_column_and_what_was_expected) {
    const auto is = [](const std::string& lines, const std::string& expected) {
        BOOST_TEST_CONTEXT(lines) {
            BOOST_TEST(mistake(lines) == expected);
        }
    };
    is("at 1 cpu 0: swich 11 -> 12",
       "line 5, column 13: expected an event such as switch, ready, sample, present, found "
       "'swich'");
    is("at 1 cpu 0: switch 11 12", "line 5, column 23: expected '->', found '12'");
    is("at 1 cpu 0: switch 11 -> 12",
       "line 5, column 28: expected what the old thread does now (waiting, runnable, ended, "
       "unknown), found the end of the line");
    is("at 1: switch idle -> 11",
       "line 5, column 7: 'switch' needs a CPU: at TIME cpu NUMBER: switch ...");
    is("at 1 cpu 2: mark \"x\"", "line 5, column 10: the machine has 2 CPUs, counted from 0");
    is("at 1.0000001: mark \"x\"",
       "line 5, column 4: expected a time such as 1.5 or 20us, found '1.0000001'");
    is("at 1: present 11 chain 0x1",
       "line 5, column 27: expected 'for' with its length, or 'open', found the end of the line");
    is("at 1: fault 11 for -1", "line 5, column 16: a length of time cannot be negative");
    is("at 1: ready 11 form dpc",
       "line 5, column 16: expected the end of the statement or one of by, from, kind, target, "
       "stack, found 'form'");
    is("at 1: ready 11 from nowhere",
       "line 5, column 21: expected one of thread, dpc, interrupt, found 'nowhere'");
    is("at 1: ready 11 by 12 by 13", "line 5, column 22: 'by' is said twice");
    is("at 1: ready nobody",
       "line 5, column 13: expected a thread's number, its name, or idle, found 'nobody'");
    is("at 1 cpu 0: sample 11 in other.dll+1",
       "line 5, column 26: expected an image, a function or an address, found 'other.dll'");
    is("mark \"x\"", "line 5, column 1: expected a declaration or 'at' with a time, found 'mark'");
    is("at +1: mark \"x\"", "line 5, column 5: there is no line before to count from");
    is("at -1: mark \"x\"", "line 5, column 4: a story begins at 0");
    is("at 1: mark \"x", "line 5, column 12: this text has no closing quote");
    is("at 1: mark \"x\x01\"", "line 5, column 14: a text has no control characters");
    is("at 1: mark 'x'", "line 5, column 12: the character 0x27 has no place here");
    is("thread 12 in 10 from 5 to 3", "line 5, column 1: this ends before it begins");
    is("window: 5 to 5", "line 5, column 9: the window is empty");
    is("machine: cpus 0", "line 5, column 10: a machine has 1 to 2048 CPUs");
    is("machine: clock fast",
       "line 5, column 16: expected a frequency such as 10MHz, found 'fast'");
    is("repeat 2 every 1 {\nat 0: mark \"x\"", "line 5, column 1: this repeat has no '}'");
    is("repeat 0 every 1 { }", "line 5, column 1: a repeat of 0 times says nothing");
    is("repeat 2 every 0 { }", "line 5, column 1: a repeat needs time between its copies");
    is("at 1: disk eat for 1",
       "line 5, column 12: expected one of read, write, flush, discard, found 'eat'");
    is("cpu 70000", "line 5, column 5: expected a number of at most 65535, found '70000'");
    is("at 1s: mark \"x\"\nat +9223372036s: mark \"y\"",
       "line 6, column 5: a time lies within 15 years");
    is("repeat 18446744073709551615 every 1 { }",
       "line 5, column 1: these copies take more than 15 years");
    is("machine: mhz 20000", "line 5, column 10: a clock has at most 10 GHz");
    is("machine: clock 11GHz", "line 5, column 16: a clock has at most 10 GHz");
    is("at 1: mark \"x\" } ", "line 5, column 16: expected the end of the line, found '}'");
    is("process a.exe", "line 5, column 14: expected a number, found the end of the line");
}

BOOST_AUTO_TEST_CASE(names_that_mean_several_things_must_be_numbers) {
    BOOST_TEST(
        mistake("thread 12 \"render\" in 10\nat 1: ready render") ==
        "line 6, column 13: expected a thread's number, as several have this name, found 'render'");
    BOOST_TEST(mistake("image game.exe base 0x200000000 size 0x1000 in 10\nat 1 cpu 0: sample 11 "
                       "in game.exe+1") ==
               "line 6, column 26: 'game.exe' is loaded at several addresses: write the address");
}

BOOST_AUTO_TEST_CASE(deep_nesting_and_long_nonsense_are_mistakes_too) {
    std::string deep;
    for (int i = 0; i < 1000; ++i) deep += "repeat 2 every 1 { ";
    BOOST_TEST(mistake(deep) == "line 5, column 153: repeats are nested too deep");
    BOOST_TEST(mistake(std::string(100'000, '{')) != "none");
    BOOST_TEST(mistake(std::string("at 1: mark \"a\" by \xFF\xFE\x00", 20)) != "none");
}

BOOST_AUTO_TEST_SUITE_END()
