#include "cli/watchdog.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/program.hpp"
#include "platform/clock.hpp"
#include "platform/signals.hpp"
#include "plugin/breadcrumb.hpp"

namespace benchlab::cli {

Watchdog::Watchdog(std::uint64_t limit_ms, int exit_status)
    : thread_([this, limit_ms, exit_status] { watch(limit_ms, exit_status); }) {}

Watchdog::~Watchdog() {
    stop_ = true;
    thread_.join();
}

void Watchdog::watch(std::uint64_t limit_ms, int exit_status) {
    // Seldom enough not to disturb what is measured: a few wake-ups a second.
    const std::uint64_t pause_ms = std::clamp<std::uint64_t>(limit_ms / 4, 10, 250);
    while (!stop_) {
        platform::sleep_ms(pause_ms);
        const plugin::OngoingCall call = plugin::longest_ongoing_call();
        if (call.text.empty() || call.elapsed_ns / 1'000'000 <= limit_ms) continue;
        print_error(fmt::format(
            "hung: {}: has not come back for {} ms (--call-limit); what was finished is kept",
            call.text, call.elapsed_ns / 1'000'000));
        platform::exit_now(exit_status);
    }
}

}  // namespace benchlab::cli
