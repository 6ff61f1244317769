#include <boost/test/unit_test.hpp>
#include <limits>

#include "random_document.hpp"
#include "report/writers.hpp"

using namespace benchlab::report;

namespace {

Document with(std::vector<Element> elements) {
    Document document;
    document.kind = "run";
    document.title = "t";
    document.generator = "g";
    Section section;
    section.id = "s";
    section.elements = std::move(elements);
    document.sections.push_back(std::move(section));
    return document;
}

Value value_of(Scalar scalar) {
    Value value;
    value.value = std::move(scalar);
    return value;
}

// What stands inside "content": {...}, and before it from "findings" on.
std::string content(const Document& document) {
    const std::string json = write_json(document);
    const std::size_t begin = json.find("\"findings\"");
    return json.substr(begin, json.rfind("\n    }\n  }\n}") - begin);
}

void check_round_trip(const Document& document) {
    const std::string json = write_json(document);
    const auto back = read_json(json);
    BOOST_REQUIRE_MESSAGE(back.ok(), (back.ok() ? "" : back.error().message) + "\n" + json);
    BOOST_CHECK_MESSAGE(*back == document, json);
    BOOST_TEST(write_json(*back) == json);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(json)

BOOST_AUTO_TEST_CASE(the_frame_of_a_document_is_as_documented) {
    Document document;
    document.kind = "run";
    document.title = "benchlab run";
    document.generator = "benchlab 0.1.0";
    document.created_unix = 5;
    document.complete = false;
    BOOST_TEST(write_json(document) ==
               "{\n  \"schema\": 2,\n  \"kind\": \"run\",\n  \"title\": \"benchlab run\",\n"
               "  \"generator\": \"benchlab 0.1.0\",\n  \"created_unix\": 5,\n"
               "  \"complete\": false,\n  \"sections\": {}\n}\n");
}

BOOST_AUTO_TEST_CASE(ids_nest_and_what_has_its_usual_value_is_left_out) {
    Value median = value_of(12.0);
    median.title = "Median";
    median.unit = Unit::kNanoseconds;
    median.interval = Interval{11.5, 12.5};
    median.flags = kOutKey | kOutLessIsBetter;
    BOOST_TEST(content(with({{"cpu", Heading{"CPU {0}", {{std::uint64_t{1}}}}},
                             {"cpu/int/median", median}})) ==
               R"("findings": [],
      "content": {
        "cpu": {
          "_title": "CPU {0}",
          "_args": [
            {"value": 1}
          ],
          "int": {
            "median": {
              "_element": "value",
              "title": "Median",
              "value": 12.0,
              "unit": "ns",
              "low": 11.5,
              "high": 12.5,
              "flags": ["key", "less_is_better"]
            }
          }
        }
      })");
}

BOOST_AUTO_TEST_CASE(shown_tables_have_rows_and_raw_ones_arrays) {
    Table table;
    table.title = "T";
    table.columns.resize(2);
    table.columns[0].id = "name";
    table.columns[0].data = std::vector<std::string>{"a", "b"};
    table.columns[1].id = "ns";
    table.columns[1].unit = Unit::kNanoseconds;
    table.columns[1].data = std::vector<double>{1, std::numeric_limits<double>::quiet_NaN()};
    table.rows_omitted = 3;
    const std::string shown = content(with({{"t", table}}));
    BOOST_TEST(shown.find(R"("rows": [
            {"name": "a", "ns": 1.0},
            {"name": "b", "ns": null}
          ],
          "rows_omitted": 3)") != std::string::npos,
               shown);
    table.use = TableUse::kRaw;
    const std::string raw = content(with({{"t", table}}));
    BOOST_TEST(raw.find(R"("arrays": {
            "name": ["a", "b"],
            "ns": [1.0, null]
          })") != std::string::npos,
               raw);
}

BOOST_AUTO_TEST_CASE(an_order_is_written_only_where_nesting_changed_it) {
    const Element ax{"a/x", value_of({})};
    const Element ay{"a/y", value_of({})};
    const Element b{"b", value_of({})};
    const Element title{"a", Heading{"A", {}}};
    BOOST_TEST(content(with({title, ax, ay, b})).find("\"order\"") == std::string::npos);
    BOOST_TEST(content(with({ax, b, ay})).find("\"order\": [\"a/x\", \"b\", \"a/y\"]") !=
               std::string::npos);
    BOOST_TEST(content(with({ax, title})).find("\"order\": [\"a/x\", \"a/_title\"]") !=
               std::string::npos);
    for (const auto& elements : std::vector<std::vector<Element>>{
             {title, ax, ay, b}, {ax, b, ay}, {ax, title}, {b, ax, title, ay}}) {
        check_round_trip(with(elements));
    }
}

BOOST_AUTO_TEST_CASE(numbers_keep_their_type_and_every_digit) {
    for (const Scalar& scalar :
         {Scalar(std::uint64_t{0}), Scalar(~std::uint64_t{0}), Scalar(std::uint64_t{1} << 63),
          Scalar(0.0), Scalar(5.0), Scalar(0.1), Scalar(-2.0), Scalar(1e300), Scalar(5e-324),
          Scalar(18446744073709551616.0), Scalar(), Scalar(std::string("5"))}) {
        const auto back = read_json(write_json(with({{"v", value_of(scalar)}})));
        BOOST_REQUIRE(back.ok());
        BOOST_CHECK(back->sections.at(0).get<Value>("v")->value == scalar);
    }
}

BOOST_AUTO_TEST_CASE(parts_that_look_like_keys_of_the_form_survive) {
    check_round_trip(with({{"_title", value_of({})},
                           {"_element/x", value_of({})},
                           {"a", value_of({})},
                           {"a/b", value_of({})},
                           {"a/b", Heading{"B", {}}},
                           {"a/_self", value_of({})},
                           {"_:a", value_of({})},
                           {"c//d/", value_of({})}}));
}

BOOST_AUTO_TEST_CASE(any_document_survives_the_round_trip) {
    for (std::uint64_t seed = 1; seed <= 1500; ++seed) {
        BOOST_TEST_CONTEXT("seed " << seed) {
            check_round_trip(testing::random_document(seed));
        }
    }
}

BOOST_AUTO_TEST_CASE(other_writers_bear_any_document) {
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        const Document document = testing::random_document(seed);
        for (const std::size_t width : {0u, 40u, 100u}) {
            TextStyle style;
            style.width = width;
            style.colour = seed % 2 == 0;
            const std::string text = write_text(document, style);
            // The only escapes are our own colours.
            BOOST_TEST((style.colour || text.find('\x1b') == std::string::npos));
        }
        BOOST_TEST(write_markdown(document).find("<img") == std::string::npos);
    }
}

BOOST_AUTO_TEST_SUITE_END()
