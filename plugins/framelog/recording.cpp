#include "recording.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace benchlab::framelog {

namespace {

constexpr double kNsPerMs = 1e6;
// What is remembered of chains and processes is bounded: a damaged log has a new one in each row.
constexpr std::size_t kMostRemembered = 1 << 16;
// Times are not moved or added up beyond this, so that no sum of two leaves the type.
constexpr std::int64_t kMostTicks = 4'000'000'000'000'000'000;

bool wants_frame_log(const bl_read& read) {
    if (read.tables == nullptr) return true;
    for (const char* const* table = read.tables; *table != nullptr; ++table) {
        if (std::strcmp(*table, "frame_log") == 0) return true;
    }
    return false;
}

std::string_view file_name(std::string_view path) {
    const std::size_t slash = path.find_last_of("/\\");
    return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

double& at(Frame& frame, Field field) {
    return frame.duration[index(field) - kFirstDuration];
}

// 16.612 ms are 16612000 ns and not 16611999.999999998: no clock ticks finer than this.
double whole_picoseconds(double ns) {
    return std::abs(ns) < 1e12 ? std::nearbyint(ns * 1e3) / 1e3 : ns;
}

// PresentMon's word for a process that it never saw start.
bool is_known(std::string_view application) {
    return !application.empty() && application != "<unknown>" && application != "<error>" &&
           application != "NA";
}

std::uint32_t pid_of(const RawRow& row) {
    const double pid = row[Field::kProcessId];
    // 0xFFFFFFFF is nobody.
    return pid >= 0 && pid < 4294967295.0 ? static_cast<std::uint32_t>(pid) : BL_NO_ROW;
}

}  // namespace

Recording::Recording(const bl_host* host, const bl_read& read, bl_builder* lane,
                     const bl_builder_api& api)
    : host_(host), lane_(lane), api_(api), wanted_(wants_frame_log(read)) {}

void Recording::check(bl_status status) {
    if (status != BL_OK) throw Error(status, "");
}

std::uint32_t Recording::intern(std::string_view text) {
    return text.empty() ? 0 : api_.intern(lane_, text.data(), text.size());
}

void Recording::fact(const std::string& name, std::string_view text) {
    check(api_.set_fact(lane_, name.c_str(), text.data(), text.size()));
}

void Recording::problem(const Complaint& complaint, std::string_view where, std::uint64_t offset) {
    const std::string text = std::string(where) + ": " + complaint.text;
    check(api_.problem(lane_, complaint.code, text.data(), text.size(), offset));
}

void Recording::complain(const char* code, std::string text, const RawRow& row) {
    problem({code, std::move(text)}, path_ + ": line " + std::to_string(row.line), row.offset);
}

void Recording::set_clock(const TimePlan& plan) {
    has_clock_ = true;
    clock_frequency_ = plan.frequency;
    clock_zero_ = plan.zero;
    bl_clock clock{};
    clock.struct_size = sizeof clock;
    clock.kind = plan.frequency == 0 ? BL_CLOCK_RELATIVE : BL_CLOCK_QPC;
    clock.ticks_per_second = plan.frequency == 0 ? 1'000'000'000 : plan.frequency;
    clock.zero = plan.zero;
    check(api_.set_clock(lane_, &clock));
    fact("clock", plan.clock);
}

void Recording::begin_log(const Layout& layout, const TimePlan& plan, std::string_view program,
                          double longest_ns, bool continues) {
    check(batch_.flush(lane_, api_));
    if (!has_clock_) set_clock(plan);
    plan_ = plan;
    tool_ = layout.tool;
    program_ = program;
    longest_ns_ = longest_ns;
    has_dropped_ = layout.has(Field::kDropped);
    has_until_displayed_ = layout.has(Field::kUntilDisplayed);
    has_displayed_time_ = layout.has(Field::kDisplayedTime);
    joined_ = continues && plan.frequency == 0;
    shift_ = 0;
    if (!continues) first_time_ = BL_NO_TIME;
    first_row_ = true;
    chains_.clear();
    for (Text& text : texts_) text.is_set = false;
    choose_columns(layout);
}

void Recording::choose_columns(const Layout& layout) {
    bool texts[kTextCount];
    for (std::size_t i = 0; i < kTextCount; ++i) texts[i] = layout.has(static_cast<Field>(i));
    texts[index(Field::kApplication)] |= !program_.empty();
    std::uint32_t known = 0;
    if (layout.has(Field::kSyncInterval)) known |= Frame::kSyncInterval;
    if (layout.has(Field::kFlags)) known |= Frame::kFlags;
    if (layout.has(Field::kTearing)) known |= Frame::kTearing;
    if (layout.has(Field::kAppFrame)) known |= Frame::kAppFrame;
    if (has_dropped_ || has_until_displayed_ || has_displayed_time_) known |= Frame::kShown;
    std::array<bool, kDurationCount> durations{};
    for (std::size_t i = 0; i < kDurationCount; ++i) {
        durations[i] = layout.has(static_cast<Field>(kFirstDuration + i));
    }
    const auto duration = [&](Field field) -> bool& {
        return durations[index(field) - kFirstDuration];
    };
    duration(Field::kAppTime) |= duration(Field::kCpuBusy) && duration(Field::kCpuWait);
    duration(Field::kInputLatency) |=
        layout.has(Field::kSinceInput) && layout.has(Field::kUntilDisplayed);
    batch_.choose(texts, known, plan_.cpu_start != Field::kNone, durations);
}

void Recording::add(const RawRow& row) {
    Frame frame;
    set_durations(row, frame);
    set_integers(row, frame);
    set_times(row, frame);
    set_texts(row, frame);
    note_process(is_known(row.text[index(Field::kApplication)])
                     ? row.text[index(Field::kApplication)]
                     : std::string_view(),
                 frame.pid, frame.time);
    ++rows_;
    if (!wanted_) return;
    batch_.add(frame);
    if (batch_.full()) check(batch_.flush(lane_, api_));
}

void Recording::set_durations(const RawRow& row, Frame& frame) {
    for (std::size_t i = 0; i < kDurationCount; ++i) {
        const auto field = static_cast<Field>(kFirstDuration + i);
        double& ns = frame.duration[i];
        ns = row.number[kFirstDuration + i] * kNsPerMs;
        if (std::isnan(ns)) continue;
        if (field == Field::kBetweenPresents) ns *= plan_.frame_time_ms;
        ns = whole_picoseconds(ns);
        if (ns < 0 && !may_be_negative(field)) {
            complain("framelog.negative",
                     std::string(kDurationNames[i]) + " is below 0: taken as absent", row);
            ns = kAbsent;
        } else if (std::abs(ns) > longest_ns_ && field != Field::kAnimationTime) {
            complain("framelog.too-long",
                     std::string(kDurationNames[i]) + " is longer than the log: taken as absent",
                     row);
            ns = kAbsent;
        } else if (ns == 0 &&
                   (zero_is_absent(field) || (field == Field::kFlipDelay && has_dropped_))) {
            ns = kAbsent;
        }
    }
    double& app_time = at(frame, Field::kAppTime);
    double& busy = at(frame, Field::kCpuBusy);
    double& wait = at(frame, Field::kCpuWait);
    if (!row.has(Field::kAppTime)) app_time = busy + wait;  // 2.0 has no column for it
    // A generated frame, or one whose beginning was not seen.
    if (app_time == 0) app_time = busy = wait = kAbsent;
    if (std::isnan(at(frame, Field::kInputLatency)) && row[Field::kSinceInput] > 0) {
        at(frame, Field::kInputLatency) =
            row[Field::kSinceInput] * kNsPerMs + at(frame, Field::kUntilDisplayed);
    }
}

void Recording::set_integers(const RawRow& row, Frame& frame) {
    frame.pid = pid_of(row);
    if (row.has(Field::kSwapChain)) {
        frame.swap_chain = row.swap_chain;
        frame.known |= Frame::kSwapChain;
    }
    // -1 is written for Direct3D 9, which does not say.
    if (row[Field::kSyncInterval] >= 0 && row[Field::kSyncInterval] < 2147483648.0) {
        frame.sync_interval = static_cast<std::int32_t>(row[Field::kSyncInterval]);
        frame.known |= Frame::kSyncInterval;
    }
    if (row[Field::kFlags] >= 0 && row[Field::kFlags] < 4294967296.0) {
        frame.flags = static_cast<std::uint32_t>(row[Field::kFlags]);
        frame.known |= Frame::kFlags;
    }
    if (row.has(Field::kTearing)) {
        frame.tearing = row[Field::kTearing] != 0;
        frame.known |= Frame::kTearing;
    }
    if (row.has(Field::kAppFrame)) {
        frame.app_frame = row.app_frame;
        frame.known |= Frame::kAppFrame;
    }
    if (has_dropped_) {
        frame.shown = row[Field::kDropped] == 0;
        if (row.has(Field::kDropped)) frame.known |= Frame::kShown;
    } else if (has_until_displayed_ || has_displayed_time_) {
        const Field told = has_until_displayed_ ? Field::kUntilDisplayed : Field::kDisplayedTime;
        frame.shown = row[told] > 0;
        frame.known |= Frame::kShown;
    }
}

// Each text column repeats its value from row to row.
void Recording::set_texts(const RawRow& row, Frame& frame) {
    for (std::size_t i = 0; i < kTextCount; ++i) {
        std::string_view text = row.text[i];
        Text& known = texts_[i];
        if (known.last == text && known.is_set) {
            frame.text[i] = known.id;
            continue;
        }
        known.last = text;
        known.is_set = true;
        if (i == index(Field::kApplication)) {
            if (text.empty() && !program_.empty()) text = program_;
            if (!is_known(text)) text = {};
        } else if (is_missing(text)) {
            text = {};
        }
        known.id = intern(text);
        frame.text[i] = known.id;
    }
}

std::int64_t Recording::on_clock(std::int64_t time) const {
    if (plan_.frequency == clock_frequency_) return time;
    const double to = clock_frequency_ == 0 ? 1e9 : static_cast<double>(clock_frequency_);
    const double from = plan_.frequency == 0 ? 1e9 : static_cast<double>(plan_.frequency);
    const double result = static_cast<double>(time - plan_.zero) * to / from;
    if (!(std::abs(result) < 4e18)) return clock_zero_;
    return clock_zero_ + static_cast<std::int64_t>(std::llround(result));
}

// The first row of a capture that follows another in the same recording.
void Recording::follow(std::int64_t& time, const RawRow& row) {
    if (joined_ && rows_ != 0 && time < latest_ && latest_ < kMostTicks) {
        const double gap_ns = row.has(Field::kBetweenPresents)
                                  ? row[Field::kBetweenPresents] * kNsPerMs * plan_.frame_time_ms
                                  : 0;
        shift_ = latest_ + std::max<std::int64_t>(plan_.ticks(gap_ns), 0) - time;
        complain("framelog.joined", "another capture begins: it is put behind the one before", row);
    }
}

void Recording::set_times(const RawRow& row, Frame& frame) {
    const std::uint64_t key = frame.swap_chain * 0x9E3779B97F4A7C15 + frame.pid;
    if (chains_.size() > kMostRemembered) chains_.clear();
    Chain& chain = chains_[key];
    std::int64_t time = plan_.present_of(row);
    if (time == BL_NO_TIME) {
        if (plan_.has_times()) {
            complain("framelog.time", "a row has no time: it is put after the row before", row);
        }
        double step_ns = at(frame, Field::kBetweenPresents);
        if (!(step_ns > 0)) step_ns = at(frame, Field::kAppTime);
        const std::int64_t before =
            chain.last != BL_NO_TIME ? chain.last : (plan_.has_times() ? latest_ - shift_ : 0);
        time = before + (step_ns > 0 && before < kMostTicks ? plan_.ticks(step_ns) : 0);
    }
    if (first_row_) follow(time, row);
    if (chain.last != BL_NO_TIME && time < chain.last && !chain.noted_back) {
        chain.noted_back = true;
        complain("framelog.time-back", "the time goes back within a swap chain", row);
    }
    chain.last = time;
    time += shift_;
    latest_ = first_row_ && !joined_ ? time : std::max(latest_, time);
    first_row_ = false;
    if (tool_ == Tool::kMangoHud && frame.duration[0] > 0 && first_time_ != BL_NO_TIME) {
        frame_sum_ns_ += frame.duration[0];
    }
    if (first_time_ == BL_NO_TIME) first_time_ = time;
    last_time_ = time;
    frame.time = on_clock(time);
    const std::int64_t start = plan_.cpu_start_of(row);
    if (start != BL_NO_TIME) frame.cpu_start = on_clock(start + shift_);
}

void Recording::note_process(std::string_view application, std::uint32_t pid, std::int64_t time) {
    if (pid == BL_NO_ROW) return;
    if (pid == last_process_.first && application == last_process_.second) return;
    last_process_ = {pid, std::string(application)};
    if (processes_.size() > kMostRemembered) processes_.clear();
    if (!processes_.insert(last_process_).second) return;
    const std::string_view name = file_name(application);
    const std::uint32_t ids[2] = {intern(name), name == application ? 0 : intern(application)};
    const std::uint8_t kind = 3;  // was there
    bl_column columns[5]{};
    const char* names[5] = {"time", "pid", "kind", "name", "path"};
    const std::uint32_t types[5] = {BL_COL_TIME, BL_COL_U32, BL_COL_U8, BL_COL_STRING,
                                    BL_COL_STRING};
    const void* data[5] = {&time, &pid, &kind, &ids[0], &ids[1]};
    const bl_column* pointers[5];
    for (std::size_t i = 0; i < 5; ++i) {
        columns[i].struct_size = sizeof columns[i];
        columns[i].type = types[i];
        columns[i].name = names[i];
        columns[i].data = data[i];
        columns[i].row_count = 1;
        pointers[i] = &columns[i];
    }
    bl_table table{};
    table.struct_size = sizeof table;
    table.column_count = 5;
    table.name = "process";
    table.columns = pointers;
    table.row_count = 1;
    check(api_.append(lane_, &table));
}

void Recording::finish() {
    check(batch_.flush(lane_, api_));
    if (rows_ == 0) problem({"framelog.empty", "the log has no frames"}, path_, 0);
    const double span_ns =
        first_time_ == BL_NO_TIME ? 0 : static_cast<double>(last_time_ - first_time_);
    if (tool_ == Tool::kMangoHud && span_ns > 0 && frame_sum_ns_ < 0.5 * span_ns) {
        problem({"framelog.samples",
                 "the log has a sample of the frames (log_interval), not each of them: figures "
                 "that count frames are not those of the run"},
                path_, 0);
    }
}

}  // namespace benchlab::framelog
