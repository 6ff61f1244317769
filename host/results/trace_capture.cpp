#include "results/trace_capture.hpp"

#include <fmt/format.h>

#include <cmath>

#include "base/text.hpp"
#include "report/writers.hpp"

namespace benchlab::results {

FrameLoop frame_loop(const report::Document& document) {
    FrameLoop out;
    const report::Section* section = document.find("frames");
    const auto* series = section ? section->get<report::Series>("frame-times/1") : nullptr;
    if (!series) return out;
    out.of = series->title;
    for (const double length : series->y) {
        // A frame that took no time has no logarithm, and is none.
        if (std::isfinite(length) && length > 0) out.lengths.push_back(length);
    }
    return out;
}

base::Result<TraceCapture> read_trace_report(std::string_view json, const std::string& label) {
    const auto invalid = [&](const std::string& why) {
        return base::Error{base::Code::kData, fmt::format("{}: {}", base::printable(label), why)};
    };
    auto document = report::read_json(json);
    if (!document) return invalid(document.error().message);
    if (document->kind == "run") {
        return invalid("is a report of benchmarks, which `benchlab compare` compares");
    }
    if (document->kind != "analyze") {
        return invalid(
            fmt::format("is a report of another kind ({})", base::printable(document->kind)));
    }
    TraceCapture out;
    out.label = label;
    out.loop = frame_loop(*document);
    out.document = std::move(*document);
    return out;
}

bool looks_like_report(std::string_view beginning) {
    const std::size_t at = beginning.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
    if (at == std::string_view::npos || beginning[at] != '{') return false;
    return beginning.substr(0, 400).find("\"schema\"") != std::string_view::npos;
}

}  // namespace benchlab::results
