#include "frames/compute.hpp"

#include <algorithm>
#include <map>
#include <numeric>

#include "common/generated.hpp"
#include "common/names.hpp"
#include "common/units.hpp"

namespace benchlab::analyzers::frames {
namespace {

constexpr std::int64_t kApartNs = 1'000'000'000;
// A frame rate that keeps to a display's refresh is a little off it, in either direction.
constexpr double kTolerance = 1.05;
constexpr double kWarmUpNs = 2e9;
constexpr std::int64_t kSameStutterNs = 100'000'000;

Loop::Source source_of(const Frames& frames, Row row) {
    // A marked frame may have a present, too.
    if (frames.mark.has(row)) return Loop::Source::kMarks;
    return frames.present.has(row) ? Loop::Source::kPresents : Loop::Source::kLog;
}

// Of [first, last), which is not empty.
Rates rates_of(const std::vector<double>& lengths, Stretch of) {
    std::vector<double> sorted(lengths.begin() + static_cast<std::ptrdiff_t>(of.first),
                               lengths.begin() + static_cast<std::ptrdiff_t>(of.last));
    std::sort(sorted.begin(), sorted.end());
    Rates out;
    out.frames = sorted.size();
    out.total_ns = std::accumulate(sorted.begin(), sorted.end(), 0.0);
    out.average_fps = kNsPerSecond * static_cast<double>(sorted.size()) / out.total_ns;
    out.minimum_fps = kNsPerSecond / sorted.back();
    out.median_ns = percentile(std::span<const double>(sorted), 50);
    out.p99_ns = percentile(std::span<const double>(sorted), 99);
    out.low_1 = lows_of(sorted, out.total_ns, 100);
    out.low_01 = lows_of(sorted, out.total_ns, 1000);
    return out;
}

void add_rates(const std::vector<double>& lengths, const Options& options, Loop& out) {
    out.rates = rates_of(lengths, {0, lengths.size()});
    const double limit_ns = kTolerance * kNsPerSecond / options.below_fps;
    for (const double length : lengths) {
        out.above_fixed += length > options.stutter * out.rates.median_ns;
        if (length <= limit_ns) continue;
        ++out.below;
        out.below_ns += length;
    }
    const std::vector<Stretch> regimes = regimes_of(lengths);
    for (const Stretch& each : regimes) out.regimes.push_back({each, rates_of(lengths, each)});
    out.intervals = intervals_of(lengths, regimes);
}

bool are_apart(double a, double b) {
    return std::max(a, b) > kRegimeRatio * std::min(a, b);
}

// Only where as much follows: of a short run two seconds may be all that there is.
void add_warm_up(const std::vector<double>& lengths, Loop& out) {
    double total_ns = 0;
    std::size_t first = 0;
    while (first < lengths.size() && total_ns + lengths[first] <= kWarmUpNs) {
        total_ns += lengths[first++];
    }
    if (first == 0 || out.rates.total_ns - total_ns < kWarmUpNs) return;
    WarmUp found{rates_of(lengths, {0, first}), rates_of(lengths, {first, lengths.size()})};
    if (are_apart(found.first.median_ns, found.rest.median_ns) ||
        are_apart(found.first.average_fps, found.rest.average_fps)) {
        out.warm_up = std::move(found);
    }
}

// What presents and logs tell of the refreshes that a frame waits for.
class Waits {
  public:
    explicit Waits(const Store& store)
        : present_(store.find_table("present").i32("sync_interval", kOptional)),
          log_(store.find_table("frame_log").i32("sync_interval", kOptional)) {}

    bool most_of(const Frames& frames, const Row* first, const Row* last) const {
        const auto waiting = std::count_if(first, last, [&](Row row) {
            const Row present = frames.present.value_or(row, BL_NO_ROW);
            if (present != BL_NO_ROW) return present_.value_or(present, 0) > 0;
            const Row log = frames.frame_log.value_or(row, BL_NO_ROW);
            return log != BL_NO_ROW && log_.value_or(log, 0) > 0;
        });
        return 2 * waiting > last - first;
    }

  private:
    const I32Column present_, log_;
};

void add_pace(const Frames& frames, const Waits& waits, const std::vector<double>& lengths,
              Loop& out) {
    const Stretch of = most_frames(out).frames;
    if (of.size() < kPaceFrames) return;
    std::vector<double> sorted(lengths.data() + of.first, lengths.data() + of.last);
    std::sort(sorted.begin(), sorted.end());
    const Row* const rows = out.of.rows.data();
    out.pace = {of.size(), cluster_of(sorted),
                waits.most_of(frames, rows + of.first, rows + of.last)};
}

void add_frames(const Frames& frames, const std::vector<double>& lengths, const Options& options,
                Loop& out) {
    // Which of those beside the window were generated is not known.
    const std::vector<double> around =
        out.generated > 0 ? local_medians(lengths) : medians_around(frames, out.of, lengths);
    for (std::size_t i = 0; i < lengths.size(); ++i) {
        const bool stutter = lengths[i] > options.stutter * around[i];
        out.frames.push_back({out.of.rows[i], lengths[i], around[i], stutter});
        if (!stutter) continue;
        ++out.stutters;
        const Row row = out.of.rows[i];
        if (out.incidents.empty() || frames.begin[row] - out.incidents.back().end > kApartNs) {
            out.incidents.push_back({frames.begin[row], frames.end[row], 0, 0, around[i]});
        }
        Incident& in = out.incidents.back();
        in.end = std::max(in.end, frames.end[row]);
        ++in.stutters;
        in.longest_ns = std::max(in.longest_ns, lengths[i]);
    }
}

void add_period(const Frames& frames, Loop& out) {
    std::vector<std::int64_t> begins;
    std::int64_t end = BL_NO_TIME;
    for (const Frame& each : out.frames) {
        if (!each.stutter) continue;
        const bool goes_on = end != BL_NO_TIME && frames.begin[each.row] - end < kSameStutterNs;
        if (!goes_on) begins.push_back(frames.begin[each.row]);
        end = frames.end[each.row];
    }
    out.period = period_of(begins);
}

void add_presents(const Frames& frames, Loop& out) {
    std::vector<std::int64_t> lengths;
    for (const Row row : out.of.rows) {
        if (frames.in_present.has(row)) lengths.push_back(frames.in_present[row]);
    }
    if (!lengths.empty()) out.in_present = distribution_of(std::move(lengths));
}

// What is asked of the store once for all loops.
struct Context {
    explicit Context(const Store& in)
        : store(in), frames(in), waits(in), generated(in), displays(in) {}

    const Store& store;
    const Frames frames;
    const Waits waits;
    const Generated generated;
    const Displays displays;
};

// The lengths of the loop's frames.  Generated ones go out of its rows.
std::vector<double> lengths_of(const Context& in, Loop& out) {
    std::vector<double> lengths;
    std::vector<Row> logs, presents;
    for (const Row row : out.of.rows) {
        lengths.push_back(static_cast<double>(in.frames.length_ns(row)));
        logs.push_back(in.frames.frame_log.value_or(row, BL_NO_ROW));
        if (in.frames.present.has(row)) presents.push_back(in.frames.present[row]);
    }
    const double total_ns = std::accumulate(lengths.begin(), lengths.end(), 0.0);
    out.presents = lengths.size();
    out.presented_fps = kNsPerSecond * static_cast<double>(lengths.size()) / total_ns;
    out.displayed = in.displays.of_presents(presents);
    const std::vector<bool> generated = in.generated.among(logs, lengths);
    std::vector<Row> rows;
    for (std::size_t i = 0; i < generated.size(); ++i) {
        if (!generated[i]) rows.push_back(out.of.rows[i]);
    }
    if (rows.empty() || rows.size() == out.of.rows.size()) return lengths;
    out.generated = out.of.rows.size() - rows.size();
    out.of.rows = std::move(rows);
    return without_generated(lengths, generated);
}

Loop loop_of(const Context& in, FrameLoop of, const Options& options) {
    Loop out;
    out.of = std::move(of);
    const std::vector<double> lengths = lengths_of(in, out);
    const Row last = out.of.rows.back();
    out.source = source_of(in.frames, last);
    out.swap_chain = in.frames.swap_chain.get(last);
    add_rates(lengths, options, out);
    add_warm_up(lengths, out);
    add_pace(in.frames, in.waits, lengths, out);
    add_frames(in.frames, lengths, options, out);
    add_period(in.frames, out);
    add_presents(in.frames, out);
    out.counters = saturated_counters(in.store, in.frames, out.of.process, out.of.rows, lengths);
    return out;
}

}  // namespace

const Regime& most_frames(const Loop& loop) {
    return *std::max_element(
        loop.regimes.begin(), loop.regimes.end(),
        [](const Regime& a, const Regime& b) { return a.frames.size() < b.frames.size(); });
}

Findings compute(const Store& store, Window window, const std::vector<Row>& focus,
                 const Options& options) {
    const Context in(store);
    std::vector<FrameLoop> loops = frame_loops(in.frames, window, focus);
    if (loops.empty()) throw skip("no whole frame is in the window");
    Findings out;
    out.omitted = keep_top(loops, options.top);
    // By name, as that and the number are what a loop goes by.
    const Names names(store);
    std::map<std::string, std::uint32_t> numbers;
    for (FrameLoop& each : loops) {
        out.loops.push_back(loop_of(in, std::move(each), options));
        out.loops.back().number = ++numbers[names.process_key(out.loops.back().of.process)];
    }
    return out;
}

}  // namespace benchlab::analyzers::frames
