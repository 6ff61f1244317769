// story2etl: writes a story as a Windows trace file.
#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include "command_line.hpp"
#include "etl/etl_writer.hpp"
#include "values.hpp"

namespace {

using namespace benchlab::story;

constexpr const char* kHelp =
    "story2etl STORY -o FILE [options]\n"
    "  --pointer-size 4|8         of all events\n"
    "  --header KIND              of kernel events: system, compact, perfinfo, full, instance\n"
    "  --clock qpc|system|tsc\n"
    "  --no-frequency             0 for the clock's frequency in the header\n"
    "  --version CLASS=N          process, thread, image, cswitch, disk, interval\n"
    "  --compress none|xpress|lznt1|huffman\n"
    "  --circular                 a ring that is not full yet\n"
    "  --wrap                     with --circular: a ring of three quarters of the buffers\n"
    "  --cpus N                   spreads the story's CPUs over N\n"
    "  --buffer-size N\n"
    "  --flush-every TIME         all buffers, full or not\n"
    "  --repeat-to BYTES          tells the story again until the file has this size\n"
    "  --events-lost N, --buffers-lost N   in the header\n"
    "  --never-closed             a header without an end\n"
    "  --rundown begin|end|both|none\n"
    "  --stacks walk|keys         whole, or by keys that are defined at the end\n"
    "  --user-half first|last     of a stack's two parts\n"
    "  --user-half-delay TIME     how much later it is written\n"
    "  --identity first|last      debug ids before or after the load of their image\n"
    "  --metadata                 graphics events with other fields, which the file describes\n"
    "  --old-buffers              one byte for the processor, as Windows 7 wrote\n"
    "  --counters N               hardware counters with each context switch\n";

struct Arguments : Files {
    EtlOptions options;
};

void set_version(EtlVersions& versions, const std::string& value) {
    const std::size_t equals = value.find('=');
    const auto version =
        equals == std::string::npos ? std::nullopt : read_unsigned(value.substr(equals + 1));
    if (!version || *version > 100 ||
        !versions.set(value.substr(0, equals), static_cast<std::uint16_t>(*version))) {
        refuse("--version", value);
    }
}

bool set_switch(EtlOptions& options, const std::string& option) {
    if (option == "--circular") return options.circular = true;
    if (option == "--wrap") return options.wrap = true;
    if (option == "--never-closed") return options.never_closed = true;
    if (option == "--no-frequency") return options.no_frequency = true;
    if (option == "--metadata") return options.metadata = true;
    if (option == "--old-buffers") return options.one_byte_processor = true;
    return false;
}

void set_form(EtlOptions& options, const std::string& option, const std::string& value) {
    if (option == "--pointer-size") {
        options.pointer_size = one_of<int>(option, value, {{"4", 4}, {"8", 8}});
    } else if (option == "--header") {
        options.header = one_of<Header>(option, value,
                                        {{"system", Header::kSystem},
                                         {"compact", Header::kCompact},
                                         {"perfinfo", Header::kPerfInfo},
                                         {"full", Header::kFull},
                                         {"instance", Header::kInstance}});
    } else if (option == "--clock") {
        options.clock =
            one_of<Clock>(option, value,
                          {{"qpc", Clock::kQpc}, {"system", Clock::kSystem}, {"tsc", Clock::kTsc}});
    } else if (option == "--version") {
        set_version(options.versions, value);
    } else if (option == "--compress") {
        options.compression = one_of<Compression>(option, value,
                                                  {{"none", Compression::kNone},
                                                   {"xpress", Compression::kXpress},
                                                   {"lznt1", Compression::kLznt1},
                                                   {"huffman", Compression::kHuffman}});
    } else if (option == "--rundown") {
        const int which =
            one_of<int>(option, value, {{"none", 0}, {"begin", 1}, {"end", 2}, {"both", 3}});
        options.rundown_begin = (which & 1) != 0;
        options.rundown_end = (which & 2) != 0;
    } else if (option == "--stacks") {
        options.stack_keys = one_of<bool>(option, value, {{"walk", false}, {"keys", true}});
    } else if (option == "--user-half") {
        options.user_half_first = one_of<bool>(option, value, {{"last", false}, {"first", true}});
    } else if (option == "--identity") {
        options.identity_first = one_of<bool>(option, value, {{"last", false}, {"first", true}});
    } else {
        throw std::invalid_argument(fmt::format("{} is no option; --help lists them", option));
    }
}

bool set_number(EtlOptions& options, const std::string& option, const std::string& value) {
    if (option == "--cpus") {
        options.cpus = static_cast<std::uint32_t>(number(option, value, 2048));
    } else if (option == "--buffer-size") {
        options.buffer_size = static_cast<std::uint32_t>(number(option, value, 16u << 20));
    } else if (option == "--repeat-to") {
        options.repeat_to_bytes = number(option, value, std::uint64_t{1} << 50);
    } else if (option == "--events-lost") {
        options.events_lost = number(option, value, 0xFFFFFFFF);
    } else if (option == "--buffers-lost") {
        options.buffers_lost = number(option, value, 0xFFFFFFFF);
    } else if (option == "--counters") {
        options.counters = static_cast<std::uint32_t>(number(option, value, 7));
    } else if (option == "--user-half-delay") {
        options.user_half_delay_ns = length(option, value);
    } else if (option == "--flush-every") {
        options.flush_every_ns = length(option, value);
    } else {
        return false;
    }
    return true;
}

Arguments read_arguments(const std::vector<std::string>& words) {
    Arguments out;
    const Files files = split_arguments(
        words, [&](const std::string& word) { return set_switch(out.options, word); },
        [&](const std::string& word, const std::string& value) {
            if (!set_number(out.options, word, value)) set_form(out.options, word, value);
        });
    static_cast<Files&>(out) = files;
    return out;
}

int run(const std::vector<std::string>& words) {
    const Arguments arguments = read_arguments(words);
    const Story story = read_story(arguments.story);
    FileOutput file(arguments.file);
    const EtlReport report = write_etl(story, arguments.options, file);
    file.close();
    fmt::print("{}: {} bytes, {} buffers, {} events\n", arguments.file.string(), report.bytes,
               report.buffers, report.events);
    say_left_out(report.left_out);
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    return run_command("story2etl", kHelp, {argv + 1, argv + argc}, run);
}
