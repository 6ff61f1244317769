#include "loops.hpp"

#include <cstddef>
#include <utility>

namespace benchlab::plugins {
namespace {

constexpr std::size_t kUnroll = 20;
static_assert(kLoads % kUnroll == 0);

inline void follow(const void*& at) {
    at = *static_cast<const void* const*>(at);
    hide(at);
}

template <std::size_t... I>
inline void follow_all(const void*& at, std::index_sequence<I...>) {
    ((static_cast<void>(I), follow(at)), ...);
}

}  // namespace

const void* benchlab_chase(const void* at, std::uint64_t iterations) {
    for (std::uint64_t left = iterations * (kLoads / kUnroll); left != 0; --left) {
        follow_all(at, std::make_index_sequence<kUnroll>());
    }
    return at;
}

}  // namespace benchlab::plugins
