#include "explain/chain.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "benchlab/tables.h"
#include "explain/interrupted.hpp"

namespace benchlab::analyzers::explain {
namespace {

// Chains of a healthy trace are far shorter; one with contradictions could go in circles.
constexpr std::uint32_t kDeepest = 64;
constexpr std::size_t kMostParts = 200'000;

// Spans of a table by the thread that they are of, those of one by begin.
class SpansOfThreads {
  public:
    SpansOfThreads(const Store& store, const char* name)
        : table_(store.find_table(name)),
          thread_(table_.row("thread", kOptional)),
          begin_(table_.time("begin", kOptional)),
          end_(table_.time("end", kOptional)),
          file_(table_.row("file", kOptional)) {
        for (const Row row : table_.rows()) {
            if (thread_.has(row) && end_.has(row)) rows_[thread_[row]].push_back(row);
        }
    }

    // The last of the thread for which `fits` holds, of those that begin before `before`.
    template <class Fits>
    Row last(Row thread, std::int64_t before, Fits&& fits) const {
        const auto found = rows_.find(thread);
        if (found == rows_.end()) return BL_NO_ROW;
        const std::vector<Row>& rows = found->second;
        auto at = std::partition_point(rows.begin(), rows.end(),
                                       [&](Row row) { return begin_[row] < before; });
        // Few of a thread's requests are under way at once.
        for (int tries = 0; at != rows.begin() && tries < kTries; ++tries) {
            --at;
            if (fits(begin_[*at], end_[*at])) return *at;
        }
        return BL_NO_ROW;
    }
    By file_of(Row row) const { return file_.has(row) ? By{By::Kind::kFile, file_[row]} : By{}; }

  private:
    static constexpr int kTries = 64;
    const Table table_;
    const RowColumn thread_;
    const TimeColumn begin_, end_;
    const RowColumn file_;
    std::map<Row, std::vector<Row>> rows_;
};

// What a CPU did as it noted a wake-up.
class Contexts {
  public:
    explicit Contexts(const Store& store)
        : store_(store),
          table_(store.find_table("dpc_isr")),
          begin_(table_.time("begin", kOptional)),
          end_(table_.time("end", kOptional)),
          cpu_(table_.u16("cpu", kOptional)),
          kind_(table_.u8("kind", kOptional)),
          code_(table_.code("code", kOptional)),
          name_(table_.string("name", kOptional)),
          image_name_(store.find_table("image").string("name", kOptional)) {}

    // The innermost interrupt or DPC on that CPU at that moment.
    Row at(std::uint32_t cpu, std::int64_t time) const {
        Row out = BL_NO_ROW;
        for (const Row row : table_.overlap({time - 1, time + 1})) {
            // A handler that ends with the wake-up still did it.
            if (cpu_[row] == cpu && begin_[row] <= time && end_[row] >= time) out = row;
        }
        return out;
    }
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
    const TimeColumn begin_, end_;
    const U16Column cpu_;
    const U8Column kind_;
    const CodeColumn code_;
    const StringColumn name_, image_name_;
};

struct Ready {
    explicit Ready(const Table& table)
        : time(table.time("time", kOptional)),
          cpu(table.u16("cpu", kOptional)),
          source(table.u8("source", kOptional)) {}
    const TimeColumn time;
    const U16Column cpu;
    const U8Column source;

    bool by_thread(Row row) const {
        return source.value_or(row, BL_READY_SOURCE_THREAD) == BL_READY_SOURCE_THREAD;
    }
};

}  // namespace

const char* name_of(Did did) {
    constexpr const char* kNames[] = {"running", "interrupted", "runnable", "hard fault", "disk",
                                      "timer",   "interrupt",   "waiting",  "unknown"};
    return kNames[static_cast<std::size_t>(did)];
}

struct Chains::Tables {
    explicit Tables(const Store& of)
        : store(of),
          states(of),
          runs(states),
          names(of),
          faults(of, "hard_fault"),
          disk(of, "disk_io"),
          contexts(of),
          ready(of.find_table("ready")),
          kinds(store) {}

    KindOfWait kind_of(Row row) {
        return kinds.of(states.stack.value_or(row, StackId::kNone),
                        states.reason.value_or(row, StringId::kEmpty));
    }

    const Store store;
    const States states;
    const CpuRuns runs;
    const Names names;
    const SpansOfThreads faults, disk;
    const Contexts contexts;
    const Ready ready;
    WaitKinds kinds;
};

namespace {

// Makes one chain.
template <class Tables>
class Walk {
  public:
    Walk(Tables& tables, Row thread, Window window) : t_(tables), taken_(tables.store, window) {
        out_.window = window;
        out_.links.push_back({0, thread, 0});
    }

    Chain run() {
        divide(0, out_.window);
        return std::move(out_);
    }

  private:
    void divide(std::size_t link, Window window) {
        const Row thread = out_.links[link].thread;
        std::int64_t at = window.begin;
        for (const Row row : t_.states.of(thread, window)) {
            const std::int64_t begin = std::max(t_.states.begin[row], window.begin);
            const std::int64_t end = std::min(t_.states.end[row], window.end);
            if (begin >= end) continue;
            missing(link, at, begin);
            one_state(link, row, {begin, end});
            at = end;
        }
        missing(link, at, window.end);
    }

    // The thread was not there yet, or any more.
    void missing(std::size_t link, std::int64_t begin, std::int64_t end) {
        if (begin >= end) return;
        add(link, {begin, end}, Did::kUnknown, {}, BL_NO_ROW);
        if (link == 0) out_.unknown_ns += end - begin;
    }

    void one_state(std::size_t link, Row row, Window piece) {
        const std::uint8_t state = t_.states.state[row];
        const std::int64_t length = piece.length();
        if (link == 0) {
            if (state == BL_STATE_RUNNING) out_.running_ns += length;
            if (state == BL_STATE_RUNNABLE) out_.runnable_ns += length;
            if (state == BL_STATE_WAITING) out_.waiting_ns += length;
            if (state == BL_STATE_UNKNOWN) out_.unknown_ns += length;
        }
        if (state == BL_STATE_RUNNING) return running(link, row, piece);
        if (state == BL_STATE_RUNNABLE) return runnable(link, row, piece);
        if (state == BL_STATE_WAITING) return waiting(link, row, piece);
        add(link, piece, Did::kUnknown, {}, row);
    }

    void running(std::size_t link, Row row, Window piece) {
        std::int64_t at = piece.begin;
        const std::vector<Taken>& all = taken_.on(t_.states.cpu.value_or(row, 0xFFFF));
        auto each = std::partition_point(all.begin(), all.end(),
                                         [&](const Taken& one) { return one.end <= piece.begin; });
        for (; each != all.end() && each->begin < piece.end; ++each) {
            const Window part{std::max(each->begin, piece.begin), std::min(each->end, piece.end)};
            add(link, {at, part.begin}, Did::kRunning, {}, row);
            add(link, part, Did::kInterrupted, t_.contexts.driver(each->row), row);
            at = part.end;
            if (link != 0) continue;
            out_.interrupted_ns += part.length();
            out_.running_ns -= part.length();
        }
        add(link, {at, piece.end}, Did::kRunning, {}, row);
    }

    void runnable(std::size_t link, Row row, Window piece) {
        std::int64_t at = piece.begin;
        if (t_.states.cpu.has(row)) {
            for (const Row run : t_.runs.on(t_.states.cpu[row], piece)) {
                const Window part{std::max(t_.states.begin[run], piece.begin),
                                  std::min(t_.states.end[run], piece.end)};
                add(link, {at, part.begin}, Did::kRunnable, {}, row);
                add(link, part, Did::kRunnable, runner(run), row);
                at = part.end;
            }
        }
        add(link, {at, piece.end}, Did::kRunnable, {}, row);
    }
    By runner(Row run) const {
        const Row thread = t_.states.thread[run];
        if (t_.names.is_idle(thread)) return {By::Kind::kIdle, 0};
        return {By::Kind::kThread, thread};
    }

    void waiting(std::size_t link, Row row, Window piece) {
        const Row thread = t_.states.thread[row];
        const std::int64_t begin = t_.states.begin[row], end = t_.states.end[row];
        const Row fault =
            t_.faults.last(thread, begin + 1,
                           [&](std::int64_t, std::int64_t fault_end) { return fault_end >= end; });
        if (fault != BL_NO_ROW) {
            return add(link, piece, Did::kHardFault, t_.faults.file_of(fault), row);
        }
        const Row ready = t_.states.ready.value_or(row, BL_NO_ROW);
        const Row waker = t_.states.by_thread.value_or(row, BL_NO_ROW);
        const bool by_thread = waker != BL_NO_ROW && !t_.names.is_idle(waker) &&
                               (ready == BL_NO_ROW || t_.ready.by_thread(ready));
        if (by_thread && out_.links[link].depth < kDeepest && out_.parts.size() < kMostParts) {
            return follow(link, row, waker, piece);
        }
        if (by_thread) return not_told(link, row, piece);
        no_thread(link, row, ready, piece);
    }

    void not_told(std::size_t link, Row row, Window piece) {
        const StringId reason = t_.states.reason.value_or(row, StringId::kEmpty);
        add(link, piece, Did::kWaiting, {By::Kind::kReason, index(reason)}, row);
    }

    // An interrupt or a DPC ended it, or a timer, or something that the trace does not tell
    // (`ready` is none): then a request or the place where the thread slept may.
    void no_thread(std::size_t link, Row row, Row ready, Window piece) {
        const Row thread = t_.states.thread[row];
        const std::int64_t begin = t_.states.begin[row], end = t_.states.end[row];
        const Row request = t_.disk.last(thread, end, [&](std::int64_t, std::int64_t request_end) {
            return request_end > begin && request_end <= end;
        });
        if (request != BL_NO_ROW) {
            return add(link, piece, Did::kDisk, t_.disk.file_of(request), row);
        }
        const bool told = ready != BL_NO_ROW;
        const Row context =
            told ? t_.contexts.at(t_.ready.cpu.value_or(ready, 0xFFFF), t_.ready.time[ready])
                 : BL_NO_ROW;
        const KindOfWait kind = t_.kind_of(row);
        const bool by_stack = kind.told_by == ToldBy::kStack;
        // A timer's own interrupt is often not recorded.
        const bool timer = context != BL_NO_ROW
                               ? t_.contexts.is_timer(context)
                               : kind.kind == WaitKind::kTimer && (told || by_stack);
        if (timer) return add(link, piece, Did::kTimer, {}, row);
        // A request of the kernel's, for this thread.
        if (kind.kind == WaitKind::kDisk && by_stack) {
            return add(link, piece, Did::kDisk, {}, row);
        }
        if (!told) return not_told(link, row, piece);
        add(link, piece, Did::kInterrupt, t_.contexts.driver(context), row);
    }

    void follow(std::size_t link, Row row, Row waker, Window piece) {
        const auto [at, fresh] = known_.try_emplace(std::pair(link, waker), out_.links.size());
        const std::size_t to = at->second;
        if (fresh) out_.links.push_back({link, waker, out_.links[link].depth + 1});
        out_.wakes.push_back({link, to, piece.begin, piece.end, row});
        divide(to, piece);
    }

    void add(std::size_t link, Window piece, Did did, By by, Row state) {
        if (piece.length() <= 0) return;
        out_.parts.push_back({link, piece.begin, piece.end, did, by, state});
    }

    Tables& t_;
    const Interrupted taken_;
    Chain out_;
    std::map<std::pair<std::size_t, Row>, std::size_t> known_;  // who waits for whom: the link
};

}  // namespace

Chains::Chains(const Store& store) : tables_(std::make_unique<Tables>(store)) {}
Chains::~Chains() = default;

Chain Chains::follow(Row thread, Window window) {
    return Walk<Tables>(*tables_, thread, window).run();
}

KindOfWait Chains::kind_of(Row state) {
    return tables_->kind_of(state);
}

const States& Chains::states() const {
    return tables_->states;
}

}  // namespace benchlab::analyzers::explain
