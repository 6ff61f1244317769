#include "explain/interrupted.hpp"

#include <algorithm>

#include "benchlab/tables.h"

namespace benchlab::analyzers::explain {
namespace {

// Walks over the routines of one CPU, by begin, and cuts them where others lie inside.
class Sweep {
  public:
    Sweep(Window window, std::vector<Taken>& out) : window_(window), out_(out) {}

    void add(const Taken& next) {
        leave(next.begin);
        if (!open_.empty()) emit(open_.back(), next.begin);
        at_ = std::max(at_, next.begin);
        open_.push_back(next);
        // What began within another ends with it.
        if (open_.size() > 1) open_.back().end = std::min(next.end, open_[open_.size() - 2].end);
    }
    void finish() { leave(INT64_MAX); }

  private:
    void leave(std::int64_t time) {
        while (!open_.empty() && open_.back().end <= time) {
            emit(open_.back(), open_.back().end);
            open_.pop_back();
        }
    }
    void emit(const Taken& of, std::int64_t until) {
        const std::int64_t begin = std::max(at_, window_.begin);
        const std::int64_t end = std::min(until, window_.end);
        if (begin < end) out_.push_back({begin, end, of.row});
        at_ = std::max(at_, until);
    }

    const Window window_;
    std::vector<Taken>& out_;
    std::vector<Taken> open_;  // the outermost first
    std::int64_t at_ = INT64_MIN;
};

}  // namespace

Interrupted::Interrupted(const Store& store, Window window) {
    const Table table = store.find_table("dpc_isr");
    if (!table) return;
    const TimeColumn begin = table.time("begin"), end = table.time("end");
    const U16Column cpu = table.u16("cpu");
    const U8Column kind = table.u8("kind", kOptional);
    std::map<std::uint32_t, std::vector<Taken>> rows;
    for (const Row row : table.overlap(window)) {
        if (kind.value_or(row, 0) == BL_DPC_ISR_KIND_THREADED_DPC) continue;
        if (end[row] > window.begin) rows[cpu[row]].push_back({begin[row], end[row], row});
    }
    for (const auto& [number, taken] : rows) {
        Sweep sweep(window, by_cpu_[number]);
        for (const Taken& each : taken) sweep.add(each);
        sweep.finish();
    }
}

const std::vector<Taken>& Interrupted::on(std::uint32_t cpu) const {
    static const std::vector<Taken> none;
    const auto found = by_cpu_.find(cpu);
    return found == by_cpu_.end() ? none : found->second;
}

}  // namespace benchlab::analyzers::explain
