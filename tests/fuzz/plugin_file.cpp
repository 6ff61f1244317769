// Any bytes as a library file: inspection must end with a verdict and load nothing.
#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <string>

#include "plugin/inspect.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const int file = memfd_create("plugin.so", 0);
    if (file < 0 || write(file, data, size) != static_cast<ssize_t>(size)) return 0;
    benchlab::plugin::inspect("/proc/self/fd/" + std::to_string(file));
    close(file);
    return 0;
}
