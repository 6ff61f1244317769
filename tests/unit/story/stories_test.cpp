// The figures that the stories state as comments, where a walk over the file can count them.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <map>

#include "told.hpp"

namespace {

using namespace benchlab::story;
using namespace benchlab::story_test;

Walked file_of_story(const std::string& name, const EtlOptions& options = {}) {
    Walked file = walked(read_story(name), options);
    BOOST_TEST(file.complaint == "");
    return file;
}

std::vector<const WalkedEvent*> by_time(std::vector<const WalkedEvent*> events) {
    std::stable_sort(events.begin(), events.end(), [](const WalkedEvent* a, const WalkedEvent* b) {
        return a->ticks < b->ticks;
    });
    return events;
}

// From each switch-in to the next switch of that CPU, in ns by thread; idle threads left out.
std::map<std::uint32_t, std::int64_t> running(const Walked& file) {
    std::map<std::uint32_t, std::pair<std::uint32_t, std::int64_t>> on_cpu;
    std::map<std::uint32_t, std::int64_t> out;
    for (const WalkedEvent* event : by_time(file.of(0x05, 0x24))) {
        const auto before = on_cpu.find(event->cpu);
        if (before != on_cpu.end() && before->second.first != 0) {
            out[before->second.first] += file.ns(*event) - before->second.second;
        }
        on_cpu[event->cpu] = {static_cast<std::uint32_t>(event->number(0, 4)), file.ns(*event)};
    }
    return out;
}

std::vector<std::int64_t> present_times(const Walked& file) {
    std::vector<std::int64_t> out;
    for (const WalkedEvent* event : by_time(file.of_provider(0xca11c036, 42)))
        out.push_back(file.ns(*event));
    return out;
}

// Thread, stack and time of each event that has one, halves joined, kernel half first.
std::map<std::pair<std::int64_t, std::uint32_t>, Frames> stacks(const Walked& file) {
    std::map<std::pair<std::int64_t, std::uint32_t>, Frames> kernel, user;
    for (const WalkedEvent* event : file.of(0x18, 0x20)) {
        const std::pair key{file.ns(static_cast<std::int64_t>(event->number(0, 8))),
                            static_cast<std::uint32_t>(event->number(12, 4))};
        for (std::size_t at = 16; at < event->payload.size(); at += 8) {
            const std::uint64_t frame = event->number(at, 8);
            (frame >> 63 ? kernel : user)[key].push_back(frame);
        }
    }
    for (const auto& [key, frames] : user) {
        kernel[key].insert(kernel[key].end(), frames.begin(), frames.end());
    }
    return kernel;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(story_stories)

BOOST_AUTO_TEST_CASE(the_reference_s_scenario_has_its_cpu_times_and_frames) {
    const Walked file = file_of_story("reference.story");
    auto times = running(file);
    BOOST_TEST(times[11] == 65'000'000);
    BOOST_TEST(times[21] == 30'000'000);
    BOOST_TEST(times.size() == 2u);
    BOOST_TEST((present_times(file) ==
                std::vector<std::int64_t>{10'000'000, 20'000'000, 30'000'000, 80'000'000}));
}

BOOST_AUTO_TEST_CASE(three_clocks_give_the_same_frames) {
    for (const Clock clock : {Clock::kQpc, Clock::kSystem, Clock::kTsc}) {
        EtlOptions options;
        options.clock = clock;
        const Walked file = file_of_story("c4-clock.story", options);
        BOOST_TEST((present_times(file) ==
                    std::vector<std::int64_t>{1'500'000, 18'100'000, 34'800'000, 51'400'100}));
        const auto dpcs = file.of(0x0F, 0x44);
        BOOST_REQUIRE(dpcs.size() == 1u);
        BOOST_TEST(file.ns(*dpcs[0]) - file.ns(static_cast<std::int64_t>(dpcs[0]->number(0, 8))) ==
                   35'700);
    }
}

BOOST_AUTO_TEST_CASE(the_wrapped_story_has_only_the_rundown_at_its_end) {
    EtlOptions options;
    options.rundown_begin = false;
    const Walked file = file_of_story("c5-wrapped.story", options);
    BOOST_TEST(file.of(0x03, 0x03).empty());
    BOOST_TEST(file.of(0x05, 0x03).empty());
    BOOST_TEST(file.of(0x05, 0x04).size() == 1u);
    BOOST_TEST(file.of(0x04, 0x24).size() == 1u);
    auto times = running(file);
    BOOST_TEST(times[11] == 8'000'000);
    BOOST_TEST(times[500] == 2'000'000);
    BOOST_TEST(times[501] == 2'000'000);
    BOOST_TEST(
        (present_times(file) == std::vector<std::int64_t>{0, 5'000'000'000, 10'007'000'000}));
}

BOOST_AUTO_TEST_CASE(the_lost_switch_is_nowhere_but_in_the_header) {
    const Walked file = file_of_story("c6-lost.story");
    BOOST_TEST(file.of(0x05, 0x24).size() == 9u);
    BOOST_TEST(file.header.events_lost == 1u);
}

BOOST_AUTO_TEST_CASE(the_lock_is_held_for_a_second_with_and_without_ready_events) {
    const Walked with = file_of_story("c8-lock.story"),
                 without = file_of_story("c8-lock-without-ready.story");
    BOOST_TEST(with.of(0x05, 0x32).size() == 2u);
    BOOST_TEST(without.of(0x05, 0x32).empty());
    BOOST_TEST(without.of(0x05, 0x24).size() == 8u);
    auto times = running(with);
    BOOST_TEST(times[100] == 15'000'000);
    BOOST_TEST(times[101] == 13'900'000);
    BOOST_TEST((running(without) == times));
}

BOOST_AUTO_TEST_CASE(stacks_are_whole_in_every_order_of_their_halves) {
    const auto expected = stacks(file_of_story("c10-stacks.story"));
    BOOST_TEST(expected.size() == 3u);
    BOOST_TEST(
        (expected.at({5'000'000, 11}) == Frames{0xfffff80000000040, 0x140000010, 0x140000300}));
    EtlOptions options;
    options.user_half_first = true;
    options.user_half_delay_ns = 3'000'000;
    const Walked file = file_of_story("c10-stacks.story", options);
    BOOST_TEST((stacks(file) == expected));
    const auto end = file.of(0x05, 0x02);
    BOOST_REQUIRE(end.size() == 1u);
    BOOST_TEST(file.ns(*end[0]) == 22'000'000);
    BOOST_TEST(std::any_of(file.events.begin(), file.events.end(), [&](const WalkedEvent& event) {
        return event.group == 0x18 && file.ns(event) == 24'000'000;
    }));
}

BOOST_AUTO_TEST_CASE(identities_come_before_or_after_their_image) {
    for (const bool first : {false, true}) {
        EtlOptions options;
        options.identity_first = first;
        const Walked file = file_of_story("c11-images.story", options);
        const auto load = file.of(0x03, 0x0A);
        const auto ids = file.of_provider(0xb3e675d7, 36);
        BOOST_REQUIRE(load.size() == 1u);
        // game.exe at both rundowns, plugin.dll with its load.
        BOOST_REQUIRE(ids.size() == 3u);
        const auto plugin = std::find_if(ids.begin(), ids.end(), [](const WalkedEvent* event) {
            return event->number(0, 8) == 0x180000000;
        });
        BOOST_REQUIRE(plugin != ids.end());
        BOOST_TEST((*plugin < load[0]) == first);
        BOOST_TEST((*plugin)->number(12, 4) == 0xFEDCBA98u);
        BOOST_TEST((*plugin)->number(28, 4) == 2u);
        BOOST_TEST(file.of(0x14, 0x02).size() == 1u);
    }
}

BOOST_AUTO_TEST_CASE(the_dpc_storm_has_its_sums_and_its_long_calls) {
    const Walked file = file_of_story("f3-dpc-storm.story");
    std::map<std::uint64_t, std::int64_t> total, calls, longest;
    for (const unsigned type : {0x44u, 0x45u}) {
        for (const WalkedEvent* event : file.of(0x0F, type)) {
            const std::int64_t length =
                file.ns(*event) - file.ns(static_cast<std::int64_t>(event->number(0, 8)));
            total[event->number(8, 8)] += length;
            ++calls[event->number(8, 8)];
            longest[event->number(8, 8)] = std::max(longest[event->number(8, 8)], length);
        }
    }
    BOOST_TEST(total.size() == 4u);
    BOOST_TEST(total[0xfffff80010001000] == 4'154'000'000);
    BOOST_TEST(total[0xfffff80020002000] == 1'615'000'000);
    BOOST_TEST(total[0xfffff80030003000] == 1'571'000'000);
    BOOST_TEST(total[0xfffff80000004000] == 1'131'000'000);
    for (const auto& [routine, count] : calls) BOOST_TEST(count == 25'000);
    BOOST_TEST(longest[0xfffff80010001000] == 513'500);
    BOOST_TEST(file.header.end - file.header.start == 501'000'000u);
}

BOOST_AUTO_TEST_CASE(the_game_has_the_shares_that_it_states) {
    const Walked file = file_of_story("game.story");
    BOOST_TEST(file.of(0x05, 0x24).size() == 181'152u);
    BOOST_TEST(file.of(0x05, 0x32).size() == 127'872u);
    BOOST_TEST(file.of(0x0F, 0x2E).size() == 5'328u);
    BOOST_TEST(file.of(0x0F, 0x32).size() + file.of(0x0F, 0x44).size() +
                   file.of(0x0F, 0x45).size() ==
               63'936u);
    BOOST_TEST(file.of_provider(0xca11c036, 42).size() == 2'664u);
    BOOST_TEST(file.of(0x02, 0x20).size() == 219u);
    BOOST_TEST(file.of(0x01, 0x0A).size() == 340u);
    // A thread that stops is the one that ran: no CPU's switches contradict each other.
    std::map<std::uint32_t, std::uint64_t> on_cpu;
    std::size_t contradictions = 0;
    for (const WalkedEvent* event : file.of(0x05, 0x24)) {
        const auto before = on_cpu.find(event->cpu);
        if (before != on_cpu.end() && before->second != event->number(4, 4)) ++contradictions;
        on_cpu[event->cpu] = event->number(0, 4);
    }
    BOOST_TEST(contradictions == 0u);
}

BOOST_AUTO_TEST_SUITE_END()
