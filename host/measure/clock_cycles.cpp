#include "measure/clock_cycles.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>

#include "platform/clock.hpp"

namespace benchlab::measure {
namespace {

#if defined(__x86_64__) || defined(__i386__)
#define BENCHLAB_ADD "add %1, %0\n\t"
#elif defined(__aarch64__)
#define BENCHLAB_ADD "add %0, %0, %1\n\t"
#endif

#ifdef BENCHLAB_ADD

#define BENCHLAB_ADD4 BENCHLAB_ADD BENCHLAB_ADD BENCHLAB_ADD BENCHLAB_ADD
#define BENCHLAB_ADD16 BENCHLAB_ADD4 BENCHLAB_ADD4 BENCHLAB_ADD4 BENCHLAB_ADD4

constexpr bool kHasChain = true;
constexpr std::uint64_t kAddsPerRound = 64;

// Of a register and not of a constant: some CPUs fold constants away before they execute.  The
// round's own counting runs beside the chain and costs nothing.
void add_chain(std::uint64_t rounds) {
    std::uintptr_t sum = 0, step = 3;
    for (; rounds != 0; --rounds) {
        __asm__ __volatile__(BENCHLAB_ADD16 BENCHLAB_ADD16 BENCHLAB_ADD16 BENCHLAB_ADD16
                             : "+r"(sum)
                             : "r"(step));
    }
}

#else

constexpr bool kHasChain = false;
constexpr std::uint64_t kAddsPerRound = 1;
void add_chain(std::uint64_t) {}

#endif

constexpr std::size_t kChains = 3;

double median_of_three(std::array<double, kChains> values) {
    std::sort(values.begin(), values.end());
    return values[1];
}

double elapsed_of(std::uint64_t rounds) {
    const std::uint64_t start = platform::now_ns();
    add_chain(rounds);
    return static_cast<double>(platform::now_ns() - start);
}

// What the two readings of the clock add to a chain: how much longer two short chains take than one
// of their joint length.
double reading_ns() {
    static const double typical = [] {
        // The clock may have steps as large as this cost, so a median would be a step off; the mean
        // of the middle half is neither that nor what an interruption adds.
        constexpr std::size_t kTries = 500;
        constexpr std::uint64_t kRounds = 16;
        std::array<double, kTries> costs{};
        for (double& cost : costs) {
            const double one = elapsed_of(kRounds), other = elapsed_of(kRounds);
            cost = one + other - elapsed_of(2 * kRounds);
        }
        std::sort(costs.begin(), costs.end());
        const auto from = costs.begin() + kTries / 4, to = costs.end() - kTries / 4;
        return std::accumulate(from, to, 0.0) / static_cast<double>(to - from);
    }();
    return typical;
}

}  // namespace

double cycle_ns(std::uint64_t budget_ns) {
    if (!kHasChain) return std::numeric_limits<double>::quiet_NaN();
    // As if a cycle took a third of a nanosecond: near enough for a budget.
    const std::uint64_t rounds =
        std::max<std::uint64_t>(budget_ns / kChains * 3 / kAddsPerRound, 16);
    const double reading = reading_ns();
    std::array<double, kChains> chains{};
    for (double& chain : chains) {
        chain = (elapsed_of(rounds) - reading) / static_cast<double>(rounds * kAddsPerRound);
    }
    const double typical = median_of_three(chains);
    return typical > 0 ? typical : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace benchlab::measure
