#include "etl/driver_flips.hpp"

#include <algorithm>
#include <utility>

namespace benchlab::etl {

void FrameTypes::take(const ScreenStep& step) {
    if (step.kind == StepKind::kPresentType) {
        tracker_.announce(step.tid, static_cast<FrameType>(step.number));
    } else if (step.kind == StepKind::kFlipIds) {
        set_ids(step);
    } else {
        const auto layer = layers_.find(step.key);
        const bool is_known = layer != layers_.end() && layer->second.id == step.bind;
        if (!is_known) {
            early_[step.key] = step;
        } else if (layer->second.present) {
            flipped(*layer->second.present, step);
        }
    }
}

void FrameTypes::set_ids(const ScreenStep& step) {
    Layer& layer = layers_[step.key];
    Tracked* const present = tracker_.of_sequence(step.sequence);
    layer.id = step.bind;
    layer.present.reset();
    if (present != nullptr) layer.present = tracker_.index_of(*present);
    const auto early = early_.find(step.key);
    if (early == early_.end()) return;
    if (layer.present && early->second.bind == layer.id) flipped(*layer.present, early->second);
    early_.erase(early);
}

void FrameTypes::flipped(std::size_t index, const ScreenStep& step) {
    Tracked& present = tracker_.at(index);
    const TypedFlip flip{step.time, static_cast<FrameType>(step.number)};
    tracker_.show(present, step.time);
    present.flips.push_back(flip);
    for (const std::size_t each : present.dependents) {
        Tracked& dependent = tracker_.at(each);
        if (dependent.outcome == kShown) dependent.flips.push_back(flip);
    }
}

void FlipPlans::take(const ScreenStep& step) {
    if (token_ == step.sequence) return;  // the same again
    token_ = step.sequence;
    if (!step.flag) {
        planned_.erase(step.key);
        delays_[step.tid] = 0;
        return;
    }
    // Flips of one screen keep their order.
    std::int64_t planned = static_cast<std::int64_t>(step.bind);
    const auto before = planned_.find(step.key);
    if (before != planned_.end()) planned = std::max(planned, before->second);
    planned_[step.key] = planned;
    const std::int64_t delay = minus(planned, static_cast<std::uint64_t>(step.time));
    delays_[step.tid] = std::max<std::int64_t>(delay, 0);
}

std::optional<std::int64_t> FlipPlans::delay_of(std::uint32_t tid) {
    const auto found = delays_.find(tid);
    if (found == delays_.end()) return std::nullopt;
    const std::int64_t delay = found->second;
    delays_.clear();
    return delay;
}

void collapse_delayed(PresentTracker& tracker) {
    std::map<std::pair<std::uint32_t, std::uint64_t>, std::size_t> last;
    for (std::size_t i = 0; i < tracker.presents().size(); ++i) {
        Tracked& present = tracker.at(i);
        if (present.screen == BL_NO_TIME) continue;
        const auto [place, is_first] = last.try_emplace({present.pid, present.chain}, i);
        const Tracked& before = tracker.at(place->second);
        if (!is_first && before.delay && before.screen > present.screen) {
            const std::int64_t more =
                minus(before.screen, static_cast<std::uint64_t>(present.screen));
            present.delay = plus(present.delay.value_or(0), static_cast<std::uint64_t>(more));
            present.screen = before.screen;
        }
        place->second = i;
    }
}

}  // namespace benchlab::etl
