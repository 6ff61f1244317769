// side_band.hpp: which processes, threads and images there were at the beginning of a window, when
// the records that told so are no longer kept.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "perf/record/blob.hpp"
#include "perf/record/records.hpp"

namespace benchlab::perf {

class SideBand {
  public:
    // Takes note of records that go: forks, names, images, ends of processes.  They stand in order
    // for each processor only; all before complete_until_ns have come by now.
    void absorb(Bytes records, std::uint64_t complete_until_ns = UINT64_MAX);
    // All that is still true, as records of the time 0.
    void write(Blob& into) const;

  private:
    struct Thread {
        std::vector<std::uint8_t> fork, name;
    };
    struct Process {
        std::map<std::uint32_t, Thread> threads;                    // by tid
        std::map<std::uint64_t, std::vector<std::uint8_t>> images;  // by address
    };

    struct Waiting {
        std::uint64_t time_ns;
        std::vector<std::uint8_t> record;
    };

    void settle(std::uint64_t until_ns);
    void apply(Bytes record);
    void absorb_name(const RecordHeader& header, Bytes record);
    void absorb_fork(Bytes record);
    void absorb_exit(Bytes record);
    void absorb_kernel_code(Bytes record);

    std::vector<Waiting> waiting_;                // for earlier ones of other processors
    std::map<std::uint32_t, Process> processes_;  // by pid; the kernel is -1
    std::map<std::uint64_t, std::vector<std::uint8_t>> kernel_code_;  // KSYMBOL, by address
};

}  // namespace benchlab::perf
