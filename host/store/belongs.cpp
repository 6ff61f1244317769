#include "store/belongs.hpp"

#include <algorithm>
#include <string_view>

namespace benchlab::store {
namespace {

bool leads_to_a_process(std::string_view column) {
    constexpr std::string_view kTables[] = {"process", "thread", "gpu_queue", "present"};
    const TableSpec* const target = target_of(column);
    return target != nullptr &&
           std::find(std::begin(kTables), std::end(kTables), target->name) != std::end(kTables);
}

// A column that no reader filled counts too: then its rows are nobody's.
bool may_name_a_process(const StoredTable& table) {
    for (std::uint32_t i = 0; i < table.abi()->column_count; ++i) {
        const bl_column& column = *table.abi()->columns[i];
        if (column.type == BL_COL_ROW && leads_to_a_process(column.name)) return true;
    }
    if (table.spec() == nullptr) return false;
    return std::any_of(table.spec()->columns.begin(), table.spec()->columns.end(),
                       [](const ColumnSpec& column) {
                           return column.type == BL_COL_ROW && leads_to_a_process(column.name);
                       });
}

}  // namespace

Belongs::Belongs(const Store& store, const StoredTable& table, std::uint32_t process)
    : process_(process),
      is_process_(table.name() == "process"),
      knows_(may_name_a_process(table)),
      of_process_(&table, "process"),
      queue_(&table, "gpu_queue"),
      present_(&table, "present"),
      owners_(store.find("thread"), "process"),
      queue_process_(store.find("gpu_queue"), "process"),
      present_process_(store.find("present"), "process"),
      present_thread_(store.find("present"), "thread") {
    for (std::uint32_t i = 0; i < table.abi()->column_count; ++i) {
        const bl_column& column = *table.abi()->columns[i];
        if (column.type != BL_COL_ROW) continue;
        const TableSpec* const target = target_of(column.name);
        const bool thread = target != nullptr && std::string_view(target->name) == "thread";
        const bool other = table.name() == "state" && std::string_view(column.name) != "thread";
        if (thread && !other) threads_.emplace_back(&table, column.name);
    }
}

bool Belongs::operator()(std::uint64_t row) const {
    if (process_ == BL_NO_ROW || !knows_) return true;
    if (is_process_) return row == process_;
    const std::uint32_t named = of_process_[row];
    if (named != BL_NO_ROW) return named == process_;
    const auto owns = [&](std::uint32_t thread) {
        return thread != BL_NO_ROW && owners_[thread] == process_;
    };
    if (std::any_of(threads_.begin(), threads_.end(),
                    [&](const Rows& threads) { return owns(threads[row]); })) {
        return true;
    }
    const std::uint32_t queue = queue_[row], present = present_[row];
    if (queue != BL_NO_ROW && queue_process_[queue] == process_) return true;
    if (present == BL_NO_ROW) return false;
    return present_process_[present] == process_ || owns(present_thread_[present]);
}

}  // namespace benchlab::store
