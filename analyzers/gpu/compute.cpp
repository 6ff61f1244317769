#include "gpu/compute.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "benchlab/tables.h"
#include "common/names.hpp"
#include "common/packet_owners.hpp"

namespace benchlab::analyzers::gpu {
namespace {

// Adds spans that come by their begin, each moment once.
class Sum {
  public:
    // The part that is new, as [first, second); empty when there is none.
    std::pair<std::int64_t, std::int64_t> add(std::int64_t begin, std::int64_t end) {
        const std::int64_t from = std::max(begin, until_);
        until_ = std::max(until_, end);
        return {std::min(from, end), end};
    }

  private:
    std::int64_t until_ = INT64_MIN;
};

struct Sums {
    Sum work, paging;

    // The part that is new, as of Sum.
    std::pair<std::int64_t, std::int64_t> add(Use& use, std::int64_t begin, std::int64_t end,
                                              bool pages) {
        const auto part = work.add(begin, end);
        use.busy_ns += part.second - part.first;
        use.longest_ns = std::max(use.longest_ns, end - begin);
        ++use.packets;
        if (!pages) return part;
        const auto paged = paging.add(begin, end);
        use.paging_ns += paged.second - paged.first;
        ++use.paging;
        return part;
    }
};

class Computation {
  public:
    Computation(const Store& store, Window window)
        : window_(window),
          packet_(store.table("gpu_packet")),
          queues_(store.find_table("gpu_queue")),
          begin_(packet_.time("begin")),
          end_(packet_.time("end")),
          queue_(packet_.row("gpu_queue", kOptional)),
          kind_(packet_.u8("kind", kOptional)),
          flags_(packet_.u8("flags", kOptional)),
          adapter_(queues_.u64("adapter", kOptional)),
          node_(queues_.u32("node", kOptional)),
          engine_(queues_.u8("engine", kOptional)),
          names_(store),
          owners_(store, names_) {
        found_.window = window;
    }

    Findings run() {
        for (const Row row : packet_.overlap(window_)) take(row);
        if (places_.empty()) throw skip("no work of a GPU is in the window");
        for (auto& [key, place] : places_) {
            for (auto& [process, use] : place.uses) {
                place.engine.by_process.push_back(use.first);
            }
            std::stable_sort(place.engine.by_process.begin(), place.engine.by_process.end(),
                             [](const Use& a, const Use& b) { return a.busy_ns > b.busy_ns; });
            found_.engines.push_back(std::move(place.engine));
        }
        return std::move(found_);
    }

  private:
    // GPU, node and kind; what is not known comes last.
    using Key = std::tuple<std::uint64_t, std::uint64_t, std::uint8_t>;
    struct Place {
        Engine engine;
        Sums sums;
        std::map<Row, std::pair<Use, Sums>> uses;
    };

    void take(Row row) {
        const std::uint8_t kind = kind_.value_or(row, BL_GPU_PACKET_KIND_WORK);
        if (kind == BL_GPU_PACKET_KIND_WAIT || kind == BL_GPU_PACKET_KIND_SIGNAL) return;
        if (!end_.has(row)) {
            ++found_.without_end;
            return;
        }
        const std::int64_t begin = std::max(begin_[row], window_.begin);
        const std::int64_t end = std::min(end_[row], window_.end);
        if (begin >= end) return;
        ++found_.packets;
        const std::uint8_t flags = flags_.value_or(row, 0);
        if ((flags & BL_GPU_PACKET_FLAG_BEGIN_ESTIMATED) != 0) ++found_.begin_estimated;
        const bool pages = kind == BL_GPU_PACKET_KIND_PAGING;
        Place& place = place_of(queue_.value_or(row, BL_NO_ROW));
        const auto part = place.sums.add(place.engine.all, begin, end, pages);
        place.engine.busy.add_span(part.first, part.second);
        const Row process = owners_.of(row);
        auto& [use, sums] = place.uses[process];
        use.process = process;
        sums.add(use, begin, end, pages);
    }

    Place& place_of(Row queue) {
        const bool known = queue != BL_NO_ROW;
        const auto adapter = known ? adapter_.get(queue) : std::nullopt;
        const auto node = known ? node_.get(queue) : std::nullopt;
        const std::uint8_t engine = known ? engine_.value_or(queue, 0) : 0;
        std::optional<std::uint32_t> gpu;
        if (adapter) {
            gpu = gpus_.try_emplace(*adapter, static_cast<std::uint32_t>(gpus_.size()) + 1)
                      .first->second;
        }
        const Key key{gpu ? *gpu : UINT64_MAX, node ? *node : UINT64_MAX, engine};
        const auto found = places_.find(key);
        if (found != places_.end()) return found->second;
        Engine made{gpu, node, engine, {}, {}, Timeline(window_)};
        return places_.emplace(key, Place{std::move(made), {}, {}}).first->second;
    }

    const Window window_;
    const Table packet_, queues_;
    const TimeColumn begin_, end_;
    const RowColumn queue_;
    const U8Column kind_, flags_;
    const U64Column adapter_;
    const U32Column node_;
    const U8Column engine_;
    const Names names_;
    const PacketOwners owners_;
    std::map<std::uint64_t, std::uint32_t> gpus_;  // by adapter
    std::map<Key, Place> places_;
    Findings found_;
};

}  // namespace

Findings compute(const Store& store, Window window) {
    return Computation(store, window).run();
}

}  // namespace benchlab::analyzers::gpu
