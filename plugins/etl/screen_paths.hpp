// screen_paths.hpp: the ways of a present to the screen, one class each, after the rules of
// PresentMon's description of events.  Each takes the steps that are its own.
#pragma once

#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

#include "etl/driver_flips.hpp"
#include "etl/present_tracker.hpp"

namespace benchlab::etl {

// The screen is pointed at the picture: full screen (legacy), or a window that the compositor lets
// go by itself (independent).  Seen at the refresh, or at once where the flip does not wait.
class FlipPath {
  public:
    FlipPath(PresentTracker& tracker, FlipPlans& plans) : tracker_(tracker), plans_(plans) {}
    void take(const ScreenStep& step);

  private:
    void flip(const ScreenStep& step);
    void flip_register(const ScreenStep& step);
    void refresh(const ScreenStep& step);

    PresentTracker& tracker_;
    FlipPlans& plans_;
};

// The picture is copied to what the screen shows: seen when the copy is done.
class CopyPath {
  public:
    explicit CopyPath(PresentTracker& tracker) : tracker_(tracker) {}
    void take(const ScreenStep& step);

  private:
    void show_copied(Tracked& present);

    PresentTracker& tracker_;
};

// The compositor takes the picture of a window and presents the desktop: seen with that.
class ComposedPath {
  public:
    // `has_surfaces`: the trace has what the window manager tells of them.
    ComposedPath(PresentTracker& tracker, bool has_surfaces)
        : tracker_(tracker), has_surfaces_(has_surfaces) {}
    void take(const ScreenStep& step);

  private:
    using Surface = std::tuple<std::uint64_t, std::uint64_t, std::uint32_t>;

    void hand_in(const ScreenStep& step);
    void change_state(const ScreenStep& step);
    void take_over(const ScreenStep& step);
    Tracked* of_surface(const ScreenStep& step);

    PresentTracker& tracker_;
    const bool has_surfaces_;
    std::map<std::uint64_t, std::size_t> by_token_;
    std::map<std::uint64_t, std::size_t> by_token_data_;  // copies by the CPU
    std::map<Surface, std::size_t> by_surface_;
    std::map<std::uint64_t, std::size_t> newest_copy_;  // by window
};

// All steps in order of time, those of one moment as they came.
void follow_presents(const std::vector<ScreenStep>& steps, PresentTracker& tracker);

}  // namespace benchlab::etl
