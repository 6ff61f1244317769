#include "perf/map_record.hpp"

#include <algorithm>

#include "perf/lives.hpp"

namespace benchlab::perf {
namespace {

bool is_kernel(std::uint16_t misc) {
    const unsigned mode = misc & kMiscModeMask;
    return mode == kMiscKernel || mode == kMiscGuestKernel;
}

// "[kernel.kallsyms]_text" is the kernel; what is behind the bracket names the symbol by which its
// place is told.
std::string_view kernel_path(std::string_view path) {
    const std::size_t end = path.find(']');
    return path.starts_with('[') && end != path.npos ? path.substr(0, end + 1) : path;
}

}  // namespace

std::optional<MapRecord> read_map(std::uint32_t type, std::uint16_t misc, Fields fields,
                                  const Session& session) {
    MapRecord map;
    map.pid = fields.u32();
    fields.u32();
    map.base = fields.u64();
    map.size = fields.u64();
    map.offset = fields.u64();
    map.of_kernel = is_kernel(misc);
    if (type == kMmap2Record) {
        constexpr std::uint32_t kExecutable = 4;
        constexpr std::uint8_t kLongestId = 20;
        Fields file(fields.raw(24), session.order());
        if ((misc & kMiscMmapBuildId) != 0) {
            const std::uint8_t size = file.u8();
            file.skip(3);
            map.debug_id = hex_text(file.raw(std::min(size, kLongestId)));
        }
        // What perf says of the kernel has no rights.
        map.is_code = (fields.u32() & kExecutable) != 0 || map.of_kernel;
        fields.u32();
    }
    map.path = fields.text();
    if (fields.failed() || map.size == 0) return std::nullopt;
    if (map.of_kernel) map.path = kernel_path(map.path);
    if (map.debug_id.empty()) map.debug_id = session.build_id(map.path);
    return map;
}

}  // namespace benchlab::perf
