// repeat.hpp: the loop of a benchmark, for the run() of a class of your own.
//
//     void run(std::uint64_t iterations) {
//         std::uint64_t x = 3;
//         benchlab::repeat(iterations, [&] {
//             x = x * x + 1;
//             benchlab::do_not_optimize(x);
//         });
//     }
//
// benchlab::bench and the functions in BENCHLAB_PLUGIN are repeated by the same loop.  It calls the
// body exactly `iterations` times, sixteen calls a turn, so that what the loop itself costs is a
// sixteenth of a clock cycle and not a whole one (repeat.h).  What the body returns counts as used;
// after each call all memory counts as read and written.
//
// About code size: there are 17 places that call the body, and the compiler decides at each whether
// to put a copy there.  It does for small bodies, of which the loop would otherwise be a good part;
// a large one (GCC: more than some 70 operations, Clang: some 45) stays one function that is
// called, which costs such a body next to nothing.  repeat<1>(...) is the plain loop, with a single
// copy in any case; repeat<64>(...) has the cost of the loop once more divided by four.
#ifndef BENCHLAB_REPEAT_HPP
#define BENCHLAB_REPEAT_HPP

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "keep.h"
#include "repeat.h"

#if defined(__GNUC__) || defined(__clang__)
// The body has to see the registers of its caller, whatever the inliner thinks of 16 copies.
#define BENCHLAB_INLINED inline __attribute__((always_inline))
// So that the loop that is measured is the one that is looked at.
#define BENCHLAB_NOT_INLINED __attribute__((noinline))
#else
#define BENCHLAB_INLINED inline
#define BENCHLAB_NOT_INLINED
#endif

namespace benchlab {

namespace detail {

template <class Body>
BENCHLAB_INLINED void call_and_keep(Body& body) {
    if constexpr (std::is_void_v<decltype(body())>) {
        body();
        bl_barrier();
    } else {
        // A reference to a variable counts as read, not as changed.
        const auto& result = body();
        do_not_optimize(result);
    }
}

template <class Body, std::size_t... kCopies>
BENCHLAB_INLINED void call_copies(Body& body, std::index_sequence<kCopies...>) {
    ((static_cast<void>(kCopies), call_and_keep(body)), ...);
}

}  // namespace detail

// Calls body() so many times.  What it throws ends the loop.
template <unsigned kCopies = 16, class Body>
BENCHLAB_INLINED void repeat(std::uint64_t iterations, Body&& body) {
    static_assert(kCopies >= 1 && kCopies <= 255, "repeat<copies>: 1 to 255");
#if defined(__GNUC__) || defined(__clang__)
    for (std::uint64_t left = iterations % kCopies; left > 0; --left) detail::call_and_keep(body);
    for (std::uint64_t left = iterations / kCopies; left > 0; --left) {
        BL_LOOP_BEGIN_(kCopies);
        detail::call_copies(body, std::make_index_sequence<kCopies>());
        BL_LOOP_END_();
    }
#else
    for (std::uint64_t left = iterations; left > 0; --left) detail::call_and_keep(body);
#endif
}

}  // namespace benchlab

#endif
