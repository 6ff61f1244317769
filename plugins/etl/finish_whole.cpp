// Rows that are about the whole recording.
#include <algorithm>
#include <bit>
#include <map>

#include "etl/finish.hpp"
#include "etl/text.hpp"

namespace benchlab::etl {
namespace {

// As many as the 11 bits of a buffer header can tell apart.
constexpr std::uint32_t kMostCpus = 2048;

// Processors are numbered through over their groups, each of which has its own bits.
std::map<std::uint32_t, std::uint32_t> nodes_by_cpu(const std::vector<CpuFacts::Node>& nodes,
                                                    const std::vector<std::uint64_t>& groups) {
    std::map<std::uint32_t, std::uint32_t> result;
    for (const CpuFacts::Node& node : nodes) {
        std::uint32_t first = 0;
        for (std::size_t i = 0; i < groups.size() && i < node.group; ++i)
            first += static_cast<std::uint32_t>(std::popcount(groups[i]));
        // Without the groups only the first one is sure.
        if (groups.empty() && node.group != 0) continue;
        for (std::uint32_t bit = 0; bit < 64; ++bit) {
            if (((node.mask >> bit) & 1) != 0) result[first + bit] = node.number;
        }
    }
    return result;
}

class WholeRecording {
  public:
    explicit WholeRecording(Recording& recording)
        : recording_(recording), lane_(recording.first_lane()) {}

    void write_cpus();
    void write_facts();
    void write_losses();
    void write_counts();
    void write_processes(const Volumes& volumes);
    void write_homeless(const std::vector<const ImageId*>& ids);

  private:
    struct FileTimes {
        const Buffer* buffer;
        BufferTimes times;
    };
    std::vector<FileTimes> times_of(std::uint32_t file) const;
    void add_loss(RowWriter& rows, std::int64_t begin, std::int64_t end, Loss kind,
                  std::uint64_t count, const std::uint16_t* cpu);
    void write_flag_losses(RowWriter& rows, const std::vector<FileTimes>& buffers);
    // How many buffers are missing, which are told with their times.
    std::uint64_t write_gaps(RowWriter& rows, std::vector<FileTimes> buffers);
    void write_rest(RowWriter& rows, const std::vector<FileTimes>& buffers, Loss kind,
                    std::uint64_t count);

    Recording& recording_;
    const Lane& lane_;
};

void WholeRecording::write_cpus() {
    std::uint32_t count = 0, mhz = 0;
    std::map<std::uint32_t, const CpuFacts::Processor*> processors;
    std::vector<std::uint64_t> groups;
    std::vector<CpuFacts::Node> all_nodes;
    for (const auto& file : recording_.files()) {
        count = std::max(count, file->header.cpu_count);
        if (mhz == 0) mhz = file->header.cpu_mhz;
    }
    for (const auto& chunk : recording_.chunks()) {
        count = std::max({count, chunk->cpus.count, chunk->last_cpu + 1u});
        if (chunk->cpus.mhz != 0) mhz = chunk->cpus.mhz;
        for (const auto& each : chunk->cpus.processors) processors[each.number] = &each;
        if (!chunk->cpus.groups.empty()) groups = chunk->cpus.groups;
        for (const auto& each : chunk->cpus.nodes) all_nodes.push_back(each);
    }
    const std::map<std::uint32_t, std::uint32_t> nodes = nodes_by_cpu(all_nodes, groups);
    if (count > kMostCpus) {
        lane_.problem("etl.cpu-count", "the trace names more processors than there can be", 0);
        count = kMostCpus;
    }
    RowWriter rows = writer(recording_, Table::kCpu);
    rows.expect(count);
    for (std::uint32_t cpu = 0; cpu < count; ++cpu) {
        rows.next();
        rows.set(CpuColumn::kNumber, static_cast<std::uint16_t>(cpu));
        const auto node = nodes.find(cpu);
        if (node != nodes.end())
            rows.set(CpuColumn::kNode, static_cast<std::uint16_t>(node->second));
        else
            rows.absent(CpuColumn::kNode);
        const auto processor = processors.find(cpu);
        const bool known = processor != processors.end();
        const std::uint32_t own =
            known && processor->second->mhz != 0 ? processor->second->mhz : mhz;
        rows.set(CpuColumn::kMhz, own);
        if (own == 0) rows.absent(CpuColumn::kMhz);
        if (known) rows.set(CpuColumn::kName, lane_.intern(processor->second->name));
    }
}

void WholeRecording::write_facts() {
    const TraceFile& file = *recording_.files().front();
    const LogHeader& header = file.header;
    lane_.fact("format", file.is_compressed ? "ETL, compressed" : "ETL");
    lane_.fact(
        "os", "Windows " + std::to_string(header.os_major) + "." + std::to_string(header.os_minor));
    lane_.fact("os.build", std::to_string(header.os_build));
    lane_.fact("clock", std::string(clock_name(file.clock)) + ", " +
                            grouped(file.clock.ticks_per_second) + " ticks per second");
    const auto& files = recording_.files();
    const bool was_closed = std::any_of(files.begin(), files.end(), [](const auto& each) {
        return each->header.end_filetime != 0;
    });
    if (!was_closed) lane_.fact("closed", "no: the session was still running");
}

std::vector<WholeRecording::FileTimes> WholeRecording::times_of(std::uint32_t file) const {
    std::vector<FileTimes> result;
    for (const auto& chunk : recording_.chunks()) {
        if (chunk->file != file) continue;
        for (std::uint32_t i = chunk->first_buffer; i < chunk->last_buffer; ++i) {
            const Buffer& buffer = recording_.files()[file]->index.buffers[i];
            if (buffer.type != kHeaderBuffer)
                result.push_back({&buffer, chunk->buffer_times[i - chunk->first_buffer]});
        }
    }
    return result;
}

void WholeRecording::add_loss(RowWriter& rows, std::int64_t begin, std::int64_t end, Loss kind,
                              std::uint64_t count, const std::uint16_t* cpu) {
    const std::int64_t zero = recording_.clock().zero;
    if (begin == BL_NO_TIME) begin = zero;
    if (end == BL_NO_TIME) end = begin;
    rows.next();
    rows.set(LostColumn::kBegin, std::min(begin, end));
    rows.set(LostColumn::kEnd, std::max(begin, end));
    if (cpu != nullptr)
        rows.set(LostColumn::kCpu, *cpu);
    else
        rows.absent(LostColumn::kCpu);
    rows.set(LostColumn::kKind, static_cast<std::uint8_t>(kind));
    rows.set(LostColumn::kCount, count);
    if (count == 0) rows.absent(LostColumn::kCount);
}

// A processor loses events when its buffer is full and no other is free: between the last event
// of one buffer and the first of the next.
void WholeRecording::write_flag_losses(RowWriter& rows, const std::vector<FileTimes>& buffers) {
    std::map<std::uint16_t, std::int64_t> last;
    for (const auto& [buffer, times] : buffers) {
        const auto before = last.find(buffer->cpu);
        const std::int64_t begin = before == last.end() ? BL_NO_TIME : before->second;
        if ((buffer->flags & kBufferEventsLost) != 0)
            add_loss(rows, begin, times.first, kEventsLost, 0, &buffer->cpu);
        if ((buffer->flags & kBufferBufferLost) != 0)
            add_loss(rows, begin, times.first, kBuffersLost, 0, &buffer->cpu);
        if (times.last != BL_NO_TIME) last[buffer->cpu] = times.last;
    }
}

std::uint64_t WholeRecording::write_gaps(RowWriter& rows, std::vector<FileTimes> buffers) {
    std::uint64_t count = 0;
    std::stable_sort(buffers.begin(), buffers.end(), [](const FileTimes& a, const FileTimes& b) {
        return a.buffer->sequence < b.buffer->sequence;
    });
    for (std::size_t i = 1; i < buffers.size(); ++i) {
        const FileTimes& before = buffers[i - 1];
        const FileTimes& after = buffers[i];
        const auto missing = missing_between(*before.buffer, *after.buffer);
        if (!missing) {
            lane_.problem("etl.sequence", kBadSequence, after.buffer->offset);
        } else if (*missing != 0) {
            add_loss(rows, before.times.last, after.times.first, kBuffersLost, *missing, nullptr);
            count += *missing;
        }
    }
    return count;
}

// What was lost at some time within the file.
void WholeRecording::write_rest(RowWriter& rows, const std::vector<FileTimes>& buffers, Loss kind,
                                std::uint64_t count) {
    if (count == 0) return;
    std::int64_t first = BL_NO_TIME, last = BL_NO_TIME;
    for (const auto& [buffer, times] : buffers) {
        if (times.first == BL_NO_TIME) continue;
        first = first == BL_NO_TIME ? times.first : std::min(first, times.first);
        last = last == BL_NO_TIME ? times.last : std::max(last, times.last);
    }
    add_loss(rows, first, last, kind, count, nullptr);
}

// A file tells of one loss in up to four places: its header has the sum, and a flag of a buffer, an
// event or a gap between buffers has the time.  Each lost thing is in the count of one row alone:
// flags and events, which do not tell how many, have none, and the header's row has the rest.

void WholeRecording::write_losses() {
    RowWriter rows = writer(recording_, Table::kLost);
    for (std::uint32_t i = 0; i < recording_.files().size(); ++i) {
        const LogHeader& header = recording_.files()[i]->header;
        const std::vector<FileTimes> buffers = times_of(i);
        write_flag_losses(rows, buffers);
        const std::uint64_t missing = write_gaps(rows, buffers);
        write_rest(rows, buffers, kEventsLost, header.events_lost);
        write_rest(rows, buffers, kBuffersLost,
                   header.buffers_lost - std::min<std::uint64_t>(missing, header.buffers_lost));
    }
}

void WholeRecording::write_counts() {
    if (!recording_.wanted().has(Table::kEventType)) return;
    EventCounts all;
    for (const auto& chunk : recording_.chunks()) all.add(chunk->counts);
    std::map<EventKey, EventDescription> descriptions;
    for (const auto& chunk : recording_.chunks()) descriptions.merge(chunk->descriptions);
    using Entry = std::pair<const EventCounts::Key, EventCounts::Count>;
    std::map<std::array<std::string, 3>, const Entry*> by_name;
    for (const auto& each : all.all())
        by_name[{each.first.name(), each.first.event, each.first.provider_name}] = &each;
    RowWriter rows = writer(recording_, Table::kEventType);
    rows.expect(static_cast<std::uint32_t>(by_name.size()));
    using Column = EventTypeColumn;
    for (const auto& [names, entry] : by_name) {
        const auto& [key, count] = *entry;
        const bool is_kernel = key.kind == EventKind::kKernel;
        rows.next();
        rows.set(Column::kName, lane_.intern(names[0]));
        rows.set(Column::kGroup, std::uint32_t{is_kernel ? key.id >> 8 : 0u});
        if (!is_kernel) rows.absent(Column::kGroup);
        rows.set(Column::kType, std::uint32_t{is_kernel ? key.id & 0xFFu : key.id});
        rows.set(Column::kVersion, std::uint32_t{key.version});
        rows.set(Column::kProvider, lane_.intern(key.provider()));
        rows.set(Column::kCount, count.events);
        rows.set(Column::kBytes, count.bytes);
        if (key.kind != EventKind::kManifest) continue;
        const auto described =
            descriptions.find({key.guid, key.id, static_cast<std::uint8_t>(key.version)});
        const bool is_described = key.event.empty() && described != descriptions.end();
        rows.set(Column::kProviderName,
                 lane_.intern(is_described ? described->second.provider : key.provider_name));
        rows.set(Column::kEvent,
                 lane_.intern(is_described ? described->second.title() : key.event));
    }
}

// Only where the kernel itself told of no process: two begins would be two lives.
void WholeRecording::write_processes(const Volumes& volumes) {
    for (const auto& chunk : recording_.chunks()) {
        if (!chunk->rows(Table::kProcess).blocks().empty()) return;
    }
    RowWriter rows = writer(recording_, Table::kProcess);
    using Column = ProcessColumn;
    for (const auto& chunk : recording_.chunks()) {
        for (const ProviderProcess& each : chunk->provider_processes) {
            const std::string path = volumes.map(each.path);
            rows.next();
            rows.set(Column::kPid, each.pid);
            rows.set(Column::kTime, each.time);
            rows.set(Column::kKind, each.statement);
            rows.set(Column::kParent, each.parent_pid);
            rows.set(Column::kSession, each.session);
            if (each.statement == kEnds) rows.absent(Column::kSession);
            rows.set(Column::kName, lane_.intern(path.substr(path.find_last_of("\\/") + 1)));
            rows.set(Column::kPath, lane_.intern(path));
            rows.set(Column::kExitCode, each.exit_code);
            if (each.statement != kEnds) rows.absent(Column::kExitCode);
            rows.absent(Column::kFlags);
        }
    }
}

void WholeRecording::write_homeless(const std::vector<const ImageId*>& ids) {
    RowWriter rows = writer(recording_, Table::kImage);
    using Column = ImageColumn;
    for (const ImageId* id : ids) {
        rows.next();
        rows.set(Column::kProcess, id->pid);
        rows.set(Column::kTime, id->time);
        rows.set(Column::kKind, std::uint8_t{kWasThere});
        rows.set(Column::kBase, id->base);
        rows.absent(Column::kSize);
        rows.set(Column::kDebugId, lane_.intern(id->debug_id));
        rows.set(Column::kDebugFile, lane_.intern(id->debug_file));
        rows.set(Column::kTimestamp, id->timestamp);
        if (id->timestamp == 0) rows.absent(Column::kTimestamp);
    }
}

}  // namespace

RowWriter writer(const Recording& recording, Table table) {
    RowWriter result;
    result.open(recording.first_lane(), spec_of(table));
    return result;
}

void finish_whole(Recording& recording, const Volumes& volumes,
                  const std::vector<const ImageId*>& homeless) {
    WholeRecording whole(recording);
    whole.write_cpus();
    whole.write_facts();
    whole.write_losses();
    write_frames(recording);
    whole.write_counts();
    whole.write_processes(volumes);
    whole.write_homeless(homeless);
}

}  // namespace benchlab::etl
