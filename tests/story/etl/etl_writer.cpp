#include "etl_writer.hpp"

#include <algorithm>
#include <stdexcept>

#include "events.hpp"
#include "lives.hpp"
#include "session.hpp"
#include "story/player.hpp"

namespace benchlab::story {

namespace {

constexpr std::uint32_t kModeSequential = 1, kModeCircular = 2, kModeCompressed = 0x04000000;

std::uint64_t lost_in(const Block& block, std::uint8_t kind) {
    std::uint64_t count = 0;
    for (const Event& event : block.events) {
        const Lost* lost = std::get_if<Lost>(&event.body);
        if (lost && lost->kind == kind) count += lost->count;
    }
    for (const Repeat& repeat : block.repeats) count += repeat.count * lost_in(repeat.block, kind);
    return count;
}

void check(const Story& story, const EtlOptions& options) {
    const auto refuse = [](const char* why) { throw std::invalid_argument(why); };
    if (options.pointer_size != 4 && options.pointer_size != 8)
        refuse("pointers have 4 or 8 bytes");
    if (options.wrap && !options.circular) refuse("only a circular file wraps");
    if (options.circular && options.compression != Compression::kNone) {
        refuse("a circular file cannot be compressed: its slots have one size");
    }
    if (options.cpus != 0 && options.cpus < story.machine.cpus) refuse("the story has more CPUs");
    if (options.one_byte_processor && std::max(options.cpus, story.machine.cpus) > 256) {
        refuse("one byte numbers 256 CPUs");
    }
    if (options.counters > 7) refuse("an event carries at most 7 counters");
    if (options.flush_every_ns < 0) refuse("buffers are flushed forward in time");
    if (options.user_half_delay_ns < 0) refuse("a stack cannot come before its event");
}

class EtlFile {
  public:
    EtlFile(const Story& story, const EtlOptions& options, Output& output, std::uint64_t ring)
        : story_(story),
          options_(options),
          session_(story, options, output, ring),
          events_(session_) {}

    EtlReport run() {
        session_.advance(story_.begin.ns);
        first_buffer();
        LifeRecords lives(session_);
        lives.rundown_begin();
        tell(lives, 0, end_ns());
        std::int64_t end = end_ns();
        while (session_.buffers().size_bytes() < options_.repeat_to_bytes) {
            const std::uint64_t before = session_.report().events;
            ++copies_;
            tell(lives, end - story_.begin.ns, end + (end_ns() - story_.begin.ns));
            end += end_ns() - story_.begin.ns;
            if (session_.report().events == before) break;  // a story without events
        }
        // What had begun and ends after the recording is not in the file.
        session_.advance(end + options_.user_half_delay_ns);
        events_.define_keys();
        lives.rundown_end();
        session_.put_descriptions();
        session_.buffers().flush_all();
        end_ns_ = end;
        if (!options_.never_closed) session_.buffers().replace_header(header_record(true));
        EtlReport& report = session_.report();
        report.buffers = session_.buffers().buffers_in_file();
        report.bytes = session_.buffers().size_bytes();
        report.copies = copies_;
        return report;
    }

    std::uint64_t buffers_flushed() { return session_.buffers().buffers_flushed(); }

  private:
    std::int64_t end_ns() const { return story_end(story_).ns; }

    // The events of the story, `shift` later; nothing from `end` on is recorded.
    void tell(LifeRecords& lives, std::int64_t shift, std::int64_t end) {
        Player player(story_.events);
        while (true) {
            const Player::Moment moment = player.next();
            if (!moment.event) break;
            const std::int64_t ns = moment.time.ns + shift;
            if (moment.time < story_.begin) continue;
            if (ns > end) break;
            if (lives.has_next()) lives.until(ns - 1, true);
            if (lives.has_next()) lives.until(ns, false);
            session_.advance(ns);
            events_.write(*moment.event);
        }
        if (lives.has_next()) lives.until(end, true);
    }

    void first_buffer() {
        session_.header(header_record(false));
        Bytes payload, record;
        ExtensionPayload extension;
        extension.masks[0] = 0x2327;  // processes, threads, images, disk, files, hard faults
        extension.masks[1] = 0x4286;  // samples, switches, DPCs, ready threads, interrupts
        put(payload, extension, layout());
        frame_kernel(record, Header::kSystem, {0x00, 0x05, 2}, first_stamp(), options_.pointer_size,
                     payload);
        session_.header(record);
        session_.buffers().close_header();
    }

    Layout layout() const { return {2, options_.pointer_size}; }
    Stamp first_stamp() const { return {session_.ticks(story_.begin.ns), 8, 4}; }

    Bytes header_record(bool closed) {
        LogHeaderPayload p;
        p.buffer_size = options_.buffer_size;
        if (options_.one_byte_processor) {
            p.version[0] = 6;
            p.version[1] = 1;
            p.build = 7601;
        }
        if (options_.compression != Compression::kNone) p.version[2] = 2, p.version[3] = 0;
        p.cpus = session_.cpus();
        p.mode = options_.circular ? kModeCircular : kModeSequential;
        if (options_.compression != Compression::kNone) p.mode |= kModeCompressed;
        if (options_.circular) {
            p.maximum_size =
                static_cast<std::uint32_t>((session_.buffers().size_bytes() >> 20) + 1);
        }
        p.buffers = 0;
        p.events_lost =
            static_cast<std::uint32_t>(options_.events_lost + lost_in(story_.events, 1));
        p.buffers_lost =
            static_cast<std::uint32_t>(options_.buffers_lost + lost_in(story_.events, 2));
        p.mhz = story_.machine.mhz;
        p.clock = static_cast<std::uint32_t>(options_.clock);
        p.frequency = options_.no_frequency ? 0 : story_.machine.clock_hz;
        p.start_filetime = filetime(story_.begin.ns);
        p.boot_filetime = filetime(0) - std::uint64_t{3600} * 10'000'000;
        if (closed) {
            p.end_filetime = filetime(end_ns_);
            p.buffers = static_cast<std::uint32_t>(session_.buffers().buffers_in_file());
        }
        Bytes payload, record;
        put(payload, p, layout());
        frame_kernel(record, Header::kSystem, {0x00, 0x00, 2}, first_stamp(), options_.pointer_size,
                     payload);
        return record;
    }

    static std::uint64_t filetime(std::int64_t ns) {
        return kStoryFiletime + static_cast<std::uint64_t>(ns) / 100;
    }

    const Story& story_;
    const EtlOptions& options_;
    Session session_;
    EventRecords events_;
    std::int64_t end_ns_ = 0;
    std::uint64_t copies_ = 1;
};

}  // namespace

bool EtlVersions::set(std::string_view name, std::uint16_t version) {
    struct Class {
        std::string_view name;
        std::uint16_t EtlVersions::*field;
        std::uint16_t least, most;
    };
    static constexpr Class kClasses[] = {
        {"process", &EtlVersions::process, 1, 4}, {"thread", &EtlVersions::thread, 1, 4},
        {"image", &EtlVersions::image, 0, 3},     {"cswitch", &EtlVersions::cswitch, 2, 5},
        {"disk", &EtlVersions::disk, 2, 3},       {"interval", &EtlVersions::interval, 2, 3}};
    for (const Class& entry : kClasses) {
        if (entry.name != name || version < entry.least || version > entry.most) continue;
        this->*entry.field = version;
        return true;
    }
    return false;
}

EtlReport write_etl(const Story& story, const EtlOptions& options, Output& output) {
    check(story, options);
    if (!options.wrap) return EtlFile(story, options, output, 0).run();
    // The first pass counts, so that the second writes round a ring that is too small.
    NoOutput nothing;
    EtlFile counted(story, options, nothing, 0);
    counted.run();
    const std::uint64_t ring = std::max<std::uint64_t>(1, counted.buffers_flushed() * 3 / 4);
    return EtlFile(story, options, output, ring).run();
}

}  // namespace benchlab::story
