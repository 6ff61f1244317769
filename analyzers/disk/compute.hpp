// disk/compute.hpp: what disks were asked for, by whom, and how long it took.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "benchlab/store.hpp"
#include "common/timeline.hpp"
#include "common/transfer.hpp"

namespace benchlab::analyzers::disk {

struct Options {
    std::uint64_t top = 15;
};

// BL_DISK_IO_KIND_*; 0 where the trace does not say.
using Kind = std::uint8_t;
// "read", "write", ...
const char* kind_name(Kind kind);

struct DiskUse {
    std::optional<std::uint32_t> disk;
    Transfers sum;
    std::int64_t busy_ns = 0;   // it had at least one request
    double in_flight = 0;       // requests at a time, on average over the window
    std::uint32_t deepest = 0;  // most requests at once within the window
};

// Requests of one kind to one disk.
struct KindUse {
    std::optional<std::uint32_t> disk;
    Kind kind = 0;
    std::uint64_t bytes = 0;
    // Of those that were in the queue and on the device within the window; of the queue only where
    // the trace has it.
    Distribution service, queue;
    // Other requests that one found that came in the window, and that one left behind that was
    // complete in it, on average; nothing where there was none.
    std::optional<double> depth_begin, depth_end;
};

struct Request {
    std::int64_t begin = 0, length_ns = 0;             // of the part in the window
    std::optional<std::int64_t> queue_ns, service_ns;  // nothing when that was outside the window
    std::optional<std::uint32_t> disk;
    Kind kind = 0;
    std::uint64_t bytes = 0;
    std::optional<std::uint32_t> depth_begin;  // nothing when it came before the window
    Row thread = BL_NO_ROW, file = BL_NO_ROW;
};

struct Findings {
    explicit Findings(Window of) : window(of), read(of), written(of), in_flight(of) {}

    Window window;
    Transfers all;
    std::vector<DiskUse> disks;
    std::vector<KindUse> kinds;
    Cut<TransfersOf<Row>> processes, files, threads;  // BL_NO_ROW: not known
    std::vector<Request> longest;
    Timeline read, written;  // bytes, where requests begin in the window
    Timeline in_flight;      // time of all requests
};

// Times are the device's: from `start`, or where the trace has it not from `begin`.  Throws skip()
// when there was no request in the window.
Findings compute(const Store& store, Window window, const Options& options);

}  // namespace benchlab::analyzers::disk
