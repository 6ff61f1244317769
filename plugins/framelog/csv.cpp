// CSV in all its forms: the lines before the header, the header, the rows, the end.
#include <algorithm>
#include <cmath>

#include "readers.hpp"

namespace benchlab::framelog {

namespace {

// Before a header that is not there within so many lines there is none.
constexpr std::size_t kMostLinesBefore = 200;
constexpr std::size_t kTailBytes = 64 * 1024;
constexpr double kMinuteNs = 60e9;
// Of a log without times: a day.
constexpr double kDayNs = 86400e9;

// Calls use(line) for each line of a text until it returns false.  The last may be cut, so only
// those that end count.
template <class Use>
void each_line(std::string_view text, Use&& use) {
    while (true) {
        const std::size_t end = text.find('\n');
        if (end == std::string_view::npos) return;
        std::string_view line = text.substr(0, end);
        while (!line.empty() && line.back() == '\r') line.remove_suffix(1);
        if (!use(line)) return;
        text.remove_prefix(end + 1);
    }
}

class CsvReader {
  public:
    CsvReader(const std::string& path, LineSource& source, Recording& recording)
        : path_(path), recording_(recording), source_(source) {}

    void read() {
        find_header();
        Line line;
        while (source_.next(line)) {
            if ((line.number & 0xFFF) == 0) tell_progress();
            row_of(line);
        }
    }

  private:
    void tell_progress() {
        recording_.host().stop_if_cancelled();
        recording_.host().progress(source_.position(), source_.size_bytes());
    }

    std::string where(const Line& line) const {
        return path_ + ": line " + std::to_string(line.number);
    }

    void find_header() {
        Line line;
        for (std::size_t i = 0; i < kMostLinesBefore && source_.next(line); ++i) {
            if (const auto layout = layout_of(line.text)) return begin(*layout, line, false);
            note_before(line.text);
        }
        throw Error(BL_E_DATA,
                    path_ + ": no frame-time log: no line of it has the headings of one");
    }

    // CapFrameX writes "//Key=value", MangoHud two lines of names and values and its version.
    void note_before(std::string_view line) {
        const std::size_t equals = line.find('=');
        if (line.substr(0, 2) == "//") {
            capframex_ = true;
            if (equals == std::string_view::npos) return;
            return note(line.substr(2, equals - 2), line.substr(equals + 1));
        }
        if (line.substr(0, 7) == "os,cpu,") {
            system_names_ = line;
        } else if (!system_names_.empty()) {
            std::vector<std::string_view> names, values;
            split(system_names_, ',', names);
            split(line, ',', values);
            for (std::size_t i = 0; i < std::min(names.size(), values.size()); ++i) {
                note(names[i], values[i]);
            }
            system_names_.clear();
        } else if (line.size() > 2 && line[0] == 'v' && line.find('.') != std::string_view::npos) {
            note("version", line.substr(1));
        }
    }

    void note(std::string_view name, std::string_view value) {
        name = trimmed(name);
        value = trimmed(value);
        if (name.empty() || name.size() > 64 || value.empty() || value == "-") return;
        recording_.fact("framelog." + std::string(name), value.substr(0, 1024));
    }

    void begin(Layout layout, const Line& line, bool continues) {
        if (capframex_) layout.tool = Tool::kCapFrameX;
        for (const std::string& heading : layout.twice) {
            recording_.problem({"framelog.twice", "a second column for what " + heading +
                                                      " is: the first one counts"},
                               where(line), line.offset);
        }
        layout_ = layout;
        header_start_ = layout.headings.front().empty() ? ' ' : layout.headings.front().front();
        parser_ = RowParser(layout);
        const TimePlan plan = plan_times(layout, sample());
        for (const Complaint& complaint : plan.complaints) {
            recording_.problem(complaint, path_, line.offset);
        }
        if (!continues) {
            recording_.fact("format", layout.format());
            recording_.fact("path", path_);
        }
        const bool named_by_file = !layout.has(Field::kApplication);
        recording_.begin_log(layout, plan, named_by_file ? program_of_file(path_) : "",
                             longest_duration_ns(plan, last_time(plan)), continues);
        has_system_columns_ = !continues;
    }

    // What lies ahead, or its beginning, as rows.
    std::vector<RawRow> sample() {
        std::vector<RawRow> rows;
        RowParser parser(layout_);
        std::vector<Complaint> ignored;
        each_line(source_.ahead(), [&](std::string_view line) {
            RawRow row;
            if (parser.parse(line, row, ignored)) rows.push_back(row);
            ignored.clear();
            return rows.size() < kSampleRows && !layout_of_repeated(line);
        });
        if (rows.empty()) {
            // A log of one row that nothing ends.
            const std::string_view ahead = source_.ahead();
            const std::size_t last = ahead.rfind('\n') + 1;
            RawRow row;
            if (parser.parse_cut(ahead.substr(last), row, ignored)) rows.push_back(row);
        }
        return rows;
    }

    std::int64_t last_time(const TimePlan& plan) {
        const std::string tail = source_.tail(kTailBytes);
        RowParser parser(layout_);
        std::vector<Complaint> ignored;
        std::int64_t latest = plan.latest;
        RawRow row;
        each_line(tail, [&](std::string_view line) {
            if (parser.parse(line, row, ignored)) {
                latest = std::max(latest, plan.present_of(row));
            }
            ignored.clear();
            return true;
        });
        return latest;
    }

    // Only a line that begins as a header does is looked at as one.
    std::optional<Layout> layout_of_repeated(std::string_view line) const {
        std::string_view start = line;
        if (start.substr(0, 3) == "\xEF\xBB\xBF") start.remove_prefix(3);
        start = trimmed(start.substr(0, start.find(layout_.delimiter)));
        if (start.size() < 3 || normalized(start) != normalized(layout_.headings.front())) {
            return std::nullopt;
        }
        return layout_of(start.data() == line.data() ? line : line.substr(3));
    }

    void row_of(const Line& line) {
        if (line.too_long) {
            recording_.problem({"framelog.line", "a line of more than a megabyte: left out"},
                               where(line), line.offset);
            return;
        }
        if (line.text.empty()) return;
        if (line.text.front() == header_start_ || line.text.front() == '\xEF' ||
            line.text.front() == '"') {
            if (const auto layout = layout_of_repeated(line.text)) {
                return begin(*layout, line, true);
            }
        }
        row_.offset = line.offset;
        row_.line = line.number;
        const bool good = line.terminated ? parser_.parse(line.text, row_, complaints_)
                                          : parser_.parse_cut(line.text, row_, complaints_);
        for (const Complaint& complaint : complaints_) {
            recording_.problem(complaint, where(line), line.offset);
        }
        complaints_.clear();
        if (has_system_columns_) note_system(line.text);
        if (good) recording_.add(row_);
    }

    // OCAT and FrameView describe the machine in columns: OCAT only in the first row.
    void note_system(std::string_view line) {
        has_system_columns_ = false;
        std::vector<std::string_view> fields;
        split(line, layout_.delimiter, fields);
        if (fields.size() > layout_.headings.size()) return;
        for (std::size_t i = 0; i < fields.size(); ++i) {
            const std::string name = normalized(layout_.headings[i]);
            for (const std::string_view known :
                 {"motherboard", "os", "processor", "systemram", "basedriverversion",
                  "driverpackage", "gpu", "cpu", "resolution", "comment"}) {
                if (name == known) note(layout_.headings[i], fields[i]);
            }
        }
    }

    std::string path_;
    Recording& recording_;
    LineSource& source_;
    Layout layout_;
    RowParser parser_;
    RawRow row_;
    std::vector<Complaint> complaints_;
    std::string system_names_;
    char header_start_ = ' ';
    bool capframex_ = false, has_system_columns_ = false;
};

}  // namespace

void read_csv(const std::string& path, LineSource& source, Recording& recording) {
    CsvReader(path, source, recording).read();
}

double longest_duration_ns(const TimePlan& plan, std::int64_t last) {
    if (!plan.has_times() || last <= plan.zero) return kDayNs;
    const double ticks = static_cast<double>(last) - static_cast<double>(plan.zero);
    const double second = plan.frequency == 0 ? 1e9 : static_cast<double>(plan.frequency);
    return std::min(ticks / second * 1e9 + kMinuteNs, kDayNs);
}

std::string program_of_file(std::string_view path) {
    const std::size_t slash = path.find_last_of("/\\");
    if (slash != std::string_view::npos) path.remove_prefix(slash + 1);
    if (const std::size_t dot = path.rfind('.'); dot != std::string_view::npos && dot > 0) {
        path = path.substr(0, dot);
    }
    // "_YYYY-MM-DD_HH-MM-SS"
    constexpr std::string_view kForm = "_0000-00-00_00-00-00";
    if (path.size() <= kForm.size()) return std::string(path);
    const std::string_view end = path.substr(path.size() - kForm.size());
    const bool dated = std::equal(end.begin(), end.end(), kForm.begin(), [](char c, char form) {
        return form == '0' ? c >= '0' && c <= '9' : c == form;
    });
    return std::string(dated ? path.substr(0, path.size() - kForm.size()) : path);
}

bool looks_like_json(std::string_view head) {
    const std::size_t first = head.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && head[first] == '{';
}

std::uint32_t probe(std::string_view head) {
    const std::string text = as_utf8(head);
    if (looks_like_json(text)) {
        const auto has = [&](std::string_view word) {
            return text.find(word) != std::string::npos;
        };
        if (has("\"CaptureData\"") || has("\"MsBetweenPresents\"")) return 90;
        return has("\"Hash\"") && has("\"Info\"") && has("\"ProcessName\"") ? 60 : 0;
    }
    std::uint32_t score = 0;
    // A header longer than what is seen counts as far as it goes.
    each_line(text + "\n", [&](std::string_view line) {
        const auto layout = layout_of(line);
        if (layout) score = layout->score();
        return !layout;
    });
    return score;
}

}  // namespace benchlab::framelog
