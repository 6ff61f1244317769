#include <benchlab/host.hpp>
#include <boost/test/unit_test.hpp>
#include <perf/record/presets.hpp>
#include <perf/record/settings.hpp>
#include <perf/record/system.hpp>
#include <set>

#include "calling.hpp"

namespace perf = benchlab::perf;

BOOST_AUTO_TEST_CASE(probes_are_split_at_commas_and_at_the_last_colon) {
    const auto probes = perf::parse_probes("/opt/game:render,/srv/a:b/lib.so:_Z4drawv");
    BOOST_REQUIRE(probes.size() == 2u);
    BOOST_TEST(probes[0].path == "/opt/game");
    BOOST_TEST(probes[0].function == "render");
    BOOST_TEST(probes[1].path == "/srv/a:b/lib.so");
    BOOST_TEST(probes[1].function == "_Z4drawv");
    for (const char* wrong : {"game", ":draw", "game:", "a:b,c"})
        BOOST_CHECK_THROW(perf::parse_probes(wrong), benchlab::Error);
}

BOOST_AUTO_TEST_CASE(every_preset_of_the_reference_is_there_and_names_no_event_twice) {
    for (const char* id :
         {"light", "normal", "full", "dpc", "game", "latency", "cpu", "disk", "power"}) {
        const perf::Preset* preset = perf::find_preset(id);
        BOOST_REQUIRE_MESSAGE(preset != nullptr, id);
        std::set<std::string> names;
        for (const char* name : preset->events()) {
            BOOST_REQUIRE(name != nullptr);
            BOOST_TEST(names.insert(name).second, id << " has " << name << " twice");
        }
        BOOST_TEST(preset->table.event_count > 0u);
    }
    BOOST_TEST(perf::find_preset("nonsense") == nullptr);
}

BOOST_AUTO_TEST_CASE(numbers_of_processors_come_as_ranges) {
    BOOST_TEST(
        (perf::parse_number_list("0-2,5,7-8") == std::vector<std::uint32_t>{0, 1, 2, 5, 7, 8}));
    BOOST_TEST(perf::parse_number_list("").empty());
    BOOST_TEST((perf::parse_number_list("3") == std::vector<std::uint32_t>{3}));
}
