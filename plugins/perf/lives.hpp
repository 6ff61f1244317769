// lives.hpp: processes, threads, and what is mapped in them, from the records about them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "perf/sample.hpp"
#include "perf/session.hpp"
#include "perf/tables.hpp"

namespace benchlab::perf {

// Bits of a record's misc.
enum MiscBit : std::uint16_t {
    kMiscModeMask = 7,
    kMiscKernel = 1,
    kMiscUser = 2,
    kMiscHypervisor = 3,
    kMiscGuestKernel = 4,
    kMiscGuestUser = 5,
    kMiscCommExec = 1u << 13,
    kMiscSwitchOut = 1u << 13,
    kMiscSwitchPreempted = 1u << 14,
    kMiscMmapBuildId = 1u << 14,
};

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

    // Records of time `time`; those that the recorder made of /proc come with `was_there`.
    void on_comm(const Record& record, std::int64_t time);
    void on_fork(const Record& record, std::int64_t time, bool was_there);
    void on_exit(const Record& record, std::int64_t time);
    void on_map(const Record& record, std::int64_t time, bool was_there);
    // A thread that a sample or a switch names: tells its name if no record has.
    void saw(std::uint32_t tid, std::uint32_t pid, std::string_view name, std::int64_t time);
    bool knows(std::uint32_t tid) const { return tid < known_.size() && known_[tid]; }
    // Stacks of that process are about to be added: a child needs what its parent had mapped.
    void needs_maps(std::uint32_t pid);

  private:
    struct Map {
        std::uint64_t base, size, offset;
        std::uint32_t path, debug_id;  // texts
    };
    struct Process {
        std::uint32_t threads = 0;  // that live
        bool is_named = false;
        bool waits_for_program = false;  // the next map says which program it is
        std::vector<Map> maps;
        bool has_told_maps = true;  // false: those of the parent, not yet said of this one
        std::int64_t begin = 0;
    };

    void process_row(std::uint32_t pid, std::int64_t time, std::uint8_t kind, std::uint32_t parent,
                     std::string_view name, std::string_view path);
    void thread_row(std::uint32_t tid, std::uint32_t pid, std::int64_t time, std::uint8_t kind,
                    std::string_view name);
    void image_row(std::uint32_t pid, const Map& map, std::int64_t time, std::uint8_t kind);
    bool remember(std::uint32_t tid);
    void end_program(std::uint32_t pid, Process& process, std::int64_t time);

    const Session& session_;
    const Lane& lane_;
    RowWriter& processes_;
    RowWriter& threads_;
    RowWriter& images_;
    std::vector<bool> known_;  // by tid
    std::unordered_map<std::uint32_t, Process> of_;
};

}  // namespace benchlab::perf
