#include "plugin/call.hpp"

#include <boost/test/unit_test.hpp>
#include <cfenv>
#include <new>
#include <stdexcept>
#include <string>
#include <thread>

#include "support.hpp"

namespace benchlab::plugin {
using test::contains;

namespace {

const Crumb kWhere{"cache", "cache/chase/64MiB", "setup"};

base::Result<bl_status> returning(bl_status status, const std::string& text = {}) {
    return call(kWhere, [&] {
        if (!text.empty()) set_error_text(text);
        return status;
    });
}

// Made before the thread's error text, so destroyed after it.
struct CallsWhileTheThreadEnds {
    std::string* seen = nullptr;
    ~CallsWhileTheThreadEnds() {
        if (seen == nullptr) return;
        const auto failed = returning(BL_E_FAILED, std::string(100, 'x'));
        *seen = failed ? "" : failed.error().message;
        clear_error_text();
    }
};
thread_local CallsWhileTheThreadEnds calls_late;

}  // namespace

BOOST_AUTO_TEST_SUITE(call_guard)

BOOST_AUTO_TEST_CASE(an_error_names_plugin_item_function_and_reason) {
    const auto failed = returning(BL_E_MEMORY, "out of memory (needs 64 MiB)");
    BOOST_REQUIRE(!failed);
    BOOST_TEST(failed.error().message ==
               "cache: cache/chase/64MiB: setup: out of memory (needs 64 MiB)");
    BOOST_TEST((failed.error().code == base::Code::kMemory));
}

BOOST_AUTO_TEST_CASE(a_status_without_a_text_is_put_into_words) {
    const auto failed = returning(BL_E_IO);
    BOOST_REQUIRE(!failed);
    BOOST_TEST(failed.error().message == "cache: cache/chase/64MiB: setup: input or output failed");
    BOOST_TEST((failed.error().code == base::Code::kIo));
}

BOOST_AUTO_TEST_CASE(outcomes_that_are_no_errors_are_handed_on) {
    BOOST_TEST(*returning(BL_OK) == BL_OK);
    BOOST_TEST(*returning(BL_SKIPPED) == BL_SKIPPED);
    BOOST_TEST(*returning(BL_CANCELLED) == BL_CANCELLED);
}

BOOST_AUTO_TEST_CASE(unknown_statuses_are_the_plugins_fault) {
    for (const bl_status status : {-7, -77, 3, INT32_MAX, INT32_MIN}) {
        const auto failed = returning(status);
        BOOST_REQUIRE(!failed);
        BOOST_TEST((failed.error().code == base::Code::kPlugin));
        BOOST_TEST(contains(failed.error().message, std::to_string(status)));
    }
}

BOOST_AUTO_TEST_CASE(the_text_of_an_earlier_call_is_not_used) {
    static_cast<void>(returning(BL_E_FAILED, "old news"));
    const auto failed = returning(BL_E_FAILED);
    BOOST_REQUIRE(!failed);
    BOOST_TEST(!contains(failed.error().message, "old news"));
}

BOOST_AUTO_TEST_CASE(exceptions_become_errors_with_their_text) {
    const auto failed =
        call(kWhere, []() -> bl_status { throw std::runtime_error("no such table"); });
    BOOST_REQUIRE(!failed);
    BOOST_TEST((failed.error().code == base::Code::kPlugin));
    BOOST_TEST(
        contains(failed.error().message, "cache: cache/chase/64MiB: setup: threw no such table"));
    const auto odd = call_plain(kWhere, [] { throw 42; });
    BOOST_REQUIRE(!odd);
    BOOST_TEST(contains(odd.error().message, "no std::exception"));
}

BOOST_AUTO_TEST_CASE(the_breadcrumb_is_gone_after_an_exception) {
    static_cast<void>(call_plain(kWhere, [] { throw std::bad_alloc(); }));
    BOOST_TEST(current_crumb().plugin == nullptr);
}

BOOST_AUTO_TEST_CASE(bytes_that_are_no_utf8_and_control_characters_do_not_reach_the_terminal) {
    const auto failed = returning(BL_E_FAILED, "bad \xFF\x1B[31m");
    BOOST_REQUIRE(!failed);
    BOOST_TEST(contains(failed.error().message, "bad \uFFFD\uFFFD[31m"));
}

// MinGW frees thread-local objects before it destroys them: there the test itself would be wrong.
#ifndef __MINGW32__
BOOST_AUTO_TEST_CASE(a_plugin_can_still_be_called_while_its_thread_ends) {
    std::string seen;
    std::thread([&] {
        calls_late.seen = &seen;
        static_cast<void>(returning(BL_E_FAILED, std::string(200, 'y')));
    }).join();
    BOOST_TEST(contains(seen, std::string(100, 'x')));
}
#endif

BOOST_AUTO_TEST_CASE(a_huge_text_is_cut) {
    const auto failed = returning(BL_E_FAILED, std::string(1 << 20, 'x'));
    BOOST_REQUIRE(!failed);
    BOOST_TEST(failed.error().message.size() < 5000u);
    BOOST_TEST(contains(failed.error().message, "[cut]"));
}

BOOST_AUTO_TEST_CASE(rounding_is_put_back_after_a_call_that_changed_it) {
    const auto status = call(kWhere, [] {
        std::fesetround(FE_UPWARD);
        return BL_OK;
    });
    BOOST_TEST(status.ok());
    BOOST_TEST(std::fegetround() == FE_TONEAREST);
}

BOOST_AUTO_TEST_CASE(rounding_is_put_back_after_an_exception_too) {
    const auto status = call(kWhere, []() -> bl_status {
        std::fesetround(FE_DOWNWARD);
        throw std::runtime_error("after that");
    });
    BOOST_TEST(!status.ok());
    BOOST_TEST(std::fegetround() == FE_TONEAREST);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace benchlab::plugin
