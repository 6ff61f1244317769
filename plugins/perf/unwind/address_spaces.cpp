#include "perf/unwind/address_spaces.hpp"

#include <algorithm>

#include "perf/lives.hpp"
#include "perf/map_record.hpp"
#include "perf/sample.hpp"

namespace benchlab::perf {
namespace {

// Of forks within forks that brought maps along.
constexpr int kMostParents = 64;
// That are looked through for the latest of them: within one large map many small ones may lie.
constexpr std::size_t kMostOverlaps = 64;
// What is mapped more often is not followed.
constexpr std::size_t kMostEvents = 16'000'000;

}  // namespace

void AddressSpaces::take(const Record& record, const Session& session) {
    const bool is_map = record.type == kMmapRecord || record.type == kMmap2Record;
    if (!is_map && record.type != kForkRecord && record.type != kCommRecord) return;
    const int number = session.attribute_of(record);
    if (number < 0 || events_.size() >= kMostEvents) return;
    const Attribute& attribute = *session.attributes()[static_cast<std::size_t>(number)];
    Sample when;
    if (!read_trailer(attribute, record.body, session.order(), when)) return;
    Fields fields(record.body.first(record.body.size() - trailer_size(attribute)), session.order());
    if (is_map) return on_map(record, fields, when.time, session);
    const std::uint32_t pid = fields.u32(), parent = fields.u32();
    if (fields.failed()) return;
    if (record.type == kCommRecord) {
        if ((record.misc & kMiscCommExec) != 0)
            events_.push_back({Kind::kProgram, pid, kNobody, {when.time, 0, 0, 0, 0}});
    } else if (pid != parent && when.time != 0) {
        events_.push_back({Kind::kFork, pid, parent, {when.time, 0, 0, 0, 0}});
    }
}

void AddressSpaces::on_map(const Record& record, Fields fields, std::uint64_t time,
                           const Session& session) {
    const auto map = read_map(record.type, record.misc, fields, session);
    if (!map || !map->is_code || map->of_kernel) return;
    events_.push_back({Kind::kMap,
                       map->pid,
                       kNobody,
                       {time, map->base, map->base + std::min(map->size, UINT64_MAX - map->base),
                        map->offset, number_of(map->path, map->debug_id)}});
}

std::uint32_t AddressSpaces::number_of(std::string_view path, std::string build_id) {
    const auto made = numbers_.try_emplace({std::string(path), build_id},
                                           static_cast<std::uint32_t>(files_.size()));
    if (made.second) files_.push_back({std::string(path), std::move(build_id)});
    return made.first->second;
}

AddressSpaces::Era& AddressSpaces::new_era(std::uint32_t pid, std::uint64_t begin,
                                           std::int64_t parent) {
    eras_of_[pid].push_back(static_cast<std::int64_t>(eras_.size()));
    Era& era = eras_.emplace_back();
    era.begin = begin;
    era.parent = parent;
    return era;
}

void AddressSpaces::settle(const Session& session) {
    // perf may write the build ids of all files at the end.
    for (File& each : files_) {
        if (each.build_id.empty()) each.build_id = session.build_id(each.path);
    }
    std::stable_sort(events_.begin(), events_.end(), [](const Event& a, const Event& b) {
        return a.mapping.time < b.mapping.time;
    });
    for (const Event& each : events_) {
        const std::uint64_t time = each.mapping.time;
        if (each.kind == Kind::kProgram) {
            new_era(each.pid, time, -1);
        } else if (each.kind == Kind::kFork) {
            new_era(each.pid, time, era_of(each.parent, time));
        } else {
            const std::int64_t known = era_of(each.pid, time);
            Era& era =
                known < 0 ? new_era(each.pid, time, -1) : eras_[static_cast<std::size_t>(known)];
            era.mappings.push_back(each.mapping);
        }
    }
    events_ = {};
    for (Era& era : eras_) {
        std::stable_sort(era.mappings.begin(), era.mappings.end(),
                         [](const Mapping& a, const Mapping& b) { return a.begin < b.begin; });
        std::uint64_t reach = 0;
        for (const Mapping& each : era.mappings)
            era.reach.push_back(reach = std::max(reach, each.end));
    }
}

std::int64_t AddressSpaces::era_of(std::uint32_t pid, std::uint64_t time) const {
    const auto found = eras_of_.find(pid);
    if (found == eras_of_.end()) return -1;
    const auto& eras = found->second;
    auto at =
        std::upper_bound(eras.begin(), eras.end(), time, [&](std::uint64_t t, std::int64_t era) {
            return t < eras_[static_cast<std::size_t>(era)].begin;
        });
    return at == eras.begin() ? -1 : *(at - 1);
}

const AddressSpaces::Mapping* AddressSpaces::find_in(const Era& era, std::uint64_t time,
                                                     std::uint64_t address) {
    const auto& all = era.mappings;
    auto at = static_cast<std::size_t>(
        std::upper_bound(all.begin(), all.end(), address,
                         [](std::uint64_t a, const Mapping& each) { return a < each.begin; }) -
        all.begin());
    const Mapping* latest = nullptr;
    const std::size_t last = at - std::min(at, kMostOverlaps);
    for (; at > last && era.reach[at - 1] > address; --at) {
        const Mapping& each = all[at - 1];
        if (each.end <= address || each.time > time) continue;
        if (latest == nullptr || each.time > latest->time) latest = &each;
    }
    return latest;
}

const AddressSpaces::Mapping* AddressSpaces::find(std::uint32_t pid, std::uint64_t time,
                                                  std::uint64_t address) const {
    std::int64_t number = era_of(pid, time);
    for (int i = 0; number >= 0 && i < kMostParents; ++i) {
        const Era& era = eras_[static_cast<std::size_t>(number)];
        if (const Mapping* const found = find_in(era, time, address)) return found;
        time = std::min(time, era.begin);
        number = era.parent;
    }
    return nullptr;
}

}  // namespace benchlab::perf
