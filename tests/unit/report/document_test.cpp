#include "report/document.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <limits>

using namespace benchlab::report;

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

Arg number(std::uint64_t value, Unit unit = Unit::kNone) {
    return {value, unit, NameKind::kNone};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(document)

BOOST_AUTO_TEST_CASE(a_template_takes_its_arguments_in_any_order) {
    const std::vector<Arg> args = {number(3),
                                   number(1500, Unit::kNanoseconds),
                                   {std::string("game.exe"), Unit::kNone, NameKind::kProcess}};
    BOOST_TEST(fill_template("{2}: {0} waits of {1}, {0} in all", args) ==
               "game.exe: 3 waits of 1.50 us, 3 in all");
}

BOOST_AUTO_TEST_CASE(doubled_braces_are_braces) {
    BOOST_TEST(fill_template("{{0}} {{{0}}}", {number(7)}) == "{0} {7}");
}

BOOST_AUTO_TEST_CASE(places_without_an_argument_stay_as_they_are) {
    for (const char* text : {"{9}", "{x}", "{}", "{-1}", "{0 }", "{18446744073709551616}", "{"}) {
        BOOST_TEST(fill_template(text, {number(1)}) == text);
    }
    BOOST_TEST(fill_template("a } b { c {0}", {number(1)}) == "a } b { c 1");
}

BOOST_AUTO_TEST_CASE(bad_places_are_counted) {
    BOOST_TEST(count_bad_places("{0} {1} {{9}}", 2) == 0u);
    BOOST_TEST(count_bad_places("{0} {2} {x}", 2) == 2u);
}

BOOST_AUTO_TEST_CASE(an_argument_is_not_a_template_again) {
    BOOST_TEST(fill_template("{0}", {{std::string("{0}"), Unit::kNone, NameKind::kNone}}) == "{0}");
}

BOOST_AUTO_TEST_CASE(scalars_are_shown_by_their_unit) {
    BOOST_TEST(format_scalar(Scalar(), Unit::kCount) == "-");
    BOOST_TEST(format_scalar(Scalar(kNaN), Unit::kNanoseconds) == "-");
    BOOST_TEST(format_scalar(Scalar(std::string("avx2")), Unit::kBytes) == "avx2");
    BOOST_TEST(format_scalar(Scalar(0.25), Unit::kRatio) == "25.0 %");
    // 2^64 - 1 is no double.
    BOOST_TEST(format_scalar(Scalar(~std::uint64_t{0}), Unit::kAddress) == "0xffffffffffffffff");
}

BOOST_AUTO_TEST_CASE(absent_and_not_finite_are_the_same) {
    BOOST_CHECK(same(Scalar(), Scalar(kNaN)));
    BOOST_CHECK(same(Scalar(kNaN), Scalar(-std::numeric_limits<double>::infinity())));
    BOOST_CHECK(!same(Scalar(), Scalar(0.0)));
    // 1 and 1.0 are of different types, which JSON keeps.
    BOOST_CHECK(!same(Scalar(std::uint64_t{1}), Scalar(1.0)));
}

BOOST_AUTO_TEST_CASE(a_cell_is_absent_when_it_is_not_present_or_not_finite_or_past_the_end) {
    Column column;
    column.data = std::vector<double>{1.0, kNaN, 3.0};
    column.present = {true, true, false};
    BOOST_CHECK(column.has(0));
    BOOST_CHECK(!column.has(1));
    BOOST_CHECK(!column.has(2));
    BOOST_CHECK(!column.has(3));
    BOOST_CHECK(column.at(0) == Scalar(1.0));
    BOOST_CHECK(column.at(2) == Scalar());
}

BOOST_AUTO_TEST_CASE(columns_are_equal_when_their_cells_are) {
    Column a;
    a.data = std::vector<std::uint64_t>{1, 2};
    Column b = a;
    b.present = {true, true};
    BOOST_CHECK(a == b);
    b.present = {true, false};
    BOOST_CHECK(!(a == b));
    std::get<std::vector<std::uint64_t>>(a.data)[1] = 77;  // what is absent has no value
    a.present = {true, false};
    BOOST_CHECK(a == b);
    b.data = std::vector<double>{1, 2};
    BOOST_CHECK(!(a == b));
}

BOOST_AUTO_TEST_CASE(find_and_get_pass_over_headings) {
    Section section;
    section.elements.push_back({"a/b", Heading{"Title of {0}", {number(1)}}});
    Value value;
    value.value = std::uint64_t{5};
    section.elements.push_back({"a/b", value});
    BOOST_REQUIRE(section.find("a/b"));
    BOOST_CHECK(section.get<Value>("a/b") != nullptr);
    BOOST_CHECK(section.get<Table>("a/b") == nullptr);
    BOOST_REQUIRE(section.heading("a/b"));
    BOOST_TEST(section.heading("a/b")->title == "Title of {0}");
    BOOST_CHECK(section.find("a") == nullptr);
    BOOST_CHECK(section.heading("a") == nullptr);
}

BOOST_AUTO_TEST_CASE(an_index_finds_what_the_section_finds) {
    Section section;
    section.elements.push_back({"a", Heading{"A", {}}});
    section.elements.push_back({"a", Value{}});
    section.elements.push_back({"a", Table{}});  // not allowed, but a file may have it
    section.elements.push_back({"b", Heading{"B", {}}});
    const SectionIndex index(section);
    BOOST_CHECK(index.find("a") == &section.elements[1]);
    BOOST_CHECK(index.get<Value>("a") == section.get<Value>("a"));
    BOOST_CHECK(index.get<Table>("a") == nullptr);
    BOOST_CHECK(index.find("b") == nullptr);
    BOOST_CHECK(index.find("c") == nullptr);
}

BOOST_AUTO_TEST_CASE(element_ids_are_paths_of_plain_parts) {
    for (const char* good : {"a", "cache/chase/4KiB/threads:2", "A.b_c-d", "0/1"}) {
        BOOST_CHECK_MESSAGE(is_element_id(good), good);
    }
    for (const char* bad : {"", "/", "a/", "/a", "a//b", "_a", "a/_b", ":a", "-a", "a b", "<a>",
                            "\xC3\xA9", "a/.."}) {
        BOOST_CHECK_MESSAGE(!is_element_id(bad), bad);
    }
}

BOOST_AUTO_TEST_SUITE_END()
