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

constexpr Runtime kRuntimes[] = {
    {"dxgi", kDxgi, 42, 43}, {"dxgi-mpo", kDxgi, 55, 56}, {"d3d9", kD3d9, 1, 2}};

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
    Bytes payload;
    payload.put_pointer(session_.narrow(e.chain.value), session_.pointer());
    payload.put(static_cast<std::uint32_t>(e.flags.value));
    if (runtime->provider.a == kDxgi.a) {
        payload.put(e.sync);
        payload.put_zeros(8);  // dirty and scrolled rectangles; planes and their mask
    }
    const std::int64_t begin = session_.now();
    session_.manifest(cpu_, begin, graphics(runtime->provider, runtime->start, 1, 2), e.thread.id,
                      payload);
    if (!e.length) return;
    payload.clear();
    payload.put(static_cast<std::uint32_t>(e.result.value));
    session_.manifest(cpu_, begin + e.length->ns, graphics(runtime->provider, runtime->stop, 2, 2),
                      e.thread.id, payload);
}

void EventRecords::put_event(const Vsync& e) {
    Bytes payload;
    const int pointer = session_.pointer();
    payload.put_pointer(session_.narrow(0xFFFFA80000010000), pointer);  // the adapter
    payload.put(std::uint32_t{0});                                      // target
    payload.put(std::uint64_t{0});                                      // address that is scanned
    payload.put(e.source);
    payload.put(static_cast<std::uint32_t>(e.sequence));
    payload.put(session_.ticks(session_.now()));
    payload.put_pointer(0, pointer);
    payload.put(std::uint32_t{0});
    payload.put(e.sequence << 32);
    session_.manifest(cpu_, session_.now(), kVsyncDpc, session_.running(cpu_), payload);
}

void EventRecords::put_event(const Packet& e) {
    use_cpu_of(e.thread);
    const int pointer = session_.pointer();
    const std::uint64_t queue = session_.narrow(e.queue.value);
    const std::uint32_t type = packet_type(e.kind);
    const auto sequence = static_cast<std::uint32_t>(e.sequence);
    const std::uint32_t tid = e.thread ? e.thread->id : session_.running(cpu_);
    const std::int64_t queued = session_.now(), begin = queued + e.queued.ns;

    Bytes payload;
    payload.put_pointer(queue, pointer);
    payload.put(type);
    payload.put(sequence);
    payload.put(std::uint64_t{0});
    payload.put_zeros(8);
    payload.put(std::uint32_t{e.kind == 2});
    payload.put_pointer(0, pointer);
    session_.manifest(cpu_, queued, kQueuePacketStart, tid, payload);

    payload.clear();
    payload.put_pointer(queue, pointer);
    payload.put_pointer(0, pointer);
    payload.put(type);
    payload.put(e.fence);
    payload.put(sequence);
    payload.put_pointer(0, pointer);
    payload.put(std::uint32_t{0});
    session_.manifest(cpu_, begin, kDmaPacketStart, tid, payload);
    if (!e.length) return;

    const std::int64_t end = begin + e.length->ns;
    payload.clear();
    payload.put_pointer(queue, pointer);
    payload.put(type);
    payload.put(e.fence);
    payload.put(sequence);
    payload.put(std::uint32_t{1});
    session_.manifest(cpu_, end, kDmaPacketInfo, tid, payload);

    payload.clear();
    payload.put_pointer(queue, pointer);
    payload.put(type);
    payload.put(sequence);
    payload.put(std::uint32_t{(e.flags & 2) != 0});  // preempted
    payload.put(std::uint32_t{0});
    session_.manifest(cpu_, end, kQueuePacketStop, tid, payload);
}

void EventRecords::put_event(const Input& e) {
    if (e.kind == 3) return session_.left_out("click");
    use_cpu_of(e.thread);
    Bytes payload;
    if (e.kind == 1) {
        payload.put(std::int32_t{e.device == 2 ? 1 : 0});
        payload.put(std::uint32_t{0});
    } else {
        const int pointer = session_.pointer();
        payload.put(std::int8_t{0});
        payload.put_pointer(session_.narrow(e.window.value), pointer);
        payload.put_pointer(0, pointer);
        payload.put_pointer(0, pointer);
        payload.put(std::uint32_t{e.device == 2 ? 0x100u : 0x200u});  // a key, a move
        payload.put_zeros(8);
    }
    session_.manifest(cpu_, session_.now(), e.kind == 1 ? kInputRead : kInputTaken,
                      e.thread ? e.thread->id : session_.running(cpu_), payload);
}

}  // namespace benchlab::story
