// Presents, the work of GPUs and compilations, which are joined over the whole recording.
#include <benchlab/tables.h>

#include <algorithm>
#include <unordered_map>

#include "etl/compilations.hpp"
#include "etl/finish.hpp"
#include "etl/graphics.hpp"
#include "etl/present_tracker.hpp"
#include "etl/presents.hpp"
#include "etl/screen_paths.hpp"

namespace benchlab::etl {
namespace {

// The calls of each thread, by the time of their begin.
class CallFinder {
  public:
    explicit CallFinder(const std::vector<PresentCall>& calls) : calls_(calls) {
        for (std::size_t i = 0; i < calls.size(); ++i) by_thread_[calls[i].start.tid].push_back(i);
    }
    // The outermost call that was open at that time; -1 when there is none.
    std::ptrdiff_t find(std::uint32_t tid, std::int64_t time) const {
        const auto thread = by_thread_.find(tid);
        if (thread == by_thread_.end()) return -1;
        const auto& own = thread->second;
        auto after = std::upper_bound(own.begin(), own.end(), time,
                                      [&](std::int64_t wanted, std::size_t index) {
                                          return wanted < calls_[index].start.time;
                                      });
        while (after != own.begin()) {
            const PresentCall& call = calls_[*--after];
            if (call.nesting != 0) continue;
            return call.end != BL_NO_TIME && time <= call.end ? static_cast<std::ptrdiff_t>(*after)
                                                              : -1;
        }
        return -1;
    }

  private:
    const std::vector<PresentCall>& calls_;
    std::unordered_map<std::uint32_t, std::vector<std::size_t>> by_thread_;
};

// Every step of presents on their way to the screen, in order of time.
std::vector<ScreenStep> steps_of(const std::vector<PresentCall>& calls,
                                 const std::vector<const Graphics*>& parts) {
    std::vector<ScreenStep> steps;
    const auto add_call = [&](std::size_t i, std::int64_t time, StepKind kind) {
        ScreenStep step;
        step.time = time;
        step.number = static_cast<std::uint32_t>(i);
        step.kind = kind;
        steps.push_back(step);
    };
    for (std::size_t i = 0; i < calls.size(); ++i) {
        add_call(i, calls[i].start.time, StepKind::kStart);
    }
    for (const Graphics* part : parts) {
        steps.insert(steps.end(), part->steps.begin(), part->steps.end());
    }
    for (std::size_t i = 0; i < calls.size(); ++i) {
        if (calls[i].end != BL_NO_TIME) add_call(i, calls[i].end, StepKind::kStop);
    }
    std::stable_sort(steps.begin(), steps.end(),
                     [](const ScreenStep& a, const ScreenStep& b) { return a.time < b.time; });
    return steps;
}

// What became of each call, in order of calls; null where nothing tells.
std::vector<const Tracked*> fates_of(const PresentTracker& tracker, std::size_t calls) {
    std::vector<const Tracked*> fates(calls, nullptr);
    for (const Tracked& each : tracker.presents()) fates[each.call] = &each;
    return fates;
}

void set_fate(RowWriter& rows, const Lane& lane, const Tracked* fate) {
    using Column = PresentColumn;
    const bool has_mode = fate != nullptr && fate->mode != PresentMode::kUnknown;
    if (has_mode) rows.set(Column::kMode, lane.intern(name_of(fate->mode)));
    Outcome outcome = fate == nullptr ? kNoOutcome : fate->outcome;
    if (has_mode && outcome == kNoOutcome) outcome = kFateLost;
    rows.set(Column::kOutcome, static_cast<std::uint8_t>(outcome));
    if (outcome == kNoOutcome) rows.absent(Column::kOutcome);
    const bool tears = fate != nullptr && fate->tears.value_or(false);
    rows.set(Column::kTearing, static_cast<std::uint8_t>(tears ? 1 : 0));
    if (fate == nullptr || !fate->tears) rows.absent(Column::kTearing);
    rows.set(Column::kWindow, fate == nullptr ? std::uint64_t{0} : fate->window);
    if (fate == nullptr || fate->window == 0) rows.absent(Column::kWindow);
}

void write_displays(Recording& recording, const PresentTracker& tracker) {
    RowWriter rows = writer(recording, Table::kDisplay);
    const Lane& lane = recording.first_lane();
    const std::uint64_t hertz = recording.clock().ticks_per_second;
    using Column = DisplayColumn;
    for (const Tracked& each : tracker.presents()) {
        if (each.screen == BL_NO_TIME) continue;
        std::vector<TypedFlip> flips = each.flips;
        if (flips.empty()) flips.push_back({each.screen, each.type});
        for (const TypedFlip& flip : flips) {
            rows.next();
            rows.set(Column::kTime, flip.time);
            rows.set(Column::kFlip, each.flip);
            rows.set(Column::kPresent, std::uint64_t{each.call + 1});
            rows.set(Column::kType, lane.intern(name_of(flip.type)));
            const auto delay = static_cast<std::uint64_t>(each.delay.value_or(0));
            rows.set(Column::kDelay,
                     static_cast<std::int64_t>(scaled(delay, 1'000'000'000, hertz)));
            if (!each.delay) rows.absent(Column::kDelay);
        }
    }
}

void write_presents(Recording& recording, const std::vector<PresentCall>& calls,
                    const PresentTracker& tracker, const std::vector<std::int64_t>& gpu_done) {
    const std::vector<const Tracked*> fates = fates_of(tracker, calls.size());
    RowWriter rows = writer(recording, Table::kPresent);
    const Lane& lane = recording.first_lane();
    using Column = PresentColumn;
    for (std::size_t i = 0; i < calls.size(); ++i) {
        const PresentCall& call = calls[i];
        rows.next();
        rows.set(Column::kBegin, call.start.time);
        rows.set(Column::kEnd, call.end);
        rows.set(Column::kKey, std::uint64_t{i + 1});
        rows.set(Column::kProcess, call.start.pid);
        rows.set(Column::kThread, call.start.tid);
        rows.set(Column::kSwapChain, call.start.swap_chain);
        rows.set(Column::kRuntime, lane.intern(name_of(call.start.runtime)));
        rows.set(Column::kSyncInterval, call.start.sync_interval);
        rows.set(Column::kFlags, call.start.flags);
        rows.set(Column::kResult, call.result);
        if (call.end == BL_NO_TIME || call.start.runtime == Runtime::kOther)
            rows.absent(Column::kResult);
        rows.set(Column::kNesting, call.nesting);
        rows.set(Column::kGpuDone, gpu_done[i]);
        set_fate(rows, lane, fates[i]);
    }
}

void write_queues(Recording& recording, const std::vector<GpuQueue>& queues) {
    RowWriter rows = writer(recording, Table::kGpuQueue);
    using Column = GpuQueueColumn;
    for (const GpuQueue& queue : queues) {
        rows.next();
        rows.set(Column::kKey, queue.context.context);
        rows.set(Column::kTime, queue.context.time);
        rows.set(Column::kKind, queue.context.statement);
        rows.set(Column::kProcess, queue.context.pid);
        rows.set(Column::kAdapter, queue.adapter);
        if (!queue.has_adapter) rows.absent(Column::kAdapter);
        rows.set(Column::kNode, queue.context.node);
        rows.set(Column::kEngine, queue.engine);
        rows.set(Column::kFlags, static_cast<std::uint8_t>(queue.is_hardware_queue ? 1 : 0));
    }
}

// Fills `gpu_done` of the presents that packets belong to.
void write_packets(Recording& recording, const std::vector<GpuPacket>& packets,
                   const CallFinder& calls, const PresentTracker& tracker,
                   std::vector<std::int64_t>& gpu_done) {
    constexpr std::uint8_t kPresentPacket = 2;
    RowWriter rows = writer(recording, Table::kGpuPacket);
    using Column = GpuPacketColumn;
    for (const GpuPacket& packet : packets) {
        rows.next();
        rows.set(Column::kQueued, packet.queued);
        rows.set(Column::kBegin, packet.begin);
        rows.set(Column::kEnd, packet.end);
        rows.set(Column::kQueue, packet.context);
        rows.set(Column::kThread, packet.tid);
        rows.set(Column::kKind, packet.kind);
        rows.set(Column::kSequence, std::uint64_t{packet.sequence});
        rows.set(Column::kFlags, packet.flags);
        if (packet.kind != kPresentPacket || packet.queued == BL_NO_TIME) continue;
        const auto told = tracker.call_of(packet.context, packet.sequence, packet.queued);
        const std::ptrdiff_t call =
            told ? static_cast<std::ptrdiff_t>(*told) : calls.find(packet.tid, packet.queued);
        if (call < 0) continue;
        rows.set(Column::kPresent, static_cast<std::uint64_t>(call + 1));
        std::int64_t& done = gpu_done[static_cast<std::size_t>(call)];
        if (packet.end != BL_NO_TIME) done = std::max(done, packet.end);
    }
}

void write_compilations(Recording& recording) {
    if (!recording.wanted().has(Table::kCall)) return;
    std::vector<CompilationEdge> edges;
    for (const auto& chunk : recording.chunks()) {
        edges.insert(edges.end(), chunk->compilations.begin(), chunk->compilations.end());
    }
    const Compilations compilations = pair_compilations(std::move(edges));
    const Lane& lane = recording.first_lane();
    RowWriter rows = writer(recording, Table::kCall);
    using Column = CallColumn;
    const std::uint32_t name = lane.intern("CreatePipelineStateObject");
    for (const Compilation& each : compilations.all) {
        rows.next();
        rows.set(Column::kBegin, each.begin);
        rows.set(Column::kEnd, each.end);
        rows.set(Column::kThread, each.tid);
        rows.set(Column::kKind, std::uint8_t{BL_CALL_KIND_COMPILER});
        rows.set(Column::kName, name);
    }
    if (compilations.without_end + compilations.without_begin == 0) return;
    lane.problem("etl.compilations",
                 "of creations of pipelines " + std::to_string(compilations.without_end) +
                     " have no end, and of " + std::to_string(compilations.without_begin) +
                     " that are left out there is only the end",
                 0);
}

}  // namespace

void write_frames(Recording& recording) {
    write_compilations(recording);
    std::vector<PresentEdge> edges;
    std::vector<const Graphics*> parts;
    for (const auto& chunk : recording.chunks()) {
        edges.insert(edges.end(), chunk->presents.begin(), chunk->presents.end());
        parts.push_back(&chunk->graphics);
    }
    std::vector<PresentCall> calls = pair_presents(std::move(edges));
    const CallFinder finder(calls);  // of the calls that a runtime told of
    const std::vector<ScreenStep> steps = steps_of(calls, parts);
    PresentTracker tracker(calls);
    if (recording.wanted().has(Table::kPresent)) follow_presents(steps, tracker);
    std::vector<std::int64_t> gpu_done(calls.size(), BL_NO_TIME);
    if (recording.wanted().has(Table::kGpuQueue)) {
        const std::vector<GpuQueue> queues = join_queues(parts);
        write_queues(recording, queues);
        if (recording.wanted().has(Table::kGpuPacket))
            write_packets(recording, join_packets(parts, queues), finder, tracker, gpu_done);
    }
    if (!recording.wanted().has(Table::kPresent)) return;
    write_presents(recording, calls, tracker, gpu_done);
    write_displays(recording, tracker);
}

}  // namespace benchlab::etl
