// The rules that hold of every `state`, on random orders of events with losses and contradictions.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <map>
#include <random>
#include <vector>

#include "test_store.hpp"

namespace {

using namespace benchlab;
using namespace benchlab::test;

constexpr std::int64_t kEnd = 10'000;

// A scheduler that forgets some of what it did.
std::unique_ptr<store::Store> random_store(unsigned seed, bool honest) {
    std::mt19937 random(seed);
    const auto below = [&](unsigned limit) { return static_cast<std::uint32_t>(random() % limit); };
    store::Clock clock;
    clock.end = kEnd;
    TestRecording made(clock);
    made.process(0, 0, "Idle", BL_LIFE_THERE);
    made.process(0, 7, "a", BL_LIFE_THERE);
    constexpr std::uint32_t kThreads = 6, kCpus = 3;
    for (std::uint32_t i = 0; i < kThreads; ++i) {
        // An honest trace has nothing of a thread before its begin.
        const bool short_lived = !honest && below(3) == 0;
        made.thread(short_lived ? below(3000) : 0, 70 + i, 7, "",
                    short_lived ? BL_LIFE_BEGIN : BL_LIFE_THERE);
    }
    std::vector<std::uint32_t> on(kCpus, 0);
    std::vector<bool> busy(kThreads, false), waiting(kThreads, true);
    for (std::int64_t time = 1; time < kEnd; time += below(40)) {
        const std::uint32_t cpu = below(kCpus), who = below(kThreads);
        const bool told = honest || below(10) != 0;
        if (below(3) == 0 && waiting[who]) {
            if (told) made.ready(time, cpu, 70 + who);
            waiting[who] = false;
            continue;
        }
        const bool to_idle = busy[who] || waiting[who];
        const std::uint32_t next = to_idle ? 0 : 70 + who;
        if (next == on[cpu]) continue;
        const bool waits = below(2) == 0;
        if (told) {
            made.cswitch(time, cpu, on[cpu], next, waits ? BL_STATE_WAITING : BL_STATE_RUNNABLE);
        }
        if (on[cpu] != 0) {
            busy[on[cpu] - 70] = false;
            waiting[on[cpu] - 70] = waits;
        }
        on[cpu] = next;
        if (next != 0) busy[who] = true;
    }
    if (!honest) {
        for (int i = 0; i < 3; ++i) {
            const std::int64_t begin = below(static_cast<unsigned>(kEnd));
            made.row("lost", {{"begin", Time(begin)},
                              {"end", Time(begin + below(50))},
                              {"cpu", static_cast<std::int64_t>(below(kCpus))},
                              {"kind", std::int64_t{BL_LOST_KIND_EVENTS}},
                              {"count", std::int64_t{1}}});
        }
    }
    return made.freeze();
}

// Rules 1 to 3.
void check(const store::Store& store) {
    const store::StoredTable& thread = *store.find("thread");
    const store::StoredTable& state = *store.find("state");
    const auto begin = state.values<std::int64_t>("begin"), end = state.values<std::int64_t>("end");
    const auto first = thread.values<std::uint32_t>("state_first");
    const auto count = thread.values<std::uint32_t>("state_count");
    std::map<std::uint32_t, std::vector<std::pair<std::int64_t, std::int64_t>>> on_cpu;
    for (std::size_t t = 0; t < thread.rows(); ++t) {
        std::int64_t at = thread.values<std::int64_t>("begin")[t];
        for (std::uint32_t row = first[t]; row < first[t] + count[t]; ++row) {
            BOOST_TEST_REQUIRE(begin[row] == at);
            BOOST_TEST_REQUIRE(end[row] > begin[row]);
            BOOST_TEST_REQUIRE(state.values<std::uint32_t>("thread")[row] == t);
            at = end[row];
            if (state.values<std::uint8_t>("state")[row] == BL_STATE_RUNNING) {
                on_cpu[state.values<std::uint16_t>("cpu")[row]].emplace_back(begin[row], end[row]);
            }
        }
        BOOST_TEST_REQUIRE(at == thread.values<std::int64_t>("end")[t]);
    }
    for (auto& [cpu, spans] : on_cpu) {
        std::sort(spans.begin(), spans.end());
        for (std::size_t i = 1; i < spans.size(); ++i) {
            BOOST_TEST_REQUIRE(spans[i - 1].second <= spans[i].first);
        }
    }
}

}  // namespace

BOOST_AUTO_TEST_CASE(every_life_is_divided_without_gap_and_no_cpu_runs_two_threads) {
    for (unsigned seed = 1; seed <= 200; ++seed) {
        BOOST_TEST_CONTEXT("seed " << seed) {
            check(*random_store(seed, true));
            check(*random_store(seed, false));
        }
    }
}

BOOST_AUTO_TEST_CASE(without_losses_each_cpu_is_always_taken_after_its_first_switch) {
    for (unsigned seed = 1; seed <= 50; ++seed) {
        const auto store = random_store(seed, true);
        const store::StoredTable& state = *store->find("state");
        std::map<std::uint32_t, std::int64_t> running;
        for (std::size_t row = 0; row < state.rows(); ++row) {
            if (state.values<std::uint8_t>("state")[row] != BL_STATE_RUNNING) continue;
            running[state.values<std::uint16_t>("cpu")[row]] +=
                state.values<std::int64_t>("end")[row] - state.values<std::int64_t>("begin")[row];
        }
        std::map<std::uint32_t, std::int64_t> first;
        const auto times = store->find("cswitch")->values<std::int64_t>("time");
        const auto cpus = store->find("cswitch")->values<std::uint16_t>("cpu");
        for (std::size_t row = 0; row < times.size(); ++row)
            first.try_emplace(cpus[row], times[row]);
        for (const auto& [cpu, since] : first) BOOST_TEST(running[cpu] == kEnd - since, seed);
    }
}
