#include "perf/record/probes.hpp"

#include <sys/stat.h>

#include <array>
#include <benchlab/host.hpp>
#include <cerrno>
#include <charconv>

#include "perf/record/elf.hpp"

namespace benchlab::perf {
namespace {

// benchlab_layer_present is in our Vulkan layer: programs go past vkQueuePresentKHR of the loader.
constexpr std::array kFunctions = {"eglSwapBuffers", "glXSwapBuffers", "vkQueuePresentKHR",
                                   "benchlab_layer_present"};

constexpr std::array kLibraryNames = {"libEGL",    "libGL.",    "libGLX.",
                                      "libOpenGL", "libvulkan", "benchlab"};

constexpr std::array kFolders = {"/lib/x86_64-linux-gnu",
                                 "/usr/lib/x86_64-linux-gnu",
                                 "/lib/aarch64-linux-gnu",
                                 "/usr/lib/aarch64-linux-gnu",
                                 "/usr/lib64",
                                 "/usr/lib",
                                 "/usr/local/lib"};

bool is_named(std::string_view path, std::string_view start) {
    return path.substr(path.rfind('/') + 1).substr(0, start.size()) == start;
}

}  // namespace

bool may_have_frames(std::string_view path) {
    const std::string_view name = path.substr(path.rfind('/') + 1);
    for (const std::string_view library : kLibraryNames) {
        if (name.find(library) != std::string_view::npos) return true;
    }
    return false;
}

std::span<const char* const> frame_functions() {
    return kFunctions;
}

std::string probe_event_name(const std::string& function) {
    return "uprobe:" + function;
}

std::uint32_t probe_type() {
    const auto text = read_line("/sys/bus/event_source/devices/uprobe/type");
    std::uint32_t type = 0;
    if (text) std::from_chars(text->data(), text->data() + text->size(), type);
    return type;
}

void ProbeFinder::look_into(const std::string& path, std::vector<Probe>& found) {
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return;
    if (!seen_.emplace(status.st_dev, status.st_ino).second) return;
    const auto elf = ElfFile::open(path);
    if (!elf) return;
    for (const char* function : kFunctions) {
        if (const auto offset = elf->function_offset(function))
            found.push_back({function, path, *offset});
    }
}

std::vector<Probe> ProbeFinder::in_process(std::uint32_t pid) {
    return in_mappings(pid, mappings_of(pid));
}

std::vector<Probe> ProbeFinder::in_mappings(std::uint32_t pid, std::span<const Mapping> mappings) {
    std::vector<Probe> found;
    bool has_gl = false;
    for (const Mapping& mapping : mappings) has_gl |= is_named(mapping.path, "libGL.so");
    const std::string root = "/proc/" + std::to_string(pid) + "/root";
    for (const Mapping& mapping : mappings) {
        if (!mapping.executable || !may_have_frames(mapping.path)) continue;
        // glXSwapBuffers of libGL calls that of libGLX: the outer one is the frame.
        if (has_gl && is_named(mapping.path, "libGLX.so")) continue;
        look_into(root + mapping.path, found);
    }
    return found;
}

std::vector<Probe> ProbeFinder::in_system() {
    std::vector<Probe> found;
    for (const std::string folder : kFolders) {
        for (const char* name : {"/libEGL.so.1", "/libGL.so.1"}) look_into(folder + name, found);
    }
    return found;
}

Probe ProbeFinder::asked_for(const ProbeRequest& request) {
    const auto elf = ElfFile::open(request.path);
    if (!elf) throw Error(BL_E_INVALID, request.path + " is not a program or library to be probed");
    const auto offset = elf->function_offset(request.function);
    if (!offset) {
        throw Error(BL_E_INVALID,
                    request.path + " has no function " + request.function + " among its symbols");
    }
    return {request.function, request.path, *offset};
}

Event probe_event(const std::string& function, std::uint32_t type) {
    Event event;
    event.name = probe_event_name(function);
    event.attr = usual_attr(type, 0);
    event.attr.sample_type |= PERF_SAMPLE_IP;
    event.frame = true;
    return event;
}

void point_at(Event& event, const Probe& probe) {
    event.attr.config1 = reinterpret_cast<std::uint64_t>(probe.path.c_str());
    event.attr.config2 = probe.offset;
}

}  // namespace benchlab::perf
