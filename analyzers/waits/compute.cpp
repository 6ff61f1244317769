#include "waits/compute.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "benchlab/tables.h"
#include "common/clock_ticks.hpp"
#include "common/names.hpp"
#include "common/states.hpp"
#include "common/wait_kinds.hpp"
#include "common/wake_contexts.hpp"
#include "common/window.hpp"

namespace benchlab::analyzers::waits {
namespace {

class Computation {
  public:
    Computation(const Store& store, Window window, const std::vector<Row>& focus,
                const Options& options)
        : states_(store),
          names_(store),
          sites_(store),
          contexts_(store),
          kinds_(store),
          focus_(focus),
          options_(options) {
        const Table ready = store.find_table("ready");
        source_ = ready.u8("source", kOptional);
        waker_stack_ = ready.stack("stack", kOptional);
        out_.window = window;
        out_.switches = events_in(store, "cswitch", window);
        out_.ready_events = wake_ups_in(store, window);
        out_.has_ready_events = ready.size() > 0;
    }

    Findings run() {
        for (Row thread = 0; thread < states_.threads(); ++thread) {
            if (names_.is_idle(thread) || !in_focus(focus_, names_.owner(thread))) continue;
            for (const Row row : states_.of(thread, out_.window)) {
                if (states_.state[row] == BL_STATE_WAITING) add(row);
            }
        }
        if (out_.ended.count + out_.open.count == 0) throw skip("no thread waited in the window");
        find_places();
        add_reasons();
        add_sites();
        add_timers();
        add_enders();
        add_longest();
        return std::move(out_);
    }

  private:
    std::int64_t length_ns(Row row) const {
        return out_.window.overlap(states_.begin[row], states_.end[row]);
    }

    void add(Row row) {
        if (states_.end[row] >= out_.window.end || states_.is_last(row)) {
            out_.open.add(length_ns(row));
            return;
        }
        out_.ended.add(length_ns(row));
        rows_.push_back(row);
    }

    StackId waker_stack(Row row) const {
        if (!states_.ready.has(row)) return StackId::kNone;
        return waker_stack_.value_or(states_.ready[row], StackId::kNone);
    }

    // All stacks first, so that names are asked for once.
    void find_places() {
        for (const Row row : rows_) {
            sites_.find(states_.stack.value_or(row, StackId::kNone));
            sites_.find(waker_stack(row));
        }
        sites_.group();
    }
    Site site(Row row) {
        return sites_.grouped(sites_.find(states_.stack.value_or(row, StackId::kNone)));
    }
    StringId reason(Row row) const { return states_.reason.value_or(row, StringId::kEmpty); }

    EndedBy ended_by(Row row) const {
        if (!states_.ready.has(row)) return EndedBy::kUnknown;
        const Row by = states_.by_thread.value_or(row, BL_NO_ROW);
        if (by != BL_NO_ROW) return names_.is_idle(by) ? EndedBy::kIdle : EndedBy::kThread;
        switch (source_.value_or(states_.ready[row], 0)) {
            case BL_READY_SOURCE_DPC:
                return EndedBy::kDpc;
            case BL_READY_SOURCE_INTERRUPT:
                return EndedBy::kInterrupt;
            default:
                return EndedBy::kUnknown;
        }
    }

    void add_reasons() {
        std::map<StringId, std::vector<std::int64_t>> lengths;
        for (const Row row : rows_) lengths[reason(row)].push_back(length_ns(row));
        std::vector<ReasonWaits> out;
        for (auto& [reason, each] : lengths) {
            out.push_back({reason, distribution_of(std::move(each))});
        }
        out_.reasons = greatest(std::move(out), options_.top,
                                [](const ReasonWaits& each) { return each.waits.total_ns; });
    }

    void add_sites() {
        std::map<std::pair<Site, StringId>, Sum> sums;
        for (const Row row : rows_) {
            const Site at = site(row);
            if (at.kind != SiteKind::kNoStack) ++out_.with_stack;
            sums[{at, reason(row)}].add(length_ns(row));
        }
        std::vector<SiteWaits> out;
        for (const auto& [key, sum] : sums) out.push_back({key.first, key.second, sum});
        out_.sites = greatest(std::move(out), options_.top,
                              [](const SiteWaits& each) { return each.waits.total_ns; });
    }

    // A timer that is not told itself shows in where its thread slept.
    bool is_sleep(Row row) {
        const KindOfWait kind = kinds_.of(states_.stack.value_or(row, StackId::kNone), reason(row));
        return kind.kind == WaitKind::kTimer && ended_by(row) != EndedBy::kThread;
    }
    void add_timers() {
        std::vector<std::int64_t> late, ends;
        for (const Row row : rows_) {
            const Row timer = ended_by(row) == EndedBy::kThread
                                  ? BL_NO_ROW
                                  : contexts_.timer(states_.ready.value_or(row, BL_NO_ROW));
            if (timer == BL_NO_ROW && !is_sleep(row)) continue;
            out_.timers.waits.add(length_ns(row));
            ends.push_back(states_.end[row]);
            // It may have been set long before, for somebody else.
            if (const auto known = contexts_.late_ns(timer))
                late.push_back(std::min(*known, states_.end[row] - states_.begin[row]));
        }
        out_.timers.late = distribution_of(std::move(late));
        // A program may keep such a pace by itself: then its timers are not late.
        constexpr double kLateNs = 1e6;
        const Distribution& known = out_.timers.late;
        out_.timers.on_ticks = lie_on_ticks(ends) && (known.count == 0 || known.p50_ns > kLateNs);
    }

    void add_enders() {
        using Key = std::tuple<EndedBy, Row, Site>;
        std::map<Key, Sum> processes, threads;
        for (const Row row : rows_) {
            const EndedBy by = ended_by(row);
            if (by != EndedBy::kUnknown) ++out_.known_enders;
            const Row thread = by == EndedBy::kThread ? states_.by_thread[row] : BL_NO_ROW;
            const Site at =
                by == EndedBy::kThread ? sites_.grouped(sites_.find(waker_stack(row))) : Site{};
            threads[{by, thread, at}].add(length_ns(row));
            processes[{by, names_.owner(thread), Site{}}].add(length_ns(row));
        }
        const auto list = [&](const std::map<Key, Sum>& sums) {
            std::vector<EnderWaits> out;
            for (const auto& [key, sum] : sums) {
                out.push_back({std::get<0>(key), std::get<1>(key), std::get<2>(key), sum});
            }
            return greatest(std::move(out), options_.top,
                            [](const EnderWaits& each) { return each.waits.total_ns; });
        };
        out_.process_enders = list(processes);
        out_.thread_enders = list(threads);
    }

    void add_longest() {
        const std::size_t shown = std::min<std::size_t>(options_.top, rows_.size());
        std::partial_sort(rows_.begin(), rows_.begin() + static_cast<std::ptrdiff_t>(shown),
                          rows_.end(), [&](Row a, Row b) {
                              return std::tuple(length_ns(b), states_.begin[a], a) <
                                     std::tuple(length_ns(a), states_.begin[b], b);
                          });
        for (std::size_t i = 0; i < shown; ++i) {
            const Row row = rows_[i];
            out_.longest.push_back({states_.thread[row],
                                    std::max(states_.begin[row], out_.window.begin), length_ns(row),
                                    reason(row), site(row), ended_by(row),
                                    states_.by_thread.value_or(row, BL_NO_ROW)});
        }
    }

    const States states_;
    const Names names_;
    Sites sites_;
    WakeContexts contexts_;
    WaitKinds kinds_;
    const std::vector<Row> focus_;
    const Options options_;
    U8Column source_;
    StackColumn waker_stack_;
    Findings out_;
    std::vector<Row> rows_;  // of waits that ended
};

}  // namespace

void Sum::add(std::int64_t length_ns) {
    ++count;
    total_ns = add_ns(total_ns, length_ns);
    longest_ns = std::max(longest_ns, length_ns);
}

Findings compute(const Store& store, Window window, const std::vector<Row>& focus,
                 const Options& options) {
    return Computation(store, window, focus, options).run();
}

}  // namespace benchlab::analyzers::waits
