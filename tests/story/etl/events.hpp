// events.hpp: each event of a story as the records that Windows writes for it.
#pragma once

#include <map>
#include <unordered_map>
#include <vector>

#include "screen.hpp"
#include "session.hpp"

namespace benchlab::story {

class EventRecords {
  public:
    explicit EventRecords(Session& session) : session_(session), screen_(session) {}

    // At session.now().
    void write(const Event& event);
    // The definitions of the stack keys in use, which a session writes last.
    void define_keys();

  private:
    void put_event(const Switch& e);
    void put_event(const Ready& e);
    void put_event(const Sample& e);
    void put_event(const Interrupt& e);
    void put_event(const HardFault& e);
    void put_event(const DiskIo& e);
    void put_event(const Call& e);
    void put_event(const Present& e);
    void put_event(const Display& e);
    void put_event(const Vsync& e);
    void put_event(const Packet& e);
    void put_event(const Input& e);
    void put_event(const Mark& e);
    void put_event(const Timer&) { session_.left_out("timer"); }
    void put_event(const Phase&) { session_.left_out("phase"); }
    void put_event(const Counter&) { session_.left_out("counter"); }
    void put_event(const Lost& e);
    void put_event(const Frame&) { session_.left_out("frame"); }

    void put_flush(const DiskIo& e, std::uint64_t irp, std::int64_t end);
    // The stack of the event at `ns`, which has been written.
    void put_stack(std::int64_t ns, std::uint32_t tid, const Frames& frames);
    void put_half(std::int64_t at_ns, const StackPayload& half, bool kernel);
    std::uint64_t key_of(const Frames& frames);
    void use_cpu_of(std::optional<Tid> thread);

    Session& session_;
    ScreenRecords screen_;
    std::uint32_t cpu_ = 0;  // of the event being written
    bool cpu_said_ = false;
    std::uint32_t next_irp_ = 0;
    std::uint64_t compilations_ = 0;
    std::map<Frames, std::uint64_t> keys_;
    StackPayload kernel_, user_;  // the halves of the stack being written
};

}  // namespace benchlab::story
