// story2perf: writes a story as a perf.data file of Linux.
#include <fmt/format.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "command_line.hpp"
#include "perf/perf_writer.hpp"

namespace {

using namespace benchlab::story;
using perf::PerfOptions;

constexpr const char* kHelp =
    "story2perf STORY -o FILE [options]\n"
    "  --pipe                     as perf writes into a pipe\n"
    "  --big-endian               as a machine of that byte order wrote it\n"
    "  --version 1|2              of files\n"
    "  --attr-size N              64 to 152 bytes for what was asked of each event\n"
    "  --compress none|zstd|zstd2\n"
    "  --killed                   by a recorder that came to no end: no size, no features\n"
    "  --long-size 4|8            of the kernel\n"
    "  --formats old|new          fields and states of kernels before 4.14 or of today\n"
    "  --no-rounds                without the marks behind which nothing older comes\n"
    "  --round-size BYTES         that fill the rings before they are read\n"
    "  --late N                   every Nth record of a CPU comes N records later\n"
    "  --lost N                   every Nth sample of a CPU is lost, and its number told\n"
    "  --cpus N                   spreads the story's CPUs over N\n"
    "  --repeat-to BYTES          tells the story again until the file has this size\n"
    "  --identifier yes|no        a record's id in one place, or where its layout has it\n"
    "  --clock monotonic|none     whether the clock is named\n";

bool set_switch(PerfOptions& options, const std::string& option) {
    if (option == "--pipe") return options.pipe = true;
    if (option == "--killed") return options.killed = true;
    if (option == "--no-rounds") return options.rounds = false, true;
    if (option == "--big-endian") return options.order = perf::Order::kBig, true;
    return false;
}

bool set_word(PerfOptions& options, const std::string& option, const std::string& value) {
    if (option == "--version") {
        options.version = one_of<int>(option, value, {{"1", 1}, {"2", 2}});
    } else if (option == "--compress") {
        options.compression = one_of<perf::Compression>(option, value,
                                                        {{"none", perf::Compression::kNone},
                                                         {"zstd", perf::Compression::kZstd},
                                                         {"zstd2", perf::Compression::kZstd2}});
    } else if (option == "--long-size") {
        options.long_size = one_of<std::uint32_t>(option, value, {{"4", 4}, {"8", 8}});
    } else if (option == "--formats") {
        options.old_formats = one_of<bool>(option, value, {{"old", true}, {"new", false}});
    } else if (option == "--identifier") {
        options.identifier = one_of<bool>(option, value, {{"yes", true}, {"no", false}});
    } else if (option == "--clock") {
        options.monotonic = one_of<bool>(option, value, {{"monotonic", true}, {"none", false}});
    } else {
        return false;
    }
    return true;
}

void set_number(PerfOptions& options, const std::string& option, const std::string& value) {
    const auto small = [&](std::uint64_t most) {
        return static_cast<std::uint32_t>(number(option, value, most));
    };
    if (option == "--attr-size") {
        options.attr_size = small(152);
    } else if (option == "--round-size") {
        options.round_size = small(1 << 30);
    } else if (option == "--late") {
        options.late = small(1'000'000);
    } else if (option == "--lost") {
        options.lost = small(0xFFFFFFFF);
    } else if (option == "--cpus") {
        options.cpus = small(4096);
    } else if (option == "--repeat-to") {
        options.repeat_to_bytes = number(option, value, std::uint64_t{1} << 50);
    } else {
        throw std::invalid_argument(fmt::format("{} is no option; --help lists them", option));
    }
}

int run(const std::vector<std::string>& words) {
    PerfOptions options;
    const Files files = split_arguments(
        words, [&](const std::string& word) { return set_switch(options, word); },
        [&](const std::string& word, const std::string& value) {
            if (!set_word(options, word, value)) set_number(options, word, value);
        });
    const Story story = read_story(files.story);
    FileOutput file(files.file);
    const perf::PerfReport report = write_perf(story, options, file);
    file.close();
    fmt::print("{}: {} bytes, {} records, {} rounds\n", files.file.string(), report.bytes,
               report.records, report.rounds);
    say_left_out(report.left_out);
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    return run_command("story2perf", kHelp, {argv + 1, argv + argc}, run);
}
