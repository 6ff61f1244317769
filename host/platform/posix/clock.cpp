#include "platform/clock.hpp"

#include <cerrno>
#include <ctime>

namespace benchlab::platform {

std::uint64_t now_ns() {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000u +
           static_cast<std::uint64_t>(now.tv_nsec);
}

std::uint64_t unix_seconds() {
    return static_cast<std::uint64_t>(std::time(nullptr));
}

void sleep_ms(std::uint64_t ms) {
    timespec left{};
    left.tv_sec = static_cast<time_t>(ms / 1000);
    left.tv_nsec = static_cast<long>(ms % 1000) * 1'000'000;
    while (nanosleep(&left, &left) != 0 && errno == EINTR) {
    }
}

}  // namespace benchlab::platform
