// screen_steps.hpp: what the graphics kernel, the window manager and the compositor tell of a
// present's way to the screen, one step an event.
// Where their fields lie: known_events.hpp, unless the trace itself says it.
#pragma once

#include <cstdint>
#include <vector>

#include "etl/event.hpp"
#include "etl/provider_record.hpp"

namespace benchlab::etl {

enum class StepKind : std::uint8_t {
    kStart,            // the call of Present; number: of the call
    kBlit,             // key: window; flag: redirected by the CPU
    kBlitCancel,       //
    kFlip,             // number: interval; flag: by MMIO
    kFlipPlanes,       // key: source and layer
    kIndependentFlip,  // sequence
    kQueued,           // a packet of the present: key: context; sequence
    kLeft,             // that packet leaves the queue: key: context; sequence
    kMmioFlip,         // sequence; flag: at once
    kMmioFlipPlanes,   // sequence; number: status, or kNoStatus
    kRefresh,          // sequence
    kRefreshPlanes,    // sequence; flag: several planes have a picture
    kHistory,          // key: token; bind: its data; number: model
    kHistoryDone,      // key: token
    kPresentInfo,      // key: window
    kToken,            // key, bind: surface; sequence: count
    kTokenState,       // the same; number: state; flag: independent flip
    kDwmPresent,       // the compositor begins to present
    kDwmGetHistory,    // it takes the newest picture of each window
    kDwmChain,         // it takes a picture by its token's data: key: that data; bind: window
    kDwmSurface,       // key, bind: surface; sequence: count
    kStop,             // Present returns; number: of the call
};

constexpr std::uint32_t kNoStatus = 0xFFFFFFFF;

struct ScreenStep {
    std::int64_t time = 0;
    std::uint64_t key = 0, bind = 0;
    std::uint32_t pid = 0, tid = 0;
    std::uint32_t sequence = 0, number = 0;
    StepKind kind = StepKind::kStart;
    bool flag = false;
};

// Takes one event of those that known_events.hpp has for the table `display`; false when it is too
// short.
bool take_screen_step(const KnownEvent& known, const Event& event, std::int64_t time,
                      Record& record, std::vector<ScreenStep>& to);
// The flips that a refresh completed; `fences` have the sequence in the upper half.
void take_refreshed(const Event& event, std::int64_t time, Record& record,
                    std::vector<ScreenStep>& to);

}  // namespace benchlab::etl
