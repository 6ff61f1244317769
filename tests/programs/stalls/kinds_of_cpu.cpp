// Stalls that sleep or compute, or have no CPU to compute on.
#include <sys/mman.h>

#include "kinds.hpp"
#include "time.hpp"

namespace stalls {
namespace {

constexpr std::size_t kPage = 4096, kBlock = 4 << 20;
constexpr std::int64_t kStarvedWorkNs = 1'000'000;
constexpr std::int64_t kLeastInterruptions = 100;
constexpr int kMostLengths = 10;

}  // namespace

__attribute__((noinline)) std::uint64_t compute_for(std::int64_t ns, clockid_t clock) {
    const std::int64_t end = now_ns(clock) + ns;
    std::uint64_t value = 88172645463325252, rounds = 0;
    while (now_ns(clock) < end) {
        for (int i = 0; i < 2000; ++i) {
            value ^= value << 13;
            value ^= value >> 7;
            value ^= value << 17;
        }
        ++rounds;
    }
    __asm__ volatile("" : : "r"(value));
    return rounds;
}

__attribute__((noinline)) void Stage::sleep() {
    sleep_ns(length_ns_);
}

__attribute__((noinline)) void Stage::spin() {
    compute_for(length_ns_, CLOCK_MONOTONIC);
}

// The starver takes the CPU as soon as it is told to.
__attribute__((noinline)) void Stage::starve() {
    starver_->start([this] { compute_for(length_ns_, CLOCK_MONOTONIC); });
    compute_for(kStarvedWorkNs, CLOCK_THREAD_CPUTIME_ID);
    starver_->wait();
}

__attribute__((noinline)) void Stage::be_interrupted(Stall& stall) {
    const Interruptions before = interruptions_of(cpu_);
    std::int64_t interrupts = 0, softirqs = 0;
    storm_thread_->start([this] { storm_.rage(); });
    stall.begin_ns = now_ns();
    // Where other programs have the CPUs it takes longer until the storm is one.
    for (int i = 0; i < kMostLengths && interrupts + softirqs < kLeastInterruptions; ++i) {
        compute_for(length_ns_, CLOCK_MONOTONIC);
        stall.end_ns = now_ns();
        const Interruptions after = interruptions_of(cpu_);
        interrupts = after.interrupts - before.interrupts;
        softirqs = after.softirqs - before.softirqs;
    }
    storm_.stop();
    storm_thread_->wait();
    add(stall, "interrupts", interrupts);
    add(stall, "softirqs", softirqs);
    if (interrupts + softirqs < kLeastInterruptions) stall.skipped = "nothing interrupted the CPU";
    if (!storm_.no_softirqs().empty()) {
        stall.detail += " (no softirqs: " + storm_.no_softirqs() + ")";
    }
}

// Page by page, never one that was touched before, and without huge pages.
__attribute__((noinline)) void Stage::touch_fresh_memory(Stall& stall) {
    std::int64_t pages = 0;
    const std::int64_t end = now_ns() + length_ns_;
    while (now_ns() < end) {
        void* const block =
            mmap(nullptr, kBlock, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (block == MAP_FAILED) break;
        madvise(block, kBlock, MADV_NOHUGEPAGE);
        auto* const bytes = static_cast<volatile unsigned char*>(block);
        for (std::size_t at = 0; at < kBlock && now_ns() < end; at += kPage, ++pages) bytes[at] = 1;
        munmap(block, kBlock);
    }
    add(stall, "pages", pages);
}

}  // namespace stalls
