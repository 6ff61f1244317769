// rights.hpp: what this user may record on this kernel, found by trying.
#pragma once

#include <cstdint>
#include <string>

namespace benchlab::perf {

struct Rights {
    bool machine = false;         // every process, and the kernel
    bool own = false;             // one's own processes
    bool own_kernel = false;      // and what they do in the kernel
    bool build_ids = false;       // the kernel puts build ids into its records of images
    bool kernel_symbols = false;  // and tells of code that it makes while it runs
    int machine_reason = 0;       // errno of what failed
    int own_reason = 0;
    int paranoid = 0;  // of /proc/sys/kernel/perf_event_paranoid; 9 when it is not there
};

Rights probe_rights();

// The message for one who may record nothing at all.
std::string explain_denial(const Rights& rights);

}  // namespace benchlab::perf
