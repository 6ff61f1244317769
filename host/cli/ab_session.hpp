// cli/ab_session.hpp: one `benchlab ab`: processes of both builds take turns until each benchmark
// is decided or has had its time.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "cli/ab_case.hpp"
#include "cli/ab_side.hpp"
#include "cli/measure_case.hpp"
#include "cli/progress.hpp"
#include "cli/turns.hpp"
#include "results/ab_report.hpp"

namespace benchlab::cli {

struct AbSettings {
    RunSettings chosen;  // which benchmarks, pinning, outputs, quiet
    results::AbOptions options;
    bool high_priority = true;
    std::vector<std::string> words;  // options for the workers
};

class AbSession {
  public:
    // What a process measures of each benchmark.
    struct Length {
        std::size_t samples;  // of one slice each
        std::size_t warm_up_ms;
    };

    AbSession(const AbSettings& settings, const AbSide& old_side, const AbSide& new_side,
              results::AbReport report);
    bool empty() const { return cases_.empty(); }  // nothing that both have
    // Everything that was found.  Stops when the user interrupts.
    results::AbReport run();

  private:
    using Cases = std::vector<AbCase*>;
    using Found = std::vector<std::optional<results::AbProcess>>;

    void pair_cases();
    std::vector<Cases> next_round();
    void run_quad(const Cases& cases);
    std::array<Found, 4> run_processes(const Cases& cases, bool new_first);
    // One process that tells how many iterations make a slice, where that is not known.
    void rehearse(const Cases& cases);
    Found run_process(const Cases& cases, bool is_new, const std::vector<std::string>& words,
                      Seat& seat);
    std::vector<std::string> words_for(const Cases& cases, const Length& length);
    void take(AbCase& one, bool is_new, const Outcome& outcome, Found::value_type& found);
    void fail(AbCase& one, bool is_new, const results::FailedBenchmark& failed);
    void look(AbCase& one);
    void look_again();
    double alpha_of_each() const;
    bool stopped() const;

    const AbSettings& settings_;
    const AbSide& old_;
    const AbSide& new_;
    results::AbReport report_;
    std::vector<std::unique_ptr<AbCase>> cases_;
    std::set<const AbCase*> failed_;
    std::mt19937_64 random_;
    Progress progress_;
    bool terminal_;
    std::size_t settled_ = 0;
    std::uint64_t began_ns_;
};

}  // namespace benchlab::cli
