// Fifty bodies that do something in each iteration, many of them as little as there is.
#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "benchlab/repeat.h"
#include "benchlab/repeat.hpp"
#include "bodies.hpp"

namespace bodies {
namespace {

using benchlab::do_not_optimize;
using Count = std::uint64_t;

// ---- one operation on a number that each iteration changes

template <class T, class Operation>
void chain(Count iterations, T x, Operation operation) {
    do_not_optimize(x);
    benchlab::repeat(iterations, [&] {
        x = operation(x);
        do_not_optimize(x);
    });
}

void add(Count n) {
    chain(n, Count{1}, [](Count x) { return x + 3; });
}
void subtract(Count n) {
    chain(n, Count{1}, [](Count x) { return x - 7; });
}
void increment(Count n) {
    chain(n, std::uint32_t{1}, [](std::uint32_t x) { return x + 1; });
}
void exclusive_or(Count n) {
    chain(n, Count{1}, [](Count x) { return x ^ 21; });
}
void complement(Count n) {
    chain(n, Count{1}, [](Count x) { return ~x; });
}
void negate(Count n) {
    chain(n, std::int64_t{1}, [](std::int64_t x) { return -x; });
}
void shift(Count n) {
    chain(n, Count{1}, [](Count x) { return x << 1; });
}
void rotate(Count n) {
    chain(n, Count{1}, [](Count x) { return (x << 5) | (x >> 59); });
}
void multiply(Count n) {
    chain(n, Count{3}, [](Count x) { return x * 6'364'136'223'846'793'005u; });
}
void divide(Count n) {
    chain(n, Count{3}, [](Count x) { return 1'000'000'007 / (x | 1); });
}
void remainder(Count n) {
    chain(n, Count{3}, [](Count x) { return (x + 99) % 97; });
}
void byte_swap(Count n) {
    chain(n, Count{3}, [](Count x) { return __builtin_bswap64(x); });
}
void bits(Count n) {
    chain(n, Count{3}, [](Count x) { return x + Count(__builtin_popcountll(x)); });
}
void larger(Count n) {
    chain(n, std::int64_t{3}, [](std::int64_t x) { return std::max<std::int64_t>(x, 17); });
}
void xorshift(Count n) {
    chain(n, Count{3}, [](Count x) {
        x ^= x << 13;
        x ^= x >> 7;
        return x ^ (x << 17);
    });
}
void add_double(Count n) {
    chain(n, 1.0, [](double x) { return x + 0.5; });
}
void multiply_float(Count n) {
    chain(n, 1.0f, [](float x) { return x * 1.0001f; });
}
void divide_double(Count n) {
    chain(n, 1.0, [](double x) { return 1 / x; });
}
void square_root(Count n) {
    chain(n, 2.0, [](double x) { return std::sqrt(x); });
}
void sine(Count n) {
    chain(n, 2.0, [](double x) { return std::sin(x); });
}
void magnitude(Count n) {
    chain(n, -2.0, [](double x) { return std::fabs(x); });
}
void to_double_and_back(Count n) {
    chain(n, std::int64_t{2}, [](std::int64_t x) { return std::int64_t(double(x) * 1.5); });
}
void branch(Count n) {
    chain(n, Count{27}, [](Count x) { return x % 2 == 0 ? x / 2 : 3 * x + 1; });
}
void greatest_divisor(Count n) {
    chain(n, Count{27}, [](Count x) { return std::gcd(x + 12, Count{360}); });
}
void fibonacci(Count n) {
    chain(n, Count{27}, [](Count x) {
        Count a = x & 1, b = 1;
        for (int i = 0; i < 20; ++i) a = std::exchange(b, a + b);
        return a;
    });
}

// ---- memory

void load(Count n) {
    std::array<Count, 16> table{};
    do_not_optimize(table);
    benchlab::repeat(n, [&] { return table[5]; });
}
void load_by_index(Count n) {
    std::vector<Count> table(1'024, 3);
    Count at = 0;
    benchlab::repeat(n, [&] { return table[++at & 1'023]; });
}
void store(Count n) {
    int value = 0;
    benchlab::repeat(n, [&] {
        value = 10;
        bl_keep(&value);
    });
}
void store_by_index(Count n) {
    std::vector<int> table(16);
    const int* const seen = table.data();
    bl_keep(seen);
    Count at = 0;
    benchlab::repeat(n, [&] { do_not_optimize(table[++at & 15] = 10); });
}
void add_in_memory(Count n) {
    Count value = 0;
    bl_keep(&value);
    benchlab::repeat(n, [&] { ++value; });
}
void chase(Count n) {
    std::array<const void*, 8> ring;
    for (std::size_t i = 0; i < ring.size(); ++i) ring[i] = &ring[(i + 3) % ring.size()];
    const void* at = ring.data();
    benchlab::repeat(n, [&] {
        std::memcpy(&at, at, sizeof at);
        do_not_optimize(at);
    });
}
void volatile_read(Count n) {
    volatile int value = 3;
    benchlab::repeat(n, [&] { return int(value); });
}
void volatile_write(Count n) {
    volatile int value = 3;
    benchlab::repeat(n, [&] { value = 4; });
}
void copy(Count n) {
    std::array<char, 64> from{}, to{};
    benchlab::repeat(n, [&] {
        std::memcpy(to.data(), from.data(), from.size());
        bl_keep(to.data());
        bl_keep(from.data());
    });
}
void fill(Count n) {
    std::array<char, 256> room;
    benchlab::repeat(n, [&] {
        std::memset(room.data(), 7, room.size());
        bl_keep(room.data());
    });
}
void swap_in_memory(Count n) {
    Count pair[2] = {1, 2};
    bl_keep(pair);
    benchlab::repeat(n, [&] { std::swap(pair[0], pair[1]); });
}
void returned_struct(Count n) {
    Count x = 0;
    bl_keep(&x);
    benchlab::repeat(n, [&] { return std::optional<Count>(x); });
}

// ---- synchronisation, calls, the processor

void atomic_add(Count n) {
    std::atomic<int> value{0};
    benchlab::repeat(n, [&] { value.fetch_add(1, std::memory_order_relaxed); });
}
void atomic_load(Count n) {
    std::atomic<int> value{0};
    bl_keep(&value);
    benchlab::repeat(n, [&] { return value.load(std::memory_order_relaxed); });
}
void no_operation(Count n) {
    benchlab::repeat(n, [] { __asm__ __volatile__("nop"); });
}
void fence(Count n) {
    benchlab::repeat(n, [] { std::atomic_thread_fence(std::memory_order_seq_cst); });
}

struct Animal {
    virtual ~Animal() = default;
    virtual int legs() const = 0;
};
struct Dog final : Animal {
    int legs() const override { return 4; }
};
// With one kind of animal alone compilers know whose legs these are.
struct Bird final : Animal {
    int legs() const override { return 2; }
};
void virtual_call(Count n) {
    const Dog dog;
    const Bird bird;
    const Animal* animal = n % 2 == 0 ? static_cast<const Animal*>(&dog) : &bird;
    do_not_optimize(animal);
    benchlab::repeat(n, [&] { return animal->legs(); });
}
int twice(int x) {
    return 2 * x;
}
void pointer_call(Count n) {
    int (*function)(int) = twice;
    do_not_optimize(function);
    benchlab::repeat(n, [&] { return function(3); });
}
void in_c(Count n) {
    Count x = 3;
    BL_REPEAT(n, x = x * x + 1; bl_keep(&x););
}

// ---- texts and containers

void length(Count n) {
    const char* text = "some text";
    do_not_optimize(text);
    benchlab::repeat(n, [&] { return std::strlen(text); });
}
void compare(Count n) {
    const std::string a(40, 'a'), b(40, 'a');
    bl_keep(a.data());
    benchlab::repeat(n, [&] { return a == b; });
}
void hash(Count n) {
    const std::string text = "a name";
    benchlab::repeat(n, [&] { return std::hash<std::string_view>()(text); });
}
void to_text(Count n) {
    char room[24];
    int value = 12'345;
    benchlab::repeat(n, [&] {
        do_not_optimize(value);
        return std::to_chars(room, room + sizeof room, value).ptr;
    });
}
void find_in_map(Count n) {
    const std::map<int, int> map = {{1, 2}, {3, 4}, {5, 6}};
    int key = 3;
    benchlab::repeat(n, [&] {
        do_not_optimize(key);
        return map.find(key);
    });
}
void sort_eight(Count n) {
    std::array<int, 8> unsorted = {5, 2, 7, 1, 8, 3, 6, 4};
    benchlab::repeat(n, [&] {
        do_not_optimize(unsorted);
        auto sorted = unsorted;
        std::sort(sorted.begin(), sorted.end());
        return sorted;
    });
}

}  // namespace

const Body kHonest[kHonestCount] = {
    {"add", add},
    {"subtract", subtract},
    {"increment", increment},
    {"exclusive-or", exclusive_or},
    {"complement", complement},
    {"negate", negate},
    {"shift", shift},
    {"rotate", rotate},
    {"multiply", multiply},
    {"divide", divide},
    {"remainder", remainder},
    {"byte-swap", byte_swap},
    {"bits", bits},
    {"larger", larger},
    {"xorshift", xorshift},
    {"add-double", add_double},
    {"multiply-float", multiply_float},
    {"divide-double", divide_double},
    {"square-root", square_root},
    {"sine", sine},
    {"magnitude", magnitude},
    {"to-double-and-back", to_double_and_back},
    {"branch", branch},
    {"greatest-divisor", greatest_divisor},
    {"fibonacci", fibonacci},
    {"load", load},
    {"load-by-index", load_by_index},
    {"store", store},
    {"store-by-index", store_by_index},
    {"add-in-memory", add_in_memory},
    {"chase", chase},
    {"volatile-read", volatile_read},
    {"volatile-write", volatile_write},
    {"copy", copy},
    {"fill", fill},
    {"swap-in-memory", swap_in_memory},
    {"returned-struct", returned_struct},
    {"atomic-add", atomic_add},
    {"atomic-load", atomic_load},
    {"no-operation", no_operation},
    {"fence", fence},
    {"virtual-call", virtual_call},
    {"pointer-call", pointer_call},
    {"in-c", in_c},
    {"length", length},
    {"compare", compare},
    {"hash", hash},
    {"to-text", to_text},
    {"find-in-map", find_in_map},
    {"sort-eight", sort_eight},
};

}  // namespace bodies
