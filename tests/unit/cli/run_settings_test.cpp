#include "cli/run_settings.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>

#include "platform/cpus.hpp"

using namespace benchlab;
using namespace benchlab::cli;

namespace {

using Words = std::vector<std::string>;

Arguments arguments_of(const Words& words) {
    static const Program program{"benchlab", nullptr};
    const auto arguments = parse(*find_command(program, "run"), words);
    BOOST_REQUIRE_MESSAGE(arguments.ok(), (arguments.ok() ? "" : arguments.error().message));
    return *arguments;
}

RunSettings settings_of(const Words& words) {
    auto settings = run_settings(arguments_of(words));
    BOOST_REQUIRE_MESSAGE(settings.ok(), (settings.ok() ? "" : settings.error().message));
    return *settings;
}

std::string error_of(const Words& words) {
    const auto settings = run_settings(arguments_of(words));
    BOOST_REQUIRE(!settings.ok());
    return settings.error().message;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(run_settings_from_words)

BOOST_AUTO_TEST_CASE(the_defaults_are_those_of_the_reference) {
    const RunSettings settings = settings_of({});
    const results::RunConfig& config = settings.measure.config;
    BOOST_TEST(config.samples == 50u);
    BOOST_TEST(config.sample_time_ms == 10u);
    BOOST_TEST(config.warmup_ms == 200u);
    BOOST_TEST(config.max_time_ms == 5000u);
    BOOST_TEST(config.repeat == 1u);
    BOOST_TEST((config.outliers == measure::OutlierPolicy::kKeep));
    BOOST_TEST(!config.isolate);
    BOOST_TEST(!config.shuffle);
    BOOST_TEST(!settings.measure.pin.has_value());
    BOOST_TEST(!settings.seed.has_value());
    BOOST_TEST(settings.threads == std::vector<std::uint32_t>{1}, boost::test_tools::per_element());
    BOOST_TEST(!settings.outputs.any());
}

BOOST_AUTO_TEST_CASE(quick_gives_way_to_what_is_typed) {
    const results::RunConfig quick = settings_of({"--quick"}).measure.config;
    BOOST_TEST(quick.precision == 0.01);
    BOOST_TEST(quick.samples == 1'000'000u);  // or as many as fit into the time
    BOOST_TEST(quick.sample_time_ms == 5u);
    BOOST_TEST(quick.max_time_ms == 1000u);
    BOOST_TEST(quick.warmup_ms < 200u);
    // Before or behind it, and also when it is what the default would have been.
    for (const Words& words :
         std::vector<Words>{{"--quick", "--samples", "50"}, {"--samples", "50", "--quick"}}) {
        const results::RunConfig config = settings_of(words).measure.config;
        BOOST_TEST(config.samples == 50u);
        BOOST_TEST(config.precision == 0);
        BOOST_TEST(config.sample_time_ms == 5u);
    }
    const results::RunConfig both =
        settings_of({"--precision", "2.5", "--samples", "30", "--quick"}).measure.config;
    BOOST_TEST(both.samples == 30u);
    BOOST_TEST(both.precision == 0.025);
    BOOST_TEST(settings_of({}).measure.config.precision == 0);
    BOOST_TEST(settings_of({"--quick", "--warmup", "0"}).measure.config.warmup_ms == 0u);
}

BOOST_AUTO_TEST_CASE(a_seed_means_shuffle_and_shuffle_finds_a_seed) {
    BOOST_TEST(settings_of({"--seed", "7"}).measure.config.shuffle);
    BOOST_TEST(settings_of({"--seed", "7"}).seed.value() == 7u);
    BOOST_TEST(settings_of({"--seed", "0"}).seed.value() == 0u);
    BOOST_TEST(settings_of({"--shuffle"}).seed.has_value());
    BOOST_TEST(settings_of({"--shuffle"}).measure.config.shuffle);
}

BOOST_AUTO_TEST_CASE(threads_are_a_list_without_repeats) {
    BOOST_TEST(*parse_threads("2") == std::vector<std::uint32_t>{2},
               boost::test_tools::per_element());
    BOOST_TEST(*parse_threads("4,1,4,1024") == (std::vector<std::uint32_t>{4, 1, 1024}),
               boost::test_tools::per_element());
    for (const char* bad : {"", "0", "1025", "1,", ",1", "1,,2", "two", "1-4", "1 2", "-1", "1.5",
                            "99999999999999999999"}) {
        const auto threads = parse_threads(bad);
        BOOST_TEST(!threads.ok(), bad);
        if (!threads) BOOST_TEST(threads.error().message.find("--threads: ") == 0u);
    }
}

BOOST_AUTO_TEST_CASE(params_are_a_name_and_a_value) {
    const auto params = parse_params({"size=48KiB", "mode=a=b", "size=1"});
    BOOST_REQUIRE(params.ok());
    BOOST_REQUIRE_EQUAL(params->size(), 3u);
    BOOST_TEST((*params)[0].name == "size");
    BOOST_TEST((*params)[0].value == "48KiB");
    BOOST_TEST((*params)[1].value == "a=b");
    for (const char* bad : {"size", "=5", "size=", "=", ""}) {
        BOOST_TEST(!parse_params({bad}).ok(), bad);
    }
}

BOOST_AUTO_TEST_CASE(a_cpu_that_cannot_be_used_is_told_with_those_that_can) {
    const unsigned usable = platform::usable_cpus().front();
    BOOST_TEST(settings_of({"--pin", std::to_string(usable)}).measure.pin.value() == usable);
    const std::string message = error_of({"--pin", "99999"});
    BOOST_TEST(message.find("--pin: this process cannot run on CPU 99999") == 0u);
    BOOST_TEST(message.find(std::to_string(usable)) != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_bad_regular_expression_is_named) {
    BOOST_TEST(error_of({"--match", "("}).find("--match: ( is no regular expression") == 0u);
    BOOST_TEST(error_of({"--match", "[z-a]"}).find("--match: ") == 0u);
    BOOST_TEST(error_of({"--match", "*"}).find("--match: ") == 0u);
    BOOST_TEST(error_of({"--match", "(a)\\1"}).find("--match: ") == 0u);
}

BOOST_AUTO_TEST_CASE(a_pattern_that_would_take_the_stack_or_for_ever_is_refused) {
    const auto nested = [](std::size_t depth) {
        return std::string(depth, '(') + "a" + std::string(depth, ')');
    };
    const std::string too_large = "--match: the regular expression is too large: ";
    for (const std::string& pattern :
         {nested(51), nested(20'000), std::string(1001, 'a'), std::string("(a?){100000}"),
          std::string("((a?){100}){100}"), std::string("(a?){1,99999999999999999999999}"),
          std::string("(?=(?!(?=(?=a))))")}) {
        BOOST_TEST(error_of({"--match", pattern}).find(too_large) == 0u);
    }
    // Brackets that open no group do not count.
    for (const std::string& pattern :
         {nested(50), std::string(1000, 'a'),
          "\\" + std::string(1, '(') + "[" + std::string(60, '(') + "]",
          std::string("(ab){2,20}/[0-9]{3,}"), std::string("(?=(?!(?=a)))(?=(?=(?=b)))")}) {
        BOOST_TEST(settings_of({"--match", pattern}).match.has_value());
    }
}

BOOST_AUTO_TEST_CASE(the_report_has_what_was_typed_without_paths) {
    BOOST_TEST(settings_of({}).command == "run");
    BOOST_TEST(settings_of({"--plugin-dir", "/home/me/mine", "--json", "x.json", "cpu", "--match",
                            "a b", "-q", "--samples=3"})
                   .command == "run --samples 3 --match 'a b' --quiet --plugin-dir mine cpu");
}

BOOST_AUTO_TEST_CASE(outputs_are_checked_at_once) {
    BOOST_TEST(error_of({"--json", "nosuch/folder/x.json"}).find("--json: ") == 0u);
    BOOST_TEST(error_of({"--json", "-", "--csv", "-"}).find("stdout") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_worker_gets_the_measuring_options_that_were_typed) {
    const Words typed = {"--samples", "9",       "--pin",  "0",         "--quick", "--param",
                         "size=1",    "--param", "size=2", "--threads", "1,2",     "--call-limit",
                         "500"};
    Words all = typed;
    all.insert(all.end(), {"--json", "x.json", "--isolate", "-q", "cpu"});
    const Words words = measure_words(arguments_of(all));
    const auto has = [&](const Words& wanted) {
        return std::search(words.begin(), words.end(), wanted.begin(), wanted.end()) != words.end();
    };
    BOOST_TEST(has({"--samples", "9"}));
    BOOST_TEST(has({"--pin", "0"}));
    BOOST_TEST(has({"--quick"}));
    BOOST_TEST(has({"--param", "size=1"}));
    BOOST_TEST(has({"--param", "size=2"}));
    BOOST_TEST(has({"--threads", "1,2"}));
    BOOST_TEST(has({"--call-limit", "500"}));
    for (const char* other : {"--json", "--isolate", "-q", "--quiet", "cpu", "--warmup"}) {
        BOOST_TEST(!has({other}), other);
    }
    // They say the same there.
    static const Program program{"benchlab", nullptr};
    Words there = words;
    there.insert(there.end(), {"--plugin", "p.so", "--", "name"});
    const auto worker = parse(*find_command(program, "worker"), there);
    BOOST_REQUIRE(worker.ok());
    BOOST_TEST((measure_settings(*worker)->config == measure_settings(arguments_of(all))->config));
}

BOOST_AUTO_TEST_CASE(what_to_say_when_nothing_is_chosen) {
    BOOST_TEST(no_such_benchmark({"sortt"}, {"sort", "map"}, "mine") ==
               "no benchmark has such a name (did you mean sort?); `mine list` names them all");
    BOOST_TEST(no_such_benchmark({"xyzzy"}, {"sort"}, "mine") ==
               "no benchmark has such a name; `mine list` names them all");
    BOOST_TEST(no_such_benchmark({"a", "b"}, {"c"}, "mine") ==
               "no benchmark has such a name; `mine list` names them all");
    BOOST_TEST(no_such_benchmark({"a"}, {}, "mine").find("no plugin offers a benchmark") == 0u);
}

BOOST_AUTO_TEST_SUITE_END()
