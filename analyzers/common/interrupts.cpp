#include "common/interrupts.hpp"

#include <algorithm>

#include "benchlab/tables.h"

namespace benchlab::analyzers {

std::vector<Interruption> interruptions(const Store& store, Window window) {
    std::vector<Interruption> out;
    const Table table = store.find_table("dpc_isr");
    if (!table) return out;
    const TimeColumn begin = table.time("begin"), end = table.time("end");
    const U16Column cpu = table.u16("cpu");
    const U8Column kind = table.u8("kind", kOptional);
    const RowColumn thread = table.row("thread", kOptional);
    std::vector<std::int64_t> covered;  // by CPU, until when
    for (const Row row : table.overlap(window)) {
        if (kind.value_or(row, 0) == BL_DPC_ISR_KIND_THREADED_DPC) continue;
        if (covered.size() <= cpu[row]) covered.resize(cpu[row] + 1u, window.begin);
        std::int64_t& until = covered[cpu[row]];
        const std::int64_t from = std::max(begin[row], until);
        const std::int64_t to = std::min(end[row], window.end);
        if (to <= from) continue;
        out.push_back({cpu[row], thread.value_or(row, BL_NO_ROW), from, to});
        until = to;
    }
    return out;
}

}  // namespace benchlab::analyzers
