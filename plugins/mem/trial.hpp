// mem/trial.hpp: which kernel is the fastest here, found by trying.
#pragma once

#include <cstdint>

#include "benchlab/benchlab.h"
#include "kernels.hpp"

namespace benchlab::plugins {

// What a kernel works on: aligned to 64 bytes, `bytes` a multiple of 64.  `from` is read or copied,
// `to` written.
struct Work {
    unsigned char* from;
    unsigned char* to;
    std::uint64_t bytes;
};

// One call of the kernel's loop.  What it returns depends on every byte read or, of a write or
// copy, on one word.
std::uint64_t run_kernel(const Kernel& kernel, const Work& work, std::uint64_t passes);

// The fastest of the general ones that this processor has, by some readings of each in turn, on
// parts of a large buffer that follow each other.  A kernel further down the list is taken if it is
// 1 % faster, so that noise does not choose between equals.  Takes some 20 to 500 ms. Leaves other
// bytes in `work.to`.
const Kernel& fastest_kernel(const bl_host* host, Kind kind, const Work& work);

}  // namespace benchlab::plugins
