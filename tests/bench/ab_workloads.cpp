// ab_workloads.cpp: what ab.sh and compare.sh measure, as a plugin.  With MORE defined to 3 (or 10)
// each does 3 % (10 %) more work of the same kind.
#include <benchlab/keep.h>
#include <sys/mman.h>

#include <algorithm>
#include <benchlab/plugin.hpp>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
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

// 2054 numbers take 3 % longer than 2000, and 2190 take 10 % (29,088 comparisons of 26,228).
struct Sort {
    Sort() {
        std::mt19937 random(7);
        const std::size_t count = MORE == 10 ? 2190 : MORE == 3 ? 2054 : 2000;
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

// The 2^18 numbers below 2^18 in an order without pattern, and back: a Feistel network of two
// halves.
class Shuffled {
  public:
    static constexpr std::uint32_t kHalfBits = 9, kCount = 1u << 2 * kHalfBits;

    static std::uint32_t at(std::uint32_t place) {
        std::uint32_t left = place >> kHalfBits, right = place & kMask;
        for (std::uint32_t round = 0; round < kRounds; ++round) {
            left ^= mixed(right, round);
            std::swap(left, right);
        }
        return left << kHalfBits | right;
    }
    static std::uint32_t place_of(std::uint32_t number) {
        std::uint32_t left = number >> kHalfBits, right = number & kMask;
        for (std::uint32_t round = kRounds; round-- > 0;) {
            std::swap(left, right);
            left ^= mixed(right, round);
        }
        return left << kHalfBits | right;
    }

  private:
    static constexpr std::uint32_t kMask = (1u << kHalfBits) - 1, kRounds = 4;
    static std::uint32_t mixed(std::uint32_t half, std::uint32_t round) {
        std::uint32_t x = (half + 1) * 0x9E3779B1u + round * 0x85EBCA77u;
        x = (x ^ x >> 15) * 0x2C1B3C6Du;
        return (x ^ x >> 16) & kMask;
    }
};

// 1000 steps of one cycle over all lines of 16 MiB in huge pages, in random order.  It is made line
// by line as they lie: making it in its own order would take longer than measuring it.  (The order
// of a linear congruential generator is made faster still, but processes then differ by 10 %.)
struct Chase {
    struct alignas(64) Line {
        Line* next = nullptr;
    };
    Chase() {
        if (lines_ == nullptr) throw std::bad_alloc();
        madvise(lines_, kBytes, MADV_HUGEPAGE);
        for (std::uint32_t i = 0; i < Shuffled::kCount; ++i) {
            const std::uint32_t after = (Shuffled::place_of(i) + 1) % Shuffled::kCount;
            lines_[i].next = &lines_[Shuffled::at(after)];
        }
        at_ = lines_;
    }
    ~Chase() { std::free(lines_); }
    Chase(const Chase&) = delete;
    Chase& operator=(const Chase&) = delete;
    void run(std::uint64_t iterations) {
        for (std::uint64_t i = 0; i < iterations; ++i) {
            for (std::size_t step = 0; step < more(1000); ++step) at_ = at_->next;
        }
        bl_keep(&at_);
    }
    // Of pages of 4 KiB a virtual machine may take 60 ms to get them, and processes then differ by
    // up to 4 % by where theirs lie.
    static constexpr std::size_t kBytes = Shuffled::kCount * sizeof(Line), kHugePage = 2 << 20;
    Line* lines_ = static_cast<Line*>(std::aligned_alloc(kHugePage, kBytes));
    Line* at_ = nullptr;
};

}  // namespace

BENCHLAB_PLUGIN("org.example.ab-workloads", "1.0", bench<Spin>("spin", "Dependent steps of 1 us"),
                bench<Sort>("sort", "std::sort of 2000 numbers"),
                bench<Copy>("copy", "memcpy of 1 MiB"),
                bench<Chase>("chase", "Loads that wait for each other, 16 MiB"));
