// What the columns of frame-time logs are called, and what each is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace benchlab::framelog {

// A quantity that some tool writes.  The durations stand in the order of kDurationNames.
enum class Field : std::uint8_t {
    kApplication,
    kRuntime,
    kMode,
    kType,
    kProcessId,
    kSwapChain,
    kSyncInterval,
    kFlags,
    kTearing,
    kDropped,
    kAppFrame,
    kTimeSeconds,
    kTimeMs,
    kTimeQpc,
    kTimeDate,
    kElapsed,
    kCpuStartSeconds,
    kCpuStartMs,
    kCpuStartQpc,
    kCpuStartDate,
    kFps,
    kSinceInput,
    kBetweenPresents,
    kAppTime,
    kInPresent,
    kCpuBusy,
    kCpuWait,
    kGpuLatency,
    kGpuTime,
    kGpuBusy,
    kGpuWait,
    kVideoBusy,
    kRenderStart,
    kRenderDone,
    kUntilDisplayed,
    kDisplayChange,
    kDisplayLatency,
    kDisplayedTime,
    kSimulationStep,
    kAnimationError,
    kAnimationTime,
    kFlipDelay,
    kClickLatency,
    kInputLatency,
    kPcLatency,
    kInstrumentedLatency,
    kNone  // a column that is not read
};

constexpr std::size_t index(Field field) {
    return static_cast<std::size_t>(field);
}
inline constexpr std::size_t kFieldCount = index(Field::kNone);
inline constexpr std::size_t kTextCount = index(Field::kType) + 1;
inline constexpr std::size_t kFirstDuration = index(Field::kBetweenPresents);
inline constexpr std::size_t kDurationCount = kFieldCount - kFirstDuration;

constexpr bool is_text(Field field) {
    return index(field) < kTextCount;
}
constexpr bool is_duration(Field field) {
    return index(field) >= kFirstDuration && field != Field::kNone;
}
constexpr bool is_moment(Field field) {
    return field >= Field::kTimeSeconds && field <= Field::kCpuStartDate;
}

// The columns of frame_log that the durations go into.
inline constexpr const char* kDurationNames[kDurationCount] = {
    "between_presents", "app_time",        "in_present",      "cpu_busy",
    "cpu_wait",         "gpu_latency",     "gpu_time",        "gpu_busy",
    "gpu_wait",         "video_busy",      "render_start",    "render_done",
    "until_displayed",  "display_change",  "display_latency", "displayed_time",
    "simulation_step",  "animation_error", "animation_time",  "flip_delay",
    "click_latency",    "input_latency",   "pc_latency",      "instrumented_latency"};

// A heading without case, blanks, '_' and '-': "ms_between_presents" is "msbetweenpresents".
std::string normalized(std::string_view heading);

// By the name alone, in any spelling that was ever written; kNone for a name that is not known.
Field field_of(std::string_view heading);

// Durations of which the tools write a 0 that means "none": the frame was not displayed, no input
// fell into it, no GPU work was seen.
bool zero_is_absent(Field field);
// Durations that may be negative.
bool may_be_negative(Field field);

}  // namespace benchlab::framelog
