#include "etl/screen_paths.hpp"

namespace benchlab::etl {

void ComposedPath::take(const ScreenStep& step) {
    switch (step.kind) {
        case StepKind::kToken: {
            Tracked& present = tracker_.begun_by(step);
            present.mode = PresentMode::kComposedFlip;
            present.tears = false;
            present.surface = step.key;
            by_surface_[{step.key, step.bind, step.sequence}] = tracker_.index_of(present);
            return;
        }
        case StepKind::kHistory:
            return hand_in(step);
        case StepKind::kTokenState:
            return change_state(step);
        case StepKind::kDwmPresent:
            return tracker_.compositor(step.pid);
        default:
            return take_over(step);
    }
}

void ComposedPath::hand_in(const ScreenStep& step) {
    constexpr std::uint32_t kRedirectedGdi = 1, kComposition = 7;
    if (step.number == kRedirectedGdi || step.number == kComposition) return;
    // It belongs to the copy or the surface before it, be that in the queue by now or not.
    Tracked* const known = tracker_.of_thread(step);
    const bool follows = known != nullptr && known->outcome == kNoOutcome &&
                         known->mode != PresentMode::kUnknown && !known->has_token;
    Tracked& present = follows ? *known : tracker_.begun_by(step);
    present.has_token = true;
    if (present.mode == PresentMode::kUnknown) present.mode = PresentMode::kComposedFlip;
    if (present.mode == PresentMode::kLegacyCopy) present.mode = PresentMode::kComposedCopyGpu;
    present.tears = false;
    by_token_[step.key] = tracker_.index_of(present);
    if (present.mode == PresentMode::kComposedCopyCpu && step.bind != 0) {
        by_token_data_[step.bind] = tracker_.index_of(present);
    }
}

Tracked* ComposedPath::of_surface(const ScreenStep& step) {
    const auto found = by_surface_.find({step.key, step.bind, step.sequence});
    return found == by_surface_.end() ? nullptr : &tracker_.at(found->second);
}

void ComposedPath::change_state(const ScreenStep& step) {
    constexpr std::uint32_t kInFrame = 3, kDiscardedState = 6;
    Tracked* const present = of_surface(step);
    if (present == nullptr) return;
    if (step.number == kInFrame) {
        present->is_in_frame = true;
        if (step.flag && present->mode == PresentMode::kComposedFlip) {
            present->mode = PresentMode::kIndependentFlip;
        }
    } else if (step.number == kDiscardedState) {
        // Behind "in frame" it is only bookkeeping.
        if (!present->is_in_frame) tracker_.end(*present, kDiscarded);
        by_surface_.erase({step.key, step.bind, step.sequence});
    }
}

void ComposedPath::take_over(const ScreenStep& step) {
    if (step.kind == StepKind::kDwmSurface) {
        Tracked* const present = of_surface(step);
        if (present != nullptr && present->is_in_frame) tracker_.wait_for_compositor(*present);
    } else if (step.kind == StepKind::kDwmGetHistory) {
        for (const auto& [window, index] : newest_copy_) {
            tracker_.wait_for_compositor(tracker_.at(index));
        }
        newest_copy_.clear();
    } else if (step.kind == StepKind::kDwmChain) {
        const auto found = by_token_data_.find(step.key);
        if (found == by_token_data_.end()) return;
        Tracked& present = tracker_.at(found->second);
        if (present.window == 0) present.window = step.bind;
        tracker_.wait_for_compositor(present);
        by_token_data_.erase(found);  // the first of its events counts
    } else {
        const auto found = by_token_.find(step.key);
        if (found == by_token_.end()) return;
        Tracked& present = tracker_.at(found->second);
        if (present.mode == PresentMode::kComposedCopyGpu) {
            newest_copy_[present.window] = found->second;
        } else if (present.mode == PresentMode::kComposedFlip && !has_surfaces_) {
            tracker_.wait_for_compositor(present);
        }
        by_token_.erase(found);
    }
}

}  // namespace benchlab::etl
