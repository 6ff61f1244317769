// store/story_events.hpp: rows of a table as events of a story.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "store/story_names.hpp"

namespace benchlab::store {

// One table.
class StoryEvents {
  public:
    virtual ~StoryEvents() = default;
    // When the row's event is told: the table's own order but for what was queued before it began.
    virtual std::int64_t time(std::uint64_t row) const = 0;
    virtual std::optional<std::uint16_t> cpu(std::uint64_t) const { return std::nullopt; }
    // "switch idle -> main", without the time before it.
    virtual void add(std::string& out, std::uint64_t row) const = 0;
};

// What every event is said with.
struct StoryContext {
    const Store& store;
    const StoryNames& names;
    // Of samples that do not say it: the interval of the timer, in ns.
    std::uint32_t sample_interval_ns = 0;
};

// Of one of kStoryTables.  `context` outlives it.
std::unique_ptr<StoryEvents> story_events(const StoryContext& context, const StoredTable& table);

// story_events_frames.cpp: of the tables of frames, GPU, input and what programs say; null for the
// others.
std::unique_ptr<StoryEvents> story_frame_events(const StoryContext& context,
                                                const StoredTable& table);

// What the timer's samples are called, where they stand for `interval` each.
inline constexpr std::string_view kTimerEvent = "timer";

}  // namespace benchlab::store
