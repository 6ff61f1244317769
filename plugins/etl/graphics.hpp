// graphics.hpp: what the graphics kernel and the window manager tell: queues of a GPU, packets of
// work on them, refreshes of screens, and input.
// Where their fields lie: known_events.hpp, unless the trace itself says it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "etl/event.hpp"
#include "etl/provider_record.hpp"
#include "etl/screen_steps.hpp"

namespace benchlab::etl {

struct GpuDevice {
    std::uint64_t device = 0, adapter = 0;
    std::uint32_t pid = kNobody;
};
struct GpuContext {
    std::int64_t time = 0;
    std::uint64_t context = 0, device = 0;
    std::uint32_t node = 0;
    std::uint32_t pid = kNobody;
    std::uint8_t statement = 0;
};
// A queue that the hardware schedules by itself; its packets name the parent.
struct GpuHardwareQueue {
    std::int64_t time = 0;
    std::uint64_t context = 0, parent = 0;
};
struct GpuNode {
    std::uint64_t adapter = 0;
    std::uint32_t node = 0;
    std::uint8_t engine = 0;  // as the store has it
};

// One step of a packet.
enum class GpuStep : std::uint8_t { kQueued, kStarted, kFinished, kLeft };
struct GpuEdge {
    std::int64_t time = 0;
    std::uint64_t context = 0;
    std::uint32_t sequence = 0;
    std::uint32_t tid = kNobody;
    GpuStep step = GpuStep::kQueued;
    std::uint8_t kind = 0;  // as the store has it; 0: not said
    bool is_preempted = false;
};

struct ScreenRefresh {
    std::int64_t raw_time = 0;  // taken by the driver; 0: not said
    std::uint32_t source = 0;
    std::uint64_t frame = 0;
};

struct InputEvent {
    std::uint8_t device = 0;  // 0: not said
    std::uint8_t kind = 0;
    std::uint64_t window = 0;
};

// Everything that a chunk has of it, to be joined when all chunks are read.
struct Graphics {
    std::vector<GpuDevice> devices;
    std::vector<GpuContext> contexts;
    std::vector<GpuHardwareQueue> hardware_queues;
    std::vector<GpuNode> nodes;
    std::vector<GpuEdge> edges;
    std::vector<ScreenStep> steps;
};

// Each takes one event, of the ids that known_events.hpp has for it; false when it is too short.
bool take_dxgkrnl(const Event& event, std::int64_t time, Record& record, Graphics& to);
bool decode_refresh(Record& record, ScreenRefresh& refresh);
bool decode_input(const Event& event, Record& record, InputEvent& input);

struct GpuQueue {
    GpuContext context;
    std::uint64_t adapter = 0;
    std::uint8_t engine = 7;
    bool has_adapter = false, is_hardware_queue = false;
};
struct GpuPacket {
    std::int64_t queued = 0, begin = 0, end = 0;  // BL_NO_TIME when not seen
    std::uint64_t context = 0;
    std::uint32_t sequence = 0;
    std::uint32_t tid = kNobody;
    std::uint8_t kind = 1;
    std::uint8_t flags = 0;
};
enum PacketFlags : std::uint8_t { kBeginIsEstimate = 1, kPreempted = 2, kEndNotSeen = 4 };

// Joined over all chunks: first every add(), then these, once each.
std::vector<GpuQueue> join_queues(const std::vector<const Graphics*>& parts);
std::vector<GpuPacket> join_packets(const std::vector<const Graphics*>& parts,
                                    const std::vector<GpuQueue>& queues);

}  // namespace benchlab::etl
