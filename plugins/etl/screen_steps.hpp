// screen_steps.hpp: what the graphics kernel, the window manager and the compositor tell of a
// present's way to the screen, one step an event.
// Where their fields lie: known_events.hpp, unless the trace itself says it.
#pragma once

#include <cstdint>
#include <vector>

#include "etl/clock.hpp"
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
    kPresentType,      // of the thread's next present: number: FrameType
    kFlipIds,          // key: source and layer; sequence; bind: the driver's number of that flip
    kFlipType,         // key, bind: the same; number: FrameType
    kFlipRequest,      // key: source; bind: planned time; sequence: token; flag: there is a plan
    kStop,             // Present returns; number: of the call
};

// As the provider has it.
enum FrameType : std::uint32_t {
    kNotSaid = 0,
    kApplication = 1,
    kRepeated = 2,
    kXessGenerated = 50,
    kAfmfGenerated = 100,
    kFsrGenerated = 101,
};
// As PresentMon spells it; empty when it is not known.
const char* name_of(FrameType type);

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
// A driver's plan for a flip; `clock` is that of the file.
bool take_flip_request(const Event& event, std::int64_t time, const Clock& clock, Record& record,
                       std::vector<ScreenStep>& to);
// The flips that a refresh completed; `fences` have the sequence in the upper half.
void take_refreshed(const Event& event, std::int64_t time, Record& record,
                    std::vector<ScreenStep>& to);

}  // namespace benchlab::etl
