// Rows instead of keys: who had a pid, a tid, a file object at the time of the row.
#include <algorithm>

#include "store/freezer.hpp"

namespace benchlab::store {

void Freezer::index_present_keys() {
    std::vector<KeyIndex::Life> lives;
    const TableDef* const def = catalog_.find("present");
    const std::vector<RowSource> rows = sorted_rows(*def);
    for (std::uint32_t row = 0; row < rows.size(); ++row) {
        const ChunkData& chunk = chunks_[rows[row].chunk];
        const int column = chunk.chunk->shape->find(*def->find("key"));
        if (column < 0) continue;
        const std::uint64_t key =
            chunk.chunk->data[static_cast<std::size_t>(column)].as<std::uint64_t>()[rows[row].row];
        lives.push_back({key, lanes_[chunk.lane].recording, rows[row].time, row});
    }
    present_keys_ = KeyIndex(std::move(lives));
}

void Freezer::resolve_keys() {
    index_present_keys();
    for_each_chunk([&](ChunkData& chunk) {
        for (const char* const target : {"file", "gpu_queue", "present"}) {
            resolve_keys(chunk, target);
        }
    });
}

void Freezer::resolve_keys(ChunkData& data, std::string_view target) {
    const Chunk& chunk = *data.chunk;
    const std::int64_t* const times = times_of(data);
    const ColumnDef* const cpu_column = chunk.shape->table->find("cpu");
    const int cpu_at =
        cpu_column && cpu_column->type == BL_COL_U16 ? chunk.shape->find(*cpu_column) : -1;
    const std::uint16_t* const cpus =
        cpu_at < 0 ? nullptr : chunk.data[static_cast<std::size_t>(cpu_at)].as<std::uint16_t>();
    const bool threads = target == "thread";
    const KeyIndex& index = target == "present" ? present_keys_ : life_table(target).index;
    const auto time_of = [&](std::uint64_t row) {
        return times == nullptr || times[row] == BL_NO_TIME ? std::int64_t{0} : times[row];
    };
    for (std::size_t i = 0; i < chunk.data.size(); ++i) {
        const ColumnDef& column = *chunk.shape->columns[i];
        if (column.target == nullptr || column.target->name != target) continue;
        if (column.batch_type == BL_COL_KEY32) {
            std::uint32_t* const keys = chunk.data[i].as<std::uint32_t>();
            for (std::uint64_t row = 0; row < chunk.rows; ++row) {
                if (keys[row] == kNobody) continue;
                if (threads && keys[row] == 0) {
                    // A row without a CPU can only mean the idle thread of the only one.
                    const std::uint32_t cpu = cpus ? cpus[row] : cpu_count_ == 1 ? 0 : kNobody;
                    keys[row] = cpu < idle_threads_.size() ? idle_threads_[cpu] : BL_NO_ROW;
                } else {
                    keys[row] = index.find(keys[row], 0, time_of(row));
                }
            }
        } else if (column.batch_type == BL_COL_KEY64) {
            std::uint64_t* const keys = chunk.data[i].as<std::uint64_t>();
            const std::uint64_t* const present =
                chunk.present[i] ? chunk.present[i].as<std::uint64_t>() : nullptr;
            const std::uint32_t scope = lanes_[data.lane].recording;
            for (std::uint64_t row = 0; row < chunk.rows; ++row) {
                const bool there = present == nullptr || test_bit(present, row);
                keys[row] = there ? index.find(keys[row], scope, time_of(row)) : BL_NO_ROW;
            }
        }
    }
}

}  // namespace benchlab::store
