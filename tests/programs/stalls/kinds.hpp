// The kinds of stalls: what each does to the thread Render.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "cold_file.hpp"
#include "storm.hpp"
#include "worker.hpp"

namespace stalls {

enum class Kind {
    kSleep,
    kSpin,
    kLockSleeping,
    kLockComputing,
    kLockPreempted,
    kLockReading,
    kColdRead,
    kMajorFaults,
    kStarved,
    kInterrupts,
    kFreshMemory
};

struct KindName {
    Kind kind;
    const char* name;
    const char* help;
};
const std::vector<KindName>& all_kinds();
const char* name_of(Kind kind);

// What a stall was.
struct Stall {
    std::int64_t begin_ns = 0, end_ns = 0;
    std::string skipped;  // why there was none; empty: there was
    std::string detail;   // "name=number", separated by spaces
};

// The threads and the file that stalls need.  Made before the first frame.
class Stage {
  public:
    Stage(const std::vector<Kind>& kinds, int cpu, int other_cpu, std::int64_t length_ns,
          const std::string& cold_path);

    // On the thread Render.
    Stall run(Kind kind);

  private:
    enum class Held { kSleeping, kComputing, kPreempted, kReading };

    void make(Kind kind, Stall& stall);
    void sleep();
    void spin();
    void wait_for_lock(Held how, Stall& stall);
    void hold_lock(Held how);
    void read_cold(Stall& stall);
    void take_major_faults(Stall& stall);
    void starve();
    void be_interrupted(Stall& stall);
    void touch_fresh_memory(Stall& stall);
    std::string why_not(Kind kind);
    void add(Stall& stall, const char* name, std::int64_t value);

    const int cpu_;
    const std::int64_t length_ns_;
    std::unique_ptr<ColdFile> cold_;
    std::string not_cold_;  // why the file is not, once the preparer has tried
    Storm storm_;
    std::mutex lock_;  // what the kinds with a lock wait for
    Gate is_held_, is_wanted_;
    // Last, so that they have ended when the rest goes.
    std::unique_ptr<Worker> holder_, preempter_, starver_, storm_thread_, preparer_;
};

}  // namespace stalls
