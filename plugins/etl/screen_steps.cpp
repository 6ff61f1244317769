#include "etl/screen_steps.hpp"

#include <algorithm>

namespace benchlab::etl {
namespace {

// Sequences of 64 bits and fences have that of the queue in the upper half.
std::uint32_t upper(std::uint64_t value) {
    return static_cast<std::uint32_t>(value >> 32);
}

std::uint64_t layer_of(std::uint64_t source, std::uint64_t layer) {
    return source << 32 | layer;
}

// The planes of a flip, as the driver will name them; of old versions not told.
void take_flip_ids(Record& record, ScreenStep step, std::vector<ScreenStep>& to) {
    if (!record.has("FlipSubmitSequence")) return;
    const std::uint64_t sequence = record.number("FlipSubmitSequence");
    step.kind = StepKind::kFlipIds;
    step.sequence = upper(sequence) != 0 ? upper(sequence) : static_cast<std::uint32_t>(sequence);
    const std::vector<std::uint64_t> ids = record.numbers("PresentId"),
                                     layers = record.numbers("LayerIndex");
    for (std::size_t i = 0; i < std::min(ids.size(), layers.size()); ++i) {
        step.key = layer_of(record.number("VidPnSourceId"), layers[i]);
        step.bind = ids[i];
        to.push_back(step);
    }
}

bool take_frame_type(std::uint16_t id, Record& record, ScreenStep& step) {
    step.kind = id == kPresentFrameType ? StepKind::kPresentType : StepKind::kFlipType;
    step.number = record.u32("FrameType");
    if (id == kPresentFrameType) return !record.failed();
    step.key = layer_of(record.number("VidPnSourceId"), record.number("LayerIndex"));
    step.bind = record.number("PresentId");
    return !record.failed();
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
            step.key = layer_of(record.number("VidPnSourceId"), record.u32("LayerIndex"));
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

bool take_of_provider(const KnownEvent& known, Record& record, ScreenStep& step) {
    switch (known.provider) {
        case Provider::kWin32k:
            return take_win32k(known.id, record, step);
        case Provider::kDwm:
            return take_dwm(known.id, record, step);
        case Provider::kIntelPresents:
            return take_frame_type(known.id, record, step);
        default:
            return take_kernel(known.id, record, step);
    }
}

// A flip is held back for a part of a refresh; what is far away is a damaged record.
bool is_too_far(const Clock& clock, std::int64_t time, std::int64_t planned) {
    constexpr std::uint64_t kSeconds = 1, kMostPerSecond = 10'000'000'000;
    const std::int64_t ahead = minus(planned, static_cast<std::uint64_t>(time));
    return ahead >
           static_cast<std::int64_t>(kSeconds * std::min(clock.ticks_per_second, kMostPerSecond));
}

ScreenStep step_of(const Event& event, std::int64_t time) {
    ScreenStep step;
    step.time = time;
    step.pid = event.pid;
    step.tid = event.tid;
    return step;
}

}  // namespace

const char* name_of(FrameType type) {
    switch (type) {
        case kApplication:
            return "Application";
        case kRepeated:
            return "Repeated";
        case kXessGenerated:
            return "Intel XeSS-FG";
        case kAfmfGenerated:
            return "AMD AFMF";
        case kFsrGenerated:
            return "AMD FSR FG";
        default:
            return "";
    }
}

bool take_screen_step(const KnownEvent& known, const Event& event, std::int64_t time,
                      Record& record, std::vector<ScreenStep>& to) {
    if (known.provider == Provider::kDxgKrnl && known.id == kHsyncDpcPlanes) {
        take_refreshed(event, time, record, to);
        return !record.failed();
    }
    ScreenStep step = step_of(event, time);
    if (known.provider == Provider::kDxgKrnl && known.id == kMmioFlipPlanes3) {
        take_flip_ids(record, step, to);
        return !record.failed();
    }
    const bool taken = take_of_provider(known, record, step);
    if (taken) to.push_back(step);
    return taken;
}

bool take_flip_request(const Event& event, std::int64_t time, const Clock& clock, Record& record,
                       std::vector<ScreenStep>& to) {
    ScreenStep step = step_of(event, time);
    step.kind = StepKind::kFlipRequest;
    step.key = record.number("vidPnSourceId");
    step.sequence = record.u32("token");
    // Of what it flips by itself it tells no time.
    const bool is_own = record.number("alloc") != 0;
    const auto planned = static_cast<std::int64_t>(record.number("ts"));
    if (record.failed()) return false;
    // It counts the performance counter, whatever the clock of the session.
    if (clock.type != ClockType::kPerformanceCounter || (!is_own && planned == 0)) return true;
    step.flag = !is_own;
    if (step.flag) {
        const std::int64_t at = clock.from_raw(planned);
        if (is_too_far(clock, time, at)) return true;
        step.bind = static_cast<std::uint64_t>(at);
    }
    to.push_back(step);
    return true;
}

void take_refreshed(const Event& event, std::int64_t time, Record& record,
                    std::vector<ScreenStep>& to) {
    ScreenStep step = step_of(event, time);
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
