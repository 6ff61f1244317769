#include "etl/graphics.hpp"

#include "etl/tables.hpp"

namespace benchlab::etl {
namespace {

enum DxgKrnlEvent : std::uint16_t {
    kVsyncDpc = 17,
    kDeviceStart = 27,
    kDeviceThere = 29,
    kContextStart = 30,
    kContextStop = 31,
    kContextThere = 32,
    kDmaStart = 175,
    kDmaInfo = 177,
    kPacketStart = 178,
    kPacketStop = 180,
    kWaitStart = 244,
    kSignalStart = 245,
    kNodeMetadata = 250,
    kVsyncDpcPlanes = 273,
    kHsyncDpcPlanes = 382,
    kHardwareQueueStart = 422,
    kHardwareQueueThere = 424,
};
enum Win32kEvent : std::uint16_t { kRetrieveMessage = 63, kDeviceRead = 73 };

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

bool take_device(const Event& event, Graphics& to) {
    Fields fields = event.fields();
    GpuDevice device;
    device.pid = static_cast<std::uint32_t>(fields.pointer());
    device.adapter = fields.pointer();
    fields.skip(4);
    device.device = fields.pointer();
    if (fields.failed()) return false;
    to.devices.push_back(device);
    return true;
}

bool take_context(const Event& event, std::int64_t time, std::uint8_t statement, Graphics& to) {
    Fields fields = event.fields();
    GpuContext context;
    context.time = time;
    context.statement = statement;
    context.device = fields.pointer();
    context.node = fields.u32();
    fields.skip(4 + 6 * 4);
    context.context = fields.pointer();
    // In a rundown the header has whoever wrote it.
    if (statement == kBegins) context.pid = event.pid;
    if (fields.failed()) return false;
    to.contexts.push_back(context);
    return true;
}

bool take_hardware_queue(const Event& event, std::int64_t time, Graphics& to) {
    Fields fields = event.fields();
    GpuHardwareQueue queue;
    queue.time = time;
    queue.context = fields.pointer();
    fields.pointer();
    queue.parent = fields.pointer();
    if (fields.failed()) return false;
    to.hardware_queues.push_back(queue);
    return true;
}

bool take_node(const Event& event, Graphics& to) {
    Fields fields = event.fields();
    GpuNode node;
    node.adapter = fields.pointer();
    node.node = fields.u32();
    node.engine = store_engine(fields.u32());
    if (fields.failed()) return false;
    to.nodes.push_back(node);
    return true;
}

bool take_dma(const Event& event, std::int64_t time, Graphics& to) {
    Fields fields = event.fields();
    GpuEdge edge;
    edge.time = time;
    edge.context = fields.pointer();
    if (event.id == kDmaStart) {
        edge.step = GpuStep::kStarted;
        fields.pointer();
    } else {
        edge.step = GpuStep::kFinished;
    }
    fields.skip(4 + 8);  // type, number of the submission or completion
    edge.sequence = fields.u32();
    if (fields.failed()) return false;
    to.edges.push_back(edge);
    return true;
}

bool take_packet(const Event& event, std::int64_t time, Graphics& to) {
    Fields fields = event.fields();
    GpuEdge edge;
    edge.time = time;
    edge.context = fields.pointer();
    edge.tid = event.tid;
    if (event.id == kWaitStart || event.id == kSignalStart) {
        edge.kind = event.id == kWaitStart ? kWait : kSignal;
        edge.sequence = fields.u32();
    } else {
        const std::uint32_t type = fields.u32();
        edge.sequence = fields.u32();
        if (event.id == kPacketStop) {
            edge.step = GpuStep::kLeft;
            edge.is_preempted = fields.u32() != 0;
        } else {
            fields.skip(8 + 4 + 4);
            edge.kind = packet_kind(type, fields.u32() != 0);
        }
    }
    if (fields.failed()) return false;
    to.edges.push_back(edge);
    return true;
}

}  // namespace

bool take_dxgkrnl(const Event& event, std::int64_t time, Graphics& to) {
    switch (event.id) {
        case kDeviceStart:
        case kDeviceThere:
            return take_device(event, to);
        case kContextStart:
            return take_context(event, time, kBegins, to);
        case kContextStop:
            return take_context(event, time, kEnds, to);
        case kContextThere:
            return take_context(event, time, kWasThere, to);
        case kHardwareQueueStart:
        case kHardwareQueueThere:
            return take_hardware_queue(event, time, to);
        case kNodeMetadata:
            return take_node(event, to);
        case kDmaStart:
        case kDmaInfo:
            return take_dma(event, time, to);
        case kPacketStart:
        case kPacketStop:
        case kWaitStart:
        case kSignalStart:
            return take_packet(event, time, to);
        default:
            return true;
    }
}

bool is_refresh(std::uint16_t id) {
    return id == kVsyncDpc || id == kVsyncDpcPlanes;
}

bool decode_refresh(const Event& event, ScreenRefresh& refresh) {
    Fields fields = event.fields();
    fields.pointer();  // the adapter
    if (event.id == kVsyncDpc) {
        fields.skip(4 + 8);  // target, address that is scanned out
        refresh.source = fields.u32();
        refresh.frame = fields.u32();
        refresh.raw_time = fields.take<std::int64_t>();
    } else {
        const std::size_t planes = fields.u32();
        fields.skip(planes * 8);
        refresh.source = fields.u32();
        refresh.frame = fields.u32();
    }
    return !fields.failed();
}

bool is_input(std::uint16_t id) {
    return id == kRetrieveMessage || id == kDeviceRead;
}

bool decode_input(const Event& event, InputEvent& input) {
    constexpr std::uint8_t kRead = 1, kTaken = 2, kMouse = 1, kKeyboard = 2, kOther = 3;
    Fields fields = event.fields();
    if (event.id == kDeviceRead) {
        const std::uint32_t type = fields.u32();
        input.device = type == 0 ? kMouse : type == 1 ? kKeyboard : kOther;
        input.kind = kRead;
    } else {
        fields.skip(1);
        input.window = fields.pointer();
        input.kind = kTaken;
    }
    return !fields.failed();
}

}  // namespace benchlab::etl
