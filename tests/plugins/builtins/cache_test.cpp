#include <boost/test/unit_test.hpp>
#include <cmath>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "bench.hpp"
#include "common/chase.hpp"
#include "common/memory.hpp"
#include "common/ring.hpp"

using namespace benchlab::test;
using benchlab::plugins::benchlab_chase;
using benchlab::plugins::chase_chains;
using benchlab::plugins::is_one_cycle;
using benchlab::plugins::kMostChains;
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
    Lines lines(64);
    const Ring& ring = lines.ring;
    const auto* const end = static_cast<const Link*>(benchlab_chase(ring.line(lines.order[0]), 1));
    BOOST_CHECK_EQUAL(end->rank, 1000 % 64);
    // From every line to the first one, and from there to itself.
    for (std::uint64_t i = 0; i < 64; ++i) ring.line(i)->next = ring.line(0);
    BOOST_CHECK_EQUAL(benchlab_chase(ring.line(5), 1), ring.line(0));
}

BOOST_AUTO_TEST_CASE(every_chain_makes_its_loads) {
    const std::uint64_t count =
        1009;  // a prime, so that no chain comes to where it or another began
    const Lines lines(count);
    for (std::uint64_t chains = 1; chains <= kMostChains; ++chains) {
        for (const std::uint64_t iterations : {0, 1, 3}) {
            const void* at[kMostChains];
            for (std::uint64_t i = 0; i < kMostChains; ++i) {
                at[i] = lines.ring.line(lines.order[i * 60]);
            }
            chase_chains(at, chains, iterations);
            for (std::uint64_t i = 0; i < kMostChains; ++i) {
                const std::uint64_t steps = i < chains ? 1000 * iterations : 0;
                BOOST_CHECK_EQUAL(static_cast<const Link*>(at[i])->rank, (i * 60 + steps) % count);
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(chains_are_counted_in_operations_and_their_number_is_checked) {
    const bl_benchmark& benchmark = *find(cache_plugin(), "cache/chains");
    const auto with = [](std::uint64_t chains) {
        return Values(std::map<std::string, std::uint64_t>{{"size", 7 * 1024}, {"chains", chains}});
    };
    for (const std::uint64_t chains : {1, 2, 15, 16}) {
        Bench bench(benchmark, with(chains));
        BOOST_REQUIRE_EQUAL(bench.status, BL_OK);
        BOOST_CHECK_EQUAL(bench.shape.ops_per_iteration, 1000 * chains);
        const std::uint64_t lines = 7 * 1024 / benchlab::plugins::cache_line_bytes();
        BOOST_CHECK_EQUAL(bench.run(1), chains * (1000 % lines));
    }
    for (const std::uint64_t chains : {0, 17}) {
        BOOST_CHECK_EQUAL(Bench(benchmark, with(chains)).status, BL_E_INVALID);
    }
}

BOOST_AUTO_TEST_CASE(huge_pages_are_there_or_it_is_said_that_they_are_not) {
    Bench bench(*find(cache_plugin(), "cache/chase-huge"), 4 * 1024 * 1024);
    if (bench.is_skipped("cache/chase-huge")) {
        BOOST_CHECK_NE(bench.host.error.find("huge pages"), std::string::npos);
        return;
    }
    BOOST_REQUIRE_EQUAL(bench.status, BL_OK);
    bench.run(1);
    if (std::isnan(bench.metrics[0])) return;  // no smaps to tell
    BOOST_CHECK_GT(bench.metrics[0], 0.0);
    BOOST_CHECK_LE(bench.metrics[0], 1.0);
    const bool told = !bench.host.log_lines.empty();
    BOOST_CHECK_EQUAL(told, bench.metrics[0] < 0.99);
}

BOOST_AUTO_TEST_CASE(sizes_found_on_a_curve_are_finite_or_not_told) {
    Bench bench(*find(cache_plugin(), "cache/sizes"), 0);
    if (bench.is_skipped("cache/sizes")) return;
    BOOST_REQUIRE_EQUAL(bench.status, BL_OK);
    BOOST_CHECK_EQUAL(bench.shape.max_iterations, 1u);
    bench.run(1);
    BOOST_REQUIRE_EQUAL(bench.metrics.size(), 9u);
    for (const double value : bench.metrics) {
        BOOST_CHECK(std::isnan(value) || (std::isfinite(value) && value >= 0));
    }
    BOOST_CHECK(!(bench.metrics[1] <= bench.metrics[0]));  // a level is larger than the one before
    BOOST_CHECK(!(bench.metrics[2] <= bench.metrics[1]));
    BOOST_CHECK(!(bench.metrics[7] <= bench.metrics[6]));
}

BOOST_AUTO_TEST_SUITE_END()
