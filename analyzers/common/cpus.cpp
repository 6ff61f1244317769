#include "common/cpus.hpp"

#include <algorithm>

namespace benchlab::analyzers {

std::uint32_t cpu_count(const Store& store) {
    const Table listed = store.find_table("cpu");
    if (listed) return static_cast<std::uint32_t>(listed.size());
    std::uint32_t count = 1;
    const auto look = [&](const char* table, const char* column) {
        const U16Column cpus = store.find_table(table).u16(column, kOptional);
        for (std::size_t row = 0; row < cpus.size(); ++row) {
            if (cpus.has(row)) count = std::max(count, cpus[row] + 1u);
        }
    };
    // One idle thread for each CPU where there are any, which saves looking at all events.
    look("thread", "idle_cpu");
    if (count > 1) return count;
    for (const char* const table : {"cswitch", "sample", "dpc_isr"}) look(table, "cpu");
    return count;
}

double machine_ns(const Store& store, Window window) {
    const double all = static_cast<double>(window.length()) * cpu_count(store);
    return std::max(all, 1.0);
}

}  // namespace benchlab::analyzers
