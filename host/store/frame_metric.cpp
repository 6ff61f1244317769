#include "store/frame_metric.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <vector>

#include "benchlab/tables.h"
#include "store/compile_work.hpp"
#include "store/gpu_work.hpp"
#include "store/input_times.hpp"
#include "store/values.hpp"

namespace benchlab::store {
namespace {

enum Metric : unsigned {
    kBetweenPresents,
    kAppTime,
    kInPresent,
    kCpuBusy,
    kCpuWait,
    kGpuLatency,
    kGpuTime,
    kGpuBusy,
    kGpuWait,
    kVideoBusy,
    kRenderStart,
    kRenderDone,
    kUntilDisplayed,
    kDisplayChange,
    kDisplayLatency,
    kDisplayedTime,
    kAnimationError,
    kAnimationTime,
    kFlipDelay,
    kClickLatency,
    kInputLatency,
    kCompiles,
    kCompileTime,
    kCompileShare,
    kMetricCount
};
constexpr const char* kColumns[kMetricCount] = {
    "between_presents", "app_time",        "in_present",      "cpu_busy",       "cpu_wait",
    "gpu_latency",      "gpu_time",        "gpu_busy",        "gpu_wait",       "video_busy",
    "render_start",     "render_done",     "until_displayed", "display_change", "display_latency",
    "displayed_time",   "animation_error", "animation_time",  "flip_delay",     "click_latency",
    "input_latency",    "compiles",        "compile_time",    "compile_share"};

// One coming of a present to a screen.
struct Shown {
    std::int64_t time;
    std::uint32_t type;  // text
    std::optional<std::int64_t> delay;
};

// A row of the table.
struct Measured {
    std::uint32_t frame = 0, present = 0, process = BL_NO_ROW, type = 0;
    std::int64_t time = 0, cpu_start = BL_NO_TIME;
    std::optional<std::int64_t> screen;
    std::optional<bool> shown;
    std::array<double, kMetricCount> values;

    Measured() { values.fill(kNoFigure); }
    void set(Metric metric, std::int64_t ns) { values[metric] = static_cast<double>(ns); }
    // PresentMon has no value where a time would not go forward.
    void set_forward(Metric metric, std::int64_t from, std::int64_t to) {
        if (from < to) set(metric, to - from);
    }
};

// By row of `present`.
class Displays {
  public:
    Displays(const StoredTable* display, const Names& names) : names_(names) {
        const Values<std::int64_t> time(display, "time"), delay(display, "delay");
        const Values<std::uint32_t> type(display, "type");
        const Rows present(display, "present");
        const std::uint64_t rows = display == nullptr ? 0 : display->rows();
        for (std::uint64_t row = 0; row < rows; ++row) {
            if (present[row] == BL_NO_ROW) continue;
            Shown shown{time.get(row), type.get(row), std::nullopt};
            if (delay.has(row)) shown.delay = delay.get(row);
            of_[present[row]].push_back(shown);
        }
        for (auto& [present_row, list] : of_) drop_repeated(list);
    }

    const std::vector<Shown>& of(std::uint32_t present) const {
        static const std::vector<Shown> none;
        const auto found = of_.find(present);
        return found == of_.end() ? none : found->second;
    }
    bool is_generated(const Shown& shown) const { return !is_of_program(names_.text(shown.type)); }

  private:
    // One repetition beside the frame itself is no frame; several are what a driver generated.
    void drop_repeated(std::vector<Shown>& list) const {
        const auto repeated = [&](const Shown& each) {
            return names_.text(each.type) == "Repeated";
        };
        if (list.size() > 1 && std::count_if(list.begin(), list.end(), repeated) == 1) {
            std::erase_if(list, repeated);
        }
    }

    const Names& names_;
    std::map<std::uint32_t, std::vector<Shown>> of_;
};

// A present that ends a frame, or one that a loop begins with.
struct Step {
    std::uint32_t present = BL_NO_ROW, process = BL_NO_ROW;
    std::uint32_t frame = BL_NO_ROW;  // none: the loop begins
    std::int64_t call = 0;
    std::optional<std::int64_t> returned;
};

class Loops {
  public:
    Loops(const StoredTable* present, const StoredTable& frame)
        : begin_(present, "begin"),
          end_(present, "end"),
          nesting_(present, "nesting"),
          process_(present, "process"),
          chain_(present, "swap_chain"),
          rows_(present == nullptr ? 0 : present->rows()) {
        const Values<std::int64_t> frame_begin(&frame, "begin");
        const Values<std::uint32_t> loop(&frame, "loop");
        const Rows presents(&frame, "present"), process(&frame, "process");
        for (std::uint64_t row = 0; row < frame.rows(); ++row) {
            if (presents[row] == BL_NO_ROW) continue;
            std::vector<Step>& steps = steps_[loop.get(row)];
            Step step = step_of(presents[row]);
            step.process = process[row];
            step.frame = static_cast<std::uint32_t>(row);
            if (steps.empty()) add_first(steps, frame_begin.get(row), step);
            steps.push_back(step);
        }
    }

    const std::map<std::uint32_t, std::vector<Step>>& all() const { return steps_; }
    // Of all loops, in the order of their calls.
    std::vector<Step> by_call() const {
        std::vector<Step> out;
        for (const auto& [loop, steps] : steps_) out.insert(out.end(), steps.begin(), steps.end());
        std::stable_sort(out.begin(), out.end(),
                         [](const Step& a, const Step& b) { return a.call < b.call; });
        return out;
    }

  private:
    Step step_of(std::uint32_t present) const {
        Step step;
        step.present = present;
        step.call = begin_.get(present);
        if (end_.has(present)) step.returned = std::max(end_.get(present), step.call);
        return step;
    }
    // The present at which the first frame of a loop begins is the end of no frame.
    void add_first(std::vector<Step>& steps, std::int64_t call, const Step& next) const {
        std::uint64_t low = 0, high = rows_;
        while (low < high) {
            const std::uint64_t middle = low + (high - low) / 2;
            (begin_.get(middle) < call ? low : high) =
                begin_.get(middle) < call ? middle + 1 : middle;
        }
        std::optional<std::uint32_t> found;
        for (std::uint64_t row = low; row < rows_ && begin_.get(row) == call; ++row) {
            if (process_[row] != process_[next.present] || nesting_.get(row) != 0) continue;
            const bool same_chain = chain_.get(row) == chain_.get(next.present);
            if (!found || same_chain) found = static_cast<std::uint32_t>(row);
        }
        if (!found) return;
        steps.push_back(step_of(*found));
        steps.back().process = next.process;
    }

    const Values<std::int64_t> begin_, end_;
    const Values<std::uint8_t> nesting_;
    const Rows process_;
    const Values<std::uint64_t> chain_;
    const std::uint64_t rows_;
    std::map<std::uint32_t, std::vector<Step>> steps_;
};

class Measuring {
  public:
    Measuring(const std::deque<StoredTable>& tables, const StoredTable& frame, const Names& names)
        : present_(table_named(tables, "present")),
          outcome_(present_, "outcome"),
          displays_(table_named(tables, "display"), names),
          loops_(present_, frame) {
        const std::vector<Step> steps = loops_.by_call();
        std::vector<PresentOf> presents;
        for (const Step& each : steps) {
            presents.push_back({each.process, each.present, each.call, each.frame != BL_NO_ROW});
        }
        gpu_ = gpu_work_of(tables, presents);
        compiling_ = compile_work_of(tables, presents);
        Inputs inputs(tables, names);
        if (inputs.empty()) return;
        for (const Step& each : steps) {
            const bool is_shown = !displays_.of(each.present).empty();
            inputs_[each.present] = inputs.take(each.process, each.call, is_shown);
        }
    }

    std::vector<Measured> measure() {
        std::vector<Measured> out;
        for (const auto& [loop, steps] : loops_.all()) add_loop(steps, out);
        std::stable_sort(out.begin(), out.end(),
                         [](const Measured& a, const Measured& b) { return a.time < b.time; });
        return out;
    }

  private:
    // What came to the screen last.
    struct Screen {
        std::optional<std::int64_t> time;      // of anything
        std::optional<std::int64_t> frame;     // of a frame of the program itself
        std::int64_t simulation = BL_NO_TIME;  // where that began
        std::optional<std::size_t> row;
    };

    void add_loop(const std::vector<Step>& steps, std::vector<Measured>& out) {
        const bool tells = std::any_of(steps.begin(), steps.end(), [&](const Step& each) {
            return !displays_.of(each.present).empty();
        });
        Screen screen;
        const Step* before = nullptr;
        for (const Step& step : steps) {
            const std::vector<Shown>& shown = displays_.of(step.present);
            if (step.frame == BL_NO_ROW) {
                if (!shown.empty()) screen.time = shown.back().time;
            } else if (shown.empty()) {
                out.push_back(application_row(step, before));
                out.back().shown = shown_by_outcome(step.present, tells);
            } else {
                add_shown(step, before, shown, screen, out);
            }
            before = &step;
        }
    }

    // A row for each coming to the screen; the one of the frame itself has what the CPU and the GPU
    // did for it.
    void add_shown(const Step& step, const Step* before, const std::vector<Shown>& list,
                   Screen& screen, std::vector<Measured>& out) {
        const auto own = std::find_if(list.begin(), list.end(), [&](const Shown& each) {
            return !displays_.is_generated(each);
        });
        const std::size_t last = list.size() - 1;
        const std::size_t of_program =
            own == list.end() ? last : static_cast<std::size_t>(own - list.begin());
        for (std::size_t i = 0; i < list.size(); ++i) {
            out.push_back(i == of_program ? application_row(step, before) : bare_row(step));
            Measured& row = out.back();
            row.type = list[i].type;
            set_screen(row, list[i], screen, i == of_program);
            if (screen.row)
                out[*screen.row].set_forward(kDisplayedTime, *screen.time, list[i].time);
            screen.row = out.size() - 1;
            screen.time = list[i].time;
        }
    }

    void set_screen(Measured& row, const Shown& shown, Screen& screen, bool is_programs) const {
        row.shown = true;
        row.screen = shown.time;
        row.set_forward(kUntilDisplayed, row.time, shown.time);
        if (screen.time) row.set_forward(kDisplayChange, *screen.time, shown.time);
        if (shown.delay) row.set(kFlipDelay, *shown.delay);
        if (!is_programs) return;
        const auto input = inputs_.find(row.present);
        if (input != inputs_.end()) {
            const auto& [any, click] = input->second;
            if (any != BL_NO_TIME) row.set_forward(kInputLatency, any, shown.time);
            if (click != BL_NO_TIME) row.set_forward(kClickLatency, click, shown.time);
        }
        if (row.cpu_start == BL_NO_TIME) return;
        row.set_forward(kDisplayLatency, row.cpu_start, shown.time);
        row.set(kAnimationTime, row.cpu_start);
        // Without marks of the program its own time is that at which it began the frame.
        if (screen.frame && screen.simulation < row.cpu_start) {
            row.set(kAnimationError,
                    (row.cpu_start - screen.simulation) - (shown.time - *screen.frame));
        }
        screen.frame = shown.time;
        screen.simulation = row.cpu_start;
    }

    Measured bare_row(const Step& step) const {
        Measured row;
        row.frame = step.frame;
        row.present = step.present;
        row.process = step.process;
        row.time = step.call;
        return row;
    }

    Measured application_row(const Step& step, const Step* before) const {
        Measured row = bare_row(step);
        if (before != nullptr) row.set_forward(kBetweenPresents, before->call, step.call);
        if (step.returned) {
            row.set(kInPresent, *step.returned - step.call);
            row.set(kCpuWait, *step.returned - step.call);
        }
        // Of two calls at once the earlier may return within the later one.
        if (before != nullptr && before->returned && *before->returned <= step.call) {
            row.cpu_start = *before->returned;
            row.set(kCpuBusy, step.call - row.cpu_start);
            if (step.returned) row.set(kAppTime, *step.returned - row.cpu_start);
        }
        const auto work = gpu_.find(step.present);
        if (work != gpu_.end()) set_gpu(row, work->second);
        const auto compiling = compiling_.find(step.present);
        if (compiling != compiling_.end()) set_compiling(row, compiling->second);
        return row;
    }

    static void set_compiling(Measured& row, const CompileWork& work) {
        row.values[kCompiles] = static_cast<double>(work.begun);
        row.set(kCompileTime, work.time);
        if (work.length <= 0) return;
        row.values[kCompileShare] =
            static_cast<double>(work.busy) / static_cast<double>(work.length);
    }

    static void set_gpu(Measured& row, const GpuWork& work) {
        row.set(kGpuBusy, work.busy);
        row.set(kVideoBusy, work.video);
        const std::int64_t time = work.begin == BL_NO_TIME ? 0 : work.end - work.begin;
        row.set(kGpuTime, time);
        row.set(kGpuWait, time - work.busy);
        if (work.begin == BL_NO_TIME) return;
        row.set(kRenderStart, work.begin - row.time);
        row.set(kRenderDone, work.end - row.time);
        if (row.cpu_start == BL_NO_TIME) return;
        row.set(kGpuLatency, std::max<std::int64_t>(work.begin - row.cpu_start, 0));
    }

    // Of a present that no row of display shows.
    std::optional<bool> shown_by_outcome(std::uint32_t present, bool others_are_told) const {
        switch (outcome_.get(present)) {
            case BL_PRESENT_OUTCOME_SHOWN:
                return true;
            case BL_PRESENT_OUTCOME_DISCARDED:
                return false;
            case BL_PRESENT_OUTCOME_LOST:
                return std::nullopt;
            default:
                if (others_are_told) return false;
                return std::nullopt;
        }
    }

    const StoredTable* const present_;
    const Values<std::uint8_t> outcome_;
    const Displays displays_;
    const Loops loops_;
    std::map<std::uint32_t, GpuWork> gpu_;
    std::map<std::uint32_t, CompileWork> compiling_;
    std::map<std::uint32_t, InputTimes> inputs_;
};

// Columns that are those of the present.
template <class T>
void copy(const StoredTable& present, const char* name, std::uint32_t type,
          const std::vector<Measured>& rows, StoredTable& to) {
    const Values<T> from(&present, name);
    if (!from) return;
    StoredColumn& column = to.add(name, type);
    std::uint64_t* const has = is_integer(type) && !rows.empty() ? column.make_present() : nullptr;
    for (std::size_t row = 0; row < rows.size(); ++row) {
        column.values<T>()[row] = from.get(rows[row].present);
        if (has != nullptr && from.has(rows[row].present)) set_bit(has, row);
    }
}

// A column that no row has a value in is left out, as if no reader had filled it; so is that of
// video engines where none worked.
void add_metrics(const std::vector<Measured>& rows, StoredTable& to) {
    for (unsigned metric = 0; metric < kMetricCount; ++metric) {
        const bool any = std::any_of(rows.begin(), rows.end(), [&](const Measured& row) {
            const double value = row.values[metric];
            return value == value && (metric != kVideoBusy || value != 0);
        });
        if (!any) continue;
        const auto values = to.add(kColumns[metric], BL_COL_F64).values<double>();
        for (std::size_t row = 0; row < rows.size(); ++row) values[row] = rows[row].values[metric];
    }
}

std::unique_ptr<StoredTable> table_of(const std::vector<Measured>& rows, const StoredTable& present,
                                      const StoredTable* process) {
    auto out =
        std::make_unique<StoredTable>("frame_metric", find_table_spec("frame_metric"), rows.size());
    const auto time = out->add("time", BL_COL_TIME).values<std::int64_t>();
    const auto frame = out->add("frame", BL_COL_ROW).values<std::uint32_t>();
    const auto of = out->add("present", BL_COL_ROW).values<std::uint32_t>();
    const auto owner = out->add("process", BL_COL_ROW).values<std::uint32_t>();
    const auto application = out->add("application", BL_COL_STRING).values<std::uint32_t>();
    const auto type = out->add("type", BL_COL_STRING).values<std::uint32_t>();
    const auto cpu_start = out->add("cpu_start", BL_COL_TIME).values<std::int64_t>();
    const auto screen = out->add("screen", BL_COL_TIME).values<std::int64_t>();
    StoredColumn& shown = out->add("shown", BL_COL_U8);
    std::uint64_t* const has_shown = shown.make_present();
    const Values<std::uint32_t> name(process, "name");
    for (std::size_t row = 0; row < rows.size(); ++row) {
        const Measured& from = rows[row];
        time[row] = from.time;
        frame[row] = from.frame;
        of[row] = from.present;
        owner[row] = from.process;
        application[row] = from.process == BL_NO_ROW ? 0 : name.get(from.process);
        type[row] = from.type;
        cpu_start[row] = from.cpu_start;
        screen[row] = from.screen.value_or(BL_NO_TIME);
        shown.values<std::uint8_t>()[row] = from.shown.value_or(false) ? 1 : 0;
        if (from.shown) set_bit(has_shown, row);
    }
    copy<std::uint64_t>(present, "swap_chain", BL_COL_U64, rows, *out);
    copy<std::uint32_t>(present, "runtime", BL_COL_STRING, rows, *out);
    copy<std::uint32_t>(present, "mode", BL_COL_STRING, rows, *out);
    copy<std::int32_t>(present, "sync_interval", BL_COL_I32, rows, *out);
    copy<std::uint32_t>(present, "flags", BL_COL_U32, rows, *out);
    copy<std::uint8_t>(present, "tearing", BL_COL_U8, rows, *out);
    copy<std::uint64_t>(present, "app_frame", BL_COL_U64, rows, *out);
    add_metrics(rows, *out);
    return out;
}

}  // namespace

std::unique_ptr<StoredTable> derive_frame_metric(const std::deque<StoredTable>& tables,
                                                 const StoredTable* frame, const Names& names) {
    const StoredTable* const present = table_named(tables, "present");
    if (present == nullptr || frame == nullptr) return nullptr;
    const std::vector<Measured> rows = Measuring(tables, *frame, names).measure();
    if (rows.empty()) return nullptr;
    return table_of(rows, *present, table_named(tables, "process"));
}

}  // namespace benchlab::store
