// Any bytes as a saved report: an error or a report, and a report that was read is written and
// read again to the same thing.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "report/writers.hpp"
#include "results/run_report.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace benchlab;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    if (const auto document = report::read_json(text)) {
        const std::string once = report::write_json(*document);
        const auto again = report::read_json(once);
        if (!again || report::write_json(*again) != once) std::abort();
        report::write_text(*document);
        report::write_html(*document);
        report::write_markdown(*document);
    }
    if (const auto run = results::read_run_report(text, "input")) results::to_document(*run);
    return 0;
}
