#include "lives.hpp"

#include <algorithm>
#include <optional>

#include "providers.hpp"

namespace benchlab::story {

namespace {

// The classes number begin, end, rundown at the begin and at the end from 1 to 4.
template <class What>
std::uint8_t type_of(What what) {
    return static_cast<std::uint8_t>(static_cast<unsigned>(what) + 1);
}

std::vector<std::uint8_t> user_of(const Process& process, int pointer) {
    if (process.pid.id == 0) return {};  // the idle process belongs to nobody
    Bytes out;
    // TOKEN_USER: a pointer that means nothing in a file, attributes.  It must not begin with a
    // zero word, which would say that no user follows.
    out.put_pointer(0x5A5A0010, pointer);
    out.put_pointer(0, pointer);
    const bool system = process.session == 0;
    const std::vector<std::uint32_t> parts =
        system ? std::vector<std::uint32_t>{18} : std::vector<std::uint32_t>{21, 1, 2, 3, 1001};
    out.put(std::uint8_t{1});
    out.put(static_cast<std::uint8_t>(parts.size()));
    out.put_bytes(std::vector<std::uint8_t>{0, 0, 0, 0, 0, 5});
    for (const std::uint32_t part : parts) out.put(part);
    const std::span<const std::uint8_t> all = out;
    return {all.begin(), all.end()};
}

std::optional<unsigned> hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return {};
}

std::optional<std::uint32_t> hex_number(std::string_view text) {
    if (text.empty() || text.size() > 8) return {};
    std::uint32_t value = 0;
    for (const char c : text) {
        const auto digit = hex_digit(c);
        if (!digit) return {};
        value = value << 4 | *digit;
    }
    return value;
}

// 32 digits of the GUID as symbol servers spell it, then the age.
std::optional<DebugIdPayload> debug_id(std::string_view id) {
    if (id.size() < 33) return {};
    DebugIdPayload p;
    const auto a = hex_number(id.substr(0, 8)), b = hex_number(id.substr(8, 4));
    const auto c = hex_number(id.substr(12, 4)), age = hex_number(id.substr(32));
    if (!a || !b || !c || !age) return {};
    p.guid.a = *a;
    p.guid.b = static_cast<std::uint16_t>(*b);
    p.guid.c = static_cast<std::uint16_t>(*c);
    for (std::size_t i = 0; i < 8; ++i) {
        const auto byte = hex_number(id.substr(16 + 2 * i, 2));
        if (!byte) return {};
        p.guid.d[i] = static_cast<std::uint8_t>(*byte);
    }
    p.age = *age;
    return p;
}

// The engines of DxgKrnl's node metadata.
std::uint32_t engine_type(std::uint8_t engine) {
    static constexpr std::uint32_t kTypes[] = {0, 1, 0, 6, 2, 3, 4, 0};
    return engine < 8 ? kTypes[engine] : 0;
}

}  // namespace

LifeRecords::LifeRecords(Session& session) : session_(session) {
    const Story& story = session.story();
    add_moments(story.processes, Class::kProcess);
    add_moments(story.images, Class::kImage);
    add_moments(story.threads, Class::kThread);
    add_moments(story.files, Class::kFile);
    add_moments(story.queues, Class::kQueue);
    // What ends at a time ends before anything else begins there, so ids can be used again.
    std::stable_sort(moments_.begin(), moments_.end(), [](const Moment& a, const Moment& b) {
        return a.ns != b.ns ? a.ns < b.ns : a.what == What::kEnd && b.what != What::kEnd;
    });
}

template <class List>
void LifeRecords::add_moments(const List& list, Class of) {
    const std::int64_t begin = session_.story().begin.ns;
    for (std::size_t row = 0; row < list.size(); ++row) {
        if (list[row].from && list[row].from->ns >= begin) {
            moments_.push_back({list[row].from->ns, What::kBegin, of, row});
        }
        if (list[row].to && list[row].to->ns >= begin) {
            moments_.push_back({list[row].to->ns, What::kEnd, of, row});
        }
    }
}

template <class List, class Put>
void LifeRecords::those_there(const List& list, bool at_begin, Put&& put_one) {
    const std::int64_t begin = session_.story().begin.ns;
    for (const auto& life : list) {
        const bool came_before = !life.from || life.from->ns < begin;
        const bool gone_before = life.to && life.to->ns < begin;
        if (at_begin ? came_before && !gone_before : !life.to) put_one(life);
    }
}

void LifeRecords::rundown(bool at_begin) {
    const What what = at_begin ? What::kThereAtBegin : What::kThereAtEnd;
    const Story& story = session_.story();
    const auto put_one = [&](const auto& life) { put_life(life, what); };
    those_there(story.processes, at_begin, put_one);
    those_there(story.images, at_begin, put_one);
    those_there(story.threads, at_begin, put_one);
    those_there(story.queues, at_begin, put_one);
}

void LifeRecords::rundown_begin() {
    if (session_.options().rundown_begin) rundown(true);
    const auto interval =
        static_cast<std::uint32_t>(session_.story().machine.sample_interval.ns / 100);
    session_.kernel(0, session_.now(), {0x0F, 0x49, session_.options().versions.interval},
                    IntervalPayload{0, interval, interval, "Timer"});
}

void LifeRecords::until(std::int64_t ns, bool ends_too) {
    while (next_ < moments_.size() && moments_[next_].ns <= ns) {
        const Moment& moment = moments_[next_];
        if (moment.ns == ns && moment.what == What::kEnd && !ends_too) return;
        session_.advance(moment.ns);
        put_moment(moment);
        ++next_;
    }
}

void LifeRecords::put_moment(const Moment& moment) {
    const Story& story = session_.story();
    switch (moment.of) {
        case Class::kProcess:
            return put_life(story.processes[moment.row], moment.what);
        case Class::kImage:
            return put_life(story.images[moment.row], moment.what);
        case Class::kThread:
            return put_life(story.threads[moment.row], moment.what);
        case Class::kFile:
            return put_life(story.files[moment.row], moment.what);
        case Class::kQueue:
            return put_life(story.queues[moment.row], moment.what);
    }
}

void LifeRecords::rundown_end() {
    const auto interval =
        static_cast<std::uint32_t>(session_.story().machine.sample_interval.ns / 100);
    session_.kernel(0, session_.now(), {0x0F, 0x4A, session_.options().versions.interval},
                    IntervalPayload{0, interval, interval, "Timer"});
    // Kernels list the names of files only when a session ends.
    for (const File& file : session_.story().files) put_life(file, What::kThereAtEnd);
    if (session_.options().rundown_end) rundown(false);
    put_machine();
}

void LifeRecords::put_machine() {
    const Machine& machine = session_.story().machine;
    CpuConfigPayload p;
    p.mhz = machine.mhz;
    p.cpus = session_.cpus();
    if (session_.pointer() == 4) {
        p.highest_user_address = 0x7FFEFFFF;
        p.architecture = 0;
    }
    session_.kernel(0, session_.now(), {0x0B, 0x0A, 3}, p);
}

void LifeRecords::put_life(const Process& process, What what) {
    const std::uint16_t version = session_.options().versions.process;
    ProcessPayload p;
    p.key = session_.narrow(0xFFFFFA8010000000 + process.pid.id * std::uint64_t{0x1000});
    p.process = process.pid.id;
    p.parent = process.parent ? process.parent->id : 0;
    p.session = process.pid.id == 0 ? 0xFFFFFFFF : process.session;
    p.exit_status = what == What::kEnd ? process.exit_code : 259;  // still active
    p.page_directory = 0x1000 + process.pid.id * std::uint64_t{0x1000};
    p.flags = (process.flags & 1) ? 2 : 0;
    p.user = user_of(process, session_.pointer());
    p.image = process.name;
    p.command = process.command;
    session_.kernel(0, session_.now(), {0x03, type_of(what), version}, p, 0xFFFFFFFF, p.parent);
}

void LifeRecords::put_life(const Thread& thread, What what) {
    ThreadPayload p;
    p.process = thread.process.id;
    p.thread = thread.tid.id;
    p.stack_base = session_.narrow(0xFFFFD00000000000 + thread.tid.id * std::uint64_t{0x6000});
    p.stack_limit = p.stack_base - 0x6000;
    const std::uint16_t version = session_.options().versions.thread;
    p.start = session_.narrow(thread.start.address);
    p.affinity =
        version < 3 ? p.start : (std::uint64_t{1} << std::min(63u, session_.cpus() - 1)) * 2 - 1;
    p.base_priority = static_cast<std::uint8_t>(thread.priority);
    // Since Windows 10 the name is there, be it empty.
    if (version >= 3) p.name = thread.name;
    session_.kernel(0, session_.now(), {0x05, type_of(what), version}, p, 0xFFFFFFFF, p.process);
    if (version < 3 && !thread.name.empty() && what != What::kEnd) {
        session_.kernel(0, session_.now(), {0x05, 0x48, 2},
                        ThreadNamePayload{p.process, p.thread, thread.name}, p.thread);
    }
}

void LifeRecords::put_life(const Image& image, What what) {
    const bool first = session_.options().identity_first;
    if (first && what != What::kEnd) put_identity(image);
    put_image_record(image, what);
    if (!first && what != What::kEnd) put_identity(image);
}

void LifeRecords::put_image_record(const Image& image, What what) {
    ImagePayload p;
    p.base = session_.narrow(image.base.value);
    p.size = image.size.value;
    p.process = image.process ? image.process->id : 0;
    p.stamp = static_cast<std::uint32_t>(image.stamp.value);
    p.default_base = p.base;
    p.name = image.path.empty() ? image.name : image.path;
    static constexpr Kind kKinds[] = {{0x03, 0x0A}, {0x14, 0x02}, {0x14, 0x03}, {0x14, 0x04}};
    Kind kind = kKinds[static_cast<std::size_t>(what)];
    kind.version = session_.options().versions.image;
    session_.kernel(0, session_.now(), kind, p, 0xFFFFFFFF, p.process);
}

void LifeRecords::put_identity(const Image& image) {
    auto id = debug_id(image.id);
    if (!id) return;
    id->base = session_.narrow(image.base.value);
    id->process = image.process ? image.process->id : 0;
    id->pdb = image.pdb;
    const ImageIdPayload name{id->base, image.size.value, id->process,
                              static_cast<std::uint32_t>(image.stamp.value), image.name};
    session_.of_class(0, session_.now(), kImageIdClass, 0, name);
    session_.of_class(0, session_.now(), kImageIdClass, 36, *id);
}

void LifeRecords::put_life(const File& file, What what) {
    static constexpr std::uint8_t kTypes[] = {0x20, 0x23, 0x24, 0x24};
    session_.kernel(0, session_.now(), {0x04, kTypes[static_cast<std::size_t>(what)], 2},
                    FileNamePayload{session_.narrow(file.key.value), file.path});
}

void LifeRecords::put_life(const Queue& queue, What what) {
    if (what == What::kThereAtEnd) return;
    const std::uint64_t device = session_.narrow(queue.key.value ^ 0x100000);
    const std::uint64_t adapter = session_.narrow(queue.adapter.value);
    const auto step = static_cast<std::uint16_t>(what == What::kBegin ? 0
                                                 : what == What::kEnd ? 1
                                                                      : 2);
    const auto opcode = static_cast<std::uint8_t>(step + 1);
    const std::uint32_t tid = 0xFFFFFFFF;
    const auto id = [&](unsigned first) { return static_cast<std::uint16_t>(first + step); };
    NamedFields maker(session_.pointer()), context(session_.pointer()), node(session_.pointer());
    maker.pointer("hProcessId", queue.process ? queue.process->id : 0);
    maker.pointer("pDxgAdapter", adapter).u32("ClientType", 0).pointer("hDevice", device);
    maker.boolean("RequestVSync", false).boolean("DisableGpuTimeout", false).u32("hThunkHandle", 0);
    session_.manifest(0, session_.now(), graphics(kDxgKrnl, id(27), opcode, 1, 1), tid, maker);

    context.pointer("hDevice", device).u32("NodeOrdinal", queue.node).u32("EngineAffinity", 0);
    context.u32("DmaBufferSize", 0).u32("DmaBufferSegmentSet", 0);
    context.u32("DmaBufferPrivateDataSize", 0).u32("AllocationListSize", 0);
    context.u32("PatchLocationListSize", 0).u32("Flags", 0);
    context.pointer("hContext", session_.narrow(queue.key.value)).pointer("ContextHandle", 0);
    context.pointer("ParentDxgContext", 0);
    session_.manifest(0, session_.now(), graphics(kDxgKrnl, id(30), opcode, 1), tid, context);
    if (what == What::kEnd) return;

    node.pointer("pDxgAdapter", adapter).u32("NodeOrdinal", queue.node);
    node.u32("EngineType", engine_type(queue.engine)).text16("FriendlyName", queue.name);
    session_.manifest(0, session_.now(), kNodeMetadata, tid, node);
}

}  // namespace benchlab::story
