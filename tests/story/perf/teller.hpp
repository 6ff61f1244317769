// teller.hpp: each event of a story as the records that Linux makes of it.
#pragma once

#include <string_view>

#include "session.hpp"
#include "timeline.hpp"

namespace benchlab::story::perf {

class Teller {
  public:
    Teller(Session& session, const Plan& plan)
        : session_(session), plan_(plan), data_(session.options().order) {}

    // `ns` is its time in the file, which tells the story once or again.
    void tell(const Timeline::Moment& moment, std::int64_t ns);

  private:
    void put(const Switch& e);
    void put(const Ready& e);
    void put(const Sample& e);
    void put(const Interrupt& e);
    void put(const Timer& e);
    void put(const HardFault& e);
    void put(const DiskIo& e);
    void put(const Call& e);
    void put(const Present& e);
    void put(const Mark& e);
    void put(const Vsync& e);
    void put(const Counter& e);
    void put(const Lost& e);
    template <class E>
    void put(const E&) {}  // the plan has left it out

    bool is_begin() const { return step_->part == Part::kBegin; }
    bool is_end() const { return step_->part == Part::kEnd; }
    // Where `thread` runs at this step: as the event says at its own time, later where it
    // ran last.
    void go_to(std::uint32_t tid);
    void raw(std::uint8_t flags = 0);
    void finish(const Frames& stack = {}, std::uint16_t misc = kMiscKernel);
    std::uint64_t state_number(const Switch& e) const;

    Session& session_;
    const Plan& plan_;
    TracepointData data_;
    const Event* event_ = nullptr;
    const Step* step_ = nullptr;
    std::int64_t ns_ = 0;
    std::uint32_t cpu_ = 0, tid_ = 0;
};

}  // namespace benchlab::story::perf
