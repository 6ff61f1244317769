// Programs that mark with mark.h, in C and C++: what they say they did is what is read.
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "platform/files.hpp"
#include "platform/process.hpp"
#include "reading.hpp"

namespace {

namespace fs = std::filesystem;
using benchlab::platform::Child;
using marks_test::Read;
using marks_test::read_files;
using marks_test::Row;

constexpr std::uint64_t kPatienceMs = 60'000;

// One line of what the program printed.
struct Noted {
    std::int64_t thread = 0, before = 0, after = 0, value = 0;
    std::string kind, name;
};

struct Said {
    std::int64_t pid = 0;
    int opened = 0;
    std::vector<std::string> lines;  // after the first

    // From line to line; for a program that forks one process's part of them.
    std::vector<Noted> notes(std::size_t first = 0, std::size_t last = SIZE_MAX) const {
        std::vector<Noted> out;
        for (std::size_t i = first; i < std::min(last, lines.size()); ++i) {
            Noted made;
            std::istringstream line(lines[i]);
            line >> made.thread >> made.before >> made.after >> made.kind >> made.value >> std::ws;
            std::getline(line, made.name);
            out.push_back(std::move(made));
        }
        return out;
    }
};

// A folder for the file of marks, and the environment of the program that writes it.
class Place {
  public:
    Place() {
        std::string made = (fs::temp_directory_path() / "benchlab-marks-XXXXXX").string();
        BOOST_REQUIRE(mkdtemp(made.data()) != nullptr);
        folder_ = made;
        ::setenv("BENCHLAB_MARKS", made.c_str(), 1);
        ::unsetenv("BENCHLAB_MARKS_RECORDS");
    }
    ~Place() {
        ::unsetenv("BENCHLAB_MARKS");
        ::unsetenv("BENCHLAB_MARKS_RECORDS");
        std::error_code ignored;
        fs::remove_all(folder_, ignored);
    }
    void set_records(const char* count) { ::setenv("BENCHLAB_MARKS_RECORDS", count, 1); }
    std::string file_of(std::int64_t pid) const {
        return (folder_ / ("benchlab." + std::to_string(pid))).string();
    }
    std::size_t files() const {
        std::size_t count = 0;
        for ([[maybe_unused]] const auto& each : fs::directory_iterator(folder_)) ++count;
        return count;
    }
    const fs::path& folder() const { return folder_; }

  private:
    fs::path folder_;
};

Child start(const std::vector<std::string>& words) {
    auto child =
        Child::start(benchlab::platform::executable_path().parent_path() / "marks_writer", words);
    BOOST_REQUIRE(child.ok());
    return std::move(*child);
}

std::string next_line(Child& child) {
    std::string line;
    BOOST_REQUIRE(child.read_line(line, kPatienceMs) == Child::Read::kLine);
    return line;
}

Said run(const std::vector<std::string>& words) {
    Child child = start(words);
    Said out;
    std::istringstream(next_line(child)) >> out.pid >> out.opened;
    std::string line;
    while (child.read_line(line, kPatienceMs) == Child::Read::kLine) out.lines.push_back(line);
    const auto status = child.wait();
    BOOST_TEST(status.code == 0);
    BOOST_TEST(status.killed_by == "");
    return out;
}

struct Told {
    std::int64_t time = 0, value = 0;
    std::string kind, name;
};

// What the store has of a thread, as the program would print it.  Counters have no thread there.
std::vector<Told> told_of(const Read& read, std::int64_t thread) {
    std::vector<Told> out;
    for (const Row& each : read.rows("mark")) {
        if (each.integer("thread") != thread) continue;
        const bool frame = each.text("name") == "frame";
        out.push_back({each.integer("time"), frame ? each.integer("app_frame") : 0,
                       frame ? "frame" : "event", frame ? "-" : each.text("name")});
    }
    for (const Row& each : read.rows("phase")) {
        if (each.integer("thread") != thread) continue;
        out.push_back({each.integer("begin"), 0, "begin", each.text("name")});
        out.push_back({each.integer("end"), 0, "end", each.text("name")});
    }
    std::stable_sort(out.begin(), out.end(),
                     [](const Told& a, const Told& b) { return a.time < b.time; });
    return out;
}

// Each mark of the thread is there, in order, at a time between those around the call.
void check_thread(const Read& read, const std::vector<Noted>& all, std::int64_t thread) {
    std::vector<Noted> noted;
    for (const Noted& each : all) {
        const bool has_thread = each.kind != "counter" && each.kind != "state";
        if (each.thread == thread && has_thread) noted.push_back(each);
    }
    const std::vector<Told> told = told_of(read, thread);
    BOOST_TEST_REQUIRE(told.size() == noted.size());
    for (std::size_t i = 0; i < told.size(); ++i) {
        const std::int64_t time = read.clock.zero + told[i].time;
        BOOST_TEST_REQUIRE(told[i].kind == noted[i].kind);
        BOOST_TEST_REQUIRE(told[i].name == noted[i].name);
        BOOST_TEST_REQUIRE(told[i].value == noted[i].value);
        BOOST_TEST_REQUIRE(time >= noted[i].before);
        BOOST_TEST_REQUIRE(time <= noted[i].after);
    }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(marks_writer)

BOOST_AUTO_TEST_CASE(every_kind_of_mark_from_c_cpp_and_a_library_is_in_one_file) {
    const Place place;
    const Said said = run({"everything"});
    BOOST_TEST(said.opened == 1);
    BOOST_TEST(place.files() == 1u);
    const Read read = read_files({place.file_of(said.pid)});
    BOOST_TEST_REQUIRE(read.status == BL_OK);
    BOOST_TEST(read.problems().empty());
    BOOST_TEST(read.rows("lost").empty());
    const std::vector<Noted> noted = said.notes();
    check_thread(read, noted, said.pid);
    // The states follow each other without a gap.
    std::vector<Row> states;
    for (const Row& each : read.rows("phase")) {
        if (each.integer("kind") == 2) states.push_back(each);
    }
    BOOST_TEST_REQUIRE(states.size() == 3u);
    BOOST_TEST(states[0].text("name") == "warm-up");
    BOOST_TEST(states[0].integer("end") == states[1].integer("begin"));
    BOOST_TEST(states[1].text("name") == "capture");
    BOOST_TEST(states[2].text("name") == "ended");
    const auto counters = read.rows("counter");
    BOOST_TEST_REQUIRE(counters.size() == 3u);
    BOOST_TEST(counters[0].text("name") == "draw calls");
    BOOST_TEST(counters[0].numbers.at("value") == 1.0);
    BOOST_TEST(counters[2].text("name") == "half");
    BOOST_TEST(counters[2].numbers.at("value") == 0.5);
    const auto processes = read.rows("process");
    BOOST_TEST_REQUIRE(processes.size() == 1u);
    BOOST_TEST(processes[0].text("name") == "marks_writer");
    BOOST_TEST(processes[0].integer("pid") == said.pid);
}

BOOST_AUTO_TEST_CASE(threads_that_mark_at_once_lose_nothing) {
    Place place;
    place.set_records("65536");
    const int threads = 8, frames = 1500;  // 60,000 marks
    const Said said = run({"threads", std::to_string(frames), std::to_string(threads)});
    const Read read = read_files({place.file_of(said.pid)});
    BOOST_TEST_REQUIRE(read.status == BL_OK);
    BOOST_TEST(read.problems().empty());
    BOOST_TEST(read.rows("lost").empty());
    const std::vector<Noted> noted = said.notes();
    BOOST_TEST(noted.size() == static_cast<std::size_t>(threads * frames * 5));
    BOOST_TEST(read.rows("counter").size() == static_cast<std::size_t>(threads * frames));
    int workers = 0;
    for (const Row& thread : read.rows("thread")) {
        BOOST_TEST(thread.text("name").substr(0, 6) == "Worker");
        check_thread(read, noted, thread.integer("tid"));
        ++workers;
    }
    BOOST_TEST(workers == threads);
}

BOOST_AUTO_TEST_CASE(a_full_ring_keeps_the_newest_marks_and_counts_the_rest) {
    Place place;
    place.set_records("1024");
    const Said said = run({"frames", "1000"});  // 5,000 marks
    const Read read = read_files({place.file_of(said.pid)});
    BOOST_TEST(read.problems().empty());
    const auto lost = read.rows("lost");
    BOOST_TEST_REQUIRE(lost.size() == 1u);
    BOOST_TEST(lost[0].integer("count") == 5000 - 1024);
    // 1,024 marks are 204 whole frames, and four marks of the one before: its frame mark among
    // them.
    std::vector<std::int64_t> frames;
    for (const Row& each : read.rows("mark")) {
        if (each.text("name") == "frame") frames.push_back(each.integer("app_frame"));
    }
    BOOST_TEST_REQUIRE(frames.size() == 205u);
    for (std::size_t i = 0; i < frames.size(); ++i) {
        BOOST_TEST(frames[i] == static_cast<std::int64_t>(796 + i));
    }
    BOOST_TEST(read.rows("counter").size() == 205u);
    BOOST_TEST(read.rows("phase").size() == 204u);
}

BOOST_AUTO_TEST_CASE(threads_that_fill_the_ring_many_times_lose_only_the_oldest) {
    Place place;
    place.set_records("1024");
    const Said said = run({"threads", "20000", "4"});  // 400,000 marks
    const Read read = read_files({place.file_of(said.pid)});
    BOOST_TEST_REQUIRE(read.status == BL_OK);
    std::int64_t lost = 0;
    for (const Row& each : read.rows("lost")) lost += each.integer("count");
    // All that are not lost are there; each frame's number as its thread counted it.
    const std::size_t kept = static_cast<std::size_t>(400'000 - lost);
    BOOST_TEST(kept <= 1024u);
    // A thread that stands still within a mark while the others fill the ring costs one or two.
    BOOST_TEST(kept >= 1000u);
    std::map<std::int64_t, std::int64_t> last;
    for (const Row& each : read.rows("mark")) {
        if (each.text("name") != "frame") continue;
        const auto found = last.find(each.integer("thread"));
        if (found != last.end()) {
            BOOST_TEST(each.integer("app_frame") > found->second);
        }
        last[each.integer("thread")] = each.integer("app_frame");
    }
}

BOOST_AUTO_TEST_CASE(a_child_of_fork_has_a_file_of_its_own) {
    const Place place;
    const Said said = run({"fork", "50"});
    BOOST_TEST(place.files() == 2u);
    std::size_t child_line = 0, parent_line = 0;
    for (std::size_t i = 0; i < said.lines.size(); ++i) {
        if (said.lines[i].substr(0, 5) == "child") child_line = i;
        if (said.lines[i] == "parent") parent_line = i;
    }
    BOOST_TEST_REQUIRE(child_line == 250u);
    BOOST_TEST_REQUIRE(parent_line == 501u);
    const std::int64_t child = std::stoll(said.lines[child_line].substr(6));
    std::vector<Noted> parents = said.notes(0, child_line);
    for (const Noted& each : said.notes(parent_line + 1)) parents.push_back(each);
    const Read of_parent = read_files({place.file_of(said.pid)});
    BOOST_TEST(of_parent.problems().empty());
    BOOST_TEST(of_parent.rows("counter").size() == 100u);
    check_thread(of_parent, parents, said.pid);
    const Read of_child = read_files({place.file_of(child)});
    BOOST_TEST(of_child.problems().empty());
    BOOST_TEST(of_child.rows("counter").size() == 50u);
    check_thread(of_child, said.notes(child_line + 1, parent_line), child);
    // Both are one recording too.
    const Read both = read_files({place.file_of(said.pid), place.file_of(child)});
    BOOST_TEST(both.rows("process").size() == 2u);
    BOOST_TEST(both.rows("counter").size() == 150u);
}

BOOST_AUTO_TEST_CASE(marks_of_a_program_that_was_killed_are_all_there) {
    const Place place;
    for (int round = 0; round < 5; ++round) {
        Child child = start({"for-ever"});
        std::int64_t pid = 0, printed = 0;
        std::istringstream(next_line(child)) >> pid;
        while (printed < 2000 * (round + 1)) printed = std::stoll(next_line(child));
        ::kill(static_cast<pid_t>(pid), SIGKILL);
        std::string line;
        while (child.read_line(line, kPatienceMs) == Child::Read::kLine) {
            if (!line.empty()) printed = std::max(printed, std::int64_t{std::stoll(line)});
        }
        BOOST_TEST(child.wait().killed_by == "SIGKILL");
        const Read read = read_files({place.file_of(pid)});
        BOOST_TEST_REQUIRE(read.status == BL_OK);
        const auto problems = read.problems();
        // At most the one mark that it was writing.
        BOOST_TEST(problems.size() <= 1u);
        if (!problems.empty()) BOOST_TEST(problems.at("marks.unfinished") == 1u);
        const auto marks = read.rows("mark");
        BOOST_TEST(static_cast<std::int64_t>(marks.size()) >= printed);
        for (std::size_t i = 0; i < marks.size(); ++i) {
            BOOST_TEST_REQUIRE(marks[i].integer("app_frame") == static_cast<std::int64_t>(i + 1));
        }
    }
}

BOOST_AUTO_TEST_CASE(a_file_is_read_while_its_program_writes_to_it) {
    Place place;
    place.set_records("4096");
    Child child = start({"for-ever"});
    std::int64_t pid = 0, printed = 0;
    std::istringstream(next_line(child)) >> pid;
    while (printed < 20'000) printed = std::stoll(next_line(child));
    for (int round = 0; round < 20; ++round) {
        // Its pipe must not fill, or it would wait.
        std::string line;
        while (child.read_line(line, 0) == Child::Read::kLine) {
        }
        const Read read = read_files({place.file_of(pid)});
        BOOST_TEST_REQUIRE(read.status == BL_OK);
        std::int64_t before = 0, time = -1;
        for (const Row& each : read.rows("mark")) {
            BOOST_TEST_REQUIRE(each.integer("app_frame") > before);
            BOOST_TEST_REQUIRE(each.integer("time") >= time);
            before = each.integer("app_frame");
            time = each.integer("time");
        }
        BOOST_TEST(read.problems().count("marks.record") == 0u);
    }
    child.kill();
}

BOOST_AUTO_TEST_CASE(marks_are_off_when_the_environment_says_so_or_nothing_can_be_written) {
    const Place place;
    ::setenv("BENCHLAB_MARKS", "0", 1);
    const Said off = run({"frames", "10"});
    BOOST_TEST(off.opened == 0);
    BOOST_TEST(off.lines.size() == 50u);
    BOOST_TEST(!fs::exists("/dev/shm/benchlab." + std::to_string(off.pid)));
    ::setenv("BENCHLAB_MARKS", "/proc/nowhere", 1);
    BOOST_TEST(run({"frames", "10"}).opened == 0);
    BOOST_TEST(place.files() == 0u);
}

BOOST_AUTO_TEST_CASE(without_a_folder_the_file_is_in_shared_memory_and_only_its_owner_reads_it) {
    const Place place;
    ::unsetenv("BENCHLAB_MARKS");
    const Said said = run({"frames", "10"});
    const fs::path file = "/dev/shm/benchlab." + std::to_string(said.pid);
    if (!fs::exists(file)) {
        BOOST_TEST_MESSAGE("skipped: this machine has no /dev/shm to write to");
        return;
    }
    BOOST_TEST(
        (fs::status(file).permissions() == (fs::perms::owner_read | fs::perms::owner_write)));
    BOOST_TEST(read_files({file.string()}).rows("counter").size() == 10u);
    fs::remove(file);
}

BOOST_AUTO_TEST_CASE(of_programs_that_have_ended_only_the_last_files_stay) {
    const Place place;
    ::unsetenv("BENCHLAB_MARKS");
    // No process has such an id, and these are older than whatever else lies there.
    std::vector<fs::path> old;
    for (int i = 0; i < 9; ++i) {
        old.push_back("/dev/shm/benchlab." + std::to_string(500'000'000 + i));
        std::ofstream(old.back()) << "old";
        if (!fs::exists(old.back())) {
            BOOST_TEST_MESSAGE("skipped: this machine has no /dev/shm to write to");
            return;
        }
        const auto age = std::chrono::hours(24 * 365) - std::chrono::hours(i);
        fs::last_write_time(old.back(), fs::file_time_type::clock::now() - age);
    }
    const Said first = run({"frames", "1"}), second = run({"frames", "1"});
    BOOST_TEST(!fs::exists(old[0]));
    BOOST_TEST(!fs::exists(old[1]));
    BOOST_TEST(fs::exists(old[2]));
    for (const Said* said : {&first, &second}) {
        const fs::path made = "/dev/shm/benchlab." + std::to_string(said->pid);
        BOOST_TEST(fs::exists(made));
        fs::remove(made);
    }
    for (const fs::path& each : old) fs::remove(each);
}

BOOST_AUTO_TEST_CASE(a_ring_that_does_not_fit_is_made_smaller) {
    const Place place;
    rlimit old{};
    ::getrlimit(RLIMIT_FSIZE, &old);
    const rlimit small{1'000'000, old.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &small);
    const Said said = run({"frames", "10"});
    ::setrlimit(RLIMIT_FSIZE, &old);
    BOOST_TEST(said.opened == 1);
    // 102,400 bytes and 16,384 records of 32 bytes; with twice as many it were too large.
    BOOST_TEST(fs::file_size(place.file_of(said.pid)) == 102'400u + 32u * 16'384u);
    BOOST_TEST(read_files({place.file_of(said.pid)}).rows("counter").size() == 10u);
}

BOOST_AUTO_TEST_CASE(a_file_of_an_earlier_process_with_the_same_id_is_replaced) {
    // What lies at its place can only be put there once its id is known: a program that waits for
    // it.
    const Place place;
    Child child = start({"for-ever"});
    std::int64_t pid = 0;
    std::istringstream(next_line(child)) >> pid;
    child.kill();
    std::string old = place.file_of(pid);
    BOOST_TEST(fs::exists(old));
    const Read first = read_files({old});
    BOOST_TEST(first.status == BL_OK);
    // The child of a fork() finds it, if it gets that id: not to be had on purpose.  A file that is
    // no file of marks is what the same code meets, under the id of a program that starts later.
    for (std::int64_t next = pid + 1; next < pid + 200; ++next) {
        std::ofstream(place.file_of(next)) << "not of this process";
    }
    const Said said = run({"frames", "10"});
    if (said.pid <= pid || said.pid >= pid + 200) {
        BOOST_TEST_MESSAGE("skipped: the ids of processes went on elsewhere");
        return;
    }
    BOOST_TEST(said.opened == 1);
    BOOST_TEST(read_files({place.file_of(said.pid)}).rows("counter").size() == 10u);
}

BOOST_AUTO_TEST_SUITE_END()
