#include "columns.hpp"

#include <algorithm>
#include <iterator>

namespace benchlab::framelog {

namespace {

struct Alias {
    std::string_view name;
    Field field;
};

// PresentMon 1.x, 2.0 to 2.2 and 2.3 on, the development states between, CapFrameX's JSON and
// MangoHud.
constexpr Alias kAliases[] = {
    {"application", Field::kApplication},
    {"processid", Field::kProcessId},
    {"swapchainaddress", Field::kSwapChain},
    {"runtime", Field::kRuntime},
    {"presentruntime", Field::kRuntime},
    {"presentmode", Field::kMode},
    {"frametype", Field::kType},
    {"syncinterval", Field::kSyncInterval},
    {"presentflags", Field::kFlags},
    {"allowstearing", Field::kTearing},
    {"dropped", Field::kDropped},
    {"appframeid", Field::kAppFrame},
    {"timeinseconds", Field::kTimeSeconds},
    {"timeinms", Field::kTimeMs},
    {"timeinqpc", Field::kTimeQpc},
    {"qpctime", Field::kTimeQpc},
    {"timeindatetime", Field::kTimeDate},
    {"elapsed", Field::kElapsed},
    {"cpustarttimeinseconds", Field::kCpuStartSeconds},
    {"cpustarttime", Field::kCpuStartMs},
    {"cpustarttimeinms", Field::kCpuStartMs},
    {"cpustartqpctime", Field::kCpuStartMs},
    {"cpustartqpctimeinms", Field::kCpuStartMs},
    {"cpustartqpc", Field::kCpuStartQpc},
    {"cpustartdatetime", Field::kCpuStartDate},
    {"fps", Field::kFps},
    {"mssinceinput", Field::kSinceInput},
    {"msbetweenpresents", Field::kBetweenPresents},
    {"frametime", Field::kAppTime},
    {"msbetweenappstart", Field::kAppTime},
    {"msinpresentapi", Field::kInPresent},
    {"cpubusy", Field::kCpuBusy},
    {"mscpubusy", Field::kCpuBusy},
    {"cpuactive", Field::kCpuBusy},
    {"cpuwait", Field::kCpuWait},
    {"mscpuwait", Field::kCpuWait},
    {"gpulatency", Field::kGpuLatency},
    {"msgpulatency", Field::kGpuLatency},
    {"gputime", Field::kGpuTime},
    {"msgputime", Field::kGpuTime},
    {"gpubusy", Field::kGpuBusy},
    {"msgpubusy", Field::kGpuBusy},
    {"msgpuactive", Field::kGpuBusy},
    {"gpuduration", Field::kGpuBusy},
    {"gpuactive", Field::kGpuBusy},
    {"gpuwait", Field::kGpuWait},
    {"msgpuwait", Field::kGpuWait},
    {"videobusy", Field::kVideoBusy},
    {"msvideobusy", Field::kVideoBusy},
    {"msgpuvideoactive", Field::kVideoBusy},
    {"videoduration", Field::kVideoBusy},
    {"msuntilrenderstart", Field::kRenderStart},
    {"msuntilrenderstarts", Field::kRenderStart},
    {"msuntilrendercomplete", Field::kRenderDone},
    {"msrenderpresentlatency", Field::kRenderDone},
    {"msuntildisplayed", Field::kUntilDisplayed},
    {"msbetweendisplaychange", Field::kDisplayChange},
    {"displaylatency", Field::kDisplayLatency},
    {"displayedtime", Field::kDisplayedTime},
    {"msbetweensimulationstart", Field::kSimulationStep},
    {"animationerror", Field::kAnimationError},
    {"msanimationerror", Field::kAnimationError},
    {"animationtime", Field::kAnimationTime},
    {"msflipdelay", Field::kFlipDelay},
    {"clicktophotonlatency", Field::kClickLatency},
    {"msclicktophotonlatency", Field::kClickLatency},
    {"allinputtophotonlatency", Field::kInputLatency},
    {"msallinputtophotonlatency", Field::kInputLatency},
    {"pclatency", Field::kPcLatency},
    {"mspclatency", Field::kPcLatency},
    {"instrumentedlatency", Field::kInstrumentedLatency},
    {"msinstrumentedlatency", Field::kInstrumentedLatency},
};

}  // namespace

std::string normalized(std::string_view heading) {
    std::string result;
    for (const char c : heading) {
        if (c == ' ' || c == '\t' || c == '_' || c == '-') continue;
        result += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
    return result;
}

Field field_of(std::string_view heading) {
    const std::string name = normalized(heading);
    const auto* found = std::find_if(std::begin(kAliases), std::end(kAliases),
                                     [&](const Alias& alias) { return alias.name == name; });
    return found == std::end(kAliases) ? Field::kNone : found->field;
}

bool zero_is_absent(Field field) {
    switch (field) {
        case Field::kSinceInput:
        case Field::kRenderStart:
        case Field::kRenderDone:
        case Field::kUntilDisplayed:
        case Field::kDisplayChange:
        case Field::kDisplayLatency:
        case Field::kDisplayedTime:
        case Field::kSimulationStep:
        case Field::kClickLatency:
        case Field::kInputLatency:
        case Field::kPcLatency:
        case Field::kInstrumentedLatency:
            return true;
        default:
            return false;
    }
}

bool may_be_negative(Field field) {
    switch (field) {
        case Field::kRenderStart:
        case Field::kRenderDone:
        case Field::kSimulationStep:
        case Field::kAnimationError:
        case Field::kAnimationTime:
        case Field::kFlipDelay:
            return true;
        default:
            return false;
    }
}

}  // namespace benchlab::framelog
