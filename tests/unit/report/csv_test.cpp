#include <boost/test/unit_test.hpp>
#include <limits>

#include "report/writers.hpp"

using namespace benchlab::report;

namespace {

Column column(std::string id, Unit unit, decltype(Column::data) data) {
    Column out;
    out.id = std::move(id);
    out.title = "shown to people only";
    out.unit = unit;
    out.data = std::move(data);
    return out;
}

Document with(Table table) {
    Section section;
    section.id = "run";
    section.elements.push_back({"results", std::move(table)});
    Document document;
    document.sections.push_back(std::move(section));
    return document;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(csv)

BOOST_AUTO_TEST_CASE(headings_carry_the_unit_once) {
    Table table;
    table.columns.push_back(column("name", Unit::kNone, std::vector<std::string>{"a"}));
    table.columns.push_back(column("median", Unit::kNanoseconds, std::vector<double>{1.5}));
    table.columns.push_back(column("cpu_ns", Unit::kNanoseconds, std::vector<double>{2}));
    table.columns.push_back(column("rows", Unit::kCount, std::vector<std::uint64_t>{3}));
    table.columns.push_back(column("share", Unit::kRatio, std::vector<double>{0.25}));
    BOOST_TEST(*write_csv(with(table), "run", "results") ==
               "name,median_ns,cpu_ns,rows,share_ratio\r\na,1.5,2.0,3,0.25\r\n");
}

BOOST_AUTO_TEST_CASE(fields_are_quoted_where_rfc_4180_asks_for_it) {
    Table table;
    table.columns.push_back(column(
        "a", Unit::kNone,
        std::vector<std::string>{"plain", "a,b", "say \"x\"", "two\nlines", "=1+1", " blank"}));
    table.columns.push_back(column("b", Unit::kNone, std::vector<std::uint64_t>{1, 2, 3, 4, 5, 6}));
    BOOST_TEST(*write_csv(with(table), "run", "results") ==
               "a,b\r\nplain,1\r\n\"a,b\",2\r\n\"say \"\"x\"\"\",3\r\n\"two\nlines\",4\r\n"
               "=1+1,5\r\n blank,6\r\n");
}

BOOST_AUTO_TEST_CASE(what_a_terminal_would_obey_is_replaced_in_names) {
    Table table;
    table.columns.push_back(
        column("a", Unit::kNone,
               std::vector<std::string>{"\x1b[31mred", "bell\a",
                                        "abc\xE2\x80\xAE"
                                        "cba",
                                        "c1 \xC2\x9B"
                                        "2J",
                                        "dos\r\nends", "over\rwritten", "end\r", "\n", "\xC3\xA4",
                                        "bad \xFF", "a\tb,\"c\""}));
    table.columns.push_back(
        column("b", Unit::kNone, std::vector<std::uint64_t>{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}));
    const std::string gone = "\xEF\xBF\xBD";
    BOOST_TEST(*write_csv(with(table), "run", "results") ==
               "a,b\r\n" + gone + "[31mred,1\r\nbell" + gone + ",2\r\nabc" + gone + "cba,3\r\nc1 " +
                   gone + "2J,4\r\n\"dos\r\nends\",5\r\nover" + gone + "written,6\r\nend" + gone +
                   ",7\r\n\"\n\",8\r\n\xC3\xA4,9\r\nbad " + gone + ",10\r\n\"a" + gone +
                   "b,\"\"c\"\"\",11\r\n");
}

BOOST_AUTO_TEST_CASE(absent_cells_are_empty_and_raw_tables_count_too) {
    Table table;
    table.use = TableUse::kRaw;
    table.columns.push_back(
        column("x", Unit::kNone, std::vector<double>{1, std::numeric_limits<double>::quiet_NaN()}));
    BOOST_TEST(*write_csv(with(table), "run", "results") == "x\r\n1.0\r\n\"\"\r\n");
    table.columns.push_back(
        column("y", Unit::kNone, std::vector<std::uint64_t>{~std::uint64_t{0}, 1}));
    table.columns.back().present = {true, false};
    BOOST_TEST(*write_csv(with(table), "run", "results") ==
               "x,y\r\n1.0,18446744073709551615\r\n,\r\n");
}

BOOST_AUTO_TEST_CASE(what_is_not_there_is_said_with_what_is) {
    const Document document = with(Table());
    const auto section = write_csv(document, "runs", "results");
    BOOST_REQUIRE(!section);
    BOOST_TEST(section.error().message ==
               "the report has no section \"runs\"; did you mean \"run\"?");
    const auto table = write_csv(document, "run", "nonsense");
    BOOST_REQUIRE(!table);
    BOOST_TEST(table.error().message ==
               "section \"run\" has no table \"nonsense\"; it has: results");
}

BOOST_AUTO_TEST_SUITE_END()
