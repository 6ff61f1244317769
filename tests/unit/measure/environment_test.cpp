#include "measure/environment.hpp"

#include <boost/test/unit_test.hpp>
#include <cctype>

#include "platform/cpus.hpp"

using namespace benchlab::measure;

BOOST_AUTO_TEST_SUITE(environment)

BOOST_AUTO_TEST_CASE(this_machine_is_described) {
    const Environment seen = capture_environment();
    BOOST_TEST(seen.os == benchlab::platform::os_name());
    BOOST_TEST(!seen.arch.empty());
    BOOST_TEST(!seen.cpu.empty());
    BOOST_TEST(seen.usable_cpus >= 1u);
    BOOST_TEST(seen.logical_cpus >= seen.usable_cpus);
    BOOST_TEST(!seen.pinned_cpu.has_value());
    BOOST_TEST(std::isdigit(static_cast<unsigned char>(seen.benchlab_version.at(0))));
    // Any clock that can be used steps by at least 1 ns and is read in well under 100 us, also
    // in a virtual machine that emulates it.
    BOOST_TEST(seen.timer_resolution_ns >= 1);
    BOOST_TEST(seen.timer_resolution_ns < 1e8);
    BOOST_TEST(seen.timer_overhead_ns > 0);
    BOOST_TEST(seen.timer_overhead_ns < 1e5);
}

BOOST_AUTO_TEST_CASE(pinning_does_not_hide_cpus) {
    const auto usable = benchlab::platform::usable_cpus();
    BOOST_REQUIRE(benchlab::platform::pin_this_thread(usable.front()).ok());
    const Environment seen = capture_environment();
    BOOST_REQUIRE(benchlab::platform::unpin_this_thread(usable).ok());
    BOOST_TEST(seen.usable_cpus == usable.size());
    BOOST_TEST(seen.logical_cpus >= usable.size());
}

BOOST_AUTO_TEST_CASE(the_line_says_it_in_one_order) {
    Environment e;
    e.os = "linux";
    e.arch = "x86_64";
    e.cpu = "AMD EPYC";
    e.logical_cpus = 2;
    e.timer_resolution_ns = 19.6;
    e.timer_overhead_ns = 25.2;
    BOOST_TEST(environment_line(e) ==
               "AMD EPYC, 2 logical CPUs, linux x86_64, not pinned, clock step 20 ns, 25 ns per "
               "read");
    e.pinned_cpu = 1;
    e.logical_cpus = 1;
    BOOST_TEST(environment_line(e) ==
               "AMD EPYC, 1 logical CPU, linux x86_64, pinned to CPU 1, clock step 20 ns, 25 ns "
               "per read");
}

BOOST_AUTO_TEST_CASE(the_line_ends_with_the_floor_when_it_is_known) {
    Environment e;
    e.cpu = "AMD EPYC";
    e.floor.ns = 0.0201;
    BOOST_TEST(environment_line(e).ends_with(" per read, empty body 0.02 ns"));
    e.floor.cycles = 0.0625;
    BOOST_TEST(environment_line(e).ends_with(" per read, empty body 0.02 ns (0.062 cycles)"));
}

BOOST_AUTO_TEST_SUITE_END()
