#include "perf_tool.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

namespace record_test {
namespace {

std::string content(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

// What perf says of losses is no complaint about the file: on a machine that is busy enough there
// are some, and the recorder counts them too.
std::string without_losses(const std::string& errors) {
    static const std::regex kLosses(
        "Processed [0-9]+ events and lost [0-9]+ chunks!\\s*Check IO/CPU overload!\\s*");
    return std::regex_replace(errors, kLosses, "");
}

}  // namespace

Folder::Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "record.XXXXXX").string();
    path_ = ::mkdtemp(name.data());
}

Folder::~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

Output run(const std::string& command) {
    const Folder folder;
    // No pager, no colours, no configuration of the user.
    const std::string line =
        "( " + command + " ) </dev/null >" + (folder / "out") + " 2>" + (folder / "err");
    const int status = std::system(line.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, content(folder / "out"),
            content(folder / "err")};
}

bool have_perf() {
    static const bool have = run("perf --version").status == 0;
    if (!have) BOOST_TEST_MESSAGE("skipped: perf is not installed");
    return have;
}

bool can_record_all() {
    static const bool can = ::geteuid() == 0 && std::filesystem::exists("/sys/kernel/tracing");
    if (!can) BOOST_TEST_MESSAGE("skipped: recording everything needs root and tracefs");
    return can;
}

std::map<std::string, std::uint64_t> perf_counts(const std::string& file, std::string* errors) {
    const Output output = run("perf script -i " + file + " -G -F tid,time,event --ns");
    *errors = without_losses(output.errors);
    std::map<std::string, std::uint64_t> counts;
    std::istringstream lines(output.text);
    // "  1234 12.345678901: sched:sched_switch: "
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::string tid, time, event;
        if (words >> tid >> time >> event && time.back() == ':')
            ++counts[event.substr(0, event.size() - 1)];
    }
    return counts;
}

std::uint64_t sum_of(const std::map<std::string, std::uint64_t>& counts) {
    std::uint64_t sum = 0;
    for (const auto& [event, count] : counts) sum += count;
    return sum;
}

RunTime perf_run_time(const std::string& file, const std::string& thread_name, std::uint32_t pid,
                      std::string* errors) {
    const Output output = run("perf sched -i " + file + " timehist -s --no-call-graph");
    *errors = without_losses(output.errors);
    std::istringstream lines(output.text);
    // "  pinger[123]  1  4321  12.345 ...": name, parent, runs, run time.  Of another thread than
    // the first: "ponger[124/123]".
    const std::string number = std::to_string(pid) + "]";
    RunTime found;
    for (std::string line; std::getline(lines, line);) {
        const std::size_t name = line.find(thread_name + "[");
        const std::size_t end = line.find(']');
        if (name == std::string::npos || end == std::string::npos) continue;
        const std::string ids =
            line.substr(name + thread_name.size() + 1, end - name - thread_name.size());
        if (ids != number && ids.find("/" + number) == std::string::npos) continue;
        std::istringstream words(line.substr(end + 1));
        std::string parent;
        words >> parent >> found.times >> found.run_ms;
    }
    return found;
}

}  // namespace record_test
