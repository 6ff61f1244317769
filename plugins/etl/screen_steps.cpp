#include "etl/screen_steps.hpp"

#include <algorithm>

namespace benchlab::etl {
namespace {

// Sequences of 64 bits and fences have that of the queue in the upper half.
std::uint32_t upper(std::uint64_t value) {
    return static_cast<std::uint32_t>(value >> 32);
}

bool take_kernel(std::uint16_t id, Record& record, ScreenStep& step) {
    constexpr std::uint32_t kImmediate = 2;
    switch (id) {
        case kBlit:
            step.kind = StepKind::kBlit;
            step.key = record.number("hwnd");
            step.flag = record.number("bRedirectedPresent") != 0;
            break;
        case kBlitCancel:
            step.kind = StepKind::kBlitCancel;
            break;
        case kFlip:
            step.kind = StepKind::kFlip;
            step.number = record.u32("FlipInterval");
            step.flag = record.number("MMIOFlip") != 0;
            break;
        case kFlipPlanes:
            step.kind = StepKind::kFlipPlanes;
            step.key = record.number("VidPnSourceId") << 32 | record.u32("LayerIndex");
            break;
        case kIndependentFlip:
            step.kind = StepKind::kIndependentFlip;
            step.sequence = record.u32("SubmitSequence");
            break;
        case kMmioFlip:
            step.kind = StepKind::kMmioFlip;
            step.sequence = record.u32("FlipSubmitSequence");
            step.flag = (record.u32("Flags") & kImmediate) != 0;
            break;
        case kMmioFlipPlanes:
            step.kind = StepKind::kMmioFlipPlanes;
            step.sequence = upper(record.number("FlipSubmitSequence"));
            step.number = record.has("FlipEntryStatusAfterFlip")
                              ? record.u32("FlipEntryStatusAfterFlip")
                              : kNoStatus;
            break;
        case kHistoryStart:
        case kHistoryDetailed:
            step.kind = StepKind::kHistory;
            step.key = record.number("Token");
            step.number = record.u32("Model");
            step.bind = record.number("TokenData");
            break;
        case kHistoryDone:
            step.kind = StepKind::kHistoryDone;
            step.key = record.number("Token");
            break;
        default:
            step.kind = StepKind::kPresentInfo;
            step.key = record.number("hWindow");
            break;
    }
    return !record.failed();
}

bool take_surface(Record& record, const char* luid, const char* bind, ScreenStep& step) {
    step.key = record.number(luid);
    step.bind = record.number(bind);
    step.sequence = record.u32("PresentCount");
    return !record.failed();
}

bool take_win32k(std::uint16_t id, Record& record, ScreenStep& step) {
    step.kind = StepKind::kToken;
    if (id == kTokenState) {
        step.kind = StepKind::kTokenState;
        step.number = record.u32("NewState");
        step.flag = record.number("IndependentFlip") != 0;
    }
    return take_surface(record, "CompositionSurfaceLuid", "BindId", step);
}

// A token's data is the number of a chain over a serial number.
bool take_flip_chain(Record& record, ScreenStep& step) {
    step.kind = StepKind::kDwmChain;
    step.key = record.number("ulFlipChain") << 32 | record.u32("ulSerialNumber");
    step.bind = record.number("hwnd");
    return !record.failed();
}

bool take_dwm(std::uint16_t id, Record& record, ScreenStep& step) {
    if (id == kDwmChainPending || id == kDwmChainComplete || id == kDwmChainDirty)
        return take_flip_chain(record, step);
    step.kind = id == kDwmSchedulePresent ? StepKind::kDwmPresent
                : id == kDwmGetHistory    ? StepKind::kDwmGetHistory
                                          : StepKind::kDwmSurface;
    if (id != kDwmSurfaceUpdate) return true;
    return take_surface(record, "luidSurface", "bindId", step);
}

}  // namespace

bool take_screen_step(const KnownEvent& known, const Event& event, std::int64_t time,
                      Record& record, std::vector<ScreenStep>& to) {
    if (known.provider == Provider::kDxgKrnl && known.id == kHsyncDpcPlanes) {
        take_refreshed(event, time, record, to);
        return !record.failed();
    }
    ScreenStep step;
    step.time = time;
    step.pid = event.pid;
    step.tid = event.tid;
    const bool taken = known.provider == Provider::kWin32k ? take_win32k(known.id, record, step)
                       : known.provider == Provider::kDwm  ? take_dwm(known.id, record, step)
                                                           : take_kernel(known.id, record, step);
    if (taken) to.push_back(step);
    return taken;
}

void take_refreshed(const Event& event, std::int64_t time, Record& record,
                    std::vector<ScreenStep>& to) {
    ScreenStep step;
    step.time = time;
    step.pid = event.pid;
    step.tid = event.tid;
    if (event.id == kVsyncDpc) {
        step.kind = StepKind::kRefresh;
        step.sequence = upper(record.number("FlipFenceId"));
        if (step.sequence != 0) to.push_back(step);
        return;
    }
    const std::vector<std::uint64_t> planes = record.numbers("ScannedPhysicalAddress");
    step.kind = StepKind::kRefreshPlanes;
    step.flag = std::count(planes.begin(), planes.end(), std::uint64_t{0}) + 1 <
                static_cast<std::ptrdiff_t>(planes.size());
    for (const std::uint64_t fence : record.numbers("FlipSubmitSequence")) {
        step.sequence = upper(fence);
        if (step.sequence != 0) to.push_back(step);
    }
}

}  // namespace benchlab::etl
