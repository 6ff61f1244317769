#include "loops.hpp"

#include <utility>

namespace benchlab::plugins {
namespace {

constexpr std::size_t kUnroll = 8;  // of the latency loops
static_assert(kSteps % kUnroll == 0 && kSteps % kIntChains == 0);

inline void step(std::uint64_t& x, std::uint64_t factor) {
    x = (x * factor) ^ (x >> 29);
    hide(x);
}

inline void step(double& x, double factor, double offset) {
    x = x * factor + offset;
    hide(x);
}

// One step of each of the chains I, in turn.  As the indices are constants, every chain gets a
// register of its own.
template <std::size_t... I>
inline void steps(std::uint64_t (&x)[kIntChains], std::uint64_t factor, std::index_sequence<I...>) {
    (step(x[I], factor), ...);
}

template <std::size_t... I>
inline void steps(double (&x)[kFpChains], double factor, double offset, std::index_sequence<I...>) {
    (step(x[I], factor, offset), ...);
}

// One step of each of the first `count` chains.
template <std::size_t... I>
inline void first_steps(double (&x)[kFpChains], double factor, double offset, std::uint64_t count,
                        std::index_sequence<I...>) {
    ((I < count ? step(x[I], factor, offset) : void()), ...);
}

// As many steps as there are indices, all of one chain.
template <typename T, typename... Constants, std::size_t... I>
inline void steps_of_one(T& x, std::index_sequence<I...>, Constants... constants) {
    ((static_cast<void>(I), step(x, constants...)), ...);
}

template <typename T, std::size_t... I>
inline void copy_chains(T* to, const T* from, std::index_sequence<I...>) {
    ((to[I] = from[I]), ...);
}

}  // namespace

void benchlab_int_latency(IntChains* chains, std::uint64_t iterations) {
    std::uint64_t x = chains->x[0];
    const std::uint64_t factor = chains->factor;
    for (std::uint64_t left = iterations * (kSteps / kUnroll); left != 0; --left) {
        steps_of_one(x, std::make_index_sequence<kUnroll>(), factor);
    }
    chains->x[0] = x;
}

void benchlab_int_throughput(IntChains* chains, std::uint64_t iterations) {
    constexpr std::make_index_sequence<kIntChains> all;
    std::uint64_t x[kIntChains];
    copy_chains(x, chains->x, all);
    const std::uint64_t factor = chains->factor;
    for (std::uint64_t left = iterations * (kSteps / kIntChains); left != 0; --left) {
        steps(x, factor, all);
    }
    copy_chains(chains->x, x, all);
}

void benchlab_fp_latency(FpChains* chains, std::uint64_t iterations) {
    double x = chains->x[0];
    const double factor = chains->factor;
    const double offset = chains->offset;
    for (std::uint64_t left = iterations * (kSteps / kUnroll); left != 0; --left) {
        steps_of_one(x, std::make_index_sequence<kUnroll>(), factor, offset);
    }
    chains->x[0] = x;
}

void benchlab_fp_throughput(FpChains* chains, std::uint64_t iterations) {
    constexpr std::make_index_sequence<kFpChains> all;
    double x[kFpChains];
    copy_chains(x, chains->x, all);
    const double factor = chains->factor;
    const double offset = chains->offset;
    // One loop over all iterations: the end of a loop each would be a mispredicted branch each.
    const std::uint64_t total = iterations * kSteps;
    for (std::uint64_t left = total / kFpChains; left != 0; --left) steps(x, factor, offset, all);
    first_steps(x, factor, offset, total % kFpChains, all);
    copy_chains(chains->x, x, all);
}

}  // namespace benchlab::plugins
