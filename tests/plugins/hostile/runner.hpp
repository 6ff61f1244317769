// plugins/hostile/runner.hpp: folders with hostile plugins in them, and the real program run on
// them.  Own code instead of the host's, whose faults would else be in both.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "report.hpp"

namespace hostile {

// A fresh folder, gone with the object.
class Folder {
  public:
    Folder();
    ~Folder();
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    const std::filesystem::path& path() const { return path_; }
    // A copy of a built library, under the name that says what it shall do: ("acts",
    // "segv-at-run").  A copy, since the system loads one file only once, whatever its names.
    std::filesystem::path add(std::string_view library, std::string_view name) const;
    // One honest plugin before all others and one behind.
    void add_neighbours() const;
    std::filesystem::path write(std::string_view name, std::string_view bytes) const;

  private:
    std::filesystem::path path_;
};

std::string bytes_of(const std::filesystem::path& file);
std::filesystem::path built(std::string_view library);

struct Settings {
    std::map<std::string, std::string> environment;  // besides what is there
    std::filesystem::path directory;                 // current one; empty: ours
    std::optional<uid_t> user;                       // needs root
    std::filesystem::path program;                   // empty: the built one
    std::vector<std::pair<double, int>> signals;     // what to send, and after how many seconds
    double patience_s = 30.0 * HOSTILE_SLOWER;       // then it is killed, which fails the test
};

struct Ran {
    int status = -1;     // of a normal exit
    std::string signal;  // "SIGSEGV" for one that ended it
    bool timed_out = false;
    double seconds = 0;
    std::string out, err;
    // For messages: everything that may tell why a check failed.
    std::string story;

    bool said(std::string_view words) const { return err.find(words) != std::string::npos; }
};

// The program with these arguments.
Ran run_benchlab(const std::vector<std::string>& arguments, const Settings& settings = {});

// `benchlab run` on a folder alone, quickly, with a JSON file in another one.
class Run {
  public:
    explicit Run(const Folder& plugins, std::vector<std::string> more = {},
                 const Settings& settings = {});
    const Ran& ran() const { return ran_; }
    // What is in the JSON file; nothing in it when it is missing or no JSON.
    const Report& report() const { return report_; }
    // Names of files left beside the JSON file.
    const std::vector<std::string>& left_over() const { return left_over_; }

  private:
    Folder outputs_;
    Ran ran_;
    Report report_;
    std::vector<std::string> left_over_;
};

// Options that make a run short.
std::vector<std::string> quick();

// No byte that a terminal would obey.
bool is_plain(std::string_view text);

}  // namespace hostile
