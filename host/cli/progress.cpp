#include "cli/progress.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "base/text.hpp"
#include "base/units.hpp"
#include "platform/clock.hpp"
#include "platform/terminal.hpp"

namespace benchlab::cli {
namespace {

constexpr std::uint64_t kNsPerMs = 1'000'000;
constexpr std::uint64_t kRedrawNs = 200 * kNsPerMs;

}  // namespace

Progress::Progress(bool quiet, std::size_t total, std::uint64_t expected_ms)
    : quiet_(quiet),
      terminal_(platform::obeys_escape_codes(platform::Stream::kError)),
      total_(total),
      expected_ms_(expected_ms),
      run_began_ns_(platform::now_ns()) {}

void Progress::begin(std::size_t index, const std::string& name, std::uint64_t samples) {
    if (quiet_) return;
    index_ = index;
    name_ = name;
    samples_ = samples;
    began_ns_ = platform::now_ns();
    if (terminal_) {
        draw(0);
    } else {
        std::fputs(fmt::format("[{}/{}] {}\n", index + 1, total_, base::printable(name)).c_str(),
                   stderr);
    }
}

void Progress::sampled(std::uint64_t done) {
    // Drawing costs time and cache: seldom, and never inside what is timed.
    if (quiet_ || !terminal_ || platform::now_ns() - drawn_ns_ < kRedrawNs) return;
    draw(done);
}

void Progress::end() {
    ++finished_;
    clear();
}

void Progress::clear() {
    if (!drawn_) return;
    std::fputs("\r\033[K", stderr);
    std::fflush(stderr);
    drawn_ = false;
}

std::uint64_t Progress::remaining_ms(std::uint64_t done) const {
    // What benchmarks took so far tells better than what was planned, once there are some.
    const std::uint64_t now = platform::now_ns();
    const std::uint64_t each_ms =
        finished_ > 0 ? (began_ns_ - run_began_ns_) / kNsPerMs / finished_ : expected_ms_;
    const std::uint64_t in_this = (now - began_ns_) / kNsPerMs;
    std::uint64_t left = each_ms > in_this ? each_ms - in_this : 0;
    if (done > 0 && done < samples_) left = in_this * (samples_ - done) / done;
    return left + each_ms * (total_ - std::min(total_, index_ + 1));
}

void Progress::draw(std::uint64_t done) {
    drawn_ns_ = platform::now_ns();
    std::string line = fmt::format("[{}/{}] {}", index_ + 1, total_, base::printable(name_));
    if (samples_ > 0) line += fmt::format("  {}/{} samples", done, samples_);
    line +=
        fmt::format("  about {} left",
                    base::format_duration_ms(std::max<std::uint64_t>(remaining_ms(done), 1000)));
    const std::size_t width = platform::terminal_width(platform::Stream::kError);
    if (width > 1 && base::display_width(line) >= width) line.resize(width - 1);
    std::fputs(("\r" + line + "\033[K").c_str(), stderr);
    std::fflush(stderr);
    drawn_ = true;
}

}  // namespace benchlab::cli
