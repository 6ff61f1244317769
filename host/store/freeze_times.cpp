// One time axis: ticks of each recording's clock become ns since the start of the trace.
#include <algorithm>

#include "store/freezer.hpp"

namespace benchlab::store {
namespace {

constexpr std::int64_t kNsPerSecond = 1'000'000'000;

struct Axis {
    std::int64_t zero = 0;  // in ticks
    std::int64_t ticks_per_second = kNsPerSecond;
    std::int64_t shift_ns = 0;
    bool is_guest = false;  // on the axis of a recording that may have begun later

    // Rounded down; what does not fit is the farthest moment that does (INT64_MIN is BL_NO_TIME).
    std::int64_t ns(std::int64_t ticks) const {
        if (zero < 0 && ticks > INT64_MAX + zero) return INT64_MAX;
        if (zero > 0 && ticks < INT64_MIN + zero) return INT64_MIN + 1;
        const std::int64_t since = ticks - zero;
        std::int64_t seconds = since / ticks_per_second, rest = since % ticks_per_second;
        if (rest < 0) {
            rest += ticks_per_second;
            --seconds;
        }
        constexpr std::int64_t kMostSeconds = INT64_MAX / kNsPerSecond - 1;
        if (seconds > kMostSeconds) return INT64_MAX;
        if (seconds < -kMostSeconds) return INT64_MIN + 1;
        const auto part = static_cast<std::int64_t>(static_cast<std::uint64_t>(rest) *
                                                    static_cast<std::uint64_t>(kNsPerSecond) /
                                                    static_cast<std::uint64_t>(ticks_per_second));
        const std::int64_t out = seconds * kNsPerSecond + part;
        if (shift_ns > 0 && out > INT64_MAX - shift_ns) return INT64_MAX;
        if (shift_ns < 0 && out < INT64_MIN + 1 - shift_ns) return INT64_MIN + 1;
        return out + shift_ns;
    }
};

// Recordings of one kind of clock share its ticks; others meet by the time of day; a relative one
// is put at the start.
std::vector<Axis> make_axes(const std::vector<std::unique_ptr<Recording>>& recordings) {
    const Clock* base = nullptr;
    for (const auto& each : recordings) {
        if (each->clock().kind == BL_CLOCK_RELATIVE) continue;
        base = &each->clock();
        break;
    }
    std::vector<Axis> axes;
    for (const auto& each : recordings) {
        const Clock& clock = each->clock();
        Axis axis{clock.zero, static_cast<std::int64_t>(clock.ticks_per_second), 0};
        if (base != nullptr && clock.kind == base->kind &&
            clock.ticks_per_second == base->ticks_per_second && clock.kind != BL_CLOCK_RELATIVE) {
            axis.zero = base->zero;
            axis.is_guest = clock.zero < base->zero;
        } else if (base != nullptr && clock.zero_unix_ns != 0 && base->zero_unix_ns != 0) {
            axis.shift_ns = clock.zero_unix_ns - base->zero_unix_ns;
        }
        axes.push_back(axis);
    }
    return axes;
}

bool tells_the_end(const ColumnDef& column) {
    return column.name == "time" || column.name == "begin" || column.name == "end";
}

// Marks of a program from before the recording that they are put beside: rows that lie wholly
// before its start are left out.
void leave_out_what_came_before(const ChunkData& chunk, const Axis& axis) {
    const Chunk& rows = *chunk.chunk;
    std::int64_t* const times =
        chunk.time < 0 ? nullptr
                       : rows.data[static_cast<std::size_t>(chunk.time)].as<std::int64_t>();
    std::int64_t* const ends = column_of<std::int64_t>(rows, "end");
    for (std::uint64_t row = 0; times != nullptr && row < rows.rows; ++row) {
        const std::int64_t last = ends && ends[row] != BL_NO_TIME ? ends[row] : times[row];
        if (last == BL_NO_TIME || axis.ns(last) >= 0) continue;
        times[row] = BL_NO_TIME;
        if (ends != nullptr) ends[row] = BL_NO_TIME;
    }
}

}  // namespace

void Freezer::convert_times() {
    const std::vector<Axis> axes = make_axes(recordings_);
    for_each_chunk([&](ChunkData& chunk) {
        const Axis& axis = axes[lanes_[chunk.lane].recording];
        const bool lives = is_lives(chunk);
        if (axis.is_guest && !lives) leave_out_what_came_before(chunk, axis);
        for (std::size_t i = 0; i < chunk.chunk->data.size(); ++i) {
            const ColumnDef& column = *chunk.chunk->shape->columns[i];
            if (column.type != BL_COL_TIME) continue;
            std::int64_t* const times = chunk.chunk->data[i].as<std::int64_t>();
            const bool counts = !lives && tells_the_end(column);
            const bool is_told = counts && !axis.is_guest;
            for (std::uint64_t row = 0; row < chunk.chunk->rows; ++row) {
                if (times[row] == BL_NO_TIME) continue;
                times[row] = axis.ns(times[row]);
                if (times[row] < 0) {
                    chunk.clamped += is_told ? 1 : 0;
                    times[row] = 0;
                }
                if (counts) chunk.latest = std::max(chunk.latest, times[row]);
            }
        }
    });
    std::vector<std::int64_t> latest(recordings_.size(), -1);
    for (const ChunkData& chunk : chunks_) {
        std::int64_t& of = latest[lanes_[chunk.lane].recording];
        of = std::max(of, chunk.latest);
    }
    for (std::size_t r = 0; r < recordings_.size(); ++r) {
        const std::int64_t end = recordings_[r]->clock().end;
        // A row at the very end is still within the trace.
        const std::int64_t until =
            end != 0 ? axes[r].ns(end) : std::min(latest[r], INT64_MAX - 1) + 1;
        duration_ns_ = std::max(duration_ns_, until);
    }
    for_each_chunk([&](ChunkData& chunk) {
        const bool lives = is_lives(chunk);
        if (!lives && chunk.latest <= duration_ns_) return;
        for (std::size_t i = 0; i < chunk.chunk->data.size(); ++i) {
            if (chunk.chunk->shape->columns[i]->type != BL_COL_TIME) continue;
            std::int64_t* const times = chunk.chunk->data[i].as<std::int64_t>();
            for (std::uint64_t row = 0; row < chunk.chunk->rows; ++row) {
                if (times[row] <= duration_ns_) continue;
                times[row] = duration_ns_;
                chunk.clamped += lives ? 0 : 1;
            }
        }
    });
}

}  // namespace benchlab::store
