// results/trace_capture.hpp: what a comparison takes of the report of one trace.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "report/document.hpp"

namespace benchlab::results {

// The loop that a report is about: the first of its section `frames`.
struct FrameLoop {
    std::string of;               // "game.exe"; empty when there is none
    std::vector<double> lengths;  // ns, by time
};
FrameLoop frame_loop(const report::Document& document);

struct TraceCapture {
    std::string label;  // file name
    report::Document document;
    FrameLoop loop;
};

// A report that `trace analyze --json` wrote.  Error: what else it is, or why it cannot be read.
base::Result<TraceCapture> read_trace_report(std::string_view json, const std::string& label);
// Does a file that begins so look like a report?  (Logs of frames may be JSON, too.)
bool looks_like_report(std::string_view beginning);

}  // namespace benchlab::results
