#include "report/document.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/text.hpp"

namespace benchlab::report {
namespace {

bool same_number(double a, double b) {
    return a == b || (!std::isfinite(a) && !std::isfinite(b));
}

bool same_numbers(const std::vector<double>& a, const std::vector<double>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), same_number);
}

// Calls literal(text) for what stays and place(index, text) for each "{index}", in order.
template <class Literal, class Place>
void scan_template(std::string_view text, const Literal& literal, const Place& place) {
    while (!text.empty()) {
        const std::size_t brace = text.find_first_of("{}");
        literal(text.substr(0, brace));
        if (brace == std::string_view::npos) return;
        text.remove_prefix(brace);
        if (text.size() > 1 && text[1] == text[0]) {
            literal(text.substr(0, 1));
            text.remove_prefix(2);
            continue;
        }
        const std::size_t end = text.front() == '{' ? text.find_first_of("{}", 1) : 0;
        if (end == 0 || end == std::string_view::npos || text[end] != '}') {
            literal(text.substr(0, 1));
            text.remove_prefix(1);
            continue;
        }
        std::size_t index = 0;
        const char* last = text.data() + end;
        const auto [stop, error] = std::from_chars(text.data() + 1, last, index);
        const bool number = error == std::errc() && stop == last;
        place(number ? std::optional(index) : std::nullopt, text.substr(0, end + 1));
        text.remove_prefix(end + 1);
    }
}

}  // namespace

bool is_absent(const Scalar& value) {
    const double* number = std::get_if<double>(&value);
    return number ? !std::isfinite(*number) : std::holds_alternative<std::monostate>(value);
}

bool same(const Scalar& a, const Scalar& b) {
    return is_absent(a) || is_absent(b) ? is_absent(a) == is_absent(b) : a == b;
}

bool Interval::operator==(const Interval& other) const {
    return same_number(low, other.low) && same_number(high, other.high);
}

bool Arg::operator==(const Arg& other) const {
    return same(value, other.value) && unit == other.unit && name_kind == other.name_kind;
}

bool Value::operator==(const Value& other) const {
    return title == other.title && help == other.help && same(value, other.value) &&
           unit == other.unit && flags == other.flags && name_kind == other.name_kind &&
           interval == other.interval;
}

std::size_t Column::size() const {
    return std::visit([](const auto& cells) { return cells.size(); }, data);
}

Scalar Column::at(std::size_t row) const {
    if (!has(row)) return {};
    return std::visit([row](const auto& cells) { return Scalar(cells[row]); }, data);
}

bool Column::has(std::size_t row) const {
    if (row >= size() || (row < present.size() && !present[row])) return false;
    const auto* numbers = std::get_if<std::vector<double>>(&data);
    return !numbers || std::isfinite((*numbers)[row]);
}

bool Column::operator==(const Column& other) const {
    if (id != other.id || title != other.title || help != other.help || unit != other.unit ||
        flags != other.flags || name_kind != other.name_kind || type() != other.type() ||
        size() != other.size()) {
        return false;
    }
    for (std::size_t row = 0; row < size(); ++row) {
        if (!same(at(row), other.at(row))) return false;
    }
    return true;
}

const Column* Table::find(std::string_view id) const {
    for (const Column& column : columns) {
        if (column.id == id) return &column;
    }
    return nullptr;
}

bool Series::operator==(const Series& other) const {
    return title == other.title && help == other.help && group == other.group &&
           chart == other.chart && x_unit == other.x_unit && y_unit == other.y_unit &&
           same_numbers(x, other.x) && same_numbers(y, other.y);
}

bool Histogram::operator==(const Histogram& other) const {
    return title == other.title && help == other.help && unit == other.unit &&
           same_numbers(edges, other.edges) && counts == other.counts;
}

const Element* Section::find(std::string_view element_id) const {
    for (const Element& element : elements) {
        if (element.id == element_id && !std::holds_alternative<Heading>(element.body)) {
            return &element;
        }
    }
    return nullptr;
}

const Heading* Section::heading(std::string_view path) const {
    for (const Element& element : elements) {
        if (element.id != path) continue;
        if (const auto* found = std::get_if<Heading>(&element.body)) return found;
    }
    return nullptr;
}

SectionIndex::SectionIndex(const Section& section) : section_(section) {
    for (const Element& element : section.elements) {
        // Of several with one id the first is meant, as in Section::find().
        if (!std::holds_alternative<Heading>(element.body)) {
            elements_.try_emplace(element.id, &element);
        }
    }
}

const Element* SectionIndex::find(std::string_view element_id) const {
    const auto found = elements_.find(element_id);
    return found == elements_.end() ? nullptr : found->second;
}

const Section* Document::find(std::string_view section_id) const {
    for (const Section& section : sections) {
        if (section.id == section_id) return &section;
    }
    return nullptr;
}

std::string fill_template(std::string_view text, const std::vector<Arg>& args) {
    std::string out;
    scan_template(
        text, [&](std::string_view literal) { out += literal; },
        [&](std::optional<std::size_t> index, std::string_view place) {
            if (index && *index < args.size()) {
                out += format_scalar(args[*index].value, args[*index].unit);
            } else {
                out += place;
            }
        });
    return out;
}

std::size_t count_bad_places(std::string_view text, std::size_t arg_count) {
    std::size_t bad = 0;
    scan_template(
        text, [](std::string_view) {},
        [&](std::optional<std::size_t> index, std::string_view) {
            bad += !index || *index >= arg_count;
        });
    return bad;
}

std::string format_scalar(const Scalar& value, Unit unit) {
    if (is_absent(value)) return "-";
    if (const auto* text = std::get_if<std::string>(&value)) return *text;
    if (const auto* number = std::get_if<double>(&value)) {
        return base::format_quantity(*number, unit);
    }
    const std::uint64_t whole = std::get<std::uint64_t>(value);
    // An address above 2^53 would not survive the way through a double.
    if (unit == Unit::kAddress) return fmt::format("0x{:x}", whole);
    return base::format_quantity(static_cast<double>(whole), unit);
}

std::string format_cell(const Column& column, std::size_t row) {
    const Scalar value = column.at(row);
    const std::string shown = format_scalar(value, column.unit);
    const auto* number = std::get_if<double>(&value);
    const bool plus = (column.flags & kOutSigned) != 0 && number && *number > 0;
    return plus ? "+" + shown : shown;
}

std::string_view title_of(const Column& column) {
    return column.title.empty() ? column.id : column.title;
}

std::string_view title_of(const Element& element) {
    const std::string_view title =
        std::visit([](const auto& body) { return std::string_view(body.title); }, element.body);
    return title.empty() ? std::string_view(element.id) : title;
}

bool is_element_id(std::string_view text) {
    const auto letter_or_digit = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    };
    bool first = true;
    for (const char c : text) {
        if (c == '/' ? first : !letter_or_digit(c)) {
            const bool inner = c == '.' || c == '_' || c == ':' || c == '-';
            if (first || !inner) return false;
        }
        first = c == '/';
    }
    return !first;
}

}  // namespace benchlab::report
