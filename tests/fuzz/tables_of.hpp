// tables_of.hpp: a reader that claims its rows, on any bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "fuzz/input_file.hpp"
#include "unit/etl/recording_builder.hpp"

namespace fuzz {

// It must end with an error that says why, or with rows whose columns and texts can be read, and do
// nothing that the ABI forbids.
inline void read_tables_of(const bl_reader& reader, const std::uint8_t* data, std::size_t size) {
    etl_test::RecordingBuilder builder;
    const bl_status status = builder.read(reader.read, {written_input(data, size)});
    require(status == BL_OK || !builder.error.empty());
    require(builder.mistakes.empty());
    for (const std::string& table : builder.tables()) {
        for (const etl_test::Row& row : builder.rows(table)) {
            for (const etl_test::ColumnData& column : row.batch().columns) {
                if (column.type == BL_COL_STRING) row.text(column.name);
                if (column.type == BL_COL_STACK) row.stack(column.name);
            }
        }
    }
}

}  // namespace fuzz
