// probes.hpp: functions that are called once a frame, and where they are found.
//
// A probe lies on a place in a file, and so is hit by every process that has it mapped, started
// before or after.  Containers and game runtimes bring libraries of their own: what counts is what
// the process has mapped, opened by way of its own root folder.
#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "perf/record/event.hpp"
#include "perf/record/settings.hpp"
#include "perf/record/targets.hpp"

namespace benchlab::perf {

struct Probe {
    std::string function;
    std::string path;  // as this process opens it
    std::uint64_t offset = 0;
};

class ProbeFinder {
  public:
    // What the libraries of this process offer that was not seen before.
    std::vector<Probe> in_process(std::uint32_t pid);
    std::vector<Probe> in_mappings(std::uint32_t pid, std::span<const Mapping> mappings);
    // The system's own libraries, which programs will use that are not there yet.
    std::vector<Probe> in_system();
    // Throws Error(BL_E_INVALID) when the file has no such function.
    Probe asked_for(const ProbeRequest& request);

  private:
    void look_into(const std::string& path, std::vector<Probe>& found);

    std::set<std::pair<std::uint64_t, std::uint64_t>> seen_;  // device and inode
};

// False for what is not worth a look.
bool may_have_frames(std::string_view path);

// The functions that are looked for in libraries, in the order of the events below.
std::span<const char* const> frame_functions();

// The name of a probe's event: "uprobe:eglSwapBuffers".
std::string probe_event_name(const std::string& function);

// The number of the kernel's uprobe PMU; 0 when it has none.
std::uint32_t probe_type();

// An event for that function, to be opened with each file that has it (point_at).
Event probe_event(const std::string& function, std::uint32_t type);
void point_at(Event& event, const Probe& probe);

}  // namespace benchlab::perf
