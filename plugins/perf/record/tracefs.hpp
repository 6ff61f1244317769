// tracefs.hpp: where the kernel describes its tracepoints.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace benchlab::perf {

// "sched:sched_switch" in its two parts.
struct TracepointName {
    std::string system, name;
};
TracepointName split_tracepoint(std::string_view text);

// Numbers and formats differ from boot to boot, and what is there from kernel to kernel: all is
// looked up when it is needed.
class Tracefs {
  public:
    // Finds tracefs; mounts it at /sys/kernel/tracing when it is nowhere and `may_mount`.
    static Tracefs find(bool may_mount);

    // True when formats can be read: mounted, and open to this user.
    bool usable() const { return !folder_.empty(); }
    // Why it is not usable: "is not mounted", "only root may read it".
    const std::string& problem() const { return problem_; }
    // Where it is, or would be.
    const std::string& place() const { return place_; }

    // The number of a tracepoint; empty when this kernel has it not.
    std::optional<std::uint64_t> id(std::string_view tracepoint) const;
    // The text of its format.
    std::optional<std::string> format(std::string_view tracepoint) const;
    // "header_page", "header_event".
    std::string header(std::string_view name) const;

  private:
    std::string folder_, place_, problem_;
};

}  // namespace benchlab::perf
