#include "raw_row.hpp"

#include <algorithm>

namespace benchlab::framelog {

namespace {

// Digits after the decimal sign; 0 for a text without one.
std::size_t decimals_of(std::string_view text) {
    const std::size_t sign = text.find_first_of(".,");
    return sign == std::string_view::npos ? 0 : text.size() - sign - 1;
}

std::string shown(std::string_view text) {
    std::string result = "\"";
    for (const char c : text.substr(0, 40)) {
        result += static_cast<unsigned char>(c) < 0x20 || c == 0x7F ? '?' : c;
    }
    return result + (text.size() > 40 ? "...\"" : "\"");
}

bool starts_with_0x(std::string_view text) {
    text = trimmed(text);
    return text.size() > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
}

double flag_value(std::string_view text) {
    text = trimmed(text);
    if (text == "0" || text == "false" || text == "False" || text == "FALSE") return 0;
    if (text == "1" || text == "true" || text == "True" || text == "TRUE") return 1;
    return kAbsent;
}

}  // namespace

RowParser::RowParser(const Layout& layout)
    : layout_(layout),
      application_(layout.column_of(Field::kApplication)),
      process_id_(layout.column_of(Field::kProcessId)),
      swap_chain_(layout.column_of(Field::kSwapChain)) {}

bool RowParser::parse(std::string_view line, RawRow& row, std::vector<Complaint>& complaints) {
    row.clear();
    split(line, layout_.delimiter, fields_);
    if (fields_.size() > layout_.headings.size() && !repair(line)) {
        complaints.push_back({"framelog.fields", "a row has " + std::to_string(fields_.size()) +
                                                     " fields, the header " +
                                                     std::to_string(layout_.headings.size()) +
                                                     ": left out"});
        return false;
    }
    if (!read(row, complaints)) return false;
    count_before_ = fields_.size();
    const std::string_view last = trimmed(fields_.back());
    if (is_missing(last)) return true;
    last_length_before_ = last.size();
    last_decimals_before_ = decimals_of(last);
    return true;
}

bool RowParser::parse_cut(std::string_view line, RawRow& row, std::vector<Complaint>& complaints) {
    row.clear();
    split(line, layout_.delimiter, fields_);
    if (fields_.size() > layout_.headings.size()) repair(line);
    const std::size_t whole = count_before_ == 0 ? layout_.headings.size() : count_before_;
    if (fields_.size() < whole || fields_.size() > layout_.headings.size()) {
        complaints.push_back({"framelog.cut-row", "the file ends within a row: left out"});
        return false;
    }
    const std::string_view last = trimmed(fields_.back());
    const std::size_t decimals = decimals_of(last);
    const bool as_before = last_decimals_before_ == 0 ? last.size() >= last_length_before_
                                                      : decimals >= last_decimals_before_;
    const bool same_kind = is_missing(last) && last.size() >= 2;
    if (!last.empty() && !same_kind && (last_length_before_ == 0 || !as_before)) {
        complaints.push_back(
            {"framelog.cut-value", "the file ends within a row, and perhaps within the value " +
                                       shown(last) + ": taken as absent"});
        fields_.back() = {};
    }
    return read(row, complaints);
}

// A row with more fields than the header: fields behind the last that are empty are a
// spreadsheet's; a comma in the program's name moves all that follows, which shows in the process
// id and the swap chain.  Anything else could put numbers into the wrong columns.
bool RowParser::repair(std::string_view line) {
    const std::size_t wanted = layout_.headings.size();
    const auto first_extra = fields_.begin() + static_cast<std::ptrdiff_t>(wanted);
    if (std::all_of(first_extra, fields_.end(),
                    [](std::string_view field) { return trimmed(field).empty(); })) {
        fields_.resize(wanted);
        return true;
    }
    const std::size_t shift = fields_.size() - wanted;
    if (application_ >= wanted || process_id_ >= wanted || process_id_ < application_) return false;
    if (fits(0) || !fits(shift)) return false;
    const char* const begin = fields_[application_].data();
    const std::string_view last = fields_[application_ + shift];
    if (begin < line.data() || last.data() < begin) return false;
    fields_[application_] = {begin, static_cast<std::size_t>(last.data() + last.size() - begin)};
    const auto after = fields_.begin() + static_cast<std::ptrdiff_t>(application_) + 1;
    fields_.erase(after, after + static_cast<std::ptrdiff_t>(shift));
    return true;
}

bool RowParser::fits(std::size_t shift) const {
    if (!whole_number(fields_[process_id_ + shift])) return false;
    if (swap_chain_ >= layout_.headings.size() || swap_chain_ < application_) return true;
    return starts_with_0x(fields_[swap_chain_ + shift]);
}

bool RowParser::read(RawRow& row, std::vector<Complaint>& complaints) {
    bool has_figure = false;
    for (const Layout::Column& column : layout_.columns) {
        if (column.at >= fields_.size()) break;
        const std::string_view text = fields_[column.at];
        if (is_text(column.field)) {
            row.text[index(column.field)] = trimmed(text);
            continue;
        }
        read_field(column.field, text, row, complaints);
        has_figure = has_figure || ((is_duration(column.field) || is_moment(column.field) ||
                                     column.field == Field::kElapsed) &&
                                    row.has(column.field));
    }
    if (has_figure) return true;
    complaints.push_back({"framelog.row", "a line has no time and no duration: left out"});
    return false;
}

void RowParser::read_field(Field field, std::string_view text, RawRow& row,
                           std::vector<Complaint>& complaints) {
    double value = 0;
    switch (field) {
        case Field::kSwapChain:
        case Field::kAppFrame:
        case Field::kTimeQpc:
        case Field::kCpuStartQpc:
        case Field::kTimeDate:
        case Field::kCpuStartDate:
            return read_exact(field, text, row, complaints);
        case Field::kDropped:
        case Field::kTearing:
            row[field] = flag_value(text);
            if (row.has(field) || is_missing(text)) return;
            break;
        default:
            switch (decimals_.number(text, value)) {
                case Reading::kNumber:
                    row[field] = value;
                    return;
                case Reading::kMissing:
                    return;
                case Reading::kMixed:
                    complaints.push_back({"framelog.mixed-decimals",
                                          "the value " + shown(text) +
                                              " has another decimal sign than those before: "
                                              "taken as absent"});
                    return;
                case Reading::kBad:
                    break;
            }
    }
    complaints.push_back({"framelog.value", "the value " + shown(text) + " of " +
                                                layout_.headings[layout_.column_of(field)] +
                                                " is no number: taken as absent"});
}

// Whole numbers that a double would round, and dates.
void RowParser::read_exact(Field field, std::string_view text, RawRow& row,
                           std::vector<Complaint>& complaints) {
    if (is_missing(text)) return;
    if (field == Field::kSwapChain || field == Field::kAppFrame) {
        const auto value = plugins::unsigned_number(text);
        if (value) {
            (field == Field::kSwapChain ? row.swap_chain : row.app_frame) = *value;
            row[field] = static_cast<double>(*value);
            return;
        }
    } else {
        const bool is_date = field == Field::kTimeDate || field == Field::kCpuStartDate;
        const auto value = is_date ? date_ns(text) : whole_number(text);
        double fraction = 0;
        if (value) {
            const bool is_start = field == Field::kCpuStartQpc || field == Field::kCpuStartDate;
            (is_start ? row.cpu_start_qpc : row.qpc) = *value;
            row[field] = static_cast<double>(*value);
            return;
        }
        // "QPCTime" in seconds has decimals.
        if (!is_date && decimals_.number(text, fraction) == Reading::kNumber) {
            (field == Field::kTimeQpc ? row.qpc : row.cpu_start_qpc) = 0;
            row[field] = fraction;
            return;
        }
    }
    complaints.push_back({"framelog.value", "the value " + shown(text) + " of " +
                                                layout_.headings[layout_.column_of(field)] +
                                                " is no number: taken as absent"});
}

}  // namespace benchlab::framelog
