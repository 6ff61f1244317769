// perf_told.hpp: stories as perf.data files, as the walker sees them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "perf_walker.hpp"
#include "story/perf/perf_writer.hpp"
#include "story/story.hpp"

namespace benchlab::story_test {

inline std::vector<std::uint8_t> perf_file_of(std::string_view text,
                                              const story::perf::PerfOptions& options = {}) {
    story::MemoryOutput output;
    story::perf::write_perf(story::parse_story(text), options, output);
    return output.bytes();
}

inline PerfWalked walked_perf(std::string_view text, const story::perf::PerfOptions& options = {}) {
    return walk_perf(perf_file_of(text, options));
}

}  // namespace benchlab::story_test
