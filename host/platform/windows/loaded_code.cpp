#include "platform/loaded_code.hpp"

namespace benchlab::platform {

// Nobody asks: the Windows build has no disassembler.
std::vector<LoadedRange> loaded_ranges(const void*) {
    return {};
}

}  // namespace benchlab::platform
