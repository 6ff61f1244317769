// The stores keep what every store promises, or analyzers would be checked against nonsense.
#include "plugin/check_store.hpp"

#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <set>
#include <string>

namespace benchlab::plugin {
namespace {

const std::int64_t* times(const bl_store* store, const bl_table* table, const char* name) {
    const bl_column* const column = store->find_column(store, table, name, BL_COL_TIME);
    return column ? static_cast<const std::int64_t*>(column->data) : nullptr;
}

std::string string_at(const bl_store* store, std::uint64_t id) {
    return {store->string_bytes + store->string_offsets[id],
            store->string_bytes + store->string_offsets[id + 1]};
}

// Largest allowed value of an id or row column, or 0 for other types.
std::uint64_t limit(const bl_store* store, const bl_column* column) {
    const std::string name = column->name;
    const std::string target = name.substr(name.find_last_of('_') + 1);
    switch (column->type) {
        case BL_COL_STRING:
            return store->string_count;
        case BL_COL_STACK:
            return store->stack_count;
        case BL_COL_CODE:
            return store->code_count;
        case BL_COL_ROW:
            return store->find_table(store, target.c_str())->row_count;
        default:
            return 0;
    }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(check_stores)

BOOST_AUTO_TEST_CASE(columns_are_aligned_as_long_as_their_table_and_without_empty_tables) {
    const bl_store* const store = tiny_store();
    BOOST_REQUIRE(store->table_count == 5);
    for (std::uint32_t t = 0; t < store->table_count; ++t) {
        const bl_table* const table = store->tables[t];
        BOOST_TEST(table->row_count != 0u);
        for (std::uint32_t c = 0; c < table->column_count; ++c) {
            const bl_column* const column = table->columns[c];
            BOOST_TEST(column->row_count == table->row_count, table->name << "." << column->name);
            BOOST_TEST(reinterpret_cast<std::uintptr_t>(column->data) % 64 == 0u);
        }
    }
}

BOOST_AUTO_TEST_CASE(ids_and_rows_are_in_range) {
    const bl_store* const store = tiny_store();
    std::size_t checked = 0;
    for (std::uint32_t t = 0; t < store->table_count; ++t) {
        const bl_table* const table = store->tables[t];
        for (std::uint32_t c = 0; c < table->column_count; ++c) {
            const bl_column* const column = table->columns[c];
            const std::uint64_t below = limit(store, column);
            if (below == 0) continue;
            for (std::uint64_t row = 0; row < table->row_count; ++row) {
                const auto value = static_cast<const std::uint32_t*>(column->data)[row];
                const bool none = column->type == BL_COL_ROW && value == BL_NO_ROW;
                BOOST_TEST((none || value < below), table->name << "." << column->name);
                ++checked;
            }
        }
    }
    BOOST_TEST(checked > 40u);
}

BOOST_AUTO_TEST_CASE(strings_are_unique_and_in_byte_order_and_stack_parents_come_first) {
    const bl_store* const store = tiny_store();
    BOOST_TEST(string_at(store, 0) == "");
    for (std::uint64_t i = 1; i < store->string_count; ++i) {
        // In parentheses: Boost.Test would compare the lengths too.
        BOOST_TEST((string_at(store, i - 1) < string_at(store, i)));
    }
    for (std::uint64_t i = 1; i < store->stack_count; ++i) {
        BOOST_TEST(store->stack_parent[i] < i);
        BOOST_TEST(store->stack_code[i] < store->code_count);
    }
}

BOOST_AUTO_TEST_CASE(rows_are_found_by_time_and_by_span) {
    const bl_store* const store = tiny_store();
    const bl_table* const sample = store->find_table(store, "sample");
    std::uint64_t first = 0, last = sample->row_count;
    store->overlap(store, sample, 25'000, 65'000, &first, &last);
    BOOST_TEST(first == 1u);
    BOOST_TEST(last == 3u);
    const std::int64_t* const at = times(store, sample, "time");
    BOOST_TEST(at[first] == 25'000);
    const bl_table* const thread = store->find_table(store, "thread");
    first = 0, last = thread->row_count;
    store->overlap(store, thread, 50'000, 50'001, &first, &last);
    BOOST_TEST(last - first == 3u);
    store->overlap(store, thread, 200'000, 300'000, &first, &last);
    BOOST_TEST(first == last);
}

BOOST_AUTO_TEST_CASE(columns_are_found_by_name_and_type_only) {
    const bl_store* const store = tiny_store();
    const bl_table* const sample = store->find_table(store, "sample");
    BOOST_TEST(store->find_column(store, sample, "cpu", BL_COL_U16) != nullptr);
    BOOST_TEST(store->find_column(store, sample, "cpu", BL_COL_U32) == nullptr);
    BOOST_TEST(store->find_column(store, sample, "none", BL_COL_U16) == nullptr);
    BOOST_TEST(store->find_column(store, nullptr, "cpu", BL_COL_U16) == nullptr);
    BOOST_TEST(store->find_table(store, "state") == nullptr);
    BOOST_TEST(store->find_table(empty_store(), nullptr) == nullptr);
}

BOOST_AUTO_TEST_CASE(codes_have_functions_and_names) {
    const bl_store* const store = tiny_store();
    const std::uint32_t codes[] = {0, 2, 3, 1};
    std::uint32_t ids[4] = {9, 9, 9, 9};
    BOOST_TEST(store->functions(store, codes, 4, ids) == BL_OK);
    BOOST_TEST(ids[0] == 0u);
    BOOST_TEST(ids[1] == 1u);
    BOOST_TEST(ids[2] == 3u);
    BOOST_TEST(ids[3] == 1u);
    bl_function function{};
    function.struct_size = sizeof(function);
    BOOST_TEST(store->describe(store, 3, 0, &function) == BL_OK);
    BOOST_TEST(std::string(function.name, function.name_len) == "draw");
    BOOST_TEST(store->describe(store, 3, 1, &function) == BL_SKIPPED);
    BOOST_TEST(store->describe(store, 99, 0, &function) == BL_E_INVALID);
}

BOOST_AUTO_TEST_CASE(a_shorter_struct_of_an_older_plugin_is_not_written_past) {
    const bl_store* const store = tiny_store();
    bl_function function{};
    function.struct_size = 24;  // up to and without name_len
    function.name_len = 12345;
    BOOST_TEST(store->describe(store, 1, 0, &function) == BL_OK);
    BOOST_TEST(std::string(function.name) == "main");
    BOOST_TEST(function.name_len == 12345u);
}

BOOST_AUTO_TEST_CASE(the_empty_store_has_nothing_but_the_zeroth_ids) {
    const bl_store* const store = empty_store();
    BOOST_TEST(store->table_count == 0u);
    BOOST_TEST(store->duration_ns == 0);
    BOOST_TEST(store->string_count == 1u);
    BOOST_TEST(string_at(store, 0) == "");
    BOOST_TEST(store->stack_count == 1u);
    BOOST_TEST(store->find_table(store, "process") == nullptr);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace benchlab::plugin
