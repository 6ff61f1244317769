#include <boost/test/unit_test.hpp>
#include <random>

#include "random_document.hpp"
#include "report/writers.hpp"

using namespace benchlab::report;

namespace {

// A document with one section "s" of this content.
std::string with_content(const std::string& content) {
    return R"({"schema":2,"kind":"run","sections":{"s":{"content":)" + content + "}}}";
}

std::string error_of(const std::string& text) {
    const auto result = read_json(text);
    return result ? "no error" : result.error().message;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(json_reader)

BOOST_AUTO_TEST_CASE(another_schema_is_named) {
    BOOST_TEST(
        error_of(R"({"schema":3,"new":[]})") ==
        "the report has schema 3, but this benchlab reads schemas 1 and 2; a newer benchlab wrote "
        "it, so use that one");
    BOOST_TEST(error_of(R"({"schema":1})") ==
               "the report has schema 1, but this benchlab reads schema 2");
}

BOOST_AUTO_TEST_CASE(what_is_no_report_is_said_so) {
    for (const char* text : {"{}", "[]", "1", "null", R"({"kind":"run"})"}) {
        BOOST_TEST(error_of(text) == "this is not a benchlab report: it has no \"schema\"");
    }
    BOOST_TEST(error_of("") == "the file is empty");
    BOOST_TEST(error_of(R"({"schema":"2"})") ==
               "/schema: expected a whole number from 0 to 2^64 - 1");
    BOOST_TEST(error_of(R"({"schema":2})") == "/: \"kind\" is missing");
}

BOOST_AUTO_TEST_CASE(a_file_cut_short_is_told_from_other_damage) {
    const std::string whole = with_content("{}");
    for (std::size_t size = 1; size < whole.size(); ++size) {
        BOOST_TEST(error_of(whole.substr(0, size)) ==
                   "this is not valid JSON: it ends in the middle, so a part of the file is "
                   "missing");
    }
    BOOST_TEST(error_of(whole + "}").find("this is not valid JSON: ") == 0u);
    BOOST_TEST(error_of(whole + "}").find("in the middle") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(an_error_names_the_place) {
    const std::pair<const char*, const char*> cases[] = {
        {R"([])", "/sections/s/content: expected an object"},
        {R"({"a":1})", "/sections/s/content/a: expected an object"},
        {R"({"a":{"_element":"value"}})", "/sections/s/content/a: \"value\" is missing"},
        {R"({"a":{"_element":"value","value":[]}})",
         "/sections/s/content/a/value: expected a number, a text or null"},
        {R"({"a":{"_element":"value","value":1,"title":2}})",
         "/sections/s/content/a/title: expected a text"},
        {R"({"a/b~c":{"x":{"_element":7}}})",
         "/sections/s/content/a~1b~0c/x/_element: expected a text"},
        {R"({"t":{"_element":"table","columns":[{"id":"n","type":"u64"}],"rows":[{"n":1},{"n":-1}]}})",
         "/sections/s/content/t/rows/1/n: expected a whole number from 0 to 2^64 - 1"},
        {R"({"t":{"_element":"table","columns":[{"id":"n","type":"u32"}],"rows":[]}})",
         "/sections/s/content/t/columns/0/type: expected \"u64\", \"f64\" or \"text\""},
        {R"({"t":{"_element":"table","columns":[{"id":"n","type":"u64"},{"id":"n","type":"u64"}],"rows":[]}})",
         "/sections/s/content/t/columns/1: a second column of this id"},
        {R"({"t":{"_element":"table","columns":[{"id":"a","type":"u64"},{"id":"b","type":"u64"}],"arrays":{"a":[1],"b":[]}}})",
         "/sections/s/content/t/arrays/b: has 0 items, but \"a\" has 1"},
        {R"({"t":{"_element":"table","columns":[]}})",
         "/sections/s/content/t: \"rows\" is missing"},
        {R"({"y":{"_element":"series","x":[1,2],"y":[1]}})",
         "/sections/s/content/y: \"x\" and \"y\" differ in length"},
        {R"({"h":{"_element":"histogram","edges":[1],"counts":[1]}})",
         "/sections/s/content/h: \"edges\" needs one item more than \"counts\""},
        {R"({"p":{"_element":"spans","lanes":["l"],"kinds":["k"],"lane":[1],"begin":[0],"end":[1],"kind":[0]}})",
         "/sections/s/content/p: there is no lane 1"},
        {R"({"p":{"_element":"spans","lanes":["l"],"kinds":["k"],"lane":[4294967296],"begin":[0],"end":[1],"kind":[0]}})",
         "/sections/s/content/p/lane/0: expected a whole number from 0 to 2^32 - 1"},
        {R"({"f":{"_element":"flame","names":["a"],"name_kinds":[4],"parent":[0],"name":[0],"weight":[]}})",
         "/sections/s/content/f: the arrays of the flame graph differ in length"},
        {R"({"f":{"_element":"flame","names":["a"],"name_kinds":[4],"parent":[1],"name":[0],"weight":[1]}})",
         "/sections/s/content/f: a caller stands behind what it calls"},
        {R"({"f":{"_element":"flame","names":["a"],"name_kinds":[4],"parent":[0],"name":[1],"weight":[1]}})",
         "/sections/s/content/f: a frame has no name"},
        {R"({"a":{"b":{}},"a":{}})", "/sections/s/content/a: the second one of this id"},
    };
    for (const auto& [content, message] : cases) {
        BOOST_TEST(error_of(with_content(content)) == message, content);
    }
    BOOST_TEST(error_of(R"({"schema":2,"kind":"run","sections":{"s":{},"s":{}}})") ==
               "/sections/s: the second section of this id");
    BOOST_TEST(
        error_of(
            R"({"schema":2,"kind":"run","sections":{"s":{"findings":[{"severity":"bad","text":""}]}}})") ==
        "/sections/s/findings/0/severity: expected \"note\", \"info\", \"warning\" or \"problem\"");
}

BOOST_AUTO_TEST_CASE(the_place_of_an_error_cannot_hold_escape_codes) {
    BOOST_TEST(error_of(with_content("{\"\\u001b[31m\":1}")).find('\x1b') == std::string::npos);
}

BOOST_AUTO_TEST_CASE(unknown_members_and_kinds_of_elements_are_passed_over) {
    const auto document = read_json(with_content(R"({
        "new": {"_element": "hologram", "depth": 3},
        "_extra": 5,
        "a": {"_element": "value", "value": 1, "colour": "red", "unit": "parsec",
              "flags": ["key", "shiny"], "name_kind": "planet"}})"));
    BOOST_REQUIRE(document.ok());
    BOOST_REQUIRE_EQUAL(document->sections.at(0).elements.size(), 1u);
    const Value* value = document->sections.at(0).get<Value>("a");
    BOOST_REQUIRE(value);
    BOOST_CHECK(value->value == Scalar(std::uint64_t{1}));
    BOOST_CHECK(value->unit == Unit::kNone);
    BOOST_TEST(value->flags == kOutKey);
}

BOOST_AUTO_TEST_CASE(cells_that_a_row_lacks_are_absent) {
    const auto document = read_json(with_content(
        R"({"t":{"_element":"table","columns":[{"id":"a","type":"u64"},{"id":"b","type":"f64"},
            {"id":"c","type":"text"}],"rows":[{"a":1},{"b":2,"c":null},{"c":"x"}]}})"));
    BOOST_REQUIRE(document.ok());
    const Table* table = document->sections.at(0).get<Table>("t");
    BOOST_REQUIRE(table);
    BOOST_TEST(table->row_count() == 3u);
    BOOST_CHECK(table->columns[0].at(0) == Scalar(std::uint64_t{1}));
    BOOST_CHECK(table->columns[0].at(1) == Scalar());
    BOOST_CHECK(table->columns[1].at(1) == Scalar(2.0));
    BOOST_CHECK(table->columns[1].at(2) == Scalar());
    BOOST_CHECK(table->columns[2].at(2) == Scalar(std::string("x")));
    BOOST_CHECK(!table->columns[2].has(0) && !table->columns[2].has(1));
}

BOOST_AUTO_TEST_CASE(a_byte_order_mark_and_other_layouts_do_not_matter) {
    BOOST_TEST(error_of("\xEF\xBB\xBF" + with_content("{}")) == "no error");
    BOOST_TEST(error_of(" \r\n\t" + with_content("{}") + "\r\n") == "no error");
}

BOOST_AUTO_TEST_CASE(deep_nesting_is_refused) {
    const auto nested = [](std::size_t depth) {
        std::string out;
        for (std::size_t i = 0; i < depth; ++i) out += "{\"a\":";
        return with_content(out + "{}" + std::string(depth, '}'));
    };
    BOOST_TEST(error_of(nested(50)) == "no error");
    BOOST_TEST(error_of(nested(200)).find("nested deeper than 100 levels") != std::string::npos);
    BOOST_TEST(error_of(nested(100'000)).find("this is not valid JSON: ") == 0u);
    BOOST_TEST(error_of(std::string(1'000'000, '[')) != "no error");
}

BOOST_AUTO_TEST_CASE(an_order_that_names_too_little_or_too_much_loses_nothing) {
    const auto document = read_json(
        R"({"schema":2,"kind":"run","sections":{"s":{"order":["z","b","b"],"content":{
            "a":{"_element":"value","value":1},"b":{"_element":"value","value":2}}}}})");
    BOOST_REQUIRE(document.ok());
    const auto& elements = document->sections.at(0).elements;
    BOOST_REQUIRE_EQUAL(elements.size(), 2u);
    BOOST_TEST(elements[0].id == "b");
    BOOST_TEST(elements[1].id == "a");
}

// A damaged file is read or refused; what is read can be written and read again.
BOOST_AUTO_TEST_CASE(damaged_files_never_crash_the_reader) {
    std::mt19937_64 random(7);
    constexpr std::string_view kBytes = "{}[]\",:0123456789.eE+-_\\ntrufalse/\x00\xFF\xC3 ";
    std::size_t refused = 0;
    for (int i = 0; i < 6000; ++i) {
        std::string text = write_json(testing::random_document(1 + random() % 400));
        if (random() % 4 == 0) {
            text.resize(random() % text.size());
        } else {
            const std::size_t flips = 1 + random() % 4;
            for (std::size_t flip = 0; flip < flips; ++flip) {
                char& byte = text[random() % text.size()];
                const bool any = random() % 2 == 0;
                byte = any ? static_cast<char>(random()) : kBytes[random() % kBytes.size()];
            }
        }
        const auto result = read_json(text);
        if (!result) {
            ++refused;
            BOOST_TEST(!result.error().message.empty());
            continue;
        }
        const std::string again = write_json(*result);
        const auto back = read_json(again);
        BOOST_REQUIRE_MESSAGE(back.ok(), (back.ok() ? "" : back.error().message) + "\n" + again);
        BOOST_TEST(write_json(*back) == again);
        write_text(*result);
    }
    // Most flips break something, and some hit the inside of a text.
    BOOST_TEST(refused > 1000u);
    BOOST_TEST(refused < 6000u);
}

BOOST_AUTO_TEST_SUITE_END()
