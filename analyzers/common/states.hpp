// common/states.hpp: the rows of `state` by thread.
#pragma once

#include <cstdint>
#include <vector>

#include "benchlab/store.hpp"

namespace benchlab::analyzers {

// Throws skip() when the trace has no context switches.
class States {
  public:
    explicit States(const Store& store);

    // Rows of thread.
    std::size_t threads() const { return first_.size(); }
    RowRange of(Row row, Window window) const { return table_.overlap(window, whole(row)); }
    // No row of the thread comes after: what it then did lasted to the end of its life.
    bool is_last(Row row) const { return row + 1 == whole(thread[row]).last(); }

    // Public, as Table's columns are: plain arrays, read in inner loops.
    RowColumn thread;
    TimeColumn begin, end;
    U8Column state;
    U16Column cpu;
    StringColumn reason;
    StackColumn stack;
    RowColumn by_thread, ready, cswitch;

  private:
    RowRange whole(Row of) const { return {first_[of], std::uint64_t{first_[of]} + count_[of]}; }

    Table table_;
    U32Column first_, count_;
};

// True for every process when `focus` is empty.
bool in_focus(const std::vector<Row>& focus, Row process);

// By row of thread, how often it got a CPU within the window.  Not all of these are begins of rows
// of `state`, which has none for a run of no length.
std::vector<std::uint64_t> switch_ins(const Store& store, Window window);

// How often something happened within the window; 0 when the trace has not that table.
std::uint64_t events_in(const Store& store, const char* table, Window window);
// Wake-ups in the window.  Where a trace tells both that one was asked for and that the thread was
// put into a queue, that is one.
std::uint64_t wake_ups_in(const Store& store, Window window);

}  // namespace benchlab::analyzers
