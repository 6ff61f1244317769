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
#include "common/names.hpp"

namespace benchlab::analyzers::presentmon {
namespace {

constexpr double kNsPerSecond = 1e9;
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
constexpr std::size_t kDisplayChange = metric_at("display_change");
constexpr std::size_t kDisplayedTime = metric_at("displayed_time");

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

// One table with frames: what a log has, or what the store works out of a trace's own events.
struct Source {
    Source(const Store& store, const char* name)
        : table(store.find_table(name)),
          is_log(std::string_view(name) == "frame_log"),
          time(table ? table.time("time") : TimeColumn()),
          process(table.row("process", kOptional)),
          application(table.string("application", kOptional)),
          swap_chain(table.u64("swap_chain", kOptional)),
          mode(table.string("mode", kOptional)),
          shown(table.u8("shown", kOptional)),
          tearing(table.u8("tearing", kOptional)) {
        for (std::size_t i = 0; i < kMetricCount; ++i) {
            columns.push_back(table.f64(kMetrics[i].column, kOptional));
        }
    }

    Table table;
    bool is_log;
    TimeColumn time;
    RowColumn process;
    StringColumn application;
    U64Column swap_chain;
    StringColumn mode;
    U8Column shown, tearing;
    std::vector<F64Column> columns;  // as kMetrics
};

// The streams of one source.
class Computation {
  public:
    Computation(const Store& store, const Run& run, const Source& source)
        : store_(store),
          run_(run),
          names_(store),
          source_(source),
          time_(source.time),
          process_(source.process),
          application_(source.application),
          swap_chain_(source.swap_chain),
          shown_(source.shown),
          columns_(source.columns) {}

    // Those of processes that are not in `told`.
    void add_streams(const std::set<Row>& told, std::vector<Stream>& out) const {
        std::map<Key, std::vector<Row>> rows_of;
        for (const Row row : source_.table.overlap(run_.window())) {
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
        out.is_logged = source_.is_log;
        out.application = application_of(key, rows);
        out.pid = names_.pid(key.process);
        out.swap_chain = key.swap_chain;
        out.focus = key.process != BL_NO_ROW && run_.has_focus() && run_.in_focus(key.process);
        out.count = rows.size();
        // Rows of a table of events come by time.
        out.span_ns = time_[rows.back()] - time_[rows.front()];
        for (const Row row : rows) {
            if (!shown_.has(row)) continue;
            out.not_shown = out.not_shown.value_or(0) + (shown_[row] == 0 ? 1 : 0);
        }
        out.gpu_not_measured = has_gpu(rows) && !measures_gpu(rows);
        std::vector<std::vector<double>> values(kMetricCount);
        for (std::size_t i = 0; i < kMetricCount; ++i) {
            if (kMetrics[i].rule == Rule::kGpu && out.gpu_not_measured) continue;
            values[i] = values_of(i, rows);
            if (values[i].empty()) continue;
            std::sort(values[i].begin(), values[i].end());
            out.metrics.push_back({&kMetrics[i], spread_of(values[i])});
        }
        add_frame_times(values, rows, out);
        add_modes(rows, out);
        const auto& displayed =
            values[kDisplayChange].empty() ? values[kDisplayedTime] : values[kDisplayChange];
        if (!displayed.empty()) {
            out.shown_fps =
                kNsPerSecond * static_cast<double>(displayed.size()) / sum_of(displayed);
        }
        return out;
    }

    void add_modes(const std::vector<Row>& rows, Stream& out) const {
        std::map<StringId, ModeUse> by_mode;
        for (const Row row : rows) {
            ModeUse& use = by_mode[source_.mode.value_or(row, StringId::kEmpty)];
            ++use.count;
            const auto count = [&](std::optional<std::uint64_t>& of, bool one) {
                of = of.value_or(0) + (one ? 1 : 0);
            };
            if (shown_.has(row)) {
                count(use.shown, shown_[row] != 0);
                count(use.not_shown, shown_[row] == 0);
            }
            if (source_.tearing.has(row)) count(use.tearing, source_.tearing[row] != 0);
        }
        if (by_mode.size() == 1 && by_mode.begin()->first == StringId::kEmpty) return;
        for (auto& [mode, use] : by_mode) {
            use.mode = store_.text(mode);
            out.modes.push_back(std::move(use));
        }
        std::stable_sort(out.modes.begin(), out.modes.end(),
                         [](const ModeUse& a, const ModeUse& b) { return a.count > b.count; });
    }

    // The time between Present calls, which all but the second generation of PresentMon log, so
    // that their figures compare; where a stream has none, that of the program.
    void add_frame_times(const std::vector<std::vector<double>>& values,
                         const std::vector<Row>& rows, Stream& out) const {
        const std::size_t taken = values[kBetweenPresents].empty() ? kAppTime : kBetweenPresents;
        const std::vector<double>& sorted = values[taken];
        if (sorted.empty()) return;
        out.frame_time = &kMetrics[taken];
        out.total_ns = sum_of(sorted);
        out.average_fps = kNsPerSecond * static_cast<double>(sorted.size()) / out.total_ns;
        out.minimum_fps = kNsPerSecond / sorted.back();
        out.low_1 = lows_of(sorted, out.total_ns, 100);
        out.low_01 = lows_of(sorted, out.total_ns, 1000);
        for (const Row row : rows) {
            const auto value = value_of(taken, row);
            if (value) out.frames.push_back({time_[row], *value});
        }
    }

    std::optional<double> value_of(std::size_t metric, Row row) const {
        const auto value = columns_[metric].get(row);
        if (!value || !std::isfinite(*value)) return std::nullopt;
        const Rule rule = kMetrics[metric].rule;
        if ((rule == Rule::kTime || rule == Rule::kDisplay) && *value <= 0) return std::nullopt;
        if (rule == Rule::kDisplay && shown_.value_or(row, 1) == 0) return std::nullopt;
        return value;
    }

    std::vector<double> values_of(std::size_t metric, const std::vector<Row>& rows) const {
        std::vector<double> out;
        if (!columns_[metric]) return out;
        bool all_zero = true;
        for (const Row row : rows) {
            const auto value = value_of(metric, row);
            if (!value) continue;
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
    const Source& source_;
    const TimeColumn& time_;
    const RowColumn& process_;
    const StringColumn& application_;
    const U64Column& swap_chain_;
    const U8Column& shown_;
    const std::vector<F64Column>& columns_;
};

bool in_order(const Stream& a, const Stream& b) {
    if (a.count != b.count) return a.count > b.count;
    return std::tie(a.application, a.pid, a.swap_chain) <
           std::tie(b.application, b.pid, b.swap_chain);
}

// Whoever is in the log at all, be it before the window.
std::set<Row> processes_in(const Source& log) {
    std::set<Row> out;
    for (const Row row : log.table.rows()) {
        if (log.process.has(row)) out.insert(log.process[row]);
    }
    return out;
}

}  // namespace

Result compute(const Store& store, const Run& run) {
    const Source log(store, "frame_log"), own(store, "frame_metric");
    if (!log.table && !own.table) throw skip(kNothing);
    Result out;
    Computation(store, run, log).add_streams({}, out.streams);
    Computation(store, run, own).add_streams(processes_in(log), out.streams);
    if (out.streams.empty()) throw skip("no frame of a log or with a present is in the window");
    std::stable_sort(out.streams.begin(), out.streams.end(), in_order);
    std::map<std::string, std::uint32_t> numbers;
    for (Stream& each : out.streams) each.number = ++numbers[each.application];
    std::stable_partition(out.streams.begin(), out.streams.end(),
                          [](const Stream& each) { return each.focus; });
    return out;
}

}  // namespace benchlab::analyzers::presentmon
