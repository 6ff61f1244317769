#include "plugin/breadcrumb.hpp"

#include <atomic>
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

#include "platform/clock.hpp"

namespace benchlab::plugin {

namespace {

std::string described(std::size_t size = 200) {
    std::string text(size, '?');
    text.resize(describe_crumb(text.data(), text.size()));
    return text;
}

struct OngoingCall {
    std::string text;
    std::uint64_t elapsed_ns = 0;
};

OngoingCall longest_ongoing_call() {
    OngoingCall call{std::string(200, '?'), 0};
    const std::uint64_t now = platform::now_ns();
    std::uint64_t since = 0;
    call.text.resize(describe_longest_call(call.text.data(), call.text.size(), since));
    // The end is looked at before the begin could be: never longer than it really is.
    if (!call.text.empty() && now > since) call.elapsed_ns = now - since;
    return call;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(breadcrumb)

BOOST_AUTO_TEST_CASE(a_thread_in_no_plugin_has_nothing_to_tell) {
    BOOST_TEST(described() == "");
    BOOST_TEST(current_crumb().plugin == nullptr);
}

BOOST_AUTO_TEST_CASE(scopes_nest_and_the_outer_one_comes_back) {
    const CrumbScope outer({"cpu", "cpu/int-latency", "setup"});
    BOOST_TEST(described() == "cpu: cpu/int-latency: setup");
    {
        const CrumbScope inner({"cpu", nullptr, "start"});
        BOOST_TEST(described() == "cpu: start");
    }
    BOOST_TEST(described() == "cpu: cpu/int-latency: setup");
}

BOOST_AUTO_TEST_CASE(what_is_called_like_its_plugin_is_told_once) {
    const Crumb crumb{"etl", intern_name(std::string("etl")), "read"};
    const CrumbScope scope(crumb);
    BOOST_TEST(described() == "etl: read");
    BOOST_TEST(crumb_text(crumb) == "etl: read");
}

BOOST_AUTO_TEST_CASE(a_short_buffer_gets_the_beginning) {
    const CrumbScope scope({"cpu", "cpu/int-latency", "setup"});
    BOOST_TEST(described(7) == "cpu: cp");
    BOOST_TEST(described(0) == "");
}

BOOST_AUTO_TEST_CASE(the_longest_ongoing_call_of_all_threads_is_found) {
    std::atomic<bool> inside{false}, leave{false};
    std::thread other([&] {
        const CrumbScope scope({"slow", "slow/one", "run"});
        inside = true;
        while (!leave) platform::sleep_ms(1);
    });
    while (!inside) platform::sleep_ms(1);
    const std::uint64_t seen_at = platform::now_ns();
    platform::sleep_ms(5);
    {
        const CrumbScope later({"fast", nullptr, "start"});
        const std::uint64_t at_least = platform::now_ns() - seen_at;
        const OngoingCall longest = longest_ongoing_call();
        BOOST_TEST(longest.text == "slow: slow/one: run");
        BOOST_TEST(longest.elapsed_ns >= at_least);
    }
    leave = true;
    other.join();
    BOOST_TEST(longest_ongoing_call().text == "");
}

BOOST_AUTO_TEST_CASE(an_outer_call_counts_from_its_own_begin_again_after_an_inner_one) {
    const CrumbScope outer({"a", nullptr, "analyze"});
    platform::sleep_ms(3);
    const std::uint64_t inner_began = platform::now_ns();
    { const CrumbScope inner({"a", nullptr, "task"}); }
    const OngoingCall longest = longest_ongoing_call();
    BOOST_TEST(longest.text == "a: analyze");
    BOOST_TEST(longest.elapsed_ns > platform::now_ns() - inner_began);
}

BOOST_AUTO_TEST_CASE(watching_while_many_threads_come_and_go_sees_only_whole_crumbs) {
    constexpr int kThreads = 4, kScopes = 3000;
    std::atomic<int> running{kThreads};
    std::vector<std::thread> threads;
    for (int i = 0; i < kThreads; ++i) {
        threads.emplace_back([&, i] {
            const bool odd = i % 2 != 0;
            for (int n = 0; n < kScopes; ++n) {
                const CrumbScope scope(odd ? Crumb{"odd", "odd/x", "run"}
                                           : Crumb{"even", "even/x", "run"});
            }
            --running;
        });
    }
    while (running != 0) {
        const std::string text = longest_ongoing_call().text;
        const bool whole = text.empty() || text == "odd: odd/x: run" || text == "even: even/x: run";
        if (!whole) BOOST_ERROR("torn: " << text);
    }
    for (std::thread& thread : threads) thread.join();
}

BOOST_AUTO_TEST_CASE(equal_names_are_interned_once) {
    const std::string one = "cache/chase/4KiB", two = "cache/chase/4KiB";
    BOOST_TEST(intern_name(one) == intern_name(two));
    BOOST_TEST(std::string(intern_name(one)) == one);
    BOOST_TEST(intern_name("other") != intern_name(one));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace benchlab::plugin
