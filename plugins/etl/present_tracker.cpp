#include "etl/present_tracker.hpp"

#include <algorithm>
#include <set>

namespace benchlab::etl {
namespace {

constexpr std::uint32_t kTestOnly = 1;  // DXGI_PRESENT_TEST presents nothing

Outcome outcome_of(std::uint32_t result) {
    switch (result) {
        case 0x087A0001:  // DXGI_STATUS_OCCLUDED
        case 0x087A0004:  // DXGI_STATUS_NO_REDIRECTION
        case 0x087A0005:  // DXGI_STATUS_NO_DESKTOP_ACCESS
        case 0x087A0007:  // DXGI_STATUS_MODE_CHANGED
        case 0x087A0008:  // DXGI_STATUS_MODE_CHANGE_IN_PROGRESS
        case 0x08760877:  // S_PRESENT_MODE_CHANGED
        case 0x08760878:  // S_PRESENT_OCCLUDED
            return kDiscarded;
        default:
            return (result & 0x80000000) != 0 ? kFailed : kNoOutcome;
    }
}

}  // namespace

const char* name_of(PresentMode mode) {
    constexpr const char* kNames[] = {"",
                                      "Hardware: Legacy Flip",
                                      "Hardware: Legacy Copy to front buffer",
                                      "Hardware: Independent Flip",
                                      "Composed: Flip",
                                      "Composed: Copy with GPU GDI",
                                      "Composed: Copy with CPU GDI",
                                      "Hardware Composed: Independent Flip"};
    return kNames[static_cast<unsigned>(mode)];
}

std::size_t PresentTracker::add(std::size_t call) {
    const PresentEdge& start = calls_[call].start;
    Tracked present;
    present.call = call;
    present.pid = start.pid;
    present.tid = start.tid;
    present.chain = start.swap_chain;
    if (const auto announced = announced_.find(start.tid); announced != announced_.end()) {
        present.type = announced->second;
        announced_.erase(announced);
    }
    const std::size_t index = presents_.size();
    presents_.push_back(std::move(present));
    under_way_[{start.pid, start.swap_chain}].push_back(index);
    return index;
}

void PresentTracker::start(const ScreenStep& step) {
    const PresentCall& call = calls_[step.number];
    const bool is_test =
        call.start.runtime == Runtime::kDxgi && (call.start.flags & kTestOnly) != 0;
    if (call.nesting != 0 || is_test) return;
    const std::size_t index = add(step.number);
    by_thread_[call.start.tid] = index;
    without_mode_[call.start.pid].push_back(index);
}

void PresentTracker::stop(const ScreenStep& step) {
    const PresentCall& call = calls_[step.number];
    const auto found = by_thread_.find(call.start.tid);
    if (found == by_thread_.end() || presents_[found->second].call != step.number) return;
    Tracked& present = presents_[found->second];
    by_thread_.erase(found);
    present.has_returned = true;
    const Outcome outcome = outcome_of(call.result);
    if (outcome != kNoOutcome) end(present, outcome);
}

Tracked* PresentTracker::without_mode(std::uint32_t pid) {
    const auto found = without_mode_.find(pid);
    if (found == without_mode_.end()) return nullptr;
    std::deque<std::size_t>& list = found->second;
    const auto is_past = [&](const Tracked& each) {
        return each.mode != PresentMode::kUnknown || each.outcome != kNoOutcome;
    };
    while (!list.empty() && is_past(presents_[list.front()])) list.pop_front();
    return list.empty() ? nullptr : &presents_[list.front()];
}

Tracked* PresentTracker::of_thread(const ScreenStep& step) {
    const auto found = by_thread_.find(step.tid);
    return found == by_thread_.end() ? nullptr : &presents_[found->second];
}

Tracked& PresentTracker::begun_by(const ScreenStep& step, std::uint64_t chain) {
    Tracked* const known = of_thread(step);
    if (known != nullptr && known->outcome == kNoOutcome) {
        // In its call a program presents once; any other thread is done with what it has queued.
        const bool is_in_call = known->tid == step.tid && !known->has_returned;
        if (is_in_call || !known->was_queued) return *known;
    }
    if (Tracked* const oldest = without_mode(step.pid)) {
        by_thread_[step.tid] = index_of(*oldest);
        return *oldest;
    }
    PresentCall call;
    call.start.time = step.time;
    call.start.swap_chain = chain;
    call.start.pid = step.pid;
    call.start.tid = step.tid;
    call.start.runtime = Runtime::kOther;
    call.end = step.time;
    calls_.push_back(call);
    const std::size_t index = add(calls_.size() - 1);
    presents_[index].has_returned = true;
    by_thread_[step.tid] = index;
    return presents_[index];
}

void PresentTracker::queue(Tracked& present, const ScreenStep& step) {
    const std::size_t index = index_of(present);
    present.was_queued = true;
    by_packet_[{step.key, step.sequence}] = index;
    by_sequence_[step.sequence].push_back(index);
    packets_[{step.key, step.sequence, step.time}] = present.call;
}

Tracked* PresentTracker::of_packet(const ScreenStep& step) {
    const auto found = by_packet_.find({step.key, step.sequence});
    return found == by_packet_.end() ? nullptr : &presents_[found->second];
}

Tracked* PresentTracker::of_sequence(std::uint32_t sequence) {
    const auto found = by_sequence_.find(sequence);
    if (found == by_sequence_.end()) return nullptr;
    std::deque<std::size_t>& list = found->second;
    while (!list.empty() && presents_[list.front()].outcome != kNoOutcome) list.pop_front();
    if (!list.empty()) return &presents_[list.front()];
    by_sequence_.erase(found);
    return nullptr;
}

// What was presented before in the same chain and is not on the screen will never be.
void PresentTracker::show(Tracked& present, std::int64_t time) {
    if (present.outcome != kNoOutcome) return;
    present.screen = time;
    present.outcome = kShown;
    const std::size_t index = index_of(present);
    std::deque<std::size_t>& list = under_way_[{present.pid, present.chain}];
    while (!list.empty() && list.front() <= index) {
        end(presents_[list.front()], kDiscarded);
        list.pop_front();
    }
    // Of several pictures of one window the newest is seen.
    const std::vector<std::size_t> dependents = present.dependents;
    std::set<std::uint64_t> windows;
    for (auto each = dependents.rbegin(); each != dependents.rend(); ++each) {
        Tracked& dependent = presents_[*each];
        const bool is_newest = dependent.window == 0 || windows.insert(dependent.window).second;
        is_newest ? show(dependent, time) : end(dependent, kDiscarded);
    }
}

void PresentTracker::end(Tracked& present, Outcome outcome) {
    if (present.outcome == kNoOutcome) present.outcome = outcome;
}

void PresentTracker::wait_for_compositor(Tracked& present) {
    const std::size_t index = index_of(present);
    if (std::find(waiting_.begin(), waiting_.end(), index) == waiting_.end()) {
        waiting_.push_back(index);
    }
}

void PresentTracker::flipped_by_compositor(Tracked& present) {
    if (!compositor_ || present.pid != *compositor_) return;
    for (const std::size_t each : waiting_) {
        const PresentMode mode = presents_[each].mode;
        const bool flips_itself =
            mode == PresentMode::kIndependentFlip || mode == PresentMode::kHardwareIndependentFlip;
        if (!flips_itself && each != index_of(present)) present.dependents.push_back(each);
    }
    waiting_.clear();
}

std::optional<std::size_t> PresentTracker::call_of(std::uint64_t context, std::uint32_t sequence,
                                                   std::int64_t queued) const {
    const auto found = packets_.find({context, sequence, queued});
    if (found == packets_.end()) return std::nullopt;
    return found->second;
}

}  // namespace benchlab::etl
