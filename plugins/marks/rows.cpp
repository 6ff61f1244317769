#include "rows.hpp"

#include <benchlab/host.hpp>

namespace benchlab::marks {

Rows::Rows(const char* table, std::initializer_list<Column> columns, bool is_wanted)
    : table_(table), is_wanted_(is_wanted) {
    for (const Column& each : columns) {
        columns_.push_back({each, std::vector<std::uint64_t>(kRows), {}});
    }
}

void Rows::set_absent(std::size_t column) {
    std::vector<std::uint64_t>& present = columns_[column].present;
    if (present.empty()) present.assign(kRows / 64, ~std::uint64_t{0});
    present[size_ / 64] &= ~(std::uint64_t{1} << (size_ % 64));
}

void Rows::add(bl_builder* lane, const bl_builder_api& api) {
    if (++size_ == kRows) flush(lane, api);
}

void Rows::flush(bl_builder* lane, const bl_builder_api& api) {
    const std::size_t rows = size_;
    size_ = 0;
    std::vector<bl_column> columns;
    for (const Values& each : columns_) {
        bl_column made{};
        made.struct_size = sizeof made;
        made.type = each.column.type;
        made.name = each.column.name;
        made.data = each.words.data();
        made.present = each.present.empty() ? nullptr : each.present.data();
        made.row_count = rows;
        columns.push_back(made);
    }
    std::vector<const bl_column*> pointers;
    for (const bl_column& each : columns) pointers.push_back(&each);
    bl_table table{};
    table.struct_size = sizeof table;
    table.column_count = static_cast<std::uint32_t>(pointers.size());
    table.name = table_;
    table.columns = pointers.data();
    table.row_count = rows;
    if (rows > 0 && is_wanted_) {
        if (const bl_status status = api.append(lane, &table); status != BL_OK) {
            throw Error(status, "");
        }
    }
    for (Values& each : columns_) each.present.clear();
}

}  // namespace benchlab::marks
