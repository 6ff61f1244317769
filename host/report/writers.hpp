// report/writers.hpp: the ways out of a document.  Each returns the whole output as UTF-8.
#pragma once

#include <string>
#include <string_view>

#include "base/result.hpp"
#include "report/document.hpp"

namespace benchlab::report {

struct TextStyle {
    std::size_t width = 100;  // columns; WIDE_ONLY columns go when a table does not fit
    bool colour = false;
    // Only these sections, in the document's order; empty: all.
    std::vector<std::string> sections;
};

std::string write_text(const Document& document, const TextStyle& style = {});

// Pretty printed, shortest digits that read back as the same double; NaN and infinities are null.
// docs/report.schema.json describes it.
std::string write_json(const Document& document);

// One self-contained file: no network, a content policy, readable with scripts off.
std::string write_html(const Document& document);

// One table as RFC 4180 CSV; the heading is the column id, with its unit: "median_ns".  Error
// kNotFound when there is no such section or table.
base::Result<std::string> write_csv(const Document& document, std::string_view section,
                                    std::string_view table);

// GitHub Markdown, the findings above the tables; raw tables are left out.  Only these sections, in
// the document's order; empty: all.
std::string write_markdown(const Document& document, const std::vector<std::string>& sections = {});

// Reads what write_json wrote: *read_json(write_json(d)) == d.  Members and kinds of elements that
// it does not know are passed over.  Error kData: no JSON, another schema, or damage, which is
// named with its place ("/sections/run/content/cpu: ...").  At most 100 parts an id.
base::Result<Document> read_json(std::string_view text);

}  // namespace benchlab::report
