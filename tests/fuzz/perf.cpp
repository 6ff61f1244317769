// Any bytes as a recording of perf.
#include "fuzz/tables_of.hpp"
#include "perf/reader.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    fuzz::read_tables_of(benchlab::perf::kReader, data, size);
    return 0;
}
