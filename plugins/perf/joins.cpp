#include "perf/joins.hpp"

#include <benchlab/tables.h>

#include <algorithm>
#include <deque>
#include <map>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

namespace benchlab::perf {
namespace {

constexpr std::uint64_t kPage = 4096;

template <class Edge>
void sort_by_time(std::vector<Edge>& edges) {
    const auto earlier = [](const Edge& a, const Edge& b) { return a.time < b.time; };
    if (std::is_sorted(edges.begin(), edges.end(), earlier)) return;
    std::stable_sort(edges.begin(), edges.end(), earlier);
}

// By the page, or, where perf was not told to record the address, by the instruction.
bool belong_together(const FaultEdge& begin, const FaultEdge& end) {
    if (end.address != 0) return begin.address / kPage == end.address / kPage;
    return end.ip == 0 || begin.ip == end.ip;
}

bool is_same(const DiskEdge& a, const DiskEdge& b) {
    return a.operation == b.operation && a.bytes == b.bytes;
}

// What was asked for and is not yet complete.
struct OpenRequest {
    DiskEdge edge;
    std::int64_t start = BL_NO_TIME;  // on the device
};

// One that was asked for so long ago, and whose completion may have been lost, is another.
void forget_lost(std::deque<OpenRequest>& of, std::int64_t now, const Losses& losses) {
    constexpr std::int64_t kLongestNs = 1'000'000'000;
    std::erase_if(of, [&](const OpenRequest& request) {
        const std::int64_t last = std::max(request.start, request.edge.time);
        return now - last > kLongestNs && losses.is_between(last, now);
    });
}

// Of one place there are few at a time; a damaged file may have requests that never end.
void push_request(std::deque<OpenRequest>& of, const OpenRequest& request) {
    constexpr std::size_t kMostOfOnePlace = 64;
    if (of.size() == kMostOfOnePlace) of.pop_front();
    of.push_back(request);
}

// A driver that was busy gives a request back to the queue: it still began when it first came.
void queue_request(std::deque<OpenRequest>& of, const DiskEdge& edge) {
    for (OpenRequest& request : of) {
        if (request.start == BL_NO_TIME || !is_same(request.edge, edge)) continue;
        request.start = BL_NO_TIME;
        return;
    }
    // One that never left the queue became a part of another request.
    std::erase_if(of, [](const OpenRequest& request) { return request.start == BL_NO_TIME; });
    push_request(of, {edge, BL_NO_TIME});
}

// While it is in the queue a request may grow; given to a busy driver again, the last try counts.
void start_request(std::deque<OpenRequest>& of, const DiskEdge& edge) {
    const auto found = std::find_if(of.begin(), of.end(), [&](const OpenRequest& request) {
        return request.edge.operation == edge.operation &&
               (request.start == BL_NO_TIME || request.edge.bytes == edge.bytes);
    });
    if (found == of.end()) {
        push_request(of, {edge, edge.time});
        return;
    }
    found->start = edge.time;
    found->edge.bytes = edge.bytes;
}

void write_request(RowWriter& rows, const OpenRequest& open, const DiskEdge& end,
                   std::uint32_t disk) {
    using Column = DiskIoColumn;
    rows.next();
    rows.set(Column::kBegin, open.edge.time);
    rows.set(Column::kStart, open.start);
    rows.set(Column::kEnd, end.time);
    rows.set(Column::kThread, open.edge.tid);
    rows.set(Column::kDisk, disk);
    rows.set(Column::kKind, open.edge.operation);
    rows.set(Column::kFlags, open.edge.flags);
    rows.set(Column::kOffset, open.edge.sector * 512);
    rows.set(Column::kBytes, open.edge.bytes);
    rows.set(Column::kStack, open.edge.stack);
    if (open.edge.operation == 0) rows.absent(Column::kKind);
}

}  // namespace

DiskOperation disk_operation(std::string_view printed) {
    DiskOperation out;
    // A flush before a write is an F before the W.
    const bool flush_first = printed.starts_with('F');
    const std::string_view main = flush_first ? printed.substr(1) : printed;
    switch (main.empty() ? '\0' : main.front()) {
        case 'R':
            out.kind = BL_DISK_IO_KIND_READ;
            break;
        case 'W':
            out.kind = BL_DISK_IO_KIND_WRITE;
            break;
        case 'D':
            out.kind = BL_DISK_IO_KIND_DISCARD;
            break;
        default:
            if (flush_first) out.kind = BL_DISK_IO_KIND_FLUSH;
            break;
    }
    const std::string_view rest = main.empty() ? main : main.substr(1);
    const auto mark = [&](char letter, std::uint8_t flag) {
        if (rest.find(letter) != rest.npos) out.flags = static_cast<std::uint8_t>(out.flags | flag);
    };
    mark('S', BL_DISK_IO_FLAG_SYNCHRONOUS);
    mark('A', BL_DISK_IO_FLAG_READ_AHEAD);
    mark('M', BL_DISK_IO_FLAG_METADATA);
    return out;
}

void Joins::write_faults(RowWriter& rows) {
    losses.settle();
    for (auto& [tid, edges] : faults) write_faults_of(tid, edges, rows);
}

void Joins::write_faults_of(std::uint32_t tid, std::vector<FaultEdge>& edges, RowWriter& rows) {
    sort_by_time(edges);
    const FaultEdge* begin = nullptr;
    for (const FaultEdge& each : edges) {
        if (!each.is_end) {
            begin = &each;
            continue;
        }
        const bool known = begin != nullptr && belong_together(*begin, each) &&
                           !losses.is_between(begin->cpu, begin->time, each.cpu, each.time);
        if (!known) ++faults_without_begin_;
        using Column = HardFaultColumn;
        rows.next();
        rows.set(Column::kBegin, known ? begin->time : each.time);
        rows.set(Column::kEnd, each.time);
        rows.set(Column::kThread, tid);
        const std::uint64_t address = known && each.address == 0 ? begin->address : each.address;
        rows.set(Column::kAddress, address);
        if (address == 0) rows.absent(Column::kAddress);
        rows.set(Column::kCode, known && begin->ip != 0 ? begin->ip : each.ip);
        rows.set(Column::kStack, each.stack);
        begin = nullptr;
    }
}

std::uint32_t Joins::disk_of(std::uint32_t device) {
    const auto next = static_cast<std::uint32_t>(devices_.size());
    const auto [place, is_new] = disks_.try_emplace(device, next);
    if (is_new) devices_.push_back(device);
    return place->second;
}

void Joins::write_disks(RowWriter& rows) {
    losses.settle();
    sort_by_time(disks);
    std::map<std::pair<std::uint32_t, std::uint64_t>, std::deque<OpenRequest>> open;
    for (const DiskEdge& each : disks) {
        const auto key = std::pair(each.device, each.sector);
        std::deque<OpenRequest>& of = open[key];
        if (each.kind != DiskEdge::kComplete) forget_lost(of, each.time, losses);
        switch (each.kind) {
            case DiskEdge::kInsert:
                queue_request(of, each);
                break;
            case DiskEdge::kIssue:
                start_request(of, each);
                break;
            case DiskEdge::kComplete:
                if (!of.empty()) {
                    write_request(rows, of.front(), each, disk_of(each.device));
                    of.pop_front();
                }
                break;
        }
        if (of.empty()) open.erase(key);
    }
}

void Joins::write_calls(RowWriter& rows) {
    losses.settle();
    sort_by_time(calls);
    // Within a system call there may be locks, and interrupts wait for locks of their own.
    using Key = std::tuple<std::uint32_t, std::uint8_t, std::uint32_t, std::uint64_t>;
    std::map<Key, const CallEdge*> open;
    for (const CallEdge& each : calls) {
        const bool is_lock = each.kind == BL_CALL_KIND_KERNEL_LOCK;
        const Key key(each.tid, each.kind, each.name, is_lock ? each.object : 0);
        if (!each.is_end) {
            // A wait for a lock begins once more when it goes from spinning to sleeping.
            const auto [place, is_new] = open.try_emplace(key, &each);
            const CallEdge& first = *place->second;
            if (!is_new &&
                (!is_lock || losses.is_between(first.cpu, first.time, each.cpu, each.time)))
                place->second = &each;
            continue;
        }
        const auto found = open.find(key);
        if (found == open.end()) continue;
        const CallEdge& begin = *found->second;
        open.erase(found);
        if (losses.is_between(begin.cpu, begin.time, each.cpu, each.time)) continue;
        using Column = CallColumn;
        rows.next();
        rows.set(Column::kBegin, begin.time);
        rows.set(Column::kEnd, each.time);
        rows.set(Column::kThread, each.tid);
        rows.set(Column::kKind, each.kind);
        rows.set(Column::kName, each.name);
        rows.set(Column::kObject, begin.object);
        if (begin.object == 0) rows.absent(Column::kObject);
        rows.set(Column::kResult, each.result);
        rows.set(Column::kStack, begin.stack);
    }
}

void Joins::write_presents(RowWriter& rows) {
    losses.settle();
    sort_by_time(presents);
    // Deeper than any program's; a damaged file may have calls without end.
    constexpr std::size_t kDeepest = 255;
    struct OpenPresent {
        const CallEdge* begin;
        std::int64_t* end;
    };
    std::unordered_map<std::uint32_t, std::vector<OpenPresent>> open;
    // Of a function without a return probe no end is known, and nothing lies within it.
    std::unordered_set<std::uint32_t> with_ends;
    for (const CallEdge& each : presents) {
        if (each.is_end) with_ends.insert(each.function);
    }
    std::uint64_t key = 0;
    for (const CallEdge& each : presents) {
        std::vector<OpenPresent>& of = open[each.tid];
        const auto same = std::find_if(of.begin(), of.end(), [&](const OpenPresent& present) {
            return present.begin->function == each.function;
        });
        if (each.is_end && same != of.end() &&
            !losses.is_between(same->begin->cpu, same->begin->time, each.cpu, each.time))
            *same->end = each.time;
        // It is over when it returns and when it is called again: then its return was lost.  What
        // was called within it is over, too.
        of.erase(same, of.end());
        if (each.is_end) continue;
        using Column = PresentColumn;
        rows.next();
        rows.set(Column::kBegin, each.time);
        rows.set(Column::kKey, ++key);
        rows.set(Column::kProcess, each.pid);
        rows.set(Column::kThread, each.tid);
        rows.set(Column::kRuntime, each.name);
        rows.set(Column::kNesting, static_cast<std::uint8_t>(of.size()));
        if (with_ends.contains(each.function) && of.size() < kDeepest)
            of.push_back({&each, rows.slot<std::int64_t>(Column::kEnd)});
    }
}

}  // namespace benchlab::perf
