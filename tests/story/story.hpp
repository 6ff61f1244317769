// story.hpp: a trace told as events, as docs/story.md describes it.
//
//     const Story story = parse_story(text);      // throws StoryError with line and column
//     const std::string same = write_story(story);  // parse_story(same) == story
//
// A story knows nothing of any trace format: writers turn it into the files of a system.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace benchlab::story {

// The fields of a story are typed by how they are written.
struct Ns {  // a moment counted from the start of the trace, or a length of time
    std::int64_t ns = 0;
    auto operator<=>(const Ns&) const = default;
};
struct Hex {  // a handle, a token, an address of data
    std::uint64_t value = 0;
    auto operator<=>(const Hex&) const = default;
};
struct Code {  // an address of code; 0: not said
    std::uint64_t address = 0;
    auto operator<=>(const Code&) const = default;
};
struct Tid {
    std::uint32_t id = 0;  // 0 is the idle thread of the line's CPU
    auto operator<=>(const Tid&) const = default;
};
struct Pid {
    std::uint32_t id = 0;
    auto operator<=>(const Pid&) const = default;
};
using Frames = std::vector<std::uint64_t>;  // innermost first

struct Machine {
    std::uint32_t cpus = 1;
    std::uint64_t clock_hz = 10'000'000;
    std::uint32_t mhz = 3000;
    Ns sample_interval{1'000'000};
    bool operator==(const Machine&) const = default;
};

struct Fact {
    std::string name, text;
    bool operator==(const Fact&) const = default;
};

struct Problem {
    std::string code, text;
    std::uint64_t count = 1;
    std::optional<std::uint64_t> offset;
    bool operator==(const Problem&) const = default;
};

// Lives: what is not said begins before the trace and outlives it.
struct Life {
    std::optional<Ns> from, to;
    bool operator==(const Life&) const = default;
};

struct Process : Life {
    std::string name;
    Pid pid;
    std::optional<Pid> parent;
    std::uint32_t session = 1;
    std::string path, command;
    std::int32_t exit_code = 0;
    std::uint8_t flags = 0;  // 1: 32-bit
    bool operator==(const Process&) const = default;
};

struct Thread : Life {
    Tid tid;
    std::string name;
    Pid process;
    Code start;
    std::int16_t priority = 8;
    bool operator==(const Thread&) const = default;
};

struct Image : Life {
    std::string name;
    Hex base, size;
    std::optional<Pid> process;  // none: of the kernel
    Hex offset;
    std::string path, id, pdb;  // id: the GUID's 32 hex digits and the age in hex, or a build id
    Hex stamp;
    bool operator==(const Image&) const = default;
};

struct File : Life {
    Hex key;
    std::string path;
    bool operator==(const File&) const = default;
};

struct Cpu {
    std::uint16_t number = 0, core = 0, package = 0, node = 0;
    std::uint8_t class_ = 0;
    std::uint32_t mhz = 0;
    std::string name;
    bool operator==(const Cpu&) const = default;
};

struct Queue : Life {
    Hex key;
    std::optional<Pid> process;
    Hex adapter;
    std::uint32_t node = 0;
    std::uint8_t engine = 0, flags = 0;
    std::string name;
    bool operator==(const Queue&) const = default;
};

struct Function {  // a name for an address; never in the trace
    std::string name;
    Code code;
    bool operator==(const Function&) const = default;
};

enum class State : std::uint8_t { kUnknown, kRunning, kRunnable, kWaiting, kEnded };

// Events.  Every time in one is counted from the line's time.
struct Switch {
    Tid old_thread, new_thread;
    State state = State::kUnknown;  // of the old thread
    std::string reason;
    std::optional<std::uint16_t> raw;
    std::uint8_t mode = 0;
    std::int16_t old_priority = 8, new_priority = 8;
    Frames old_stack, new_stack;
    bool operator==(const Switch&) const = default;
};

struct Ready {
    Tid thread;
    std::optional<Tid> waker;
    std::uint8_t source = 1, kind = 2;
    std::optional<std::uint16_t> target_cpu;
    Frames stack;
    bool operator==(const Ready&) const = default;
};

struct Sample {
    Tid thread;
    Code code;  // 0: the first of the stack
    std::string event;
    std::uint32_t weight = 0;
    std::uint8_t flags = 0;
    Frames stack;
    bool operator==(const Sample&) const = default;
};

struct Interrupt {
    std::uint8_t kind = 2;  // as dpc_isr.kind
    Code code;
    Ns length;
    std::string name;
    std::uint16_t vector = 0;
    std::optional<Ns> queued;
    bool operator==(const Interrupt&) const = default;
};

struct Timer {  // one that goes off, and what it then calls
    Ns length;
    Ns asked;                // how long it was to take
    std::optional<Ns> late;  // none: the trace does not tell what it was set for
    Code code;
    bool operator==(const Timer&) const = default;
};

struct HardFault {
    Tid thread;
    Ns length;
    Hex address;
    Code code;
    Hex file, offset;
    std::uint32_t bytes = 4096;
    Frames stack;
    bool operator==(const HardFault&) const = default;
};

struct DiskIo {
    std::uint8_t kind = 1;
    std::optional<Tid> thread;
    Ns queued, length;  // waiting for the device, then on it
    std::uint32_t disk = 0;
    std::uint8_t priority = 3, flags = 0;
    Hex offset;
    std::uint32_t bytes = 4096;
    Hex file;
    Frames stack;
    bool operator==(const DiskIo&) const = default;
};

struct Call {
    Tid thread;
    std::uint8_t kind = 1;
    std::string name;
    Ns length;
    Hex object;
    std::int64_t result = 0;
    Frames stack;
    bool operator==(const Call&) const = default;
};

struct Present {
    Tid thread;
    Hex chain;
    std::optional<Ns> length;  // none: the call never returns
    std::string runtime = "dxgi", mode;
    std::int32_t sync = 0;
    Hex flags, result, key;
    std::uint64_t id = 0;
    std::uint8_t outcome = 0, tearing = 0, nesting = 0;
    std::optional<Ns> gpu_done;
    Hex window;
    std::uint32_t source = 0, layer = 0;
    std::uint64_t app_frame = 0;
    bool operator==(const Present&) const = default;
};

struct Display {
    Hex present;  // the key of a present
    std::optional<Ns> flip;
    std::string type;
    std::optional<Ns> delay;
    std::uint32_t source = 0, layer = 0;
    bool operator==(const Display&) const = default;
};

struct Vsync {
    std::uint32_t source = 0;
    std::uint64_t sequence = 0;
    bool operator==(const Vsync&) const = default;
};

struct Packet {
    Hex queue;
    Ns queued;
    std::optional<Ns> length;  // none: its end is not in the trace
    std::optional<Tid> thread;
    std::uint8_t kind = 1;
    std::uint64_t sequence = 0, fence = 0;
    Hex present;
    std::uint8_t flags = 0;
    bool operator==(const Packet&) const = default;
};

struct Input {
    std::uint8_t device = 1, kind = 1;
    std::optional<Tid> thread;
    Hex window;
    bool operator==(const Input&) const = default;
};

struct Mark {
    std::string name;
    std::optional<Tid> thread;
    std::uint64_t app_frame = 0;
    bool operator==(const Mark&) const = default;
};

struct Phase {
    std::string name;
    std::optional<Tid> thread;
    std::optional<Pid> process;
    Ns length;
    std::uint8_t kind = 1;
    std::uint64_t app_frame = 0;
    bool operator==(const Phase&) const = default;
};

struct Counter {
    std::string name;
    double value = 0;
    std::uint8_t unit = 0;  // as BL_UNIT
    std::optional<Pid> process;
    bool operator==(const Counter&) const = default;
};

struct Lost {
    std::uint8_t kind = 1;
    std::uint64_t count = 0;
    Ns length;
    bool operator==(const Lost&) const = default;
};

// A row of another program's frame log; `values` follows kFrameValues, in ms, NaN-free.
struct Frame {
    Pid process;
    std::string application;
    Hex chain;
    std::string runtime, mode, type;
    std::int32_t sync = 0;
    Hex flags;
    std::uint8_t tearing = 0, shown = 1;
    std::uint64_t app_frame = 0;
    std::optional<Ns> cpu_start;
    std::vector<std::optional<double>> values = std::vector<std::optional<double>>(24);
    bool operator==(const Frame&) const = default;
};

using Body = std::variant<Switch, Ready, Sample, Interrupt, Timer, HardFault, DiskIo, Call, Present,
                          Display, Vsync, Packet, Input, Mark, Phase, Counter, Lost, Frame>;

struct Event {
    Ns time;
    std::optional<std::uint16_t> cpu;
    Body body;
    bool operator==(const Event&) const = default;
};

struct Repeat;

struct Block {
    std::vector<Event> events;  // by time; of equal times as written
    std::vector<Repeat> repeats;
    bool operator==(const Block&) const;
};

// `count` copies of a block, whose times count from the beginning of each copy.
struct Repeat {
    std::uint64_t count = 1;
    Ns every, from;
    Block block;
    bool operator==(const Repeat&) const = default;
};

inline bool Block::operator==(const Block& other) const {
    return events == other.events && repeats == other.repeats;
}

struct Story {
    Machine machine;
    Ns begin;               // of the recording
    std::optional<Ns> end;  // none: with the last event
    std::vector<Fact> facts;
    std::vector<Problem> problems;
    std::vector<Cpu> cpus;
    std::vector<Process> processes;
    std::vector<Thread> threads;
    std::vector<Image> images;
    std::vector<File> files;
    std::vector<Queue> queues;
    std::vector<Function> functions;
    Block events;
    bool operator==(const Story&) const = default;
};

struct StoryError : std::runtime_error {
    StoryError(std::uint32_t line_, std::uint32_t column_, const std::string& message);
    std::uint32_t line, column;  // from 1
};

Story parse_story(std::string_view text);
std::string write_story(const Story& story);

}  // namespace benchlab::story
