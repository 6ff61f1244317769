// chunk.hpp: a run of buffers, decoded by one task into one lane.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "etl/buffers.hpp"
#include "etl/clock.hpp"
#include "etl/compilations.hpp"
#include "etl/event.hpp"
#include "etl/event_counts.hpp"
#include "etl/graphics.hpp"
#include "etl/held_events.hpp"
#include "etl/presents.hpp"
#include "etl/provider_record.hpp"
#include "etl/stacks.hpp"
#include "etl/tables.hpp"

namespace benchlab::etl {

// What a chunk leaves to be joined when all chunks are read.  Slots are places in rows of its lane.

struct DiskInit {
    std::int64_t time;
    std::uint64_t irp;
    std::uint32_t tid;
    std::uint32_t owner;  // of its stack
};
struct DiskDone {
    std::uint64_t irp;
    std::int64_t end;
    std::int64_t* begin_slot;
    std::uint32_t* thread_slot;
    std::uint32_t* stack_slot;
};
// Where a path goes once the volumes are known.
struct PathSlot {
    std::uint32_t* slot;
    std::string path;
};
struct ImageRow {
    std::uint32_t pid;
    std::uint64_t base;
    std::int64_t time;
    std::uint32_t* debug_id_slot;
    std::uint32_t* debug_file_slot;
    std::uint32_t* timestamp_slot;
    RowWriter::PresentBit has_timestamp;
};
struct ImageId {
    std::uint32_t pid;
    std::uint64_t base;
    std::int64_t time;
    std::uint32_t timestamp;
    std::string debug_id, debug_file;  // empty in the record that has the timestamp
};
// From Microsoft-Windows-Kernel-Process.
struct ProviderProcess {
    std::int64_t time;
    std::uint32_t pid, parent_pid, session;
    std::uint8_t statement;
    std::int32_t exit_code;
    std::string path;
};
struct Interval {
    std::int64_t time;
    std::uint32_t source;
    std::uint32_t interval;
    std::string name;
};
struct CpuFacts {
    std::uint32_t mhz = 0;
    std::uint32_t count = 0;
    struct Processor {
        std::uint32_t number;
        std::uint32_t mhz;
        std::string name;
    };
    std::vector<Processor> processors;
    struct Node {
        std::uint32_t number;
        std::uint64_t mask;
        std::uint16_t group;
    };
    std::vector<Node> nodes;
    std::vector<std::uint64_t> groups;  // masks of the processors in each group
};
struct BufferTimes {
    std::int64_t first = BL_NO_TIME, last = BL_NO_TIME;
};

struct Chunk {
    // Set by the recording.
    std::uint32_t file = 0;
    std::uint32_t first_buffer = 0, last_buffer = 0;  // [first, last)
    Lane lane;

    std::array<RowWriter, kTableCount> writers;
    RowWriter& rows(Table table) { return writers[static_cast<unsigned>(table)]; }

    FrameArena frames;
    std::vector<StackUse> stack_uses;
    std::vector<StackKeyUse> key_uses;
    std::vector<StackKeyDefinition> key_definitions;
    std::vector<DiskInit> disk_inits;
    std::vector<DiskDone> disk_done;
    std::vector<PathSlot> paths;
    std::vector<ImageRow> image_rows;
    std::vector<ImageId> image_ids;
    std::vector<ProviderProcess> provider_processes;
    std::vector<Interval> intervals;
    std::vector<PresentEdge> presents;
    std::vector<CompilationEdge> compilations;
    Graphics graphics;
    HeldEvents held;
    Layouts layouts;                                    // of events that are held somewhere
    std::map<EventKey, EventDescription> descriptions;  // where events are counted
    std::vector<std::pair<std::string, std::string>> volumes;
    std::string windows_folder;
    CpuFacts cpus;
    EventCounts counts;
    std::vector<BufferTimes> buffer_times;
    std::uint16_t last_cpu = 0;                  // the highest that had a buffer
    std::int64_t first_time = 0, last_time = 0;  // of all events that have one; 0, 0: none
};

// What all chunks of a file share.
struct ChunkInput {
    const InputFile* file = nullptr;
    std::span<const Buffer> buffers;
    Compression compression = Compression::kNone;
    Clock clock;
    const Wanted* wanted = nullptr;
    bool has_cpu_buffers = true;
};

// The scratch may be any that no other task uses.
void decode_chunk(const ChunkInput& input, Chunk& chunk, StackScratch& scratch);

}  // namespace benchlab::etl
