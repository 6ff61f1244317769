// lives.hpp: processes, threads and images: what was there when the recording began, which a
// recorder makes records of, and what began and ended since.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "session.hpp"

namespace benchlab::story::perf {

class Lives {
  public:
    Lives(Session& session, Rings& rings);

    void put_those_there();
    // What begins and ends before the events of `ns`; ends at that very time come after these.
    void before(std::int64_t ns);
    void through(std::int64_t ns);  // all up to there

  private:
    enum class Phase : std::uint8_t { kEndBeforeBegin, kBegin, kEvents, kEnd };
    enum class Class : std::uint8_t { kProcess, kThread, kImage };
    struct Moment {
        std::int64_t ns = 0;
        Phase phase = Phase::kBegin;
        Class of = Class::kProcess;
        std::size_t row = 0;
    };

    template <class List>
    void add_moments(const List& list, Class of);
    bool is_there(const Life& life) const;
    void put(const Moment& moment);
    void begin(const Process& process);
    void begin(const Thread& thread);
    void end(std::uint32_t pid, std::uint32_t tid);
    void put_there(const Process& process);
    void put_first_images(const Process& process);
    void put_own_comm(const Thread& thread);
    void put_comm(std::uint32_t pid, std::uint32_t tid, std::string_view name, bool is_exec);
    void put_fork(std::uint32_t pid, std::uint32_t parent, std::uint32_t tid);
    void put_image(const Image& image);
    // Ends the record that was begun: at the time of the life's moment or, of what was there before
    // the recording, at none.
    void finish(std::uint32_t tid);

    Session& session_;
    Rings& rings_;
    std::vector<Moment> moments_;
    std::size_t next_ = 0;
    std::optional<std::int64_t> now_ns_;  // none: before the recording
};

// Of an image whose id is one: an even number of hex digits, at most 40.
std::optional<std::vector<std::uint8_t>> build_id(std::string_view id);

}  // namespace benchlab::story::perf
