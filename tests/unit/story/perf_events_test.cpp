// What single lines become in a perf.data file.  Numbers of states, flags and fields are those of
// the kernel's headers and format files.
#include <boost/test/unit_test.hpp>

#include "perf_told.hpp"

namespace {

using namespace benchlab::story;
using namespace benchlab::story_test;
using perf::PerfOptions;

constexpr std::string_view kHead = R"(
machine: cpus 2; clock 1GHz
window: 0 to 100
process game 10 parent 1
process other 20
thread 11 "render" in game
thread 12 in game
thread 20 in other
image vmlinux base 0xffffffff81000000 size 0x1000000
image game base 0x400000 size 0x100000 in game path "/usr/bin/game"
)";

PerfWalked told(const std::string& lines, const PerfOptions& options = {}) {
    PerfWalked file = walked_perf(std::string(kHead) + lines + '\n', options);
    BOOST_TEST(file.complaint == "");
    return file;
}

const PerfRecord& only(const std::vector<const PerfRecord*>& records) {
    BOOST_REQUIRE_EQUAL(records.size(), 1u);
    return *records[0];
}

std::int64_t field(const PerfRecord& record, const std::string& name) {
    const auto found = record.numbers.find(name);
    BOOST_REQUIRE_MESSAGE(found != record.numbers.end(), "no field " + name);
    return found->second;
}

std::string text(const PerfRecord& record, const std::string& name) {
    const auto found = record.texts.find(name);
    BOOST_REQUIRE_MESSAGE(found != record.texts.end(), "no field " + name);
    return found->second;
}

std::string text_at(const PerfRecord& record, std::size_t at) {
    const auto begin = record.body.begin() + static_cast<std::ptrdiff_t>(at);
    return {begin, std::find(begin, record.body.end(), std::uint8_t{0})};
}

constexpr std::uint64_t kKernel = 0xffffffffffffff80, kUser = 0xfffffffffffffe00;

}  // namespace

BOOST_AUTO_TEST_SUITE(story_perf_events)

BOOST_AUTO_TEST_CASE(a_switch_is_told_by_the_thread_that_stops) {
    const PerfWalked file =
        told("at 1.000001 cpu 1: switch 11 -> 20 waiting old-priority 9 new-priority 98");
    const PerfRecord& record = only(file.of("sched:sched_switch"));
    BOOST_TEST(record.ns == 1'000'001);
    BOOST_TEST(record.cpu == 1u);
    BOOST_TEST(record.pid == 10u);
    BOOST_TEST(record.tid == 11u);
    BOOST_TEST(field(record, "common_pid") == 11);
    BOOST_TEST(text(record, "prev_comm") == "render");
    BOOST_TEST(field(record, "prev_pid") == 11);
    BOOST_TEST(field(record, "prev_prio") == 9);
    BOOST_TEST(field(record, "prev_state") == 1);
    BOOST_TEST(text(record, "next_comm") == "other");
    BOOST_TEST(field(record, "next_pid") == 20);
    BOOST_TEST(field(record, "next_prio") == 98);
}

BOOST_AUTO_TEST_CASE(states_are_those_of_linux) {
    const std::string lines =
        "at 1 cpu 0: switch idle -> 11\nat 2 cpu 0: switch 11 -> 20 waiting UserRequest\n"
        "at 3 cpu 0: switch 20 -> 11 waiting D\nat 4 cpu 0: switch 11 -> 20 runnable\n"
        "at 5 cpu 0: switch 20 -> 11 runnable Preempted\nat 6 cpu 0: switch 11 -> 20 ended\n"
        "at 7 cpu 0: switch 20 -> 12 ended Z\nat 8 cpu 0: switch 12 -> idle waiting P\n";
    const auto states = [&](bool is_old) {
        PerfOptions options;
        options.old_formats = is_old;
        std::vector<std::int64_t> out;
        const PerfWalked file = told(lines, options);
        for (const PerfRecord* record : file.of("sched:sched_switch")) {
            out.push_back(field(*record, "prev_state"));
        }
        return out;
    };
    const std::vector<std::int64_t> now{0, 1, 2, 0, 0x100, 0x10, 0x20, 0x40},
        before{0, 1, 2, 0, 0x800, 0x20, 0x10, 0x200};
    BOOST_TEST(states(false) == now, boost::test_tools::per_element());
    BOOST_TEST(states(true) == before, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(wake_ups_say_in_their_flags_what_woke) {
    const PerfWalked file = told(
        "at 1 cpu 1: switch idle -> 11\nat 2: ready 12 by 11 kind asked target 1\n"
        "at 3 cpu 1: ready 12 from interrupt\nat 4 cpu 1: ready 20 from dpc kind new\n"
        "at 5: ready 20 by 11 kind swapped-out");
    const PerfRecord& waking = only(file.of("sched:sched_waking"));
    BOOST_TEST(waking.cpu == 1u);
    BOOST_TEST(waking.tid == 11u);
    BOOST_TEST(field(waking, "common_flags") == 0);
    BOOST_TEST(field(waking, "pid") == 12);
    BOOST_TEST(text(waking, "comm") == "game");
    BOOST_TEST(field(waking, "target_cpu") == 1);
    const PerfRecord& wakeup = only(file.of("sched:sched_wakeup"));
    BOOST_TEST(field(wakeup, "common_flags") == 8);
    BOOST_TEST(field(wakeup, "common_pid") == 11);  // who happens to run there
    const PerfRecord& born = only(file.of("sched:sched_wakeup_new"));
    BOOST_TEST(field(born, "common_flags") == 16);
    BOOST_TEST(born.ns == 4'000'000);
}

BOOST_AUTO_TEST_CASE(interrupts_and_softirqs_are_pairs_on_their_cpu) {
    const PerfWalked file = told(
        "at 0 cpu 1: switch idle -> 11\nat 10 cpu 1: isr vmlinux+0x100 for 5us name nvme0q1 vector "
        "33\nat 11 cpu 1: softirq vmlinux+0x10 for 70us name NET_RX queued -40us\n"
        "at 12 cpu 1: dpc vmlinux+0x10 for 1us; timer-dpc vmlinux+0x10 for 2us; tick 0x1 for 3us");
    const PerfRecord& entry = only(file.of("irq:irq_handler_entry"));
    BOOST_TEST(entry.ns == 10'000'000);
    BOOST_TEST(entry.tid == 11u);
    BOOST_TEST(text(entry, "name") == "nvme0q1");
    BOOST_TEST(field(entry, "irq") == 33);
    const PerfRecord& exit = only(file.of("irq:irq_handler_exit"));
    BOOST_TEST(exit.ns == 10'005'000);
    BOOST_TEST(field(exit, "irq") == 33);
    const PerfRecord& raise = only(file.of("irq:softirq_raise"));
    BOOST_TEST(raise.ns == 10'960'000);
    BOOST_TEST(field(raise, "vec") == 3);
    const auto entries = file.of("irq:softirq_entry"), exits = file.of("irq:softirq_exit");
    BOOST_REQUIRE((entries.size() == 3u && exits.size() == 3u));
    BOOST_TEST(field(*entries[0], "vec") == 3);
    BOOST_TEST(exits[0]->ns == 11'070'000);
    BOOST_TEST(field(*entries[1], "vec") == 6);
    BOOST_TEST(field(*entries[2], "vec") == 1);
    BOOST_TEST(only(file.of("irq_vectors:local_timer_entry")).ns == 12'000'000);
    BOOST_TEST(only(file.of("irq_vectors:local_timer_exit")).ns == 12'003'000);
}

BOOST_AUTO_TEST_CASE(a_disk_request_is_inserted_issued_and_completed) {
    const PerfWalked file = told(
        "at 0 cpu 1: switch idle -> 11\n"
        "at 5: disk read by 11 queued 1 for 2 disk 0x800010 flags 3 offset 1MiB bytes 64KiB\n"
        "at 20: disk write by 11 for 1 offset 0 bytes 4KiB flags 4; disk flush by 11 for 2");
    const PerfRecord& insert = only(file.of("block:block_rq_insert"));
    BOOST_TEST(insert.ns == 5'000'000);
    BOOST_TEST(field(insert, "dev") == 0x800010);
    BOOST_TEST(field(insert, "sector") == 2048);
    BOOST_TEST(field(insert, "nr_sector") == 128);
    BOOST_TEST(field(insert, "bytes") == 65536);
    BOOST_TEST(text(insert, "rwbs") == "RAS");
    BOOST_TEST(text(insert, "comm") == "render");
    const auto issues = file.of("block:block_rq_issue"), ends = file.of("block:block_rq_complete");
    BOOST_REQUIRE((issues.size() == 3u && ends.size() == 3u));
    BOOST_TEST(issues[0]->ns == 6'000'000);
    BOOST_TEST(issues[0]->cpu == 1u);
    BOOST_TEST(ends[0]->ns == 8'000'000);
    BOOST_TEST(field(*ends[0], "common_flags") == 8);
    BOOST_TEST(field(*ends[0], "sector") == 2048);
    BOOST_TEST(field(*ends[0], "error") == 0);
    BOOST_TEST(text(*issues[1], "rwbs") == "WM");
    BOOST_TEST(text(*issues[2], "rwbs") == "F");
}

BOOST_AUTO_TEST_CASE(a_fault_is_a_pair_of_the_same_thread_and_place) {
    const PerfWalked file = told(
        "at 0 cpu 1: switch idle -> 11\n"
        "at 5: fault 11 for 0.5 address 0x7000 in game+0x10 stack game+0x10 < game+0x20\n"
        "at 5.1 cpu 1: switch 11 -> idle waiting D\nat 5.4 cpu 0: switch idle -> 11");
    const PerfRecord& fault = only(file.of("exceptions:page_fault_user"));
    BOOST_TEST(fault.ns == 5'000'000);
    BOOST_TEST(fault.cpu == 1u);
    BOOST_TEST(field(fault, "address") == 0x7000);
    BOOST_TEST(field(fault, "ip") == 0x400010);
    const PerfRecord& done = only(file.of("major-faults"));
    BOOST_TEST(done.ns == 5'500'000);
    BOOST_TEST(done.cpu == 0u);  // where the thread has gone on
    BOOST_TEST(done.tid == 11u);
    BOOST_TEST(done.ip == 0x400010u);
    BOOST_TEST(done.address == 0x7000u);
    BOOST_TEST(done.period == 1u);
    BOOST_TEST((done.chain == std::vector<std::uint64_t>{kUser, 0x400010, 0x400020}));
}

BOOST_AUTO_TEST_CASE(stacks_go_from_the_kernel_to_the_program) {
    const PerfWalked file = told(
        "at 0 cpu 0: switch idle -> 11\n"
        "at 1 cpu 0: sample 11 stack vmlinux+0x40 < vmlinux+0x50 < game+0x10 < game+0x20\n"
        "at 2 cpu 0: sample 11 in game+0x30 weight 250000\n"
        "at 3 cpu 0: sample 11 in game+0x40 event cycles weight 77\n"
        "at 4 cpu 0: switch 11 -> idle waiting old-stack vmlinux+0x60 < game+0x70");
    const auto samples = file.of("cpu-clock");
    BOOST_REQUIRE(samples.size() == 2u);
    BOOST_TEST((samples[0]->chain == std::vector<std::uint64_t>{kKernel, 0xffffffff81000040,
                                                                0xffffffff81000050, kUser, 0x400010,
                                                                0x400020}));
    BOOST_TEST(samples[0]->ip == 0xffffffff81000040u);
    BOOST_TEST((samples[0]->misc & 7) == 1u);
    BOOST_TEST(samples[0]->period == 1'000'000u);
    BOOST_TEST((samples[1]->chain == std::vector<std::uint64_t>{kUser, 0x400030}));
    BOOST_TEST((samples[1]->misc & 7) == 2u);
    BOOST_TEST(samples[1]->period == 250'000u);
    BOOST_TEST(only(file.of("cycles")).period == 77u);
    const auto switches = file.of("sched:sched_switch");
    BOOST_REQUIRE(switches.size() == 2u);
    BOOST_TEST(switches[0]->chain.empty());
    BOOST_TEST((switches[1]->chain ==
                std::vector<std::uint64_t>{kKernel, 0xffffffff81000060, kUser, 0x400070}));
}

BOOST_AUTO_TEST_CASE(calls_presents_and_marks_are_on_their_thread) {
    const PerfWalked file = told(
        "at 0 cpu 1: switch idle -> 11\n"
        "at 1: call 11 futex for 2 object 0x7f00 result -110\nat 4: call 11 rwsem-read for 1 kind "
        "lock object 0xffff888000000010\nat 6: present 11 chain 0xab for 0.5 runtime egl\n"
        "at 7: present 11 chain 0xcd open runtime vulkan\nat 8: mark \"level loaded\" by 11");
    const PerfRecord& enter = only(file.of("syscalls:sys_enter_futex"));
    BOOST_TEST(enter.ns == 1'000'000);
    BOOST_TEST(field(enter, "__syscall_nr") == 202);
    BOOST_TEST(field(enter, "uaddr") == 0x7f00);
    BOOST_TEST(enter.tid == 11u);
    const PerfRecord& exit = only(file.of("syscalls:sys_exit_futex"));
    BOOST_TEST(exit.ns == 3'000'000);
    BOOST_TEST(field(exit, "ret") == -110);
    const PerfRecord& lock = only(file.of("lock:contention_begin"));
    BOOST_TEST(field(lock, "flags") == 2);
    BOOST_TEST(static_cast<std::uint64_t>(field(lock, "lock_addr")) == 0xffff888000000010u);
    BOOST_TEST(only(file.of("lock:contention_end")).ns == 5'000'000);
    const PerfRecord& swap = only(file.of("uprobe:eglSwapBuffers"));
    BOOST_TEST(swap.ns == 6'000'000);
    BOOST_TEST(swap.cpu == 1u);
    BOOST_TEST(field(swap, "surface") == 0xab);
    BOOST_TEST(only(file.of("uprobe:eglSwapBuffers__return")).ns == 6'500'000);
    BOOST_TEST(only(file.of("uprobe:vkQueuePresentKHR")).ns == 7'000'000);
    BOOST_TEST(file.of("uprobe:vkQueuePresentKHR__return").empty());
    BOOST_TEST(only(file.of("uprobe:level_loaded")).ns == 8'000'000);
}

BOOST_AUTO_TEST_CASE(work_fences_and_screens_have_their_tracepoints) {
    const PerfWalked file = told(
        "function flush = vmlinux+0x700\nat 0 cpu 1: switch idle -> 11\n"
        "at 1: call 11 flush for 2 kind work object 0xffff888000000040\n"
        "at 4: call 11 i915 for 1 kind fence object 0x700000009\nat 6 cpu 0: vsync 2 sequence 99");
    const PerfRecord& work = only(file.of("workqueue:workqueue_execute_start"));
    BOOST_TEST(static_cast<std::uint64_t>(field(work, "work")) == 0xffff888000000040u);
    BOOST_TEST(static_cast<std::uint64_t>(field(work, "function")) == 0xffffffff81000700u);
    BOOST_TEST(only(file.of("workqueue:workqueue_execute_end")).ns == 3'000'000);
    const PerfRecord& fence = only(file.of("dma_fence:dma_fence_wait_start"));
    BOOST_TEST(text(fence, "driver") == "i915");
    BOOST_TEST(text(fence, "timeline") == "story");
    BOOST_TEST(field(fence, "context") == 7);
    BOOST_TEST(field(fence, "seqno") == 9);
    BOOST_TEST(only(file.of("dma_fence:dma_fence_wait_end")).ns == 5'000'000);
    const PerfRecord& blank = only(file.of("drm:drm_vblank_event"));
    BOOST_TEST(field(blank, "crtc") == 2);
    BOOST_TEST(field(blank, "seq") == 99);
    BOOST_TEST(field(blank, "time") == 3'600'006'000'000);
}

BOOST_AUTO_TEST_CASE(lives_that_were_there_have_no_time) {
    const PerfWalked file = told(
        "process short 30 parent 10 from 5 to 6\nthread 31 \"worker\" in 30 from 5.5 to 5.8\n"
        "image lib.so base 0x7f0000000000 size 0x1000 in 30 path \"/lib/lib.so\" offset 0x2000 id "
        "00112233445566778899aabbccddeeff00112233 from 5.2");
    const auto comms = file.of_type(3);
    std::vector<std::string> names;
    for (const PerfRecord* record : comms) names.push_back(text_at(*record, 8));
    BOOST_TEST(
        (names == std::vector<std::string>{"game", "other", "render", "game", "short", "worker"}));
    BOOST_TEST(!comms[0]->has_time);
    BOOST_TEST(comms[4]->ns == 5'000'000);
    BOOST_TEST((comms[4]->misc >> 13 & 1) == 1u);
    const auto forks = file.of_type(7);
    BOOST_REQUIRE(forks.size() == 6u);
    BOOST_TEST(file.number(forks[4]->body, 0, 4) == 30u);
    BOOST_TEST(file.number(forks[4]->body, 4, 4) == 10u);
    BOOST_TEST(file.number(forks[5]->body, 8, 4) == 31u);
    BOOST_TEST(forks[5]->ns == 5'500'000);
    const auto exits = file.of_type(4);
    BOOST_REQUIRE(exits.size() == 2u);
    BOOST_TEST(file.number(exits[0]->body, 8, 4) == 31u);
    BOOST_TEST(exits[1]->ns == 6'000'000);
    const auto maps = file.of_type(10);
    BOOST_REQUIRE(maps.size() == 3u);
    BOOST_TEST(file.number(maps[0]->body, 0, 4) == 0xffffffffu);
    BOOST_TEST(text_at(*maps[0], 64) == "vmlinux");
    BOOST_TEST(text_at(*maps[1], 64) == "/usr/bin/game");
    BOOST_TEST((maps[2]->misc >> 14 & 1) == 1u);
    BOOST_TEST(file.number(maps[2]->body, 8, 8) == 0x7f0000000000u);
    BOOST_TEST(file.number(maps[2]->body, 24, 8) == 0x2000u);
    BOOST_TEST(maps[2]->body[32] == 20);
    BOOST_TEST(maps[2]->body[37] == 0x11);
}

BOOST_AUTO_TEST_CASE(losses_and_throttling_are_records) {
    const PerfWalked file = told(
        "at 1 cpu 1: lost 12 events\nat 2 cpu 0: lost 5 buffers\nat 3 cpu 0: lost 0 throttled for "
        "1");
    const PerfRecord& lost = only(file.of_type(2));
    BOOST_TEST(lost.cpu == 1u);
    BOOST_TEST(lost.ns == 1'000'000);
    BOOST_TEST(file.number(lost.body, 8, 8) == 12u);
    BOOST_TEST(file.number(only(file.of_type(13)).body, 0, 8) == 5u);
    BOOST_TEST(only(file.of_type(5)).ns == 3'000'000);
    BOOST_TEST(only(file.of_type(6)).ns == 4'000'000);
}

BOOST_AUTO_TEST_CASE(what_has_no_form_is_counted) {
    MemoryOutput output;
    const perf::PerfReport report = perf::write_perf(
        parse_story("machine: cpus 1\nat 1 cpu 0: phase loading for 2; counter power 5; display 1\n"
                    "at 2: counter power 6\nat 3 cpu 0: counter cpu_frequency 1000 unit hertz\n"
                    "at 4 cpu 0: threaded-dpc 0x1 for 1; sample 1 in 0x1 event unheard-of"),
        {}, output);
    BOOST_TEST(report.left_out.at("phase") == 1u);
    BOOST_TEST(report.left_out.at("counter") == 2u);
    BOOST_TEST(report.left_out.at("display") == 1u);
    BOOST_TEST(report.left_out.at("threaded-dpc") == 1u);
    BOOST_TEST(report.left_out.at("sample of another event") == 1u);
    BOOST_TEST(report.left_out.size() == 5u);
}

BOOST_AUTO_TEST_CASE(nothing_outside_the_window_is_recorded_but_who_runs_is_known) {
    const PerfWalked file = walked_perf(
        "machine: cpus 1\nwindow: 10 to 20\nprocess a 1 from 3\nthread 2 in a\n"
        "at 5 cpu 0: switch idle -> 2; sample 2 in 0x1\nat 15 cpu 0: isr 0x9 for 10\n"
        "at 25 cpu 0: sample 2 in 0x3");
    BOOST_TEST(file.complaint == "");
    BOOST_TEST(file.of("sched:sched_switch").empty());
    BOOST_TEST(file.of("cpu-clock").empty());
    BOOST_TEST(only(file.of("irq:irq_handler_entry")).tid == 2u);
    BOOST_TEST(file.of("irq:irq_handler_exit").empty());
    BOOST_TEST(!only({file.of_type(3)[0]}).has_time);  // there since 3
}

BOOST_AUTO_TEST_SUITE_END()
