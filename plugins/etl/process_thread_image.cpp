#include "etl/process_thread_image.hpp"

#include "etl/tables.hpp"

namespace benchlab::etl {
namespace {

// What a SID begins with: its revision and how many authorities follow.
bool is_sid(Bytes bytes) {
    return bytes.size() >= 8 && bytes[0] == 1 && bytes[1] >= 1 && bytes[1] <= 15;
}

// A TOKEN_USER of two pointers and a SID, or four bytes of zero.  What a pointer says means nothing
// in a file.  Records that a program made itself may have a SID behind pointers that are zero.
Bytes take_sid(Fields& fields, unsigned pointer_size, Bytes payload) {
    const Bytes rest = payload.subspan(fields.at());
    const std::size_t pointers = std::size_t{2} * pointer_size;
    if (rest.size() >= 4 && load<std::uint32_t>(rest.data()) == 0) {
        bool is_zero = rest.size() > pointers;
        for (std::size_t i = 0; is_zero && i < pointers; ++i) is_zero = rest[i] == 0;
        if (!is_zero || !is_sid(rest.subspan(pointers))) {
            fields.skip(4);
            return {};
        }
    }
    fields.skip(pointers);
    if (fields.left() < 8) {
        fields.skip(8);
        return {};
    }
    return fields.raw(8 + std::size_t{4} * payload[fields.at() + 1]);
}

}  // namespace

bool decode_process(const Event& event, ProcessRecord& record) {
    Fields fields = event.fields();
    if (event.version >= 1) record.key = fields.pointer();
    record.pid = fields.u32();
    record.parent_pid = fields.u32();
    // Version 0 has the SID and the name right behind.
    if (event.version >= 1) {
        record.session = fields.u32();
        record.exit_code = fields.take<std::int32_t>();
    }
    if (event.version >= 3) record.directory_table = fields.pointer();
    if (event.version >= 4) record.flags = fields.u32();
    record.sid = take_sid(fields, event.pointer_size, event.payload);
    if (fields.failed()) return false;
    record.image = fields.narrow();
    if (event.version >= 2) record.command = fields.wide();
    if (event.version >= 4) {
        record.package = fields.wide();
        record.application = fields.wide();
    }
    return true;
}

bool decode_thread(const Event& event, ThreadRecord& record) {
    Fields fields = event.fields();
    if (event.version == 0) {
        record.tid = fields.u32();
        record.pid = fields.u32();
        return !fields.failed();
    }
    record.pid = fields.u32();
    record.tid = fields.u32();
    if (fields.failed()) return false;
    if (event.version < 2) return true;
    record.stack_base = fields.pointer();
    record.stack_limit = fields.pointer();
    record.user_stack_base = fields.pointer();
    record.user_stack_limit = fields.pointer();
    record.affinity = fields.pointer();
    record.start = fields.pointer();
    record.teb = fields.pointer();
    record.sub_process_tag = fields.u32();
    if (event.version < 3 || fields.left() < 4) return true;
    record.has_priority = true;
    record.base_priority = fields.take<std::int8_t>();
    record.page_priority = fields.u8();
    record.io_priority = fields.u8();
    record.flags = fields.u8();
    // Windows 10 adds the name without another version.
    record.name = fields.wide();
    return true;
}

bool decode_thread_name(const Event& event, ThreadRecord& record) {
    Fields fields = event.fields();
    record.pid = fields.u32();
    record.tid = fields.u32();
    if (fields.failed()) return false;
    record.name = fields.wide();
    return true;
}

bool decode_image(const Event& event, ImageRecord& record) {
    Fields fields = event.fields();
    record.base = fields.pointer();
    record.size = event.version == 0 ? fields.u32() : fields.pointer();
    if (event.version >= 1) record.pid = fields.u32();
    if (event.version >= 2) {
        record.checksum = fields.u32();
        record.timestamp = fields.u32();
        if (event.version >= 3) {
            record.signature_level = fields.u8();
            record.signature_type = fields.u8();
            fields.skip(2);
        } else {
            fields.skip(4);
        }
        record.default_base = fields.pointer();
        fields.skip(16);
    }
    if (fields.failed()) return false;
    record.path = fields.wide();
    return true;
}

bool decode_image_info(const Event& event, ImageIdRecord& record) {
    Fields fields = event.fields();
    record.base = fields.pointer();
    record.size = fields.pointer();
    record.pid = fields.u32();
    record.timestamp = fields.u32();
    if (fields.failed()) return false;
    record.original_name = fields.wide();
    return true;
}

bool decode_image_debug(const Event& event, ImageIdRecord& record) {
    Fields fields = event.fields();
    record.base = fields.pointer();
    record.pid = fields.u32();
    const Bytes guid = fields.raw(16);
    record.age = fields.u32();
    if (fields.failed()) return false;
    record.guid = guid.data();
    record.debug_file = fields.narrow();
    return true;
}

}  // namespace benchlab::etl
