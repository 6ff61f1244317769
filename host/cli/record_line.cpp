#include "cli/record_line.hpp"

#include <fmt/format.h>

#include <cstdio>

#include "base/text.hpp"
#include "base/units.hpp"
#include "platform/terminal.hpp"

namespace benchlab::cli {
namespace {

constexpr std::uint64_t kRedrawNs = 400'000'000;

std::string seconds(std::uint64_t ns) {
    return fmt::format("{:.1f} s", static_cast<double>(ns) / base::kNsPerSecond);
}

std::string size(std::uint64_t bytes) {
    return base::format_quantity(static_cast<double>(bytes), base::Unit::kBytes);
}

std::string counted(std::uint64_t count, const char* one) {
    return fmt::format("{} {}{}", count, one, count == 1 ? "" : "s");
}

std::string lost_words(std::uint64_t lost) {
    return lost == 0 ? "nothing lost" : fmt::format("{} LOST", lost);
}

double per_second(std::uint64_t now, std::uint64_t before, std::uint64_t interval_ns) {
    if (interval_ns == 0 || now < before) return 0;
    return static_cast<double>(now - before) * base::kNsPerSecond /
           static_cast<double>(interval_ns);
}

}  // namespace

std::string record_line(const plugin::RecordState& now, const plugin::RecordState& before,
                        std::uint64_t elapsed_ns, std::uint64_t interval_ns) {
    std::string out =
        fmt::format("recording {}  {}, {}  {:.0f} events/s", seconds(elapsed_ns), size(now.bytes),
                    base::format_quantity(per_second(now.bytes, before.bytes, interval_ns),
                                          base::Unit::kBytesPerSecond),
                    per_second(now.events, before.events, interval_ns));
    if (now.frames > 0) out += "  " + counted(now.frames, "frame");
    return out + "  " + lost_words(now.lost);
}

std::string record_summary(const plugin::RecordState& state, std::uint64_t elapsed_ns) {
    std::string out = fmt::format("recorded {}: {}, {}", seconds(elapsed_ns), size(state.bytes),
                                  counted(state.events, "event"));
    if (state.frames > 0) out += ", " + counted(state.frames, "frame");
    return out + ", " + lost_words(state.lost);
}

RecordLine::RecordLine(std::string hint)
    : hint_(std::move(hint)), terminal_(platform::obeys_escape_codes(platform::Stream::kError)) {}

RecordLine::~RecordLine() {
    if (!drawn_) return;
    std::fputs("\r\033[K", stderr);
    std::fflush(stderr);
}

void RecordLine::show(const plugin::RecordState& state, std::uint64_t elapsed_ns) {
    if (!terminal_ || (drawn_ && elapsed_ns - before_ns_ < kRedrawNs)) return;
    draw(record_line(state, before_, elapsed_ns, elapsed_ns - before_ns_));
    before_ = state;
    before_ns_ = elapsed_ns;
}

void RecordLine::wait(std::uint64_t left_ns) {
    if (terminal_) draw("recording begins in " + seconds(left_ns));
}

void RecordLine::draw(std::string line) {
    const std::size_t width = platform::terminal_width(platform::Stream::kError);
    const std::string hint = fmt::format("  ({})", hint_);
    // The figures matter more, where there is no room for both.
    if (base::display_width(line) + hint.size() < width) line += hint;
    if (width > 1 && base::display_width(line) >= width) line.resize(width - 1);
    std::fputs(("\r" + line + "\033[K").c_str(), stderr);
    std::fflush(stderr);
    drawn_ = true;
}

}  // namespace benchlab::cli
