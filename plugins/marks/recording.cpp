#include "recording.hpp"

#include <benchlab/tables.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace benchlab::marks {

namespace {

constexpr std::size_t kDeepest = 4096;  // phases of a thread within each other

bool is_wanted(const bl_read& read, const char* name) {
    if (read.tables == nullptr) return true;
    for (const char* const* table = read.tables; *table != nullptr; ++table) {
        if (std::strcmp(*table, name) == 0) return true;
    }
    return false;
}

std::string_view last_part(std::string_view path) {
    const std::size_t slash = path.rfind('/');
    return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

// What is no number is absent, and so is what no chart can show.
double finite(double value) {
    return std::isfinite(value) ? value : std::numeric_limits<double>::quiet_NaN();
}

std::string state_name(std::uint64_t state) {
    constexpr const char* kNames[] = {"", "warm-up", "capture", "paused", "ended"};
    return state >= 1 && state <= 4 ? kNames[state] : "state " + std::to_string(state);
}

}  // namespace

Recording::Recording(const bl_host* host, const bl_read& read, bl_builder* lane,
                     const bl_builder_api& api)
    : host_(host),
      lane_(lane),
      api_(api),
      processes_("process",
                 {{"time", BL_COL_TIME},
                  {"kind", BL_COL_U8},
                  {"pid", BL_COL_U32},
                  {"name", BL_COL_STRING},
                  {"path", BL_COL_STRING}},
                 true),
      threads_("thread",
               {{"time", BL_COL_TIME},
                {"kind", BL_COL_U8},
                {"tid", BL_COL_U32},
                {"process", BL_COL_KEY32},
                {"name", BL_COL_STRING}},
               true),
      marks_("mark",
             {{"time", BL_COL_TIME},
              {"process", BL_COL_KEY32},
              {"thread", BL_COL_KEY32},
              {"name", BL_COL_STRING},
              {"app_frame", BL_COL_U64}},
             is_wanted(read, "mark")),
      phases_("phase",
              {{"begin", BL_COL_TIME},
               {"end", BL_COL_TIME},
               {"process", BL_COL_KEY32},
               {"thread", BL_COL_KEY32},
               {"kind", BL_COL_U8},
               {"name", BL_COL_STRING}},
              is_wanted(read, "phase")),
      counters_("counter",
                {{"time", BL_COL_TIME},
                 {"process", BL_COL_KEY32},
                 {"name", BL_COL_STRING},
                 {"unit", BL_COL_U8},
                 {"value", BL_COL_F64}},
                is_wanted(read, "counter")),
      losses_("lost",
              {{"begin", BL_COL_TIME},
               {"end", BL_COL_TIME},
               {"kind", BL_COL_U8},
               {"count", BL_COL_U64}},
              is_wanted(read, "lost")) {}

std::uint32_t Recording::intern(std::string_view text) {
    return text.empty() ? 0 : api_.intern(lane_, text.data(), text.size());
}

void Recording::fact(const char* name, std::string_view text) {
    if (const bl_status status = api_.set_fact(lane_, name, text.data(), text.size());
        status != BL_OK) {
        throw Error(status, "");
    }
}

void Recording::problem(const char* code, const std::string& text, std::uint64_t offset) {
    const std::string whole = file_->path() + ": " + text;
    if (const bl_status status = api_.problem(lane_, code, whole.data(), whole.size(), offset);
        status != BL_OK) {
        throw Error(status, "");
    }
}

void Recording::begin(std::deque<MarkFile>& files) {
    bl_clock clock{};
    clock.struct_size = sizeof clock;
    clock.kind = BL_CLOCK_MONOTONIC;
    clock.ticks_per_second = 1'000'000'000;
    clock.zero = INT64_MAX;
    for (MarkFile& file : files) {
        const Header& header = file.header();
        total_ += 2 * file.expected();
        if (header.created < clock.zero) {
            clock.zero = header.created;
            clock.zero_unix_ns = header.created_unix_ns;
        }
        end_ = std::max(end_, header.created);
        file.visit_records([&](Found found, const Record& record, std::uint64_t) {
            ++done_;
            if (found != Found::kRecord) return;
            end_ = std::max(end_, record.time);
            if (record.kind == Kind::kFrame && record.name == 0) with_own_frames_.insert(&file);
        });
        host_.progress(std::min(done_, total_), total_);
        host_.stop_if_cancelled();
    }
    clock.end = end_ + 1;
    if (const bl_status status = api_.set_clock(lane_, &clock); status != BL_OK) {
        throw Error(status, "");
    }
    fact("format", "marks of a program, version 1");
    fact("clock", "CLOCK_MONOTONIC");
    if (!files.empty()) fact("path", files.front().path());
}

void Recording::add_lives(const MarkFile& file) {
    const Header& header = file.header();
    processes_.set(0, header.created);
    processes_.set(1, std::uint8_t{BL_LIFE_THERE});
    processes_.set(2, header.pid);
    processes_.set(3, intern(last_part(header.program)));
    processes_.set(4, intern(header.program));
    processes_.add(lane_, api_);
    for (const Thread& each : file.threads()) add_thread(each.tid, each.time, each.name);
}

void Recording::add_thread(std::uint32_t tid, std::int64_t time, std::string_view name) {
    known_threads_.insert(tid);
    threads_.set(0, time);
    threads_.set(1, std::uint8_t{BL_LIFE_THERE});
    threads_.set(2, tid);
    threads_.set(3, pid_);
    threads_.set(4, intern(name));
    threads_.add(lane_, api_);
}

void Recording::add(MarkFile& file) {
    file_ = &file;
    const Header& header = file.header();
    pid_ = header.pid;
    last_ = header.created;
    gap_ = {header.created, file.overwritten()};
    texts_.assign(file.names().size(), 0);
    for (std::size_t i = 0; i < texts_.size(); ++i) texts_[i] = intern(file.names()[i]);
    known_threads_.clear();
    add_lives(file);
    if (header.names_refused > 0) {
        problem("marks.names", "the program marks with more texts than the file has room for", 192);
    }
    if (header.threads_refused > 0) {
        problem("marks.threads", "more threads marked than the file has room for names of", 200);
    }
    file.visit_records([&](Found found, const Record& record, std::uint64_t offset) {
        take(found, record, offset);
        if (++done_ % 65536 == 0) {
            host_.progress(std::min(done_, total_), total_);
            host_.stop_if_cancelled();
        }
    });
    if (const std::uint64_t missing = file.cut_off(); missing > 0) {
        problem("marks.cut",
                "is cut: it has " + std::to_string(file.size_bytes()) + " bytes of " +
                    std::to_string(file.whole_bytes()) + ", and marks are missing",
                file.size_bytes());
        gap_.count += missing;
    }
    close_gap(last_);
    close_all(last_);
}

void Recording::take(Found found, const Record& record, std::uint64_t offset) {
    switch (found) {
        case Found::kRecord:
            close_gap(record.time);
            last_ = std::max(last_, record.time);
            take_record(record, offset);
            return;
        case Found::kUnfinished:
            problem("marks.unfinished", "a mark was not written to its end", offset);
            break;
        case Found::kDamaged:
            problem("marks.record", "a mark has values that no program writes", offset);
            break;
        case Found::kOverwritten:
            break;
    }
    if (gap_.count == 0) gap_.begin = last_;
    ++gap_.count;
}

void Recording::close_gap(std::int64_t end) {
    if (gap_.count == 0) return;
    losses_.set(0, gap_.begin);
    losses_.set(1, std::max(gap_.begin, end));
    losses_.set(2, std::uint8_t{BL_LOST_KIND_EVENTS});
    losses_.set(3, gap_.count);
    losses_.add(lane_, api_);
    gap_ = {};
}

std::uint32_t Recording::name_of(const Record& record, std::uint64_t offset) {
    const std::uint32_t text = record.name < texts_.size() ? texts_[record.name] : 0;
    // 0 is what the program wrote when there was no more room: that is told already.
    if (text == 0 && record.name != 0) {
        problem("marks.name", "a mark has a text that the file does not have", offset);
    }
    return text;
}

// No frame counts twice: what a layer takes for one is one only where the program marks none
// itself.
std::uint32_t Recording::frame_name(const Record& record, std::uint64_t offset) {
    const std::uint32_t by = name_of(record, offset);
    return by != 0 && with_own_frames_.contains(file_) ? by : intern("frame");
}

void Recording::take_record(const Record& record, std::uint64_t offset) {
    if (!known_threads_.contains(record.tid)) add_thread(record.tid, record.time, {});
    switch (record.kind) {
        case Kind::kFrame:
            add_mark(record, frame_name(record, offset), true);
            return;
        case Kind::kEvent:
            add_mark(record, name_of(record, offset), false);
            return;
        case Kind::kBegin: {
            std::vector<OpenPhase>& open = open_[record.tid];
            if (open.size() < kDeepest) {
                open.push_back({record.time, name_of(record, offset)});
            } else {
                problem("marks.deep", "phases lie too deep in each other", offset);
            }
            return;
        }
        case Kind::kEnd:
            end_phase(record, offset);
            return;
        case Kind::kCounter:
            counters_.set(0, record.time);
            counters_.set(1, pid_);
            counters_.set(2, name_of(record, offset));
            counters_.set(3, std::uint8_t{BL_UNIT_NONE});
            counters_.set(4, finite(std::bit_cast<double>(record.value)));
            counters_.add(lane_, api_);
            return;
        case Kind::kState:
            change_state(record);
            return;
    }
}

// Ends the phase of that name, and those within it that never ended.
void Recording::end_phase(const Record& record, std::uint64_t offset) {
    std::vector<OpenPhase>& open = open_[record.tid];
    const std::uint32_t name = name_of(record, offset);
    const auto found = std::find_if(open.rbegin(), open.rend(),
                                    [&](const OpenPhase& each) { return each.name == name; });
    if (found == open.rend()) {
        // Its begin was overwritten: what is left of it has no known length.
        if (file_->overwritten() == 0) {
            problem("marks.no-begin", "a phase ends that did not begin: it is left out", offset);
        }
        return;
    }
    if (found != open.rbegin()) {
        problem("marks.no-end", "a phase has no end: it ends with the one around it", offset);
    }
    for (bool is_last = false; !is_last; open.pop_back()) {
        is_last = open.back().name == name;
        add_phase(open.back(), record.time, record.tid, BL_PHASE_KIND_WORK);
    }
}

void Recording::change_state(const Record& record) {
    if (has_state_) add_phase(state_, record.time, BL_NO_ROW, BL_PHASE_KIND_STATE);
    state_ = {record.time, intern(state_name(record.value))};
    has_state_ = true;
}

// What was going on when the marks end: the program was killed, or goes on.
void Recording::close_all(std::int64_t end) {
    for (auto& [tid, open] : open_) {
        for (const OpenPhase& each : open) add_phase(each, end, tid, BL_PHASE_KIND_WORK);
    }
    open_.clear();
    if (has_state_) add_phase(state_, end, BL_NO_ROW, BL_PHASE_KIND_STATE);
    has_state_ = false;
}

void Recording::add_mark(const Record& record, std::uint32_t name, bool is_frame) {
    marks_.set(0, record.time);
    marks_.set(1, pid_);
    marks_.set(2, record.tid);
    marks_.set(3, name);
    marks_.set(4, record.value);
    if (!is_frame) marks_.set_absent(4);
    marks_.add(lane_, api_);
}

void Recording::add_phase(const OpenPhase& phase, std::int64_t end, std::uint32_t tid,
                          std::uint8_t kind) {
    phases_.set(0, phase.begin);
    phases_.set(1, std::max(phase.begin, end));
    phases_.set(2, pid_);
    phases_.set(3, tid);
    phases_.set(4, kind);
    phases_.set(5, phase.name);
    phases_.add(lane_, api_);
}

void Recording::finish() {
    for (Rows* each : {&processes_, &threads_, &marks_, &phases_, &counters_, &losses_}) {
        each->flush(lane_, api_);
    }
}

}  // namespace benchlab::marks
