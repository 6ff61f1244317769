#include "options.hpp"

#include <sched.h>

#include <charconv>
#include <stdexcept>

namespace stalls {

const char* const kUsage =
    "stalls [OPTIONS]: renders frames of 5 ms work and 3 ms pause, and stalls on a schedule.\n"
    "\n"
    "  --frames N     how many frames (500)\n"
    "  --every N      each Nth frame has a stall (50)\n"
    "  --kinds LIST   which stalls, in turn; separated by commas (all)\n"
    "  --length MS    how long a stall lasts at least (30)\n"
    "  --cpu N        CPU of the thread Render; the others use another one (the last)\n"
    "  --log FILE     CSV of frames and stalls (stalls.csv); FILE.cold is written beside it\n"
    "  --no-limiter   frames without the pause\n"
    "  --help\n"
    "\n"
    "kinds:\n";

namespace {

std::int64_t number_of(const std::string& word, const std::string& text, std::int64_t least,
                       std::int64_t most) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || value < least || value > most) {
        throw std::runtime_error(word + " takes a number from " + std::to_string(least) + " to " +
                                 std::to_string(most) + ", not '" + text + "'");
    }
    return value;
}

std::vector<Kind> kinds_of(const std::string& list) {
    std::vector<Kind> out;
    for (std::size_t at = 0; at <= list.size();) {
        const std::size_t end = std::min(list.find(',', at), list.size());
        const std::string name = list.substr(at, end - at);
        at = end + 1;
        bool is_known = false;
        for (const KindName& each : all_kinds()) {
            if (name != each.name) continue;
            out.push_back(each.kind);
            is_known = true;
        }
        if (!is_known) throw std::runtime_error("--kinds: there is no kind '" + name + "'");
    }
    return out;
}

// The CPU that was asked for, else the last; and the last of the others, if there is one.
void choose_cpus(Options& options) {
    cpu_set_t usable;
    CPU_ZERO(&usable);
    if (sched_getaffinity(0, sizeof usable, &usable) != 0) {
        throw std::runtime_error("cannot ask which CPUs may be used");
    }
    const auto is_usable = [&](int cpu) {
        return cpu >= 0 && cpu < CPU_SETSIZE && CPU_ISSET(static_cast<unsigned>(cpu), &usable);
    };
    for (int cpu = 0; cpu < CPU_SETSIZE && options.cpu < 0; ++cpu) {
        const int last = CPU_SETSIZE - 1 - cpu;
        if (is_usable(last)) options.cpu = last;
    }
    if (!is_usable(options.cpu)) {
        throw std::runtime_error("CPU " + std::to_string(options.cpu) + " may not be used");
    }
    options.other_cpu = options.cpu;
    for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
        if (is_usable(cpu) && cpu != options.cpu) options.other_cpu = cpu;
    }
}

}  // namespace

Options parse_options(const std::vector<std::string>& words) {
    Options options;
    for (const KindName& each : all_kinds()) options.kinds.push_back(each.kind);
    constexpr std::int64_t kMany = 1'000'000'000;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string& word = words[i];
        if (word == "--no-limiter") {
            options.has_limiter = false;
            continue;
        }
        if (i + 1 == words.size()) throw std::runtime_error("unknown, or without a value: " + word);
        const std::string& value = words[++i];
        if (word == "--frames") {
            options.frames = static_cast<std::uint64_t>(number_of(word, value, 1, kMany));
        } else if (word == "--every") {
            options.every = static_cast<std::uint64_t>(number_of(word, value, 1, kMany));
        } else if (word == "--kinds") {
            options.kinds = kinds_of(value);
        } else if (word == "--length") {
            options.length_ns = number_of(word, value, 1, 900) * 1'000'000;
        } else if (word == "--cpu") {
            options.cpu = static_cast<int>(number_of(word, value, 0, CPU_SETSIZE - 1));
        } else if (word == "--log") {
            options.log = value;
        } else {
            throw std::runtime_error("unknown: " + word);
        }
    }
    choose_cpus(options);
    return options;
}

}  // namespace stalls
