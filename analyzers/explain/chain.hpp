// explain/chain.hpp: what a stretch of a thread's life went into, each wait followed to its root.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <tuple>
#include <vector>

#include "benchlab/store.hpp"
#include "common/cpu_runs.hpp"
#include "common/names.hpp"
#include "common/states.hpp"
#include "common/wait_kinds.hpp"
#include "explain/roots.hpp"

namespace benchlab::analyzers::explain {

// A thread in the chain.  The same thread is two links when it ended waits of two others.
struct Link {
    std::size_t waiting = 0;  // the link that waited for it; its own number: the first
    Row thread = BL_NO_ROW;
    std::uint32_t depth = 0;  // how many waits are between it and the first
};

struct Part {
    std::size_t link = 0;
    std::int64_t begin = 0, end = 0;
    Did did = Did::kUnknown;
    By by;
    Row state = BL_NO_ROW;            // the row of `state` that it is of
    std::int64_t late_ns = kNotTold;  // of a timer: the part of it behind when it was due

    std::int64_t length_ns() const { return end - begin; }
};

// One thread waited for another.
struct Wake {
    std::size_t waiting = 0, waker = 0;  // links
    std::int64_t begin = 0, end = 0;     // of the wait, within the stretch
    Row state = BL_NO_ROW;               // the wait
};

// Each moment of the stretch is in exactly one part.
struct Chain {
    std::vector<Link> links;  // the first is the thread itself; who is waited for comes later
    std::vector<Part> parts;  // in the order in which they were found
    std::vector<Wake> wakes;
    // The first thread's own time: with interrupted apart from running they add up to the window.
    std::int64_t running_ns = 0, interrupted_ns = 0, runnable_ns = 0, waiting_ns = 0,
                 unknown_ns = 0;
};

// All time of one link in a chain that went into the same thing.
struct Sum {
    std::size_t link = 0;
    Did did = Did::kUnknown;
    By by;
    std::int64_t time_ns = 0;
    std::int64_t longest_ns = 0;  // the longest stretch of it
    // Of timers, the time behind when they were due, of those of which that is told.
    std::int64_t late_ns = kNotTold;
};

// In the order in which a reader follows the chain: each link behind the one that waited for it;
// the longest of a link first.
std::vector<Sum> sums_of(const Chain& chain);

class Chains {
  public:
    // Throws skip() without context switches.  The store outlives it.
    explicit Chains(const Store& store);
    ~Chains();

    // May wait for symbols, where only a stack tells what was waited for.
    Chain follow(Row thread, Window window);
    // Of a row of `state` with a wait.
    KindOfWait kind_of(Row state);
    // Whose an interrupt or DPC is, a row of dpc_isr: a driver, or nobody.
    By driver(Row interrupt) const;
    const States& states() const;

  private:
    struct Tables;
    const std::unique_ptr<Tables> tables_;
};

}  // namespace benchlab::analyzers::explain
