// Loops of the C library and of instructions that move or write many bytes at once.
#include <cstring>

#include "kernel_loops.hpp"

#if defined(_MSC_VER) && !defined(__clang__)
#include <intrin.h>
#endif

namespace benchlab::plugins {

void benchlab_mem_write_memset(void* to, std::uint64_t bytes, std::uint64_t passes) {
    for (std::uint64_t pass = 1; pass <= passes; ++pass) {
        std::memset(to, written_byte(pass), bytes);
        memory_barrier();
    }
}

void benchlab_mem_copy_memcpy(void* to, const void* from, std::uint64_t bytes,
                              std::uint64_t passes) {
    for (; passes != 0; --passes) {
        std::memcpy(to, from, bytes);
        memory_barrier();
    }
}

#if defined(__GNUC__) && defined(__x86_64__)

void benchlab_mem_write_rep_stosb(void* to, std::uint64_t bytes, std::uint64_t passes) {
    for (std::uint64_t pass = 1; pass <= passes; ++pass) {
        void* at = to;
        std::uint64_t left = bytes;
        asm volatile("rep stosb" : "+D"(at), "+c"(left) : "a"(written_byte(pass)) : "memory");
    }
}

void benchlab_mem_copy_rep_movsb(void* to, const void* from, std::uint64_t bytes,
                                 std::uint64_t passes) {
    for (; passes != 0; --passes) {
        void* at = to;
        const void* of = from;
        std::uint64_t left = bytes;
        asm volatile("rep movsb" : "+D"(at), "+S"(of), "+c"(left) : : "memory");
    }
}

// The instruction takes its address in rax.  Its stores are ordered as streaming ones are.
void benchlab_mem_write_clzero(void* to, std::uint64_t bytes, std::uint64_t passes) {
    for (; passes != 0; --passes) {
        auto* at = static_cast<unsigned char*>(to);
        for (std::uint64_t left = bytes / kLoopBytes; left != 0; --left) {
            asm volatile("clzero" : : "a"(at) : "memory");
            at += kLoopBytes;
        }
        asm volatile("sfence" : : : "memory");
    }
}

#else

// Never called: kernels.cpp says that there are no such instructions here.
void benchlab_mem_write_rep_stosb(void*, std::uint64_t, std::uint64_t) {}
void benchlab_mem_copy_rep_movsb(void*, const void*, std::uint64_t, std::uint64_t) {}
void benchlab_mem_write_clzero(void*, std::uint64_t, std::uint64_t) {}

#endif

}  // namespace benchlab::plugins
