// platform/posix/cpu_mask.hpp: a CPU mask of any length.  Internal to this folder and its tests.
#pragma once

#include <sched.h>

#include <climits>
#include <cstddef>
#include <vector>

namespace benchlab::platform {

// cpu_set_t itself ends at 1024 CPUs; the system calls take longer ones.
class CpuMask {
  public:
    explicit CpuMask(std::size_t cpus) : words_((cpus + kBits - 1) / kBits) {}

    std::size_t size_bytes() const { return words_.size() * sizeof(unsigned long); }
    cpu_set_t* data() { return reinterpret_cast<cpu_set_t*>(words_.data()); }
    void set(unsigned cpu) { words_.at(cpu / kBits) |= 1ul << (cpu % kBits); }

    std::vector<unsigned> cpus() const {
        std::vector<unsigned> out;
        for (std::size_t i = 0; i < words_.size() * kBits; ++i) {
            if ((words_[i / kBits] >> (i % kBits)) & 1u) out.push_back(static_cast<unsigned>(i));
        }
        return out;
    }

  private:
    static constexpr std::size_t kBits = sizeof(unsigned long) * CHAR_BIT;
    std::vector<unsigned long> words_;
};

}  // namespace benchlab::platform
