// mem/loaders.hpp: threads that read memory, each on a CPU of its own, as much of the time as they
// are told.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <thread>
#include <vector>

#include "../common/memory.hpp"
#include "kernels.hpp"

namespace benchlab::plugins {

// The CPUs that a thread of this process may be put on, but for the one that the calling thread
// runs on.  Pinning of the calling thread does not count.
std::vector<unsigned> other_cpus();

class Loaders {
  public:
    ~Loaders();  // ends them

    // A thread on each CPU that reads its part, `bytes` of it, over and over; after each piece it
    // waits so long that it reads `percent` of the time, 1 to 100.  May throw std::system_error,
    // when there are no more threads, or std::bad_alloc.
    void start(const std::vector<unsigned>& cpus, const Parts& parts, std::uint64_t bytes,
               const Kernel& kernel, std::uint64_t percent);

    std::uint64_t bytes_read() const;  // by all of them, so far

  private:
    struct alignas(128) Count {
        std::atomic<std::uint64_t> bytes{0};
        std::atomic<std::uint64_t> check{0};
    };
    void load(unsigned cpu, unsigned char* part, std::uint64_t bytes, ReadLoop read,
              std::uint64_t percent, Count& count) const;

    std::atomic<bool> ending_{false};
    std::unique_ptr<Count[]> counts_;
    std::vector<std::thread> threads_;
};

}  // namespace benchlab::plugins
