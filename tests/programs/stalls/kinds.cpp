#include "kinds.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <system_error>

#include "time.hpp"

namespace stalls {
namespace {

constexpr int kHighPriority = 50;

bool needs_disk(Kind kind) {
    return kind == Kind::kLockReading || kind == Kind::kColdRead || kind == Kind::kMajorFaults;
}

}  // namespace

const std::vector<KindName>& all_kinds() {
    static const std::vector<KindName> kinds = {
        {Kind::kSleep, "sleep", "sleeps"},
        {Kind::kSpin, "spin", "computes"},
        {Kind::kLockSleeping, "lock-sleeping", "waits for a lock whose holder sleeps"},
        {Kind::kLockComputing, "lock-computing", "waits for a lock whose holder computes"},
        {Kind::kLockPreempted, "lock-preempted", "waits for a lock whose holder has no CPU"},
        {Kind::kLockReading, "lock-reading", "waits for a lock whose holder reads from the disk"},
        {Kind::kColdRead, "cold-read", "reads from the disk"},
        {Kind::kMajorFaults, "major-faults", "touches a mapped file that is on the disk"},
        {Kind::kStarved, "starved", "has no CPU, as a thread of higher priority has it"},
        {Kind::kInterrupts, "interrupts", "computes while interrupts and softirqs hit its CPU"},
        {Kind::kFreshMemory, "fresh-memory", "allocates and touches fresh memory"}};
    return kinds;
}

const char* name_of(Kind kind) {
    for (const KindName& each : all_kinds()) {
        if (each.kind == kind) return each.name;
    }
    return "";
}

Stage::Stage(const std::vector<Kind>& kinds, int cpu, int other_cpu, std::int64_t length_ns,
             const std::string& cold_path)
    : cpu_(cpu), length_ns_(length_ns) {
    const auto has = [&](Kind kind) {
        return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
    };
    holder_ = std::make_unique<Worker>("LockHolder", other_cpu);
    if (has(Kind::kLockPreempted)) {
        preempter_ = std::make_unique<Worker>("Preempter", other_cpu, kHighPriority);
    }
    if (has(Kind::kStarved)) starver_ = std::make_unique<Worker>("Starver", cpu, kHighPriority);
    if (has(Kind::kInterrupts)) {
        storm_thread_ = std::make_unique<Worker>("Storm", other_cpu);
        storm_thread_->start([this] { storm_.prepare(cpu_); });
        storm_thread_->wait();
    }
    if (std::none_of(kinds.begin(), kinds.end(), needs_disk)) return;
    preparer_ = std::make_unique<Worker>("Preparer", other_cpu);
    try {
        cold_ = std::make_unique<ColdFile>(cold_path);
        not_cold_ = cold_->make_cold();
    } catch (const std::system_error& error) {
        not_cold_ = error.what();
    }
}

std::string Stage::why_not(Kind kind) {
    if (kind == Kind::kLockPreempted) return preempter_->refused();
    if (kind == Kind::kStarved) return starver_->refused();
    if (kind == Kind::kInterrupts) return storm_.no_interrupts();
    if (!needs_disk(kind)) return {};
    if (preparer_->is_busy()) return "the file is not cold again: stalls come too soon";
    return not_cold_;
}

void Stage::add(Stall& stall, const char* name, std::int64_t value) {
    if (!stall.detail.empty()) stall.detail += ' ';
    stall.detail += std::string(name) + '=' + std::to_string(value);
}

void Stage::make(Kind kind, Stall& stall) {
    switch (kind) {
        case Kind::kSleep:
            sleep();
            return;
        case Kind::kSpin:
            spin();
            return;
        case Kind::kLockSleeping:
            wait_for_lock(Held::kSleeping, stall);
            return;
        case Kind::kLockComputing:
            wait_for_lock(Held::kComputing, stall);
            return;
        case Kind::kLockPreempted:
            wait_for_lock(Held::kPreempted, stall);
            return;
        case Kind::kLockReading:
            wait_for_lock(Held::kReading, stall);
            return;
        case Kind::kColdRead:
            read_cold(stall);
            return;
        case Kind::kMajorFaults:
            take_major_faults(stall);
            return;
        case Kind::kStarved:
            starve();
            return;
        case Kind::kInterrupts:
            be_interrupted(stall);
            return;
        case Kind::kFreshMemory:
            touch_fresh_memory(stall);
            return;
    }
}

Stall Stage::run(Kind kind) {
    Stall stall;
    stall.skipped = why_not(kind);
    rusage before{}, after{};
    getrusage(RUSAGE_THREAD, &before);
    const std::int64_t cpu_before = cpu_ns();
    stall.begin_ns = stall.end_ns = now_ns();
    if (!stall.skipped.empty()) return stall;
    make(kind, stall);
    // Those that do more than stall have noted the end.
    if (stall.end_ns <= stall.begin_ns) stall.end_ns = now_ns();
    const std::int64_t cpu = cpu_ns() - cpu_before;
    getrusage(RUSAGE_THREAD, &after);
    add(stall, "asked_ns", length_ns_);
    add(stall, "cpu_ns", cpu);
    add(stall, "major_faults", after.ru_majflt - before.ru_majflt);
    add(stall, "minor_faults", after.ru_minflt - before.ru_minflt);
    add(stall, "blocks_read", after.ru_inblock - before.ru_inblock);
    add(stall, "voluntary", after.ru_nvcsw - before.ru_nvcsw);
    add(stall, "involuntary", after.ru_nivcsw - before.ru_nivcsw);
    if (needs_disk(kind)) {
        preparer_->start([this] { not_cold_ = cold_->make_cold(); });
    }
    return stall;
}

}  // namespace stalls
