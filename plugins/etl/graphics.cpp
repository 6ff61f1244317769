#include "etl/graphics.hpp"

#include "etl/tables.hpp"

namespace benchlab::etl {
namespace {

// Kinds of packets of the store.
constexpr std::uint8_t kWork = 1, kPresent = 2, kWait = 3, kSignal = 4, kPaging = 5;

std::uint8_t packet_kind(std::uint32_t type, bool is_present) {
    switch (type) {
        case 4:
            return kWait;
        case 5:
            return kSignal;
        case 8:
            return kPaging;
        // Flips and what the system does for a queue: they wait for the screen, and are no work.
        case 3:
        case 7:
            return is_present ? kPresent : kSignal;
        default:
            return is_present ? kPresent : kWork;
    }
}

std::uint8_t store_engine(std::uint32_t type) {
    switch (type) {
        case 1:
            return 1;  // 3D
        case 6:
            return 3;  // copy
        case 2:
            return 4;  // decode
        case 3:
            return 5;  // encode
        case 4:
            return 6;  // video processing
        default:
            return 7;
    }
}

bool take_device(Record& record, Graphics& to) {
    GpuDevice device;
    if (record.has("hProcessId")) device.pid = record.u32("hProcessId");
    device.adapter = record.number("pDxgAdapter");
    device.device = record.number("hDevice");
    if (record.failed()) return false;
    to.devices.push_back(device);
    return true;
}

bool take_context(const Event& event, std::int64_t time, Record& record, Graphics& to) {
    GpuContext context;
    context.time = time;
    context.statement = event.id == kContextStart  ? kBegins
                        : event.id == kContextStop ? kEnds
                                                   : kWasThere;
    context.device = record.number("hDevice");
    context.node = record.u32("NodeOrdinal");
    context.context = record.number("hContext");
    // In a rundown the header has whoever wrote it.
    if (context.statement == kBegins) context.pid = event.pid;
    if (record.failed()) return false;
    to.contexts.push_back(context);
    return true;
}

bool take_hardware_queue(std::int64_t time, Record& record, Graphics& to) {
    GpuHardwareQueue queue;
    queue.time = time;
    queue.context = record.number("hContext");
    queue.parent = record.number("ParentDxgHwQueue");
    if (record.failed()) return false;
    to.hardware_queues.push_back(queue);
    return true;
}

bool take_node(Record& record, Graphics& to) {
    GpuNode node;
    node.adapter = record.number("pDxgAdapter");
    node.node = record.u32("NodeOrdinal");
    node.engine = store_engine(record.u32("EngineType"));
    if (record.failed()) return false;
    to.nodes.push_back(node);
    return true;
}

bool take_dma(const Event& event, std::int64_t time, Record& record, Graphics& to) {
    GpuEdge edge;
    edge.time = time;
    edge.step = event.id == kDmaStart ? GpuStep::kStarted : GpuStep::kFinished;
    edge.context = record.number("hContext");
    edge.sequence = record.u32("ulQueueSubmitSequence");
    if (record.failed()) return false;
    to.edges.push_back(edge);
    return true;
}

bool take_packet(const Event& event, std::int64_t time, Record& record, Graphics& to) {
    constexpr std::uint32_t kFlipPacket = 3, kSoftwarePacket = 7;
    GpuEdge edge;
    ScreenStep step;
    edge.time = time;
    edge.context = record.number("hContext");
    edge.sequence = record.u32("SubmitSequence");
    edge.tid = event.tid;
    if (event.id == kWaitStart || event.id == kSignalStart) {
        edge.kind = event.id == kWaitStart ? kWait : kSignal;
    } else if (event.id == kPacketStop) {
        edge.step = GpuStep::kLeft;
        edge.is_preempted = record.number("bPreempted") != 0;
        step.kind = StepKind::kLeft;
    } else {
        const std::uint32_t type = record.u32("PacketType");
        const bool is_present = record.number("bPresent") != 0;
        edge.kind = packet_kind(type, is_present);
        if (is_present || type == kFlipPacket || type == kSoftwarePacket)
            step.kind = StepKind::kQueued;
    }
    if (record.failed()) return false;
    if (step.kind != StepKind::kStart) {
        step.time = time;
        step.key = edge.context;
        step.sequence = edge.sequence;
        step.pid = event.pid;
        step.tid = event.tid;
        to.steps.push_back(step);
    }
    to.edges.push_back(edge);
    return true;
}

}  // namespace

bool take_dxgkrnl(const Event& event, std::int64_t time, Record& record, Graphics& to) {
    switch (event.id) {
        case kDeviceStart:
        case kDeviceThere:
            return take_device(record, to);
        case kContextStart:
        case kContextStop:
        case kContextThere:
            return take_context(event, time, record, to);
        case kHardwareQueueStart:
        case kHardwareQueueThere:
            return take_hardware_queue(time, record, to);
        case kNodeMetadata:
            return take_node(record, to);
        case kDmaStart:
        case kDmaInfo:
            return take_dma(event, time, record, to);
        default:
            return take_packet(event, time, record, to);
    }
}

bool decode_refresh(Record& record, ScreenRefresh& refresh) {
    refresh.source = record.u32("VidPnSourceId");
    refresh.frame = record.u32("FrameNumber");
    // Only of one plane; 0 where it is not said.
    refresh.raw_time = static_cast<std::int64_t>(record.number("FrameQPCTime"));
    return !record.failed();
}

bool decode_input(const Event& event, Record& record, InputEvent& input) {
    constexpr std::uint8_t kRead = 1, kTaken = 2, kClick = 3, kMouse = 1, kKeyboard = 2, kOther = 3;
    if (event.id == kDeviceRead) {
        const std::uint32_t type = record.u32("DeviceType");
        input.device = type == 0 ? kMouse : type == 1 ? kKeyboard : kOther;
        input.kind = kRead;
    } else {
        input.window = record.number("hwnd");
        input.kind = event.id == kInputTransform ? kClick : kTaken;
    }
    return !record.failed();
}

}  // namespace benchlab::etl
