// Every table that a story has words for, each column with a value of its own: the rows are filled
// in by hand, and what is told of them must read as the story that was written by hand below.
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <memory>
#include <string>

#include "store/export_story.hpp"
#include "store/story_text.hpp"
#include "story/story.hpp"
#include "test_store.hpp"

using namespace benchlab;
using test::Address;
using test::Cell;
using test::Frames;
using test::Key;
using test::n;
using test::Pid;
using test::TestRecording;
using test::Tid;
using test::Time;

namespace {

constexpr std::int64_t kMs = 1'000'000;

Time ms(double time) {
    return Time(static_cast<std::int64_t>(time * 1e6 + (time < 0 ? -0.5 : 0.5)));
}
constexpr std::uint64_t kKernel = 0xFFFFF80000000000;

void add_lives(TestRecording& made) {
    made.row("cpu", {{"number", n(0)}, {"mhz", n(2100)}});
    made.row("cpu", {{"number", n(1)},
                     {"core", n(1)},
                     {"package", n(2)},
                     {"node", n(3)},
                     {"class", n(4)},
                     {"mhz", n(5000)},
                     {"name", std::string("fast \"one\"")}});
    made.row("process", {{"time", ms(1)},
                         {"kind", n(BL_LIFE_BEGIN)},
                         {"pid", n(10)},
                         {"parent_process", Pid(30)},
                         {"session", n(2)},
                         {"name", std::string("my game.exe")},
                         {"path", std::string("C:\\g\\my game.exe")},
                         {"command", std::string("say \"hi\" -x")},
                         {"exit_code", n(-1)},
                         {"flags", n(1)}});
    made.process(90 * kMs, 10, "", BL_LIFE_END);
    made.process(0, 20, "3dmark.exe", BL_LIFE_THERE);
    made.process(0, 30, "shell.exe", BL_LIFE_THERE);
    made.process(0, 31, "unused.exe", BL_LIFE_THERE);
    made.image(0, 0xFFFFFFFF, kKernel, 0x1000000, "\\SystemRoot\\ntoskrnl.exe", BL_LIFE_THERE);
    made.row("image", {{"time", ms(3)},
                       {"kind", n(BL_LIFE_BEGIN)},
                       {"process", Pid(10)},
                       {"base", n(0x140000000)},
                       {"size", n(0x10000)},
                       {"offset", n(0x400)},
                       {"path", std::string("my game.exe")},
                       {"debug_id", std::string("ABC1")},
                       {"debug_file", std::string("a.pdb")},
                       {"timestamp", n(0x5f00)}});
    made.row("thread", {{"time", ms(5)},
                        {"kind", n(BL_LIFE_BEGIN)},
                        {"tid", n(11)},
                        {"process", Pid(10)},
                        {"name", std::string("0x12")},
                        {"code", Address(0x140000010)},
                        {"priority", n(-2)}});
    made.thread(0, 12, 20, "", BL_LIFE_THERE);
    made.row("file", {{"time", ms(0)},
                      {"kind", n(BL_LIFE_THERE)},
                      {"key", n(0xff01)},
                      {"path", std::string("\\Device\\a")}});
    made.row("gpu_queue", {{"time", ms(9)},
                           {"kind", n(BL_LIFE_BEGIN)},
                           {"key", n(0xc1)},
                           {"process", Pid(10)},
                           {"adapter", n(0xad)},
                           {"node", n(2)},
                           {"engine", n(BL_GPU_QUEUE_ENGINE_COPY)},
                           {"flags", n(1)},
                           {"name", std::string("Copy")}});
}

void add_scheduling(TestRecording& made) {
    made.row("cswitch", {{"time", ms(10)},
                         {"cpu", n(0)},
                         {"old_thread", Tid(11)},
                         {"new_thread", Tid(12)},
                         {"old_state", n(BL_STATE_WAITING)},
                         {"old_raw", n(6)},
                         {"old_mode", n(2)},
                         {"old_reason", std::string("UserRequest")},
                         {"old_priority", n(3)},
                         {"new_priority", n(15)},
                         {"old_stack", Frames{10, {0x140000020, 0x1}}},
                         {"new_stack", Frames{20, {kKernel + 0x10}}}});
    made.row("ready", {{"time", ms(11)},
                       {"cpu", n(1)},
                       {"thread", Tid(11)},
                       {"waker_thread", Tid(12)},
                       {"source", n(BL_READY_SOURCE_INTERRUPT)},
                       {"kind", n(BL_READY_KIND_NEW)},
                       {"target_cpu", n(3)},
                       {"stack", Frames{20, {0x77}}}});
    made.row("sample", {{"time", ms(12)},
                        {"cpu", n(2)},
                        {"thread", Tid(11)},
                        {"code", Address(0x5)},
                        {"stack", Frames{10, {0x6, 0x7}}},
                        {"event", std::string("cycles")},
                        {"weight", n(7)},
                        {"flags", n(3)}});
    made.row("sample", {{"time", ms(12.5)},
                        {"cpu", n(2)},
                        {"thread", Tid(11)},
                        {"code", Address(0x6)},
                        {"stack", Frames{10, {0x6, 0x7}}},
                        {"event", std::string("timer")},
                        {"weight", n(250'000)}});
    made.row("dpc_isr", {{"begin", ms(13)},
                         {"end", ms(13.001)},
                         {"cpu", n(3)},
                         {"kind", n(BL_DPC_ISR_KIND_INTERRUPT)},
                         {"code", Address(kKernel + 0x20)},
                         {"name", std::string("msi")},
                         {"vector", n(129)},
                         {"queued", ms(12.5)}});
    for (int kind = BL_DPC_ISR_KIND_DPC; kind <= BL_DPC_ISR_KIND_TICK; ++kind) {
        made.row("dpc_isr", {{"begin", ms(14 + kind)},
                             {"end", ms(14.5 + kind)},
                             {"cpu", n(3)},
                             {"kind", n(kind)},
                             {"code", Address(kKernel + 0x20)}});
    }
}

void add_requests(TestRecording& made) {
    made.row("hard_fault", {{"begin", ms(30)},
                            {"end", ms(30.5)},
                            {"thread", Tid(11)},
                            {"address", n(0x7)},
                            {"code", Address(0x140000020)},
                            {"file", Key(0xff01)},
                            {"offset", n(0x9)},
                            {"bytes", n(8192)},
                            {"stack", Frames{10, {0x1}}}});
    made.row("disk_io", {{"begin", ms(31)},
                         {"start", ms(32)},
                         {"end", ms(34)},
                         {"thread", Tid(11)},
                         {"disk", n(3)},
                         {"kind", n(BL_DISK_IO_KIND_DISCARD)},
                         {"priority", n(4)},
                         {"flags", n(5)},
                         {"offset", n(6)},
                         {"bytes", n(7)},
                         {"file", Key(0xff01)},
                         {"stack", Frames{10, {0x8}}}});
    made.row("call", {{"begin", ms(32)},
                      {"end", ms(33)},
                      {"thread", Tid(11)},
                      {"kind", n(BL_CALL_KIND_KERNEL_LOCK)},
                      {"name", std::string("Nt Read")},
                      {"object", n(2)},
                      {"result", n(-3)},
                      {"stack", Frames{10, {0x4}}}});
}

void add_frames(TestRecording& made) {
    made.row("present", {{"begin", ms(40)},
                         {"end", ms(40.1)},
                         {"key", n(0x77)},
                         {"present_id", n(9)},
                         {"thread", Tid(11)},
                         {"swap_chain", n(1)},
                         {"runtime", std::string("vulkan")},
                         {"mode", std::string("Hardware: Independent Flip")},
                         {"sync_interval", n(2)},
                         {"flags", n(0x200)},
                         {"result", n(1)},
                         {"outcome", n(BL_PRESENT_OUTCOME_DISCARDED)},
                         {"tearing", n(1)},
                         {"nesting", n(2)},
                         {"gpu_done", ms(43)},
                         {"window", n(4)},
                         {"source", n(5)},
                         {"layer", n(6)},
                         {"app_frame", n(7)}});
    made.row("present", {{"begin", ms(41)},
                         {"end", Time(BL_NO_TIME)},
                         {"thread", Tid(12)},
                         {"swap_chain", n(2)},
                         {"runtime", std::string("dxgi")}});
    made.row("display", {{"time", ms(42)},
                         {"flip", ms(41)},
                         {"present", Key(0x77)},
                         {"type", std::string("Repeated")},
                         {"delay", n(2 * kMs)},
                         {"source", n(3)},
                         {"layer", n(4)}});
    made.row("vsync", {{"time", ms(43)}, {"source", n(2)}, {"sequence", n(99)}});
    made.row("gpu_packet", {{"queued", ms(44)},
                            {"begin", ms(45)},
                            {"end", ms(45)},
                            {"gpu_queue", Key(0xc1)},
                            {"thread", Tid(11)},
                            {"kind", n(BL_GPU_PACKET_KIND_PAGING)},
                            {"sequence", n(2)},
                            {"fence", n(3)},
                            {"present", Key(0x77)},
                            {"flags", n(5)}});
    made.row("gpu_packet", {{"queued", Time(BL_NO_TIME)},
                            {"begin", ms(46)},
                            {"end", ms(48)},
                            {"gpu_queue", Key(0xc1)},
                            {"kind", n(BL_GPU_PACKET_KIND_WORK)}});
}

void add_words_of_programs(TestRecording& made) {
    made.row("input", {{"time", ms(50)},
                       {"thread", Tid(11)},
                       {"device", n(BL_INPUT_DEVICE_KEYBOARD)},
                       {"kind", n(BL_INPUT_KIND_TAKEN)},
                       {"window", n(5)}});
    made.row("mark", {{"time", ms(51)},
                      {"thread", Tid(11)},
                      {"name", std::string("a mark")},
                      {"app_frame", n(3)}});
    made.row("phase", {{"begin", ms(52)},
                       {"end", ms(57)},
                       {"process", Pid(10)},
                       {"thread", Tid(11)},
                       {"kind", n(BL_PHASE_KIND_STATE)},
                       {"name", std::string("loading")},
                       {"app_frame", n(4)}});
    made.row("counter", {{"time", ms(53)},
                         {"process", Pid(10)},
                         {"cpu", n(1)},
                         {"name", std::string("GPU power")},
                         {"unit", n(BL_UNIT_PER_SECOND)},
                         {"value", -220.5}});
    made.row("lost", {{"begin", ms(54)},
                      {"end", ms(57)},
                      {"cpu", n(1)},
                      {"kind", n(BL_LOST_KIND_BUFFERS)},
                      {"count", n(12)}});
    made.row("frame_log", {{"time", ms(60)},
                           {"process", Pid(10)},
                           {"application", std::string("My Game")},
                           {"swap_chain", n(1)},
                           {"runtime", std::string("DXGI")},
                           {"mode", std::string("x")},
                           {"type", std::string("Application")},
                           {"sync_interval", n(1)},
                           {"flags", n(2)},
                           {"tearing", n(1)},
                           {"shown", n(0)},
                           {"app_frame", n(5)},
                           {"cpu_start", ms(59)},
                           {"between_presents", 16'600'000.0},
                           {"instrumented_latency", 1000.0}});
    made.row("fact", {{"name", std::string("clock")}, {"text", std::string("a \"good\" one")}});
    made.row("problem", {{"code", std::string("cut-file")},
                         {"text", std::string("the file ends early")},
                         {"count", n(3)},
                         {"offset", n(4096)}});
    made.row("mark", {{"time", ms(100)}, {"name", std::string("the end")}});
}

constexpr const char* kExpected = R"(
machine: cpus 4; clock 1GHz; mhz 2100; sample-interval 0.25
window: 0 to 100.000001
cpu 1 core 1 package 2 node 3 class 4 mhz 5000 name "fast ""one"""
fact clock "a ""good"" one"
problem cut-file "the file ends early" count 3 offset 4096
process "3dmark.exe" 20
process shell.exe 30
process "my game.exe" 10 parent 30 session 2 path "C:\g\my game.exe" command "say ""hi"" -x" exit -1 flags 1 from 1 to 90
image "my game.exe" base 0x140000000 size 64KiB in 10 offset 0x400 id ABC1 pdb a.pdb stamp 0x5f00 from 3
image ntoskrnl.exe base 0xfffff80000000000 size 0x1000000 path "\SystemRoot\ntoskrnl.exe"
thread 12 in 20
thread 11 "0x12" in 10 start "my game.exe"+0x10 priority -2 from 5
file 0xff01 "\Device\a"
queue 0xc1 in 10 adapter 0xad node 2 engine copy flags 1 name Copy from 9
at 10 cpu 0: switch 11 -> 12 waiting UserRequest raw 6 mode user old-priority 3 new-priority 15 old-stack "my game.exe"+0x20 < 0x1 new-stack ntoskrnl.exe+0x10
at 11 cpu 1: ready 11 by 12 from interrupt kind new target 3 stack 0x77
at 12 cpu 2: sample 11 in 0x5 event cycles weight 7 flags 3 stack 0x6 < 0x7
at 12.5 cpu 2: sample 11 stack 0x6 < 0x7
at 13 cpu 3: isr ntoskrnl.exe+0x20 for 1us name msi vector 129 queued -0.5
at 16 cpu 3: dpc ntoskrnl.exe+0x20 for 0.5
at 17 cpu 3: timer-dpc ntoskrnl.exe+0x20 for 0.5
at 18 cpu 3: threaded-dpc ntoskrnl.exe+0x20 for 0.5
at 19 cpu 3: softirq ntoskrnl.exe+0x20 for 0.5
at 20 cpu 3: tick ntoskrnl.exe+0x20 for 0.5
at 30: fault 11 for 0.5 address 0x7 in "my game.exe"+0x20 file 0xff01 offset 0x9 bytes 8192 stack 0x1
at 31: disk discard by 11 queued 1 for 2 disk 3 priority 4 flags 5 offset 6 bytes 7 file 0xff01 stack 0x8
at 32: call 11 "Nt Read" for 1 kind lock object 0x2 result -3 stack 0x4
at 40: present 11 chain 0x1 for 0.1 runtime vulkan mode "Hardware: Independent Flip" sync 2 flags 0x200 result 0x1 key 0x77 id 9 outcome discarded tearing 1 nesting 2 gpu-done 3 window 0x4 source 5 layer 6 frame 7
at 41: present 12 chain 0x2 open
at 42: display 0x77 flip -1 type Repeated delay 2 source 3 layer 4
at 43: vsync 2 sequence 99
at 44: packet 0xc1 queued 1 open by 11 kind paging sequence 2 fence 3 present 0x77 flags 5
at 46: packet 0xc1 for 2
at 50: input keyboard taken by 11 window 0x5
at 51: mark "a mark" by 11 frame 3
at 52: phase loading for 5 by 11 in 10 kind state frame 4
at 53 cpu 1: counter "GPU power" -220.5 unit per-second in 10
at 54 cpu 1: lost 12 buffers for 3
at 60: frame 10 application "My Game" chain 0x1 runtime DXGI mode x type Application sync 1 flags 2 tearing 1 shown 0 frame 5 cpu-start -1 between-presents 16.6 instrumented-latency 0.001
at 100: mark "the end"
)";

}  // namespace

BOOST_AUTO_TEST_SUITE(story_words)

BOOST_AUTO_TEST_CASE(every_column_that_a_story_has_a_word_for_is_told) {
    TestRecording made;
    add_lives(made);
    add_scheduling(made);
    add_requests(made);
    add_frames(made);
    add_words_of_programs(made);
    const auto store = made.freeze();
    std::string text;
    store::export_story(*store, {}, [&](std::string_view piece) { text += piece; });
    const story::Story read = story::parse_story(text);
    const story::Story expected = story::parse_story(kExpected);
    BOOST_TEST(write_story(read) == write_story(expected));
    BOOST_TEST((read == expected));
    BOOST_TEST(text.find("unused.exe") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(what_ends_before_it_begins_has_no_length) {
    TestRecording made;
    const std::pair<const char*, Cell> begin{"begin", ms(20)}, end{"end", ms(10)};
    made.row("dpc_isr", {begin, end, {"cpu", n(0)}, {"kind", n(BL_DPC_ISR_KIND_DPC)}});
    made.row("disk_io", {begin, {"start", ms(15)}, end, {"kind", n(BL_DISK_IO_KIND_READ)}});
    made.row("gpu_packet", {{"queued", ms(30)}, begin, end});
    made.row("phase", {begin, end, {"name", std::string("x")}});
    made.row("lost", {begin, end});
    const auto store = made.freeze();
    std::string text;
    store::export_story(*store, {}, [&](std::string_view piece) { text += piece; });
    BOOST_TEST(story::parse_story(text).events.events.size() == 5u, text);
}

BOOST_AUTO_TEST_CASE(an_empty_trace_is_an_empty_story) {
    const auto store = TestRecording().freeze();
    std::string text;
    store::export_story(*store, {}, [&](std::string_view piece) { text += piece; });
    const story::Story read = story::parse_story(text);
    BOOST_TEST(read.events.events.empty());
    BOOST_TEST(read.machine.cpus == 1u);
}

BOOST_AUTO_TEST_CASE(times_are_exact_and_names_are_in_quotes_where_they_must_be) {
    BOOST_TEST(store::story_time(0) == "0");
    BOOST_TEST(store::story_time(1) == "0.000001");
    BOOST_TEST(store::story_time(16'600'000) == "16.6");
    BOOST_TEST(store::story_time(-500'000) == "-0.5");
    BOOST_TEST(store::story_time(123'456'789'012'345) == "123456789.012345");
    BOOST_TEST(store::story_name("game.exe") == "game.exe");
    BOOST_TEST(store::story_name("") == "\"\"");
    BOOST_TEST(store::story_name("7z.exe") == "\"7z.exe\"");
    BOOST_TEST(store::story_name("a->b") == "\"a->b\"");
    BOOST_TEST(store::story_name("say \"hi\"\n") == "\"say \"\"hi\"\" \"");
    BOOST_TEST(store::story_number(1e20) == "100000000000000000000");
}

BOOST_AUTO_TEST_SUITE_END()
