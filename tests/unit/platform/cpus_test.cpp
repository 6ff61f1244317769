#include "platform/cpus.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <thread>

#include "platform/cpu_list.hpp"
#include "unit/platform/helper.hpp"

#ifndef _WIN32
#include <sys/resource.h>

#include <cstdio>

#include "platform/posix/cpu_mask.hpp"
#endif

using namespace benchlab::platform;
using Cpus = std::vector<unsigned>;

namespace {

// Pinning would stay with the thread that runs the tests.
void in_a_thread(auto&& body) {
    std::thread(body).join();
}

bool contains(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(cpus)

BOOST_AUTO_TEST_CASE(lists_are_read_in_the_form_of_the_kernel) {
    BOOST_TEST(parse_cpu_list("0-3,8,10-11\n").value() == (Cpus{0, 1, 2, 3, 8, 10, 11}),
               boost::test_tools::per_element());
    BOOST_TEST(parse_cpu_list("5").value() == Cpus{5}, boost::test_tools::per_element());
    BOOST_TEST(parse_cpu_list("2,0-2").value() == (Cpus{0, 1, 2}),
               boost::test_tools::per_element());
    BOOST_TEST(parse_cpu_list("0-4095").value().size() == 4096u);
    BOOST_TEST(parse_cpu_list("\n").value().empty());
}

BOOST_AUTO_TEST_CASE(damaged_lists_are_refused) {
    for (const char* text :
         {"x", "1-", "-1", "3-1", "1,,2", "1;2", "1 2", "0-99999999999", "0-4000000000", ","}) {
        BOOST_TEST(!parse_cpu_list(text).has_value(), text);
    }
}

BOOST_AUTO_TEST_CASE(lists_are_shown_as_ranges) {
    BOOST_TEST(format_cpu_list({0, 1, 2, 3, 8, 10, 11}) == "0-3,8,10-11");
    BOOST_TEST(format_cpu_list({7}) == "7");
    BOOST_TEST(format_cpu_list({}) == "");
}

BOOST_AUTO_TEST_CASE(refusal_names_the_range_or_what_the_process_may_use) {
    const auto absent = refuse_cpu(9, {0, 1, 2, 3}, {0, 1, 2, 3});
    BOOST_REQUIRE(absent);
    BOOST_TEST(absent->message == "there is no CPU 9: the CPUs of this machine are 0-3");
    const auto forbidden = refuse_cpu(3, {0, 1, 2, 3}, {0, 1});
    BOOST_REQUIRE(forbidden);
    BOOST_TEST(contains(forbidden->message, "may not use CPU 3"));
    BOOST_TEST(contains(forbidden->message, "0-1"));
    BOOST_TEST(!refuse_cpu(1, {0, 1, 2, 3}, {0, 1}).has_value());
}

BOOST_AUTO_TEST_CASE(usable_ones_are_among_those_online) {
    const Cpus online = online_cpus();
    const Cpus usable = usable_cpus();
    BOOST_REQUIRE(!usable.empty());
    BOOST_TEST(std::includes(online.begin(), online.end(), usable.begin(), usable.end()));
    BOOST_TEST(online.size() >= std::thread::hardware_concurrency());
    BOOST_TEST(std::count(usable.begin(), usable.end(), current_cpu()) == 1);
}

BOOST_AUTO_TEST_CASE(pinning_to_each_cpu_is_seen_by_the_thread) {
    in_a_thread([] {
        for (const unsigned cpu : usable_cpus()) {
            const auto pinned = pin_this_thread(cpu);
            BOOST_REQUIRE_EQUAL(reason_of(pinned), "");
            BOOST_TEST(current_cpu() == cpu);
        }
    });
}

BOOST_AUTO_TEST_CASE(pinning_does_not_change_what_is_usable) {
    const Cpus before = usable_cpus();
    in_a_thread([&] {
        BOOST_REQUIRE(pin_this_thread(before.back()).ok());
        BOOST_TEST(usable_cpus() == before, boost::test_tools::per_element());
    });
}

BOOST_AUTO_TEST_CASE(pinning_to_an_absent_cpu_names_the_range) {
    in_a_thread([] {
        const auto pinned = pin_this_thread(500'000);
        BOOST_REQUIRE(!pinned.ok());
        BOOST_TEST(contains(pinned.error().message, "no CPU 500000"));
        BOOST_TEST(contains(pinned.error().message, format_cpu_list(online_cpus())));
    });
}

BOOST_AUTO_TEST_CASE(a_thread_gets_back_the_cpus_that_it_had) {
    in_a_thread([] {
        const Cpus before = this_thread_cpus();
        BOOST_TEST(before == usable_cpus(), boost::test_tools::per_element());
        BOOST_REQUIRE(pin_this_thread(before.back()).ok());
        BOOST_TEST(this_thread_cpus() == Cpus{before.back()}, boost::test_tools::per_element());
        BOOST_REQUIRE(unpin_this_thread(before).ok());
        BOOST_TEST(this_thread_cpus() == before, boost::test_tools::per_element());
    });
}

BOOST_AUTO_TEST_CASE(unpinning_wants_cpus_that_exist) {
    in_a_thread([] {
        BOOST_TEST(!unpin_this_thread({}).ok());
        BOOST_TEST(!unpin_this_thread({0, 500'000}).ok());
        BOOST_TEST(unpin_this_thread(usable_cpus()).ok());
    });
}

BOOST_AUTO_TEST_CASE(the_machine_has_names) {
    BOOST_TEST(!cpu_name().empty());
    BOOST_TEST(!os_version().empty());
#ifdef _WIN32
    BOOST_TEST(os_name() == "windows");
#else
    BOOST_TEST(os_name() == "linux");
#endif
#ifdef __x86_64__
    BOOST_TEST(arch_name() == "x86_64");
#endif
}

#ifndef _WIN32
BOOST_AUTO_TEST_CASE(masks_hold_more_than_1024_cpus) {
    CpuMask mask(5001);
    for (const unsigned cpu : {0u, 63u, 64u, 1023u, 1024u, 5000u}) mask.set(cpu);
    BOOST_TEST(mask.cpus() == (Cpus{0, 63, 64, 1023, 1024, 5000}),
               boost::test_tools::per_element());
    BOOST_TEST(mask.size_bytes() * 8 >= 5001u);
    // The kernel's own view of the layout.
    BOOST_TEST(CPU_ISSET_S(1024, mask.size_bytes(), mask.data()));
    BOOST_TEST(CPU_COUNT_S(mask.size_bytes(), mask.data()) == 6);
}

BOOST_AUTO_TEST_CASE(a_cpu_outside_of_the_inherited_mask_is_refused) {
    const Cpus usable = usable_cpus();
    if (usable.size() < 2) {
        BOOST_TEST_MESSAGE("skipped: this process may use one CPU only");
        return;
    }
    in_a_thread([&] {
        BOOST_REQUIRE(pin_this_thread(usable.front()).ok());  // which the helper inherits
        const Finished helper = run_helper({"pin", std::to_string(usable.back())});
        BOOST_REQUIRE_EQUAL(helper.lines.size(), 2u);
        BOOST_TEST(helper.lines[0] == "1");
        BOOST_TEST(contains(helper.lines[1], "may not use CPU " + std::to_string(usable.back())));
    });
}
#endif

#ifndef _WIN32
BOOST_AUTO_TEST_CASE(a_raised_priority_is_that_of_what_is_started_meanwhile) {
    in_a_thread([] {
        const int before = getpriority(PRIO_PROCESS, 0);
        {
            const RaisedPriority priority;
            if (!priority.raised()) {
                BOOST_TEST_MESSAGE("skipped: this system does not allow a higher priority");
                return;
            }
            int of_child = 0;
            std::FILE* const child = popen("nice", "r");  // prints its own
            BOOST_REQUIRE(child);
            BOOST_TEST(std::fscanf(child, "%d", &of_child) == 1);
            pclose(child);
            BOOST_TEST(of_child == -20);
        }
        BOOST_TEST(getpriority(PRIO_PROCESS, 0) == before);
    });
}
#endif

BOOST_AUTO_TEST_SUITE_END()
