// explain/roots.hpp: what ended a wait.
#pragma once

#include <cstdint>
#include <memory>
#include <tuple>

#include "benchlab/store.hpp"
#include "common/names.hpp"
#include "common/states.hpp"
#include "common/wait_kinds.hpp"

namespace benchlab::analyzers::explain {

// What a thread did with a part of its time.
enum class Did : std::uint8_t {
    kRunning,
    kInterrupted,  // on a CPU that an interrupt, a DPC or a softirq had taken
    kRunnable,     // wanted a CPU that somebody else had
    kHardFault,    // waited for a page that had to be read
    kDisk,         // waited for a request of its own
    kGpu,          // waited for the GPU
    kTimer,        // slept until a timer woke it
    kInterrupt,    // waited until an interrupt or a DPC woke it
    kWaiting,      // waited, and the trace does not tell who ended it
    kUnknown,      // the trace does not tell what it did
    kNotBegun,     // was not there yet, or any more
    kNotFollowed,  // waited for another thread, and the chain had become too long
};
const char* name_of(Did did);

// Whom or what that was about.
struct By {
    enum class Kind : std::uint8_t { kNobody, kThread, kIdle, kFile, kDriver, kReason };
    Kind kind = Kind::kNobody;
    std::uint32_t id = 0;  // a row of thread or file; a text of the store

    bool operator==(const By& other) const { return kind == other.kind && id == other.id; }
    bool operator<(const By& other) const {
        return std::tie(kind, id) < std::tie(other.kind, other.id);
    }
};

constexpr std::int64_t kNotTold = -1;

// What a wait ends in.
struct Root {
    Row waker = BL_NO_ROW;    // a thread ended it: what that did is to be followed
    Did did = Did::kWaiting;  // else, and by whom or what
    By by;
    std::int64_t late_ns = kNotTold;  // of a timer: how much later than it was set for it went off
};

class Roots {
  public:
    // All of these outlive it.
    Roots(const Store& store, const States& states, const Names& names);
    ~Roots();

    // Of a row of `state` with a wait.  May wait for symbols, where only a stack tells it.
    Root of(Row wait);
    KindOfWait kind_of(Row wait);
    // The reason that the system gives.
    By reason(Row wait) const;
    // Whose the interrupt or DPC is, a row of dpc_isr; may be none.
    By driver(Row interrupt) const;

  private:
    struct Tables;
    const std::unique_ptr<Tables> tables_;
};

}  // namespace benchlab::analyzers::explain
