// screen_script.hpp: steps of presents on their way to the screen, one by one, and what becomes of
// the presents.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "etl/screen_paths.hpp"

namespace etl_test {

using namespace benchlab::etl;

inline constexpr std::uint32_t kGame = 100, kDwm = 200, kRender = 101, kDriver = 102,
                               kCompositor = 201;

// Steps in order of time, and the calls that runtimes told of.
struct Script {
    std::vector<PresentCall> calls;
    std::vector<ScreenStep> steps;

    void call(std::int64_t begin, std::int64_t end, std::uint32_t result = 0) {
        PresentCall call;
        call.start.time = begin;
        call.start.pid = kGame;
        call.start.tid = kRender;
        call.start.swap_chain = 0x51;
        call.end = end;
        call.result = result;
        step(begin, StepKind::kStart, kRender).number = static_cast<std::uint32_t>(calls.size());
        step(end, StepKind::kStop, kRender).number = static_cast<std::uint32_t>(calls.size());
        calls.push_back(call);
    }
    ScreenStep& step(std::int64_t time, StepKind kind, std::uint32_t tid = 0,
                     std::uint32_t sequence = 0, std::uint64_t key = 0) {
        ScreenStep step;
        step.time = time;
        step.kind = kind;
        step.tid = tid;
        step.pid = tid == kCompositor ? kDwm : kGame;
        step.sequence = sequence;
        step.key = key;
        steps.push_back(step);
        return steps.back();
    }
    std::vector<Tracked> followed() {
        std::stable_sort(steps.begin(), steps.end(),
                         [](const ScreenStep& a, const ScreenStep& b) { return a.time < b.time; });
        PresentTracker tracker(calls);
        follow_presents(steps, tracker);
        return tracker.presents();
    }
};

}  // namespace etl_test
