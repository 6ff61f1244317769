/* repeat.h alone, in C and C++. */
#include <benchlab/repeat.h>
#include <benchlab/repeat.h>

uint64_t add_up(uint64_t iterations);
uint64_t add_up(uint64_t iterations) {
    uint64_t a[2] = {0, 1};
    BL_REPEAT(iterations, a[0] += a[1]; a[1] = 1; bl_keep(a););
    if (iterations > 100) BL_REPEAT(1, (void)0;);
    return a[0];
}
