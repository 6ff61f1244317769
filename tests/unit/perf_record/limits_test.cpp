// What happens where not all can be had.
#include <sched.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <fstream>
#include <perf/record/recorder.hpp>
#include <sstream>
#include <thread>

#include "calling.hpp"
#include "perf_tool.hpp"
#include "workload.hpp"

using namespace record_test;

namespace {

std::string program() {
    return std::string(BENCHLAB_TEST_BINARY_DIR) + "/record_run";
}

std::size_t open_descriptors() {
    std::size_t count = 0;
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator("/proc/self/fd"))
        ++count;
    return count;
}

// A small file system of its own, for root.
struct SmallDisk {
    explicit SmallDisk(const std::string& where, const char* size) : path(where) {
        std::filesystem::create_directory(path);
        mounted = ::mount("tmpfs", path.c_str(), "tmpfs", 0, size) == 0;
    }
    ~SmallDisk() {
        if (mounted) ::umount(path.c_str());
    }
    std::string path;
    bool mounted = false;
};

}  // namespace

BOOST_AUTO_TEST_CASE(a_full_disk_is_one_error_and_what_was_written_can_be_read) {
    if (!can_record_all() || !have_perf()) return;
    const Folder folder;
    const SmallDisk disk(folder / "small", "size=2m");
    if (!disk.mounted) {
        BOOST_TEST_MESSAGE("skipped: no file system may be mounted");
        return;
    }
    Request request;
    request.preset = "light";
    request.path = disk.path + "/a.perf.data";
    request.options.numbers["compress"] = 0;
    PingPong child = start_ping_pong(60'000);
    Recording recording(request);
    BOOST_REQUIRE_MESSAGE(recording.begun() == BL_OK, recording.host.error);
    let_go(child);
    wait_for(child.pid);
    bl_status status = BL_OK;
    for (int i = 0; i < 20 && status == BL_OK; ++i) {
        status = recording.poll();
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
    BOOST_TEST(status == BL_E_IO);
    BOOST_TEST(recording.host.error.find("No space left") != std::string::npos,
               recording.host.error);
    BOOST_TEST(recording.end() == BL_E_IO);
    std::string errors;
    const auto counts = perf_counts(request.path, &errors);
    BOOST_TEST(errors == "");
    BOOST_TEST(sum_of(counts) > 1000u);
    BOOST_TEST(sum_of(counts) < recording.state.events);
}

BOOST_AUTO_TEST_CASE(a_path_that_cannot_be_written_is_said_at_once) {
    if (!can_record_all()) return;
    Request request;
    request.path = "/no/such/folder/a.perf.data";
    const Recording recording(request);
    BOOST_TEST(recording.begun() == BL_E_IO);
    BOOST_TEST(recording.host.error.find("/no/such/folder/a.perf.data") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_preset_that_is_not_there_is_refused) {
    Request request;
    request.preset = "nonsense";
    request.path = "/tmp/never";
    const Recording recording(request);
    BOOST_TEST(recording.begun() == BL_E_INVALID);
    BOOST_TEST(!std::filesystem::exists(request.path));
}

BOOST_AUTO_TEST_CASE(a_process_that_is_not_there_is_refused) {
    const pid_t pid = ::fork();
    if (pid == 0) std::_Exit(0);
    ::waitpid(pid, nullptr, 0);
    const Folder folder;
    Request request;
    request.path = folder / "a.perf.data";
    request.pids = {static_cast<std::uint32_t>(pid)};
    const Recording recording(request);
    BOOST_TEST(recording.begun() == BL_E_INVALID);
    BOOST_TEST(recording.host.error.find("has ended already") != std::string::npos);
    BOOST_TEST(!std::filesystem::exists(request.path));
}

BOOST_AUTO_TEST_CASE(lost_events_are_counted_as_perf_counts_them) {
    if (!can_record_all() || !have_perf()) return;
    const Folder folder;
    Request request;
    request.preset = "light";
    request.path = folder / "a.perf.data";
    request.buffer_bytes = 32 * 1024;
    PingPong child = start_ping_pong(30'000);
    // The thread that empties the rings gets what the others leave over, which is too little.
    const sched_param none{};
    ::sched_setscheduler(0, SCHED_IDLE, &none);
    Recording recording(request);
    ::sched_setscheduler(0, SCHED_OTHER, &none);
    BOOST_REQUIRE_MESSAGE(recording.begun() == BL_OK, recording.host.error);
    let_go(child);
    wait_for(child.pid);
    recording.run_for(100);
    BOOST_TEST(recording.end() == BL_OK);
    BOOST_TEST_MESSAGE(recording.state.lost << " lost, " << recording.state.events << " recorded");
    // "... PERF_RECORD_LOST: lost 123", or in newer ones "lost id:1 lost:123".
    const Output output = run("perf script -i " + request.path +
                              " --show-lost-events | sed -n 's/.*PERF_RECORD_LOST.*lost[ :]*//p' |"
                              " awk '{sum += $1} END {print sum + 0}'");
    BOOST_TEST(std::stoull("0" + output.text) == recording.state.lost);
}

BOOST_AUTO_TEST_CASE(what_may_be_recorded_is_told_with_what_mends_it) {
    Host host;
    struct Context {
        std::vector<std::string> titles, wrong;
    } context;
    const bl_status status = benchlab::perf::kRecorder.check(
        &host.table, &context, [](void* given, const bl_check_item* item) {
            auto& found = *static_cast<Context*>(given);
            found.titles.emplace_back(item->title);
            const bool good = item->state >= BL_CHECK_OK && item->state <= BL_CHECK_MISSING &&
                              item->text != nullptr && item->text[0] != 0;
            const bool mends =
                item->remedy == nullptr || std::string(item->remedy).find("sudo ") == 0;
            if (!good || !mends) found.wrong.emplace_back(item->title);
        });
    BOOST_TEST(status == BL_OK);
    BOOST_TEST(context.wrong.empty());
    BOOST_TEST(context.titles.size() > 10u);
}

BOOST_AUTO_TEST_CASE(ten_thousand_short_processes_leave_nothing_behind) {
    if (!can_record_all() || !have_perf()) return;
    const Folder folder;
    Request request;
    request.preset = "normal";
    request.path = folder / "a.perf.data";
    request.pids = {static_cast<std::uint32_t>(::getpid())};
    request.options.numbers["stack-bytes"] = 0;  // perf takes long to unwind them
    const std::size_t before = open_descriptors();
    std::size_t during = 0;
    {
        Recording recording(request);
        BOOST_REQUIRE_MESSAGE(recording.begun() == BL_OK, recording.host.error);
        recording.run_for(100);
        during = open_descriptors();
        constexpr int kCount = 10'000;
        // Each in brackets is a process of its own.
        const std::string thousand = "i=0; while [ $i -lt 1000 ]; do (:); i=$((i+1)); done";
        for (int i = 0; i < kCount; i += 1000) {
            BOOST_TEST(run(thousand).status == 0);
            BOOST_TEST(recording.poll() == BL_OK);
        }
        BOOST_TEST(open_descriptors() == during);
        BOOST_TEST(recording.end() == BL_OK, recording.host.error);
        std::string errors;
        const auto counts = perf_counts(request.path, &errors);
        BOOST_TEST(errors == "");
        BOOST_TEST(sum_of(counts) == recording.state.events);
        const auto forks = counts.find("sched:sched_process_fork");
        BOOST_REQUIRE(forks != counts.end());
        BOOST_TEST(forks->second >= static_cast<std::uint64_t>(kCount));
    }
    BOOST_TEST(open_descriptors() == before);
}

BOOST_AUTO_TEST_CASE(a_killed_recorder_leaves_the_records_in_the_file) {
    if (!can_record_all()) return;
    const Folder folder;
    const std::string path = folder / "a.perf.data";
    const Output output = run("timeout -s KILL 2 " + program() + " " + path +
                              " --preset light --compress 0 --seconds 60");
    BOOST_TEST(output.status == 137);
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    const std::string bytes = text.str();
    BOOST_REQUIRE(bytes.size() > 104u);
    std::uint64_t data = 0, size = 1;
    bytes.copy(reinterpret_cast<char*>(&data), 8, 40);
    bytes.copy(reinterpret_cast<char*>(&size), 8, 48);
    BOOST_TEST(size == 0u);
    // Whole records up to the end of the file.
    std::size_t at = data, samples = 0;
    while (at + 8 <= bytes.size()) {
        std::uint32_t type = 0;
        std::uint16_t length = 0;
        bytes.copy(reinterpret_cast<char*>(&type), 4, at);
        bytes.copy(reinterpret_cast<char*>(&length), 2, at + 6);
        BOOST_REQUIRE(length >= 8u);
        samples += type == 9 ? 1 : 0;
        at += length;
    }
    BOOST_TEST(at == bytes.size());
    BOOST_TEST(samples > 0u);
}

BOOST_AUTO_TEST_CASE(an_ordinary_user_records_own_processes_and_is_told_so) {
    if (::geteuid() != 0 || run("setpriv --version").status != 0 || !have_perf()) {
        BOOST_TEST_MESSAGE("skipped: needs root and setpriv to become another user");
        return;
    }
    const Folder folder;
    std::filesystem::permissions(folder.path(), std::filesystem::perms::all);
    const std::string as_user =
        "setpriv --reuid=65534 --regid=65534 --clear-groups --inh-caps=-all "
        "--bounding-set=-all ";
    const std::string path = folder / "a.perf.data";
    std::filesystem::copy_file(program(), folder / "record_run");
    const Output output =
        run(as_user + (folder / "record_run") + " " + path +
            " --until-ended --seconds 20 -- sh -c 'for i in 1 2 3 4 5; do sleep 0.05; done'");
    std::ifstream level("/proc/sys/kernel/perf_event_paranoid");
    int paranoid = 9;
    level >> paranoid;
    if (paranoid < 0) {
        BOOST_TEST_MESSAGE("skipped: this machine lets everyone record everything");
        return;
    }
    if (paranoid > 2) {
        BOOST_TEST(output.status == 1);
        BOOST_TEST(output.text.find("CAP_PERFMON") != std::string::npos, output.text);
        return;
    }
    BOOST_TEST(output.status == 0, output.text << output.errors);
    BOOST_TEST(output.text.find("only the given processes are recorded") != std::string::npos,
               output.text);
    const Output switches =
        run("perf script -f -i " + path + " --show-switch-events | grep -c PERF_RECORD_SWITCH");
    BOOST_TEST(switches.errors == "");
    BOOST_TEST(std::stoull("0" + switches.text) > 10u);
}
