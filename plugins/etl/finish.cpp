// The second pass: what crosses chunks.
#include "etl/finish.hpp"

#include <algorithm>
#include <map>
#include <unordered_map>

#include "etl/chunk_decoder.hpp"
#include "etl/recording.hpp"
#include "etl/text.hpp"

namespace benchlab::etl {
namespace {

// A stack that a disk request took, for the row of its completion.
struct DiskStack {
    std::int64_t time;
    std::uint32_t owner;
    std::uint32_t* slot;
};

struct ImageText {
    const ImageRow* row;
    const ImageId* id;
};

// What one chunk's lane gets in the second pass.
struct ChunkFinish {
    std::vector<DiskStack> disk_stacks;
    std::vector<ImageText> image_texts;
    std::int64_t earliest_use = INT64_MAX, latest_use = INT64_MIN;
};

class Finisher {
  public:
    explicit Finisher(Recording& recording)
        : recording_(recording), chunks_(recording.chunks()), parts_(chunks_.size()) {}

    void run();

  private:
    void join_disks();
    void join_images();
    void finish_chunk(std::size_t index);
    void join_stacks(std::size_t index);

    Recording& recording_;
    std::vector<std::unique_ptr<Chunk>>& chunks_;
    std::vector<ChunkFinish> parts_;
    StackKeys keys_;
    Volumes volumes_;
    SampleEvents samples_;
    std::vector<const ImageId*> homeless_;
};

void Finisher::run() {
    for (const auto& chunk : chunks_) {
        for (const auto& [nt_path, dos_path] : chunk->volumes) volumes_.add(nt_path, dos_path);
        if (!chunk->windows_folder.empty()) volumes_.set_windows_folder(chunk->windows_folder);
        for (const Interval& each : chunk->intervals) samples_.add(each);
        keys_.add(chunk->key_definitions);
    }
    keys_.sort();
    samples_.sort();
    decode_held(recording_);
    join_disks();
    join_images();
    const Host& host = recording_.host();
    host.parallel(chunks_.size(), [&](std::uint64_t index) {
        // The uses of stacks whose key is told later: where they are looked for next.
        Chunk& chunk = *chunks_[index];
        ChunkFinish& part = parts_[index];
        for (StackKeyUse& each : chunk.key_uses) {
            each.use.frames = keys_.find(each.key, each.at);
            if (!each.use.frames.empty()) chunk.stack_uses.push_back(each.use);
        }
        chunk.key_uses = {};
        for (const StackUse& use : chunk.stack_uses) {
            part.earliest_use = std::min(part.earliest_use, use.time);
            part.latest_use = std::max(part.latest_use, use.time);
        }
    });
    host.parallel(chunks_.size(), [&](std::uint64_t index) {
        host.stop_if_cancelled();
        finish_chunk(index);
    });
    finish_whole(recording_, volumes_, homeless_);
}

void Finisher::join_disks() {
    struct Edge {
        std::int64_t time;
        const DiskInit* init;
        const DiskDone* done;
        std::size_t chunk;
    };
    std::vector<Edge> edges;
    for (std::size_t i = 0; i < chunks_.size(); ++i) {
        for (const DiskInit& each : chunks_[i]->disk_inits)
            edges.push_back({each.time, &each, nullptr, i});
        for (const DiskDone& each : chunks_[i]->disk_done)
            edges.push_back({each.end, nullptr, &each, i});
    }
    std::stable_sort(edges.begin(), edges.end(), [](const Edge& a, const Edge& b) {
        return a.time != b.time ? a.time < b.time : a.init != nullptr && b.init == nullptr;
    });
    std::unordered_map<std::uint64_t, const DiskInit*> open;
    for (const Edge& edge : edges) {
        if (edge.init != nullptr) {
            open[edge.init->irp] = edge.init;
            continue;
        }
        const auto found = open.find(edge.done->irp);
        if (found == open.end()) continue;
        const DiskInit& init = *found->second;
        *edge.done->begin_slot = std::min(init.time, *edge.done->begin_slot);
        if (*edge.done->thread_slot == kNobody) *edge.done->thread_slot = init.tid;
        parts_[edge.chunk].disk_stacks.push_back({init.time, init.owner, edge.done->stack_slot});
        open.erase(found);
    }
}

// An identity belongs to the statement of the same time, else to the one before it, else to the
// first one after it, about an image at the same place.
void Finisher::join_images() {
    struct Place {
        const ImageRow* row;
        std::size_t chunk;
    };
    std::vector<Place> places;
    for (std::size_t i = 0; i < chunks_.size(); ++i) {
        for (const ImageRow& each : chunks_[i]->image_rows) places.push_back({&each, i});
    }
    const auto key = [](std::uint32_t pid, std::uint64_t base) { return std::pair(base, pid); };
    std::stable_sort(places.begin(), places.end(), [&](const Place& a, const Place& b) {
        const auto left = key(a.row->pid, a.row->base), right = key(b.row->pid, b.row->base);
        return left != right ? left < right : a.row->time < b.row->time;
    });
    for (const auto& chunk : chunks_) {
        for (const ImageId& id : chunk->image_ids) {
            const auto wanted = key(id.pid, id.base);
            auto after = std::upper_bound(
                places.begin(), places.end(), id, [&](const ImageId& each, const Place& place) {
                    const auto there = key(place.row->pid, place.row->base);
                    return wanted != there ? wanted < there : each.time < place.row->time;
                });
            const auto is_it = [&](auto place) {
                return key(place->row->pid, place->row->base) == wanted;
            };
            if (after != places.begin() && is_it(std::prev(after)))
                --after;
            else if (after == places.end() || !is_it(after)) {
                homeless_.push_back(&id);
                continue;
            }
            parts_[after->chunk].image_texts.push_back({after->row, &id});
        }
    }
}

void Finisher::finish_chunk(std::size_t index) {
    Chunk& chunk = *chunks_[index];
    const ChunkFinish& part = parts_[index];
    const Lane& lane = chunk.lane;
    for (const PathSlot& each : chunk.paths) *each.slot = lane.intern(volumes_.map(each.path));
    for (const auto& [row, id] : part.image_texts) {
        if (!id->debug_id.empty()) {
            *row->debug_id_slot = lane.intern(id->debug_id);
            *row->debug_file_slot = lane.intern(id->debug_file);
        }
        if (id->timestamp != 0) *row->timestamp_slot = id->timestamp;
    }
    // 0 stands in many records for an image that has one.
    for (const ImageRow& row : chunk.image_rows) {
        if (*row.timestamp_slot == 0) row.has_timestamp.clear();
    }
    samples_.finish(chunk);
    if (recording_.wanted().stacks()) join_stacks(index);
}

void Finisher::join_stacks(std::size_t index) {
    Chunk& chunk = *chunks_[index];
    const std::vector<StackTarget> targets = stack_targets(chunk);
    std::int64_t first = INT64_MAX, last = INT64_MIN;
    for (const StackTarget& target : targets) {
        for (std::uint32_t row = 0; row < target.rows; ++row) {
            first = std::min(first, target.time[row]);
            last = std::max(last, target.time[row]);
        }
    }
    for (const DiskStack& each : parts_[index].disk_stacks) {
        first = std::min(first, each.time);
        last = std::max(last, each.time);
    }
    std::vector<StackUse> uses;
    for (std::size_t other = 0; other < chunks_.size(); ++other) {
        if (parts_[other].earliest_use > last || parts_[other].latest_use < first) continue;
        for (const StackUse& use : chunks_[other]->stack_uses) {
            if (use.time >= first && use.time <= last) uses.push_back(use);
        }
    }
    if (uses.empty()) return;
    StackIndex stack_index;
    StackJoiner joiner(chunk.lane, uses, stack_index);
    for (const StackTarget& target : targets) joiner.join(target, StackJoiner::Pass::kRest);
    for (const StackTarget& target : targets) joiner.join(target, StackJoiner::Pass::kOnTop);
    for (const DiskStack& each : parts_[index].disk_stacks)
        joiner.join_one(each.time, each.owner, each.slot);
}

}  // namespace

void SampleEvents::add(const Interval& interval) {
    sources_[interval.source].push_back(interval);
}

void SampleEvents::sort() {
    for (auto& [source, changes] : sources_) {
        std::stable_sort(changes.begin(), changes.end(),
                         [](const Interval& a, const Interval& b) { return a.time < b.time; });
    }
}

std::string SampleEvents::name(std::uint32_t source) const {
    if (source == 0) return "timer";
    const auto found = sources_.find(source);
    if (found != sources_.end()) {
        for (const Interval& each : found->second) {
            if (!each.name.empty()) return each.name;
        }
    }
    return "PMC " + std::to_string(source);
}

std::uint32_t SampleEvents::weight(std::uint32_t source, std::int64_t time) const {
    // 1 ms, which is what Windows sets unless it is told otherwise; a counter without an interval
    // counts as one event.
    constexpr std::uint32_t kDefaultTimer = 10'000, kNsPerUnit = 100;
    const auto found = sources_.find(source);
    const std::uint32_t unit = source == 0 ? kNsPerUnit : 1;
    if (found == sources_.end()) return source == 0 ? kDefaultTimer * unit : 1;
    const auto& changes = found->second;
    auto after = std::upper_bound(
        changes.begin(), changes.end(), time,
        [](std::int64_t wanted, const Interval& each) { return wanted < each.time; });
    if (after != changes.begin()) --after;
    const std::uint64_t weight = std::uint64_t{after->interval} * unit;
    return weight == 0 ? unit
                       : static_cast<std::uint32_t>(std::min<std::uint64_t>(weight, UINT32_MAX));
}

void SampleEvents::finish(Chunk& chunk) const {
    std::map<std::uint32_t, std::uint32_t> ids;
    for (const RowWriter::Block& block : chunk.rows(Table::kSample).blocks()) {
        const auto* time = static_cast<const std::int64_t*>(block.columns[SampleColumn::kTime]);
        auto* event = static_cast<std::uint32_t*>(block.columns[SampleColumn::kEvent]);
        auto* weight = static_cast<std::uint32_t*>(block.columns[SampleColumn::kWeight]);
        for (std::uint32_t row = 0; row < block.rows; ++row) {
            const std::uint32_t source = event[row];
            const std::uint64_t total =
                std::uint64_t{this->weight(source, time[row])} * std::max(weight[row], 1u);
            weight[row] = static_cast<std::uint32_t>(std::min<std::uint64_t>(total, UINT32_MAX));
            auto id = ids.find(source);
            if (id == ids.end()) id = ids.emplace(source, chunk.lane.intern(name(source))).first;
            event[row] = id->second;
        }
    }
}

void finish(Recording& recording) {
    Finisher(recording).run();
}

}  // namespace benchlab::etl
