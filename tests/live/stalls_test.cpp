// A program with known stalls, recorded on the living kernel by our own recorder and read by our
// own reader: every frame is found, and each stall is what the program's own log says.
//
// Needs root and tracefs.  BENCHLAB_LIVE_RUNS says how often (1), BENCHLAB_LIVE_BUSY=1 lets two
// other programs want the CPUs all the time.
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "benchlab/tables.h"
#include "explained.hpp"
#include "perf/reader.hpp"
#include "stall_log.hpp"
#include "store/store.hpp"
#include "store/values.hpp"
#include "unit/analyzers/trace_reading.hpp"
#include "unit/etl/recording_builder.hpp"

using benchlab::store::Rows;
using benchlab::store::Store;
using benchlab::store::StoredTable;
using benchlab::store::Values;
using live::Logged;

namespace {

namespace fs = std::filesystem;

constexpr double kToleranceMs = 1;
constexpr int kFrames = 240, kEvery = 20;

std::string setting(const char* name, const char* otherwise) {
    const char* const set = std::getenv(name);
    return set == nullptr ? otherwise : set;
}

struct Split {
    double run_ms = 0, ready_ms = 0, wait_ms = 0, blocked_ms = 0, unknown_ms = 0;
    double longest_wait_ms = 0;
    std::uint32_t woken_by = 0;           // tid of who ended the longest wait
    std::map<std::uint32_t, double> ran;  // instead, by tid: of the runnable time
};

class Recording {
  public:
    Recording(const std::string& path, std::uint32_t tid) : tid_(tid) {
        etl_test::RecordingBuilder builder;
        BOOST_REQUIRE(builder.read(benchlab::perf::kReader.read, {path}) == BL_OK);
        zero_ = builder.clock.zero;
        store_ = benchlab::test::read_with(benchlab::perf::kReader, path);
        BOOST_REQUIRE(store_);
    }

    std::size_t frames() const {
        const StoredTable* const mark = store_->find("mark");
        if (mark == nullptr) return 0;
        const Values<std::uint32_t> names(mark, "name");
        std::size_t count = 0;
        for (std::uint64_t row = 0; row < mark->rows(); ++row)
            count += store_->text(names.get(row)) == "frame" ? 1 : 0;
        return count;
    }
    const Store& store() const { return *store_; }
    // What the clock showed at the moment 0 of the recording.
    std::int64_t zero() const { return zero_; }
    std::uint64_t lost() const {
        const StoredTable* const lost = store_->find("lost");
        return lost == nullptr ? 0 : lost->rows();
    }
    // False when the kernel dropped tracepoints of some threads: 6.18 does, after some time, in
    // recordings of perf itself, too.  Switches are then told by its other records, but not what
    // else such a thread did.
    bool has_all_tracepoints() const {
        const StoredTable* const fact = store_->find("fact");
        const Values<std::uint32_t> names(fact, "name");
        for (std::uint64_t row = 0; fact != nullptr && row < fact->rows(); ++row) {
            if (store_->text(names.get(row)) == "switches") return false;
        }
        return true;
    }
    Split split(const Logged& of) const {
        const StoredTable* const states = store_->find("state");
        BOOST_REQUIRE(states != nullptr);
        const Values<std::uint32_t> reasons(states, "reason");
        const Rows by(states, "by_thread");
        const Values<std::uint8_t> kinds(states, "state");
        Split out;
        each_state(of, [&](std::uint64_t row, double ms) {
            const std::uint8_t kind = kinds.get(row);
            if (kind == BL_STATE_RUNNING) out.run_ms += ms;
            if (kind == BL_STATE_UNKNOWN) out.unknown_ms += ms;
            if (kind == BL_STATE_RUNNABLE) {
                out.ready_ms += ms;
                out.ran[tid_of(by[row])] += ms;
            }
            if (kind != BL_STATE_WAITING) return;
            const bool blocked = store_->text(reasons.get(row)) == "D";
            (blocked ? out.blocked_ms : out.wait_ms) += ms;
            if (ms <= out.longest_wait_ms) return;
            out.longest_wait_ms = ms;
            out.woken_by = tid_of(by[row]);
        });
        return out;
    }
    // Rows of a table of spans that begin within, of that thread or, without one, of anyone.
    std::size_t count(const char* table, const Logged& within, bool of_thread) const {
        const StoredTable* const rows = store_->find(table);
        if (rows == nullptr) return 0;
        const Values<std::int64_t> begins(rows, "begin");
        const Rows threads(rows, "thread");
        std::size_t out = 0;
        for (std::uint64_t row = 0; row < rows->rows(); ++row) {
            const std::int64_t begin = begins.get(row) + zero_;
            if (begin < within.begin || begin >= within.end) continue;
            if (!of_thread || tid_of(threads[row]) == tid_) ++out;
        }
        return out;
    }

  private:
    template <class Use>
    void each_state(const Logged& of, Use&& use) const {
        const StoredTable* const states = store_->find("state");
        const Values<std::uint32_t> threads(states, "thread");
        const Values<std::int64_t> begins(states, "begin"), ends(states, "end");
        for (std::uint64_t row = 0; row < states->rows(); ++row) {
            if (tid_of(threads.get(row)) != tid_) continue;
            const std::int64_t from = std::max(begins.get(row) + zero_, of.begin);
            const std::int64_t to = std::min(ends.get(row) + zero_, of.end);
            if (to > from) use(row, static_cast<double>(to - from) / 1e6);
        }
    }
    std::uint32_t tid_of(std::uint32_t thread) const {
        if (thread == BL_NO_ROW) return 0;
        return Values<std::uint32_t>(store_->find("thread"), "tid").get(thread);
    }

    std::uint32_t tid_;
    std::int64_t zero_ = 0;
    std::unique_ptr<Store> store_;
};

void check_stall(const Recording& recording, const Logged& stall) {
    const Split found = recording.split(stall);
    const double asked_ms = stall.number("asked_ns") / 1e6;
    BOOST_TEST_CONTEXT(stall.kind << " of " << stall.length_ms() << " ms: run " << found.run_ms
                                  << ", ready " << found.ready_ms << ", S " << found.wait_ms
                                  << ", D " << found.blocked_ms << ", unknown "
                                  << found.unknown_ms) {
        const double sum =
            found.run_ms + found.ready_ms + found.wait_ms + found.blocked_ms + found.unknown_ms;
        BOOST_TEST(std::abs(sum - stall.length_ms()) < 0.001);
        BOOST_TEST(found.unknown_ms == 0);
        // The kernel's own count of the thread's CPU time, taken some microseconds off each switch,
        // and some tens where others want the CPU. What interrupts and the hypervisor took of a CPU
        // may or may not be in it, and never is less for us.
        const double counted_ms = std::min(stall.number("cpu_ns") / 1e6, stall.length_ms());
        const double switches = stall.number("voluntary") + stall.number("involuntary");
        BOOST_TEST(counted_ms - found.run_ms < kToleranceMs + 0.05 * switches);
        if (stall.kind == "sleep") {
            BOOST_TEST(found.run_ms < kToleranceMs);
            BOOST_TEST(found.wait_ms >= asked_ms - kToleranceMs);
            // A timer that comes late, as it may in a virtual machine, is waited for, too.
            if (found.wait_ms > asked_ms + kToleranceMs)
                std::printf("the timer came %.3f ms late\n", found.wait_ms - asked_ms);
        } else if (stall.kind.starts_with("lock-")) {
            BOOST_TEST(found.run_ms < 2 * kToleranceMs);
            BOOST_TEST(found.wait_ms >= asked_ms - kToleranceMs);
            BOOST_TEST(found.woken_by == static_cast<std::uint32_t>(stall.number("holder")));
        } else if (stall.kind == "cold-read") {
            BOOST_TEST(found.blocked_ms > 0);
            // Requests are told by tracepoints alone.
            if (recording.has_all_tracepoints())
                BOOST_TEST(recording.count("disk_io", stall, true) > 0u);
        } else if (stall.kind == "major-faults") {
            const auto faults = static_cast<std::size_t>(stall.number("major_faults"));
            BOOST_TEST(recording.count("hard_fault", stall, true) == faults);
        } else if (stall.kind == "starved") {
            BOOST_TEST(found.ready_ms >= asked_ms - kToleranceMs);
        } else if (stall.kind == "interrupts") {
            // The kernel's own count of them, on this CPU.
            BOOST_TEST(recording.count("dpc_isr", stall, false) >=
                       static_cast<std::size_t>(stall.number("softirqs")));
        } else {
            BOOST_TEST(found.run_ms > 0);
        }
    }
}

// Programs that want a CPU all the time, until they are let go.
class Busy {
  public:
    Busy() {
        if (setting("BENCHLAB_LIVE_BUSY", "0") == "0") return;
        const long cpus = sysconf(_SC_NPROCESSORS_ONLN);
        for (long i = 0; i < cpus; ++i) {
            const pid_t pid = fork();
            if (pid == 0) {
                while (getppid() != 1) {
                }
            }
            pids_.push_back(pid);
        }
    }
    ~Busy() {
        for (const pid_t pid : pids_) {
            kill(pid, SIGKILL);
            waitpid(pid, nullptr, 0);
        }
    }

  private:
    std::vector<pid_t> pids_;
};

void record_once(const fs::path& folder) {
    const fs::path log = folder / "stalls.csv", file = folder / "stalls.perf.data";
    const std::string program = setting("BENCHLAB_STALLS", BENCHLAB_STALLS);
    const std::string command =
        setting("BENCHLAB_PROGRAM", BENCHLAB_PROGRAM) +
        " trace record --preset game --no-report --session live-stalls --out " + file.string() +
        " --probe " + program + ":benchlab_frame_mark -- " + program + " --frames " +
        std::to_string(kFrames) + " --every " + std::to_string(kEvery) + " --cpu " +
        setting("BENCHLAB_LIVE_CPU", "0") + " --log " + log.string() + " >" +
        (folder / "out.txt").string() + " 2>&1";
    fs::remove(file);
    const int status = std::system(command.c_str());
    std::ifstream said(folder / "out.txt");
    BOOST_REQUIRE_MESSAGE(status == 0,
                          command + "\n" + std::string(std::istreambuf_iterator<char>(said), {}));
    const std::vector<Logged> lines = live::read_log(log);
    BOOST_REQUIRE(!lines.empty());
    const Recording recording(file.string(), lines.front().tid);
    BOOST_TEST(recording.lost() == 0u);
    std::size_t frames = 0, stalls = 0;
    for (const Logged& each : lines) {
        if (each.kind == "frame") {
            ++frames;
        } else if (each.was_skipped()) {
            std::printf("not made here: %s\n", each.kind.c_str());
        } else {
            check_stall(recording, each);
            ++stalls;
        }
    }
    const std::size_t explained = live::check_explained(recording.store(), recording.zero(), lines);
    // One more ends what was before the first frame.
    BOOST_TEST(frames == static_cast<std::size_t>(kFrames));
    BOOST_TEST(recording.frames() == frames + 1);
    BOOST_TEST(stalls > 0u);
    BOOST_TEST(explained > 0u);
    std::printf("%zu frames found of %zu, %zu stalls judged, %zu explained\n",
                recording.frames() - 1, frames, stalls, explained);
}

}  // namespace

BOOST_AUTO_TEST_CASE(each_stall_is_what_the_program_says_itself) {
    if (geteuid() != 0 || !fs::exists("/sys/kernel/tracing/events/sched/sched_switch/format")) {
        std::puts("skipped: needs root and tracefs");
        return;
    }
    const fs::path folder = fs::path(BENCHLAB_TEST_BINARY_DIR) / "tests" / "live";
    fs::create_directories(folder);
    const Busy busy;
    const int runs = std::stoi(setting("BENCHLAB_LIVE_RUNS", "1"));
    for (int run = 0; run < runs; ++run) record_once(folder);
}
