#include "loaders.hpp"

#include <algorithm>
#include <chrono>

#if defined(_WIN32)
#include "../common/windows_header.hpp"
#elif defined(__linux__)
#include <sched.h>
#include <unistd.h>
#endif

namespace benchlab::plugins {
namespace {

constexpr std::uint64_t kPiece = 64 * kKibibyte;

#if defined(__linux__)

// A thread that is pinned tells one CPU only, so all are tried: what the container does not allow
// is refused.
bool may_run_on(unsigned cpu) {
    cpu_set_t before, wanted;
    CPU_ZERO(&wanted);
    CPU_SET(cpu, &wanted);
    if (sched_getaffinity(0, sizeof before, &before) != 0) return false;
    const bool may = sched_setaffinity(0, sizeof wanted, &wanted) == 0;
    sched_setaffinity(0, sizeof before, &before);
    return may;
}

void go_to(unsigned cpu) {
    cpu_set_t wanted;
    CPU_ZERO(&wanted);
    CPU_SET(cpu, &wanted);
    sched_setaffinity(0, sizeof wanted, &wanted);
}

#elif defined(_WIN32)

void go_to(unsigned cpu) {
    SetThreadAffinityMask(GetCurrentThread(), DWORD_PTR{1} << cpu);
}

#else

void go_to(unsigned) {}

#endif

}  // namespace

std::vector<unsigned> other_cpus() {
    std::vector<unsigned> found;
#if defined(__linux__)
    const int here = sched_getcpu();
    const long last = std::min<long>(sysconf(_SC_NPROCESSORS_CONF), CPU_SETSIZE);
    for (long cpu = 0; cpu < last; ++cpu) {
        if (cpu != here && may_run_on(static_cast<unsigned>(cpu))) {
            found.push_back(static_cast<unsigned>(cpu));
        }
    }
#else
    unsigned here = 0;
#if defined(_WIN32)
    here = GetCurrentProcessorNumber();
#endif
    const unsigned count = std::min(std::thread::hardware_concurrency(), 64u);
    for (unsigned cpu = 0; cpu < count; ++cpu) {
        if (cpu != here) found.push_back(cpu);
    }
#endif
    return found;
}

Loaders::~Loaders() {
    ending_ = true;
    for (std::thread& thread : threads_) thread.join();
}

void Loaders::start(const std::vector<unsigned>& cpus, const Parts& parts, std::uint64_t bytes,
                    const Kernel& kernel, std::uint64_t percent) {
    counts_ = std::make_unique<Count[]>(cpus.size());
    threads_.reserve(cpus.size());
    for (std::size_t i = 0; i < cpus.size(); ++i) {
        unsigned char* const part = parts.of(static_cast<std::uint32_t>(i));
        threads_.emplace_back([this, cpu = cpus[i], part, bytes, read = kernel.read, percent, i] {
            load(cpu, part, bytes, read, percent, counts_[i]);
        });
    }
}

void Loaders::load(unsigned cpu, unsigned char* part, std::uint64_t bytes, ReadLoop read,
                   std::uint64_t percent, Count& count) const {
    using Clock = std::chrono::steady_clock;
    go_to(cpu);
    std::uint64_t at = 0;
    while (!ending_.load(std::memory_order_relaxed)) {
        const auto began = Clock::now();
        count.check.fetch_add(read(part + at, kPiece, 1), std::memory_order_relaxed);
        count.bytes.fetch_add(kPiece, std::memory_order_relaxed);
        at = at + 2 * kPiece <= bytes ? at + kPiece : 0;
        const auto read_for = Clock::now() - began;
        const auto until = began + read_for * 100 / percent;
        // Spun away: a sleep would take far longer than the wait.
        while (Clock::now() < until && !ending_.load(std::memory_order_relaxed)) {
        }
    }
}

std::uint64_t Loaders::bytes_read() const {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < threads_.size(); ++i) {
        sum += counts_[i].bytes.load(std::memory_order_relaxed);
    }
    return sum;
}

}  // namespace benchlab::plugins
