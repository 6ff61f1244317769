#include "common/states.hpp"

#include <algorithm>

#include "benchlab/tables.h"

namespace benchlab::analyzers {

States::States(const Store& store) : table_(store.table("state")) {
    thread = table_.row("thread");
    begin = table_.time("begin");
    end = table_.time("end");
    state = table_.u8("state");
    cpu = table_.u16("cpu");
    reason = table_.string("reason");
    stack = table_.stack("stack");
    by_thread = table_.row("by_thread");
    ready = table_.row("ready");
    cswitch = table_.row("cswitch");
    const Table threads = store.table("thread");
    first_ = threads.u32("state_first");
    count_ = threads.u32("state_count");
}

bool in_focus(const std::vector<Row>& focus, Row process) {
    return focus.empty() || std::find(focus.begin(), focus.end(), process) != focus.end();
}

std::vector<std::uint64_t> switch_ins(const Store& store, Window window) {
    std::vector<std::uint64_t> out(store.find_table("thread").size());
    const Table cswitch = store.find_table("cswitch");
    const RowColumn to = cswitch.row("new_thread", kOptional);
    for (const Row row : cswitch.overlap(window)) {
        if (to.has(row)) ++out[to[row]];
    }
    return out;
}

std::uint64_t events_in(const Store& store, const char* table, Window window) {
    return store.find_table(table).overlap(window).size();
}

std::uint64_t wake_ups_in(const Store& store, Window window) {
    const Table ready = store.find_table("ready");
    const U8Column kind = ready.u8("kind", kOptional);
    const auto kind_of = [&](Row row) { return kind.value_or(row, BL_READY_KIND_ASKED); };
    const auto all = ready.rows();
    const bool tells_asking = std::any_of(
        all.begin(), all.end(), [&](Row row) { return kind_of(row) == BL_READY_KIND_ASKED; });
    std::uint64_t count = 0;
    for (const Row row : ready.overlap(window)) {
        const bool again = tells_asking && kind_of(row) == BL_READY_KIND_QUEUED;
        // Another one follows, when the thread is back in memory.
        count += !again && kind_of(row) != BL_READY_KIND_SWAPPED;
    }
    return count;
}

}  // namespace benchlab::analyzers
