#include "etl/sysconfig.hpp"

namespace benchlab::etl {

bool decode_cpu_config(const Event& event, CpuConfigRecord& record) {
    Fields fields = event.fields();
    record.mhz = fields.u32();
    record.cpu_count = fields.u32();
    record.memory_mib = fields.u32();
    record.page_size = fields.u32();
    if (fields.failed()) return false;
    if (event.version < 3) return true;
    // Allocation granularity, the names of computer and domain (private), two pointers.
    fields.skip(4 + 2 * 256 + 2 * 134);
    fields.pointer();
    fields.pointer();
    record.architecture = fields.u16();
    return true;
}

bool decode_processor(const Event& event, ProcessorRecord& record) {
    Fields fields = event.fields();
    record.number = fields.u32();
    fields.skip(4);
    record.mhz = fields.u32();
    if (fields.failed()) return false;
    record.name = fields.wide();
    return true;
}

NodesRecord::Entry NodesRecord::entry(std::uint32_t index) const {
    const std::uint8_t* at = entries.data() + std::size_t{16} * index;
    return {load<std::uint64_t>(at), load<std::uint16_t>(at + 8)};
}

bool decode_nodes(const Event& event, NodesRecord& record) {
    Fields fields = event.fields();
    record.count = fields.u32();
    if (fields.failed() || fields.left() / 16 < record.count) return false;
    record.entries = fields.raw(std::size_t{16} * record.count);
    return true;
}

bool decode_groups(const Event& event, GroupsRecord& record) {
    Fields fields = event.fields();
    record.count = fields.u32();
    if (fields.failed() || fields.left() / 8 < record.count) return false;
    record.masks = fields.raw(std::size_t{8} * record.count);
    return true;
}

bool decode_paths(const Event& event, PathsRecord& record) {
    Fields fields = event.fields();
    record.first = fields.wide();
    record.second = fields.wide();
    return !record.first.empty();
}

}  // namespace benchlab::etl
