#include <fmt/format.h>

#include "base/text.hpp"
#include "report/json_value.hpp"
#include "report/writers.hpp"

namespace benchlab::report {
namespace {

using base::Code;
using base::Error;

// What could have been meant instead.
std::string instead(std::string_view asked, const std::vector<std::string>& ids) {
    const std::string near = base::closest(asked, ids);
    if (!near.empty()) return fmt::format("; did you mean \"{}\"?", near);
    return ids.empty() ? "" : "; it has: " + base::join(ids, ", ");
}

std::string header(const Column& column) {
    if (column.unit == Unit::kNone || column.unit == Unit::kCount) return column.id;
    const std::string suffix = "_" + std::string(base::unit_id(column.unit));
    const bool named =
        column.id.size() >= suffix.size() &&
        column.id.compare(column.id.size() - suffix.size(), suffix.size(), suffix) == 0;
    return named ? column.id : column.id + suffix;
}

std::string cell(const Scalar& value) {
    if (is_absent(value)) return "";
    if (const auto* text = std::get_if<std::string>(&value)) return base::csv_field(*text);
    if (const auto* whole = std::get_if<std::uint64_t>(&value)) return fmt::format("{}", *whole);
    std::string out;
    append_json_number(out, std::get<double>(value));
    return out;
}

std::string rows(const Table& table) {
    std::string out;
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        if (i > 0) out += ',';
        out += base::csv_field(header(table.columns[i]));
    }
    out += "\r\n";
    for (std::size_t row = 0; row < table.row_count(); ++row) {
        for (std::size_t i = 0; i < table.columns.size(); ++i) {
            if (i > 0) out += ',';
            const std::string field = cell(table.columns[i].at(row));
            // An empty line would be no row at all.
            out += field.empty() && table.columns.size() == 1 ? "\"\"" : field;
        }
        out += "\r\n";
    }
    return out;
}

}  // namespace

base::Result<std::string> write_csv(const Document& document, std::string_view section,
                                    std::string_view table) {
    const Section* from = document.find(section);
    if (!from) {
        std::vector<std::string> ids;
        for (const Section& each : document.sections) ids.push_back(each.id);
        return Error{Code::kNotFound,
                     fmt::format("the report has no section \"{}\"", base::printable(section)) +
                         instead(section, ids)};
    }
    if (const Table* found = from->get<Table>(table)) return rows(*found);
    std::vector<std::string> ids;
    for (const Element& element : from->elements) {
        if (std::holds_alternative<Table>(element.body)) ids.push_back(element.id);
    }
    return Error{Code::kNotFound, fmt::format("section \"{}\" has no table \"{}\"", from->id,
                                              base::printable(table)) +
                                      instead(table, ids)};
}

}  // namespace benchlab::report
