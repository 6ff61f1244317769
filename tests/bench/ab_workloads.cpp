// ab_workloads.cpp: what ab.sh and compare.sh measure, as a plugin.  With MORE defined to 3 (or 10)
// each does 3 % (10 %) more work of the same kind.
#include <algorithm>
#include <benchlab/keep.h>
#include <benchlab/plugin.hpp>
#include <cstdint>
#include <cstring>
#include <random>
#include <vector>

#ifndef MORE
#define MORE 0
#endif

namespace {

constexpr std::size_t more(std::size_t amount) {
    return amount + amount * MORE / 100;
}

// 800 multiplications and additions that each wait for the one before: about 1 us.
struct Spin {
    std::uint64_t run(std::uint64_t iterations) {
        std::uint64_t state = state_;
        for (std::uint64_t i = 0; i < iterations * more(800); ++i) {
            state = state * 0x9E3779B97F4A7C15u + 1;
        }
        return state_ = state;
    }
    std::uint64_t state_ = 3;
};

// n log n comparisons: 2054 numbers are 3 % more than 2000, 2177 are 10 %.
struct Sort {
    Sort() {
        std::mt19937 random(7);
        const std::size_t count = MORE == 10 ? 2177 : MORE == 3 ? 2054 : 2000;
        for (std::size_t i = 0; i < count; ++i) numbers_.push_back(random());
        sorted_ = numbers_;
    }
    void run(std::uint64_t iterations) {
        for (std::uint64_t i = 0; i < iterations; ++i) {
            std::copy(numbers_.begin(), numbers_.end(), sorted_.begin());
            std::sort(sorted_.begin(), sorted_.end());
            bl_keep(sorted_.data());
        }
    }
    std::vector<std::uint32_t> numbers_, sorted_;
};

struct Copy {
    Copy() : from_(more(1 << 20), 1), to_(more(1 << 20), 2) {}
    void run(std::uint64_t iterations) {
        for (std::uint64_t i = 0; i < iterations; ++i) {
            std::memcpy(to_.data(), from_.data(), from_.size());
            bl_keep(to_.data());
        }
    }
    std::vector<unsigned char> from_, to_;
};

// 1000 steps of one cycle over all lines of 16 MiB, in random order.
struct Chase {
    struct alignas(64) Line {
        Line* next = nullptr;
    };
    Chase() : lines_((16 << 20) / sizeof(Line)) {
        std::vector<std::uint32_t> order(lines_.size());
        for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<std::uint32_t>(i);
        std::uint64_t random = 88172645463325252u;
        for (std::size_t i = order.size() - 1; i > 0; --i) {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            std::swap(order[i], order[random % i]);
        }
        for (std::size_t i = 0; i < order.size(); ++i) {
            lines_[order[i]].next = &lines_[order[(i + 1) % order.size()]];
        }
        at_ = lines_.data();
    }
    void run(std::uint64_t iterations) {
        for (std::uint64_t i = 0; i < iterations; ++i) {
            for (std::size_t step = 0; step < more(1000); ++step) at_ = at_->next;
        }
        bl_keep(&at_);
    }
    std::vector<Line> lines_;
    Line* at_ = nullptr;
};

}  // namespace

BENCHLAB_PLUGIN("org.example.ab-workloads", "1.0", bench<Spin>("spin", "Dependent steps of 1 us"),
                bench<Sort>("sort", "std::sort of 2000 numbers"),
                bench<Copy>("copy", "memcpy of 1 MiB"),
                bench<Chase>("chase", "Loads that wait for each other, 16 MiB"));
