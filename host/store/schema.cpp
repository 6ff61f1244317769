#include "store/schema.hpp"

#include <array>

#include "base/text.hpp"

namespace benchlab::store {
namespace {

struct Type {
    std::uint32_t type;
    std::string_view name;
    std::size_t size;
    bool integer;
};

constexpr std::array kTypes = {
    Type{BL_COL_U8, "u8", 1, true},        Type{BL_COL_U16, "u16", 2, true},
    Type{BL_COL_U32, "u32", 4, true},      Type{BL_COL_U64, "u64", 8, true},
    Type{BL_COL_I16, "i16", 2, true},      Type{BL_COL_I32, "i32", 4, true},
    Type{BL_COL_I64, "i64", 8, true},      Type{BL_COL_F64, "f64", 8, false},
    Type{BL_COL_TIME, "time", 8, false},   Type{BL_COL_STRING, "string", 4, false},
    Type{BL_COL_STACK, "stack", 4, false}, Type{BL_COL_CODE, "code", 4, false},
    Type{BL_COL_ROW, "row", 4, false},     Type{BL_COL_KEY32, "key32", 4, true},
    Type{BL_COL_KEY64, "key64", 8, true},  Type{BL_COL_ADDRESS, "address", 8, true},
};

const Type* find_type(std::uint32_t type) {
    for (const Type& each : kTypes) {
        if (each.type == type) return &each;
    }
    return nullptr;
}

}  // namespace

const ColumnSpec* TableSpec::find(std::string_view column) const {
    for (const ColumnSpec& each : columns) {
        if (column == each.name) return &each;
    }
    return nullptr;
}

const TableSpec* find_table_spec(std::string_view name) {
    for (const TableSpec& each : schema()) {
        if (name == each.name) return &each;
    }
    return nullptr;
}

std::vector<std::string> made_of(std::string_view table) {
    const TableSpec* const spec = find_table_spec(table);
    if (spec == nullptr || spec->from == nullptr) return {std::string(table)};
    std::vector<std::string> out;
    for (const std::string& part : base::split(spec->from, ',')) out.emplace_back(base::trim(part));
    return out;
}

std::string what_to_record(std::string_view table) {
    const TableSpec* spec = find_table_spec(table);
    if (spec != nullptr && spec->recorded != nullptr) return spec->recorded;
    // Of a derived table the first is what it cannot be made without.
    const std::string first = made_of(table).front();
    spec = find_table_spec(first);
    return spec != nullptr && spec->recorded != nullptr ? spec->recorded : first;
}

const TableSpec* target_of(std::string_view column) {
    const TableSpec* best = nullptr;
    std::size_t longest = 0;
    for (const TableSpec& each : schema()) {
        const std::string_view name = each.name;
        if (name.size() <= longest || !column.ends_with(name)) continue;
        const bool whole = column.size() == name.size();
        if (!whole && column[column.size() - name.size() - 1] != '_') continue;
        best = &each;
        longest = name.size();
    }
    return best;
}

std::uint32_t batch_type(const ColumnSpec& spec) {
    if (spec.type == BL_COL_CODE) return BL_COL_ADDRESS;
    if (spec.type != BL_COL_ROW) return spec.type;
    const TableSpec* const target = target_of(spec.name);
    if (target == nullptr || target->key == nullptr) return BL_COL_ROW;
    const ColumnSpec* const key = target->find(target->key);
    return key->type == BL_COL_U32 ? BL_COL_KEY32 : BL_COL_KEY64;
}

std::string_view type_name(std::uint32_t type) {
    const Type* const found = find_type(type);
    return found ? found->name : "unknown";
}

std::size_t type_size(std::uint32_t type) {
    const Type* const found = find_type(type);
    return found ? found->size : 0;
}

bool is_integer(std::uint32_t type) {
    const Type* const found = find_type(type);
    return found && found->integer;
}

}  // namespace benchlab::store
