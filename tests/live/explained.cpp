#include "explained.hpp"

#include <algorithm>
#include <cstdio>
#include <string>

#include "common/names.hpp"
#include "explain/compute.hpp"
#include "explain/sentence.hpp"

namespace live {
namespace {

using namespace benchlab;
using namespace benchlab::analyzers;
using namespace benchlab::analyzers::explain;

constexpr double kToleranceMs = 1, kToleranceShare = 0.03;

// What the root of a stall has to be.
struct Root {
    Did did;
    const char* thread;  // whose time it is
    const char* by;      // who had its CPU
    double least_ms, most_ms;
};

// What the program asked for; it may last longer, as timers and others are late, but no longer than
// the stall did.
Root root_of(const Logged& stall) {
    const double asked = stall.number("asked_ns") / 1e6, most = stall.length_ms();
    const std::string& kind = stall.kind;
    if (kind == "sleep") return {Did::kTimer, "Render", "", asked, most};
    if (kind == "lock-sleeping") return {Did::kTimer, "LockHolder", "", asked, most};
    if (kind == "lock-preempted") return {Did::kRunnable, "LockHolder", "Preempter", asked, most};
    if (kind == "starved") return {Did::kRunnable, "Render", "Starver", asked, most};
    // How long these wait and how long they run is up to the disk.
    if (kind == "lock-reading") return {Did::kDisk, "LockHolder", "", 0, most};
    if (kind == "cold-read") return {Did::kDisk, "Render", "", 0, most};
    if (kind == "major-faults") return {Did::kHardFault, "Render", "", 0, most};
    if (kind == "lock-computing") return {Did::kRunning, "LockHolder", "", 0, most};
    const double counted = std::min(stall.number("cpu_ns") / 1e6, most);
    return {Did::kRunning, "Render", "", counted, most};
}

class Checker {
  public:
    Checker(const store::Store& store, std::int64_t zero, std::uint32_t tid)
        : view_(store.abi()), names_(view_), words_(view_, names_), chains_(view_), zero_(zero) {
        const auto tids = store.find("thread")->values<std::uint32_t>("tid");
        const auto row = std::find(tids.begin(), tids.end(), tid) - tids.begin();
        BOOST_REQUIRE(static_cast<std::size_t>(row) < tids.size());
        thread_ = static_cast<Row>(row);
        found_ = compute(view_, {0, store.duration_ns() + 1}, {names_.owner(static_cast<Row>(row))},
                         {.explain = 1000, .slower = 1.5});
    }

    // Null when the stall is in no slow frame.
    const SlowFrame* frame_of(const Logged& stall) const {
        for (const SlowFrame& each : found_.explained) {
            const std::int64_t begin = each.begin + zero_;
            if (begin <= stall.begin && stall.begin < begin + each.length_ns) return &each;
        }
        return nullptr;
    }

    bool is_known(const SlowFrame& frame) const {
        return std::none_of(frame.chain.parts.begin(), frame.chain.parts.end(),
                            [](const Part& part) {
                                return part.did == Did::kUnknown && part.length_ns() > 100'000;
                            });
    }

    void check(const SlowFrame& frame, const Logged& stall) {
        const Root root = root_of(stall);
        // Within the stall itself: the frame has work beside it.
        const Chain chain = chains_.follow(thread_, {stall.begin - zero_, stall.end - zero_});
        double found_ms = 0, frame_ms = 0;
        for (const Part& part : chain.parts) {
            if (is(chain, part, root)) found_ms += static_cast<double>(part.length_ns()) / 1e6;
        }
        for (const Sum& sum : frame.sums) frame_ms += static_cast<double>(sum.time_ns) / 1e6;
        const double allowed = std::max(kToleranceMs, kToleranceShare * root.most_ms);
        BOOST_TEST_CONTEXT(stall.kind << ": " << said(frame)) {
            BOOST_TEST(std::abs(frame_ms - static_cast<double>(frame.length_ns) / 1e6) < 1e-3);
            BOOST_TEST(found_ms >= root.least_ms - allowed);
            BOOST_TEST(found_ms <= root.most_ms + allowed);
            BOOST_TEST(found_ms > 0);
            BOOST_TEST_REQUIRE(frame.has_cause);
            const Sum& cause = frame.sums[frame.cause];
            const Row whose = frame.chain.links[cause.link].thread;
            const bool by_thread =
                cause.did == Did::kRunnable && cause.by.kind == By::Kind::kThread;
            // Another program may have had the CPU for longer than the stall took.
            const bool others = by_thread && names_.owner(cause.by.id) != names_.owner(thread_);
            // Reading and faulting is work of the thread, too, and wakes it a hundred times, for
            // each of which an idle CPU may take long.
            const bool woken = cause.did == Did::kRunnable && cause.by.kind == By::Kind::kIdle;
            const bool work = root.least_ms == 0 && names_.thread_name(whose) == root.thread &&
                              (cause.did == Did::kRunning || woken);
            BOOST_TEST((is(frame.chain, cause, root) || others || work));
        }
    }

    std::size_t slow_without(const std::vector<Logged>& log) const {
        std::size_t out = 0;
        for (const SlowFrame& each : found_.explained) {
            const std::int64_t begin = each.begin + zero_, end = begin + each.length_ns;
            out += std::none_of(log.begin(), log.end(), [&](const Logged& line) {
                return line.kind != "frame" && line.begin < end && line.end > begin;
            });
        }
        return out;
    }

  private:
    // Of a part or a sum of parts.
    template <class Piece>
    bool is(const Chain& chain, const Piece& piece, const Root& root) const {
        const Row thread = chain.links[piece.link].thread;
        // What interrupts a thread that runs is in its time by the kernel's count, too.
        const bool same =
            piece.did == root.did || (root.did == Did::kRunning && piece.did == Did::kInterrupted);
        if (!same || names_.thread_name(thread) != root.thread) return false;
        return root.by[0] == 0 ||
               (piece.by.kind == By::Kind::kThread && names_.thread_name(piece.by.id) == root.by);
    }
    std::string said(const SlowFrame& frame) const {
        const Sum& sum = frame.sums[frame.cause];
        return names_.thread(frame.chain.links[sum.link].thread) + " " + name_of(sum.did) + " " +
               words_.by(sum.by) + " " + std::to_string(sum.time_ns) + " ns";
    }

    const Store view_;
    const Names names_;
    const Words words_;
    Chains chains_;
    const std::int64_t zero_;
    Row thread_ = BL_NO_ROW;
    Findings found_;
};

}  // namespace

std::size_t check_explained(const store::Store& store, std::int64_t zero,
                            const std::vector<Logged>& log) {
    Checker checker(store, zero, log.front().tid);
    std::size_t judged = 0;
    for (const Logged& stall : log) {
        if (stall.kind == "frame" || stall.was_skipped()) continue;
        const SlowFrame* const frame = checker.frame_of(stall);
        BOOST_TEST((frame != nullptr), stall.kind << " is in no slow frame");
        if (frame == nullptr) continue;
        if (!checker.is_known(*frame)) {
            std::printf("not explained: %s, as the trace does not tell all of it\n",
                        stall.kind.c_str());
            continue;
        }
        checker.check(*frame, stall);
        ++judged;
    }
    const std::size_t others = checker.slow_without(log);
    if (others > 0) std::printf("%zu slow frames have no stall of the program\n", others);
    return judged;
}

}  // namespace live
