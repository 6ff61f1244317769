// A program whose stalls are known, for tests of what a recording says about them.
//
// The thread Render renders frames; some of them stall, in one of the ways of kinds.hpp.  The ends
// of frames and the stalls are marks (benchlab/mark.h), a probe on benchlab_frame_mark() sees the
// frames too, and the log has what the program itself knows of each:
//
//     kind,frame,begin_ns,end_ns,tid,detail        times of CLOCK_MONOTONIC
//
// The detail of a stall has what was asked for and how the kernel counted it, as "name=number"; or
// "skipped: " and why this kind cannot be made here.  The last row of a run is its last frame.
#include <algorithm>
#include <cstdio>
#include <exception>
#include <map>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "frame_loop.hpp"

namespace {

using stalls::LogRow;

void print_usage() {
    std::fputs(stalls::kUsage, stdout);
    for (const stalls::KindName& each : stalls::all_kinds()) {
        std::printf("  %-15s %s\n", each.name, each.help);
    }
}

void print_summary(const std::vector<LogRow>& rows) {
    std::size_t frames = 0, made = 0;
    std::map<std::string, std::string> skipped;
    for (const LogRow& each : rows) {
        if (each.kind == "frame") {
            ++frames;
        } else if (each.detail.substr(0, 8) == "skipped:") {
            skipped[each.kind] = each.detail;
        } else {
            ++made;
        }
    }
    std::printf("%zu frames, %zu stalls\n", frames, made);
    for (const auto& [kind, reason] : skipped) std::printf("%s %s\n", kind.c_str(), reason.c_str());
}

// The frames come from a thread of their own, as those of a game: the main thread waits.
int run(const stalls::Options& options) {
    std::vector<LogRow> rows;
    std::exception_ptr failed;
    std::thread render([&] {
        try {
            rows = stalls::render(options);
        } catch (...) {
            failed = std::current_exception();
        }
    });
    render.join();
    if (failed) std::rethrow_exception(failed);
    stalls::write_csv(options.log, rows);
    print_summary(rows);
    return 0;
}

}  // namespace

int main(int count, char** words) {
    const std::vector<std::string> given(words + 1, words + count);
    if (std::find(given.begin(), given.end(), "--help") != given.end()) {
        print_usage();
        return 0;
    }
    try {
        return run(stalls::parse_options(given));
    } catch (const std::exception& error) {
        std::fprintf(stderr, "stalls: %s\n", error.what());
        return 2;
    }
}
