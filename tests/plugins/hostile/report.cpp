#include "report.hpp"

#include <simdjson.h>

#include <algorithm>

namespace hostile {
namespace {

using simdjson::dom::element;

// The rows of a table, where there is one.
template <class Take>
void each_row(element document, const char* pointer, Take&& take) {
    simdjson::dom::array rows;
    if (document.at_pointer(pointer).get(rows) != simdjson::SUCCESS) return;
    for (const element row : rows) take(row);
}

std::string text_of(element row, const char* name) {
    std::string_view text;
    return row[name].get(text) == simdjson::SUCCESS ? std::string(text) : std::string();
}

}  // namespace

bool Report::has(std::string_view name) const {
    return std::find(results.begin(), results.end(), name) != results.end();
}

bool Report::has_neighbours() const {
    return has("a-good/one") && has("a-good/two") && has("z-good/one") && has("z-good/two");
}

Report read_report(std::string_view text) {
    Report out;
    simdjson::dom::parser parser;
    element document;
    std::string_view kind;
    if (parser.parse(simdjson::padded_string(text)).get(document) != simdjson::SUCCESS ||
        document["kind"].get(kind) != simdjson::SUCCESS || kind != "run" ||
        document["complete"].get(out.complete) != simdjson::SUCCESS) {
        return {};
    }
    out.is_json = true;
    each_row(document, "/sections/summary/content/results/rows",
             [&](element row) { out.results.push_back(text_of(row, "name")); });
    each_row(document, "/sections/failed/content/benchmarks/rows", [&](element row) {
        const std::string name = text_of(row, "name");
        out.status[name] = text_of(row, "status");
        out.reason[name] = text_of(row, "reason");
    });
    return out;
}

}  // namespace hostile
