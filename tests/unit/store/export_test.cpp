// Which rows a window has when tables are written for other programs; worked out by hand.
#include "store/export.hpp"

#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "store/export_classic.hpp"
#include "test_store.hpp"

using namespace benchlab;
using test::TestRecording;
using test::Tid;
using test::Time;

namespace {

store::ExportOptions window(std::int64_t begin, std::int64_t end) {
    store::ExportOptions out;
    out.begin = begin;
    out.end = end;
    return out;
}

// The first two cells of each row, without the heading.
std::vector<std::string> lines_of(const std::string& text) {
    std::istringstream in(text);
    std::string line;
    std::getline(in, line);
    std::vector<std::string> out;
    while (std::getline(in, line)) {
        out.push_back(line.substr(0, line.find(',', line.find(',') + 1)));
    }
    return out;
}

using Lines = std::vector<std::string>;

Lines whole_rows(const store::Store& store, const char* table,
                 const store::ExportOptions& options) {
    std::string text;
    const store::StoredTable* const found = store.find(table);
    BOOST_TEST_REQUIRE(found != nullptr);
    store::export_table(store, *found, options, [&](std::string_view piece) { text += piece; });
    return lines_of(text);
}

Lines classic_rows(const store::Store& store, const char* table,
                   const store::ExportOptions& options) {
    std::string text;
    const store::ClassicTable* const found = store::find_classic(table);
    BOOST_TEST_REQUIRE(found != nullptr);
    store::export_classic(store, *found, options, [&](std::string_view piece) { text += piece; });
    return lines_of(text);
}

// Thread 11 runs from 1000 to 5000; presents of it, the last of which never returned.
std::unique_ptr<store::Store> some_spans() {
    TestRecording made;
    made.process(0, 10, "a.exe", BL_LIFE_THERE);
    made.thread(0, 11, 10, "", BL_LIFE_THERE);
    made.cswitch(1000, 0, 0, 11);
    made.cswitch(5000, 0, 11, 0);
    for (const auto& [begin, end] : {std::pair{1000, 9000}, {2000, 3000}, {4000, 4000}}) {
        made.row("present", {{"begin", Time(begin)}, {"end", Time(end)}, {"thread", Tid(11)}});
    }
    made.row("present", {{"begin", Time(6000)}, {"end", Time(BL_NO_TIME)}, {"thread", Tid(11)}});
    made.cswitch(10000, 0, 0, 11);
    return made.freeze();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(export_tables)

BOOST_AUTO_TEST_CASE(spans_that_ended_before_the_window_are_not_written) {
    const auto store = some_spans();
    const Lines expected = {"1.000,8.000"};
    BOOST_TEST(classic_rows(*store, "presents", window(3000, 4000)) == expected,
               boost::test_tools::per_element());
    const Lines in_ns = {"1000,9000", "4000,4000"};
    BOOST_TEST(whole_rows(*store, "present", window(3000, 4001)) == in_ns,
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(parts_of_threads_lie_in_the_window_too) {
    const auto store = some_spans();
    const auto parts = whole_rows(*store, "state", window(2000, 3000));
    // The idle thread of the CPU and thread 11.
    BOOST_TEST(parts.size() == 2u);
    const auto all = whole_rows(*store, "state", {});
    BOOST_TEST(all.size() > 4u);
}

BOOST_AUTO_TEST_CASE(an_open_span_lasts_and_has_no_length) {
    const auto store = some_spans();
    const Lines expected = {"1.000,8.000", "6.000,"};
    BOOST_TEST(classic_rows(*store, "presents", window(8000, 8500)) == expected,
               boost::test_tools::per_element());
    const Lines open = {"6.000,"};
    BOOST_TEST(classic_rows(*store, "presents", window(9500, 9600)) == open,
               boost::test_tools::per_element());
    BOOST_TEST(classic_rows(*store, "presents", window(5000, 5500)).size() == 1u);
}

BOOST_AUTO_TEST_SUITE_END()
