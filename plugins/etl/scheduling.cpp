#include "etl/scheduling.hpp"

namespace benchlab::etl {
namespace {

// KWAIT_REASON of wdm.h, as debuggers show it.
constexpr std::array<std::string_view, kWaitReasons> kWaitReasonNames = {
    "Executive",
    "FreePage",
    "PageIn",
    "PoolAllocation",
    "DelayExecution",
    "Suspended",
    "UserRequest",
    "WrExecutive",
    "WrFreePage",
    "WrPageIn",
    "WrPoolAllocation",
    "WrDelayExecution",
    "WrSuspended",
    "WrUserRequest",
    "WrEventPair",
    "WrQueue",
    "WrLpcReceive",
    "WrLpcReply",
    "WrVirtualMemory",
    "WrPageOut",
    "WrRendezvous",
    "WrKeyedEvent",
    "WrTerminated",
    "WrProcessInSwap",
    "WrCpuRateControl",
    "WrCalloutStack",
    "WrKernel",
    "WrResource",
    "WrPushLock",
    "WrMutex",
    "WrQuantumEnd",
    "WrDispatchInt",
    "WrPreempted",
    "WrYieldExecution",
    "WrFastMutex",
    "WrGuardedMutex",
    "WrRundown",
    "WrAlertByThreadId",
    "WrDeferredPreempt",
    "WrPhysicalFault",
    "WrIoRing",
    "WrMdlCache",
    "WrRcu",
};

Bytes whole_frames(Bytes rest, unsigned pointer_size) {
    return rest.first(rest.size() / pointer_size * pointer_size);
}

}  // namespace

bool decode_switch(const Event& event, SwitchRecord& record) {
    if (event.payload.size() < 24) return false;
    const std::uint8_t* at = event.payload.data();
    record.new_tid = load<std::uint32_t>(at);
    record.old_tid = load<std::uint32_t>(at + 4);
    record.new_priority = static_cast<std::int8_t>(at[8]);
    record.old_priority = static_cast<std::int8_t>(at[9]);
    record.previous_c_state = at[10];
    record.wait_reason = at[12];
    record.wait_mode = at[13];
    record.old_state = at[14];
    record.ideal_cpu = at[15];
    record.new_wait_time = load<std::uint32_t>(at + 16);
    record.old_quantum = load<std::uint32_t>(at + 20);
    return true;
}

std::uint8_t store_state(std::uint8_t kernel_state) {
    switch (kernel_state) {
        case 2:
            return 1;  // running
        case 1:
        case 3:
        case 7:
            return 2;  // ready, standby and deferred ready: runnable
        case 5:
        case 6:
            return 3;  // waiting, and waiting for its stack to be read
        case 4:
            return 4;  // terminated
        default:
            return 0;
    }
}

std::string_view wait_reason_name(unsigned reason) {
    return reason < kWaitReasons ? kWaitReasonNames[reason] : std::string_view();
}

bool decode_ready(const Event& event, ReadyRecord& record) {
    if (event.payload.size() < 7) return false;
    const std::uint8_t* at = event.payload.data();
    record.tid = load<std::uint32_t>(at);
    record.adjust_reason = at[4];
    record.adjust_increment = static_cast<std::int8_t>(at[5]);
    record.flags = at[6];
    return true;
}

bool decode_sample(const Event& event, SampleRecord& record) {
    Fields fields = event.fields();
    record.address = fields.pointer();
    record.tid = fields.u32();
    record.count = fields.u16();
    record.flags = fields.u8();
    record.rank = fields.u8();
    return !fields.failed();
}

bool decode_interval(const Event& event, IntervalRecord& record) {
    Fields fields = event.fields();
    record.source = fields.u32();
    record.new_interval = fields.u32();
    record.old_interval = fields.u32();
    if (fields.failed()) return false;
    if (event.version >= 3) record.source_name = fields.wide();
    return true;
}

bool decode_dpc(const Event& event, DpcIsrRecord& record) {
    Fields fields = event.fields();
    record.initial_time = fields.u64();
    record.routine = fields.pointer();
    return !fields.failed();
}

bool decode_isr(const Event& event, DpcIsrRecord& record) {
    Fields fields = event.fields();
    record.is_interrupt = true;
    record.initial_time = fields.u64();
    record.routine = fields.pointer();
    record.return_value = fields.u8();
    record.vector = fields.u16();
    if (fields.failed()) return false;
    fields.skip(1);
    record.message_number = fields.u32();  // only of message-signalled ones
    return true;
}

bool decode_stack(const Event& event, StackRecord& record) {
    Fields fields = event.fields();
    record.event_time = fields.u64();
    record.pid = fields.u32();
    record.tid = fields.u32();
    if (fields.failed()) return false;
    record.frames = whole_frames(event.payload.subspan(fields.at()), event.pointer_size);
    return true;
}

bool decode_stack_use(const Event& event, StackRecord& record) {
    Fields fields = event.fields();
    record.event_time = fields.u64();
    record.pid = fields.u32();
    record.tid = fields.u32();
    record.key = fields.pointer();
    return !fields.failed();
}

bool decode_stack_definition(const Event& event, StackRecord& record) {
    Fields fields = event.fields();
    record.key = fields.pointer();
    if (fields.failed()) return false;
    record.frames = whole_frames(event.payload.subspan(fields.at()), event.pointer_size);
    return true;
}

}  // namespace benchlab::etl
