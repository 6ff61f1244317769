// Recordings of this machine, held against what perf and the kernel say of the same time.
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <thread>

#include "calling.hpp"
#include "perf_tool.hpp"
#include "workload.hpp"

using namespace record_test;

namespace {

std::uint64_t count_of(const std::map<std::string, std::uint64_t>& counts,
                       const std::string& event) {
    const auto found = counts.find(event);
    return found == counts.end() ? 0 : found->second;
}

bool ready() {
    return can_record_all() && have_perf();
}

// Records the ping-pong, from before its start until after its end.
struct Recorded {
    bl_record_state state{};
    Ended ended;
    std::uint32_t pid = 0;
};

Recorded record_ping_pong(Request request, int rounds) {
    PingPong child = start_ping_pong(rounds);
    request.pids = {static_cast<std::uint32_t>(child.pid)};
    Recording recording(request);
    BOOST_REQUIRE_MESSAGE(recording.begun() == BL_OK, recording.host.error);
    let_go(child);
    Recorded made;
    made.pid = request.pids.front();
    made.ended = wait_for(child.pid);
    recording.run_for(100);
    BOOST_TEST((recording.state.flags & BL_RECORD_TARGET_ENDED) != 0u);
    BOOST_TEST(recording.end() == BL_OK, recording.host.error);
    made.state = recording.state;
    return made;
}

// Begins `perf record` of all context switches; returns when it records.
pid_t start_perf_record(const Folder& folder, const std::string& path) {
    const std::string control = folder / "control", answer = folder / "answer";
    BOOST_REQUIRE(::mkfifo(control.c_str(), 0600) == 0 && ::mkfifo(answer.c_str(), 0600) == 0);
    const pid_t perf = ::fork();
    if (perf == 0) {
        const std::string command =
            "exec perf record -q -B -N -a -m 4M -k CLOCK_MONOTONIC -D -1 --control fifo:" +
            control + "," + answer + " -e sched:sched_switch,sched:sched_waking -o " + path +
            " >/dev/null 2>&1";
        ::execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
        std::_Exit(127);
    }
    std::ofstream(control) << "enable\n" << std::flush;
    std::string said;
    std::getline(std::ifstream(answer), said);
    BOOST_TEST(said.substr(0, 3) == "ack");
    return perf;
}

// Prints why not.
bool compile(const std::string& program, const std::string& text) {
    std::ofstream(program + ".c") << text;
    if (run("cc -O1 -o " + program + " " + program + ".c -ldl").status == 0) return true;
    BOOST_TEST_MESSAGE("skipped: no C compiler");
    return false;
}

}  // namespace

BOOST_AUTO_TEST_CASE(perf_finds_as_many_events_as_were_recorded_and_complains_of_nothing) {
    if (!ready()) return;
    for (const char* preset :
         {"light", "normal", "full", "game", "latency", "cpu", "dpc", "disk", "power"}) {
        const Folder folder;
        Request request;
        request.preset = preset;
        request.path = folder / "a.perf.data";
        const Recorded made = record_ping_pong(request, 200);
        std::string errors;
        const auto counts = perf_counts(request.path, &errors);
        BOOST_TEST(errors == "", preset << ": " << errors);
        BOOST_TEST(sum_of(counts) == made.state.events, preset);
        BOOST_TEST(made.state.events > 0u, preset);
        if (made.state.lost > 0)
            BOOST_TEST_MESSAGE(preset << ": " << made.state.lost << " lost on a busy machine");
        const Output header = run("perf report --header-only -i " + request.path);
        BOOST_TEST(header.errors == "", preset << ": " << header.errors);
        BOOST_TEST(std::filesystem::file_size(request.path) >= made.state.bytes);
    }
}

BOOST_AUTO_TEST_CASE(a_process_has_the_context_switches_that_the_kernel_counted) {
    if (!ready()) return;
    const Folder folder;
    Request request;
    request.preset = "normal";
    request.path = folder / "a.perf.data";
    const Recorded made = record_ping_pong(request, 2000);
    const Output output = run("perf script -i " + request.path + " -G -F pid,event | grep -c '^ *" +
                              std::to_string(made.pid) + " *sched:sched_switch:'");
    const auto system_wide = std::stoull("0" + output.text);
    // The last switch of each thread comes when it is counted out already; the first ones, before
    // the recording began, are told too.
    BOOST_TEST(system_wide <= made.ended.switches + 2);
    BOOST_TEST(system_wide + 4 >= made.ended.switches);
    const Output stacks = run("perf script -i " + request.path + " -G -F pid,event | grep -c '^ *" +
                              std::to_string(made.pid) + " *sched:sched_switch/stack:'");
    // A thread gives up its own events before it leaves for the last time, in which it may be
    // interrupted.
    const auto own = std::stoull("0" + stacks.text);
    BOOST_TEST(own <= system_wide);
    BOOST_TEST(own + 6 >= system_wide);
}

BOOST_AUTO_TEST_CASE(run_times_are_those_of_a_perf_record_that_ran_beside) {
    if (!ready()) return;
    const Folder folder;
    // Both read the clock at each switch, some ten nanoseconds apart: runs must not be too short.
    PingPong child = start_ping_pong(4000, 100);
    const auto pid = static_cast<std::uint32_t>(child.pid);
    const std::string theirs = folder / "theirs.perf.data";
    const pid_t perf = start_perf_record(folder, theirs);
    Request request;
    request.preset = "light";
    request.path = folder / "ours.perf.data";
    request.pids = {pid};
    Recording recording(request);
    BOOST_REQUIRE_MESSAGE(recording.begun() == BL_OK, recording.host.error);
    let_go(child);
    wait_for(child.pid);
    recording.run_for(300);
    BOOST_TEST(recording.end() == BL_OK);
    ::kill(perf, SIGINT);
    ::waitpid(perf, nullptr, 0);
    for (const char* name : {"pinger", "ponger"}) {
        std::string errors, their_errors;
        const RunTime mine = perf_run_time(request.path, name, pid, &errors);
        const RunTime other = perf_run_time(theirs, name, pid, &their_errors);
        BOOST_TEST(errors == "");
        BOOST_TEST_MESSAGE(name << ": " << mine.run_ms << " ms in " << mine.times << " runs, "
                                << other.run_ms << " ms in " << other.times << " by perf record");
        BOOST_TEST(their_errors == "");
        BOOST_TEST(mine.run_ms > 0);
        // On an idle machine 0.1 %; each recorder's own work is between the other one's events.
        BOOST_TEST(std::abs(mine.run_ms - other.run_ms) <= 0.005 * other.run_ms + 0.05);
    }
}

BOOST_AUTO_TEST_CASE(compressed_recordings_hold_the_same_and_are_smaller) {
    if (!ready()) return;
    const Folder folder;
    std::uint64_t bytes[2] = {}, events[2] = {};
    for (const std::uint64_t level : {0u, 1u}) {
        Request request;
        request.path = folder / ("a" + std::to_string(level));
        request.options.numbers["compress"] = level;
        const Recorded made = record_ping_pong(request, 3000);
        std::string errors;
        BOOST_TEST(sum_of(perf_counts(request.path, &errors)) == made.state.events);
        BOOST_TEST(errors == "");
        bytes[level] = made.state.bytes;
        events[level] = made.state.events;
    }
    if (std::string(run("strings -n 4 " + (folder / "a1") + " | head -1").text).empty()) return;
    BOOST_TEST_MESSAGE("bytes of an event: " << double(bytes[0]) / double(events[0]) << ", and "
                                             << double(bytes[1]) / double(events[1]));
    BOOST_TEST(bytes[1] <= bytes[0]);
}

BOOST_AUTO_TEST_CASE(a_function_of_a_program_is_a_frame) {
    if (!ready()) return;
    const Folder folder;
    const std::string program = folder / "frames";
    if (!compile(program, R"(
            #include <unistd.h>
            __attribute__((noinline)) void draw(int i) { __asm__ volatile("" : : "r"(i)); }
            int main(void) {
                for (int i = 0; i < 310; ++i) { draw(i); usleep(200); }
                return 0;
            })"))
        return;
    Request request;
    request.preset = "light";
    request.path = folder / "a.perf.data";
    request.options.texts["probe"] = program + ":draw";
    Recording recording(request);
    if (recording.begun() != BL_OK) {
        BOOST_TEST_MESSAGE("skipped: " << recording.host.error);
        return;
    }
    BOOST_TEST(run(program).status == 0);
    BOOST_TEST(recording.end() == BL_OK);
    BOOST_TEST(recording.state.frames == 310u);
    std::string errors;
    const auto counts = perf_counts(request.path, &errors);
    BOOST_TEST(count_of(counts, "uprobe:draw") == 310u);
    BOOST_TEST(errors == "");
}

BOOST_AUTO_TEST_CASE(frames_are_found_in_a_library_that_is_loaded_while_recording) {
    if (!ready()) return;
    const Folder folder;
    const std::string program = folder / "late";
    // Without a display it shows nothing, but is called.
    if (!compile(program, R"(
            #include <dlfcn.h>
            #include <unistd.h>
            int main(void) {
                sleep(1);
                void* library = dlopen("libEGL.so.1", RTLD_NOW);
                if (!library) return 9;
                unsigned (*swap)(void*, void*) =
                    (unsigned (*)(void*, void*))dlsym(library, "eglSwapBuffers");
                sleep(1);
                for (int i = 0; i < 200; ++i) { swap(0, 0); usleep(500); }
                return 0;
            })"))
        return;
    const pid_t pid = ::fork();
    if (pid == 0) {
        ::execl(program.c_str(), "late", nullptr);
        std::_Exit(127);
    }
    Request request;
    request.preset = "light";
    request.path = folder / "a.perf.data";
    request.pids = {static_cast<std::uint32_t>(pid)};
    Recording recording(request);
    BOOST_REQUIRE_MESSAGE(recording.begun() == BL_OK, recording.host.error);
    recording.run_for(2600);
    const int status = wait_for(pid).status;
    BOOST_TEST(recording.end() == BL_OK);
    if (status != 0) {
        BOOST_TEST_MESSAGE("skipped: there is no libEGL");
        return;
    }
    BOOST_TEST(recording.state.frames == 200u);
    std::string errors;
    BOOST_TEST(count_of(perf_counts(request.path, &errors), "uprobe:eglSwapBuffers") == 200u);
    BOOST_TEST(errors == "");
}

BOOST_AUTO_TEST_CASE(a_window_holds_the_last_seconds_and_the_names_from_before) {
    if (!ready()) return;
    const Folder folder;
    Request request;
    request.preset = "light";
    request.path = folder / "a.perf.data";
    request.ring_ns = 1'000'000'000;
    // It starts and is named within the recording, but before the window.
    Recording recording(request);
    BOOST_REQUIRE_MESSAGE(recording.begun() == BL_OK, recording.host.error);
    const pid_t sleeper = ::fork();
    if (sleeper == 0) {
        ::execl("/bin/sh", "sh", "-c", "while sleep 0.05; do :; done", nullptr);
        std::_Exit(127);
    }
    recording.run_for(3500);
    BOOST_TEST(recording.end() == BL_OK, recording.host.error);
    ::kill(sleeper, SIGKILL);
    ::waitpid(sleeper, nullptr, 0);
    std::string errors;
    const auto counts = perf_counts(request.path, &errors);
    BOOST_TEST(errors == "");
    BOOST_TEST(sum_of(counts) == recording.state.events);
    BOOST_TEST(count_of(counts, "sched:sched_switch") > 0u);
    const Output named =
        run("perf script -i " + request.path + " -F comm,tid,event | grep -c '^ *sh *" +
            std::to_string(sleeper) + " '");
    BOOST_TEST(std::stoull("0" + named.text) > 0u);
    // Not much more than a second: a round lasts a quarter of one.
    const Output times =
        run("perf script -i " + request.path +
            " -F time | sed 's/[: ]//g' | awk 'NR==1{a=$1} {b=$1} END{print b-a}'");
    const double seconds = std::stod("0" + times.text);
    BOOST_TEST(seconds > 0.7);
    BOOST_TEST(seconds < 1.8);
}
