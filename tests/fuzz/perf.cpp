// Any bytes as a recording of perf: an error, or rows whose columns and texts can be read, and
// nothing that the ABI forbids.
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "perf/reader.hpp"
#include "unit/etl/recording_builder.hpp"

namespace {

// The reader takes a path; this file is written again for each input.
const std::string& input_path() {
    static const std::string path = [] {
        char name[] = "/tmp/fuzz-perf-XXXXXX";
        const int file = mkstemp(name);
        if (file < 0) std::abort();
        close(file);
        return std::string(name);
    }();
    return path;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::FILE* file = std::fopen(input_path().c_str(), "wb");
    if (file == nullptr) std::abort();
    if (size != 0) std::fwrite(data, 1, size, file);
    std::fclose(file);
    etl_test::RecordingBuilder builder;
    const bl_status status = builder.read(benchlab::perf::kReader.read, {input_path()});
    if (status != BL_OK && builder.error.empty()) std::abort();
    if (!builder.mistakes.empty()) std::abort();
    for (const std::string& table : builder.tables()) {
        for (const etl_test::Row& row : builder.rows(table)) {
            for (const etl_test::ColumnData& column : row.batch().columns) {
                if (column.type == BL_COL_STRING) row.text(column.name);
                if (column.type == BL_COL_STACK) row.stack(column.name);
            }
        }
    }
    return 0;
}
