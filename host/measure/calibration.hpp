// measure/calibration.hpp: how many iterations make a sample of the wanted length.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace benchlab::measure {

// Fed with every batch, it says how large the next one should be.  It trusts the median of the
// last three batches, so that one interruption cannot spoil the size of all samples.
class Calibration {
  public:
    // `max_iterations` 0: no limit of the benchmark's own.  `fixed`, where it is not 0, is
    // iterations() throughout: there is nothing to find.
    Calibration(std::uint64_t target_ns, std::uint64_t max_iterations, std::uint64_t fixed = 0);

    std::uint64_t iterations() const { return iterations_; }

    // A batch of iterations() took this long.  While warming up, too short a batch only makes the
    // next one larger.
    void add_warm_up(std::uint64_t elapsed_ns);
    // Three batches of a usable length in a row agree within a factor of two (after ten of them
    // the machine is too restless to wait for that), or two calls each last a sample alone.
    bool settled() const;

    // The same while sampling: true when batches have drifted by more than a factor of two from
    // the wanted length and iterations() has changed for that.
    bool add_sample(std::uint64_t elapsed_ns);

  private:
    static constexpr std::size_t kWindow = 3;

    void remember(std::uint64_t elapsed_ns);
    std::array<double, kWindow> sorted_window() const;  // unseen entries are at the end
    double typical_call_ns() const;
    std::uint64_t fitting_iterations() const;

    double target_ns_;
    std::uint64_t limit_;
    bool fixed_;
    std::uint64_t iterations_ = 1;
    std::array<double, kWindow> call_ns_{};  // the last ones, oldest overwritten
    std::size_t seen_ = 0;
    bool last_call_fills_sample_ = false;
};

}  // namespace benchlab::measure
