// present_tracker.hpp: presents on their way to the screen: which one an event is about, and what
// became of it.  How each way goes is in flip_path, copy_path and composed_path.
//
// Events name a present by the thread that they are of; else by the process, the oldest that has no
// way yet (a driver's thread presents later); by the packet that it queued; by its token; by the
// surface that it is on.  No real capture has confirmed these rules yet.
#pragma once

#include <benchlab/benchlab.h>

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "etl/presents.hpp"
#include "etl/screen_steps.hpp"

namespace benchlab::etl {

enum class PresentMode : std::uint8_t {
    kUnknown,
    kLegacyFlip,
    kLegacyCopy,
    kIndependentFlip,
    kComposedFlip,
    kComposedCopyGpu,
    kComposedCopyCpu,
    kHardwareIndependentFlip,  // beside other planes
};
// As PresentMon spells it; empty when it is not known.
const char* name_of(PresentMode mode);

enum Outcome : std::uint8_t { kNoOutcome, kShown, kDiscarded, kFailed, kFateLost };

// A coming to the screen that the driver tells by itself.
struct TypedFlip {
    std::int64_t time = 0;
    FrameType type = kNotSaid;
};

struct Tracked {
    std::size_t call = 0;  // its number
    std::uint32_t pid = 0, tid = 0;
    std::uint64_t chain = 0, window = 0, surface = 0;
    PresentMode mode = PresentMode::kUnknown;
    Outcome outcome = kNoOutcome;
    bool has_returned = false;
    bool was_queued = false;
    bool flips_by_mmio = false;
    bool has_info = false, has_token = false;
    bool is_in_frame = false;
    std::optional<bool> tears;
    std::int64_t copied = BL_NO_TIME;  // when the queue had done the copy
    std::int64_t flip = BL_NO_TIME, screen = BL_NO_TIME;
    FrameType type = kNotSaid;
    std::vector<TypedFlip> flips;         // in place of `screen`, where there are any
    std::optional<std::int64_t> delay;    // that its flip was held back, by the driver's plan
    std::vector<std::size_t> dependents;  // presents that the compositor put into this one
};

class PresentTracker {
  public:
    // Presents that no runtime told of are added to the calls.
    explicit PresentTracker(std::vector<PresentCall>& calls) : calls_(calls) {}

    void start(const ScreenStep& step);
    void stop(const ScreenStep& step);

    Tracked& at(std::size_t index) { return presents_[index]; }
    std::size_t index_of(const Tracked& present) const {
        return static_cast<std::size_t>(&present - presents_.data());
    }
    // Null when there is none.
    Tracked* of_thread(const ScreenStep& step);
    // The present that an event of a new one is of; where no runtime told of it, it begins here.
    Tracked& begun_by(const ScreenStep& step, std::uint64_t chain = 0);
    void queue(Tracked& present, const ScreenStep& step);
    Tracked* of_packet(const ScreenStep& step);
    // Numbers of two queues may be the same: of the presents that are under way the oldest.
    Tracked* of_sequence(std::uint32_t sequence);

    // What the next present of the thread is.
    void announce(std::uint32_t tid, FrameType type) { announced_[tid] = type; }

    void show(Tracked& present, std::int64_t time);
    void end(Tracked& present, Outcome outcome);

    // The compositor, once it was seen, and what it will put on the screen with its next flip.
    void compositor(std::uint32_t pid) { compositor_ = pid; }
    void wait_for_compositor(Tracked& present);
    void flipped_by_compositor(Tracked& present);

    const std::vector<Tracked>& presents() const { return presents_; }
    // The call that a packet, by context, number and when it was queued, belongs to.
    std::optional<std::size_t> call_of(std::uint64_t context, std::uint32_t sequence,
                                       std::int64_t queued) const;

  private:
    std::size_t add(std::size_t call);
    Tracked* without_mode(std::uint32_t pid);

    std::vector<PresentCall>& calls_;
    std::vector<Tracked> presents_;
    std::map<std::uint32_t, std::size_t> by_thread_;
    std::map<std::uint32_t, std::deque<std::size_t>> without_mode_;  // by process
    std::map<std::pair<std::uint32_t, std::uint64_t>, std::deque<std::size_t>> under_way_;
    std::map<std::pair<std::uint64_t, std::uint32_t>, std::size_t> by_packet_;
    std::map<std::uint32_t, std::deque<std::size_t>> by_sequence_;
    std::map<std::tuple<std::uint64_t, std::uint32_t, std::int64_t>, std::size_t> packets_;
    std::map<std::uint32_t, FrameType> announced_;  // by thread
    std::optional<std::uint32_t> compositor_;
    std::vector<std::size_t> waiting_;
};

}  // namespace benchlab::etl
