// describe.hpp: the form of each statement, once for reading and for writing.
//
// A visitor offers head(field) for what stands right after the keyword, mark(text), choice for
// words that stand for numbers, and clause(name, field) for what may follow in any order.
#pragma once

#include <array>
#include <concepts>
#include <string_view>

#include "story.hpp"

namespace benchlab::story {

template <class E, class T>
concept Is = std::same_as<std::remove_const_t<E>, T>;

// The words of an enumeration by value; an empty word is a value that is not said.
template <std::size_t N>
using Words = std::array<std::string_view, N>;

inline constexpr Words<7> kInterruptWords{"",        "isr", "dpc", "timer-dpc", "threaded-dpc",
                                          "softirq", "tick"};
inline constexpr Words<4> kReadySources{"", "thread", "dpc", "interrupt"};
inline constexpr Words<5> kReadyKinds{"", "asked", "queued", "new", "swapped-out"};
inline constexpr Words<3> kModes{"", "kernel", "user"};
inline constexpr Words<5> kDiskKinds{"", "read", "write", "flush", "discard"};
inline constexpr Words<6> kCallKinds{"", "system", "lock", "fence", "work", "shader"};
inline constexpr Words<5> kOutcomes{"", "shown", "discarded", "failed", "lost"};
inline constexpr Words<6> kPacketKinds{"", "work", "present", "wait", "signal", "paging"};
inline constexpr Words<8> kEngines{"",       "3d",     "compute", "copy",
                                   "decode", "encode", "video",   "other"};
inline constexpr Words<4> kDevices{"", "mouse", "keyboard", "other"};
inline constexpr Words<4> kInputKinds{"", "read", "taken", "click"};
inline constexpr Words<3> kPhaseKinds{"", "nested", "state"};
inline constexpr Words<4> kLostKinds{"", "events", "buffers", "throttled"};
inline constexpr Words<12> kUnits{
    "",      "count",      "ns",  "bytes",  "ratio",  "per-second", "bytes-per-second",
    "hertz", "trace-time", "fps", "cycles", "address"};

inline constexpr std::array<std::string_view, 24> kFrameValues{
    "between-presents", "app-time",        "in-present",      "cpu-busy",
    "cpu-wait",         "gpu-latency",     "gpu-time",        "gpu-busy",
    "gpu-wait",         "video-busy",      "render-start",    "render-done",
    "until-displayed",  "display-change",  "display-latency", "displayed-time",
    "simulation-step",  "animation-error", "animation-time",  "flip-delay",
    "click-latency",    "input-latency",   "pc-latency",      "instrumented-latency"};

template <class V, class E>
void describe_life(V& v, E& e) {
    v.clause("from", e.from);
    v.clause("to", e.to);
}

template <class V, Is<Process> E>
void describe(V& v, E& e) {
    v.head(e.name);
    v.head(e.pid);
    v.clause("parent", e.parent);
    v.clause("session", e.session);
    v.clause("path", e.path);
    v.clause("command", e.command);
    v.clause("exit", e.exit_code);
    v.clause("flags", e.flags);
    describe_life(v, e);
}

template <class V, Is<Thread> E>
void describe(V& v, E& e) {
    v.head(e.tid);
    v.optional_text(e.name);
    v.mark("in");
    v.head(e.process);
    v.clause("start", e.start);
    v.clause("priority", e.priority);
    describe_life(v, e);
}

template <class V, Is<Image> E>
void describe(V& v, E& e) {
    v.head(e.name);
    v.mark("base");
    v.head(e.base);
    v.mark("size");
    v.head(e.size);
    v.clause("in", e.process);
    v.clause("offset", e.offset);
    v.clause("path", e.path);
    v.clause("id", e.id);
    v.clause("pdb", e.pdb);
    v.clause("stamp", e.stamp);
    describe_life(v, e);
}

template <class V, Is<File> E>
void describe(V& v, E& e) {
    v.head(e.key);
    v.head(e.path);
    describe_life(v, e);
}

template <class V, Is<Cpu> E>
void describe(V& v, E& e) {
    v.head(e.number);
    v.clause("core", e.core);
    v.clause("package", e.package);
    v.clause("node", e.node);
    v.clause("class", e.class_);
    v.clause("mhz", e.mhz);
    v.clause("name", e.name);
}

template <class V, Is<Queue> E>
void describe(V& v, E& e) {
    v.head(e.key);
    v.clause("in", e.process);
    v.clause("adapter", e.adapter);
    v.clause("node", e.node);
    v.choice("engine", e.engine, kEngines);
    v.clause("flags", e.flags);
    v.clause("name", e.name);
    describe_life(v, e);
}

template <class V, Is<Problem> E>
void describe(V& v, E& e) {
    v.head(e.code);
    v.head(e.text);
    v.clause("count", e.count);
    v.clause("offset", e.offset);
}

template <class V, Is<Switch> E>
void describe(V& v, E& e) {
    v.head(e.old_thread);
    v.mark("->");
    v.head(e.new_thread);
    v.state(e.state, e.reason);
    v.clause("raw", e.raw);
    v.choice("mode", e.mode, kModes);
    v.clause("old-priority", e.old_priority);
    v.clause("new-priority", e.new_priority);
    v.clause("old-stack", e.old_stack);
    v.clause("new-stack", e.new_stack);
}

template <class V, Is<Ready> E>
void describe(V& v, E& e) {
    v.head(e.thread);
    v.clause("by", e.waker);
    v.choice("from", e.source, kReadySources);
    v.choice("kind", e.kind, kReadyKinds);
    v.clause("target", e.target_cpu);
    v.clause("stack", e.stack);
}

template <class V, Is<Sample> E>
void describe(V& v, E& e) {
    v.head(e.thread);
    v.clause("in", e.code);
    v.clause("event", e.event);
    v.clause("weight", e.weight);
    v.clause("flags", e.flags);
    v.clause("stack", e.stack);
}

template <class V, Is<Interrupt> E>
void describe(V& v, E& e) {
    v.head(e.code);
    v.length(e.length);
    v.clause("name", e.name);
    v.clause("vector", e.vector);
    v.clause("queued", e.queued);
}

template <class V, Is<Timer> E>
void describe(V& v, E& e) {
    v.length(e.length);
    v.clause("asked", e.asked);
    v.clause("late", e.late);
    v.clause("in", e.code);
}

template <class V, Is<HardFault> E>
void describe(V& v, E& e) {
    v.head(e.thread);
    v.length(e.length);
    v.clause("address", e.address);
    v.clause("in", e.code);
    v.clause("file", e.file);
    v.clause("offset", e.offset);
    v.clause("bytes", e.bytes);
    v.clause("stack", e.stack);
}

template <class V, Is<DiskIo> E>
void describe(V& v, E& e) {
    v.head_choice(e.kind, kDiskKinds);
    v.clause("by", e.thread);
    v.clause("queued", e.queued);
    v.length(e.length);
    v.clause("disk", e.disk);
    v.clause("priority", e.priority);
    v.clause("flags", e.flags);
    v.clause("offset", e.offset);
    v.clause("bytes", e.bytes);
    v.clause("file", e.file);
    v.clause("stack", e.stack);
}

template <class V, Is<Call> E>
void describe(V& v, E& e) {
    v.head(e.thread);
    v.head(e.name);
    v.length(e.length);
    v.choice("kind", e.kind, kCallKinds);
    v.clause("object", e.object);
    v.clause("result", e.result);
    v.clause("stack", e.stack);
}

template <class V, Is<Present> E>
void describe(V& v, E& e) {
    v.head(e.thread);
    v.clause("chain", e.chain);
    v.length(e.length);
    v.clause("runtime", e.runtime);
    v.clause("mode", e.mode);
    v.clause("sync", e.sync);
    v.clause("flags", e.flags);
    v.clause("result", e.result);
    v.clause("key", e.key);
    v.clause("id", e.id);
    v.choice("outcome", e.outcome, kOutcomes);
    v.clause("tearing", e.tearing);
    v.clause("nesting", e.nesting);
    v.clause("gpu-done", e.gpu_done);
    v.clause("window", e.window);
    v.clause("source", e.source);
    v.clause("layer", e.layer);
    v.clause("frame", e.app_frame);
}

template <class V, Is<Display> E>
void describe(V& v, E& e) {
    v.head(e.present);
    v.clause("flip", e.flip);
    v.clause("type", e.type);
    v.clause("delay", e.delay);
    v.clause("source", e.source);
    v.clause("layer", e.layer);
}

template <class V, Is<Vsync> E>
void describe(V& v, E& e) {
    v.head(e.source);
    v.clause("sequence", e.sequence);
}

template <class V, Is<Packet> E>
void describe(V& v, E& e) {
    v.head(e.queue);
    v.clause("queued", e.queued);
    v.length(e.length);
    v.clause("by", e.thread);
    v.choice("kind", e.kind, kPacketKinds);
    v.clause("sequence", e.sequence);
    v.clause("fence", e.fence);
    v.clause("present", e.present);
    v.clause("flags", e.flags);
}

template <class V, Is<Input> E>
void describe(V& v, E& e) {
    v.head_choice(e.device, kDevices);
    v.head_choice(e.kind, kInputKinds);
    v.clause("by", e.thread);
    v.clause("window", e.window);
}

template <class V, Is<Mark> E>
void describe(V& v, E& e) {
    v.head(e.name);
    v.clause("by", e.thread);
    v.clause("frame", e.app_frame);
}

template <class V, Is<Phase> E>
void describe(V& v, E& e) {
    v.head(e.name);
    v.length(e.length);
    v.clause("by", e.thread);
    v.clause("in", e.process);
    v.choice("kind", e.kind, kPhaseKinds);
    v.clause("frame", e.app_frame);
}

template <class V, Is<Counter> E>
void describe(V& v, E& e) {
    v.head(e.name);
    v.head(e.value);
    v.choice("unit", e.unit, kUnits);
    v.clause("in", e.process);
}

template <class V, Is<Lost> E>
void describe(V& v, E& e) {
    v.head(e.count);
    v.head_choice(e.kind, kLostKinds);
    v.clause("for", e.length);
}

template <class V, Is<Frame> E>
void describe(V& v, E& e) {
    v.head(e.process);
    v.clause("application", e.application);
    v.clause("chain", e.chain);
    v.clause("runtime", e.runtime);
    v.clause("mode", e.mode);
    v.clause("type", e.type);
    v.clause("sync", e.sync);
    v.clause("flags", e.flags);
    v.clause("tearing", e.tearing);
    v.clause("shown", e.shown);
    v.clause("frame", e.app_frame);
    v.clause("cpu-start", e.cpu_start);
    for (std::size_t i = 0; i < kFrameValues.size(); ++i) v.clause(kFrameValues[i], e.values[i]);
}

// The keyword that a statement begins with, by type.
template <class T>
inline constexpr std::string_view kKeyword{};
template <>
inline constexpr std::string_view kKeyword<Switch> = "switch";
template <>
inline constexpr std::string_view kKeyword<Ready> = "ready";
template <>
inline constexpr std::string_view kKeyword<Sample> = "sample";
template <>
inline constexpr std::string_view kKeyword<Timer> = "timer";
template <>
inline constexpr std::string_view kKeyword<HardFault> = "fault";
template <>
inline constexpr std::string_view kKeyword<DiskIo> = "disk";
template <>
inline constexpr std::string_view kKeyword<Call> = "call";
template <>
inline constexpr std::string_view kKeyword<Present> = "present";
template <>
inline constexpr std::string_view kKeyword<Display> = "display";
template <>
inline constexpr std::string_view kKeyword<Vsync> = "vsync";
template <>
inline constexpr std::string_view kKeyword<Packet> = "packet";
template <>
inline constexpr std::string_view kKeyword<Input> = "input";
template <>
inline constexpr std::string_view kKeyword<Mark> = "mark";
template <>
inline constexpr std::string_view kKeyword<Phase> = "phase";
template <>
inline constexpr std::string_view kKeyword<Counter> = "counter";
template <>
inline constexpr std::string_view kKeyword<Lost> = "lost";
template <>
inline constexpr std::string_view kKeyword<Frame> = "frame";

template <class T>
std::string_view keyword(const T&) {
    return kKeyword<T>;
}
inline std::string_view keyword(const Interrupt& e) {
    return kInterruptWords[e.kind];
}

// True when `word` begins a statement of this type, which it may set up.
template <class T>
bool begins(std::string_view word, T&) {
    return word == kKeyword<T>;
}
inline bool begins(std::string_view word, Interrupt& e) {
    for (std::size_t kind = 1; kind < kInterruptWords.size(); ++kind) {
        if (word != kInterruptWords[kind]) continue;
        e.kind = static_cast<std::uint8_t>(kind);
        return true;
    }
    return false;
}

}  // namespace benchlab::story
