// screen.hpp: how presents of a story came to the screen, as the graphics kernel, the window
// manager and the compositor tell it; by the mode that the story gives to the present.
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>

#include "named_fields.hpp"
#include "session.hpp"

namespace benchlab::story {

class ScreenRecords {
  public:
    explicit ScreenRecords(Session& session) : session_(session) {}

    // Within the call of Present, at session.now().
    void present(std::uint32_t cpu, const Present& present);
    // False when the story has no present with that key and a mode.
    bool display(std::uint32_t cpu, const Display& display);

  private:
    enum class Way { kNone, kFlip, kCopy, kIndependent, kBesidePlanes, kComposed, kCopied, kGdi };
    // A present that is under way.
    struct Picture {
        Way way = Way::kNone;
        std::uint32_t tid = 0, sequence = 0, source = 0;
        std::uint64_t surface = 0, window = 0;
        bool tears = false;
        bool is_shown = false;  // but may be once more, as frames are made of it
    };
    static Way way_of(std::string_view mode);

    void put(std::uint16_t id, std::uint32_t tid, const NamedFields& fields,
             std::uint8_t version = 0);
    void put_of(const Guid& provider, std::uint16_t id, std::uint32_t tid,
                const NamedFields& fields);
    void blit(const Picture& picture, bool redirected);
    void flip(std::uint32_t tid, std::uint32_t interval);
    void hand_in(const Picture& picture);
    void packet(std::uint32_t tid, std::uint32_t sequence, bool begins);
    void mmio_flip(const Picture& picture);
    void mmio_flip_planes(const Picture& picture);
    void refresh(const Picture& picture);
    void refresh_planes(const Picture& picture);
    void surface_state(const Picture& picture, std::uint32_t state, bool independent);
    void show(const Picture& picture);
    void flip_ids(const Picture& picture);
    void flip_type(const Picture& picture, std::string_view type);
    void flip_chain(std::uint16_t id, const Picture& picture);
    void desktop();
    NamedFields fields() const { return NamedFields(session_.pointer()); }

    Session& session_;
    std::uint32_t cpu_ = 0;  // of the event being written
    std::uint32_t sequence_ = 0x1000, frames_ = 0;
    std::unordered_map<std::uint64_t, Picture> pictures_;  // by key
};

}  // namespace benchlab::story
