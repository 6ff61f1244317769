// presentmon/metrics.hpp: what frame-time logs measure of a frame, and which of a log's values
// count.
#pragma once

namespace benchlab::analyzers::presentmon {

enum class Rule {
    kAll,      // every value
    kTime,     // values above 0: none lasts no time at all
    kDisplay,  // values above 0, of frames that were on screen
    kGpu,      // none where all columns of this rule are 0 in each row: then it was not measured
    kVideo,    // the same for this column alone, as it has a switch of its own
};

struct Metric {
    const char* column;   // of frame_log; never changes
    const char* title;    // "Between presents"
    const char* meaning;  // "from one call of Present to the next"
    Rule rule;
};

// All but `animation_time`, which is a point in time.  The one between Present calls comes first,
// then the frame time as the program sees it.
inline constexpr Metric kMetrics[] = {
    {"between_presents", "Between presents", "from the call of Present before to this one",
     Rule::kTime},
    {"app_time", "App frame time",
     "from the begin of the program's work on the frame to that on the next", Rule::kTime},
    {"in_present", "In Present", "time in the call of Present", Rule::kAll},
    {"cpu_busy", "CPU busy", "the program's own work before it calls Present", Rule::kAll},
    {"cpu_wait", "CPU wait", "the program's waiting in Present", Rule::kAll},
    {"gpu_latency", "GPU latency", "from the begin of the frame to the begin of the GPU's work",
     Rule::kGpu},
    {"gpu_time", "GPU time", "from the begin of the GPU's work to its end", Rule::kGpu},
    {"gpu_busy", "GPU busy", "work of the GPU for the frame", Rule::kGpu},
    {"gpu_wait", "GPU wait", "idling of the GPU between begin and end of its work", Rule::kGpu},
    {"video_busy", "Video busy", "work of the video engines for the frame", Rule::kVideo},
    {"render_start", "Until GPU begins",
     "from the call of Present to the begin of the GPU's work; below 0 when that was before",
     Rule::kAll},
    {"render_done", "Until GPU ends",
     "from the call of Present to the end of the GPU's work; below 0 when that was before",
     Rule::kAll},
    {"until_displayed", "Until displayed", "from the call of Present to the screen",
     Rule::kDisplay},
    {"display_change", "Between displayed",
     "from one frame's coming on screen to the next one's; of frames that were on screen",
     Rule::kDisplay},
    {"display_latency", "Display latency", "from the begin of the frame to the screen",
     Rule::kDisplay},
    {"displayed_time", "Displayed time", "how long the frame was on screen", Rule::kDisplay},
    {"simulation_step", "Simulation step", "how far the program's own time went", Rule::kTime},
    {"animation_error", "Animation error",
     "how far the program's own time went, less the time between the frames on screen", Rule::kAll},
    {"flip_delay", "Flip delay", "how much later than asked for the frame was shown", Rule::kAll},
    {"click_latency", "Click latency", "from a click to the screen", Rule::kAll},
    {"input_latency", "Input latency", "from any input to the screen", Rule::kAll},
    {"compile_time", "Compiling", "time of compiling of shaders, each counted for itself",
     Rule::kAll},
    {"pc_latency", "PC latency", "from the system's receipt of an input to the screen", Rule::kAll},
    {"instrumented_latency", "Instrumented latency", "the latency that the program itself tells",
     Rule::kAll},
};

}  // namespace benchlab::analyzers::presentmon
