// What single lines become, byte by byte where that is short, with times as the walker has them.
#include <boost/test/unit_test.hpp>

#include "told.hpp"

namespace {

using namespace benchlab::story;
using namespace benchlab::story_test;

constexpr std::string_view kHead = R"(
machine: cpus 2; clock 10MHz
window: 0 to 100
process game.exe 10
thread 11 in game.exe
thread 12 in game.exe
image ntoskrnl.exe base 0xfffff80000000000 size 0x1000000
image game.exe base 0x140000000 size 0x100000 in game.exe
)";

Walked told(const std::string& lines, const EtlOptions& options = {}) {
    Walked file = walked(std::string(kHead) + lines + '\n', options);
    BOOST_TEST(file.complaint == "");
    return file;
}

const WalkedEvent& only(const std::vector<const WalkedEvent*>& events) {
    BOOST_REQUIRE_EQUAL(events.size(), 1u);
    return *events[0];
}

}  // namespace

BOOST_AUTO_TEST_SUITE(story_etl_events)

BOOST_AUTO_TEST_CASE(a_switch_has_the_24_bytes_of_the_kernel) {
    const Walked file =
        told("at 1.5 cpu 1: switch 11 -> 12 waiting WrUserRequest old-priority 9 new-priority 15");
    const WalkedEvent& event = only(file.of(0x05, 0x24));
    // New 12, old 11, priorities 15 and 9, reason 13, state 5 (waiting), CPU 1.
    const ByteVector expected{12, 0, 0, 0, 11, 0, 0, 0, 15, 9, 0, 0,
                              13, 0, 5, 1, 0,  0, 0, 0, 0,  0, 0, 0};
    BOOST_TEST(event.payload == expected, boost::test_tools::per_element());
    BOOST_TEST(event.cpu == 1u);
    BOOST_TEST(event.version == 4u);
    BOOST_TEST(file.ns(event) == 1'500'000);
}

BOOST_AUTO_TEST_CASE(states_are_those_of_windows) {
    const Walked file = told(
        "at 1 cpu 0: switch idle -> 11\nat 2 cpu 0: switch 11 -> 12 runnable\n"
        "at 3 cpu 0: switch 12 -> 11 ended\nat 4 cpu 0: switch 11 -> 12 waiting Executive raw 6");
    const auto events = file.of(0x05, 0x24);
    BOOST_REQUIRE(events.size() == 4u);
    BOOST_TEST(events[0]->payload[14] == 2);
    BOOST_TEST(events[1]->payload[14] == 1);
    BOOST_TEST(events[1]->payload[12] == 32);  // preempted
    BOOST_TEST(events[2]->payload[14] == 4);
    BOOST_TEST(events[3]->payload[14] == 6);
}

BOOST_AUTO_TEST_CASE(a_ready_comes_from_the_cpu_of_its_waker) {
    const Walked file = told(
        "at 1 cpu 1: switch idle -> 11\nat 2: ready 12 by 11\nat 3 cpu 0: ready 11 from dpc kind "
        "swapped-out");
    const auto events = file.of(0x05, 0x32);
    BOOST_REQUIRE(events.size() == 2u);
    // CPU 0's buffer stands before CPU 1's.
    BOOST_TEST(events[1]->cpu == 1u);
    BOOST_TEST((events[1]->payload == ByteVector{12, 0, 0, 0, 1, 0, 0, 0}));
    BOOST_TEST((events[0]->payload == ByteVector{11, 0, 0, 0, 1, 0, 3, 0}));
}

BOOST_AUTO_TEST_CASE(interrupts_are_stamped_at_their_end) {
    const Walked file = told(
        "at 10 cpu 1: dpc ntoskrnl.exe+0x100 for 35.7us\nat 10.01 cpu 1: isr ntoskrnl.exe+0x200 "
        "for 2us vector 0x1234");
    const WalkedEvent& dpc = only(file.of(0x0F, 0x44));
    BOOST_TEST(file.ns(dpc) == 10'035'700);
    BOOST_TEST(file.ns(static_cast<std::int64_t>(dpc.number(0, 8))) == 10'000'000);
    BOOST_TEST(dpc.number(8, 8) == 0xfffff80000000100u);
    const WalkedEvent& isr = only(file.of(0x0F, 0x43));
    BOOST_TEST(file.ns(isr) == 10'012'000);
    BOOST_TEST(isr.payload.size() == 20u);
    BOOST_TEST(isr.number(17, 2) == 0x1234u);
    // What began first and ended last comes last in the file, as its time says.
    BOOST_TEST(&isr < &dpc);
}

BOOST_AUTO_TEST_CASE(a_disk_request_begins_waits_and_ends) {
    const Walked file = told(
        "at 5: disk read by 11 queued 1 for 2 disk 3 priority 4 offset 1MiB bytes 64KiB file "
        "0xffffa80000001000");
    const WalkedEvent& begin = only(file.of(0x01, 0x0C));
    const WalkedEvent& end = only(file.of(0x01, 0x0A));
    BOOST_TEST(file.ns(begin) == 5'000'000);
    BOOST_TEST(file.ns(end) == 8'000'000);
    BOOST_TEST(begin.number(0, 8) == end.number(32, 8));  // the request's packet
    BOOST_TEST(begin.number(8, 4) == 11u);
    BOOST_TEST(end.number(0, 4) == 3u);
    BOOST_TEST((end.number(4, 4) >> 17 & 7) == 4u);
    BOOST_TEST(end.number(8, 4) == 65536u);
    BOOST_TEST(end.number(16, 8) == 1048576u);
    BOOST_TEST(end.number(24, 8) == 0xffffa80000001000u);
    BOOST_TEST(end.number(40, 8) == 20'000u);  // 2 ms on the device, in ticks of 100 ns
    BOOST_TEST(end.number(48, 4) == 11u);
}

BOOST_AUTO_TEST_CASE(a_hard_fault_tells_its_begin_and_is_stamped_at_its_end) {
    const Walked file = told(
        "at 5: fault 11 for 0.3 address 0x7000 file 0x99 offset 4KiB bytes 16KiB stack "
        "game.exe+0x44");
    const WalkedEvent& event = only(file.of(0x02, 0x20));
    BOOST_TEST(file.ns(event) == 5'300'000);
    BOOST_TEST(file.ns(static_cast<std::int64_t>(event.number(0, 8))) == 5'000'000);
    BOOST_TEST(event.number(8, 8) == 4096u);
    BOOST_TEST(event.number(16, 8) == 0x7000u);
    BOOST_TEST(event.number(24, 8) == 0x99u);
    BOOST_TEST(event.number(32, 4) == 11u);
    BOOST_TEST(event.number(36, 4) == 16384u);
    // Its stack belongs to the event's own time.
    BOOST_TEST(only(file.of(0x18, 0x20)).number(0, 8) == static_cast<std::uint64_t>(event.ticks));
}

BOOST_AUTO_TEST_CASE(stacks_come_in_two_halves_after_their_event) {
    const std::string line =
        "at 5 cpu 0: sample 11 stack ntoskrnl.exe+0x40 < game.exe+0x10 < game.exe+0x300";
    const Walked file = told(line);
    const WalkedEvent& sample = only(file.of(0x0F, 0x2E));
    const auto halves = file.of(0x18, 0x20);
    BOOST_REQUIRE(halves.size() == 2u);
    BOOST_TEST(&sample < halves[0]);
    BOOST_TEST(halves[0]->payload.size() == 24u);
    BOOST_TEST(halves[0]->number(0, 8) == static_cast<std::uint64_t>(sample.ticks));
    BOOST_TEST(halves[0]->number(8, 4) == 10u);
    BOOST_TEST(halves[0]->number(12, 4) == 11u);
    BOOST_TEST(halves[0]->number(16, 8) == 0xfffff80000000040u);
    BOOST_TEST(halves[1]->number(16, 8) == 0x140000010u);
    BOOST_TEST(halves[1]->number(24, 8) == 0x140000300u);
    EtlOptions late;
    late.user_half_first = true;
    late.user_half_delay_ns = 3'000'000;
    const Walked delayed = told(line, late);
    const auto parts = delayed.of(0x18, 0x20);
    BOOST_REQUIRE(parts.size() == 2u);
    BOOST_TEST(delayed.ns(*parts[1]) == 8'000'000);
    BOOST_TEST(parts[1]->number(0, 8) == parts[0]->number(0, 8));
    late.user_half_delay_ns = 0;
    const Walked reversed = told(line, late);
    BOOST_TEST(reversed.of(0x18, 0x20)[0]->number(16, 8) == 0x140000010u);
}

BOOST_AUTO_TEST_CASE(stack_keys_are_defined_once_at_the_end) {
    EtlOptions options;
    options.stack_keys = true;
    const Walked file = told(
        "at 5 cpu 0: sample 11 stack ntoskrnl.exe+0x40 < game.exe+0x10\n"
        "at 6 cpu 0: sample 12 stack ntoskrnl.exe+0x40 < game.exe+0x20",
        options);
    const auto kernel = file.of(0x18, 0x25), user = file.of(0x18, 0x26),
               defined = file.of(0x18, 0x24);
    BOOST_REQUIRE((kernel.size() == 2u && user.size() == 2u));
    BOOST_TEST(defined.size() == 3u);
    BOOST_TEST(kernel[0]->number(16, 8) == kernel[1]->number(16, 8));
    BOOST_TEST(user[0]->number(16, 8) != user[1]->number(16, 8));
    bool found = false;
    for (const WalkedEvent* event : defined) {
        if (event->number(0, 8) != user[1]->number(16, 8)) continue;
        found = true;
        BOOST_TEST(event->number(8, 8) == 0x140000020u);
        BOOST_TEST(event > user[1]);
    }
    BOOST_TEST(found);
}

BOOST_AUTO_TEST_CASE(presents_are_pairs_on_their_thread) {
    const Walked file = told(
        "at 1 cpu 1: switch idle -> 11\nat 2: present 11 chain 0xabc for 0.2 sync 1 flags 0x40 "
        "result 0x887a0001\n"
        "at 3: present 11 chain 0xdef open runtime d3d9");
    const WalkedEvent& start = only(file.of_provider(0xca11c036, 42));
    const WalkedEvent& stop = only(file.of_provider(0xca11c036, 43));
    BOOST_TEST(file.ns(start) == 2'000'000);
    BOOST_TEST(file.ns(stop) == 2'200'000);
    BOOST_TEST(start.cpu == 1u);
    BOOST_TEST(start.thread == 11u);
    BOOST_TEST(start.process == 10u);
    BOOST_TEST(start.number(0, 8) == 0xabcu);
    BOOST_TEST(start.number(8, 4) == 0x40u);
    BOOST_TEST(start.number(12, 4) == 1u);
    BOOST_TEST(stop.number(0, 4) == 0x887a0001u);
    BOOST_TEST(only(file.of_provider(0x783aca0a, 1)).number(0, 8) == 0xdefu);
    BOOST_TEST(file.of_provider(0x783aca0a, 2).empty());
}

BOOST_AUTO_TEST_CASE(lives_begin_end_and_are_listed) {
    const Walked file = told(
        "process short.exe 20 parent 10 exit 3 from 5 to 6\nthread 21 \"t\" in 20 from 5 to "
        "6\nfile 0x99 \"\\a\\b\"");
    const WalkedEvent& start = only(file.of(0x03, 0x01));
    const WalkedEvent& end = only(file.of(0x03, 0x02));
    BOOST_TEST(file.ns(start) == 5'000'000);
    BOOST_TEST(file.ns(end) == 6'000'000);
    BOOST_TEST(start.number(8, 4) == 20u);
    BOOST_TEST(start.number(12, 4) == 10u);
    BOOST_TEST(start.number(20, 4) == 259u);
    BOOST_TEST(end.number(20, 4) == 3u);
    BOOST_TEST(file.of(0x03, 0x03).size() == 1u);  // game.exe, at both ends of the trace
    BOOST_TEST(file.of(0x03, 0x04).size() == 1u);
    BOOST_TEST(file.of(0x05, 0x01).size() == 1u);
    BOOST_TEST(file.of(0x05, 0x03).size() == 2u);
    const WalkedEvent& name = only(file.of(0x04, 0x24));
    BOOST_TEST(file.ns(name) == 100'000'000);
    BOOST_TEST((ByteVector(name.payload.begin() + 8, name.payload.end()) ==
                ByteVector{'\\', 0, 'a', 0, '\\', 0, 'b', 0, 0, 0}));
}

BOOST_AUTO_TEST_CASE(clocks_tell_the_same_times) {
    for (const Clock clock : {Clock::kQpc, Clock::kSystem, Clock::kTsc}) {
        EtlOptions options;
        options.clock = clock;
        options.no_frequency = clock != Clock::kQpc;
        const Walked file =
            told("at 12.3457 cpu 0: sample 11 in 0x1\nat 99.9999 cpu 0: sample 11 in 0x2", options);
        const auto samples = file.of(0x0F, 0x2E);
        BOOST_REQUIRE(samples.size() == 2u);
        BOOST_TEST(file.ns(*samples[0]) == 12'345'700);
        BOOST_TEST(file.ns(*samples[1]) == 99'999'900);
        BOOST_TEST(file.header.clock == static_cast<unsigned>(clock));
        BOOST_TEST(file.header.frequency == (clock == Clock::kQpc ? 10'000'000u : 0u));
        // 100 ms from the beginning to the end, in 100 ns.
        BOOST_TEST(file.header.end - file.header.start == 1'000'000u);
    }
}

BOOST_AUTO_TEST_CASE(narrow_files_keep_kernel_and_user_addresses_apart) {
    EtlOptions options;
    options.pointer_size = 4;
    const Walked file =
        told("at 5 cpu 0: sample 11 stack ntoskrnl.exe+0x40 < game.exe+0x10", options);
    const auto halves = file.of(0x18, 0x20);
    BOOST_REQUIRE(halves.size() == 2u);
    BOOST_TEST(halves[0]->address(16) == 0x80000040u);
    BOOST_TEST(halves[1]->address(16) == 0x40000010u);
}

BOOST_AUTO_TEST_CASE(what_has_no_form_in_the_file_is_counted) {
    MemoryOutput output;
    const EtlReport report = write_etl(parse_story("at 1 cpu 0: phase loading for 2; counter power "
                                                   "5; softirq 0x1 for 1us\nat 2: counter power 6"),
                                       {}, output);
    BOOST_TEST(report.left_out.at("phase") == 1u);
    BOOST_TEST(report.left_out.at("counter") == 2u);
    BOOST_TEST(report.left_out.at("softirq or tick") == 1u);
}

BOOST_AUTO_TEST_CASE(nothing_outside_the_window_is_recorded) {
    const Walked file = walked(
        "window: 10 to 20\nprocess a.exe 1 from 3\n"
        "at 5 cpu 0: sample 1 in 0x1\nat 15 cpu 0: sample 1 in 0x2\nat 25 cpu 0: sample 1 in 0x3\n"
        "at 19 cpu 0: dpc 0x4 for 2");
    BOOST_TEST(file.complaint == "");
    const WalkedEvent& sample = only(file.of(0x0F, 0x2E));
    BOOST_TEST(file.ns(sample) == 5'000'000);  // counted from the recording's begin
    BOOST_TEST(file.of(0x0F, 0x44).empty());
    BOOST_TEST(file.of(0x03, 0x03).size() == 1u);  // there since 3, so listed
    BOOST_TEST(file.of(0x03, 0x01).empty());
}

BOOST_AUTO_TEST_SUITE_END()
