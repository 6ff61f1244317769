#include "etl/screen_paths.hpp"

#include <algorithm>

namespace benchlab::etl {
namespace {

// Hands each step to those whose it is.
class Paths {
  public:
    Paths(PresentTracker& tracker, bool has_surfaces)
        : tracker_(tracker),
          types_(tracker),
          flips_(tracker, plans_),
          copies_(tracker),
          composed_(tracker, has_surfaces) {}

    void take(const ScreenStep& step) {
        switch (step.kind) {
            case StepKind::kStart:
                return tracker_.start(step);
            case StepKind::kStop:
                return tracker_.stop(step);
            case StepKind::kBlit:
            case StepKind::kBlitCancel:
            case StepKind::kPresentInfo:
                return copies_.take(step);
            case StepKind::kLeft:
                flips_.take(step);
                return copies_.take(step);
            case StepKind::kFlip:
            case StepKind::kFlipPlanes:
            case StepKind::kIndependentFlip:
            case StepKind::kQueued:
            case StepKind::kMmioFlip:
            case StepKind::kMmioFlipPlanes:
            case StepKind::kRefresh:
            case StepKind::kRefreshPlanes:
                return flips_.take(step);
            case StepKind::kPresentType:
            case StepKind::kFlipIds:
            case StepKind::kFlipType:
                return types_.take(step);
            case StepKind::kFlipRequest:
                return plans_.take(step);
            default:
                return composed_.take(step);
        }
    }

  private:
    PresentTracker& tracker_;
    FrameTypes types_;
    FlipPlans plans_;
    FlipPath flips_;
    CopyPath copies_;
    ComposedPath composed_;
};

}  // namespace

void follow_presents(const std::vector<ScreenStep>& steps, PresentTracker& tracker) {
    const bool has_surfaces = std::any_of(steps.begin(), steps.end(), [](const ScreenStep& each) {
        return each.kind == StepKind::kToken;
    });
    Paths paths(tracker, has_surfaces);
    for (const ScreenStep& step : steps) paths.take(step);
    collapse_delayed(tracker);
}

}  // namespace benchlab::etl
