// lives.hpp: processes, threads, and what is mapped in them, from the records about them.
#pragma once

#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "perf/sample.hpp"
#include "perf/session.hpp"
#include "perf/tables.hpp"

namespace benchlab::perf {

// Bits of a record's misc.
enum MiscBit : std::uint16_t {
    kMiscModeMask = 7,
    kMiscKernel = 1,
    kMiscHypervisor = 3,
    kMiscGuestKernel = 4,
    kMiscCommExec = 1u << 13,
    kMiscSwitchOut = 1u << 13,
    kMiscSwitchPreempted = 1u << 14,
    kMiscMmapBuildId = 1u << 14,
    kMiscLostByFilter = 1u << 15,
};

// A file has the records of one CPU in order, but those of several not: a thread may end on one
// before the file says that it began on another.  So they are kept, and worked through by time.
class Lives {
  public:
    // The writers stay valid as long as this.
    Lives(const Session& session, const Lane& lane, RowWriter& processes, RowWriter& threads,
          RowWriter& images)
        : session_(session),
          lane_(lane),
          processes_(processes),
          threads_(threads),
          images_(images) {}

    // A record about a process, a thread or a map: when it was made by the clock of the file, and
    // what that is in the trace.  A raw time of 0 is of what the recorder found when it began.
    void add(const Record& record, std::uint64_t raw_time, std::int64_t time);
    // A thread that a sample, a switch or a text names; its process may not be known there.
    void saw(std::uint32_t tid, std::uint32_t pid, std::string_view name, std::int64_t time);
    // Code of that process is in the trace: what it had of its parent is needed, too.
    void has_code(std::uint32_t pid) { with_code_.insert(pid); }
    // All rows.
    void finish();
    // Afterwards: pids of those that ran code of no file.
    const std::set<std::uint32_t>& with_made_code() const { return with_made_code_; }

  private:
    struct Kept {
        std::uint64_t raw_time;
        std::int64_t time;
        std::size_t at, size;  // of the body, in bodies_
        std::uint32_t type;
        std::uint16_t misc;
    };
    struct Map {
        std::uint64_t base, size, offset;
        std::uint32_t path, debug_id;  // texts
    };
    using Maps = std::vector<Map>;
    struct Process {
        std::uint32_t threads = 0;  // that live
        bool is_named = false;
        bool waits_for_program = false;  // the next map says which program it is
        std::uint32_t name = 0;          // a text
        std::shared_ptr<Maps> maps;      // with those that it was forked with, until it adds one
    };
    struct Seen {
        std::uint32_t pid;
        std::uint32_t name;
        std::int64_t time;
    };

    void take(const Kept& kept);
    void on_comm(Fields fields, const Kept& kept);
    void on_fork(Fields fields, const Kept& kept);
    void on_exit(Fields fields, const Kept& kept);
    void on_map(Fields fields, const Kept& kept);
    void process_row(std::uint32_t pid, std::int64_t time, std::uint8_t kind, std::uint32_t parent,
                     std::uint32_t name, std::uint32_t path);
    void thread_row(std::uint32_t tid, std::uint32_t pid, std::int64_t time, std::uint8_t kind,
                    std::uint32_t name);
    void image_row(std::uint32_t pid, const Map& map, std::int64_t time, std::uint8_t kind);
    void end_program(std::uint32_t pid, Process& process, std::int64_t time);
    void write_seen();

    const Session& session_;
    const Lane& lane_;
    RowWriter& processes_;
    RowWriter& threads_;
    RowWriter& images_;
    std::vector<Kept> kept_;
    std::vector<std::uint8_t> bodies_;
    std::unordered_map<std::uint32_t, Seen> seen_;           // by tid
    std::unordered_set<std::uint32_t> with_code_;            // pids
    std::set<std::uint32_t> with_made_code_;                 // pids
    std::unordered_map<std::uint32_t, Process> of_;          // by pid
    std::unordered_map<std::uint32_t, std::uint32_t> comm_;  // texts by tid: that records told of
    std::unordered_set<std::uint32_t> live_;                 // tids
};

}  // namespace benchlab::perf
