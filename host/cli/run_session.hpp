// cli/run_session.hpp: one `benchlab run`: the order of the benchmarks, where they are measured,
// and what is written whenever one is done.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "cli/last_words.hpp"
#include "cli/measure_case.hpp"
#include "cli/program.hpp"
#include "cli/progress.hpp"
#include "cli/result_rows.hpp"
#include "cli/run_settings.hpp"
#include "cli/save_pace.hpp"

namespace benchlab::cli {

class RunSession {
  public:
    RunSession(const RunSettings& settings, std::vector<plugin::Case> cases,
               std::vector<std::string> worker_words);
    // Something that was not measured: told, and listed in the report.
    void lose(results::FailedBenchmark failed);
    int run();  // the exit status
    const results::RunReport& report() const { return report_; }

  private:
    void print(const std::string& text);
    void run_here();
    void run_in_processes();
    void run_round(const std::vector<const plugin::Case*>& order);
    std::vector<const plugin::Case*> order_of_round(std::uint64_t round) const;
    void record(Outcome outcome);
    void record_result(results::BenchmarkResult result);
    void save();  // what there is so far, unless that would take too much of the time
    void write_files(Moment moment);
    void print_row(const results::BenchmarkResult& result);
    Saved saved(bool all) const;  // after files were written, all of them or the JSON
    Saved not_saved() const;
    void print_written() const;
    void print_end();
    int exit_status() const;
    bool abandoned() const;  // nobody gets the rows any more, and there is no file
    bool stopped() const;
    bool unfinished() const;

    const RunSettings& settings_;
    std::vector<plugin::Case> cases_;
    std::vector<std::string> worker_words_;
    results::RunReport report_;
    ResultRows rows_;
    Progress progress_;
    std::vector<std::string> notes_;
    std::uint64_t round_ = 0;                  // which process
    std::size_t begun_ = 0;                    // cases begun, over all rounds
    std::size_t settled_ = 0;                  // of them, those with an outcome
    std::set<std::string> printed_;            // names that have a row
    std::vector<Outputs::Failure> unwritten_;  // of the last time that files were written
    std::set<std::string> told_;               // failures that the user knows of
    std::uint64_t begin_ns_;                   // when the run began
    SavePace json_pace_{0.04, begin_ns_};      // the JSON alone, which has everything
    SavePace all_pace_{0.01, begin_ns_};       // all files
    std::uint64_t all_written_ns_ = 0;         // when all files were written last
};

}  // namespace benchlab::cli
