// cli/progress.hpp: how far a run is, on stderr.  On a terminal one line that is rewritten, with
// the time that is left; elsewhere one line for each benchmark, so that a log shows life.
#pragma once

#include <cstdint>
#include <string>

namespace benchlab::cli {

class Progress {
  public:
    // `expected_ms`: what one benchmark should take.
    Progress(bool quiet, std::size_t total, std::uint64_t expected_ms);
    ~Progress() { clear(); }

    void begin(std::size_t index, const std::string& name, std::uint64_t samples);
    void sampled(std::uint64_t done);
    void end();
    // Takes the line away, so that something else can be printed.
    void clear();

  private:
    void draw(std::uint64_t done);
    std::uint64_t remaining_ms(std::uint64_t done) const;

    bool quiet_;
    bool terminal_;
    std::size_t total_;
    std::uint64_t expected_ms_;
    std::size_t index_ = 0;
    std::size_t finished_ = 0;
    std::string name_;
    std::uint64_t samples_ = 0;
    std::uint64_t run_began_ns_ = 0;
    std::uint64_t began_ns_ = 0;
    std::uint64_t drawn_ns_ = 0;
    bool drawn_ = false;
};

}  // namespace benchlab::cli
