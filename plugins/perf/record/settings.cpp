#include "perf/record/settings.hpp"

#include <algorithm>
#include <array>
#include <benchlab/host.hpp>

#include "perf/record/compression.hpp"

namespace benchlab::perf {
namespace {

constexpr bl_option number(const char* name, const char* help, const char* standard, double least,
                           double most) {
    return {sizeof(bl_option), BL_VALUE_U64, name, help, "N", standard, least, most};
}

constexpr bl_option kProbe = {sizeof(bl_option),
                              BL_VALUE_TEXT,
                              "probe",
                              "functions that are called once a frame, as FILE:FUNCTION, "
                              "separated by commas",
                              "FILE:FUNCTION",
                              nullptr,
                              0,
                              0};
constexpr bl_option kCompress = number("compress", "level of compression, 0 for none", "1", 0, 19);
constexpr bl_option kFrequency =
    number("samples", "samples of a processor in a second", "1000", 1, 50000);
constexpr bl_option kDepth = number("stack-depth", "most entries of a call stack", "64", 1, 127);
// What most threads have on their stack while they wait in the C library: of half as much none was
// seen to its end.
constexpr std::uint32_t kUsualStackBytes = 2048;
constexpr bl_option kStackBytes =
    number("stack-bytes",
           "bytes of the stack that are copied when a thread of --process waits: "
           "they mend call stacks of code without frame pointers; 0 for none",
           "2048", 0, 8192);

constexpr std::array kOptions = {&kProbe, &kCompress, &kFrequency, &kDepth, &kStackBytes};

std::uint32_t number_of(const bl_values* values, const bl_option& option, std::uint32_t otherwise) {
    if (values == nullptr) return otherwise;
    const auto value = Values(values).find_u64(option.name);
    return value ? static_cast<std::uint32_t>(*value) : otherwise;
}

}  // namespace

std::vector<ProbeRequest> parse_probes(const std::string& text) {
    std::vector<ProbeRequest> probes;
    std::size_t at = 0;
    while (at < text.size()) {
        const std::size_t end = std::min(text.find(',', at), text.size());
        const std::string one = text.substr(at, end - at);
        at = end + 1;
        // The last colon: names of C++ functions come mangled, paths may have colons.
        const std::size_t colon = one.rfind(':');
        if (colon == std::string::npos || colon == 0 || colon + 1 == one.size())
            throw Error(BL_E_INVALID, "a probe is FILE:FUNCTION, not " + one);
        probes.push_back({one.substr(0, colon), one.substr(colon + 1)});
    }
    return probes;
}

std::span<const bl_option* const> option_tables() {
    return kOptions;
}

Settings read_settings(const bl_record& record) {
    Settings settings;
    settings.pids.assign(record.pids, record.pids + record.pid_count);
    settings.path = record.path;
    const char* preset = record.preset != nullptr ? record.preset : preset_tables()[0]->id;
    settings.preset = find_preset(preset);
    if (settings.preset == nullptr)
        throw Error(BL_E_INVALID, std::string("there is no preset ") + preset);
    settings.buffer_bytes = record.buffer_bytes;
    settings.ring_ns = record.ring_ns;
    const bl_values* values = record.options;
    settings.compression = Compressor::available() ? number_of(values, kCompress, 1) : 0;
    settings.samples_per_second = number_of(values, kFrequency, 1000);
    settings.stack_depth = number_of(values, kDepth, 64);
    // The kernel wants whole words, and its own limit is a little below 64 KiB.
    settings.stack_bytes = number_of(values, kStackBytes, kUsualStackBytes) / 8 * 8;
    if (values != nullptr) {
        if (const auto text = Values(values).find_text(kProbe.name))
            settings.probes = parse_probes(std::string(*text));
    }
    return settings;
}

}  // namespace benchlab::perf
