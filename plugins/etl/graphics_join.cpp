#include <benchlab/benchlab.h>

#include <algorithm>
#include <map>
#include <unordered_map>

#include "etl/graphics.hpp"

namespace benchlab::etl {
namespace {

// Packets by queue and number.
struct PacketKey {
    std::uint64_t context;
    std::uint32_t sequence;
    bool operator==(const PacketKey&) const = default;
};
struct PacketHash {
    std::size_t operator()(const PacketKey& key) const {
        return static_cast<std::size_t>(
            (key.context ^ std::uint64_t{key.sequence} << 40) * 0x9E3779B97F4A7C15u >> 8);
    }
};

class PacketJoiner {
  public:
    explicit PacketJoiner(const std::vector<GpuQueue>& queues) {
        for (const GpuQueue& queue : queues) {
            if (queue.has_adapter)
                nodes_[queue.context.context] =
                    queue.adapter * 0x9E3779B97F4A7C15u ^ queue.context.node;
        }
    }
    void take(const GpuEdge& edge);
    std::vector<GpuPacket> finish();

  private:
    struct Open {
        GpuPacket packet;
        bool is_started = false, is_finished = false;
    };
    // Packets of one node run one after the other.
    std::uint64_t node_of(std::uint64_t context) const {
        const auto found = nodes_.find(context);
        return found == nodes_.end() ? context : found->second;
    }
    void finish(Open& open, std::int64_t end);

    std::unordered_map<std::uint64_t, std::uint64_t> nodes_;
    std::unordered_map<std::uint64_t, std::int64_t> busy_until_;  // by node
    std::unordered_map<PacketKey, Open, PacketHash> open_;
    std::vector<GpuPacket> done_;
};

void PacketJoiner::take(const GpuEdge& edge) {
    const PacketKey key{edge.context, edge.sequence};
    if (edge.step == GpuStep::kQueued) {
        Open open;
        open.packet = {edge.time,     BL_NO_TIME, BL_NO_TIME, edge.context,
                       edge.sequence, edge.tid,   edge.kind,  0};
        open_[key] = open;
        return;
    }
    auto found = open_.find(key);
    if (found == open_.end()) {
        // What was queued before the trace began is seen when it starts.
        if (edge.step != GpuStep::kStarted) return;
        Open open;
        open.packet = {BL_NO_TIME,    BL_NO_TIME, BL_NO_TIME, edge.context,
                       edge.sequence, kNobody,    1,          0};
        found = open_.emplace(key, open).first;
    }
    Open& open = found->second;
    switch (edge.step) {
        case GpuStep::kStarted:
            open.packet.begin = edge.time;
            open.is_started = true;
            break;
        case GpuStep::kFinished:
            finish(open, edge.time);
            if (open.packet.queued != BL_NO_TIME) break;
            // Its queue did not tell that it came, and will not tell that it leaves.
            done_.push_back(open.packet);
            open_.erase(found);
            break;
        case GpuStep::kLeft:
            // Without packets of the hardware this is all that is told of its end.
            if (edge.is_preempted) open.packet.flags |= kPreempted;
            if (!open.is_finished) finish(open, edge.time);
            done_.push_back(open.packet);
            open_.erase(found);
            break;
        case GpuStep::kQueued:
            break;
    }
}

void PacketJoiner::finish(Open& open, std::int64_t end) {
    GpuPacket& packet = open.packet;
    std::int64_t begin = open.is_started ? packet.begin : packet.queued;
    if (!open.is_started) packet.flags |= kBeginIsEstimate;
    const auto [node, is_first] = busy_until_.emplace(node_of(packet.context), end);
    if (!is_first) {
        if (begin == BL_NO_TIME || node->second > begin) {
            begin = node->second;
            packet.flags |= kBeginIsEstimate;
        }
        node->second = std::max(node->second, end);
    }
    packet.begin = begin == BL_NO_TIME ? end : std::min(begin, end);
    packet.end = end;
    open.is_finished = true;
}

std::vector<GpuPacket> PacketJoiner::finish() {
    for (auto& [key, open] : open_) {
        GpuPacket& packet = open.packet;
        if (!open.is_finished) {
            packet.flags |= kEndNotSeen;
            if (!open.is_started) {
                packet.begin = packet.queued;
                packet.flags |= kBeginIsEstimate;
            }
        }
        done_.push_back(packet);
    }
    std::sort(done_.begin(), done_.end(), [](const GpuPacket& a, const GpuPacket& b) {
        if (a.begin != b.begin) return a.begin < b.begin;
        return a.context != b.context ? a.context < b.context : a.sequence < b.sequence;
    });
    return std::move(done_);
}

}  // namespace

std::vector<GpuQueue> join_queues(const std::vector<const Graphics*>& parts) {
    std::map<std::uint64_t, GpuDevice> devices;
    std::map<std::pair<std::uint64_t, std::uint32_t>, std::uint8_t> engines;
    std::map<std::uint64_t, GpuContext> contexts;
    for (const Graphics* part : parts) {
        for (const GpuDevice& each : part->devices) devices[each.device] = each;
        for (const GpuNode& each : part->nodes) engines[{each.adapter, each.node}] = each.engine;
    }
    std::vector<GpuQueue> result;
    const auto add = [&](const GpuContext& context, bool is_hardware_queue) {
        GpuQueue queue;
        queue.context = context;
        queue.is_hardware_queue = is_hardware_queue;
        const auto device = devices.find(context.device);
        if (device != devices.end()) {
            queue.adapter = device->second.adapter;
            queue.has_adapter = true;
            if (queue.context.pid == kNobody) queue.context.pid = device->second.pid;
            const auto engine = engines.find({queue.adapter, context.node});
            if (engine != engines.end()) queue.engine = engine->second;
        }
        result.push_back(queue);
    };
    for (const Graphics* part : parts) {
        for (const GpuContext& each : part->contexts) {
            contexts[each.context] = each;
            add(each, false);
        }
    }
    for (const Graphics* part : parts) {
        for (const GpuHardwareQueue& each : part->hardware_queues) {
            GpuContext context;
            const auto owner = contexts.find(each.context);
            if (owner != contexts.end()) context = owner->second;
            context.context = each.parent;
            context.time = each.time;
            context.statement = 3;
            add(context, true);
        }
    }
    return result;
}

std::vector<GpuPacket> join_packets(const std::vector<const Graphics*>& parts,
                                    const std::vector<GpuQueue>& queues) {
    std::vector<GpuEdge> edges;
    for (const Graphics* part : parts)
        edges.insert(edges.end(), part->edges.begin(), part->edges.end());
    std::stable_sort(edges.begin(), edges.end(),
                     [](const GpuEdge& a, const GpuEdge& b) { return a.time < b.time; });
    PacketJoiner joiner(queues);
    for (const GpuEdge& edge : edges) joiner.take(edge);
    return joiner.finish();
}

}  // namespace benchlab::etl
