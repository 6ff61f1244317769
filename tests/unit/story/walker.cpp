#include "walker.hpp"

#include <map>
#include <stdexcept>

namespace benchlab::story_test {

namespace {

std::uint64_t little(std::span<const std::uint8_t> bytes, std::size_t at, std::size_t size) {
    if (at + size > bytes.size()) throw std::runtime_error("a field lies outside");
    std::uint64_t value = 0;
    for (std::size_t i = size; i-- > 0;) value = value << 8 | bytes[at + i];
    return value;
}

// The group that a class stands for; 0xFF for none of the kernel's.
unsigned group_of_class(std::uint32_t first, unsigned& type) {
    static const std::map<std::uint32_t, unsigned> kGroups{
        {0x68fdd900, 0x00}, {0x3d6fa8d4, 0x01}, {0x3d6fa8d3, 0x02}, {0x3d6fa8d0, 0x03},
        {0x90cbdc39, 0x04}, {0x3d6fa8d1, 0x05}, {0x01853a65, 0x0B}, {0xce1dbfb4, 0x0F},
        {0x2cb15d1d, 0x14}, {0xdef2fe46, 0x18}};
    const auto found = kGroups.find(first);
    if (found == kGroups.end()) return 0xFF;
    // An image's load has the process group in kernel headers.
    return first == 0x2cb15d1d && type == 0x0A ? 0x03 : found->second;
}

class Walker {
  public:
    explicit Walker(std::span<const std::uint8_t> file) : file_(file) {}

    Walked run() {
        try {
            std::size_t at = 0;
            while (at < file_.size()) at += buffer(at);
            log_header();
        } catch (const std::exception& error) {
            out_.complaint = error.what();
        }
        return std::move(out_);
    }

  private:
    std::size_t buffer(std::size_t at) {
        const auto header = file_.subspan(at, std::min<std::size_t>(72, file_.size() - at));
        WalkedBuffer buffer;
        buffer.offset = at;
        buffer.stored = little(header, 0x00, 4);
        buffer.used = little(header, 0x30, 4);
        buffer.sequence = static_cast<std::int64_t>(little(header, 0x18, 8));
        buffer.flags = static_cast<unsigned>(little(header, 0x34, 2));
        buffer.type = static_cast<unsigned>(little(header, 0x36, 2));
        buffer.cpu = static_cast<std::uint32_t>(little(header, 0x28, 2));
        buffer.cpu &= (buffer.flags & 0x20) ? 0x7FF : 0xFF;
        if (buffer.stored < 72 || buffer.stored > file_.size() - at)
            fail("a buffer's size is wrong");
        if ((buffer.type == 4) != (at == 0)) fail("the header buffer is not the first one");
        if (at == 0) format_ = static_cast<unsigned>(little(header, 0x2C, 4) & 0xFFFF);
        const auto rest = file_.subspan(at + 72, buffer.stored - 72);
        if (buffer.flags & 0x40) {
            buffer.body = decompress(rest, buffer.used - 72, format_);
        } else {
            if (buffer.used > buffer.stored) fail("a buffer uses more than it has");
            buffer.body.assign(rest.begin(),
                               rest.begin() + static_cast<std::ptrdiff_t>(buffer.used - 72));
            for (const std::uint8_t byte : rest.subspan(buffer.used - 72)) {
                if (byte != 0xFF) fail("a buffer's tail is not 0xFF");
            }
        }
        events(buffer);
        const std::size_t size = buffer.stored;
        out_.buffers.push_back(std::move(buffer));
        return size;
    }

    void events(const WalkedBuffer& buffer) {
        std::int64_t last = 0;
        for (std::size_t at = 0; at < buffer.body.size();) {
            if (at % 8 != 0) fail("an event is not aligned");
            WalkedEvent event = this->event(std::span(buffer.body).subspan(at));
            event.buffer = out_.buffers.size();
            event.cpu = buffer.cpu;
            if (event.ticks < last) fail("time goes down in a buffer");
            last = event.ticks;
            at += (size_ + 7) / 8 * 8;
            if (at > buffer.body.size()) fail("an event ends after its buffer's records");
            out_.events.push_back(std::move(event));
        }
    }

    WalkedEvent event(std::span<const std::uint8_t> bytes) {
        WalkedEvent event;
        event.header = static_cast<unsigned>(little(bytes, 2, 1));
        if (little(bytes, 3, 1) != 0xC0) fail("an event has no marker");
        std::size_t begin = 0;
        switch (event.header) {
            case 1:
            case 2:
            case 3:
            case 4:
                begin = system(event, bytes);
                break;
            case 16:
            case 17:
                begin = perf_info(event, bytes);
                break;
            case 10:
            case 11:
            case 20:
            case 21:
                begin = full(event, bytes);
                break;
            case 18:
            case 19:
                begin = manifest(event, bytes);
                break;
            default:
                fail("an event has an unknown header");
        }
        const bool narrow = event.header == 1 || event.header == 3 || event.header == 16 ||
                            event.header == 10 || event.header == 11 || event.header == 18;
        event.pointer = narrow ? 4 : 8;
        if (size_ < begin || size_ > bytes.size()) fail("an event's size is wrong");
        event.payload.assign(bytes.begin() + static_cast<std::ptrdiff_t>(begin),
                             bytes.begin() + static_cast<std::ptrdiff_t>(size_));
        return event;
    }

    void ids_and_time(WalkedEvent& event, std::span<const std::uint8_t> bytes) {
        event.thread = static_cast<std::uint32_t>(little(bytes, 8, 4));
        event.process = static_cast<std::uint32_t>(little(bytes, 12, 4));
        event.ticks = static_cast<std::int64_t>(little(bytes, 16, 8));
    }

    std::size_t system(WalkedEvent& event, std::span<const std::uint8_t> bytes) {
        event.version = static_cast<unsigned>(little(bytes, 0, 2));
        size_ = little(bytes, 4, 2);
        event.type = static_cast<unsigned>(little(bytes, 6, 1));
        event.group = static_cast<unsigned>(little(bytes, 7, 1));
        ids_and_time(event, bytes);
        return event.header <= 2 ? 32 : 24;
    }

    std::size_t perf_info(WalkedEvent& event, std::span<const std::uint8_t> bytes) {
        const std::uint64_t version = little(bytes, 0, 2);
        event.version = version & 0xFF;
        event.counters = version >> 8 & 7;
        size_ = little(bytes, 4, 2);
        event.type = static_cast<unsigned>(little(bytes, 6, 1));
        event.group = static_cast<unsigned>(little(bytes, 7, 1));
        event.ticks = static_cast<std::int64_t>(little(bytes, 8, 8));
        return 16 + 8 * (event.counters + (version >> 15));
    }

    std::size_t full(WalkedEvent& event, std::span<const std::uint8_t> bytes) {
        size_ = little(bytes, 0, 2);
        event.type = static_cast<unsigned>(little(bytes, 4, 1));
        event.version = static_cast<unsigned>(little(bytes, 6, 2));
        ids_and_time(event, bytes);
        const auto first = static_cast<std::uint32_t>(little(bytes, 24, 4));
        event.group = group_of_class(first, event.type);
        if (event.group == 0xFF) event.provider = first;
        return event.header == 10 || event.header == 20 ? 48 : 72;
    }

    std::size_t manifest(WalkedEvent& event, std::span<const std::uint8_t> bytes) {
        size_ = little(bytes, 0, 2);
        ids_and_time(event, bytes);
        event.provider = static_cast<std::uint32_t>(little(bytes, 24, 4));
        event.type = static_cast<unsigned>(little(bytes, 40, 2));
        event.version = static_cast<unsigned>(little(bytes, 42, 1));
        std::size_t at = 80;
        bool more = (little(bytes, 4, 2) & 1) != 0;
        while (more) {
            more = (little(bytes, at + 4, 2) & 1) != 0;
            at += little(bytes, at, 2);
        }
        return at;
    }

    void log_header() {
        if (out_.events.empty()) fail("the file has no events");
        const WalkedEvent& event = out_.events.front();
        if (event.group != 0 || event.type != 0) fail("the first event is not the log header");
        WalkedHeader& header = out_.header;
        const auto u32 = [&](std::size_t at) {
            return static_cast<std::uint32_t>(event.number(at, 4));
        };
        header.buffer_size = u32(0);
        header.cpus = u32(12);
        header.end = event.number(16, 8);
        header.mode = u32(32);
        header.buffers = u32(36);
        header.pointer = u32(44);
        header.events_lost = u32(48);
        header.mhz = u32(52);
        const std::size_t boot = header.pointer == 4 ? 240 : 248;
        header.frequency = event.number(boot + 8, 8);
        header.start = event.number(boot + 16, 8);
        header.clock = u32(boot + 24);
        header.buffers_lost = u32(boot + 28);
        header.ticks = event.ticks;
    }

    [[noreturn]] static void fail(const char* what) { throw std::runtime_error(what); }

    std::span<const std::uint8_t> file_;
    Walked out_;
    unsigned format_ = 0;
    std::size_t size_ = 0;  // of the event being read
};

}  // namespace

std::uint64_t WalkedEvent::number(std::size_t at, std::size_t size) const {
    return little(payload, at, size);
}

std::vector<const WalkedEvent*> Walked::of(unsigned group, unsigned type) const {
    std::vector<const WalkedEvent*> out;
    for (const WalkedEvent& event : events) {
        if (event.provider == 0 && event.group == group && event.type == type)
            out.push_back(&event);
    }
    return out;
}

std::vector<const WalkedEvent*> Walked::of_provider(std::uint32_t provider, unsigned id) const {
    std::vector<const WalkedEvent*> out;
    for (const WalkedEvent& event : events) {
        if (event.provider == provider && event.type == id) out.push_back(&event);
    }
    return out;
}

std::int64_t Walked::ns(std::int64_t ticks) const {
    const auto passed = static_cast<std::uint64_t>(ticks - header.ticks);
    const std::uint64_t hertz = header.clock == 2   ? 10'000'000
                                : header.clock == 3 ? std::uint64_t{header.mhz} * 1'000'000
                                                    : header.frequency;
    return static_cast<std::int64_t>(passed / hertz * 1'000'000'000 +
                                     passed % hertz * 1'000'000'000 / hertz);
}

Walked walk(std::span<const std::uint8_t> file) {
    return Walker(file).run();
}

}  // namespace benchlab::story_test
