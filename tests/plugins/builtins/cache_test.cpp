#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "bench.hpp"
#include "cache/ring.hpp"
#include "common/memory.hpp"

using namespace benchlab::test;
using benchlab::plugins::is_one_cycle;
using benchlab::plugins::Link;
using benchlab::plugins::link_ring;
using benchlab::plugins::Ring;

namespace {

constexpr std::uint64_t kLine = 64;

struct Lines {
    explicit Lines(std::uint64_t count)
        : storage((count + 1) * kLine), order(count), ring{aligned(), count, kLine} {
        link_ring(ring, order.data());
    }
    unsigned char* aligned() {
        const auto at = reinterpret_cast<std::uintptr_t>(storage.data());
        return storage.data() + (kLine - at % kLine) % kLine;
    }
    std::vector<unsigned char> storage;
    std::vector<std::uint32_t> order;
    Ring ring;
};

// How many lines come up before the first one does again; 0 when it never does.
std::uint64_t length_of_cycle(const Ring& ring) {
    std::set<const Link*> seen;
    const Link* at = ring.line(0);
    do {
        if (!seen.insert(at).second) return 0;
        at = at->next;
    } while (at != ring.line(0));
    return seen.size();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(cache_benchmark)

BOOST_AUTO_TEST_CASE(a_ring_is_one_cycle_through_all_its_lines) {
    for (const std::uint64_t count : {2, 3, 7, 64, 1000, 4096}) {
        const Lines lines(count);
        BOOST_CHECK_EQUAL(length_of_cycle(lines.ring), count);
        BOOST_CHECK(is_one_cycle(lines.ring));
    }
}

BOOST_AUTO_TEST_CASE(a_ring_is_in_random_order) {
    const Lines lines(1000);
    int neighbours = 0;
    for (std::uint64_t i = 0; i + 1 < 1000; ++i) {
        const Link* const next = lines.ring.line(i)->next;
        neighbours += next == lines.ring.line(i + 1) || lines.ring.line(i) == next + 1;
    }
    BOOST_CHECK_LT(neighbours, 20);  // one is to be expected
}

BOOST_AUTO_TEST_CASE(a_ring_that_is_not_one_cycle_is_found_out) {
    Lines lines(64);
    const Ring& ring = lines.ring;
    // Two successors exchanged: two cycles.
    std::swap(ring.line(3)->next, ring.line(40)->next);
    BOOST_CHECK(!is_one_cycle(ring));
    BOOST_CHECK_LT(length_of_cycle(ring), 64u);
    std::swap(ring.line(3)->next, ring.line(40)->next);
    BOOST_CHECK(is_one_cycle(ring));
    // A line that leads to itself, one that leads outside, one between two lines.
    Link& link = *ring.line(5);
    const Link* const good = link.next;
    const auto bad = [&](const void* next) {
        link.next = static_cast<const Link*>(next);
        return !is_one_cycle(ring);
    };
    BOOST_CHECK(bad(&link));
    BOOST_CHECK(bad(nullptr));
    BOOST_CHECK(bad(ring.base + 64 * kLine));
    BOOST_CHECK(bad(reinterpret_cast<const unsigned char*>(good) + 8));
    BOOST_CHECK(!bad(good));
}

BOOST_AUTO_TEST_CASE(a_chase_makes_a_thousand_loads_an_iteration_and_goes_on_from_there) {
    const std::uint64_t line = benchlab::plugins::cache_line_bytes();
    const std::uint64_t lines = 7;
    Bench bench(*find(cache_plugin(), "cache/chase"), lines * line);
    for (const std::uint64_t iterations : {1, 1, 2, 3, 0, 50}) {
        BOOST_CHECK_EQUAL(bench.run(iterations), 1000 * iterations % lines);
    }
}

BOOST_AUTO_TEST_CASE(a_chase_reads_the_addresses_in_the_lines) {
    const std::uint64_t line = benchlab::plugins::cache_line_bytes();
    Bench bench(*find(cache_plugin(), "cache/chase"), 64 * line);
    const Ring ring{bench.host.largest()->start, 64, line};
    BOOST_CHECK(is_one_cycle(ring));
    BOOST_CHECK_EQUAL(length_of_cycle(ring), 64u);
    const std::uint64_t before = bench.run(1);
    // From every line to the first one, and from there to itself.
    for (std::uint64_t i = 0; i < 64; ++i) ring.line(i)->next = ring.line(0);
    BOOST_CHECK_EQUAL(bench.run(1), (64 - before) % 64);
}

BOOST_AUTO_TEST_CASE(each_thread_has_a_ring_of_its_own) {
    const std::uint64_t line = benchlab::plugins::cache_line_bytes();
    const std::uint64_t lines = 4096 / line;
    Bench bench(*find(cache_plugin(), "cache/chase"), 4096, 3);
    for (std::uint64_t thread = 0; thread < 3; ++thread) {
        const Ring ring{bench.host.largest()->start + 4096 * thread, lines, line};
        BOOST_CHECK(is_one_cycle(ring));  // which no address outside of it could be
    }
}

BOOST_AUTO_TEST_SUITE_END()
