// cli/record_line.hpp: how a recording goes, in one line; and at its end.
#pragma once

#include <cstdint>
#include <string>

#include "plugin/record_trace.hpp"

namespace benchlab::cli {

// "recording 12.3 s  34.50 MiB, 2.80 MB/s  12345 events/s  720 frames  nothing lost".  Rates
// are those since `before`, `interval_ns` ago.
std::string record_line(const plugin::RecordState& now, const plugin::RecordState& before,
                        std::uint64_t elapsed_ns, std::uint64_t interval_ns);
// "recorded 12.3 s: 34.50 MiB, 123456 events, 720 frames, nothing lost".
std::string record_summary(const plugin::RecordState& state, std::uint64_t elapsed_ns);

// That line on stderr, where it is a terminal; nothing elsewhere.
class RecordLine {
  public:
    // `hint` ends the line: "Enter ends it".
    explicit RecordLine(std::string hint);
    ~RecordLine();
    RecordLine(const RecordLine&) = delete;
    RecordLine& operator=(const RecordLine&) = delete;

    // Redrawn a few times a second, however often it is called.
    void show(const plugin::RecordState& state, std::uint64_t elapsed_ns);
    // Before the recording: "recording begins in 3 s".
    void wait(std::uint64_t left_ns);

  private:
    void draw(std::string line);

    std::string hint_;
    bool terminal_;
    bool drawn_ = false;
    plugin::RecordState before_;
    std::uint64_t before_ns_ = 0;
};

}  // namespace benchlab::cli
