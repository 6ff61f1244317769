#include "report/json_value.hpp"

#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <random>

using namespace benchlab::report;

namespace {

std::string number(double value) {
    std::string out;
    append_json_number(out, value);
    return out;
}

std::string text(std::string_view value) {
    std::string out;
    append_json_string(out, value);
    return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(json_value)

BOOST_AUTO_TEST_CASE(objects_are_indented_and_flat_arrays_are_not) {
    JsonWriter json;
    json.begin_object();
    json.member("name", "x");
    json.key("ns");
    json.begin_array(true);
    json.value(1.5);
    json.value(std::uint64_t{2});
    json.end_array();
    json.key("none");
    json.begin_object();
    json.end_object();
    json.key("rows");
    json.begin_array();
    json.begin_object(true);
    json.member("a", true);
    json.key("b");
    json.null();
    json.end_object();
    json.end_array();
    json.end_object();
    BOOST_TEST(json.take() ==
               "{\n  \"name\": \"x\",\n  \"ns\": [1.5, 2],\n  \"none\": {},\n  \"rows\": [\n"
               "    {\"a\": true, \"b\": null}\n  ]\n}");
}

BOOST_AUTO_TEST_CASE(compact_output_has_no_blanks) {
    JsonWriter json(false);
    json.begin_object();
    json.member("a", std::int64_t{-1});
    json.key("b");
    json.begin_array();
    json.value("x");
    json.value("y");
    json.end_array();
    json.end_object();
    BOOST_TEST(json.take() == "{\"a\":-1,\"b\":[\"x\",\"y\"]}");
}

BOOST_AUTO_TEST_CASE(a_double_stays_a_double) {
    BOOST_TEST(number(1) == "1.0");
    BOOST_TEST(number(-0.0) == "-0.0");
    BOOST_TEST(number(0.1) == "0.1");
    BOOST_TEST(number(1e300).find('e') != std::string::npos);
    BOOST_TEST(number(std::numeric_limits<double>::infinity()) == "null");
    BOOST_TEST(number(std::numeric_limits<double>::quiet_NaN()) == "null");
}

BOOST_AUTO_TEST_CASE(any_double_reads_back_as_itself) {
    std::mt19937_64 random(1);
    for (int i = 0; i < 20000; ++i) {
        const std::uint64_t bits = random();
        double value = 0;
        std::memcpy(&value, &bits, sizeof value);
        if (value - value != 0) continue;  // not finite
        BOOST_REQUIRE_EQUAL(std::strtod(number(value).c_str(), nullptr), value);
    }
}

BOOST_AUTO_TEST_CASE(texts_can_stand_in_a_script_element) {
    BOOST_TEST(text("</script>") == "\"\\u003c/script>\"");
    BOOST_TEST(text("a\"b\\c") == "\"a\\\"b\\\\c\"");
    BOOST_TEST(text(std::string_view("\0\x1f\x7f\n\t\r", 6)) ==
               "\"\\u0000\\u001f\\u007f\\n\\t\\u000d\"");
    BOOST_TEST(text("\xE2\x80\xA8\xE2\x80\xA9") == "\"\\u2028\\u2029\"");
    // Neighbours of the line separators stay, also at the end.
    BOOST_TEST(text("\xE2\x80\xA7\xE2\x80\xAA") == "\"\xE2\x80\xA7\xE2\x80\xAA\"");
    BOOST_TEST(text("\xC3\xA9\xF0\x9F\x98\x80") == "\"\xC3\xA9\xF0\x9F\x98\x80\"");
}

BOOST_AUTO_TEST_CASE(invalid_utf8_is_replaced) {
    BOOST_TEST(text("a\xFFz") == "\"a\xEF\xBF\xBDz\"");
    BOOST_TEST(text("\xE2\x80") == "\"\xEF\xBF\xBD\xEF\xBF\xBD\"");
}

BOOST_AUTO_TEST_SUITE_END()
