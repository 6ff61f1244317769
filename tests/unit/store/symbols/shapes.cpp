// A program for symbol_files_test.cpp: the kinds of functions that C++ has.  It is never run.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace geo {

struct Point {
    double x, y;
    Point(double a, double b);
    ~Point();
    double dot(const Point& other) const;
    template <class Number>
    [[gnu::noinline]] Number scaled(Number by) const {
        return static_cast<Number>(x) * by + static_cast<Number>(y);
    }
};

[[gnu::noinline]] Point::Point(double a, double b) : x(a), y(b) {
    if (a < 0) std::puts("left");
}
[[gnu::noinline]] Point::~Point() {
    if (x < 0) std::puts("gone");
}
[[gnu::noinline]] double Point::dot(const Point& other) const {
    return x * other.x + y * other.y;
}

namespace {

int counter = 0;

// Three functions in each other, inlined.
inline int innermost(int value) {
    counter += value;
    if (counter % 7 == 3) std::printf("%d\n", counter);
    return counter;
}
inline int middle(int value) {
    int sum = 0;
    for (int i = 0; i < value; ++i) sum += innermost(i * sum);
    return sum;
}
[[gnu::noinline]] int outer(int value) {
    return middle(value) + middle(value + 1);
}
[[gnu::noinline]] [[noreturn]] void give_up(const char* why) {
    std::fprintf(stderr, "%s\n", why);
    std::abort();
}

}  // namespace

template <class T, int kSize>
struct Ring {
    T values[kSize];
    [[gnu::noinline]] T sum() const;
};
template <class T, int kSize>
T Ring<T, kSize>::sum() const {
    T out{};
    for (const T& value : values) out = out + value;
    return out;
}

[[gnu::noinline]] int sort_all(std::vector<std::string>& names, int order) {
    const auto smaller = [order](const std::string& a, const std::string& b) {
        return order > 0 ? a < b : b < a;
    };
    std::sort(names.begin(), names.end(), smaller);
    if (names.empty()) give_up("nothing to sort");
    return static_cast<int>(names.size());
}

}  // namespace geo

extern "C" [[gnu::noinline, gnu::visibility("default")]] int plain_c_name(int value) {
    return geo::outer(value) * 3;
}
extern "C" [[gnu::visibility("default")]] int another_name(int value)
    __attribute__((alias("plain_c_name")));

static __attribute__((noinline)) int same_name(int value) {
    return value / 3 + 1;
}

int main(int count, char** words) {
    std::vector<std::string> names(words, words + count);
    const geo::Point a(count, 2), b(3, count);
    geo::Ring<long, 5> ring{{1, 2, 3, 4, count}};
    std::printf("%f %d %ld %f\n", a.dot(b), a.scaled(count), ring.sum(), b.scaled(1.5f));
    return geo::sort_all(names, count) + plain_c_name(count) + same_name(count);
}
