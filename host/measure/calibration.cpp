#include "measure/calibration.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace benchlab::measure {
namespace {

// Beyond that a batch would take longer than anybody waits, or one iteration takes no time at all.
constexpr std::uint64_t kMostIterations = 1ull << 40;

constexpr std::size_t kMostUsableBatches = 10;

}  // namespace

Calibration::Calibration(std::uint64_t target_ns, std::uint64_t max_iterations, std::uint64_t fixed)
    : target_ns_(static_cast<double>(std::max<std::uint64_t>(target_ns, 1))),
      limit_(max_iterations == 0 ? kMostIterations : std::min(max_iterations, kMostIterations)),
      fixed_(fixed != 0),
      iterations_(fixed_ ? std::min(fixed, limit_) : 1) {}

void Calibration::add_warm_up(std::uint64_t elapsed_ns) {
    if (fixed_) return;
    const auto elapsed = static_cast<double>(elapsed_ns);
    last_call_fills_sample_ = iterations_ == 1 && elapsed >= target_ns_;
    if (elapsed < target_ns_ / 4 && iterations_ < limit_) {
        // Neither step can pass half of the target.
        const std::uint64_t factor = elapsed < target_ns_ / 16 ? 8 : 2;
        iterations_ = std::min(iterations_ * factor, limit_);
        return;
    }
    remember(elapsed_ns);
    iterations_ = fitting_iterations();
}

bool Calibration::settled() const {
    if (fixed_) return true;
    if (last_call_fills_sample_ && seen_ >= 2) return true;
    if (seen_ < kWindow) return false;
    const std::array<double, kWindow> calls = sorted_window();
    return calls.back() <= 2 * calls.front() || seen_ >= kMostUsableBatches;
}

bool Calibration::add_sample(std::uint64_t elapsed_ns) {
    if (fixed_) return false;
    remember(elapsed_ns);
    const double length = typical_call_ns() * static_cast<double>(iterations_);
    if (length >= target_ns_ / 2 && length <= target_ns_ * 2) return false;
    const std::uint64_t fitting = fitting_iterations();
    if (fitting == iterations_) return false;
    iterations_ = fitting;
    return true;
}

void Calibration::remember(std::uint64_t elapsed_ns) {
    call_ns_[seen_ % kWindow] = static_cast<double>(elapsed_ns) / static_cast<double>(iterations_);
    ++seen_;
}

std::array<double, Calibration::kWindow> Calibration::sorted_window() const {
    std::array<double, kWindow> sorted = call_ns_;
    std::fill(sorted.begin() + static_cast<std::ptrdiff_t>(std::min(seen_, kWindow)), sorted.end(),
              std::numeric_limits<double>::infinity());
    std::sort(sorted.begin(), sorted.end());
    return sorted;
}

double Calibration::typical_call_ns() const {
    // Of two, the lower: what disturbs a batch makes it longer.
    return sorted_window()[(std::min(seen_, kWindow) - 1) / 2];
}

std::uint64_t Calibration::fitting_iterations() const {
    const double shortest = target_ns_ / static_cast<double>(limit_);
    const double fitting = std::round(target_ns_ / std::max(typical_call_ns(), shortest));
    return std::clamp<std::uint64_t>(static_cast<std::uint64_t>(fitting), 1, limit_);
}

}  // namespace benchlab::measure
