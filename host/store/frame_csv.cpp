#include "store/frame_csv.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include "base/units.hpp"
#include "store/frame_metric.hpp"
#include "store/values.hpp"

namespace benchlab::store {
namespace {

constexpr double kNsPerMs = 1e6;

enum class What : std::uint8_t {
    kApplication,
    kProcess,
    kChain,
    kRuntime,
    kSync,
    kFlags,
    kTearing,
    kMode,
    kType,
    kDropped,
    kTime,        // ns since the start
    kSinceInput,  // from the input to the call of Present
    kValue,       // a duration of the tables
    kNumber,      // the program's own number of the frame
};
enum class Absent : std::uint8_t { kNa, kZero };

struct Column {
    const char* heading;
    What what;
    const char* field = "";
    Absent absent = Absent::kNa;
    int decimals =
        6;  // of the unit, a millisecond mostly: PresentMon has 4, which would lose nanoseconds
};

constexpr Absent kNa = Absent::kNa, kZero = Absent::kZero;
constexpr What kValue = What::kValue;

constexpr Column kDefaultColumns[] = {
    {"Application", What::kApplication},
    {"ProcessID", What::kProcess},
    {"SwapChainAddress", What::kChain},
    {"PresentRuntime", What::kRuntime},
    {"SyncInterval", What::kSync},
    {"PresentFlags", What::kFlags},
    {"AllowsTearing", What::kTearing},
    {"PresentMode", What::kMode},
    {"FrameType", What::kType},
    {"TimeInMs", What::kTime, "time"},
    {"MsBetweenSimulationStart", kValue, "simulation_step", kNa},
    {"MsBetweenPresents", kValue, "between_presents", kZero, 14},
    {"MsBetweenDisplayChange", kValue, "display_change", kNa, 14},
    {"MsInPresentAPI", kValue, "in_present", kZero, 14},
    {"MsRenderPresentLatency", kValue, "render_done", kZero, 14},
    {"MsUntilDisplayed", kValue, "until_displayed", kNa},
    {"MsPCLatency", kValue, "pc_latency", kNa},
    {"CPUStartTimeInMs", What::kTime, "cpu_start"},
    {"MsBetweenAppStart", kValue, "app_time", kZero},
    {"MsCPUBusy", kValue, "cpu_busy", kZero},
    {"MsCPUWait", kValue, "cpu_wait", kZero},
    {"MsGPULatency", kValue, "gpu_latency", kZero},
    {"MsGPUTime", kValue, "gpu_time", kZero},
    {"MsGPUBusy", kValue, "gpu_busy", kZero},
    {"MsGPUWait", kValue, "gpu_wait", kZero},
    {"MsVideoBusy", kValue, "video_busy", kZero},
    {"MsAnimationError", kValue, "animation_error", kNa},
    {"AnimationTime", kValue, "animation_time", kNa},
    {"MsFlipDelay", kValue, "flip_delay", kNa},
    {"MsAllInputToPhotonLatency", kValue, "input_latency", kNa},
    {"MsClickToPhotonLatency", kValue, "click_latency", kNa},
    {"MsInstrumentedLatency", kValue, "instrumented_latency", kNa},
    {"AppFrameId", What::kNumber},
};

constexpr Column kV1Columns[] = {
    {"Application", What::kApplication},
    {"ProcessID", What::kProcess},
    {"SwapChainAddress", What::kChain},
    {"Runtime", What::kRuntime},
    {"SyncInterval", What::kSync},
    {"PresentFlags", What::kFlags},
    {"Dropped", What::kDropped},
    {"TimeInSeconds", What::kTime, "time", kNa, 9},
    {"msInPresentAPI", kValue, "in_present", kZero, 14},
    {"msBetweenPresents", kValue, "between_presents", kZero, 14},
    {"AllowsTearing", What::kTearing},
    {"PresentMode", What::kMode},
    {"msUntilRenderComplete", kValue, "render_done", kZero, 14},
    {"msUntilDisplayed", kValue, "until_displayed", kZero, 14},
    {"msBetweenDisplayChange", kValue, "display_change", kZero, 14},
    {"msFlipDelay", kValue, "flip_delay", kZero, 14},
    {"msUntilRenderStart", kValue, "render_start", kZero, 14},
    {"msGPUActive", kValue, "gpu_busy", kZero, 14},
    {"msGPUVideoActive", kValue, "video_busy", kZero, 14},
    {"msSinceInput", What::kSinceInput, "", kZero, 14},
};

// A table with frames, and its values by column of the form.
class Source {
  public:
    Source(const Store& store, const char* name, std::span<const Column> form)
        : table_(store.find(name)),
          time_(table_, "time"),
          process_(table_, "process"),
          pid_(store.find("process"), "pid"),
          application_(table_, "application"),
          runtime_(table_, "runtime"),
          mode_(table_, "mode"),
          type_(table_, "type"),
          chain_(table_, "swap_chain"),
          app_frame_(table_, "app_frame"),
          sync_(table_, "sync_interval"),
          flags_(table_, "flags"),
          tearing_(table_, "tearing"),
          shown_(table_, "shown"),
          input_(table_, "input_latency"),
          displayed_(table_, "until_displayed"),
          store_(store) {
        for (const Column& each : form) {
            const bool value = each.what == What::kValue;
            values_.emplace_back(value ? table_ : nullptr, each.field);
            times_.emplace_back(each.what == What::kTime ? table_ : nullptr, each.field);
        }
    }

    std::uint64_t rows() const { return table_ == nullptr ? 0 : table_->rows(); }
    std::int64_t time(std::uint64_t row) const { return time_.get(row); }
    std::uint32_t process(std::uint64_t row) const { return process_[row]; }
    // A frame of the program itself, which 1.x has alone.
    bool is_presented(std::uint64_t row) const {
        return is_of_program(store_.text(type_.get(row)));
    }

    bool has(const Column& column, std::size_t at, std::uint64_t row) const {
        switch (column.what) {
            case What::kType:
                return type_.has(row);
            case What::kDropped:
                return shown_.has(row);
            case What::kMode:
                return mode_.has(row);
            case What::kTearing:
                return tearing_.has(row);
            case What::kSinceInput:
                return input_.has(row);
            case What::kNumber:
                return app_frame_.has(row);
            case What::kTime:
                return times_[at].has(row);
            case What::kValue:
                return values_[at].has(row);
            default:
                return true;
        }
    }

    void put(const Column& column, std::size_t at, std::uint64_t row, FrameCsvForm form,
             std::string& out) const;

  private:
    void put_text(std::string_view text, std::string_view otherwise, std::string& out) const {
        out += text.empty() ? otherwise : text;
    }
    void put_type(std::uint64_t row, std::string& out) const {
        const std::string_view type = store_.text(type_.get(row));
        // Several of one present, or the table would not have them.
        put_text(type == "Repeated" ? "AMD AFMF" : type, "Application", out);
    }

    const StoredTable* const table_;
    const Values<std::int64_t> time_;
    const Rows process_;
    const Values<std::uint32_t> pid_;
    const Values<std::uint32_t> application_, runtime_, mode_, type_;
    const Values<std::uint64_t> chain_, app_frame_;
    const Values<std::int32_t> sync_;
    const Values<std::uint32_t> flags_;
    const Values<std::uint8_t> tearing_, shown_;
    const Values<double> input_, displayed_;
    const Store& store_;
    std::vector<Values<double>> values_;
    std::vector<Values<std::int64_t>> times_;
};

void put_number(double ms, const Column& column, std::string& out) {
    if (std::isnan(ms)) {
        out += column.absent == kNa ? "NA" : "0";
    } else {
        fmt::format_to(std::back_inserter(out), "{:.{}f}", ms, column.decimals);
    }
}

void Source::put(const Column& column, std::size_t at, std::uint64_t row, FrameCsvForm form,
                 std::string& out) const {
    const bool v1 = form == FrameCsvForm::kV1;
    const auto to = std::back_inserter(out);
    switch (column.what) {
        case What::kApplication:
            return put_text(store_.text(application_.get(row)), "<unknown>", out);
        case What::kProcess:
            fmt::format_to(to, "{}", process_[row] == BL_NO_ROW ? 0 : pid_.get(process_[row]));
            return;
        case What::kChain:
            fmt::format_to(to, "0x{:0{}X}", chain_.get(row), v1 ? 16 : 1);
            return;
        case What::kRuntime:
            return put_text(store_.text(runtime_.get(row)), "Other", out);
        case What::kSync:
            fmt::format_to(to, "{}", sync_.get(row, -1));
            return;
        case What::kFlags:
            fmt::format_to(to, "{}", flags_.get(row));
            return;
        case What::kTearing:
            fmt::format_to(to, "{}", tearing_.get(row));
            return;
        case What::kMode:
            return put_text(store_.text(mode_.get(row)), "Other", out);
        case What::kType:
            return put_type(row, out);
        case What::kDropped:
            out += shown_.get(row) == 0 ? "1" : "0";
            return;
        case What::kTime: {
            const Values<std::int64_t>& times = times_[at];
            const double ns = times.has(row) ? static_cast<double>(times.get(row)) : kNoFigure;
            return put_number(ns / (v1 ? base::kNsPerSecond : kNsPerMs), column, out);
        }
        case What::kSinceInput:
            return put_number(
                (input_.get(row, kNoFigure) - displayed_.get(row, kNoFigure)) / kNsPerMs, column,
                out);
        case What::kNumber:
            if (app_frame_.has(row))
                fmt::format_to(to, "{}", app_frame_.get(row));
            else
                out += "NA";
            return;
        case What::kValue:
            return put_number(values_[at].get(row, kNoFigure) / kNsPerMs, column, out);
    }
}

struct Line {
    std::int64_t time;
    const Source* source;
    std::uint64_t row;
};

// The log's, then those of processes that are in no log; by time, of equals the log's first.
std::vector<Line> lines_of(const Source& log, const Source& own, FrameCsvForm form,
                           std::int64_t begin, std::int64_t end) {
    std::vector<Line> out;
    std::set<std::uint32_t> told;
    const auto add = [&](const Source& source, std::uint64_t row) {
        const std::int64_t time = source.time(row);
        if (time < begin || time >= end) return;
        if (form == FrameCsvForm::kV1 && !source.is_presented(row)) return;
        out.push_back({time, &source, row});
    };
    for (std::uint64_t row = 0; row < log.rows(); ++row) {
        if (log.process(row) != BL_NO_ROW) told.insert(log.process(row));
        add(log, row);
    }
    for (std::uint64_t row = 0; row < own.rows(); ++row) {
        if (told.count(own.process(row)) == 0) add(own, row);
    }
    std::stable_sort(out.begin(), out.end(),
                     [](const Line& a, const Line& b) { return a.time < b.time; });
    return out;
}

}  // namespace

std::uint64_t export_frame_csv(const Store& store, FrameCsvForm form, std::int64_t begin,
                               std::int64_t end,
                               const std::function<void(std::string_view)>& write) {
    const std::span<const Column> columns = form == FrameCsvForm::kV1
                                                ? std::span<const Column>(kV1Columns)
                                                : std::span<const Column>(kDefaultColumns);
    const Source log(store, "frame_log", columns), own(store, "frame_metric", columns);
    const std::vector<Line> lines = lines_of(log, own, form, begin, end);
    std::vector<std::size_t> used;
    std::string text = "\xEF\xBB\xBF";
    for (std::size_t at = 0; at < columns.size(); ++at) {
        const bool any = std::any_of(lines.begin(), lines.end(), [&](const Line& line) {
            return line.source->has(columns[at], at, line.row);
        });
        if (!any) continue;
        if (!used.empty()) text += ',';
        text += columns[at].heading;
        used.push_back(at);
    }
    for (const Line& line : lines) {
        text += "\r\n";
        for (const std::size_t at : used) {
            if (at != used.front()) text += ',';
            line.source->put(columns[at], at, line.row, form, text);
        }
        if (text.size() < 60000) continue;
        write(text);
        text.clear();
    }
    text += "\r\n";
    write(text);
    return lines.size();
}

}  // namespace benchlab::store
