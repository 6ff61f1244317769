#include "platform/crash_line.hpp"

#include <boost/test/unit_test.hpp>
#include <string>

using namespace benchlab::platform;

namespace {

std::string text_of(const CrashLine& line) {
    return {line.text, line.length};
}

// A describer that claims more than it was given room for.
std::size_t describe_too_much(char* buffer, std::size_t size) {
    std::memset(buffer, 'x', size);
    return size + 1000;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(crash_line)

BOOST_AUTO_TEST_CASE(without_a_describer_only_the_kind_is_told) {
    CrashLine line;
    line.add("benchlab: crashed: SIGSEGV");
    line.finish(nullptr);
    BOOST_TEST(text_of(line) == "benchlab: crashed: SIGSEGV\n");
}

BOOST_AUTO_TEST_CASE(foreign_words_stay_on_one_line) {
    CrashLine line;
    line.add_foreign("a\nb\x1b[31m\tc\x7f");
    BOOST_TEST(text_of(line) == "a b [31m c ");
}

BOOST_AUTO_TEST_CASE(whatever_is_too_long_is_cut) {
    CrashLine line;
    for (int i = 0; i < 10; ++i) line.add_foreign(std::string(5000, 'y').c_str());
    line.finish(describe_too_much);
    BOOST_TEST(line.length <= sizeof line.text);
    BOOST_TEST(line.text[line.length - 1] == '\n');
}

BOOST_AUTO_TEST_SUITE_END()
