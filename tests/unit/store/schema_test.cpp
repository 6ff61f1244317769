// What is made from the schema and committed, and the schema's own consistency.
#include "store/schema.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "store/schema_text.hpp"

namespace {

using namespace benchlab::store;

std::string content(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    std::ostringstream out;
    out << in.rdbuf();
    return out.str();
}

void check_made(const std::string& name, const std::string& wanted) {
    const std::string path = std::string(BENCHLAB_TEST_SOURCE_DIR) + "/" + name;
    if (std::getenv("BENCHLAB_APPROVE") != nullptr) {
        std::ofstream(path, std::ios::binary) << wanted;
    }
    BOOST_TEST(content(path) == wanted,
               name << " is not what the schema says; run unit_store with BENCHLAB_APPROVE=1");
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_store_reference_says_what_the_schema_says) {
    check_made("docs/store.md", schema_markdown());
}

BOOST_AUTO_TEST_CASE(the_constants_of_the_sdk_are_those_of_the_schema) {
    check_made("sdk/include/benchlab/tables.h", schema_header());
}

BOOST_AUTO_TEST_CASE(names_are_unique_and_every_row_column_has_a_target) {
    std::set<std::string> tables;
    for (const TableSpec& table : schema()) {
        BOOST_TEST(tables.insert(table.name).second, table.name);
        std::set<std::string> columns;
        for (const ColumnSpec& column : table.columns) {
            BOOST_TEST(columns.insert(column.name).second, table.name << '.' << column.name);
            BOOST_TEST(type_size(column.type) > 0);
            if (column.type == BL_COL_ROW) {
                BOOST_TEST(target_of(column.name) != nullptr, table.name << '.' << column.name);
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(a_row_column_is_handed_in_as_the_key_of_its_target) {
    const TableSpec& cswitch = *find_table_spec("cswitch");
    BOOST_TEST(batch_type(*cswitch.find("old_thread")) == std::uint32_t{BL_COL_KEY32});
    BOOST_TEST(batch_type(*find_table_spec("disk_io")->find("file")) ==
               std::uint32_t{BL_COL_KEY64});
    BOOST_TEST(batch_type(*find_table_spec("sample")->find("code")) ==
               std::uint32_t{BL_COL_ADDRESS});
    BOOST_TEST(batch_type(*cswitch.find("time")) == std::uint32_t{BL_COL_TIME});
}

BOOST_AUTO_TEST_CASE(a_column_belongs_to_the_table_that_its_name_ends_in) {
    BOOST_TEST(target_of("waker_thread")->name == std::string("thread"));
    BOOST_TEST(target_of("parent_process")->name == std::string("process"));
    BOOST_TEST(target_of("gpu_queue")->name == std::string("gpu_queue"));
    BOOST_TEST(target_of("mythread") == nullptr);
    BOOST_TEST(target_of("nothing") == nullptr);
}

// Readers fill those tables alone: of one that is left out a section would say nothing.
BOOST_AUTO_TEST_CASE(metrics_of_frames_are_made_of_all_that_tells_them) {
    const std::vector<std::string> parts = made_of("frame_metric");
    for (const char* table : {"present", "display", "gpu_packet", "gpu_queue", "call", "input",
                              "dpc_isr", "image", "thread", "process"}) {
        BOOST_TEST((std::find(parts.begin(), parts.end(), table) != parts.end()), table);
    }
}
