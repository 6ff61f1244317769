// Interrupts and softirqs on one CPU, made from another.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>

namespace stalls {

// Interrupts: the kernel is asked to make sure that all threads of this process see memory alike,
// for which it interrupts their CPUs.  Softirqs: packets over a loopback device in a network of its
// own, whose receiving side was moved to the CPU; that takes root.
class Storm {
  public:
    ~Storm();

    // On the thread that makes it, once.  May leave softirqs out.
    void prepare(int cpu);
    // Why there are no interrupts, and why no softirqs; empty: there are.
    const std::string& no_interrupts() const { return no_interrupts_; }
    const std::string& no_softirqs() const { return no_softirqs_; }

    // On that thread, until stop().
    void rage();
    void stop() { is_stopped_ = true; }

  private:
    void prepare_network(int cpu);

    std::atomic<bool> is_stopped_{false};
    std::string no_interrupts_, no_softirqs_ = "not prepared";
    int sender_ = -1, receiver_ = -1;
};

// How often the CPU was interrupted by others, and received packets, since the start of the system.
struct Interruptions {
    std::int64_t interrupts = 0, softirqs = 0;
};
Interruptions interruptions_of(int cpu);

}  // namespace stalls
