// unwind_file.hpp: the rules for unwinding that a program or library has in its .eh_frame.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "perf/unwind/frame_rule.hpp"

namespace benchlab::perf {

class UnwindFile {
  public:
    virtual ~UnwindFile() = default;
    // By a place in the file; null when there is none.  Lives as long as this.
    virtual const FrameRule* rule(std::uint64_t offset) = 0;
};

struct FoundUnwindFile {
    std::unique_ptr<UnwindFile> file;  // null: none that will do
    bool is_other_build = false;       // there is one, but of another build
};
// The file of that path, or a copy that perf or debuginfod keeps.  A file of another build id is
// never used.
FoundUnwindFile find_unwind_file(const std::string& path, const std::string& build_id);

// Was this built with what reads such files?
bool can_unwind();

}  // namespace benchlab::perf
