#include "fakes.hpp"

namespace fakes {

const Store& Store::of(const bl_store* table) {
    return *reinterpret_cast<const Store*>(table);
}

Store::Store() {
    table.struct_size = sizeof(table);
    table.find_table = &Store::find_table;
    table.find_column = &Store::find_column;
    table.overlap = &Store::overlap;
    table.functions = &Store::functions;
    table.describe = &Store::describe;
}

void Store::add_bytes(const std::string& name, const std::string& column, std::uint32_t type,
                      std::vector<unsigned char> bytes, std::uint64_t rows,
                      std::vector<std::uint64_t> present) {
    OwnedTable* owner = nullptr;
    for (auto& each : tables_) {
        if (each.name == name) owner = &each;
    }
    if (owner == nullptr) {
        owner = &tables_.emplace_back();
        owner->name = name;
    }
    OwnedColumn& made = owner->columns.emplace_back();
    made.name = column;
    made.bytes = std::move(bytes);
    made.present = std::move(present);
    made.column.struct_size = sizeof(bl_column);
    made.column.type = type;
    made.column.row_count = rows;
    owner->table.row_count = rows;
}

std::uint32_t Store::string(const std::string& text) {
    bytes_ += text;
    offsets_.push_back(bytes_.size());
    return static_cast<std::uint32_t>(offsets_.size() - 2);
}

std::uint32_t Store::code(std::uint64_t address) {
    code_address_.push_back(address);
    code_image_.push_back(BL_NO_ROW);
    return static_cast<std::uint32_t>(code_address_.size() - 1);
}

std::uint32_t Store::stack(std::uint32_t parent, std::uint32_t code) {
    stack_parent_.push_back(parent);
    stack_code_.push_back(code);
    return static_cast<std::uint32_t>(stack_code_.size() - 1);
}

void Store::freeze(std::int64_t duration_ns) {
    for (auto& owner : tables_) {
        for (auto& each : owner.columns) {
            each.column.name = each.name.c_str();
            each.column.data = each.bytes.data();
            each.column.present = each.present.empty() ? nullptr : each.present.data();
            owner.pointers.push_back(&each.column);
        }
        owner.table.struct_size = sizeof(bl_table);
        owner.table.name = owner.name.c_str();
        owner.table.columns = owner.pointers.data();
        owner.table.column_count = static_cast<std::uint32_t>(owner.pointers.size());
        pointers_.push_back(&owner.table);
    }
    table.tables = pointers_.data();
    table.table_count = static_cast<std::uint32_t>(pointers_.size());
    table.duration_ns = duration_ns;
    table.string_offsets = offsets_.data();
    table.string_bytes = bytes_.data();
    table.string_count = offsets_.size() - 1;
    table.stack_parent = stack_parent_.data();
    table.stack_code = stack_code_.data();
    table.stack_count = stack_code_.size();
    table.code_address = code_address_.data();
    table.code_image = code_image_.data();
    table.code_count = code_address_.size();
}

const bl_table* BL_CALL Store::find_table(const bl_store* store, const char* name) {
    for (const auto& each : of(store).tables_) {
        if (each.name == name) return &each.table;
    }
    return nullptr;
}

const bl_column* BL_CALL Store::find_column(const bl_store*, const bl_table* table,
                                            const char* name, std::uint32_t type) {
    if (table == nullptr) return nullptr;
    for (std::uint32_t i = 0; i < table->column_count; ++i) {
        const bl_column* each = table->columns[i];
        if (std::strcmp(each->name, name) == 0 && each->type == type) return each;
    }
    return nullptr;
}

// By "begin" and "end" alone; rows do not lie inside each other.
void BL_CALL Store::overlap(const bl_store* store, const bl_table* table, std::int64_t begin,
                            std::int64_t end, std::uint64_t* first, std::uint64_t* last) {
    const auto* begins =
        static_cast<const std::int64_t*>(find_column(store, table, "begin", BL_COL_TIME)->data);
    const auto* ends =
        static_cast<const std::int64_t*>(find_column(store, table, "end", BL_COL_TIME)->data);
    while (*first < *last && ends[*first] <= begin) ++*first;
    while (*last > *first && begins[*last - 1] >= end) --*last;
}

// Functions are 0x100 bytes long here.
bl_status BL_CALL Store::functions(const bl_store* store, const std::uint32_t* codes,
                                   std::uint64_t count, std::uint32_t* ids) {
    const auto& addresses = of(store).code_address_;
    for (std::uint64_t i = 0; i < count; ++i) {
        ids[i] = codes[i];
        for (std::uint32_t code = 1; codes[i] != 0 && code < codes[i]; ++code) {
            if (addresses[code] / 0x100 != addresses[codes[i]] / 0x100) continue;
            ids[i] = code;
            break;
        }
    }
    return BL_OK;
}

bl_status BL_CALL Store::describe(const bl_store* store, std::uint32_t code, std::uint32_t depth,
                                  bl_function* out) {
    if (depth > 0) return BL_SKIPPED;
    static const char name[] = "work";
    out->name = name;
    out->name_len = sizeof(name) - 1;
    out->start = of(store).code_address_[code] / 0x100 * 0x100;
    out->image = BL_NO_ROW;
    out->line = 7;
    return BL_OK;
}

}  // namespace fakes
