#include "cli/options.hpp"

#include <boost/test/unit_test.hpp>

using namespace benchlab::cli;

namespace {

Option option(const char* name, OptionType type, const char* value_name = "",
              const char* default_value = "") {
    Option out;
    out.name = name;
    out.type = type;
    out.value_name = value_name;
    out.default_value = default_value;
    return out;
}

// A command with one option of each type.
Command command() {
    Command out;
    out.name = "try";
    Option count = option("count", OptionType::kCount, "N", "50");
    count.minimum = 1;
    count.maximum = 1000;
    Option size = option("any-count", OptionType::kCount, "N");
    Option number = option("number", OptionType::kNumber, "X", "0.5");
    number.minimum = 0;
    number.maximum = 2;
    Option choice = option("choice", OptionType::kChoice, "WHICH", "red");
    choice.choices = {"red", "green"};
    Option list = option("list", OptionType::kText, "NAME");
    list.repeatable = true;
    Option quiet = option("quiet", OptionType::kFlag);
    quiet.short_name = 'q';
    Option verbose = option("verbose", OptionType::kFlag);
    verbose.short_name = 'v';
    Option file = option("file", OptionType::kText, "FILE");
    file.completes = Completes::kFiles;
    Option text = option("text", OptionType::kText, "TEXT");
    text.short_name = 't';
    Option secret = option("secret", OptionType::kFlag);
    secret.hidden = true;
    out.options = {count, size, number, choice, list, quiet, verbose, file, text, secret};
    out.positionals = {{"FIRST", "", 1, 1}, {"REST", "", 0, 0}};
    return out;
}

using Words = std::vector<std::string>;

Arguments good(Words words) {
    words.insert(words.begin(), "first");
    const auto arguments = parse(command(), words);
    BOOST_REQUIRE_MESSAGE(arguments.ok(), (arguments.ok() ? "" : arguments.error().message));
    return *arguments;
}

std::string error_of(Words words) {
    words.insert(words.begin(), "first");
    const auto arguments = parse(command(), words);
    BOOST_REQUIRE_MESSAGE(!arguments.ok(), "accepted");
    BOOST_TEST((arguments.error().code == benchlab::base::Code::kInvalid));
    BOOST_TEST(arguments.error().message.find('\n') == std::string::npos);
    return arguments.error().message;
}

const std::string kSee = "; see `benchlab help try`";

}  // namespace

BOOST_AUTO_TEST_SUITE(options)

BOOST_AUTO_TEST_CASE(what_is_not_given_has_its_default) {
    const Arguments arguments = good({});
    BOOST_TEST(arguments.count("count") == 50u);
    BOOST_TEST(arguments.number("number") == 0.5);
    BOOST_TEST(arguments.text("choice") == "red");
    BOOST_TEST(arguments.has("count"));
    BOOST_TEST(!arguments.given("count"));
    BOOST_TEST(!arguments.has("any-count"));
    BOOST_TEST(!arguments.flag("quiet"));
    BOOST_TEST(arguments.all("list").empty());
}

BOOST_AUTO_TEST_CASE(values_are_taken_as_a_word_or_behind_an_equals_sign) {
    const Arguments arguments = good({"--count", "7", "--number=1.25", "--choice=green"});
    BOOST_TEST(arguments.count("count") == 7u);
    BOOST_TEST(arguments.given("count"));
    BOOST_TEST(arguments.number("number") == 1.25);
    BOOST_TEST(arguments.text("choice") == "green");
}

BOOST_AUTO_TEST_CASE(short_options_may_be_written_together_and_with_their_value) {
    const Arguments both = good({"-qv"});
    BOOST_TEST(both.flag("quiet"));
    BOOST_TEST(both.flag("verbose"));
    BOOST_TEST(good({"-t", "x"}).text("text") == "x");
    BOOST_TEST(good({"-tx"}).text("text") == "x");
}

BOOST_AUTO_TEST_CASE(a_repeatable_option_keeps_all_values_in_order) {
    BOOST_TEST(good({"--list", "b", "--list=a"}).all("list") == (Words{"b", "a"}),
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(options_and_arguments_mix_and_two_dashes_end_the_options) {
    const Arguments arguments = good({"--count", "7", "second", "-q", "third", "--", "--count"});
    BOOST_TEST(arguments.positionals() == (Words{"first", "second", "third", "--count"}),
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(what_is_told_of_a_command_line_has_no_paths) {
    Command with_folders = command();
    Option folder = option("folder", OptionType::kText, "DIR");
    folder.completes = Completes::kDirectories;
    folder.repeatable = true;
    with_folders.options.push_back(folder);
    const auto told = [&](const Words& words) { return parse(with_folders, words)->told(); };
    BOOST_TEST(told({"a"}) == "a");
    BOOST_TEST(told({"a", "--file", "/home/me/x.json", "-q"}) == "--quiet a");
    BOOST_TEST(told({"--file=/home/me/x.json", "a"}) == "a");
    BOOST_TEST(told({"a", "--folder", "/home/me/mine", "--folder=../his/", "--folder", "."}) ==
               "--folder mine --folder his --folder . a");
    BOOST_TEST(told({"a", "--folder", "/"}) == "--folder '' a");
    // What has to be quoted is, so that it can be typed again.
    BOOST_TEST(told({"two words", "-t", "it's $5", "--list=a", "--list", "b"}) ==
               "--list a --list b --text 'it'\\''s $5' 'two words'");
    BOOST_TEST(told({"--count", "7", "--", "-a"}) == "--count 7 -- -a");
}

BOOST_AUTO_TEST_CASE(a_value_may_be_anything_behind_an_equals_sign) {
    BOOST_TEST(good({"--text=a=b --count"}).text("text") == "a=b --count");
    BOOST_TEST(good({"--text", "-"}).text("text") == "-");
    BOOST_TEST(good({"--file", "-"}).text("file") == "-");
    BOOST_TEST(good({"--text", "\xC3\xA4 \xE6\xBC\xA2"}).text("text") == "\xC3\xA4 \xE6\xBC\xA2");
}

BOOST_AUTO_TEST_CASE(the_borders_of_a_range_belong_to_it) {
    BOOST_TEST(good({"--count", "1"}).count("count") == 1u);
    BOOST_TEST(good({"--count", "1000"}).count("count") == 1000u);
    BOOST_TEST(good({"--number", "0"}).number("number") == 0.0);
    BOOST_TEST(good({"--number", "2"}).number("number") == 2.0);
    BOOST_TEST(good({"--any-count", "18446744073709551615"}).count("any-count") ==
               18446744073709551615u);
}

BOOST_AUTO_TEST_CASE(a_bad_number_is_named) {
    for (const char* bad : {"x", "5x", "5.5", "-5", "+5", " 5", "5 ", "0x10", "1e3", "5,000"}) {
        BOOST_TEST(error_of({"--count=" + std::string(bad)}) ==
                   "--count: " + std::string(bad) + " is not a whole number");
    }
    for (const char* bad : {"x", "0.5%", "nan", "inf", "0,5", ".", "1..2"}) {
        BOOST_TEST(error_of({"--number", bad}) ==
                   "--number: " + std::string(bad) + " is not a number");
    }
}

BOOST_AUTO_TEST_CASE(a_number_out_of_range_is_told_the_range) {
    BOOST_TEST(error_of({"--count", "0"}) == "--count: 0 is not between 1 and 1000");
    BOOST_TEST(error_of({"--count", "1001"}) == "--count: 1001 is not between 1 and 1000");
    BOOST_TEST(error_of({"--count", "18446744073709551616"}) ==
               "--count: 18446744073709551616 is too large");
    BOOST_TEST(error_of({"--number", "2.1"}) == "--number: 2.1 is not between 0 and 2");
    BOOST_TEST(error_of({"--number=-0.1"}) == "--number: -0.1 is not between 0 and 2");
}

BOOST_AUTO_TEST_CASE(a_bad_choice_is_told_the_choices) {
    BOOST_TEST(error_of({"--choice", "blue"}) == "--choice: blue is none of red, green");
}

BOOST_AUTO_TEST_CASE(a_missing_value_is_told_how_it_is_written) {
    const std::string wanted = "--count needs a value: --count N" + kSee;
    BOOST_TEST(error_of({"--count"}) == wanted);
    BOOST_TEST(error_of({"--count="}) == wanted);
    BOOST_TEST(error_of({"--count", "--quiet"}) == wanted);
    BOOST_TEST(error_of({"--count", "--number=1"}) == wanted);
    BOOST_TEST(error_of({"--count", ""}) == "--count: the value is empty");
}

BOOST_AUTO_TEST_CASE(a_path_that_looks_like_an_option_is_refused) {
    BOOST_TEST(error_of({"--file", "--jsn"}) ==
               "--file: --jsn looks like an option; a file of that name is ./--jsn");
    BOOST_TEST(good({"--file", "./--jsn"}).text("file") == "./--jsn");
}

BOOST_AUTO_TEST_CASE(a_flag_takes_no_value) {
    BOOST_TEST(error_of({"--quiet=yes"}) == "--quiet takes no value" + kSee);
}

BOOST_AUTO_TEST_CASE(an_option_is_given_once) {
    BOOST_TEST(error_of({"--count", "1", "--count", "1"}) == "--count is given twice" + kSee);
    BOOST_TEST(error_of({"--quiet", "--quiet"}) == "--quiet is given twice" + kSee);
    BOOST_TEST(error_of({"-q", "--quiet"}) == "--quiet is given twice" + kSee);
}

BOOST_AUTO_TEST_CASE(an_unknown_option_is_told_the_likely_one) {
    BOOST_TEST(error_of({"--cuont", "1"}) ==
               "try has no option --cuont (did you mean --count?)" + kSee);
    BOOST_TEST(error_of({"--cho=red"}) ==
               "try has no option --cho (did you mean --choice?)" + kSee);
    BOOST_TEST(error_of({"-count", "1"}) ==
               "try has no option -count (did you mean --count?)" + kSee);
    BOOST_TEST(error_of({"--hlep"}) == "try has no option --hlep (did you mean --help?)" + kSee);
    BOOST_TEST(error_of({"--xyzzy"}) == "try has no option --xyzzy" + kSee);
    BOOST_TEST(error_of({"-x"}) == "try has no option -x" + kSee);
    // What is hidden is not suggested.
    BOOST_TEST(error_of({"--secre"}).find("secret") == std::string::npos);
    // An option is not found by its beginning: a later one could make it mean something else.
    error_of({"--verb"});
}

BOOST_AUTO_TEST_CASE(missing_and_superfluous_arguments_are_named) {
    Command two = command();
    two.positionals = {{"BASE", "", 1, 1}, {"NEW", "", 1, 1}};
    BOOST_TEST(parse(two, {}).error().message == "try needs BASE and NEW" + kSee);
    BOOST_TEST(parse(two, {"a"}).error().message == "try needs NEW" + kSee);
    BOOST_TEST(parse(two, {"a", "b"}).ok());
    BOOST_TEST(parse(two, {"a", "b", "c"}).error().message ==
               "try does not know what to do with c" + kSee);
}

BOOST_AUTO_TEST_CASE(the_hint_has_the_name_of_the_program) {
    BOOST_TEST(parse(command(), {}, "mine").error().message ==
               "try needs FIRST; see `mine help try`");
}

BOOST_AUTO_TEST_CASE(control_characters_do_not_reach_the_message) {
    for (const Words& words : std::vector<Words>{
             {"--\x1b[31m"}, {"--choice", "\x1b[31m"}, {"--count", "\x07"}, {"--text", "--\x9b"}}) {
        Words all = {"first"};
        all.insert(all.end(), words.begin(), words.end());
        const auto arguments = parse(command(), all);
        if (arguments) continue;
        BOOST_TEST(arguments.error().message.find('\x1b') == std::string::npos);
        BOOST_TEST(arguments.error().message.find('\x07') == std::string::npos);
    }
}

BOOST_AUTO_TEST_CASE(no_line_of_odd_words_is_a_crash) {
    const Words odd = {"-",     "--",     "---",   "=",   "-=",        "--=", "--count=", "\xFF",
                       "-\xFF", "--\xFF", "@file", "-q-", "--quiet--", "''",  "",         "-qt"};
    for (const std::string& first : odd) {
        for (const std::string& second : odd) {
            const auto arguments = parse(command(), {first, second});
            if (!arguments) BOOST_TEST(!arguments.error().message.empty());
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()
