#include "plugin/record_trace.hpp"

#include <boost/test/unit_test.hpp>

#include "support.hpp"

namespace benchlab::plugin {
using namespace test;

namespace {

RecorderChoice recorder_of(const Registry& registry, std::size_t which = 0) {
    const auto all = all_recorders(registry);
    BOOST_REQUIRE(all.size() > which);
    return all[which];
}

RecordRequest request_for(const std::string& preset) {
    RecordRequest request;
    request.path = "never.written";
    request.preset = preset;
    return request;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(record_trace)

BOOST_AUTO_TEST_CASE(what_a_recorder_can_is_told_and_an_unknown_state_means_missing) {
    const Registry registry = Registry::from_file(module_file("good"));
    const auto told = abilities_of(recorder_of(registry));
    BOOST_REQUIRE(told.ok());
    BOOST_TEST(told->any);
    BOOST_REQUIRE(told->items.size() == 2u);
    BOOST_TEST((told->items[0].ability == Ability::kOk));
    BOOST_TEST(told->items[0].title == "everything");
    BOOST_TEST(told->items[0].remedy == "");
    BOOST_TEST((told->items[1].ability == Ability::kMissing));
    BOOST_TEST(told->items[1].remedy == "wait");
}

BOOST_AUTO_TEST_CASE(a_recorder_that_can_record_nothing_is_no_error) {
    const Registry registry = Registry::from_file(module_file("clash"));
    const auto told = abilities_of(recorder_of(registry));
    BOOST_REQUIRE(told.ok());
    BOOST_TEST(!told->any);
    BOOST_TEST(told->problem == "clash: good: check: not supported here");
}

BOOST_AUTO_TEST_CASE(a_preset_that_is_not_there_is_refused_with_those_that_are) {
    const Registry registry = Registry::from_file(module_file("good"));
    const auto begun = Recording::begin(recorder_of(registry), request_for("onyl"));
    BOOST_REQUIRE(!begun.ok());
    BOOST_TEST((begun.error().code == base::Code::kInvalid));
    BOOST_TEST(begun.error().message ==
               "there is no preset onyl (did you mean only?); there are: only");
}

BOOST_AUTO_TEST_CASE(an_option_out_of_its_range_is_refused_before_anything_is_begun) {
    const Registry registry = Registry::from_file(module_file("good"));
    RecordRequest request = request_for("only");
    request.options = {{"top", "100"}};
    const auto begun = Recording::begin(recorder_of(registry), request);
    BOOST_REQUIRE(!begun.ok());
    BOOST_TEST(contains(begun.error().message, "--top=100"));
}

BOOST_AUTO_TEST_CASE(a_recorder_that_does_not_begin_says_why) {
    const Registry registry = Registry::from_file(module_file("good"));
    const auto begun = Recording::begin(recorder_of(registry), request_for("only"));
    BOOST_REQUIRE(!begun.ok());
    BOOST_TEST((begun.error().code == base::Code::kUnsupported));
    BOOST_TEST(begun.error().message == "good: begin: not now");
}

BOOST_AUTO_TEST_CASE(what_is_written_behind_the_state_is_noticed) {
    const Registry registry = Registry::from_file(module_file("contract"));
    auto begun = Recording::begin(recorder_of(registry), request_for("only"));
    BOOST_REQUIRE(begun.ok());
    const auto state = (*begun)->poll();
    BOOST_REQUIRE(!state.ok());
    BOOST_TEST(state.error().message == "contract: growing: poll: wrote behind the state");
    BOOST_TEST(!(*begun)->end().ok());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace benchlab::plugin
