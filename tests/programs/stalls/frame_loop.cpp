#include "frame_loop.hpp"

#include <benchlab/mark.h>

#include <cstdio>

#include "time.hpp"

extern "C" __attribute__((noinline, visibility("default"))) void benchlab_frame_mark(
    unsigned long number) {
    __asm__ volatile("" : : "r"(number) : "memory");
}

namespace stalls {
namespace {

constexpr std::int64_t kWorkNs = 5'000'000, kLimiterNs = 3'000'000;

__attribute__((noinline)) void work() {
    BL_MARK_SCOPE("work");
    compute_for(kWorkNs, CLOCK_THREAD_CPUTIME_ID);
}

__attribute__((noinline)) void limit_frames() {
    BL_MARK_SCOPE("limiter");
    sleep_ns(kLimiterNs);
}

LogRow row_of(Kind kind, const Stall& stall, std::uint64_t frame, int tid) {
    LogRow row;
    row.kind = name_of(kind);
    row.frame = frame;
    row.begin_ns = stall.begin_ns;
    row.end_ns = stall.end_ns;
    row.tid = tid;
    row.detail = stall.skipped.empty() ? stall.detail : "skipped: " + stall.skipped;
    return row;
}

// The three marks of one moment; the time is that of the log.
std::int64_t end_frame(std::uint64_t number) {
    const std::int64_t now = now_ns();
    bl_mark_frame(number);
    benchlab_frame_mark(static_cast<unsigned long>(number));  // a probe on it takes microseconds
    return now;
}

}  // namespace

std::vector<LogRow> render(const Options& options) {
    name_thread("Render");
    pin_to(options.cpu);
    const int tid = thread_id();
    bl_mark_open();
    Stage stage(options.kinds, options.cpu, options.other_cpu, options.length_ns,
                options.log + ".cold");
    std::vector<bl_mark_name> names;
    for (const Kind kind : options.kinds) names.push_back({name_of(kind), 0});
    std::vector<LogRow> frames, rows;
    frames.reserve(options.frames);
    std::size_t next = 0;
    bl_mark_state(BL_MARK_CAPTURE);
    // Ends what was before the first frame.
    std::int64_t begin = end_frame(0), cpu_begin = cpu_ns();
    for (std::uint64_t frame = 1; frame <= options.frames; ++frame) {
        work();
        if (!options.kinds.empty() && frame % options.every == 0) {
            const std::size_t which = next++ % options.kinds.size();
            bl_mark_begin(&names[which]);
            const Stall stall = stage.run(options.kinds[which]);
            bl_mark_end(&names[which]);
            rows.push_back(row_of(options.kinds[which], stall, frame, tid));
        }
        if (options.has_limiter) limit_frames();
        const std::int64_t cpu = cpu_ns();
        const std::int64_t end = end_frame(frame);
        frames.push_back(
            {"frame", frame, begin, end, tid, "cpu_ns=" + std::to_string(cpu - cpu_begin)});
        begin = end;
        cpu_begin = cpu;
    }
    bl_mark_state(BL_MARK_ENDED);
    rows.insert(rows.end(), frames.begin(), frames.end());
    return rows;
}

}  // namespace stalls
