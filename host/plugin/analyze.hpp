// plugin/analyze.hpp: runs sections over a store.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "plugin/registry.hpp"
#include "report/document.hpp"
#include "store/store.hpp"

namespace benchlab::plugin {

// A table that an analyzer named in its `needs`.
struct NeededTable {
    std::string table;
    bool optional;
};
std::vector<NeededTable> needs_of(const bl_analyzer& analyzer);

struct SectionChoice {
    const Plugin* plugin = nullptr;
    const bl_analyzer* analyzer = nullptr;
};

// All sections of all plugins, in the order of a full report.
std::vector<SectionChoice> all_sections(const Registry& registry);
// Those with these ids, in that order too; empty or "all": all.  Error: an id that does not exist.
base::Result<std::vector<SectionChoice>> choose_sections(const Registry& registry,
                                                         const std::vector<std::string>& ids);

// What readers are to be asked for: what the sections need, and what derived tables are made of.
std::vector<std::string> needed_tables(const std::vector<SectionChoice>& sections);

struct AnalysisRequest {
    std::int64_t begin = 0, end = 0;
    std::vector<std::uint32_t> focus;  // rows of process
    // "top" or "frames.top", and the value.
    std::vector<std::pair<std::string, std::string>> options;
};

struct AnalysisResult {
    report::Section section;
    bool failed = false;                // an error, not just nothing to say
    std::vector<std::string> warnings;  // of the sink and of the store
};

// Several at once, but each once at a time; the results are in the order of `sections`.
std::vector<AnalysisResult> run_sections(const std::vector<SectionChoice>& sections,
                                         const store::Store& store, const AnalysisRequest& request);

}  // namespace benchlab::plugin
