#include "explain/roots.hpp"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "benchlab/tables.h"
#include "common/wake_contexts.hpp"

namespace benchlab::analyzers::explain {
namespace {

// The interrupt that tells of a request or of work of the GPU comes at once; what was complete
// longer before is not what a thread was woken for.
constexpr std::int64_t kToldNs = 500'000;

// Spans of a table by their owner, a thread or a process.
class SpansOf {
  public:
    // owner(row) may be BL_NO_ROW.
    template <class Owner>
    SpansOf(const Table& table, Owner&& owner)
        : begin_(table.time("begin", kOptional)), end_(table.time("end", kOptional)) {
        for (const Row row : table.rows()) {
            const Row of = owner(row);
            if (of != BL_NO_ROW && end_.has(row)) rows_[of].push_back(row);
        }
        for (auto& [of, rows] : rows_) {
            std::stable_sort(rows.begin(), rows.end(),
                             [&](Row a, Row b) { return end_[a] < end_[b]; });
        }
    }

    // The owner's last that ended in (after, until]; none: BL_NO_ROW.
    Row ended_in(Row owner, std::int64_t after, std::int64_t until) const {
        const auto found = rows_.find(owner);
        if (found == rows_.end()) return BL_NO_ROW;
        const auto behind = ended_before(found->second, until + 1);
        if (behind == found->second.begin()) return BL_NO_ROW;
        const Row row = *std::prev(behind);
        return end_[row] > after ? row : BL_NO_ROW;
    }
    // The owner's first to end of those that began by `begin` and ended at `end` or later.
    Row around(Row owner, std::int64_t begin, std::int64_t end) const {
        const auto found = rows_.find(owner);
        if (found == rows_.end()) return BL_NO_ROW;
        // A thread's calls and faults lie in each other at most.
        int tries = 0;
        for (auto at = ended_before(found->second, end); at != found->second.end(); ++at) {
            if (begin_[*at] <= begin) return *at;
            if (++tries == kTries) break;
        }
        return BL_NO_ROW;
    }

  private:
    static constexpr int kTries = 64;
    std::vector<Row>::const_iterator ended_before(const std::vector<Row>& rows,
                                                  std::int64_t time) const {
        return std::partition_point(rows.begin(), rows.end(),
                                    [&](Row row) { return end_[row] < time; });
    }

    const TimeColumn begin_, end_;
    std::map<Row, std::vector<Row>> rows_;
};

SpansOf of_threads(const Table& table) {
    const RowColumn thread = table.row("thread", kOptional);
    return {table, [&](Row row) { return thread.value_or(row, BL_NO_ROW); }};
}
SpansOf fences_of_threads(const Table& call) {
    const RowColumn thread = call.row("thread", kOptional);
    const U8Column kind = call.u8("kind", kOptional);
    return {call, [&](Row row) {
                const bool fence = kind.value_or(row, 0) == BL_CALL_KIND_GPU_FENCE;
                return fence ? thread.value_or(row, BL_NO_ROW) : BL_NO_ROW;
            }};
}
SpansOf packets_of_processes(const Store& store) {
    const Table packet = store.find_table("gpu_packet");
    const RowColumn queue = packet.row("gpu_queue", kOptional);
    const RowColumn process = store.find_table("gpu_queue").row("process", kOptional);
    return {packet, [&](Row row) {
                return queue.has(row) ? process.value_or(queue[row], BL_NO_ROW) : BL_NO_ROW;
            }};
}

// What the interrupts, DPCs and softirqs are.
class Interrupts {
  public:
    explicit Interrupts(const Store& store)
        : store_(store),
          table_(store.find_table("dpc_isr")),
          kind_(table_.u8("kind", kOptional)),
          code_(table_.code("code", kOptional)),
          name_(table_.string("name", kOptional)),
          image_name_(store.find_table("image").string("name", kOptional)) {}

    bool is_timer(Row row) const {
        const std::uint8_t kind = kind_.value_or(row, 0);
        if (kind == BL_DPC_ISR_KIND_TIMER_DPC || kind == BL_DPC_ISR_KIND_TICK) return true;
        const std::string_view name = store_.text(name_.value_or(row, StringId::kEmpty));
        return kind == BL_DPC_ISR_KIND_SOFTIRQ && (name == "TIMER" || name == "HRTIMER");
    }
    // The driver by the name of its image, else what the trace calls it.
    By driver(Row row) const {
        if (row == BL_NO_ROW) return {};
        const CodeId code = code_.value_or(row, CodeId::kNone);
        const Row image = code == CodeId::kNone ? BL_NO_ROW : store_.image(code);
        if (image != BL_NO_ROW && image_name_.has(image)) {
            return {By::Kind::kDriver, index(image_name_[image])};
        }
        const StringId name = name_.value_or(row, StringId::kEmpty);
        return name == StringId::kEmpty ? By{} : By{By::Kind::kDriver, index(name)};
    }

  private:
    const Store& store_;
    const Table table_;
    const U8Column kind_;
    const CodeColumn code_;
    const StringColumn name_, image_name_;
};

struct Ready {
    explicit Ready(const Table& table) : source(table.u8("source", kOptional)) {}
    const U8Column source;

    bool by_thread(Row row) const {
        return source.value_or(row, BL_READY_SOURCE_THREAD) == BL_READY_SOURCE_THREAD;
    }
};

// Files of requests and faults.
By file_in(const RowColumn& files, Row row) {
    return files.has(row) ? By{By::Kind::kFile, files[row]} : By{};
}

}  // namespace

const char* name_of(Did did) {
    constexpr const char* kNames[] = {"running", "interrupted", "ready",     "hard fault",
                                      "disk",    "GPU",         "timer",     "wait for interrupt",
                                      "waiting", "unknown",     "not begun", "not followed"};
    return kNames[static_cast<std::size_t>(did)];
}

struct Roots::Tables {
    Tables(const Store& of, const States& states_of, const Names& names_of)
        : states(states_of),
          names(names_of),
          faults(of_threads(of.find_table("hard_fault"))),
          disk(of_threads(of.find_table("disk_io"))),
          fences(fences_of_threads(of.find_table("call"))),
          packets(packets_of_processes(of)),
          fault_file(of.find_table("hard_fault").row("file", kOptional)),
          disk_file(of.find_table("disk_io").row("file", kOptional)),
          interrupts(of),
          contexts(of),
          ready(of.find_table("ready")),
          kinds(of) {}

    const States& states;
    const Names& names;
    const SpansOf faults, disk, fences, packets;
    const RowColumn fault_file, disk_file;
    const Interrupts interrupts;
    WakeContexts contexts;
    const Ready ready;
    WaitKinds kinds;

    Root no_thread(Row wait, Row told_by, KindOfWait kind);
};

Roots::Roots(const Store& store, const States& states, const Names& names)
    : tables_(std::make_unique<Tables>(store, states, names)) {}
Roots::~Roots() = default;

KindOfWait Roots::kind_of(Row wait) {
    const States& states = tables_->states;
    return tables_->kinds.of(states.stack.value_or(wait, StackId::kNone),
                             states.reason.value_or(wait, StringId::kEmpty));
}

By Roots::reason(Row wait) const {
    return {By::Kind::kReason, index(tables_->states.reason.value_or(wait, StringId::kEmpty))};
}

By Roots::driver(Row interrupt) const {
    return tables_->interrupts.driver(interrupt);
}

Root Roots::of(Row wait) {
    Tables& t = *tables_;
    const Row thread = t.states.thread[wait];
    const Row told_by = t.states.ready.value_or(wait, BL_NO_ROW);
    const Row waker = t.states.by_thread.value_or(wait, BL_NO_ROW);
    const bool by_thread = waker != BL_NO_ROW && !t.names.is_idle(waker) &&
                           (told_by == BL_NO_ROW || t.ready.by_thread(told_by));
    const Row fault = t.faults.around(thread, t.states.begin[wait], t.states.end[wait]);
    // Within a fault a thread may wait for a lock that another thread of its program holds.
    const bool own_lock = by_thread && t.names.owner(waker) == t.names.owner(thread);
    if (fault != BL_NO_ROW && !own_lock) {
        return {BL_NO_ROW, Did::kHardFault, file_in(t.fault_file, fault)};
    }
    if (by_thread) return {waker, Did::kWaiting, {}};
    const Root root = t.no_thread(wait, told_by, kind_of(wait));
    return root.did == Did::kWaiting ? Root{BL_NO_ROW, Did::kWaiting, reason(wait)} : root;
}

// An interrupt or a DPC ended it, or a timer, or something that the trace does not tell (told_by is
// none): then a request or the place where the thread slept may.
Root Roots::Tables::no_thread(Row wait, Row told_by, KindOfWait kind) {
    const std::int64_t begin = states.begin[wait], end = states.end[wait];
    const Row thread = states.thread[wait];
    const bool told = told_by != BL_NO_ROW;
    const Row context = contexts.interrupt(told_by);
    const Row went_off = contexts.timer(told_by);
    if (went_off != BL_NO_ROW) {
        return {BL_NO_ROW, Did::kTimer, {}, contexts.late_ns(went_off).value_or(kNotTold)};
    }
    if (context != BL_NO_ROW && interrupts.is_timer(context)) return {BL_NO_ROW, Did::kTimer, {}};
    const std::int64_t since = std::max(begin, end - kToldNs - 1);
    const Row request = disk.ended_in(thread, told ? since : begin, end);
    if (request != BL_NO_ROW) return {BL_NO_ROW, Did::kDisk, file_in(disk_file, request)};
    const bool by_stack = kind.told_by == ToldBy::kStack;
    if (fences.around(thread, begin, end) != BL_NO_ROW ||
        (by_stack && kind.kind == WaitKind::kGpu)) {
        return {BL_NO_ROW, Did::kGpu, {}};
    }
    // A timer's own interrupt is often not recorded.
    const bool timer = context == BL_NO_ROW && kind.kind == WaitKind::kTimer && (told || by_stack);
    if (timer) return {BL_NO_ROW, Did::kTimer, {}};
    // A request of the kernel's, for this thread.
    if (by_stack && kind.kind == WaitKind::kDisk) return {BL_NO_ROW, Did::kDisk, {}};
    if (!told) return {};
    // Work of its process on the GPU was done, right before the wake-up.
    if (packets.ended_in(names.owner(thread), since, end) != BL_NO_ROW) {
        return {BL_NO_ROW, Did::kGpu, {}};
    }
    return {BL_NO_ROW, Did::kInterrupt, interrupts.driver(context)};
}

}  // namespace benchlab::analyzers::explain
