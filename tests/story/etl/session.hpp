// session.hpp: what all events of a file being written share: clock, pointers, threads, order.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "buffers.hpp"
#include "etl_writer.hpp"
#include "named_fields.hpp"
#include "payloads.hpp"

namespace benchlab::story {

class Session {
  public:
    Session(const Story& story, const EtlOptions& options, Output& output,
            std::uint64_t ring_buffers);

    const Story& story() const { return story_; }
    const EtlOptions& options() const { return options_; }
    EtlReport& report() { return report_; }
    BufferWriter& buffers() { return buffers_; }
    int pointer() const { return options_.pointer_size; }

    std::int64_t ticks(std::int64_t ns) const;
    std::uint64_t hertz() const { return hertz_; }
    std::uint64_t ticks_long(std::int64_t length_ns) const;
    // In ticks of the performance counter, whatever the clock of the session is.
    std::uint64_t counter_ticks_long(std::int64_t length_ns) const;

    // An address or handle as a file of this pointer size can say it: in 32 bits, those of a
    // 64-bit kernel lie in the upper half and all others in the lower.
    std::uint64_t narrow(std::uint64_t address) const;
    static bool is_kernel(std::uint64_t address) { return address >> 63 != 0; }

    std::uint32_t process_of(std::uint32_t tid) const;
    // A thread of the story's dwm.exe; nobody when it has none.
    std::uint32_t compositor_thread() const;
    std::uint32_t cpus() const { return cpus_; }
    std::uint32_t place(std::optional<std::uint16_t> cpu) const;  // the story's CPU in the file
    std::uint32_t cpu_of_thread(std::uint32_t tid) const;
    std::uint32_t running(std::uint32_t cpu) const { return running_[cpu]; }
    void run(std::uint32_t cpu, std::uint32_t tid);

    // Writes what is due until `ns`, which is now the time.
    void advance(std::int64_t ns);
    std::int64_t now() const { return now_ns_; }
    // At `ns`, not before now().  Thread and process are those that run there unless given.
    template <class Payload>
    void kernel(std::uint32_t cpu, std::int64_t ns, Kind kind, const Payload& payload,
                std::optional<std::uint32_t> tid = {}, std::optional<std::uint32_t> pid = {}) {
        start(payload, kind.version);
        frame(cpu, ns, kind, tid, pid);
    }
    template <class Payload>
    void of_class(std::uint32_t cpu, std::int64_t ns, const Guid& guid, std::uint8_t type,
                  const Payload& payload) {
        start(payload, 2);
        frame_of_class(cpu, ns, guid, type);
    }
    void empty_of_class(std::uint32_t cpu, std::int64_t ns, const Guid& guid, std::uint8_t type);
    void manifest(std::uint32_t cpu, std::int64_t ns, const ManifestEvent& event, std::uint32_t tid,
                  std::span<const std::uint8_t> payload);
    // With options().metadata turned round, and described by put_descriptions().
    void manifest(std::uint32_t cpu, std::int64_t ns, const ManifestEvent& event, std::uint32_t tid,
                  const NamedFields& fields);
    void put_descriptions();
    void header(std::span<const std::uint8_t> record) { buffers_.add_header(record); }

    void left_out(std::string_view what) { ++report_.left_out[std::string(what)]; }

  private:
    template <class Payload>
    void start(const Payload& payload, std::uint16_t version) {
        payload_.clear();
        put(payload_, payload, Layout{version, options_.pointer_size});
    }
    Header natural_header(Kind kind) const;
    Stamp stamp(std::uint32_t cpu, std::int64_t ns, std::optional<std::uint32_t> tid,
                std::optional<std::uint32_t> pid) const;
    void frame(std::uint32_t cpu, std::int64_t ns, Kind kind, std::optional<std::uint32_t> tid,
               std::optional<std::uint32_t> pid);
    void frame_of_class(std::uint32_t cpu, std::int64_t ns, const Guid& guid, std::uint8_t type);
    void deliver(std::uint32_t cpu, std::int64_t ns);

    struct Pending {
        std::int64_t ns = 0;
        std::uint64_t order = 0;
        std::uint32_t cpu = 0;
        std::vector<std::uint8_t> record;
        bool operator<(const Pending& other) const {  // the heap has the first on top
            return ns != other.ns ? ns > other.ns : order > other.order;
        }
    };

    const Story& story_;
    const EtlOptions& options_;
    std::uint32_t cpus_;
    BufferWriter buffers_;
    EtlReport report_;
    std::uint64_t hertz_ = 0;
    std::int64_t ticks_at_0_ = 0;
    std::int64_t now_ns_ = 0, next_flush_ns_ = 0;
    std::vector<std::uint32_t> running_;
    std::unordered_map<std::uint32_t, std::uint32_t> processes_, last_cpu_;
    Bytes payload_, record_;
    std::vector<std::uint64_t> counters_;
    std::vector<Pending> pending_;
    std::uint64_t order_ = 0;
    // Of the events that were written, by provider, id and version.
    std::map<std::tuple<std::uint32_t, std::uint16_t, std::uint8_t>, Bytes> descriptions_;
};

}  // namespace benchlab::story
