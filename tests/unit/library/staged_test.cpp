// States of their own for iterations: how many, in which order, and what is timed.
#include "benchlab/staged.hpp"

#include <algorithm>
#include <array>
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "benchlab/suite.hpp"

namespace {

using benchlab::StageLimits;
using benchlab::Stages;

// A clock that a reading moves by 1 ns, and the test by more.
struct FakeClock {
    std::uint64_t& now;
    std::uint64_t operator()() const { return ++now; }
};

// Knows how many of it are alive, and what became of each.
struct State {
    struct Log {
        int alive = 0, most = 0, setups = 0, bodies = 0, teardowns = 0;
        std::vector<std::string> order;
    };
    explicit State(Log& to) : log(to) {
        ++log.setups;
        log.most = std::max(log.most, ++log.alive);
    }
    ~State() { --log.alive; }
    State(const State&) = delete;  // made where it stays
    State& operator=(const State&) = delete;
    Log& log;
    int used = 0;
};

// Like a state: destroyed by the stage, or twice, or never.
struct Result {
    explicit Result(State::Log& to) : log(&to) { ++log->alive; }
    Result(const Result&) = delete;
    Result& operator=(const Result&) = delete;
    ~Result() { --log->alive; }
    State::Log* log;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(staged)

BOOST_AUTO_TEST_CASE(each_iteration_has_one_setup_one_body_and_one_teardown) {
    for (std::uint64_t wanted = 0; wanted <= 100; ++wanted) {
        State::Log log;
        std::uint64_t now = 0;
        Stages stages([&] { return State(log); },
                      [](State& state) {
                          ++state.used;
                          ++state.log.bodies;
                      },
                      [&](State& state) {
                          BOOST_TEST(state.used == 1);
                          ++state.log.teardowns;
                      });
        stages.run(wanted, FakeClock{now});
        const int count = int(wanted);
        BOOST_TEST(log.setups == count);
        BOOST_TEST(log.bodies == count);
        BOOST_TEST(log.teardowns == count);
        BOOST_TEST(log.alive == 0);
    }
}

BOOST_AUTO_TEST_CASE(all_setups_of_a_stage_come_before_its_bodies_and_teardowns_after) {
    std::string order;
    std::uint64_t now = 0;
    int next = 0;
    Stages stages(
        [&] {
            order += 's';
            return next++;
        },
        [&](int& state) { order += char('0' + state); }, [&](int&) { order += 't'; });
    stages.run(1, FakeClock{now});
    BOOST_TEST(order == "s0t");
    // The first stage was full, and quick: the next one is twice as large.
    stages.run(2, FakeClock{now});
    BOOST_TEST(order == "s0tss12tt");
    stages.run(6, FakeClock{now});
    BOOST_TEST(order == "s0tss12ttssss3456ttttss78tt");
}

BOOST_AUTO_TEST_CASE(only_bodies_are_timed) {
    std::uint64_t now = 0;
    Stages stages(
        [&] {
            now += 1'000;
            return std::make_shared<int>(1);
        },
        [&](std::shared_ptr<int>&) {
            now += 20;
            // Its destructor runs with those of the states.
            return std::shared_ptr<int>(nullptr, [&](int*) { now += 7'000; });
        },
        [&](std::shared_ptr<int>&) { now += 3'000; });
    // A reading takes 1 ns, which is subtracted once for each stage.
    BOOST_TEST(stages.run(100, FakeClock{now}) == 2'000u);
    BOOST_TEST(stages.run(1, FakeClock{now}) == 20u);
}

BOOST_AUTO_TEST_CASE(a_body_that_takes_no_time_is_no_zero) {
    std::uint64_t now = 0;
    Stages stages([] { return 1; }, [](int&) {});
    BOOST_TEST(stages.run(100, FakeClock{now}) == 1u);
    BOOST_TEST(stages.run(0, FakeClock{now}) == 1u);
}

BOOST_AUTO_TEST_CASE(stages_grow_until_the_clock_is_no_matter) {
    std::uint64_t now = 0;
    Stages stages([] { return 1; }, [&](int&) { now += 100; });
    stages.run(100'000, FakeClock{now});
    // 10 us are 100 bodies: it stops between half of that and that.
    BOOST_TEST(stages.size() >= 50u);
    BOOST_TEST(stages.size() <= 100u);
    Stages slow([] { return 1; }, [&](int&) { now += 1'000'000; });
    slow.run(10, FakeClock{now});
    BOOST_TEST(slow.size() == 1u);
}

BOOST_AUTO_TEST_CASE(memory_is_bounded) {
    State::Log log;
    std::uint64_t now = 0;
    StageLimits limits;
    limits.states = 5;
    Stages few([&] { return State(log); }, [](State&) {}, benchlab::detail::NoTeardown(), limits);
    few.run(1'000, FakeClock{now});
    BOOST_TEST(log.most == 5);

    // Small ones stay in the cache, but for a few.
    using Line = std::array<char, 64>;
    Stages lines([] { return Line{}; }, [](Line&) {});
    lines.run(10'000, FakeClock{now});
    BOOST_TEST(lines.size() == 256u);
    using Page = std::array<char, 4'096>;
    Stages pages([] { return Page{}; }, [](Page&) {});
    pages.run(10'000, FakeClock{now});
    BOOST_TEST(pages.size() == 32u);

    // By what the states say of themselves.
    Stages large([] { return std::vector<char>(10u << 20); }, [](std::vector<char>&) {});
    large.run(50, FakeClock{now});
    BOOST_TEST(large.size() == 6u);

    // And of those that hide it, by what it takes to make them: 1 ms each.
    Stages slow_to_make(
        [&] {
            now += 1'000'000;
            return 1;
        },
        [](int&) {});
    slow_to_make.run(100, FakeClock{now});
    BOOST_TEST(slow_to_make.size() <= 5u);
}

BOOST_AUTO_TEST_CASE(what_is_thrown_leaves_no_state_behind) {
    State::Log log;
    std::uint64_t now = 0;
    int setups = 0, bodies = 0;
    Stages bad_setup(
        [&] {
            if (++setups == 5) throw std::runtime_error("setup");
            return State(log);
        },
        [](State&) {});
    BOOST_CHECK_THROW(bad_setup.run(100, FakeClock{now}), std::runtime_error);
    BOOST_TEST(log.alive == 0);
    Stages bad_body([&] { return State(log); },
                    [&](State&) {
                        if (++bodies == 6) throw std::runtime_error("body");
                        return Result(log);
                    });
    BOOST_CHECK_THROW(bad_body.run(100, FakeClock{now}), std::runtime_error);
    BOOST_TEST(log.alive == 0);
    bad_body.run(100, FakeClock{now});
    BOOST_TEST(log.alive == 0);
    Stages bad_teardown([&] { return State(log); }, [](State&) {},
                        [](State&) { throw std::runtime_error("teardown"); });
    BOOST_CHECK_THROW(bad_teardown.run(100, FakeClock{now}), std::runtime_error);
    BOOST_TEST(log.alive == 0);
}

BOOST_AUTO_TEST_CASE(a_suite_has_it) {
    benchlab::Config quick;
    quick.samples = 7;
    quick.sample_time_ms = 1;
    quick.warmup_ms = 1;
    int setups = 0, bodies = 0, teardowns = 0;
    const auto setup = [&] {
        ++setups;
        return std::vector<int>(100, 3);
    };
    const auto body = [&](std::vector<int>& v) {
        ++bodies;
        return v.size();
    };
    const auto one = benchlab::bench_with(
        setup, body, [&](std::vector<int>&) { ++teardowns; }, quick);
    BOOST_TEST(one.problem == "");
    BOOST_TEST(one.median_ns > 0);
    BOOST_TEST(setups == bodies);
    BOOST_TEST(teardowns == bodies);
    BOOST_TEST(std::uint64_t(bodies) >= one.calls);
    BOOST_TEST(benchlab::bench_with(setup, body, quick).problem == "");

    benchlab::Suite suite(quick);
    suite.bench_with("plain", setup, body);
    suite.bench_with("bytes", benchlab::Bytes{400}, setup, body,
                     [&](std::vector<int>&) { ++teardowns; });
    suite.bench_with("throws", setup,
                     [](std::vector<int>&) -> int { throw std::runtime_error("no data"); });
    BOOST_REQUIRE(suite.results().size() == 3u);
    BOOST_TEST(suite.results()[0].problem == "");
    BOOST_TEST(suite.results()[1].problem == "");
    BOOST_TEST(suite.results()[2].problem.find("no data") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
