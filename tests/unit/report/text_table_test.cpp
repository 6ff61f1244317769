#include "report/text_table.hpp"

#include <boost/test/unit_test.hpp>
#include <limits>

#include "base/text.hpp"

using namespace benchlab::report;

namespace {

Column column(std::string title, Unit unit, decltype(Column::data) data, std::uint32_t flags = 0) {
    Column out;
    out.id = "id";
    out.title = std::move(title);
    out.unit = unit;
    out.flags = flags;
    out.data = std::move(data);
    return out;
}

Table results() {
    Table table;
    table.columns.push_back(
        column("benchmark", Unit::kNone, std::vector<std::string>{"cpu/int-latency", "cpu/add"}));
    table.columns.push_back(
        column("median", Unit::kNanoseconds, std::vector<double>{1234, 0.5}, kOutBar));
    table.columns.push_back(
        column("least", Unit::kNanoseconds, std::vector<double>{1200, 0.25}, kOutWideOnly));
    table.columns.push_back(column("samples", Unit::kCount, std::vector<std::uint64_t>{50, 1000}));
    return table;
}

std::string shown(const Table& table, std::size_t width) {
    return text_table(table, width, Paint(false));
}

std::size_t widest_line(const std::string& text) {
    std::size_t widest = 0;
    for (const std::string& line : benchlab::base::split(text, '\n')) {
        widest = std::max(widest, benchlab::base::display_width(line));
    }
    return widest;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(text_tables)

BOOST_AUTO_TEST_CASE(numbers_stand_right_texts_left_and_bars_behind_their_number) {
    BOOST_TEST(shown(results(), 66) ==
               "benchmark         median                            least  samples\n"
               "---------------  -------                          -------  -------\n"
               "cpu/int-latency  1.23 us #######################  1.20 us       50\n"
               "cpu/add          0.50 ns #                        0.25 ns    1,000\n");
}

BOOST_AUTO_TEST_CASE(a_narrow_terminal_loses_wide_columns_then_bars_then_the_middle_of_names) {
    BOOST_TEST(shown(results(), 51).find("least") != std::string::npos);
    BOOST_TEST(shown(results(), 50).find("least") == std::string::npos);
    BOOST_TEST(shown(results(), 42).find("####") != std::string::npos);
    BOOST_TEST(shown(results(), 41).find('#') == std::string::npos);
    for (std::size_t width = 34; width < 100; ++width) {
        BOOST_TEST(widest_line(shown(results(), width)) <= width, "at width " << width);
    }
    Table table;
    table.columns.push_back(column("name", Unit::kNone,
                                   std::vector<std::string>{"cache/chase/with-a-long-name/64KiB"}));
    table.columns.push_back(column("n", Unit::kCount, std::vector<std::uint64_t>{1}));
    BOOST_TEST(shown(table, 27) ==
               "name                      n\n------------------------  -\n"
               "cache/chase...name/64KiB  1\n");
}

BOOST_AUTO_TEST_CASE(absent_numbers_are_dashes_and_absent_texts_blank) {
    Table table;
    table.columns.push_back(column("a", Unit::kNone, std::vector<std::string>{"x", ""}));
    table.columns.back().present = {true, false};
    table.columns.push_back(
        column("b", Unit::kNone, std::vector<double>{std::numeric_limits<double>::quiet_NaN(), 2}));
    BOOST_TEST(shown(table, 80) == "a  b\n-  -\nx  -\n   2\n");
}

BOOST_AUTO_TEST_CASE(what_is_left_out_is_counted) {
    Table table = results();
    table.rows_omitted = 1234;
    BOOST_TEST(shown(table, 80).find("\nand 1,234 more\n") != std::string::npos);
    Table empty;
    empty.columns.push_back(column("a", Unit::kNone, std::vector<std::string>{}));
    BOOST_TEST(shown(empty, 80) == "a\n-\n(none)\n");
    Table long_one;
    long_one.columns.push_back(column("a", Unit::kNone, std::vector<std::uint64_t>(1500, 7)));
    long_one.rows_omitted = 10;
    BOOST_TEST(shown(long_one, 80).find("\nand 510 more\n") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(names_cannot_bring_escape_codes_or_break_lines) {
    Table table;
    table.columns.push_back(
        column("a\x1b[0m", Unit::kNone, std::vector<std::string>{"x\x1b[31my\n"}));
    const std::string text = shown(table, 80);
    BOOST_TEST(text.find('\x1b') == std::string::npos);
    BOOST_TEST(std::count(text.begin(), text.end(), '\n') == 3);
}

BOOST_AUTO_TEST_CASE(colour_changes_no_width) {
    std::string coloured = text_table(results(), 80, Paint(true));
    for (std::size_t at; (at = coloured.find('\x1b')) != std::string::npos;) {
        coloured.erase(at, coloured.find('m', at) - at + 1);
    }
    BOOST_TEST(coloured == shown(results(), 80));
}

BOOST_AUTO_TEST_CASE(wide_characters_take_two_columns) {
    Table table;
    table.columns.push_back(
        column("n", Unit::kNone, std::vector<std::string>{"\xE6\x97\xA5\xE6\x9C\xAC", "abcd"}));
    table.columns.push_back(column("v", Unit::kCount, std::vector<std::uint64_t>{1, 2}));
    BOOST_TEST(shown(table, 80) == "n     v\n----  -\n\xE6\x97\xA5\xE6\x9C\xAC  1\nabcd  2\n");
}

BOOST_AUTO_TEST_CASE(bars_are_in_proportion_and_never_vanish) {
    BOOST_TEST(text_bar(50, 100, 10) == "#####");
    BOOST_TEST(text_bar(100, 100, 10) == "##########");
    BOOST_TEST(text_bar(0.001, 100, 10) == "#");
    BOOST_TEST(text_bar(0, 100, 10) == "");
    BOOST_TEST(text_bar(-5, 100, 10) == "");
    BOOST_TEST(text_bar(5, 0, 10) == "");
    BOOST_TEST(text_bar(std::numeric_limits<double>::quiet_NaN(), 1, 10) == "");
}

BOOST_AUTO_TEST_CASE(shortening_keeps_both_ends_and_whole_characters) {
    BOOST_TEST(shorten("abcdefghij", 10) == "abcdefghij");
    BOOST_TEST(shorten("abcdefghij", 9) == "abc...hij");
    BOOST_TEST(shorten("abcdefghij", 8) == "abc...ij");
    BOOST_TEST(shorten("abcdefghij", 3) == "...");
    BOOST_TEST(shorten("abcdefghij", 2) == "..");
    // Four e with accents of two bytes each, then ten more.
    std::string accents;
    for (int i = 0; i < 14; ++i) accents += "\xC3\xA9";
    BOOST_TEST(shorten(accents, 7) == "\xC3\xA9\xC3\xA9...\xC3\xA9\xC3\xA9");
}

BOOST_AUTO_TEST_SUITE_END()
