#include "cli/watchdog.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <string_view>
#include <thread>

#include "cli/last_words.hpp"
#include "platform/clock.hpp"
#include "platform/signals.hpp"
#include "plugin/breadcrumb.hpp"

namespace benchlab::cli {
namespace {

constexpr std::uint64_t kNsPerMs = 1'000'000;

std::atomic<std::uint64_t> end_began_ns{0};

class Watchdog {
  public:
    Watchdog(std::uint64_t limit_ms, int exit_status)
        : limit_ns_(limit_ms * kNsPerMs), exit_status_(exit_status) {}

    [[noreturn]] void watch() {
        // Seldom enough not to disturb what is measured: a few wake-ups a second.
        const std::uint64_t pause_ms = std::clamp<std::uint64_t>(limit_ns_ / kNsPerMs / 4, 10, 250);
        std::uint64_t before = platform::now_ns();
        for (;;) {
            platform::sleep_ms(pause_ms);
            const std::uint64_t now = platform::now_ns();
            look(now, now - before > pause_ms * kNsPerMs + kStopped ? now - before : 0);
            before = now;
        }
    }

  private:
    // A wake-up that comes so much too late: the whole process did not run (Ctrl+Z, a debugger, a
    // sleeping laptop), and so neither did the call.
    static constexpr std::uint64_t kStopped = 2'000 * kNsPerMs;

    void look(std::uint64_t now, std::uint64_t stopped_ns) {
        std::uint64_t since = 0;
        std::size_t size = plugin::describe_longest_call(words_, sizeof words_, since);
        if (size == 0) {
            since = end_began_ns.load();
            constexpr std::string_view kAtEnd = "what plugins do at the end of the process";
            size = kAtEnd.copy(words_, sizeof words_);
        }
        if (since != since_) {
            since_ = since;
            not_run_ns_ = 0;
        }
        // A call that is seen for the first time may have begun just before the process stopped.
        not_run_ns_ += std::min(stopped_ns, now > since ? now - since : 0);
        if (since == 0 || now <= since + not_run_ns_) return;
        const std::uint64_t spent_ns = now - since - not_run_ns_;
        if (spent_ns > limit_ns_) tell({words_, size}, spent_ns / kNsPerMs);
    }

    // Neither memory nor the locks of stdio: the thread that hangs may hold them.
    [[noreturn]] void tell(std::string_view call, std::uint64_t spent_ms) const {
        char line[1024];
        const auto end = fmt::format_to_n(line, sizeof line,
                                          "benchlab: hung: {}: has not come back for {} ms "
                                          "(--call-limit){}\n",
                                          call, spent_ms, last_hint());
        tell_last_words({line, std::min(end.size, sizeof line)});
        platform::exit_now(exit_status_);
    }

    std::uint64_t limit_ns_;
    int exit_status_;
    char words_[512] = {};
    std::uint64_t since_ = 0;       // when the call began that was seen last
    std::uint64_t not_run_ns_ = 0;  // of it
};

}  // namespace

void watch_calls(std::uint64_t limit_ms, int exit_status) {
    static std::atomic<bool> watching{false};
    if (watching.exchange(true)) return;
    // Detached and with nothing that is ever destroyed: plugins run until the process is gone.
    auto* const watchdog = new Watchdog(limit_ms, exit_status);
    std::thread([watchdog] { watchdog->watch(); }).detach();
}

void watch_end() {
    end_began_ns = platform::now_ns();
}

}  // namespace benchlab::cli
