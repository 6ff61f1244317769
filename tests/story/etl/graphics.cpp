// graphics.cpp: presents, GPU packets, vertical blanks and input, as manifest events of the
// oldest known versions.
#include <algorithm>

#include "events.hpp"
#include "providers.hpp"

namespace benchlab::story {

namespace {

struct Runtime {
    std::string_view name;
    Guid provider;
    std::uint16_t start, stop;
};

constexpr std::uint16_t kPlanesStart = 55;
constexpr Runtime kRuntimes[] = {
    {"dxgi", kDxgi, 42, 43}, {"dxgi-mpo", kDxgi, kPlanesStart, 56}, {"d3d9", kD3d9, 1, 2}};

const Runtime* find_runtime(std::string_view name) {
    const auto same = [](char a, char b) { return a == (b >= 'A' && b <= 'Z' ? b + 32 : b); };
    for (const Runtime& runtime : kRuntimes) {
        if (std::equal(runtime.name.begin(), runtime.name.end(), name.begin(), name.end(), same)) {
            return &runtime;
        }
    }
    return nullptr;
}

std::uint32_t packet_type(std::uint8_t kind) {
    switch (kind) {
        case 3:
            return 4;  // wait
        case 4:
            return 5;  // signal
        case 5:
            return 8;  // paging
        default:
            return 0;
    }
}

}  // namespace

void EventRecords::put_event(const Present& e) {
    const Runtime* runtime = find_runtime(e.runtime);
    if (!runtime) return session_.left_out("present of another runtime");
    use_cpu_of(e.thread);
    const bool is_dxgi = runtime->provider.a == kDxgi.a;
    NamedFields start(session_.pointer());
    start.pointer(is_dxgi ? "pIDXGISwapChain" : "pSwapchain", session_.narrow(e.chain.value))
        .u32("Flags", static_cast<std::uint32_t>(e.flags.value));
    if (is_dxgi) {
        const bool has_planes = runtime->start == kPlanesStart;
        start.i32("SyncInterval", e.sync)
            .u32(has_planes ? "NumPlanes" : "DirtyRects", 0)
            .u32(has_planes ? "LayerMask" : "ScrollRects", 0);
    }
    const std::int64_t begin = session_.now();
    session_.manifest(cpu_, begin, graphics(runtime->provider, runtime->start, 1, 2), e.thread.id,
                      start);
    screen_.present(cpu_, e);
    if (!e.length) return;
    NamedFields stop(session_.pointer());
    stop.u32("Result", static_cast<std::uint32_t>(e.result.value));
    session_.manifest(cpu_, begin + e.length->ns, graphics(runtime->provider, runtime->stop, 2, 2),
                      e.thread.id, stop);
}

void EventRecords::put_event(const Display& e) {
    if (!screen_.display(cpu_, e)) session_.left_out("display of a present without a mode");
}

void EventRecords::put_event(const Vsync& e) {
    NamedFields fields(session_.pointer());
    fields.pointer("pDxgAdapter", session_.narrow(0xFFFFA80000010000))
        .u32("VidPnTargetId", 0)
        .u64("ScannedPhysicalAddress", 0)
        .u32("VidPnSourceId", e.source)
        .u32("FrameNumber", static_cast<std::uint32_t>(e.sequence))
        .i64("FrameQPCTime", session_.ticks(session_.now()))
        .pointer("hFlipDevice", 0)
        .u32("FlipType", 0)
        .u64("FlipFenceId", 0);  // no flip: those are of display
    session_.manifest(cpu_, session_.now(), kVsyncDpc, session_.running(cpu_), fields);
}

void EventRecords::put_event(const Packet& e) {
    use_cpu_of(e.thread);
    const int pointer = session_.pointer();
    const std::uint64_t queue = session_.narrow(e.queue.value);
    const std::uint32_t type = packet_type(e.kind);
    const auto sequence = static_cast<std::uint32_t>(e.sequence);
    const std::uint32_t tid = e.thread ? e.thread->id : session_.running(cpu_);
    const std::int64_t queued = session_.now(), begin = queued + e.queued.ns;

    NamedFields queue_start(pointer), start(pointer);
    queue_start.pointer("hContext", queue).u32("PacketType", type).u32("SubmitSequence", sequence);
    queue_start.u64("DmaBufferSize", 0).u32("AllocationListSize", 0);
    queue_start.u32("PatchLocationListSize", 0).boolean("bPresent", e.kind == 2);
    queue_start.pointer("hDmaBuffer", 0);
    session_.manifest(cpu_, queued, kQueuePacketStart, tid, queue_start);

    start.pointer("hContext", queue).pointer("hQueuePacketContext", 0).u32("PacketType", type);
    start.u64("uliSubmissionId", e.fence).u32("ulQueueSubmitSequence", sequence);
    start.pointer("pDmaBuffer", 0).u32("QuantumStatus", 0);
    session_.manifest(cpu_, begin, kDmaPacketStart, tid, start);
    if (!e.length) return;

    const std::int64_t end = begin + e.length->ns;
    NamedFields info(pointer), queue_stop(pointer);
    info.pointer("hContext", queue).u32("PacketType", type).u64("uliCompletionId", e.fence);
    info.u32("ulQueueSubmitSequence", sequence).u32("InterruptType", 1);
    session_.manifest(cpu_, end, kDmaPacketInfo, tid, info);

    queue_stop.pointer("hContext", queue).u32("PacketType", type).u32("SubmitSequence", sequence);
    queue_stop.boolean("bPreempted", (e.flags & 2) != 0).boolean("bTimeouted", false);
    session_.manifest(cpu_, end, kQueuePacketStop, tid, queue_stop);
}

void EventRecords::put_event(const Input& e) {
    use_cpu_of(e.thread);
    NamedFields fields(session_.pointer());
    if (e.kind == 3) {
        fields.pointer("hwnd", session_.narrow(e.window.value));
        fields.i64("XformQPCTime", session_.ticks(session_.now()));
        const std::uint32_t tid = e.thread ? e.thread->id : session_.running(cpu_);
        return session_.manifest(cpu_, session_.now(), kInputTransform, tid, fields);
    }
    if (e.kind == 1) {
        fields.i32("DeviceType", e.device == 2 ? 1 : 0).u32("Flags", 0);
    } else {
        fields.i8("CallbackCount", 0).pointer("hwnd", session_.narrow(e.window.value));
        fields.pointer("WParam", 0).pointer("LParam", 0);
        fields.u32("message", e.device == 2 ? 0x100u : 0x200u);  // a key, a move
        fields.u32("inputReadyTimeMs", 0).u32("flags", 0);
    }
    session_.manifest(cpu_, session_.now(), e.kind == 1 ? kInputRead : kInputTaken,
                      e.thread ? e.thread->id : session_.running(cpu_), fields);
}

}  // namespace benchlab::story
