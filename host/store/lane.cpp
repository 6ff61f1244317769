#include "store/lane.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "base/text.hpp"

namespace benchlab::store {
namespace {

constexpr std::uint64_t kMaxRows = 0xFFFFFFFEu;
// What a chunk of small batches holds: at first, and at most.
constexpr std::uint64_t kFewSmallRows = 64, kMostSmallRows = 1u << 16;
constexpr std::uint32_t kMaxColumns = 1024;

base::Error refused_batch(std::string message) {
    return {base::Code::kPlugin, std::move(message)};
}

Chunk make_chunk(const Shape& shape, std::uint64_t capacity, Fill fill) {
    Chunk chunk;
    chunk.shape = &shape;
    chunk.capacity = capacity;
    for (const ColumnDef* const column : shape.columns) {
        chunk.data.emplace_back(capacity * type_size(column->batch_type), fill);
    }
    chunk.present.resize(shape.columns.size());
    return chunk;
}

// All rows so far have a value.
Buffer full_bitmap(std::uint64_t capacity) {
    Buffer out(bitmap_words(capacity) * 8, Fill::kByOwner);
    std::memset(out.data(), 0xFF, out.size());
    return out;
}

void copy_bits(const std::uint64_t* from, std::uint64_t count, std::uint64_t* to,
               std::uint64_t at) {
    for (std::uint64_t i = 0; i < count; ++i) {
        if (!test_bit(from, i)) clear_bit(to, at + i);
    }
}

}  // namespace

int Shape::find(const ColumnDef& column) const {
    for (std::size_t i = 0; i < columns.size(); ++i) {
        if (columns[i] == &column) return static_cast<int>(i);
    }
    return -1;
}

std::uint32_t Lane::intern(std::string_view text) {
    std::size_t replaced = 0;
    const bool plain = std::all_of(text.begin(), text.end(),
                                   [](char c) { return static_cast<unsigned char>(c) < 0x80; });
    return plain ? strings_.add(text) : strings_.add(base::valid_utf8(text, replaced));
}

std::uint32_t Lane::add_stack(std::uint32_t outer, std::uint32_t pid,
                              std::span<const std::uint64_t> addresses) {
    return outer < stacks_.nodes().size() ? stacks_.add(outer, pid, addresses) : 0;
}

base::Result<const Shape*> Lane::new_shape(const bl_table& batch) {
    const auto table = catalog_.table(batch.name, owner_);
    if (!table) return table.error();
    SeenShape seen;
    seen.shape.table = *table;
    for (std::uint32_t i = 0; i < batch.column_count; ++i) {
        const bl_column& given = *batch.columns[i];
        const auto column = catalog_.column(**table, given.name, given.type, owner_);
        if (!column) return column.error();
        if (seen.shape.find(**column) >= 0) {
            return refused_batch(
                fmt::format("column {}.{}: is there twice", (*table)->name, (*column)->name));
        }
        seen.shape.columns.push_back(*column);
        seen.columns.emplace_back(given.name, given.type);
    }
    if ((*table)->spec != nullptr) {
        for (const ColumnDef& column : (*table)->columns) {
            const bool needed =
                column.spec != nullptr && (column.spec->filled == Filled::kRequired ||
                                           column.spec->filled == Filled::kStatement);
            if (needed && seen.shape.find(column) < 0) {
                return refused_batch(
                    fmt::format("table {}: has no column {}, by which its rows are "
                                "sorted or joined",
                                (*table)->name, column.name));
            }
        }
    }
    last_ = &shapes_.emplace_back(std::move(seen));
    return &last_->shape;
}

base::Result<const Shape*> Lane::shape_of(const bl_table& batch) {
    if (batch.struct_size < sizeof(bl_table) || batch.name == nullptr ||
        (batch.column_count > 0 && batch.columns == nullptr) || batch.column_count == 0 ||
        batch.column_count > kMaxColumns) {
        return refused_batch("a batch without a name or columns");
    }
    if (batch.row_count > kMaxRows) {
        return refused_batch(
            fmt::format("a batch of {} rows; {} are possible", batch.row_count, kMaxRows));
    }
    for (std::uint32_t i = 0; i < batch.column_count; ++i) {
        const bl_column* const column = batch.columns[i];
        if (column == nullptr || column->struct_size < sizeof(bl_column) ||
            column->name == nullptr) {
            return refused_batch("a batch with a column that has no name");
        }
    }
    const auto matches = [&](const SeenShape& seen) {
        if (seen.columns.size() != batch.column_count || seen.shape.table->name != batch.name) {
            return false;
        }
        for (std::uint32_t i = 0; i < batch.column_count; ++i) {
            if (seen.columns[i].second != batch.columns[i]->type ||
                seen.columns[i].first != batch.columns[i]->name) {
                return false;
            }
        }
        return true;
    };
    if (last_ != nullptr && matches(*last_)) return &last_->shape;
    for (SeenShape& seen : shapes_) {
        if (!matches(seen)) continue;
        last_ = &seen;
        return &seen.shape;
    }
    return new_shape(batch);
}

Chunk& Lane::room_for(const Shape& shape, const bl_table& batch) {
    Chunk* const open = last_->open;
    if (open != nullptr && open->capacity - open->rows >= batch.row_count) return *open;
    // Larger each time, so that many rows do not mean many chunks.
    const std::uint64_t grown = open ? std::min(open->capacity * 2, kMostSmallRows) : kFewSmallRows;
    chunks_.push_back(make_chunk(shape, std::max(batch.row_count, grown), Fill::kByOwner));
    last_->open = &chunks_.back();
    return chunks_.back();
}

base::Result<void> Lane::append(const bl_table& batch) {
    const auto shape = shape_of(batch);
    if (!shape) return shape.error();
    for (std::uint32_t i = 0; i < batch.column_count; ++i) {
        const bl_column& column = *batch.columns[i];
        if (column.row_count != batch.row_count ||
            (column.data == nullptr && batch.row_count > 0)) {
            return refused_batch(fmt::format("column {}.{}: has {} rows, its batch {}",
                                             (*shape)->table->name, (*shape)->columns[i]->name,
                                             column.data ? column.row_count : 0, batch.row_count));
        }
    }
    if (batch.row_count == 0) return {};
    Chunk& chunk = room_for(**shape, batch);
    for (std::uint32_t i = 0; i < batch.column_count; ++i) {
        const bl_column& column = *batch.columns[i];
        const std::size_t size = type_size(column.type);
        std::memcpy(chunk.data[i].as<std::byte>() + chunk.rows * size, column.data,
                    batch.row_count * size);
        if (column.present == nullptr) continue;
        if (!chunk.present[i]) chunk.present[i] = full_bitmap(chunk.capacity);
        copy_bits(column.present, batch.row_count, chunk.present[i].as<std::uint64_t>(),
                  chunk.rows);
    }
    chunk.rows += batch.row_count;
    return {};
}

base::Result<void> Lane::claim(const bl_table& table, void** columns, std::uint64_t** present) {
    const auto shape = shape_of(table);
    if (!shape) return shape.error();
    if (columns == nullptr) return refused_batch("claim() without a place for the columns");
    Chunk chunk = make_chunk(**shape, table.row_count, Fill::kZero);
    chunk.rows = table.row_count;
    chunk.claimed = true;
    for (std::size_t i = 0; i < chunk.data.size(); ++i) {
        columns[i] = chunk.data[i].data();
        const std::uint32_t type = (*shape)->columns[i]->batch_type;
        if (type == BL_COL_TIME) {
            std::fill_n(chunk.data[i].as<std::int64_t>(), chunk.rows, BL_NO_TIME);
        }
        if (present == nullptr) continue;
        if (is_integer(type)) chunk.present[i] = full_bitmap(chunk.capacity);
        present[i] = chunk.present[i].as<std::uint64_t>();
    }
    chunks_.push_back(std::move(chunk));
    return {};
}

void Lane::set_fact(std::string_view name, std::string_view text) {
    std::size_t replaced = 0;
    facts_.emplace_back(base::valid_utf8(name, replaced), base::valid_utf8(text, replaced));
}

void Lane::problem(std::string_view code, std::string_view text, std::uint64_t count,
                   std::uint64_t offset) {
    for (LaneProblem& known : problems_) {
        if (known.code != code) continue;
        known.count += count;
        if (offset < known.offset) {
            known.offset = offset;
            known.text = text;
        }
        return;
    }
    problems_.push_back({std::string(code), std::string(text), count, offset});
}

}  // namespace benchlab::store
