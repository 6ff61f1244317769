#include "chase.hpp"

#include <cstddef>
#include <utility>

namespace benchlab::plugins {
namespace {

constexpr std::size_t kUnroll = 20;
constexpr std::size_t kRounds = 4;  // of all chains, a turn
static_assert(kLoads % kUnroll == 0 && kLoads % kRounds == 0);

inline void follow(const void*& at) {
    at = *static_cast<const void* const*>(at);
    hide(at);
}

template <std::size_t... I>
inline void follow_all(const void*& at, std::index_sequence<I...>) {
    ((static_cast<void>(I), follow(at)), ...);
}

template <std::size_t... I>
inline void follow_each(const void* (&at)[sizeof...(I)], std::index_sequence<I...>) {
    (follow(at[I]), ...);
}

// As the indices are constants, every chain gets a register of its own as far as there are enough:
// of the 16 of x86-64 two are taken, so that of 15 and 16 chains some go on in memory, in the
// first-level cache.
template <std::size_t Chains, std::size_t... Round>
inline void chase(const void** from, std::uint64_t iterations, std::index_sequence<Round...>) {
    constexpr std::make_index_sequence<Chains> all;
    const void* at[Chains];
    for (std::size_t i = 0; i < Chains; ++i) at[i] = from[i];
    for (std::uint64_t left = iterations * (kLoads / kRounds); left != 0; --left) {
        ((static_cast<void>(Round), follow_each(at, all)), ...);
    }
    for (std::size_t i = 0; i < Chains; ++i) from[i] = at[i];
}

template <std::size_t Chains>
void chase_of(const void** from, std::uint64_t iterations) {
    chase<Chains>(from, iterations, std::make_index_sequence<kRounds>());
}

template <std::size_t... I>
constexpr auto table_of(std::index_sequence<I...>) {
    using Loop = void (*)(const void**, std::uint64_t);
    struct Table {
        Loop loops[sizeof...(I)];
    };
    return Table{{chase_of<I + 1>...}};
}
constexpr auto kTable = table_of(std::make_index_sequence<kMostChains>());

}  // namespace

const void* benchlab_chase(const void* at, std::uint64_t iterations) {
    for (std::uint64_t left = iterations * (kLoads / kUnroll); left != 0; --left) {
        follow_all(at, std::make_index_sequence<kUnroll>());
    }
    return at;
}

void chase_chains(const void** at, std::uint64_t chains, std::uint64_t iterations) {
    if (chains == 1) {
        *at = benchlab_chase(*at, iterations);
    } else {
        kTable.loops[chains - 1](at, iterations);
    }
}

}  // namespace benchlab::plugins
