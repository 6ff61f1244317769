// A plugin that was built with today's header, on a host of 1.0: this file sees the structs as they
// were then, and takes the plugin's tables over as hosts do.
#include <boost/test/unit_test.hpp>
#include <cstring>
#include <string>

#include "1.0/benchlab.h"
#include "report/adopt.hpp"

static_assert(BL_ABI_MINOR == 0 && sizeof(bl_plugin) == 112);

namespace {

std::string logged;

bl_host host_of_1_0() {
    bl_host host{};
    host.struct_size = sizeof host;
    host.abi_minor = 0;
    host.version = "1.0.0";
    host.log = [](const bl_host*, std::uint32_t, const char* text, std::uint64_t len) {
        logged.assign(text, len);
    };
    return host;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(old_host)

BOOST_AUTO_TEST_CASE(a_plugin_of_today_is_taken_without_what_1_0_does_not_know) {
    const bl_plugin* const theirs = benchlab_plugin_v1(BL_ABI_MINOR);
    BOOST_REQUIRE(theirs != nullptr);
    BOOST_TEST(theirs->struct_size > sizeof(bl_plugin));
    struct {
        bl_plugin plugin;
        std::uint64_t behind;
    } ours{{}, 0x1234};
    BOOST_REQUIRE_EQUAL(benchlab::report::adopt(theirs, ours.plugin), "");
    BOOST_TEST(ours.behind == 0x1234u);
    BOOST_TEST(ours.plugin.needs_minor == 0);
    BOOST_TEST(ours.plugin.id == std::string("org.example.trial"));
    BOOST_TEST(ours.plugin.benchmark_count == 1u);
    BOOST_TEST(ours.plugin.analyzer_count == 1u);
    BOOST_TEST(ours.plugin.reader_count == 1u);
}

BOOST_AUTO_TEST_CASE(its_older_parts_work_there) {
    bl_plugin plugin{};
    BOOST_REQUIRE_EQUAL(benchlab::report::adopt(benchlab_plugin_v1(BL_ABI_MINOR), plugin), "");
    const bl_host host = host_of_1_0();
    BOOST_REQUIRE_EQUAL(plugin.start(&host), BL_OK);
    bl_reader reader{};
    BOOST_REQUIRE_EQUAL(benchlab::report::adopt(plugin.readers[0], reader), "");
    BOOST_TEST(reader.probe("a.trial", "trial 1\n", 8) == 100u);
    BOOST_TEST(reader.probe("a.trial", "another\n", 8) == 0u);
    bl_benchmark benchmark{};
    BOOST_REQUIRE_EQUAL(benchlab::report::adopt(plugin.benchmarks[0], benchmark), "");
    BOOST_TEST(benchmark.name != nullptr);
    plugin.stop();
}

BOOST_AUTO_TEST_SUITE_END()
