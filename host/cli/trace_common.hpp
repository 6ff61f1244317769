// cli/trace_common.hpp: what the trace commands share: plugins before options, reading, window.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "cli/options.hpp"
#include "cli/program.hpp"
#include "plugin/analyze.hpp"
#include "plugin/read_trace.hpp"

namespace benchlab::cli {

// Loaded when first asked for, with the --plugin-dir and so on of these words, before the options
// are known: they come from the plugins.
const plugin::Registry& trace_plugins(const Program& program,
                                      const std::vector<std::string>& words);
const plugin::Registry& trace_plugins(const Program& program, const Arguments& arguments);

Positional trace_files();
// --from, --to, --threads.
std::vector<Option> window_options();
// --symbols (docs/symbols.md).
Option symbols_option();
// On stderr, files with names of functions that were not used.  Once all names were asked for.
void tell_symbols(const store::Store& store);
// --anonymise (store/anonymise.hpp).
Option anonymise_option();

struct Window {
    std::int64_t begin = 0, end = INT64_MAX;
};
// Error: an end that is not behind the begin.
base::Result<Window> window_of(const Arguments& arguments);
// The part of the window that the trace has.  Error: none of it.
base::Result<Window> window_in(const Window& window, const store::Store& store);

// Error: a file is given twice, under whatever names.
base::Result<void> check_given_once(const std::vector<std::string>& files);

// Shows on stderr, where that is a terminal, how far a reader is.
class TraceProgress {
  public:
    TraceProgress();
    ~TraceProgress();
    TraceProgress(const TraceProgress&) = delete;
    TraceProgress& operator=(const TraceProgress&) = delete;

  private:
    bool shown_ = false;
};

// Reads with progress on stderr.
base::Result<plugin::Trace> read_files(const Program& program, const Arguments& arguments,
                                       const std::vector<std::string>& files,
                                       const std::vector<std::string>& tables,
                                       const Window& window);

// "-s frames,explain": lower case, without blanks.
std::vector<std::string> list_of(std::string_view text);

}  // namespace benchlab::cli
