// Events that say by a GUID what they are.
#include "etl/chunk_decoder.hpp"
#include "etl/guid.hpp"
#include "etl/process_thread_image.hpp"
#include "etl/sysconfig.hpp"
#include "etl/text.hpp"

namespace benchlab::etl {
namespace {

constexpr std::array<std::uint8_t, 8> kClassicRest = {0x9d, 0xda, 0x00, 0xc0,
                                                      0x4f, 0xd7, 0xba, 0x7c};

struct ClassGroup {
    Guid guid;
    std::uint16_t group;  // as the kernel writes it, shifted
};
constexpr ClassGroup kClassGroups[] = {
    {{0x3d6fa8d4, 0xfe05, 0x11d0, kClassicRest}, 0x0100},  // DiskIo
    {{0x3d6fa8d3, 0xfe05, 0x11d0, kClassicRest}, 0x0200},  // page faults
    {{0x3d6fa8d0, 0xfe05, 0x11d0, kClassicRest}, 0x0300},  // processes
    {{0x3d6fa8d1, 0xfe05, 0x11d0, kClassicRest}, 0x0500},  // threads
    {{0x90cbdc39, 0x4a3e, 0x11d1, {0x84, 0xf4, 0x00, 0x00, 0xf8, 0x04, 0x64, 0xe3}}, 0x0400},
    {{0x01853a65, 0x418f, 0x4f36, {0xae, 0xfc, 0xdc, 0x0f, 0x1d, 0x2f, 0xd2, 0x35}}, 0x0B00},
    {{0xce1dbfb4, 0x137e, 0x4da6, {0x87, 0xb0, 0x3f, 0x59, 0xaa, 0x10, 0x2c, 0xbc}}, 0x0F00},
    {{0x2cb15d1d, 0x5fc1, 0x11d2, {0xab, 0xe1, 0x00, 0xa0, 0xc9, 0x11, 0xf5, 0x18}}, 0x1400},
    {{0xdef2fe46, 0x7bd6, 0x4b80, {0xbd, 0x94, 0xf5, 0x7f, 0xe2, 0x0d, 0x0c, 0xe3}}, 0x1800},
};
constexpr Guid kImageId = {
    0xb3e675d7, 0x2554, 0x4f18, {0x83, 0x0b, 0x27, 0x62, 0x73, 0x25, 0x60, 0xde}};
constexpr Guid kSysConfigEx = {
    0x9b79ee91, 0xb5fd, 0x41c0, {0xa2, 0x43, 0x42, 0x48, 0xe2, 0x66, 0xe9, 0xd0}};
constexpr Guid kLostEvent = {
    0x6a399ae0, 0x4bc6, 0x4de9, {0x87, 0x0b, 0x36, 0x57, 0xf8, 0x94, 0x7e, 0x7e}};
constexpr Guid kEventMetadata = {
    0xbbccf6c1, 0x6cd1, 0x48c4, {0x80, 0xff, 0x83, 0x94, 0x82, 0xe3, 0x76, 0x71}};

constexpr std::uint16_t kImageLoadType = 0x0A;

}  // namespace

void ChunkDecoder::on_class(const Event& event) {
    for (const ClassGroup& each : kClassGroups) {
        if (!equal(event.guid, each.guid)) continue;
        // Loading an image has the group of processes where the kernel writes it.
        const bool is_load = each.group == 0x1400 && event.id == kImageLoadType;
        return on_kernel(event, is_load ? std::uint16_t{0x030A}
                                        : static_cast<std::uint16_t>(each.group | event.id));
    }
    if (equal(event.guid, kImageId)) return on_image_id(event);
    if (equal(event.guid, kSysConfigEx)) return on_merger_config(event);
    if (equal(event.guid, kEventMetadata)) return on_event_metadata(event);
    if (equal(event.guid, kLostEvent)) {
        constexpr std::uint16_t kLostBuffer = 33;
        RowWriter* row = nullptr;
        if (!begin_row(Table::kLost, row)) return;
        row->set(LostColumn::kBegin, time_or_zero(event));
        row->set(LostColumn::kEnd, time_or_zero(event));
        row->absent(LostColumn::kCpu);
        row->set(LostColumn::kKind,
                 static_cast<std::uint8_t>(event.id == kLostBuffer ? kBuffersLost : kEventsLost));
        row->absent(LostColumn::kCount);  // it does not tell how many
    }
}

// What it says is found when all layouts are known, in finish_providers.cpp.
void ChunkDecoder::on_provider(const Event& event) {
    const Provider provider = provider_of(event.guid);
    if (provider == Provider::kNone) return;
    const KnownEvent* known = find_known(provider, event.id);
    if (known == nullptr || !chunk_.rows(known->table).enabled()) return;
    // Of these the header says it all.
    if (provider == Provider::kD3d12) return on_pipeline(event);
    chunk_.held.add(*known, event, time_, buffer_);
}

void ChunkDecoder::on_pipeline(const Event& event) {
    CompilationEdge edge;
    edge.time = time_;
    std::memcpy(edge.activity.data(), event.activity, sizeof(edge.activity));
    edge.pid = event.pid;
    edge.tid = event.tid;
    edge.is_stop = event.id == kPipelineStop;
    chunk_.compilations.push_back(edge);
}

void ChunkDecoder::on_mark(const Event& event) {
    RowWriter* row = nullptr;
    if (!begin_row(Table::kMark, row)) return;
    Fields fields = event.fields();
    row->set(MarkColumn::kTime, time_);
    row->set(MarkColumn::kProcess, event.pid);
    row->set(MarkColumn::kThread, event.tid);
    row->set(MarkColumn::kName, intern(to_utf8(fields.narrow())));
}

void ChunkDecoder::on_image_id(const Event& event) {
    constexpr std::uint16_t kInfo = 0, kDebugRsds = 36;
    ImageIdRecord record;
    if (event.id == kInfo) {
        if (!decode_image_info(event, record)) return too_short("image identity");
    } else if (event.id == kDebugRsds) {
        if (!decode_image_debug(event, record)) return too_short("image debug identity");
    } else {
        return;
    }
    ImageId id;
    const bool is_kernel = record.pid == 0 || is_kernel_address(record.base, event.pointer_size);
    id.pid = is_kernel ? kNobody : record.pid;
    id.base = record.base;
    id.time = time_or_zero(event);
    id.timestamp = record.timestamp;
    if (record.guid != nullptr) {
        id.debug_id = debug_id_text(record.guid, record.age);
        id.debug_file = to_utf8(record.debug_file);
    }
    chunk_.image_ids.push_back(std::move(id));
}

void ChunkDecoder::on_merger_config(const Event& event) {
    constexpr std::uint16_t kSystemPaths = 33, kVolumeMapping = 35;
    if (event.id != kSystemPaths && event.id != kVolumeMapping) return;
    PathsRecord record;
    if (!decode_paths(event, record)) return;
    if (event.id == kSystemPaths)
        chunk_.windows_folder = to_utf8(record.second);
    else
        chunk_.volumes.emplace_back(to_utf8(record.first), to_utf8(record.second));
}

void ChunkDecoder::on_event_metadata(const Event& event) {
    constexpr std::uint16_t kEventInfo = 32;
    if (event.id != kEventInfo) return;
    EventDescription description;
    if (!parse_description(event.payload, description)) return bad_description();
    if (input_.wanted->has(Table::kEventType))
        chunk_.descriptions.emplace(description.key, description);
    const Provider provider = provider_of(description.key.provider.data());
    if (provider != Provider::kNone && find_known(provider, description.key.id) != nullptr) {
        EventLayout layout;
        if (!parse_event_info(event.payload, description, layout)) return bad_description();
        chunk_.layouts.emplace(description.key, std::move(layout));
    }
}

void ChunkDecoder::bad_description() {
    chunk_.lane.problem(
        "etl.event-metadata",
        "a description of an event cannot be read; the layout that is known is used",
        buffer_offset_);
}

}  // namespace benchlab::etl
