#include "plugin/values.hpp"

#include <boost/test/unit_test.hpp>
#include <string>

#include "support.hpp"

namespace benchlab::plugin {
using test::contains;

namespace {

bl_option option(const char* name, std::uint32_t type, const char* preset = nullptr,
                 double minimum = 0, double maximum = 0) {
    return {sizeof(bl_option), type, name, "help", "N", preset, minimum, maximum};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(values)

BOOST_AUTO_TEST_CASE(a_parameter_with_a_label_has_a_number_and_a_text) {
    const Values params(std::vector<Choice>{{"mode", 1, "fast", base::Unit::kNone, "fast"},
                                            {"size", 4096, "", base::Unit::kBytes, "4KiB"}});
    const bl_values* const abi = params.abi();
    std::uint64_t number = 0, length = 0;
    const char* text = nullptr;
    BOOST_TEST(abi->get_u64(abi, "mode", &number) == 1u);
    BOOST_TEST(number == 1u);
    BOOST_TEST(abi->get_text(abi, "mode", &text, &length) == 1u);
    BOOST_TEST(std::string(text, length) == "fast");
    BOOST_TEST(abi->get_u64(abi, "size", &number) == 1u);
    BOOST_TEST(number == 4096u);
}

BOOST_AUTO_TEST_CASE(an_unknown_name_or_another_type_leaves_the_output_alone) {
    const Values params(std::vector<Choice>{{"size", 4096, "", base::Unit::kBytes, "4KiB"}});
    const bl_values* const abi = params.abi();
    std::uint64_t number = 77;
    double real = 7.5;
    const char* text = "before";
    std::uint64_t length = 6;
    BOOST_TEST(abi->get_u64(abi, "siz", &number) == 0u);
    BOOST_TEST(abi->get_u64(abi, nullptr, &number) == 0u);
    BOOST_TEST(abi->get_f64(abi, "size", &real) == 0u);
    BOOST_TEST(abi->get_text(abi, "size", &text, &length) == 0u);
    BOOST_TEST(number == 77u);
    BOOST_TEST(real == 7.5);
    BOOST_TEST(std::string(text) == "before");
}

BOOST_AUTO_TEST_CASE(options_take_what_was_given_and_else_their_defaults) {
    const bl_option top = option("top", BL_VALUE_U64, "10", 1, 99);
    const bl_option share = option("share", BL_VALUE_F64, "0.5");
    const bl_option all = option("all", BL_VALUE_FLAG);
    const bl_option name = option("name", BL_VALUE_TEXT);
    const bl_option* const list[] = {&top, &share, &all, &name};
    auto parsed = parse_options(list, 4, {{"top", "20"}, {"top", "30"}, {"all", ""}});
    BOOST_REQUIRE(parsed);
    const Values values(std::move(*parsed));
    const bl_values* const abi = values.abi();
    std::uint64_t number = 0;
    double real = 0;
    const char* text = nullptr;
    BOOST_TEST(abi->get_u64(abi, "top", &number) == 1u);
    BOOST_TEST(number == 30u);
    BOOST_TEST(abi->get_f64(abi, "share", &real) == 1u);
    BOOST_TEST(real == 0.5);
    BOOST_TEST(abi->get_u64(abi, "all", &number) == 1u);
    BOOST_TEST(number == 1u);
    BOOST_TEST(abi->get_text(abi, "name", &text, nullptr) == 0u);
}

BOOST_AUTO_TEST_CASE(bad_values_are_refused_with_what_may_be_given) {
    const bl_option top = option("top", BL_VALUE_U64, nullptr, 1, 99);
    for (const char* text : {"", "x", "1x", "-1", "0", "100", "1.5", " 3"}) {
        const auto parsed = parse_option(top, text);
        BOOST_TEST(!parsed.ok(), "\"" << text << "\"");
        if (!parsed) BOOST_TEST(contains(parsed.error().message, "from 1 to 99"));
    }
    const bl_option share = option("share", BL_VALUE_F64);
    for (const char* text : {"", "x", "nan", "inf", "1e999"}) {
        BOOST_TEST(!parse_option(share, text).ok(), "\"" << text << "\"");
    }
    BOOST_TEST(!parse_option(option("all", BL_VALUE_FLAG), "maybe").ok());
}

BOOST_AUTO_TEST_CASE(an_unknown_option_is_an_error_with_a_hint) {
    const bl_option top = option("top", BL_VALUE_U64);
    const bl_option* const list[] = {&top};
    const auto parsed = parse_options(list, 1, {{"tpo", "3"}});
    BOOST_REQUIRE(!parsed);
    BOOST_TEST(contains(parsed.error().message, "did you mean --top"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace benchlab::plugin
