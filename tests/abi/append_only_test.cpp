// The header of this version continues each released one, and the check would notice if not.
#include "append_only.hpp"

#include <boost/test/unit_test.hpp>
#include <fstream>
#include <iterator>

namespace {

std::string read(const std::string& path) {
    std::ifstream file(std::string(BENCHLAB_TEST_SOURCE_DIR) + "/" + path);
    BOOST_REQUIRE_MESSAGE(file.good(), "cannot read " + path);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::string released() {
    return read("tests/abi/1.0/benchlab.h");
}

void check_continues(const std::string& older) {
    for (const auto& line :
         header_check::breaks(read(older), read("sdk/include/benchlab/benchlab.h"))) {
        BOOST_ERROR(line);
    }
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
    const std::size_t at = text.find(what);
    BOOST_REQUIRE_MESSAGE(at != std::string::npos, "the header has no " + what);
    return text.replace(at, what.size(), by);
}

std::size_t breaks_when(const std::string& what, const std::string& by) {
    return header_check::breaks(released(), replaced(released(), what, by)).size();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(append_only)

BOOST_AUTO_TEST_CASE(todays_header_continues_1_0) {
    check_continues("tests/abi/1.0/benchlab.h");
}

BOOST_AUTO_TEST_CASE(todays_header_continues_1_1) {
    check_continues("tests/abi/1.1/benchlab.h");
}

BOOST_AUTO_TEST_CASE(a_member_that_1_1_added_may_not_change_either) {
    const std::string older = read("tests/abi/1.1/benchlab.h");
    const auto spoilt = [&](const std::string& what, const std::string& by) {
        return header_check::breaks(older, replaced(older, what, by)).size();
    };
    BOOST_CHECK_EQUAL(spoilt("uint32_t recorder_count;", "uint64_t recorder_count;"), 1u);
    BOOST_CHECK_EQUAL(spoilt("(BL_CALL *item)(void *context, const bl_check_item *)",
                             "(BL_CALL *item)(const bl_check_item *)"),
                      1u);
    BOOST_CHECK_EQUAL(spoilt("BL_CHECK_MISSING = 3", "BL_CHECK_MISSING = 4"), 1u);
}

BOOST_AUTO_TEST_CASE(an_appended_member_or_constant_is_no_break) {
    BOOST_CHECK_EQUAL(breaks_when("const void *(BL_CALL *get_extension)(const char *id);",
                                  "const void *(BL_CALL *get_extension)(const char *id);\n"
                                  "    uint64_t more;"),
                      0u);
    BOOST_CHECK_EQUAL(breaks_when("BL_RATE_ITEMS = 2", "BL_RATE_ITEMS = 2, BL_RATE_MORE = 3"), 0u);
    BOOST_CHECK_EQUAL(breaks_when("#define BL_ABI_MINOR 0u", "#define BL_ABI_MINOR 1u"), 0u);
}

BOOST_AUTO_TEST_CASE(comments_and_spaces_do_not_matter) {
    BOOST_CHECK_EQUAL(
        breaks_when("int64_t duration_ns;", "int64_t   duration_ns ; /* since zero; always */"),
        0u);
}

BOOST_AUTO_TEST_CASE(an_inserted_member_is_a_break) {
    BOOST_CHECK_EQUAL(breaks_when("uint32_t max_threads;", "uint32_t more; uint32_t max_threads;"),
                      1u);
}

BOOST_AUTO_TEST_CASE(a_renamed_or_retyped_member_is_a_break) {
    BOOST_CHECK_EQUAL(breaks_when("uint64_t ops_per_iteration;", "uint64_t operations;"), 1u);
    BOOST_CHECK_EQUAL(breaks_when("int64_t duration_ns;", "uint64_t duration_ns;"), 1u);
}

BOOST_AUTO_TEST_CASE(a_changed_signature_is_a_break) {
    BOOST_CHECK_EQUAL(
        breaks_when("(BL_CALL *cancelled)(const bl_host *)", "(BL_CALL *cancelled)(bl_host *)"),
        1u);
    BOOST_CHECK_EQUAL(breaks_when("benchlab_plugin_v1(uint32_t host_minor)",
                                  "benchlab_plugin_v1(uint64_t host_minor)"),
                      1u);
    BOOST_CHECK_EQUAL(breaks_when("(void *context, uint64_t index)", "(void *context)"), 1u);
}

BOOST_AUTO_TEST_CASE(a_changed_or_missing_constant_is_a_break) {
    BOOST_CHECK_EQUAL(breaks_when("BL_E_DATA = -6", "BL_E_DATA = -7"), 1u);
    BOOST_CHECK_EQUAL(breaks_when("BL_NAME_FILE = 5", "BL_NAME_PATH = 5"), 1u);
    BOOST_CHECK_EQUAL(breaks_when("0xFFFFFFFFu", "0xFFFFFFFEu"), 1u);
}

BOOST_AUTO_TEST_CASE(a_missing_struct_is_a_break) {
    BOOST_CHECK_EQUAL(breaks_when("typedef struct bl_clock {", "typedef struct bl_clocks {"), 1u);
}

BOOST_AUTO_TEST_SUITE_END()
