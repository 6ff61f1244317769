// The program does what it says, as far as this can be seen without a tracer: by the times in its
// log, by what the kernel counted for its thread, and by its marks.
#include <stdlib.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "platform/files.hpp"
#include "platform/process.hpp"
#include "unit/marks/reading.hpp"

namespace {

namespace fs = std::filesystem;
using benchlab::platform::Child;
using marks_test::Read;
using Row = marks_test::Row;

constexpr std::uint64_t kPatienceMs = 120'000;
constexpr std::int64_t kMs = 1'000'000;

const std::vector<std::string> kKinds = {"sleep",          "spin",           "lock-sleeping",
                                         "lock-computing", "lock-preempted", "lock-reading",
                                         "cold-read",      "major-faults",   "starved",
                                         "interrupts",     "fresh-memory"};

struct Logged {
    std::string kind, detail;
    std::int64_t frame = 0, begin = 0, end = 0, tid = 0;

    bool is_skipped() const { return detail.substr(0, 8) == "skipped:"; }
    // Of "name=number" in the detail; -1 when it is not there.
    std::int64_t number(const std::string& name) const {
        std::istringstream words(detail);
        for (std::string word; words >> word;) {
            if (word.substr(0, name.size() + 1) == name + "=") {
                return std::stoll(word.substr(name.size() + 1));
            }
        }
        return -1;
    }
};

struct Ran {
    int status = 0;
    std::vector<std::string> lines;
    std::vector<Logged> frames, stalls;
    std::vector<std::string> mark_files;
};

class Place {
  public:
    Place() {
        // Not in the folder for temporary files, which may be in memory and never cold.
        folder_ = fs::path(BENCHLAB_TEST_BINARY_DIR) / "stalls-test";
        fs::remove_all(folder_);
        fs::create_directories(folder_);
        ::setenv("BENCHLAB_MARKS", folder_.c_str(), 1);
        ::setenv("BENCHLAB_MARKS_RECORDS", "16384", 1);
    }
    ~Place() {
        ::unsetenv("BENCHLAB_MARKS");
        ::unsetenv("BENCHLAB_MARKS_RECORDS");
        std::error_code ignored;
        fs::remove_all(folder_, ignored);
    }
    const fs::path& folder() const { return folder_; }

    Ran run(std::vector<std::string> words, const std::vector<std::string>& wrapper = {}) const {
        const fs::path program = benchlab::platform::executable_path().parent_path() / "stalls";
        const std::string log = (folder_ / "log.csv").string();
        words.insert(words.end(), {"--log", log});
        fs::path first = program;
        if (!wrapper.empty()) {
            first = wrapper.front();
            words.insert(words.begin(), program.string());
            words.insert(words.begin(), wrapper.begin() + 1, wrapper.end());
        }
        auto child = Child::start(first, words);
        BOOST_REQUIRE(child.ok());
        Ran out;
        std::string line;
        while (child->read_line(line, kPatienceMs) == Child::Read::kLine) out.lines.push_back(line);
        out.status = child->wait().code;
        read_log(log, out);
        BOOST_TEST(!fs::exists(log + ".cold"));
        for (const auto& each : fs::directory_iterator(folder_)) {
            if (each.path().filename().string().substr(0, 9) == "benchlab.") {
                out.mark_files.push_back(each.path().string());
            }
        }
        return out;
    }

  private:
    static void read_log(const std::string& path, Ran& out) {
        std::ifstream file(path);
        std::string line;
        std::getline(file, line);
        while (std::getline(file, line)) {
            Logged made;
            std::istringstream fields(line);
            std::string frame, begin, end, tid;
            std::getline(fields, made.kind, ',');
            std::getline(fields, frame, ',');
            std::getline(fields, begin, ',');
            std::getline(fields, end, ',');
            std::getline(fields, tid, ',');
            std::getline(fields, made.detail);
            made.frame = std::stoll(frame);
            made.begin = std::stoll(begin);
            made.end = std::stoll(end);
            made.tid = std::stoll(tid);
            (made.kind == "frame" ? out.frames : out.stalls).push_back(made);
        }
    }
    fs::path folder_;
};

// The stall of that kind, or null with a printed reason.
const Logged* made_stall(const Ran& ran, const std::string& kind) {
    for (const Logged& each : ran.stalls) {
        if (each.kind != kind) continue;
        if (!each.is_skipped()) return &each;
        BOOST_TEST_MESSAGE("skipped: " << kind << ", as the program said \"" << each.detail << '"');
        return nullptr;
    }
    BOOST_ERROR("there is no row of kind " << kind);
    return nullptr;
}

// All kinds, once each.
const Ran& all_kinds() {
    static const Ran ran = [] {
        const Place place;
        return place.run({"--frames", "220", "--every", "20", "--length", "30"});
    }();
    return ran;
}

void check_marks(const std::string& file, const Ran& ran) {
    const Read read = marks_test::read_files({file});
    BOOST_TEST_REQUIRE(read.status == BL_OK);
    BOOST_TEST(read.problems().empty());
    std::vector<Row> frames;
    for (const Row& each : read.rows("mark")) {
        if (each.text("name") == "frame") frames.push_back(each);
    }
    BOOST_TEST_REQUIRE(frames.size() == ran.frames.size() + 1);
    for (std::size_t i = 0; i < frames.size(); ++i) {
        BOOST_TEST(frames[i].integer("app_frame") == static_cast<std::int64_t>(i));
        BOOST_TEST(frames[i].integer("thread") == ran.frames.front().tid);
        const std::int64_t time = read.clock.zero + frames[i].integer("time");
        BOOST_TEST(time >= (i == 0 ? ran.frames[0].begin : ran.frames[i - 1].end));
        if (i < ran.frames.size()) BOOST_TEST(time < ran.frames[i].end);
    }
    for (const Logged& stall : ran.stalls) {
        bool is_found = false;
        for (const Row& each : read.rows("phase")) {
            is_found |= each.text("name") == stall.kind &&
                        read.clock.zero + each.integer("begin") <= stall.begin &&
                        read.clock.zero + each.integer("end") >= stall.end;
        }
        BOOST_TEST(is_found, "no phase " << stall.kind);
    }
    std::map<std::string, std::int64_t> threads;
    for (const Row& each : read.rows("thread")) threads[each.text("name")] = each.integer("tid");
    BOOST_TEST(threads["Render"] == ran.frames.front().tid);
    BOOST_TEST(read.rows("process").at(0).text("name") == "stalls");
}

}  // namespace

BOOST_AUTO_TEST_SUITE(stalls_program)

BOOST_AUTO_TEST_CASE(frames_follow_each_other_without_a_gap) {
    const Ran& ran = all_kinds();
    BOOST_TEST(ran.status == 0);
    BOOST_TEST_REQUIRE(ran.frames.size() == 220u);
    for (std::size_t i = 0; i < ran.frames.size(); ++i) {
        const Logged& each = ran.frames[i];
        BOOST_TEST(each.frame == static_cast<std::int64_t>(i + 1));
        // 5 ms of work and a pause of 3 ms.
        BOOST_TEST(each.end - each.begin >= 8 * kMs);
        BOOST_TEST(each.number("cpu_ns") >= 5 * kMs);
        if (i > 0) BOOST_TEST(each.begin == ran.frames[i - 1].end);
    }
}

BOOST_AUTO_TEST_CASE(each_kind_comes_in_its_frame_and_lasts_as_long_as_asked) {
    const Ran& ran = all_kinds();
    BOOST_TEST_REQUIRE(ran.stalls.size() == kKinds.size());
    for (std::size_t i = 0; i < kKinds.size(); ++i) {
        const Logged& stall = ran.stalls[i];
        BOOST_TEST(stall.kind == kKinds[i]);
        BOOST_TEST(stall.frame == static_cast<std::int64_t>(20 * (i + 1)));
        const Logged& frame = ran.frames[static_cast<std::size_t>(stall.frame - 1)];
        BOOST_TEST(stall.begin >= frame.begin);
        BOOST_TEST(stall.end <= frame.end);
        BOOST_TEST(stall.tid == frame.tid);
        if (made_stall(ran, kKinds[i]) == nullptr) continue;
        BOOST_TEST(stall.end - stall.begin >= 30 * kMs, stall.kind << ' ' << stall.detail);
    }
}

BOOST_AUTO_TEST_CASE(whoever_waits_uses_no_cpu_and_gives_it_up_by_itself) {
    for (const char* kind :
         {"sleep", "lock-sleeping", "lock-computing", "lock-preempted", "lock-reading"}) {
        const Logged* const stall = made_stall(all_kinds(), kind);
        if (stall == nullptr) continue;
        BOOST_TEST(stall->number("voluntary") >= 1, kind << ' ' << stall->detail);
        BOOST_TEST(stall->number("cpu_ns") < 15 * kMs, kind << ' ' << stall->detail);
        BOOST_TEST(stall->number("major_faults") == 0);
    }
}

BOOST_AUTO_TEST_CASE(whoever_computes_never_waits) {
    for (const char* kind : {"spin", "fresh-memory"}) {
        const Logged* const stall = made_stall(all_kinds(), kind);
        BOOST_TEST_REQUIRE(stall != nullptr);
        BOOST_TEST(stall->number("voluntary") == 0, kind << ' ' << stall->detail);
        BOOST_TEST(stall->number("cpu_ns") > 0);
    }
}

BOOST_AUTO_TEST_CASE(the_disk_is_read) {
    if (const Logged* const stall = made_stall(all_kinds(), "cold-read")) {
        // 64 KiB a read, in blocks of 512 bytes.
        BOOST_TEST(stall->number("reads") >= 1);
        BOOST_TEST(stall->number("blocks_read") >= stall->number("reads") * 128 * 9 / 10,
                   stall->detail);
    }
    if (const Logged* const stall = made_stall(all_kinds(), "major-faults")) {
        BOOST_TEST(stall->number("pages") >= 1);
        BOOST_TEST(stall->number("major_faults") >= stall->number("pages") * 9 / 10, stall->detail);
    }
}

BOOST_AUTO_TEST_CASE(a_starved_thread_loses_its_cpu) {
    const Logged* const stall = made_stall(all_kinds(), "starved");
    if (stall == nullptr) return;
    BOOST_TEST(stall->number("involuntary") >= 1, stall->detail);
    BOOST_TEST(stall->number("cpu_ns") < 15 * kMs, stall->detail);
}

BOOST_AUTO_TEST_CASE(interrupts_hit_the_cpu) {
    const Logged* const stall = made_stall(all_kinds(), "interrupts");
    if (stall == nullptr) return;
    BOOST_TEST(stall->number("interrupts") + stall->number("softirqs") >= 100, stall->detail);
    if (stall->detail.find("no softirqs") != std::string::npos) {
        BOOST_TEST_MESSAGE("skipped: softirqs, as the program said \"" << stall->detail << '"');
        return;
    }
    BOOST_TEST(stall->number("softirqs") >= 1, stall->detail);
}

BOOST_AUTO_TEST_CASE(fresh_memory_is_faulted_in_page_by_page) {
    const Logged* const stall = made_stall(all_kinds(), "fresh-memory");
    BOOST_TEST_REQUIRE(stall != nullptr);
    BOOST_TEST(stall->number("pages") >= 100);
    BOOST_TEST(stall->number("minor_faults") >= stall->number("pages"), stall->detail);
    BOOST_TEST(stall->number("major_faults") == 0);
}

BOOST_AUTO_TEST_CASE(its_marks_are_what_its_log_says) {
    const Place place;
    const Ran ran = place.run(
        {"--frames", "40", "--every", "10", "--kinds", "sleep,lock-sleeping", "--length", "12"});
    BOOST_TEST_REQUIRE(ran.frames.size() == 40u);
    BOOST_TEST_REQUIRE(ran.stalls.size() == 4u);
    BOOST_TEST_REQUIRE(ran.mark_files.size() == 1u);
    check_marks(ran.mark_files.front(), ran);
}

BOOST_AUTO_TEST_CASE(without_the_limiter_frames_are_their_work) {
    const Place place;
    const Ran ran = place.run({"--frames", "20", "--no-limiter", "--kinds", "spin"});
    BOOST_TEST_REQUIRE(ran.frames.size() == 20u);
    BOOST_TEST(ran.stalls.empty());
    // How long they are depends on what else runs; that nothing but work is marked does not.
    BOOST_TEST_REQUIRE(ran.mark_files.size() == 1u);
    std::size_t work = 0;
    for (const Row& each : marks_test::read_files(ran.mark_files).rows("phase")) {
        const bool is_state = each.integer("kind") == 2;
        BOOST_TEST((is_state || each.text("name") == "work"));
        work += is_state ? 0 : 1;
    }
    BOOST_TEST(work == 20u);
}

BOOST_AUTO_TEST_CASE(what_cannot_be_made_is_said_and_logged) {
    if (::geteuid() != 0 || !fs::exists("/usr/bin/setpriv")) {
        BOOST_TEST_MESSAGE("skipped: only root can run it as somebody else, and with setpriv");
        return;
    }
    const Place place;
    fs::permissions(place.folder(), fs::perms::all);
    const Ran ran =
        place.run({"--frames", "12", "--every", "4", "--kinds", "starved,lock-preempted,sleep"},
                  {"/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"});
    if (ran.status == 127 || ran.frames.empty()) {
        BOOST_TEST_MESSAGE("skipped: nobody but root may run programs in the build folder");
        return;
    }
    BOOST_TEST_REQUIRE(ran.stalls.size() == 3u);
    BOOST_TEST(ran.stalls[0].detail.find("skipped: SCHED_FIFO is refused") == 0u);
    BOOST_TEST(ran.stalls[1].detail.find("skipped: SCHED_FIFO is refused") == 0u);
    BOOST_TEST(!ran.stalls[2].is_skipped());
    BOOST_TEST_REQUIRE(ran.lines.size() == 3u);
    BOOST_TEST(ran.lines[0] == "12 frames, 1 stalls");
    BOOST_TEST(ran.lines[2].find("starved skipped: SCHED_FIFO") == 0u);
}

BOOST_AUTO_TEST_CASE(mistakes_on_the_command_line_are_refused) {
    const Place place;
    BOOST_TEST(place.run({"--kinds", "sleep,nap"}).status == 2);
    BOOST_TEST(place.run({"--frames", "none"}).status == 2);
    BOOST_TEST(place.run({"--cpu", "1000"}).status == 2);
    BOOST_TEST(place.run({"--every"}).status == 2);
}

BOOST_AUTO_TEST_SUITE_END()
