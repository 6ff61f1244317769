#include "threads/compute.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "benchlab/tables.h"
#include "common/distribution.hpp"
#include "common/interrupts.hpp"
#include "common/names.hpp"
#include "common/samples.hpp"
#include "common/states.hpp"

namespace benchlab::analyzers::threads {
namespace {

// Divides lives by the rows of `state`.
class Divider {
  public:
    Divider(const Store& store, Window window)
        : store_(store), window_(window), states_(store), switch_ins_(switch_ins(store, window)) {}

    Division divide(Row thread) {
        Division out;
        std::int64_t sums[BL_STATE_WAITING + 1] = {};
        std::vector<std::int64_t> ready;
        waits_.clear();
        for (const Row row : states_.of(thread, window_)) {
            const std::uint8_t state = states_.state[row];
            const std::int64_t length = window_.overlap(states_.begin[row], states_.end[row]);
            sums[state] += length;
            if (state == BL_STATE_RUNNABLE && length > 0) ready.push_back(length);
            if (state == BL_STATE_WAITING) waits_.emplace_back(states_.reason[row], length);
        }
        out.switch_ins = switch_ins_[thread];
        out.running_ns = sums[BL_STATE_RUNNING];
        out.runnable_ns = sums[BL_STATE_RUNNABLE];
        out.waiting_ns = sums[BL_STATE_WAITING];
        out.unknown_ns = sums[BL_STATE_UNKNOWN];
        out.ready_p99_ns = distribution_of(std::move(ready)).p99_ns;
        find_most_waited(out);
        return out;
    }

  private:
    // Of equal sums the reason that is first by its text, as ids of texts are.
    void find_most_waited(Division& out) {
        std::sort(waits_.begin(), waits_.end());
        for (std::size_t i = 0; i < waits_.size();) {
            const StringId reason = waits_[i].first;
            std::int64_t sum = 0;
            for (; i < waits_.size() && waits_[i].first == reason; ++i) sum += waits_[i].second;
            if (reason == StringId::kEmpty || sum <= out.most_waited_ns) continue;
            out.most_waited = store_.text(reason);
            out.most_waited_ns = sum;
        }
    }

    const Store& store_;
    const Window window_;
    const States states_;
    const std::vector<std::uint64_t> switch_ins_;  // by row of thread
    std::vector<std::pair<StringId, std::int64_t>> waits_;
};

void add_samples(const Store& store, Window window, std::vector<ThreadUse>& by_row) {
    const Samples samples(store);
    if (!samples) return;
    for (ThreadUse& use : by_row) use.samples = 0;
    for (const Row row : samples.in(window)) {
        const Row thread = samples.is_main(row) ? samples.runner(row) : BL_NO_ROW;
        if (thread != BL_NO_ROW) ++*by_row[thread].samples;
    }
}

void add_interruptions(const Store& store, Window window, std::vector<ThreadUse>& by_row) {
    if (!store.find_table("dpc_isr") || !store.find_table("cswitch")) return;
    for (ThreadUse& use : by_row) use.interrupted_ns = 0;
    for (const Interruption& each : interruptions(store, window)) {
        if (each.thread != BL_NO_ROW) *by_row[each.thread].interrupted_ns += each.end - each.begin;
    }
}

bool used_more(const ThreadUse& a, const ThreadUse& b) {
    const std::int64_t cpu_a = a.division ? a.division->running_ns : 0;
    const std::int64_t cpu_b = b.division ? b.division->running_ns : 0;
    if (cpu_a != cpu_b) return cpu_a > cpu_b;
    if (a.samples != b.samples) return a.samples > b.samples;
    return a.tid != b.tid ? a.tid < b.tid : a.thread < b.thread;
}

}  // namespace

Result compute(const Store& store, const Run& run) {
    Result result;
    result.window = run.window();
    const Names names(store);
    const Table thread = store.table("thread");
    const TimeColumn begin = thread.time("begin"), end = thread.time("end");
    std::vector<ThreadUse> by_row(thread.size());
    add_samples(store, result.window, by_row);
    add_interruptions(store, result.window, by_row);
    std::optional<Divider> divider;
    if (store.find_table("state")) divider.emplace(store, result.window);
    result.one_process = true;
    std::optional<Row> only;
    for (const Row row : thread.rows()) {
        const Row process = names.owner(row);
        const bool wanted = process == BL_NO_ROW ? !run.has_focus() : run.in_focus(process);
        const std::int64_t life = result.window.overlap(begin[row], end[row]);
        if (!wanted || names.is_idle(row) || life == 0) continue;
        result.one_process = result.one_process && only.value_or(process) == process;
        only = process;
        ThreadUse& use = by_row[row];
        use.thread = row;
        use.name = names.thread_name(row);
        use.tid = names.tid(row);
        use.process = names.process_name(process);
        use.pid = names.pid(process);
        use.life_ns = life;
        if (divider) use.division = divider->divide(row);
        result.threads.push_back(std::move(use));
    }
    std::sort(result.threads.begin(), result.threads.end(), used_more);
    return result;
}

}  // namespace benchlab::analyzers::threads
