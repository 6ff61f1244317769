#include "etl/disk_file_fault.hpp"

namespace benchlab::etl {

bool decode_disk_transfer(const Event& event, DiskRecord& record) {
    Fields fields = event.fields();
    record.disk = fields.u32();
    record.irp_flags = fields.u32();
    record.bytes = fields.u32();
    fields.skip(4);
    record.offset = fields.u64();
    record.file = fields.pointer();
    record.irp = fields.pointer();
    record.response = fields.u64();
    if (fields.failed()) return false;
    if (event.version >= 3 && fields.left() >= 4) record.tid = fields.u32();
    return true;
}

bool decode_disk_flush(const Event& event, DiskRecord& record) {
    Fields fields = event.fields();
    record.disk = fields.u32();
    record.irp_flags = fields.u32();
    record.response = fields.u64();
    record.irp = fields.pointer();
    if (fields.failed()) return false;
    if (event.version >= 3 && fields.left() >= 4) record.tid = fields.u32();
    return true;
}

bool decode_disk_init(const Event& event, DiskRecord& record) {
    Fields fields = event.fields();
    record.irp = fields.pointer();
    if (fields.failed()) return false;
    if (event.version >= 3 && fields.left() >= 4) record.tid = fields.u32();
    return true;
}

bool decode_file_name(const Event& event, FileNameRecord& record) {
    Fields fields = event.fields();
    record.key = fields.pointer();
    if (fields.failed()) return false;
    record.path = fields.wide();
    return true;
}

bool decode_hard_fault(const Event& event, HardFaultRecord& record) {
    Fields fields = event.fields();
    record.initial_time = fields.u64();
    record.offset = fields.u64();
    record.address = fields.pointer();
    record.file = fields.pointer();
    record.tid = fields.u32();
    record.bytes = fields.u32();
    return !fields.failed();
}

}  // namespace benchlab::etl
