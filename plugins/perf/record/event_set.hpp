// event_set.hpp: the events that the kernel has opened for us, and the ring of each processor.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "perf/record/event.hpp"
#include "perf/record/ring.hpp"

namespace benchlab::perf {

class EventSet {
  public:
    explicit EventSet(std::vector<std::uint32_t> cpus) : cpus_(std::move(cpus)) {}

    // Of events with of_targets: the threads that they are opened for.
    void set_threads(std::vector<std::uint32_t> tids) { tids_ = std::move(tids); }
    // How many descriptors an event needs.
    std::uint64_t descriptors_of(const Event& event) const;

    // Opens the side band, and a ring for each processor of at most `wanted` bytes.  Returns
    // their real size.  Throws.
    std::uint64_t open_rings(Event& side_band, std::uint64_t wanted);
    // Opens an event on every processor, writing into its ring.  0, or the errno of the first
    // failure when nothing could be opened.
    int open(Event& event, const std::string& filter = {});
    // Lets what was opened since the last call run.
    void enable();
    void disable();

    std::span<Ring> rings() { return rings_; }
    // What poll() waits on: one for each ring.
    std::span<const int> leaders() const { return leaders_; }

  private:
    struct Opened {
        FileDescriptor file;
        std::size_t cpu;  // index
    };

    // Calls open_event for each thread, or once for all; adds what came of it.
    int open_on(Event& event, std::size_t cpu, std::vector<Opened>& opened) const;
    void map_rings(std::uint64_t size);

    std::vector<std::uint32_t> cpus_, tids_;
    std::vector<FileDescriptor> descriptors_;
    std::size_t enabled_ = 0;
    std::vector<int> leaders_;
    std::vector<Ring> rings_;
    std::uint64_t rings_size_ = 0;
};

}  // namespace benchlab::perf
