// Any bytes as a trace log.
#include "etl/reader.hpp"
#include "fuzz/tables_of.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    fuzz::read_tables_of(benchlab::etl::kReader, data, size);
    return 0;
}
