// Stalls that wait for a lock, and what its holder does in the meantime.
#include "kinds.hpp"
#include "time.hpp"

namespace stalls {
namespace {

constexpr std::int64_t kComputeBeforeNs = 2'000'000;

}  // namespace

// The holder has the lock before the stall begins, and lets go when it has held it for its length
// from then on.
__attribute__((noinline)) void Stage::wait_for_lock(Held how, Stall& stall) {
    holder_->start([this, how] { hold_lock(how); });
    is_held_.wait();
    stall.begin_ns = now_ns();
    is_wanted_.open();
    lock_.lock();
    lock_.unlock();
    stall.end_ns = now_ns();
    holder_->wait();
    add(stall, "holder", holder_->tid());
    if (how == Held::kPreempted) add(stall, "preempter", preempter_->tid());
}

__attribute__((noinline)) void Stage::hold_lock(Held how) {
    const std::lock_guard lock(lock_);
    is_held_.open();
    is_wanted_.wait();
    const std::int64_t end = now_ns() + length_ns_;
    switch (how) {
        case Held::kSleeping:
            sleep_ns(length_ns_);
            return;
        case Held::kComputing:
            compute_for(length_ns_, CLOCK_MONOTONIC);
            return;
        case Held::kPreempted:
            // It takes this CPU within the computing, which ends after it.
            preempter_->start([this] { compute_for(length_ns_, CLOCK_MONOTONIC); });
            compute_for(kComputeBeforeNs, CLOCK_THREAD_CPUTIME_ID);
            preempter_->wait();
            return;
        case Held::kReading:
            while (now_ns() < end) cold_->read_piece();
            return;
    }
}

}  // namespace stalls
