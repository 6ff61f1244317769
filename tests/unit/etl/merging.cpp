#include "merging.hpp"

#include <algorithm>
#include <cstring>

#include "etl/merge.hpp"
#include "etl/reader.hpp"
#include "recording_builder.hpp"
#include "trace_data.hpp"

namespace etl_test {
namespace {

struct Output {
    std::vector<std::uint8_t> bytes;
    std::uint64_t room;
};

bl_status BL_CALL write(void* context, std::uint64_t offset, const void* bytes, std::uint64_t len) {
    Output& out = *static_cast<Output*>(context);
    if (offset + len > out.room) return BL_E_IO;
    out.bytes.resize(std::max<std::size_t>(out.bytes.size(), offset + len));
    std::memcpy(out.bytes.data() + offset, bytes, len);
    return BL_OK;
}

template <class Value>
Value field(const std::vector<std::uint8_t>& bytes, std::size_t at) {
    Value value{};
    if (at + sizeof(value) <= bytes.size()) std::memcpy(&value, bytes.data() + at, sizeof(value));
    return value;
}

}  // namespace

Merged merge(const std::vector<std::string>& paths, const MergeOptions& options) {
    RecordingBuilder host;
    host.cancelled = options.cancelled;
    std::vector<const char*> names;
    for (const std::string& path : paths) names.push_back(path.c_str());
    Output output{{}, options.room};
    const bl_merge_request request = {sizeof(request), static_cast<std::uint32_t>(names.size()),
                                      names.data(),    "etl",
                                      &output,         &write};
    Merged merged;
    merged.status = benchlab::etl::kMerge.merge(host.host(), &request);
    merged.error = host.error;
    merged.logs = host.logs;
    merged.bytes = std::move(output.bytes);
    return merged;
}

Merged merge(const std::vector<MadeTrace>& traces) {
    std::vector<std::string> paths;
    for (const MadeTrace& each : traces)
        paths.push_back(write_bytes("part" + std::to_string(paths.size()) + ".etl", each.bytes()));
    return merge(paths);
}

std::vector<FoundBuffer> buffers_of(const std::vector<std::uint8_t>& file) {
    std::vector<FoundBuffer> found;
    for (std::size_t at = 0; at < file.size();) {
        FoundBuffer buffer;
        buffer.size = field<std::uint32_t>(file, at);
        buffer.sequence = field<std::int64_t>(file, at + 0x18);
        buffer.cpu = field<std::uint16_t>(file, at + 0x28);
        buffer.used = field<std::uint32_t>(file, at + 0x30);
        buffer.flags = field<std::uint16_t>(file, at + 0x34);
        buffer.type = field<std::uint16_t>(file, at + 0x36);
        for (std::size_t event = 72; buffer.type == 0 && event < buffer.used;) {
            buffer.times.push_back(field<std::int64_t>(file, at + event + 8));
            buffer.first_words.push_back(field<std::uint32_t>(file, at + event + 16));
            const std::size_t size = field<std::uint16_t>(file, at + event + 4);
            if (size == 0) break;
            event += (size + 7) / 8 * 8;
        }
        found.push_back(buffer);
        if (buffer.size == 0) break;
        at += buffer.size;
    }
    return found;
}

std::vector<std::string> everything_in(const std::vector<std::string>& paths) {
    RecordingBuilder builder(2);
    std::vector<std::string> all;
    if (builder.read(benchlab::etl::kReader.read, paths) != BL_OK) return {builder.error};
    for (const std::string& table : builder.tables()) {
        for (const Row& row : builder.rows(table)) all.push_back(row.whole());
    }
    const bl_clock& clock = builder.clock;
    all.push_back("clock " + std::to_string(clock.kind) + ' ' +
                  std::to_string(clock.ticks_per_second) + ' ' + std::to_string(clock.zero) + ' ' +
                  std::to_string(clock.end) + ' ' + std::to_string(clock.zero_unix_ns));
    for (const auto& [name, text] : builder.facts) all.push_back("fact " + name + ' ' + text);
    for (const auto& [code, count] : builder.problems) all.push_back("problem " + code);
    for (const std::string& each : builder.mistakes) all.push_back("mistake " + each);
    std::sort(all.begin(), all.end());
    return all;
}

}  // namespace etl_test
