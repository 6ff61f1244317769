#include "explain/chain.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "benchlab/tables.h"
#include "explain/interrupted.hpp"
#include "explain/roots.hpp"

namespace benchlab::analyzers::explain {
namespace {

// Chains of a healthy trace are far shorter; one with contradictions could go in circles.
constexpr std::uint32_t kDeepest = 64;
constexpr std::size_t kMostParts = 20'000'000;

}  // namespace

struct Chains::Tables {
    explicit Tables(const Store& of)
        : store(of), states(of), runs(states), names(of), roots(store, states, names) {}

    const Store store;
    const States states;
    const CpuRuns runs;
    const Names names;
    Roots roots;
};

namespace {

// Makes one chain.
template <class Tables>
class Walk {
  public:
    Walk(Tables& tables, Row thread, Window window)
        : t_(tables), window_(window), taken_(tables.store, window) {
        out_.links.push_back({0, thread, 0});
    }

    Chain run() {
        divide(0, window_);
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
        add(link, {begin, end}, Did::kNotBegun, {}, BL_NO_ROW);
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
        const std::uint32_t cpu = t_.states.cpu.value_or(row, 0xFFFF);
        each_taken(cpu, piece, [&](Window free, Window taken, Row interrupt) {
            add(link, free, Did::kRunning, {}, row);
            if (interrupt == BL_NO_ROW) return;
            add(link, taken, Did::kInterrupted, t_.roots.driver(interrupt), row);
            if (link != 0) return;
            out_.interrupted_ns += taken.length();
            out_.running_ns -= taken.length();
        });
    }

    void runnable(std::size_t link, Row row, Window piece) {
        std::int64_t at = piece.begin;
        if (t_.states.cpu.has(row)) {
            for (const Row run : t_.runs.on(t_.states.cpu[row], piece)) {
                const Window part{std::max(t_.states.begin[run], piece.begin),
                                  std::min(t_.states.end[run], piece.end)};
                ready_behind(link, row, {at, part.begin}, {});
                ready_behind(link, row, part, runner(run));
                at = part.end;
            }
        }
        ready_behind(link, row, {at, piece.end}, {});
    }
    // What interrupts that CPU keeps it from everyone.
    void ready_behind(std::size_t link, Row row, Window piece, By by) {
        const std::uint32_t cpu = t_.states.cpu.value_or(row, 0xFFFF);
        each_taken(cpu, piece, [&](Window free, Window taken, Row interrupt) {
            add(link, free, Did::kRunnable, by, row);
            if (interrupt != BL_NO_ROW) {
                add(link, taken, Did::kRunnable, t_.roots.driver(interrupt), row);
            }
        });
    }
    // Calls visit(free, taken, row of dpc_isr) for each interruption within the piece, with what is
    // free before it; at last with what is free behind them and no row.
    template <class Visit>
    void each_taken(std::uint32_t cpu, Window piece, Visit&& visit) const {
        std::int64_t at = piece.begin;
        const std::vector<Taken>& all = taken_.on(cpu);
        auto each = std::partition_point(all.begin(), all.end(),
                                         [&](const Taken& one) { return one.end <= piece.begin; });
        for (; each != all.end() && each->begin < piece.end; ++each) {
            const Window part{std::max(each->begin, piece.begin), std::min(each->end, piece.end)};
            visit(Window{at, part.begin}, part, each->row);
            at = part.end;
        }
        visit(Window{at, piece.end}, Window{}, BL_NO_ROW);
    }
    By runner(Row run) const {
        const Row thread = t_.states.thread[run];
        if (t_.names.is_idle(thread)) return {By::Kind::kIdle, 0};
        return {By::Kind::kThread, thread};
    }

    void waiting(std::size_t link, Row row, Window piece) {
        const Root root = t_.roots.of(row);
        if (root.waker == BL_NO_ROW) {
            add(link, piece, root.did, root.by, row);
            if (root.late_ns != kNotTold && piece.length() > 0)
                out_.parts.back().late_ns = late_part(row, piece, root.late_ns);
            return;
        }
        // Who waits cannot wake: the trace contradicts itself.
        if (is_waiting(link, root.waker)) {
            return add(link, piece, Did::kWaiting, t_.roots.reason(row), row);
        }
        const bool deeper = out_.links[link].depth < kDeepest && out_.parts.size() < kMostParts;
        if (deeper) return follow(link, row, root.waker, piece);
        add(link, piece, Did::kNotFollowed, t_.roots.reason(row), row);
    }
    // It is the end of the wait that is late, and the piece may be cut before it.
    std::int64_t late_part(Row row, Window piece, std::int64_t late_ns) const {
        const std::int64_t end = t_.states.end[row];
        const std::int64_t due = end - std::min(late_ns, end - t_.states.begin[row]);
        return std::max<std::int64_t>(piece.end - std::max(due, piece.begin), 0);
    }
    bool is_waiting(std::size_t link, Row thread) const {
        for (; link != 0; link = out_.links[link].waiting) {
            if (out_.links[link].thread == thread) return true;
        }
        return out_.links[0].thread == thread;
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
    const Window window_;
    const Interrupted taken_;
    Chain out_;
    std::map<std::pair<std::size_t, Row>, std::size_t> known_;  // who waits for whom: the link
};

}  // namespace

std::vector<Sum> sums_of(const Chain& chain) {
    std::map<std::tuple<std::size_t, Did, By>, Sum> by_key;
    for (const Part& part : chain.parts) {
        Sum& sum = by_key[{part.link, part.did, part.by}];
        sum.link = part.link;
        sum.did = part.did;
        sum.by = part.by;
        sum.time_ns += part.length_ns();
        sum.longest_ns = std::max(sum.longest_ns, part.length_ns());
        if (part.late_ns != kNotTold)
            sum.late_ns = std::max<std::int64_t>(sum.late_ns, 0) + part.late_ns;
    }
    std::vector<Sum> out;
    for (const auto& [key, sum] : by_key) out.push_back(sum);
    std::stable_sort(out.begin(), out.end(), [](const Sum& a, const Sum& b) {
        return a.link != b.link ? a.link < b.link : a.time_ns > b.time_ns;
    });
    return out;
}

Chains::Chains(const Store& store) : tables_(std::make_unique<Tables>(store)) {}
Chains::~Chains() = default;

Chain Chains::follow(Row thread, Window window) {
    return Walk<Tables>(*tables_, thread, window).run();
}

KindOfWait Chains::kind_of(Row state) {
    return tables_->roots.kind_of(state);
}

By Chains::driver(Row interrupt) const {
    return tables_->roots.driver(interrupt);
}

const States& Chains::states() const {
    return tables_->states;
}

}  // namespace benchlab::analyzers::explain
