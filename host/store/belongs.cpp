#include "store/belongs.hpp"

#include <algorithm>
#include <string_view>

namespace benchlab::store {

Belongs::Belongs(const Store& store, const StoredTable& table, std::uint32_t process)
    : process_(process),
      is_process_(table.name() == "process"),
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
    knows_ = is_process_ || of_process_ || queue_ || present_ || !threads_.empty();
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
