#include <algorithm>

#include "etl/screen_paths.hpp"

namespace benchlab::etl {

void CopyPath::take(const ScreenStep& step) {
    if (step.kind == StepKind::kBlit) {
        Tracked& present = tracker_.begun_by(step);
        present.window = step.key;
        // One that the compositor gets says so by a token that follows.
        present.mode = step.flag ? PresentMode::kComposedCopyCpu : PresentMode::kLegacyCopy;
    } else if (step.kind == StepKind::kBlitCancel) {
        if (Tracked* const present = tracker_.of_thread(step)) tracker_.end(*present, kDiscarded);
    } else if (step.kind == StepKind::kPresentInfo) {
        Tracked* const present = tracker_.of_thread(step);
        if (present == nullptr) return;
        if (present->window == 0) present->window = step.key;
        present->has_info = true;
        show_copied(*present);
    } else if (step.kind == StepKind::kLeft) {
        Tracked* const present = tracker_.of_packet(step);
        if (present == nullptr || present->copied != BL_NO_TIME) return;
        present->copied = step.time;
        show_copied(*present);
    }
}

void CopyPath::show_copied(Tracked& present) {
    const bool is_copied = present.has_info && present.copied != BL_NO_TIME;
    if (!is_copied || present.mode != PresentMode::kLegacyCopy) return;
    present.tears = true;
    tracker_.show(present, present.copied);
}

}  // namespace benchlab::etl
