// CapFrameX's JSON: a description, and for each run one array for each column of PresentMon.
#include <simdjson.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "readers.hpp"

namespace benchlab::framelog {

namespace {

// The parser needs the file as a whole, and several times its size.  A day of frames fits.
constexpr std::uint64_t kMostBytes = 1ull << 30;

std::string load(const std::string& path) {
    const std::filesystem::path file(std::u8string(path.begin(), path.end()));
    std::error_code error;
    const auto size = std::filesystem::file_size(file, error);
    if (!error && size > kMostBytes) throw Error(BL_E_DATA, path + ": larger than 1 GiB");
    std::filebuf input;
    if (input.open(file, std::ios::in | std::ios::binary) == nullptr) {
        throw Error(BL_E_IO, path + ": cannot be opened");
    }
    std::string text(error ? 0 : static_cast<std::size_t>(size), '\0');
    const auto got = input.sgetn(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(got < 0 ? 0 : static_cast<std::size_t>(got));
    if (text.rfind("\xEF\xBB\xBF", 0) == 0) text.erase(0, 3);
    return text;
}

// A value as the text that a CSV would have in its place.
std::string cell_of(const simdjson::dom::element& element) {
    std::string_view text;
    if (element.get(text) == simdjson::SUCCESS) return std::string(text);
    bool flag = false;
    if (element.get(flag) == simdjson::SUCCESS) return flag ? "1" : "0";
    if (element.is_null() || element.is_array() || element.is_object()) return "NA";
    return simdjson::minify(element);
}

class JsonReader {
  public:
    JsonReader(const std::string& path, Recording& recording)
        : path_(path), recording_(recording), text_(load(path)) {}

    void read() {
        simdjson::dom::element document;
        const auto error = parser_.parse(text_).get(document);
        if (error) {
            throw Error(BL_E_DATA, path_ + ": damaged JSON: " + simdjson::error_message(error));
        }
        simdjson::dom::array runs;
        if (document["Runs"].get(runs)) {
            throw Error(BL_E_DATA, path_ + ": JSON, but no CapFrameX record: it has no Runs");
        }
        recording_.fact("format", "CapFrameX JSON");
        recording_.fact("path", path_);
        note_info(document);
        std::size_t number = 0, read = 0;
        for (const simdjson::dom::element run : runs) {
            recording_.host().stop_if_cancelled();
            ++number;
            simdjson::dom::object data;
            if (run["CaptureData"].get(data) == simdjson::SUCCESS && read_run(data, read != 0)) {
                ++read;
                continue;
            }
            recording_.problem(
                {"framelog.run", "run " + std::to_string(number) + " has no frame times: left out"},
                path_, 0);
        }
    }

  private:
    using Columns = std::vector<simdjson::dom::array>;

    void note_info(const simdjson::dom::element& document) {
        simdjson::dom::object info;
        if (document["Info"].get(info)) return;
        for (const auto& [key, value] : info) {
            const std::string text = cell_of(value);
            if (text.empty() || text == "NA" || key.size() > 64) continue;
            if (key == "ProcessName") program_ = text;
            recording_.fact("framelog." + std::string(key), text.substr(0, 1024));
        }
    }

    // A row gets the text that it would have in a CSV, so that what a value means is decided in
    // one place.
    bool read_run(const simdjson::dom::object& data, bool continues) {
        std::vector<simdjson::dom::array> columns;
        std::string header;
        for (const auto& [key, value] : data) {
            simdjson::dom::array values;
            if (field_of(key) == Field::kNone || value.get(values)) continue;
            columns.push_back(values);
            header += (header.empty() ? "" : "\t") + normalized(key);
        }
        auto layout = layout_of(header);
        if (!layout || columns.front().begin() == columns.front().end()) return false;
        layout->tool = Tool::kCapFrameX;
        layout->delimiter = '\t';
        TimePlan plan = plan_times(*layout, sample(*layout, columns));
        for (const Complaint& complaint : plan.complaints) {
            recording_.problem(complaint, path_, 0);
        }
        recording_.begin_log(*layout, plan, program_,
                             longest_duration_ns(plan, last_time(*layout, columns, plan)),
                             continues);
        add_rows(*layout, columns);
        return true;
    }

    // Calls use(line) for each row until it returns false; true when all arrays end together.
    template <class Use>
    static bool each_row(const Columns& columns, Use&& use) {
        std::vector<simdjson::dom::array::iterator> at, end;
        for (const simdjson::dom::array& column : columns) {
            at.push_back(column.begin());
            end.push_back(column.end());
        }
        std::string line;
        bool together = true;
        while (true) {
            line.clear();
            std::size_t ended = 0;
            for (std::size_t i = 0; i < at.size(); ++i) {
                if (i != 0) line += '\t';
                if (at[i] != end[i]) {
                    line += cell_of(*at[i]);
                    ++at[i];
                } else {
                    ++ended;
                }
            }
            if (ended == at.size()) return together;
            together = together && ended == 0;
            if (!use(line)) return together;
        }
    }

    static std::vector<RawRow> sample(const Layout& layout, const Columns& columns) {
        std::vector<RawRow> rows;
        RowParser parser(layout);
        std::vector<Complaint> ignored;
        each_row(columns, [&](std::string_view line) {
            RawRow row;
            if (parser.parse(line, row, ignored)) rows.push_back(row);
            ignored.clear();
            return rows.size() < kSampleRows;
        });
        return rows;
    }

    static std::int64_t last_time(const Layout& layout, const Columns& columns,
                                  const TimePlan& plan) {
        RowParser parser(layout);
        std::vector<Complaint> ignored;
        std::string line;
        for (const simdjson::dom::array& column : columns) {
            simdjson::dom::element last;
            for (const simdjson::dom::element element : column) last = element;
            if (&column != &columns.front()) line += '\t';
            if (column.begin() != column.end()) line += cell_of(last);
        }
        RawRow row;
        if (!parser.parse(line, row, ignored)) return plan.latest;
        return std::max(plan.latest, plan.present_of(row));
    }

    void add_rows(const Layout& layout, const Columns& columns) {
        RowParser parser(layout);
        std::vector<Complaint> complaints;
        RawRow row;
        row.line = 0;
        const bool together = each_row(columns, [&](std::string_view line) {
            ++row.line;
            const bool good = parser.parse(line, row, complaints);
            for (const Complaint& complaint : complaints) {
                recording_.problem(complaint, path_ + ": row " + std::to_string(row.line), 0);
            }
            complaints.clear();
            if (good) recording_.add(row);
            return true;
        });
        if (together) return;
        recording_.problem({"framelog.short-array",
                            "the arrays of a run differ in length: what is missing is absent"},
                           path_, 0);
    }

    std::string path_;
    Recording& recording_;
    std::string text_;
    simdjson::dom::parser parser_;
    std::string program_;
};

}  // namespace

void read_capframex_json(const std::string& path, Recording& recording) {
    JsonReader(path, recording).read();
}

}  // namespace benchlab::framelog
