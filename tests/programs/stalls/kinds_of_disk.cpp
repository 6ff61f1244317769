// Stalls that wait for the disk.
#include "kinds.hpp"
#include "time.hpp"

namespace stalls {

__attribute__((noinline)) void Stage::read_cold(Stall& stall) {
    std::int64_t reads = 0;
    for (const std::int64_t end = now_ns() + length_ns_; now_ns() < end; ++reads) {
        cold_->read_piece();
    }
    add(stall, "reads", reads);
}

__attribute__((noinline)) void Stage::take_major_faults(Stall& stall) {
    std::int64_t pages = 0;
    cold_->map();
    for (const std::int64_t end = now_ns() + length_ns_; now_ns() < end; ++pages) {
        cold_->touch_page();
    }
    cold_->unmap();
    add(stall, "pages", pages);
}

}  // namespace stalls
