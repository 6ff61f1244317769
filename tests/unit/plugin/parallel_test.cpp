#include <atomic>
#include <boost/test/unit_test.hpp>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "plugin/call.hpp"
#include "plugin/host_api.hpp"
#include "support.hpp"

namespace benchlab::plugin {
namespace {

struct Counts {
    explicit Counts(std::size_t size) : times(size) {}
    std::vector<std::atomic<int>> times;
};

bl_status BL_CALL count(void* context, std::uint64_t index) {
    ++static_cast<Counts*>(context)->times.at(index);
    return BL_OK;
}

void set_error(const std::string& text) {
    set_error_text(text);
}

bl_status BL_CALL fail_from_ten(void*, std::uint64_t index) {
    if (index < 10) return BL_OK;
    set_error("task " + std::to_string(index));
    return index == 10 ? BL_E_DATA : BL_E_IO;
}

bl_status BL_CALL throw_at_five(void*, std::uint64_t index) {
    if (index == 5) throw std::runtime_error("five");
    return BL_OK;
}

struct Nested {
    std::atomic<int> inner{0};
    std::atomic<int> other_thread{0};
};

struct Inner {
    Nested* nested;
    std::thread::id outer;
};

bl_status BL_CALL inner_task(void* context, std::uint64_t) {
    auto* const inner = static_cast<Inner*>(context);
    ++inner->nested->inner;
    if (std::this_thread::get_id() != inner->outer) ++inner->nested->other_thread;
    return BL_OK;
}

bl_status BL_CALL outer_task(void* context, std::uint64_t) {
    Inner inner{static_cast<Nested*>(context), std::this_thread::get_id()};
    return run_parallel(7, inner_task, &inner);
}

bl_status BL_CALL remember_crumb(void* context, std::uint64_t index) {
    auto& crumbs = *static_cast<std::vector<std::string>*>(context);
    crumbs[index] = crumb_text(current_crumb());
    return BL_OK;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(parallel)

BOOST_AUTO_TEST_CASE(each_task_is_run_exactly_once) {
    for (const std::size_t tasks : {0u, 1u, 2u, 1000u}) {
        Counts counts(tasks);
        BOOST_TEST(run_parallel(tasks, count, &counts) == BL_OK);
        for (const auto& times : counts.times) BOOST_TEST(times == 1);
    }
}

BOOST_AUTO_TEST_CASE(the_lowest_failing_task_gives_status_and_text_on_the_calling_thread) {
    for (int i = 0; i < 50; ++i) {
        BOOST_TEST(run_parallel(200, fail_from_ten, nullptr) == BL_E_DATA);
        BOOST_TEST(error_text() == "task 10");
    }
}

BOOST_AUTO_TEST_CASE(a_task_that_throws_has_failed) {
    BOOST_TEST(run_parallel(20, throw_at_five, nullptr) == BL_E_FAILED);
    BOOST_TEST(test::contains(error_text(), "threw five"));
}

BOOST_AUTO_TEST_CASE(a_call_in_a_task_is_run_in_turn_on_its_thread) {
    Nested nested;
    BOOST_TEST(run_parallel(40, outer_task, &nested) == BL_OK);
    BOOST_TEST(nested.inner == 40 * 7);
    BOOST_TEST(nested.other_thread == 0);
}

BOOST_AUTO_TEST_CASE(tasks_carry_the_breadcrumb_of_their_caller) {
    std::vector<std::string> crumbs(50);
    const CrumbScope scope({"overview", "overview", "analyze"});
    BOOST_TEST(run_parallel(crumbs.size(), remember_crumb, &crumbs) == BL_OK);
    for (const std::string& crumb : crumbs) BOOST_TEST(crumb == "overview: analyze");
}

BOOST_AUTO_TEST_CASE(several_threads_may_call_it_at_once) {
    Counts counts(300);
    std::vector<std::thread> threads;
    for (int i = 0; i < 3; ++i) {
        threads.emplace_back([&] {
            for (int n = 0; n < 20; ++n) run_parallel(300, count, &counts);
        });
    }
    for (std::thread& thread : threads) thread.join();
    for (const auto& times : counts.times) BOOST_TEST(times == 60);
}

BOOST_AUTO_TEST_CASE(no_task_function_is_an_invalid_argument) {
    BOOST_TEST(run_parallel(3, nullptr, nullptr) == BL_E_INVALID);
    BOOST_TEST(error_text() != "");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace benchlab::plugin
