#include "fuzz/batches_of.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace fuzz {
namespace {

// The host's callbacks have no context of ours, and inputs come one at a time.
Rules rules_now{};

void check_value(const bl_builder& lane, const bl_column& column, std::uint64_t row) {
    if (column.type == BL_COL_F64) {
        const double value = static_cast<const double*>(column.data)[row];
        require(std::isnan(value) || std::isfinite(value));
    }
    if (column.type == BL_COL_STRING) {
        require(static_cast<const std::uint32_t*>(column.data)[row] <= lane.strings);
    }
    if (column.type == BL_COL_TIME) {
        require(rules_now.is_good_time(column, static_cast<const std::int64_t*>(column.data)[row]));
    }
}

bl_status BL_CALL append(bl_builder* lane, const bl_table* batch) {
    require(batch->row_count > 0 && batch->row_count <= 8192);
    for (std::uint32_t i = 0; i < batch->column_count; ++i) {
        require(batch->columns[i]->row_count == batch->row_count);
        for (std::uint64_t row = 0; row < batch->row_count; ++row) {
            check_value(*lane, *batch->columns[i], row);
        }
    }
    return BL_OK;
}

bl_status BL_CALL set_clock(bl_builder*, const bl_clock* clock) {
    require(rules_now.is_good_clock(*clock));
    return BL_OK;
}
std::uint32_t BL_CALL intern(bl_builder* lane, const char*, std::uint64_t) {
    return ++lane->strings;
}
bl_status BL_CALL set_fact(bl_builder*, const char*, const char*, std::uint64_t) {
    return BL_OK;
}
bl_status BL_CALL problem(bl_builder*, const char*, const char*, std::uint64_t, std::uint64_t) {
    return BL_OK;
}
void BL_CALL set_error(const bl_host*, const char*, std::uint64_t) {}
void BL_CALL progress(const bl_host*, std::uint64_t, std::uint64_t) {}
std::uint32_t BL_CALL cancelled(const bl_host*) {
    return 0;
}

}  // namespace

void read_batches_of(const bl_reader& reader, const Rules& rules, const std::uint8_t* data,
                     std::size_t size) {
    rules_now = rules;
    const std::string& path = written_input(data, size);
    reader.probe(path.c_str(), data, std::min<std::size_t>(size, 4096));
    bl_host host{};
    host.struct_size = sizeof host;
    host.set_error = set_error;
    host.progress = progress;
    host.cancelled = cancelled;
    bl_builder_api api{};
    api.struct_size = sizeof api;
    api.set_clock = set_clock;
    api.intern = intern;
    api.append = append;
    api.set_fact = set_fact;
    api.problem = problem;
    const char* const paths[] = {path.c_str()};
    bl_read read{};
    read.struct_size = sizeof read;
    read.path_count = 1;
    read.paths = paths;
    read.begin = INT64_MIN;
    read.end = INT64_MAX;
    bl_builder lane;
    const bl_status status = reader.read(&host, &read, &lane, &api);
    require(status == BL_OK || status == BL_E_DATA);
}

}  // namespace fuzz
