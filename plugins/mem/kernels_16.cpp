// The loops of 16 bytes an access; they need no more than every x86-64 has.
#include <cstddef>
#include <utility>

#include "kernel_loops.hpp"
#include "wide.hpp"

namespace benchlab::plugins {
namespace {

#include "streams-inl.hpp"
using Wide = Wide16;

}  // namespace

BENCHLAB_MEM_STREAMS(BENCHLAB_MEM_DEFINE, sse2)
BENCHLAB_MEM_DEFINE_PAST(sse2)

}  // namespace benchlab::plugins
