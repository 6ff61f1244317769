#include "events.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "providers.hpp"

namespace benchlab::story {

namespace {

// By the number that Windows gives them.
constexpr std::array<std::string_view, 43> kWaitReasons{"Executive",
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
                                                        "WrRcu"};

std::uint8_t reason_number(const Switch& e) {
    for (std::size_t i = 0; i < kWaitReasons.size(); ++i) {
        if (kWaitReasons[i] == e.reason) return static_cast<std::uint8_t>(i);
    }
    return e.state == State::kRunnable ? 32 : 0;  // preempted
}

std::uint8_t state_number(const Switch& e) {
    if (e.raw) return static_cast<std::uint8_t>(*e.raw);
    switch (e.state) {
        case State::kRunnable:
            return 1;
        case State::kEnded:
            return 4;
        case State::kWaiting:
            return 5;
        case State::kRunning:
        case State::kUnknown:
            break;
    }
    return 2;  // what an idle thread has
}

}  // namespace

void EventRecords::use_cpu_of(std::optional<Tid> thread) {
    if (!cpu_said_ && thread) cpu_ = session_.cpu_of_thread(thread->id);
}

void EventRecords::write(const Event& event) {
    cpu_said_ = event.cpu.has_value();
    cpu_ = session_.place(event.cpu);
    std::visit([&](const auto& e) { put_event(e); }, event.body);
}

void EventRecords::put_event(const Switch& e) {
    SwitchPayload p;
    p.new_thread = e.new_thread.id;
    p.old_thread = e.old_thread.id;
    p.new_priority = static_cast<std::int8_t>(e.new_thread.id == 0 ? 0 : e.new_priority);
    p.old_priority = static_cast<std::int8_t>(e.old_thread.id == 0 ? 0 : e.old_priority);
    p.wait_reason = reason_number(e);
    // From version 4 on, flags of the thread stand here.
    if (session_.options().versions.cswitch < 4) p.wait_mode = e.mode == 2 ? 1 : 0;
    p.state = state_number(e);
    p.ideal_processor = static_cast<std::uint8_t>(cpu_);
    session_.run(cpu_, e.new_thread.id);
    session_.kernel(cpu_, session_.now(), {0x05, 0x24, session_.options().versions.cswitch}, p);
    put_stack(session_.now(), e.new_thread.id, e.new_stack);
    if (!e.old_stack.empty()) session_.left_out("old-stack of a switch");
}

void EventRecords::put_event(const Ready& e) {
    use_cpu_of(e.waker);
    ReadyPayload p;
    p.thread = e.thread.id;
    p.adjust_reason = 1;
    p.flags = static_cast<std::uint8_t>((e.source > 1 ? 1 : 0) | (e.kind == 4 ? 2 : 0));
    session_.kernel(cpu_, session_.now(), {0x05, 0x32, 2}, p);
    if (e.source <= 1 && e.waker && e.waker->id != session_.running(cpu_)) {
        session_.left_out("waker that does not run on the CPU of its ready");
    }
    put_stack(session_.now(), session_.running(cpu_), e.stack);
}

void EventRecords::put_event(const Sample& e) {
    use_cpu_of(e.thread);
    SamplePayload p;
    p.instruction = session_.narrow(e.code.address);
    p.thread = e.thread.id;
    p.flags = static_cast<std::uint16_t>(0x40 | (e.flags & 2 ? 1 : 0) | (e.flags & 4 ? 2 : 0));
    session_.kernel(cpu_, session_.now(), {0x0F, 0x2E, 2}, p);
    put_stack(session_.now(), e.thread.id, e.stack);
}

void EventRecords::put_event(const Interrupt& e) {
    static constexpr std::array<std::uint8_t, 7> kTypes{0, 0x43, 0x44, 0x45, 0x42, 0, 0};
    const std::uint8_t type = kTypes[e.kind];
    if (type == 0) return session_.left_out("softirq or tick");
    const std::int64_t begin = session_.ticks(session_.now());
    const std::int64_t end_ns = session_.now() + e.length.ns;
    const std::uint64_t routine = session_.narrow(e.code.address);
    if (e.kind != 1)
        return session_.kernel(cpu_, end_ns, {0x0F, type, 2}, DpcPayload{begin, routine});
    IsrPayload p;
    p.begin_ticks = begin;
    p.routine = routine;
    p.result = 1;
    p.vector = e.vector;
    if (e.name == "msi") p.message = 0;  // the form with a message number
    session_.kernel(cpu_, end_ns, {0x0F, static_cast<std::uint8_t>(p.message ? 0x32 : 0x43), 2}, p);
}

void EventRecords::put_event(const HardFault& e) {
    use_cpu_of(e.thread);
    const std::int64_t begin = session_.now();
    if (e.code.address != 0) {
        session_.kernel(
            cpu_, begin, {0x02, 0x0E, 2},
            FaultPayload{session_.narrow(e.address.value), session_.narrow(e.code.address)},
            e.thread.id);
    }
    HardFaultPayload p;
    p.begin_ticks = session_.ticks(begin);
    p.offset = e.offset.value;
    p.address = session_.narrow(e.address.value);
    p.file = session_.narrow(e.file.value);
    p.thread = e.thread.id;
    p.bytes = e.bytes;
    session_.kernel(cpu_, begin + e.length.ns, {0x02, 0x20, 2}, p, e.thread.id);
    put_stack(begin + e.length.ns, e.thread.id, e.stack);
}

void EventRecords::put_event(const DiskIo& e) {
    if (e.kind == 4) return session_.left_out("discard of a disk");
    use_cpu_of(e.thread);
    const std::uint16_t version = session_.options().versions.disk;
    const std::uint32_t thread = e.thread ? e.thread->id : 0;
    const std::uint64_t irp = session_.narrow(0xFFFFFA8000000000 + (next_irp_++ & 0xFFFFF) * 0x100);
    const std::int64_t begin = session_.now(), end = begin + e.queued.ns + e.length.ns;
    static constexpr std::array<std::uint8_t, 4> kInit{0, 0x0C, 0x0D, 0x0F};
    session_.kernel(cpu_, begin, {0x01, kInit[e.kind], version}, DiskInitPayload{irp, thread},
                    thread);
    put_stack(begin, thread, e.stack);
    if (e.kind == 3) return put_flush(e, irp, end);
    DiskPayload p;
    p.disk = e.disk;
    p.irp_flags = static_cast<std::uint32_t>(e.priority & 7) << 17 | 0x43;
    p.bytes = e.bytes;
    p.offset = e.offset.value;
    p.file = session_.narrow(e.file.value);
    p.irp = irp;
    p.response_ticks = session_.counter_ticks_long(e.length.ns);
    p.thread = thread;
    session_.kernel(cpu_, end,
                    {0x01, static_cast<std::uint8_t>(e.kind == 1 ? 0x0A : 0x0B), version}, p);
}

void EventRecords::put_flush(const DiskIo& e, std::uint64_t irp, std::int64_t end) {
    DiskFlushPayload p;
    p.disk = e.disk;
    p.irp_flags = static_cast<std::uint32_t>(e.priority & 7) << 17;
    p.response_ticks = session_.counter_ticks_long(e.length.ns);
    p.irp = irp;
    p.thread = e.thread ? e.thread->id : 0;
    session_.kernel(cpu_, end, {0x01, 0x0E, session_.options().versions.disk}, p);
}

void EventRecords::put_event(const Call& e) {
    use_cpu_of(e.thread);
    const std::int64_t begin = session_.now(), end = begin + e.length.ns;
    if (e.kind == 1) {
        // The name of a system call is the function at this address.
        session_.kernel(cpu_, begin, {0x0F, 0x33, 2},
                        CallEnterPayload{session_.narrow(e.object.value)}, e.thread.id);
        session_.kernel(cpu_, end, {0x0F, 0x34, 2},
                        CallExitPayload{static_cast<std::uint32_t>(e.result)}, e.thread.id);
        put_stack(begin, e.thread.id, e.stack);
    } else if (e.kind == 5) {
        ManifestEvent start = kPipelineStart, stop = kPipelineStop;
        start.activity = stop.activity = ++compilations_;
        session_.manifest(cpu_, begin, start, e.thread.id, {});
        session_.manifest(cpu_, end, stop, e.thread.id, {});
    } else {
        session_.left_out("call of this kind");
    }
}

void EventRecords::put_event(const Mark& e) {
    use_cpu_of(e.thread);
    session_.kernel(cpu_, session_.now(), {0x0F, 0x22, 2}, MarkPayload{e.name},
                    e.thread ? std::optional(e.thread->id) : std::nullopt);
}

void EventRecords::put_event(const Lost& e) {
    if (e.kind == 3) return session_.left_out("throttled");
    const std::int64_t end = session_.now() + e.length.ns;
    session_.buffers().mark_lost(cpu_, e.kind == 1 ? 2 : 4);
    session_.empty_of_class(cpu_, end, kLostEventClass, e.kind == 1 ? 32 : 33);
}

void EventRecords::put_stack(std::int64_t ns, std::uint32_t tid, const Frames& frames) {
    if (frames.empty()) return;
    for (StackPayload* half : {&kernel_, &user_}) {
        half->event_ticks = session_.ticks(ns);
        half->process = session_.process_of(tid);
        half->thread = tid;
        half->frames.clear();
    }
    for (const std::uint64_t frame : frames) {
        (Session::is_kernel(frame) ? kernel_ : user_).frames.push_back(session_.narrow(frame));
    }
    const std::int64_t user_ns = ns + session_.options().user_half_delay_ns;
    const bool user_first = session_.options().user_half_first;
    if (user_first) put_half(user_ns, user_, false);
    put_half(ns, kernel_, true);
    if (!user_first) put_half(user_ns, user_, false);
}

void EventRecords::put_half(std::int64_t at_ns, const StackPayload& half, bool kernel) {
    if (half.frames.empty()) return;
    if (!session_.options().stack_keys) {
        session_.kernel(cpu_, at_ns, {0x18, 0x20, 2}, half, half.thread, half.process);
        return;
    }
    const StackKeyPayload by_key{half.event_ticks, half.process, half.thread, key_of(half.frames)};
    session_.kernel(cpu_, at_ns, {0x18, static_cast<std::uint8_t>(kernel ? 0x25 : 0x26), 2}, by_key,
                    half.thread, half.process);
}

std::uint64_t EventRecords::key_of(const Frames& frames) {
    const std::uint64_t next = session_.narrow(0xFFFFBA0F00000000 + keys_.size() * 0x100);
    return keys_.try_emplace(frames, next).first->second;
}

void EventRecords::define_keys() {
    for (const auto& [frames, key] : keys_) {
        session_.kernel(0, session_.now(), {0x18, 0x24, 2}, StackDefinitionPayload{key, frames});
    }
}

}  // namespace benchlab::story
