// callers ROUNDS: sleeps and computes below a known chain of callers, through the C library's qsort
// and without frame pointers:
//
//     main, outer_call, middle_call, qsort, compare_items, inner_call, and there nanosleep or sums
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>

// By these names the tests find them.
extern "C" {
std::uint64_t sum = 0;

[[gnu::noinline]] void inner_call(std::uint64_t additions) {
    constexpr timespec kPause{0, 1'000'000};
    ::nanosleep(&kPause, nullptr);
    for (std::uint64_t i = 0; i < additions; ++i) {
        sum += i;
        // So that it is not worked out beforehand.
        asm volatile("" : "+m"(sum));
    }
}

[[gnu::noinline]] int compare_items(const void* a, const void* b) {
    constexpr std::uint64_t kAdditions = 2'000'000;
    inner_call(kAdditions);
    return *static_cast<const int*>(a) - *static_cast<const int*>(b);
}

[[gnu::noinline]] void middle_call(int round) {
    // More on the stack than a short copy has.
    volatile char room[400] = {};
    int items[] = {round % 3, round % 2};
    std::qsort(items, 2, sizeof(items[0]), compare_items);
    room[0] = static_cast<char>(items[0]);
    static_cast<void>(room[0]);
}

[[gnu::noinline]] void outer_call(int round) {
    middle_call(round);
    asm volatile("" ::: "memory");
}
}

int main(int argc, char** argv) {
    const int rounds = argc > 1 ? std::atoi(argv[1]) : 100;
    for (int i = 0; i < rounds; ++i) outer_call(i);
    std::printf("%d rounds\n", rounds);
}
