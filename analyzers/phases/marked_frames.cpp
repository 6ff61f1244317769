#include "phases/marked_frames.hpp"

#include <algorithm>
#include <map>
#include <string_view>

#include "benchlab/tables.h"
#include "common/distribution.hpp"
#include "common/regimes.hpp"

namespace benchlab::analyzers::phases {
namespace {

std::vector<State> states_of(const Store& store, Row process) {
    const Table table = store.table("phase");
    const TimeColumn begin = table.time("begin"), end = table.time("end");
    const RowColumn of = table.row("process", kOptional);
    const U8Column kind = table.u8("kind", kOptional);
    const StringColumn name = table.string("name", kOptional);
    std::vector<State> out;
    for (const Row row : table.rows()) {
        if (kind.value_or(row, 0) != BL_PHASE_KIND_STATE || !name.has(row)) continue;
        if (of.value_or(row, BL_NO_ROW) != process) continue;
        State state;
        state.name = name[row];
        state.begin = begin[row];
        state.end = end[row];
        out.push_back(state);
    }
    return out;
}

// Frames that lie in the state whole.
Stretch within(const std::vector<MarkedFrame>& frames, const State& state) {
    const auto first =
        std::partition_point(frames.begin(), frames.end(),
                             [&](const MarkedFrame& each) { return each.begin < state.begin; });
    const auto last = std::partition_point(
        first, frames.end(), [&](const MarkedFrame& each) { return each.end <= state.end; });
    return {static_cast<std::size_t>(first - frames.begin()),
            static_cast<std::size_t>(last - frames.begin())};
}

// The frames of each state, and which count: those in a state "capture", where there is one.
void measure_states(const Store& store, MarkedFrames& out) {
    const auto is_capture = [&](const State& each) { return store.text(each.name) == "capture"; };
    out.has_capture = std::any_of(out.states.begin(), out.states.end(), is_capture);
    for (MarkedFrame& each : out.frames) each.counts = !out.has_capture;
    for (State& state : out.states) {
        const Stretch of = within(out.frames, state);
        std::vector<std::int64_t> lengths;
        for (std::size_t i = of.first; i < of.last; ++i) {
            MarkedFrame& frame = out.frames[i];
            lengths.push_back(frame.end - frame.begin);
            frame.counts = frame.counts || is_capture(state);
            state.slow += frame.slow ? 1 : 0;
        }
        const Distribution all = distribution_of(std::move(lengths));
        state.frames = all.count;
        state.total_ns = static_cast<double>(all.total_ns);
        state.median_ns = all.p50_ns;
    }
    out.counted = static_cast<std::uint64_t>(std::count_if(
        out.frames.begin(), out.frames.end(), [](const MarkedFrame& each) { return each.counts; }));
}

}  // namespace

std::size_t MarkedFrames::first_behind(std::int64_t time) const {
    const auto found = std::partition_point(
        frames.begin(), frames.end(), [&](const MarkedFrame& each) { return each.end <= time; });
    return static_cast<std::size_t>(found - frames.begin());
}

std::optional<std::size_t> MarkedFrames::at(std::int64_t time) const {
    const std::size_t found = first_behind(time - 1);
    if (found == frames.size() || frames[found].begin >= time) return std::nullopt;
    return found;
}

std::vector<FirstPass> slow_first_passes(const std::vector<State>& states) {
    // Of six frames that could be slow in either of two passes, all are in the first by chance
    // once in 64 times.
    constexpr std::uint64_t kFewest = 6;
    constexpr double kFewer = 0.25;
    std::map<StringId, FirstPass> by_name;
    for (const State& state : states) {
        const auto [at, is_first] = by_name.try_emplace(state.name);
        FirstPass& pass = at->second;
        pass.name = state.name;
        (is_first ? pass.slow : pass.later_slow) += state.slow;
        (is_first ? pass.frames : pass.later_frames) += state.frames;
    }
    std::vector<FirstPass> out;
    for (const auto& [name, pass] : by_name) {
        if (pass.slow < kFewest || pass.later_frames == 0) continue;
        const double first = static_cast<double>(pass.slow) / static_cast<double>(pass.frames);
        const double later =
            static_cast<double>(pass.later_slow) / static_cast<double>(pass.later_frames);
        const bool would_show = first * static_cast<double>(pass.later_frames) >= kFewest;
        if (would_show && later <= kFewer * first) out.push_back(pass);
    }
    return out;
}

MarkedFrames marked_frames(const Store& store, const Frames& frames, const FrameLoop& loop) {
    MarkedFrames out;
    out.thread = loop.thread;
    std::vector<double> lengths;
    for (const Row row : loop.rows) lengths.push_back(static_cast<double>(frames.length_ns(row)));
    const std::vector<double> around = medians_around(frames, loop, lengths);
    for (std::size_t i = 0; i < loop.rows.size(); ++i) {
        MarkedFrame frame;
        frame.begin = frames.begin[loop.rows[i]];
        frame.end = frames.end[loop.rows[i]];
        frame.slow = lengths[i] >= kSlow * around[i];
        frame.normal = lengths[i] <= kNormal * around[i];
        out.frames.push_back(frame);
    }
    out.states = states_of(store, loop.process);
    measure_states(store, out);
    return out;
}

}  // namespace benchlab::analyzers::phases
