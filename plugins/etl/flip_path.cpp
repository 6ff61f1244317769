#include "etl/screen_paths.hpp"

namespace benchlab::etl {
namespace {

// FlipEntryStatusAfterFlip
constexpr std::uint32_t kWaitsForVsync = 5, kWaitsForHsync = 15;

void flips_independently(Tracked& present) {
    if (present.mode == PresentMode::kComposedFlip) present.mode = PresentMode::kIndependentFlip;
}

}  // namespace

void FlipPath::take(const ScreenStep& step) {
    switch (step.kind) {
        case StepKind::kFlip:
        case StepKind::kFlipPlanes:
            return flip(step);
        case StepKind::kQueued:
            if (Tracked* const present = tracker_.of_thread(step)) tracker_.queue(*present, step);
            return;
        case StepKind::kLeft: {
            // Without a register to write, the flip is a packet like any other.
            Tracked* const present = tracker_.of_packet(step);
            if (present == nullptr || present->flips_by_mmio) return;
            if (present->mode == PresentMode::kLegacyFlip) tracker_.show(*present, step.time);
            return;
        }
        case StepKind::kIndependentFlip:
            if (Tracked* const present = tracker_.of_sequence(step.sequence)) {
                flips_independently(*present);
            }
            return;
        case StepKind::kMmioFlip:
        case StepKind::kMmioFlipPlanes:
            return flip_register(step);
        default:
            return refresh(step);
    }
}

void FlipPath::flip(const ScreenStep& step) {
    const bool has_planes = step.kind == StepKind::kFlipPlanes;
    Tracked& present = tracker_.begun_by(step, has_planes ? step.key : 0);
    if (present.mode == PresentMode::kUnknown) present.mode = PresentMode::kLegacyFlip;
    present.flips_by_mmio = present.flips_by_mmio || has_planes || step.flag;
    if (!has_planes) present.tears = step.number == 0;
    tracker_.flipped_by_compositor(present);
}

void FlipPath::flip_register(const ScreenStep& step) {
    Tracked* const present = tracker_.of_sequence(step.sequence);
    if (present == nullptr) return;
    flips_independently(*present);
    present->flips_by_mmio = true;
    present->flip = step.time;
    const bool has_planes = step.kind == StepKind::kMmioFlipPlanes;
    if (has_planes && step.number == kNoStatus) return;
    const bool waits =
        has_planes ? step.number == kWaitsForVsync || step.number == kWaitsForHsync : !step.flag;
    present->tears = has_planes ? step.number != kWaitsForVsync : step.flag;
    if (waits) return;
    if (has_planes) present->delay = plans_.delay_of(step.tid);
    tracker_.show(*present,
                  plus(step.time, static_cast<std::uint64_t>(present->delay.value_or(0))));
}

void FlipPath::refresh(const ScreenStep& step) {
    Tracked* const present = tracker_.of_sequence(step.sequence);
    if (present == nullptr) return;
    if (step.kind == StepKind::kRefreshPlanes) {
        flips_independently(*present);
        if (step.flag && present->mode == PresentMode::kIndependentFlip) {
            present->mode = PresentMode::kHardwareIndependentFlip;
        }
    }
    tracker_.show(*present, step.time);
}

}  // namespace benchlab::etl
