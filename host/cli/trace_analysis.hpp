// cli/trace_analysis.hpp: the report of `trace analyze`, for all commands that end in one.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cli/options.hpp"
#include "cli/outputs.hpp"
#include "cli/program.hpp"
#include "report/document.hpp"
#include "store/store.hpp"

namespace benchlab::cli {

struct Analysis {
    std::vector<std::string> files;
    std::string process;            // as for --process; empty: the busiest
    std::vector<std::string> only;  // these sections; empty: those of --section
    Outputs outputs;
    // What goes to outputs.csv, of the window [begin, end); empty: no CSV was asked for.
    std::function<base::Result<std::string>(const store::Store&, std::int64_t begin,
                                            std::int64_t end)>
        make_csv;
};

struct AnalysisMade {
    report::Document document;
    std::optional<std::string> csv;  // what make_csv() made
    bool failed = false;             // a section did; why is on stderr
};
// The report, not yet written.  What was typed decides the rest: sections and their options,
// window, threads.
base::Result<AnalysisMade> make_analysis(const Arguments& arguments, const Program& program,
                                         const Analysis& what);

// The same, written.  Returns the exit status.
int analyze_files(const Arguments& arguments, const Program& program, Analysis what);

// Error: what analyze_files() would say of the words alone, before a file is there.
base::Result<void> check_analysis(const Arguments& arguments, const Program& program,
                                  const Analysis& what);

// What a plugin declares, as an option of a command.
Option option_of(const bl_option& from, std::string name, const std::string& help);
// Options of sections become options of the command, where all sections that have one of that name
// agree on its type.
base::Result<void> add_section_options(Command& command, const Program& program,
                                       const std::vector<std::string>& words);

}  // namespace benchlab::cli
