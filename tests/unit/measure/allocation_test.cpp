// The harness must not allocate between prepare() and run(), nor within run()'s time: an allocation
// there would be measured, and would stir the caches that the work has just filled.
#include <atomic>
#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <new>

#include "measure/harness.hpp"
#include "platform/clock.hpp"

// The compiler sees the pair below apart once it inlines, and takes it for two families.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"
#endif

namespace {

std::atomic<std::uint64_t> allocations{0};

}  // namespace

void* operator new(std::size_t size) {
    ++allocations;
    if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
    throw std::bad_alloc();
}
// What std::stable_sort asks for; left to the system it would not fit the delete below.
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
    ++allocations;
    return std::malloc(size == 0 ? 1 : size);
}
void operator delete(void* memory) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}

namespace {

using namespace benchlab::measure;
using benchlab::base::Result;

class CountingWork : public Work {
  public:
    Result<void> prepare(std::uint32_t, std::uint64_t) override {
        at_prepare_ = allocations;
        return {};
    }
    Result<void> run(std::uint32_t, std::uint64_t, RunOutcome& outcome) override {
        if (allocations != at_prepare_) ++stirred;
        const std::uint64_t end = benchlab::platform::now_ns() + 200'000;
        while (benchlab::platform::now_ns() < end) {
        }
        outcome.metrics[0] = 1;
        ++runs;
        return {};
    }

    int runs = 0;
    int stirred = 0;

  private:
    std::uint64_t at_prepare_ = 0;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(allocation)

BOOST_AUTO_TEST_CASE(nothing_is_allocated_between_prepare_and_run) {
    const std::uint64_t before = allocations;
    CountingWork work;
    Plan plan;
    plan.samples = 10;
    plan.sample_time_ns = 1'000'000;
    plan.warmup_ns = 0;
    plan.metric_adds_up = {true, false};
    plan.between = [](std::uint64_t) { return true; };
    BOOST_REQUIRE(measure(work, plan).ok());
    BOOST_TEST(work.runs > 10);
    BOOST_TEST(work.stirred == 0);
    BOOST_TEST(allocations > before);  // the counter counts
}

BOOST_AUTO_TEST_SUITE_END()
