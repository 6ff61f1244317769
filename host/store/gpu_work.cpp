#include "store/gpu_work.hpp"

#include "benchlab/tables.h"
#include "store/values.hpp"

namespace benchlab::store {
namespace {

struct Work {
    SpanUnion any, video;
};

bool is_video(std::uint8_t engine) {
    return engine == BL_GPU_QUEUE_ENGINE_DECODE || engine == BL_GPU_QUEUE_ENGINE_ENCODE ||
           engine == BL_GPU_QUEUE_ENGINE_VIDEO_PROCESSING;
}

// By process.  Packets that only wait or signal are no work; of one without an end it is not known
// how long it ran.
std::map<std::uint32_t, Work> work_of(const std::deque<StoredTable>& tables) {
    const StoredTable* const packet = table_named(tables, "gpu_packet");
    const StoredTable* const queues = table_named(tables, "gpu_queue");
    const Values<std::int64_t> begin(packet, "begin"), end(packet, "end");
    const Values<std::uint8_t> kind(packet, "kind"), engine(queues, "engine");
    const Rows queue(packet, "gpu_queue"), thread(packet, "thread");
    const Rows owner(queues, "process"), owners(table_named(tables, "thread"), "process");
    std::map<std::uint32_t, Work> out;
    const std::uint64_t rows = packet == nullptr ? 0 : packet->rows();
    for (std::uint64_t row = 0; row < rows; ++row) {
        const std::uint8_t what = kind.get(row, BL_GPU_PACKET_KIND_WORK);
        if (what == BL_GPU_PACKET_KIND_WAIT || what == BL_GPU_PACKET_KIND_SIGNAL) continue;
        if (!end.has(row) || end.get(row) <= begin.get(row)) continue;
        std::uint32_t process = owner[queue[row]];
        if (process == BL_NO_ROW) process = owners[thread[row]];
        if (process == BL_NO_ROW) continue;
        const bool video = queue[row] != BL_NO_ROW && is_video(engine.get(queue[row]));
        (video ? out[process].video : out[process].any).add(begin.get(row), end.get(row));
    }
    return out;
}

}  // namespace

std::map<std::uint32_t, GpuWork> gpu_work_of(const std::deque<StoredTable>& tables,
                                             const std::vector<PresentOf>& presents) {
    std::map<std::uint32_t, Work> work = work_of(tables);
    std::map<std::uint32_t, GpuWork> out;
    if (work.empty()) return out;
    for (const auto& [process, cuts] : cuts_of(tables, presents)) {
        const auto of = work.find(process);
        if (of == work.end()) continue;
        for (const Cut& cut : cuts) {
            GpuWork& part = out[cut.present];
            of->second.any.take(cut.time, [&](std::int64_t begin, std::int64_t end) {
                if (part.begin == BL_NO_TIME) part.begin = begin;
                part.end = end;
                part.busy += end - begin;
            });
            of->second.video.take(
                cut.time, [&](std::int64_t begin, std::int64_t end) { part.video += end - begin; });
        }
    }
    return out;
}

}  // namespace benchlab::store
