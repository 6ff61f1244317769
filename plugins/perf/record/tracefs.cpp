#include "perf/record/tracefs.hpp"

#include <sys/mount.h>
#include <sys/stat.h>

#include <cerrno>
#include <charconv>

#include "perf/record/system.hpp"

namespace benchlab::perf {
namespace {

constexpr const char* kUsualPlace = "/sys/kernel/tracing";

bool is_folder(const std::string& path) {
    struct stat status {};
    return ::stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
}

// The folder that is mounted as tracefs, by what the system says is mounted.
std::string mounted_place() {
    const std::string mounts = read_file("/proc/self/mounts").value_or("");
    std::size_t at = 0;
    while (at < mounts.size()) {
        const std::size_t end = std::min(mounts.find('\n', at), mounts.size());
        const std::string line = mounts.substr(at, end - at);
        at = end + 1;
        const std::size_t place = line.find(' ') + 1;
        const std::size_t kind = line.find(' ', place) + 1;
        if (place == 0 || kind == 0) continue;
        if (line.compare(kind, 8, "tracefs ") == 0) return line.substr(place, kind - 1 - place);
    }
    // Older systems have it as a part of debugfs, where it is mounted by looking at it.
    return is_folder("/sys/kernel/debug/tracing/events") ? "/sys/kernel/debug/tracing" : "";
}

}  // namespace

TracepointName split_tracepoint(std::string_view text) {
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos) return {std::string(), std::string(text)};
    return {std::string(text.substr(0, colon)), std::string(text.substr(colon + 1))};
}

Tracefs Tracefs::find(bool may_mount) {
    Tracefs found;
    found.place_ = mounted_place();
    if (found.place_.empty()) {
        found.place_ = kUsualPlace;
        if (!is_folder(kUsualPlace)) {
            found.problem_ = "this kernel has no tracefs";
            return found;
        }
        if (!may_mount || ::mount("tracefs", kUsualPlace, "tracefs", 0, nullptr) != 0) {
            found.problem_ = "tracefs is not mounted";
            return found;
        }
    }
    errno = 0;
    if (read_line(found.place_ + "/events/sched/sched_switch/id")) {
        found.folder_ = found.place_;
    } else {
        found.problem_ = errno == EACCES ? "only root may read " + found.place_
                                         : found.place_ + " has no scheduling events";
    }
    return found;
}

std::optional<std::uint64_t> Tracefs::id(std::string_view tracepoint) const {
    if (!usable()) return std::nullopt;
    const auto [system, name] = split_tracepoint(tracepoint);
    const auto text = read_line(folder_ + "/events/" + system + "/" + name + "/id");
    if (!text) return std::nullopt;
    std::uint64_t id = 0;
    const auto read = std::from_chars(text->data(), text->data() + text->size(), id);
    if (read.ec != std::errc()) return std::nullopt;
    return id;
}

std::optional<std::string> Tracefs::format(std::string_view tracepoint) const {
    if (!usable()) return std::nullopt;
    const auto [system, name] = split_tracepoint(tracepoint);
    return read_file(folder_ + "/events/" + system + "/" + name + "/format");
}

std::string Tracefs::header(std::string_view name) const {
    return read_file(folder_ + "/events/" + std::string(name)).value_or("");
}

}  // namespace benchlab::perf
