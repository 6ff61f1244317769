#include "base/text.hpp"

#include <boost/test/unit_test.hpp>

using namespace benchlab;

BOOST_AUTO_TEST_CASE(invalid_utf8_is_replaced_and_counted) {
    const std::vector<std::pair<std::string, std::size_t>> cases = {
        {"plain", 0},          {"\xC3\xA9t\xC3\xA9", 0}, {"\xF0\x9F\x98\x80", 0},
        {"\xC0\xAF", 2},       // overlong
        {"\xED\xA0\x80", 3},   // surrogate
        {"\xF4\x90\x80\x80", 4},  // above U+10FFFF
        {"a\xE2\x82", 2},      // cut short
        {"\xFF", 1},
    };
    for (const auto& [text, expected] : cases) {
        std::size_t replaced = 0;
        const std::string out = base::valid_utf8(text, replaced);
        BOOST_TEST(replaced == expected, text);
        std::size_t again = 0;
        BOOST_TEST(base::valid_utf8(out, again) == out);
        BOOST_TEST(again == 0u);
    }
}

BOOST_AUTO_TEST_CASE(control_characters_cannot_reach_a_terminal) {
    BOOST_TEST(base::printable("a\x1B[31mb") == "a\xEF\xBF\xBD[31mb");
    BOOST_TEST(base::printable("\xE2\x80\xAE" "evil") == "\xEF\xBF\xBD" "evil");
    BOOST_TEST(base::printable("\xC2\x9B") == "\xEF\xBF\xBD");  // C1: CSI in one character
    BOOST_TEST(base::printable("\xC2\xB5s") == "\xC2\xB5s");
}

BOOST_AUTO_TEST_CASE(width_counts_columns_not_bytes) {
    BOOST_TEST(base::display_width("abc") == 3u);
    BOOST_TEST(base::display_width("\xC2\xB5s") == 2u);
    BOOST_TEST(base::display_width("\xE6\xBC\xA2") == 2u);   // a wide character
    BOOST_TEST(base::display_width("e\xCC\x81") == 1u);      // a combining accent
    BOOST_TEST(base::pad_left("\xC2\xB5", 3) == "  \xC2\xB5");
    BOOST_TEST(base::pad_right("abcd", 2) == "abcd");
}

BOOST_AUTO_TEST_CASE(split_keeps_empty_parts_and_join_undoes_it) {
    BOOST_TEST(base::split("a,,b,", ',').size() == 4u);
    BOOST_TEST(base::join(base::split("a,,b,", ','), ",") == "a,,b,");
    BOOST_TEST(base::split("", ',').size() == 1u);
    BOOST_TEST(base::trim(" \t x y \n") == "x y");
    BOOST_TEST(base::trim("  ") == "");
}

BOOST_AUTO_TEST_CASE(wrap_breaks_between_words) {
    BOOST_TEST(base::wrap("aaa bbb ccc", 7, 2) == "aaa bbb\n  ccc");
    BOOST_TEST(base::wrap("longerthanwidth x", 5, 0) == "longerthanwidth\nx");
}

BOOST_AUTO_TEST_CASE(declared_names_are_identifiers) {
    BOOST_TEST(base::is_declared_name("int-latency"));
    BOOST_TEST(base::is_declared_name("org.example.sorts"));
    BOOST_TEST(!base::is_declared_name(""));
    BOOST_TEST(!base::is_declared_name("_order"));
    BOOST_TEST(!base::is_declared_name("-x"));
    BOOST_TEST(!base::is_declared_name("Upper"));
    BOOST_TEST(!base::is_declared_name("a/b"));
    BOOST_TEST(base::is_declared_path("a/b"));
    BOOST_TEST(!base::is_declared_path("a//b"));
    BOOST_TEST(!base::is_declared_path("/a"));
}

BOOST_AUTO_TEST_CASE(closest_finds_a_misspelling_and_nothing_far_off) {
    const std::vector<std::string> names = {"samples", "sample-time", "warmup"};
    BOOST_TEST(base::closest("sample", names) == "samples");
    BOOST_TEST(base::closest("warmpu", names) == "warmup");
    BOOST_TEST(base::closest("zzzzzz", names) == "");
}
