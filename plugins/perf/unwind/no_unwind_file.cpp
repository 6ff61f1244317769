// Where there is no elfutils.
#include "perf/unwind/unwind_file.hpp"

namespace benchlab::perf {

FoundUnwindFile find_unwind_file(const std::string&, const std::string&) {
    return {};
}

bool can_unwind() {
    return false;
}

}  // namespace benchlab::perf
