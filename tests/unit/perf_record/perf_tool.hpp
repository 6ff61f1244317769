// perf_tool.hpp: other programs' word on what was recorded.
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace record_test {

struct Output {
    int status = -1;
    std::string text, errors;
};

// Runs a shell command.
Output run(const std::string& command);

// A folder of its own, removed with all that is in it.
class Folder {
  public:
    Folder();
    ~Folder();
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    std::string operator/(const std::string& name) const { return path_ + "/" + name; }
    const std::string& path() const { return path_; }

  private:
    std::string path_;
};

bool have_perf();

// True for root on a machine with tracefs; prints why not.
bool can_record_all();

// Samples of each event, by `perf script`; *errors is what it complained about.
std::map<std::string, std::uint64_t> perf_counts(const std::string& file, std::string* errors);
std::uint64_t sum_of(const std::map<std::string, std::uint64_t>& counts);

// Run time in milliseconds and number of runs of a thread, by `perf sched timehist -s`.
struct RunTime {
    double run_ms = 0;
    std::uint64_t times = 0;
};
RunTime perf_run_time(const std::string& file, const std::string& thread_name, std::uint32_t pid,
                      std::string* errors);

}  // namespace record_test
