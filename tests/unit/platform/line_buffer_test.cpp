#include "platform/line_buffer.hpp"

#include <boost/test/unit_test.hpp>

using benchlab::platform::LineBuffer;

BOOST_AUTO_TEST_SUITE(line_buffer)

BOOST_AUTO_TEST_CASE(a_line_may_come_in_pieces) {
    LineBuffer lines;
    std::string line;
    lines.append("fi");
    BOOST_TEST(!lines.take(line));
    lines.append("rst\nsec");
    BOOST_TEST(lines.take(line));
    BOOST_TEST(line == "first");
    BOOST_TEST(!lines.take(line));
    lines.append("ond\n\n");
    BOOST_TEST(lines.take(line));
    BOOST_TEST(line == "second");
    BOOST_TEST(lines.take(line));
    BOOST_TEST(line == "");
    BOOST_TEST(!lines.take(line));
}

BOOST_AUTO_TEST_CASE(carriage_returns_belong_to_the_line_end) {
    LineBuffer lines;
    std::string line;
    lines.append("a\r\nb\rc\n");
    BOOST_TEST(lines.take(line));
    BOOST_TEST(line == "a");
    BOOST_TEST(lines.take(line));
    BOOST_TEST(line == "b\rc");
}

BOOST_AUTO_TEST_CASE(the_last_line_needs_no_end_once_closed) {
    LineBuffer lines;
    std::string line;
    lines.append("last");
    BOOST_TEST(!lines.take(line));
    lines.close();
    BOOST_TEST(lines.take(line));
    BOOST_TEST(line == "last");
    BOOST_TEST(!lines.take(line));
}

BOOST_AUTO_TEST_CASE(many_lines_come_out_whole_and_in_order) {
    LineBuffer lines;
    std::string line;
    int next = 0;
    for (int i = 0; i < 200'000; ++i) {
        lines.append(std::to_string(i) + "\n");
        if (i % 1000 != 0) continue;
        while (lines.take(line)) BOOST_REQUIRE_EQUAL(line, std::to_string(next++));
    }
    while (lines.take(line)) BOOST_REQUIRE_EQUAL(line, std::to_string(next++));
    BOOST_TEST(next == 200'000);
}

BOOST_AUTO_TEST_SUITE_END()
