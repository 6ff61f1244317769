#include "session.hpp"

#include <algorithm>
#include <utility>

#include "providers.hpp"

namespace benchlab::story {

namespace {

BufferOptions buffer_options(const Story& story, const EtlOptions& options, std::uint64_t ring) {
    BufferOptions out;
    out.cpus = std::max(story.machine.cpus, options.cpus);
    out.buffer_size = options.buffer_size;
    out.compression = options.compression;
    out.ring_buffers = ring;
    out.one_byte_processor = options.one_byte_processor;
    return out;
}

std::uint64_t ticks_of(std::int64_t length_ns, std::uint64_t hertz) {
    const auto ns = static_cast<std::uint64_t>(length_ns);
    constexpr std::uint64_t kSecond = 1'000'000'000;
    return ns / kSecond * hertz + ns % kSecond * hertz / kSecond;
}

}  // namespace

Session::Session(const Story& story, const EtlOptions& options, Output& output,
                 std::uint64_t ring_buffers)
    : story_(story),
      options_(options),
      cpus_(std::max(story.machine.cpus, options.cpus)),
      buffers_(output, buffer_options(story, options, ring_buffers)),
      running_(cpus_) {
    switch (options.clock) {
        case Clock::kQpc:
            hertz_ = story.machine.clock_hz;
            break;
        case Clock::kSystem:
            hertz_ = 10'000'000;
            break;
        case Clock::kTsc:
            hertz_ = std::uint64_t{story.machine.mhz} * 1'000'000;
            break;
    }
    // The machine has been up for an hour, unless the clock is the calendar.
    ticks_at_0_ = options.clock == Clock::kSystem ? static_cast<std::int64_t>(kStoryFiletime)
                                                  : static_cast<std::int64_t>(hertz_ * 3600);
    for (const Thread& thread : story.threads) processes_[thread.tid.id] = thread.process.id;
    processes_[0] = 0;
    for (std::uint32_t i = 0; i < options.counters; ++i) counters_.push_back(1000 + i);
}

std::uint64_t Session::ticks_long(std::int64_t length_ns) const {
    return ticks_of(length_ns, hertz_);
}

std::uint64_t Session::counter_ticks_long(std::int64_t length_ns) const {
    return ticks_of(length_ns, story_.machine.clock_hz);
}

std::int64_t Session::ticks(std::int64_t ns) const {
    return ticks_at_0_ + static_cast<std::int64_t>(ticks_long(ns));
}

std::uint64_t Session::narrow(std::uint64_t address) const {
    if (options_.pointer_size == 8 || address <= 0xFFFFFFFF) return address;
    return is_kernel(address) ? (address & 0x7FFFFFFF) | 0x80000000 : address & 0x7FFFFFFF;
}

std::uint32_t Session::process_of(std::uint32_t tid) const {
    const auto found = processes_.find(tid);
    return found == processes_.end() ? 0xFFFFFFFF : found->second;
}

std::uint32_t Session::compositor_thread() const {
    for (const Thread& thread : story_.threads) {
        for (const Process& process : story_.processes) {
            if (process.name == "dwm.exe" && process.pid.id == thread.process.id) {
                return thread.tid.id;
            }
        }
    }
    return 0xFFFFFFFF;
}

std::uint32_t Session::place(std::optional<std::uint16_t> cpu) const {
    return cpu.value_or(0) * (cpus_ / story_.machine.cpus);
}

std::uint32_t Session::cpu_of_thread(std::uint32_t tid) const {
    const auto found = last_cpu_.find(tid);
    return found == last_cpu_.end() ? 0 : found->second;
}

void Session::run(std::uint32_t cpu, std::uint32_t tid) {
    running_[cpu] = tid;
    if (tid != 0) last_cpu_[tid] = cpu;
}

void Session::advance(std::int64_t ns) {
    if (const std::int64_t every = options_.flush_every_ns; every > 0 && ns >= next_flush_ns_) {
        if (next_flush_ns_ > 0) buffers_.flush_all();
        next_flush_ns_ = (ns / every + 1) * every;
    }
    while (!pending_.empty() && pending_.front().ns <= ns) {
        std::pop_heap(pending_.begin(), pending_.end());
        const Pending& due = pending_.back();
        buffers_.add(due.cpu, ticks(due.ns), due.record);
        pending_.pop_back();
    }
    now_ns_ = std::max(now_ns_, ns);
}

Header Session::natural_header(Kind kind) const {
    if (options_.header) return *options_.header;
    const bool interval = kind.group == 0x0F && kind.type >= 0x48 && kind.type <= 0x4A;
    const bool dispatch = kind.group == 0x05 && (kind.type == 0x24 || kind.type == 0x32);
    const bool fault = kind.group == 0x02;
    const bool mark = kind.group == 0x0F && kind.type == 0x22;
    const bool plain = (kind.group == 0x0F && !interval && !mark) || kind.group == 0x18 ||
                       kind.group == 0x04 || dispatch || fault;
    return plain ? Header::kPerfInfo : Header::kSystem;
}

Stamp Session::stamp(std::uint32_t cpu, std::int64_t ns, std::optional<std::uint32_t> tid,
                     std::optional<std::uint32_t> pid) const {
    const std::uint32_t thread = tid.value_or(running_[cpu]);
    return {ticks(ns), thread, pid ? *pid : process_of(thread)};
}

void Session::frame(std::uint32_t cpu, std::int64_t ns, Kind kind, std::optional<std::uint32_t> tid,
                    std::optional<std::uint32_t> pid) {
    record_.clear();
    Extras extras;
    if (kind.group == 0x05 && kind.type == 0x24) extras.counters = counters_;
    frame_kernel(record_, natural_header(kind), kind, stamp(cpu, ns, tid, pid), pointer(), payload_,
                 extras);
    deliver(cpu, ns);
}

void Session::frame_of_class(std::uint32_t cpu, std::int64_t ns, const Guid& guid,
                             std::uint8_t type) {
    record_.clear();
    frame_class(record_, guid, type, 2, stamp(cpu, ns, {}, {}), pointer(), payload_);
    deliver(cpu, ns);
}

void Session::empty_of_class(std::uint32_t cpu, std::int64_t ns, const Guid& guid,
                             std::uint8_t type) {
    payload_.clear();
    frame_of_class(cpu, ns, guid, type);
}

void Session::manifest(std::uint32_t cpu, std::int64_t ns, const ManifestEvent& event,
                       std::uint32_t tid, std::span<const std::uint8_t> payload) {
    record_.clear();
    frame_manifest(record_, event, stamp(cpu, ns, tid, {}), pointer(), payload);
    deliver(cpu, ns);
}

void Session::manifest(std::uint32_t cpu, std::int64_t ns, const ManifestEvent& event,
                       std::uint32_t tid, const NamedFields& fields) {
    payload_.clear();
    if (!options_.metadata) {
        fields.put(payload_);
    } else {
        fields.put_turned(payload_);
        Bytes& known = descriptions_[{event.provider.a, event.id, event.version}];
        if (known.size() == 0) fields.put_turned_info(known, event);
    }
    manifest(cpu, ns, event, tid, payload_);
}

void Session::put_descriptions() {
    constexpr std::uint8_t kEventInfo = 32;
    for (const auto& [key, description] : descriptions_) {
        record_.clear();
        frame_class(record_, kEventMetadataClass, kEventInfo, 0, stamp(0, now_ns_, {}, {}),
                    pointer(), description);
        deliver(0, now_ns_);
    }
}

void Session::deliver(std::uint32_t cpu, std::int64_t ns) {
    ++report_.events;
    if (ns <= now_ns_) return buffers_.add(cpu, ticks(now_ns_), record_);
    const std::span<const std::uint8_t> record = record_;
    pending_.push_back({ns, ++order_, cpu, {record.begin(), record.end()}});
    std::push_heap(pending_.begin(), pending_.end());
}

}  // namespace benchlab::story
