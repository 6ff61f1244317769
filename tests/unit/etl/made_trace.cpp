#include "made_trace.hpp"

#include "trace_data.hpp"

namespace etl_test {
namespace {

void pad_to(std::vector<std::uint8_t>& bytes, std::size_t multiple) {
    while (bytes.size() % multiple != 0) bytes.push_back(0xFF);
}

std::vector<std::uint8_t> buffer_header(std::uint32_t stored, std::uint32_t used, unsigned cpu,
                                        std::int64_t sequence, unsigned flags, unsigned type,
                                        std::uint32_t state) {
    Packed header;
    header.u32(stored).u32(used).u32(used).u32(0);
    header.u64(0).add(sequence).u64(0);
    header.u16(cpu).u16(0).u32(state).u32(used).u16(flags).u16(type).zeros(16);
    return header.bytes;
}

}  // namespace

MadeBuffer& MadeBuffer::bytes(const std::vector<std::uint8_t>& event) {
    events_.insert(events_.end(), event.begin(), event.end());
    pad_to(events_, 8);
    return *this;
}

MadeBuffer& MadeBuffer::kernel(unsigned number, unsigned version, std::int64_t time,
                               const Packed& payload) {
    Packed event;
    event.u16(version).u8(17).u8(0xC0);
    event.u16(static_cast<unsigned>(16 + payload.bytes.size())).u16(number);
    return bytes(event.add(time).raw(payload.bytes).bytes);
}

MadeBuffer& MadeBuffer::system(unsigned number, unsigned version, std::int64_t time,
                               std::uint32_t pid, std::uint32_t tid, const Packed& payload) {
    Packed event;
    event.u16(version).u8(2).u8(0xC0);
    event.u16(static_cast<unsigned>(32 + payload.bytes.size())).u16(number);
    event.u32(tid).u32(pid).add(time).u64(0);
    return bytes(event.raw(payload.bytes).bytes);
}

MadeBuffer& MadeBuffer::of_class(const std::vector<std::uint8_t>& class_guid, unsigned type,
                                 unsigned version, std::int64_t time, const Packed& payload) {
    Packed event;
    event.u16(static_cast<unsigned>(48 + payload.bytes.size())).u8(20).u8(0xC0);
    event.u8(type).u8(0).u16(version).u32(0xFFFFFFFF).u32(0).add(time);
    return bytes(event.raw(class_guid).u64(0).raw(payload.bytes).bytes);
}

MadeBuffer& MadeBuffer::provider(const std::vector<std::uint8_t>& provider_guid, unsigned id,
                                 std::int64_t time, std::uint32_t pid, std::uint32_t tid,
                                 const Packed& payload) {
    Packed event;
    event.u16(static_cast<unsigned>(80 + payload.bytes.size())).u8(19).u8(0xC0).u16(0).u16(0);
    event.u32(tid).u32(pid).add(time).raw(provider_guid);
    event.u16(id).u8(0).u8(0).u8(0).u8(0).u16(0).zeros(8 + 8 + 16);
    return bytes(event.raw(payload.bytes).bytes);
}

MadeTrace& MadeTrace::add(const MadeBuffer& buffer) {
    ++count_;
    const std::int64_t sequence = buffer.sequence_ != 0 ? buffer.sequence_ : count_;
    std::vector<std::uint8_t> made =
        buffer_header(kBufferSize, static_cast<std::uint32_t>(72 + buffer.events_.size()),
                      buffer.cpu_, sequence, 0x20 | buffer.flags_, 0, 3);
    made.insert(made.end(), buffer.events_.begin(), buffer.events_.end());
    pad_to(made, kBufferSize);
    buffers_.insert(buffers_.end(), made.begin(), made.end());
    return *this;
}

MadeTrace& MadeTrace::add_compressed(const MadeBuffer& buffer,
                                     const std::vector<std::uint8_t>& stored) {
    ++count_;
    const std::vector<std::uint8_t> made =
        buffer_header(static_cast<std::uint32_t>(72 + stored.size()),
                      static_cast<std::uint32_t>(72 + buffer.events_.size()), buffer.cpu_, count_,
                      0x60 | buffer.flags_, 0, 0);
    buffers_.insert(buffers_.end(), made.begin(), made.end());
    buffers_.insert(buffers_.end(), stored.begin(), stored.end());
    return *this;
}

std::vector<std::uint8_t> MadeTrace::header_buffer() const {
    Packed payload;
    payload.u32(kBufferSize).u8(10).u8(0).u8(1).u8(5).u32(19045).u32(cpu_count);
    payload.add(end_filetime).u32(156250).u32(0).u32(mode).u32(0).u32(1).u32(8);
    payload.u32(events_lost).u32(cpu_mhz).u64(0).u64(0).zeros(172 + 4);
    payload.add(boot_filetime).add(frequency).add(start_filetime).u32(clock_type).u32(buffers_lost);
    payload.wide(u"session").wide(u"made.etl");
    MadeBuffer buffer(0);
    buffer.system(0x0000, 2, zero, 4, 8, payload);
    std::vector<std::uint8_t> made =
        buffer_header(kBufferSize, static_cast<std::uint32_t>(72 + buffer.events_.size()), 0, 0, 1,
                      4, compression);
    made.insert(made.end(), buffer.events_.begin(), buffer.events_.end());
    pad_to(made, kBufferSize);
    return made;
}

std::vector<std::uint8_t> MadeTrace::bytes() const {
    std::vector<std::uint8_t> result = header_buffer();
    result.insert(result.end(), buffers_.begin(), buffers_.end());
    return result;
}

std::vector<std::uint8_t> guid(const std::string& text) {
    std::string hex;
    for (const char c : text) {
        if (c != '-') hex.push_back(c);
    }
    std::vector<std::uint8_t> bytes = from_hex(hex);
    // The first three fields are numbers, stored with the lowest byte first.
    std::swap(bytes[0], bytes[3]);
    std::swap(bytes[1], bytes[2]);
    std::swap(bytes[4], bytes[5]);
    std::swap(bytes[6], bytes[7]);
    return bytes;
}

Packed cswitch(std::uint32_t new_tid, std::uint32_t old_tid, unsigned old_state, unsigned reason) {
    Packed p;
    p.u32(new_tid).u32(old_tid).u8(9).u8(8).u8(0).u8(0).u8(reason).u8(0).u8(old_state).u8(0);
    return p.u32(0).u32(0);
}

Packed ready(std::uint32_t tid, unsigned flags) {
    Packed p;
    return p.u32(tid).u8(1).u8(0).u8(flags).u8(0);
}

Packed sample(std::uint64_t address, std::uint32_t tid, unsigned count) {
    Packed p;
    return p.u64(address).u32(tid).u16(count).u16(0);
}

Packed stack(std::int64_t time, std::uint32_t pid, std::uint32_t tid,
             const std::vector<std::uint64_t>& frames) {
    Packed p;
    p.add(time).u32(pid).u32(tid);
    for (const std::uint64_t each : frames) p.u64(each);
    return p;
}

}  // namespace etl_test
