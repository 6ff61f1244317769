// sampled/compute.hpp: what the samples found running.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "benchlab/store.hpp"
#include "common/samples.hpp"
#include "sampled/tally.hpp"

namespace benchlab::analyzers::sampled {

struct Options {
    std::uint64_t top = 15;
    bool by_function = false;  // where else modules are told apart
};

// `place` is a module or a function.
struct PlaceRow {
    std::string process;
    std::optional<std::uint32_t> pid;
    std::string place;
    Totals totals;
};
struct Places {
    std::vector<PlaceRow> rows;  // heaviest first
    std::uint64_t omitted = 0;
    Totals sum;  // of all rows, omitted ones too; inclusive: of the samples with stacks
};

// Samples that speak of no thread.
struct OutsideRow {
    Doing doing = Doing::kUnknown;
    std::string place;  // empty where it does not matter
    Totals totals;
};

struct FlameEntry {
    Row thread;
    StackId stack;
    std::uint64_t weight;
};

// All samples in the window that one event triggered.
struct EventResult {
    std::string event;
    bool in_ns = false;
    Totals all, threads, focus;  // focus: everything when there is none
    std::vector<OutsideRow> outside;
    std::uint64_t outside_omitted = 0;
    Places places;                  // of all processes, by module or function
    Places exclusive;               // of the focus, by function
    Places inclusive;               // of the focus, by function on the stack
    Totals broken;                  // of those of the focus with a stack
    std::vector<FlameEntry> flame;  // of the focus
};

struct Result {
    bool has_focus = false, has_stacks = false, by_function = false;
    std::vector<EventResult> events;  // that have samples in the window, clocks first
};

Result compute(const Store& store, const Run& run, const Options& options);

}  // namespace benchlab::analyzers::sampled
