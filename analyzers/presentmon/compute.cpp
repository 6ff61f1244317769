#include "presentmon/compute.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <numeric>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include "common/distribution.hpp"
#include "common/generated.hpp"
#include "common/names.hpp"
#include "common/units.hpp"

namespace benchlab::analyzers::presentmon {
namespace {

constexpr const char* kNothing =
    "not in this trace: needs a frame log (PresentMon, CapFrameX, MangoHud), or presents";
constexpr std::size_t kMetricCount = std::size(kMetrics);

constexpr std::size_t metric_at(std::string_view column) {
    std::size_t at = 0;
    while (kMetrics[at].column != column) ++at;
    return at;
}
constexpr std::size_t kBetweenPresents = metric_at("between_presents");
constexpr std::size_t kAppTime = metric_at("app_time");
constexpr std::size_t kCpuBusy = metric_at("cpu_busy");
constexpr std::size_t kGpuBusy = metric_at("gpu_busy");
constexpr std::size_t kDisplayChange = metric_at("display_change");

double sum_of(const std::vector<double>& values) {
    return std::accumulate(values.begin(), values.end(), 0.0);
}

// `sorted` ascends and is not empty.
Spread spread_of(const std::vector<double>& sorted) {
    Spread out;
    out.count = sorted.size();
    out.mean = sum_of(sorted) / static_cast<double>(sorted.size());
    out.min = sorted.front();
    out.p50 = percentile(sorted, 50);
    out.p90 = percentile(sorted, 90);
    out.p99 = percentile(sorted, 99);
    out.p999 = percentile(sorted, 99.9);
    out.max = sorted.back();
    return out;
}

// The streams of one table: of `frame_log`, or of `frame_metric`, which has what the trace's own
// events tell.
class Computation {
  public:
    Computation(const Store& store, const Run& run, const char* table)
        : store_(store),
          run_(run),
          names_(store),
          is_log_(std::string_view(table) == "frame_log"),
          table_(store.find_table(table)),
          time_(table_ ? table_.time("time") : TimeColumn()),
          process_(table_.row("process", kOptional)),
          application_(table_.string("application", kOptional)),
          swap_chain_(table_.u64("swap_chain", kOptional)),
          shown_(table_.u8("shown", kOptional)),
          mode_(table_.string("mode", kOptional)),
          compiles_(table_.f64("compiles", kOptional)),
          compile_time_(table_.f64("compile_time", kOptional)),
          compile_share_(table_.f64("compile_share", kOptional)),
          displays_(store, table),
          generated_(store, table) {
        for (std::size_t i = 0; i < kMetricCount; ++i) {
            columns_.push_back(table_.f64(kMetrics[i].column, kOptional));
        }
    }

    bool has_table() const { return static_cast<bool>(table_); }
    // Whoever is in it at all, be it before the window.
    std::set<Row> processes() const {
        std::set<Row> out;
        for (const Row row : table_.rows()) {
            if (process_.has(row)) out.insert(process_[row]);
        }
        return out;
    }
    // Those of processes that are not in `told`.
    void add_streams(const std::set<Row>& told, std::vector<Stream>& out) const {
        std::map<Key, std::vector<Row>> rows_of;
        for (const Row row : table_.overlap(run_.window())) {
            const Row process = process_.value_or(row, BL_NO_ROW);
            if (told.count(process) == 0) rows_of[key_of(row, process)].push_back(row);
        }
        for (const auto& [key, rows] : rows_of) out.push_back(stream_of(key, rows));
    }

  private:
    // A program whose process is not known is told by its name.
    struct Key {
        Row process;
        StringId application;
        std::optional<std::uint64_t> swap_chain;

        friend bool operator<(const Key& a, const Key& b) {
            return std::tie(a.process, a.application, a.swap_chain) <
                   std::tie(b.process, b.application, b.swap_chain);
        }
    };

    Key key_of(Row row, Row process) const {
        Key key{process, StringId::kEmpty, swap_chain_.get(row)};
        if (process == BL_NO_ROW) key.application = application_.value_or(row, StringId::kEmpty);
        return key;
    }

    std::string application_of(const Key& key, const std::vector<Row>& rows) const {
        for (const Row row : rows) {
            if (application_.has(row)) return std::string(store_.text(application_[row]));
        }
        return names_.process_key(key.process);
    }

    Stream stream_of(const Key& key, const std::vector<Row>& rows) const {
        Stream out;
        out.is_logged = is_log_;
        out.application = application_of(key, rows);
        out.pid = names_.pid(key.process);
        out.swap_chain = key.swap_chain;
        out.focus = key.process != BL_NO_ROW && run_.has_focus() && run_.in_focus(key.process);
        out.count = rows.size();
        // Rows of a table of events come by time.
        out.span_ns = time_[rows.back()] - time_[rows.front()];
        out.displayed = displays_.of_log(rows);
        out.gpu_not_measured = has_gpu(rows) && !measures_gpu(rows);
        // The time between Present calls, which all but the second generation of PresentMon log,
        // so that their figures compare; where a stream has none, that of the program.
        const std::size_t taken = has_value(kBetweenPresents, rows) ? kBetweenPresents : kAppTime;
        if (has_value(taken, rows)) out.frame_time = &kMetrics[taken];
        const std::vector<LoggedFrame> frames = logged_frames(rows, taken, out.gpu_not_measured);
        for (std::size_t i = 0; i < kMetricCount; ++i) {
            if (kMetrics[i].rule == Rule::kGpu && out.gpu_not_measured) continue;
            std::vector<double> values = values_of(i, rows, frames);
            if (values.empty()) continue;
            std::sort(values.begin(), values.end());
            out.metrics.push_back({&kMetrics[i], spread_of(values)});
        }
        add_frame_times(frames, out);
        out.compiling = compiling_of(rows);
        out.modes = modes_of(frames, store_);
        out.busy_share = busy_share(frames);
        out.gpu = gpu_levels(frames);
        return out;
    }

    std::optional<Compiling> compiling_of(const std::vector<Row>& rows) const {
        std::optional<Compiling> out;
        for (const Row row : rows) {
            const double begun = compiles_.value_or(row, std::nan(""));
            if (std::isnan(begun)) continue;
            if (!out) out.emplace();
            const double time = compile_time_.value_or(row, 0);
            if (begun == 0 && time == 0) continue;
            ++out->frames;
            out->begun += static_cast<std::uint64_t>(begun);
            out->time_ns += time;
            out->longest_ns = std::max(out->longest_ns, time);
            const double share = compile_share_.value_or(row, 0);
            if (share > out->largest_share) out->largest_share = share;
        }
        return out;
    }

    std::vector<LoggedFrame> logged_frames(const std::vector<Row>& rows, std::size_t taken,
                                           bool without_gpu) const {
        std::vector<LoggedFrame> out;
        std::vector<double> lengths;
        for (const Row row : rows) {
            LoggedFrame frame;
            frame.time = time_[row];
            frame.taken_ns = value_of(taken, row).value_or(0);
            frame.mode = mode_.value_or(row, StringId::kEmpty);
            frame.cpu_busy_ns = value_of(kCpuBusy, row);
            frame.app_ns = value_of(kAppTime, row);
            if (!without_gpu) frame.gpu_busy_ns = value_of(kGpuBusy, row);
            frame.change_ns = value_of(kDisplayChange, row);
            lengths.push_back(frame.taken_ns);
            out.push_back(frame);
        }
        const std::vector<bool> generated = generated_.among(rows, lengths);
        for (std::size_t i = 0; i < out.size(); ++i) out[i].generated = generated[i];
        return out;
    }

    void add_frame_times(const std::vector<LoggedFrame>& frames, Stream& out) const {
        std::vector<double> lengths;
        double before_ns = 0, all_ns = 0;
        for (const LoggedFrame& each : frames) {
            before_ns += each.taken_ns;
            all_ns += each.taken_ns;
            out.generated += each.generated ? 1 : 0;
            if (each.generated || each.taken_ns <= 0) continue;
            out.frames.push_back({each.time, before_ns});
            lengths.push_back(before_ns);
            before_ns = 0;
        }
        if (lengths.empty()) return;
        std::sort(lengths.begin(), lengths.end());
        out.total_ns = sum_of(lengths);
        out.average_fps = kNsPerSecond * static_cast<double>(lengths.size()) / out.total_ns;
        out.minimum_fps = kNsPerSecond / lengths.back();
        out.low_1 = lows_of(lengths, out.total_ns, 100);
        out.low_01 = lows_of(lengths, out.total_ns, 1000);
        // All that was handed in came on screen, as far as such a log tells.
        if (out.generated == 0 || out.displayed.fps) return;
        const std::uint64_t shown = out.count - out.displayed.not_shown.value_or(0);
        out.displayed.fps = kNsPerSecond * static_cast<double>(shown) / all_ns;
    }

    std::optional<double> value_of(std::size_t metric, Row row) const {
        const auto value = columns_[metric].get(row);
        if (!value || !std::isfinite(*value)) return std::nullopt;
        const Rule rule = kMetrics[metric].rule;
        if ((rule == Rule::kTime || rule == Rule::kDisplay) && *value <= 0) return std::nullopt;
        if (rule == Rule::kDisplay && shown_.value_or(row, 1) == 0) return std::nullopt;
        return value;
    }

    bool has_value(std::size_t metric, const std::vector<Row>& rows) const {
        return std::any_of(rows.begin(), rows.end(),
                           [&](Row row) { return value_of(metric, row).has_value(); });
    }

    // 0 of a generated frame is no measurement: the program did nothing for it.
    std::vector<double> values_of(std::size_t metric, const std::vector<Row>& rows,
                                  const std::vector<LoggedFrame>& frames) const {
        std::vector<double> out;
        if (!columns_[metric]) return out;
        bool all_zero = true;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const auto value = value_of(metric, rows[i]);
            if (!value || (frames[i].generated && *value == 0)) continue;
            all_zero = all_zero && *value == 0;
            out.push_back(*value);
        }
        if (kMetrics[metric].rule == Rule::kVideo && all_zero) out.clear();
        return out;
    }

    // Whether some column of the GPU has a value for which `test` holds.
    template <class Test>
    bool any_of_gpu(const std::vector<Row>& rows, Test&& test) const {
        for (std::size_t i = 0; i < kMetricCount; ++i) {
            if (kMetrics[i].rule != Rule::kGpu || !columns_[i]) continue;
            for (const Row row : rows) {
                const auto value = value_of(i, row);
                if (value && test(*value)) return true;
            }
        }
        return false;
    }
    bool has_gpu(const std::vector<Row>& rows) const {
        return any_of_gpu(rows, [](double) { return true; });
    }
    // A wait of 0 in each row is a measurement when the work is not 0.
    bool measures_gpu(const std::vector<Row>& rows) const {
        return any_of_gpu(rows, [](double value) { return value != 0; });
    }

    const Store& store_;
    const Run& run_;
    const Names names_;
    const bool is_log_;
    const Table table_;
    const TimeColumn time_;
    const RowColumn process_;
    const StringColumn application_;
    const U64Column swap_chain_;
    const U8Column shown_;
    const StringColumn mode_;
    const F64Column compiles_, compile_time_, compile_share_;
    const Displays displays_;
    const Generated generated_;
    std::vector<F64Column> columns_;  // as kMetrics
};

bool in_order(const Stream& a, const Stream& b) {
    if (a.count != b.count) return a.count > b.count;
    return std::tie(a.application, a.pid, a.swap_chain) <
           std::tie(b.application, b.pid, b.swap_chain);
}

}  // namespace

Result compute(const Store& store, const Run& run) {
    const Computation log(store, run, "frame_log"), own(store, run, "frame_metric");
    if (!log.has_table() && !own.has_table()) throw skip(kNothing);
    Result out;
    log.add_streams({}, out.streams);
    own.add_streams(log.processes(), out.streams);
    if (out.streams.empty()) throw skip("no frame of a log or with a present is in the window");
    std::stable_sort(out.streams.begin(), out.streams.end(), in_order);
    std::map<std::string, std::uint32_t> numbers;
    for (Stream& each : out.streams) each.number = ++numbers[each.application];
    std::stable_partition(out.streams.begin(), out.streams.end(),
                          [](const Stream& each) { return each.focus; });
    return out;
}

}  // namespace benchlab::analyzers::presentmon
