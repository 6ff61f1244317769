#include "report/tree.hpp"

#include <boost/test/unit_test.hpp>

using namespace benchlab::report;

namespace {

std::vector<std::string> ids(const Section& section) {
    std::vector<std::string> out;
    for (const Element* element : flatten(*make_tree(section))) {
        const bool title = std::holds_alternative<Heading>(element->body);
        out.push_back((title ? "title of " : "") + element->id);
    }
    return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(tree)

BOOST_AUTO_TEST_CASE(what_belongs_to_one_path_comes_together_under_its_title) {
    Section section;
    section.elements = {{"a/x", Value{}}, {"b", Value{}},     {"a/y/z", Value{}},
                        {"a", Heading{}}, {"a/y", Heading{}}, {"a/x/deep", Value{}}};
    const std::vector<std::string> expected = {"title of a",   "a/x",   "a/x/deep",
                                               "title of a/y", "a/y/z", "b"};
    BOOST_TEST(ids(section) == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(of_one_id_the_first_stays) {
    Section section;
    section.elements = {{"a", Value{}}, {"a", Table{}}};
    const auto root = make_tree(section);
    BOOST_REQUIRE_EQUAL(root->children.size(), 1u);
    BOOST_CHECK(root->children[0]->leaf == &section.elements[0]);
}

BOOST_AUTO_TEST_SUITE_END()
