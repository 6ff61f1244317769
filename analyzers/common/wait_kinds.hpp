// common/wait_kinds.hpp: what kind of thing a thread waited for.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "benchlab/store.hpp"

namespace benchlab::analyzers {

enum class WaitKind : std::uint8_t {
    kUnknown,
    kLock,
    kTimer,
    kMessage,  // a queue, a pipe, a socket, a window's message
    kEvent,    // something that a program made for it, as an event or a semaphore
    kDisk,
    kPageFault,
    kGpu,
    kSuspended
};
const char* name_of(WaitKind kind);

// What tells the kind.
enum class ToldBy : std::uint8_t { kNothing, kStack, kReason };

struct KindOfWait {
    WaitKind kind = WaitKind::kUnknown;
    ToldBy told_by = ToldBy::kNothing;

    bool operator<(const KindOfWait& other) const {
        return kind != other.kind ? kind < other.kind : told_by < other.told_by;
    }
};

// By the functions on the stack with which the thread stopped, the innermost that says it; else by
// the reason that the system gives.
class WaitKinds {
  public:
    explicit WaitKinds(const Store& store) : store_(store) {}

    // May wait for symbols.
    KindOfWait of(StackId stack, StringId reason);

  private:
    WaitKind by_stack(StackId stack);

    const Store& store_;
    std::unordered_map<std::uint32_t, WaitKind> of_stack_;
};

}  // namespace benchlab::analyzers
