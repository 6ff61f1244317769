// plan.hpp: which records each event of a story becomes, and when, counted from its time.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "event_types.hpp"
#include "story/story.hpp"

namespace benchlab::story::perf {

enum class Part : std::uint8_t { kQueued, kBegin, kEnd };

struct Step {
    std::int64_t offset_ns = 0;
    std::size_t type = 0;  // of EventTypes
    Part part = Part::kBegin;
};

struct EventPlan {
    std::vector<Step> steps;
    std::vector<std::string> left_out;
};

class Plan {
  public:
    Plan(const Story& story, EventTypes& types);

    const EventPlan& of(const Event& event) const { return plans_.at(&event); }
    // How long before its event the first record of any stands.
    std::int64_t lead_ns() const { return lead_ns_; }

  private:
    void add(const Block& block);

    EventTypes& types_;
    std::unordered_map<const Event*, EventPlan> plans_;
    std::int64_t lead_ns_ = 0;
};

// The number of the softirq that an interrupt of a story is.
std::uint32_t softirq_vector(const Interrupt& interrupt);

}  // namespace benchlab::story::perf
