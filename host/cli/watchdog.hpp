// cli/watchdog.hpp: a thread that ends the process when a call into a plugin does not come back.
// (Nothing gentler is possible: a thread that runs foreign code cannot be stopped from outside.)
#pragma once

#include <atomic>
#include <cstdint>
#include <thread>

namespace benchlab::cli {

class Watchdog {
  public:
    // Ends the process with `exit_status` after a line on stderr that names the call.
    Watchdog(std::uint64_t limit_ms, int exit_status);
    ~Watchdog();
    Watchdog(const Watchdog&) = delete;
    Watchdog& operator=(const Watchdog&) = delete;

  private:
    void watch(std::uint64_t limit_ms, int exit_status);
    std::atomic<bool> stop_{false};
    std::thread thread_;
};

}  // namespace benchlab::cli
