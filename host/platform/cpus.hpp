// platform/cpus.hpp: logical CPUs, pinning, and what the machine calls itself.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"

namespace benchlab::platform {

// Numbers of the logical CPUs that are online.  On Windows, processor groups are counted through:
// the first CPU of group 1 follows the last of group 0.
std::vector<unsigned> online_cpus();
// Those that this process may use (affinity mask, cpuset), before it pinned itself.
std::vector<unsigned> usable_cpus();

// Binds the calling thread to one logical CPU.  The error names the range, or that the process
// may not use that CPU.
base::Result<void> pin_this_thread(unsigned cpu);
// Those that the calling thread may use now; give them to unpin_this_thread later.
std::vector<unsigned> this_thread_cpus();
// Undoes it: the calling thread may use all of `cpus` again.
base::Result<void> unpin_this_thread(const std::vector<unsigned>& cpus);
unsigned current_cpu();

// While there is one, the calling thread and the processes that it starts have the CPU before
// others: nice -20; on Windows the process's class is high.
class RaisedPriority {
  public:
    RaisedPriority();
    ~RaisedPriority();
    RaisedPriority(const RaisedPriority&) = delete;
    RaisedPriority& operator=(const RaisedPriority&) = delete;
    // False: the system does not allow it.  Linux does to root, and where RLIMIT_NICE is 40.
    bool raised() const { return raised_; }

  private:
    int before_ = 0;  // the system's own number
    bool raised_ = false;
};

std::string cpu_name();  // "unknown" when the system does not say
std::string os_name();   // "linux", "windows"
std::string os_version();
std::string arch_name();  // "x86_64"

}  // namespace benchlab::platform
