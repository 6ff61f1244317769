// code_maps.hpp: the maps that compilers write of the code that they make while a program runs,
// /tmp/perf-PID.map, kept in the recording.
//
// A line is "START SIZE NAME", both numbers hexadecimal (tools/perf/Documentation/jit-interface.txt
// of the kernel).
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <map>
#include <string>

#include "perf/record/blob.hpp"
#include "perf/record/system.hpp"

namespace benchlab::perf {

class KeptCodeMaps {
  public:
    // A process that runs such code, or may.  Its folder is opened now, again each time: a process
    // in a container has a /tmp of its own, which nobody finds once the process has ended.
    void add(std::uint32_t pid);

    // The feature section kCodeMaps, of the maps that are there now; empty when there is none.
    // Packed like the kernel's symbols (packed_section), and unpacked, for each map:
    //
    //     u32   pid      as in the records
    //     u64   size     of the map
    //     char  path[]   as the process calls it, and a zero
    //     ...            the map
    Blob section() const;

  private:
    struct Process {
        FileDescriptor folder;
        std::string name;            // of the file: a process may know itself by another number
        uid_t owner = 0;             // who may have written it
        std::uint64_t began_ns = 0;  // by the wall clock: what is older is of another process
    };
    std::map<std::uint32_t, Process> processes_;
};

}  // namespace benchlab::perf
