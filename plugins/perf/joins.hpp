// joins.hpp: what two or more events tell together, and may tell in any order of the file, since
// a thread may move to another CPU in between: joined by time when all records are read.
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "perf/losses.hpp"
#include "perf/tables.hpp"

namespace benchlab::perf {

// The begin of a page fault, and the end of one that waited for a disk.
struct FaultEdge {
    std::int64_t time;
    std::uint64_t address, ip;
    std::uint32_t cpu, stack;
    bool is_end;
};

struct TimerEdge {
    enum What : std::uint8_t { kSet, kEntered, kLeft };
    std::int64_t time;
    std::uint64_t timer;     // its address
    std::int64_t clock;      // by the timer's own clock: when it is due, or what the time is
    std::uint64_t function;  // that is called
    std::uint32_t cpu;
    What what;
};

struct DiskEdge {
    enum Kind : std::uint8_t { kInsert, kIssue, kComplete };
    std::int64_t time;
    std::uint64_t sector;
    std::uint32_t device, tid, bytes, stack;
    Kind kind;
    std::uint8_t operation, flags;  // disk_io.kind and .flags of the store
};

// A system call, a lock of the kernel, or a present.
struct CallEdge {
    std::int64_t time;
    std::uint64_t object;
    std::int64_t result;
    std::uint32_t pid, tid, cpu;
    std::uint32_t name;      // a text: of the call, or of the graphics interface
    std::uint32_t function;  // a text, of a present
    std::uint32_t stack;
    std::uint8_t kind;  // call.kind
    bool is_end;
};

struct Joins {
    // By thread: there are very many, each thread's nearly in order.
    std::unordered_map<std::uint32_t, std::vector<FaultEdge>> faults;
    std::vector<TimerEdge> timers;
    std::vector<DiskEdge> disks;
    std::vector<CallEdge> calls, presents;
    Losses losses;

    // Each writes its rows; a part without its other one is left out, but for presents.
    void write_faults(RowWriter& rows);
    void write_timers(RowWriter& rows);  // timers.cpp
    void write_disks(RowWriter& rows);
    void write_calls(RowWriter& rows);
    void write_presents(RowWriter& rows);
    // The kernel's numbers of the disks: which one `disk` 0, 1, ... of the rows is.
    const std::vector<std::uint32_t>& devices() const { return devices_; }
    // Ends of faults whose begin no event told.
    std::uint64_t faults_without_begin() const { return faults_without_begin_; }

  private:
    void write_faults_of(std::uint32_t tid, std::vector<FaultEdge>& edges, RowWriter& rows);
    std::uint32_t disk_of(std::uint32_t device);

    std::vector<std::uint32_t> devices_;
    std::unordered_map<std::uint32_t, std::uint32_t> disks_;  // by device
    std::uint64_t faults_without_begin_ = 0;
};

// "WS", "RAM", "FFF": what the kernel prints of a request, as disk_io.kind and .flags.
struct DiskOperation {
    std::uint8_t kind = 0, flags = 0;
};
DiskOperation disk_operation(std::string_view printed);

}  // namespace benchlab::perf
