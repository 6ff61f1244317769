#include "loops.hpp"

#include "wide.hpp"

namespace benchlab::plugins {
namespace {

using Wide = Wide16::Value;

inline Wide load(const Wide* from) {
    return Wide16::load(reinterpret_cast<const unsigned char*>(from));
}
inline void store(Wide* to, Wide value) {
    Wide16::store(reinterpret_cast<unsigned char*>(to), value);
}

constexpr std::uint64_t kWides = kLoopBytes / sizeof(Wide);
static_assert(kWides == 4);

}  // namespace

std::uint64_t benchlab_mem_read(const void* from, std::uint64_t bytes, std::uint64_t passes) {
    // Four sums, so that no load waits for the addition before it.
    Wide a = Wide16::both(0), b = a, c = a, d = a;
    for (; passes != 0; --passes) {
        memory_barrier();  // else one pass could stand for all
        const Wide* at = static_cast<const Wide*>(from);
        std::uint64_t left = bytes / kLoopBytes;
        do {
            a = Wide16::add(a, load(at));
            b = Wide16::add(b, load(at + 1));
            c = Wide16::add(c, load(at + 2));
            d = Wide16::add(d, load(at + 3));
            at += kWides;
            hide(at);
        } while (--left != 0);
    }
    return Wide16::sum(Wide16::add(Wide16::add(a, b), Wide16::add(c, d)));
}

void benchlab_mem_write(void* to, std::uint64_t bytes, std::uint64_t passes) {
    for (std::uint64_t pass = 1; pass <= passes; ++pass) {
        const Wide value = Wide16::both(written_word(pass));
        Wide* at = static_cast<Wide*>(to);
        std::uint64_t left = bytes / kLoopBytes;
        do {
            store(at, value);
            store(at + 1, value);
            store(at + 2, value);
            store(at + 3, value);
            at += kWides;
            hide(at);  // the compiler cannot see a fill in this, nor leave out a store
        } while (--left != 0);
        memory_barrier();
    }
}

void benchlab_mem_copy(void* to, const void* from, std::uint64_t bytes, std::uint64_t passes) {
    for (; passes != 0; --passes) {
        const Wide* source = static_cast<const Wide*>(from);
        Wide* at = static_cast<Wide*>(to);
        std::uint64_t left = bytes / kLoopBytes;
        do {
            const Wide a = load(source), b = load(source + 1);
            const Wide c = load(source + 2), d = load(source + 3);
            store(at, a);
            store(at + 1, b);
            store(at + 2, c);
            store(at + 3, d);
            source += kWides;
            at += kWides;
            hide(source);
            hide(at);
        } while (--left != 0);
        memory_barrier();
    }
}

}  // namespace benchlab::plugins
