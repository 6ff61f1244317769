#include "recorder.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>

#include "framelog/framelog.hpp"

namespace recorded {

namespace {

// The reader's callbacks have no context but the host and the lane, and tests run one at a time.
Log* current = nullptr;
Options current_options;

template <class Value>
Value value_at(const bl_column& column, std::size_t row) {
    Value value;
    std::memcpy(&value, static_cast<const char*>(column.data) + row * sizeof value, sizeof value);
    return value;
}

void keep_value(const bl_builder& lane, const bl_column& column, std::size_t row, Row& made) {
    if (column.present != nullptr && (column.present[row / 64] >> (row % 64) & 1) == 0) return;
    const std::string name = column.name;
    switch (column.type) {
        case BL_COL_TIME: {
            const auto value = value_at<std::int64_t>(column, row);
            if (name == "time") made.time = value;
            if (value != BL_NO_TIME) made.numbers[name] = static_cast<double>(value);
            return;
        }
        case BL_COL_F64:
            if (const auto value = value_at<double>(column, row); !std::isnan(value)) {
                made.numbers[name] = value;
            }
            return;
        case BL_COL_STRING:
            if (const auto id = value_at<std::uint32_t>(column, row); id != 0) {
                made.texts[name] = lane.strings.at(id);
            }
            return;
        case BL_COL_KEY32:
            if (const auto key = value_at<std::uint32_t>(column, row); key != BL_NO_ROW) {
                made.integers[name] = key;
            }
            return;
        case BL_COL_U8:
            made.integers[name] = value_at<std::uint8_t>(column, row);
            return;
        case BL_COL_U32:
            made.integers[name] = value_at<std::uint32_t>(column, row);
            return;
        case BL_COL_I32:
            made.integers[name] = static_cast<std::uint64_t>(value_at<std::int32_t>(column, row));
            return;
        case BL_COL_U64:
            made.integers[name] = value_at<std::uint64_t>(column, row);
            return;
        default:
            current->mistakes.push_back(name + " has a type that the table has not");
    }
}

bl_status BL_CALL set_clock(bl_builder*, const bl_clock* clock) {
    if (current->clock) current->mistakes.push_back("a second clock");
    if (!current->frames.empty()) current->mistakes.push_back("the clock after rows");
    current->clock = *clock;
    return BL_OK;
}

std::uint32_t BL_CALL intern(bl_builder* lane, const char* text, std::uint64_t len) {
    lane->strings.emplace_back(text, len);
    return static_cast<std::uint32_t>(lane->strings.size() - 1);
}

bl_status BL_CALL append(bl_builder* lane, const bl_table* batch) {
    current->most_rows = std::max<std::size_t>(current->most_rows, batch->row_count);
    std::vector<Row>& to =
        std::strcmp(batch->name, "frame_log") == 0 ? current->frames : current->processes;
    for (std::size_t row = 0; row < batch->row_count; ++row) {
        Row made;
        for (std::uint32_t i = 0; i < batch->column_count; ++i) {
            const bl_column& column = *batch->columns[i];
            if (column.row_count != batch->row_count) {
                current->mistakes.push_back("a column's length is not its batch's");
                return BL_E_INVALID;
            }
            keep_value(*lane, column, row, made);
        }
        if (made.time == BL_NO_TIME) current->mistakes.push_back("a row without a time");
        to.push_back(std::move(made));
    }
    return BL_OK;
}

bl_status BL_CALL set_fact(bl_builder*, const char* name, const char* text, std::uint64_t len) {
    current->facts[name] = std::string(text, len);
    return BL_OK;
}

bl_status BL_CALL problem(bl_builder*, const char* code, const char* text, std::uint64_t len,
                          std::uint64_t offset) {
    Problem& known = current->problems[code];
    if (known.count++ == 0 || offset < known.offset) {
        known.offset = offset;
        known.text = std::string(text, len);
    }
    return BL_OK;
}

void BL_CALL set_error(const bl_host*, const char* text, std::uint64_t len) {
    current->error = std::string(text, len);
}
void BL_CALL progress(const bl_host*, std::uint64_t, std::uint64_t) {}
std::uint32_t BL_CALL cancelled(const bl_host*) {
    return current_options.cancelled;
}

}  // namespace

std::optional<double> Row::ms(const std::string& column) const {
    const auto found = numbers.find(column);
    if (found == numbers.end()) return std::nullopt;
    return found->second / 1e6;
}

std::string Row::text(const std::string& column) const {
    const auto found = texts.find(column);
    return found == texts.end() ? "" : found->second;
}

std::optional<std::uint64_t> Row::integer(const std::string& column) const {
    const auto found = integers.find(column);
    if (found == integers.end()) return std::nullopt;
    return found->second;
}

std::vector<double> Log::all_ms(const std::string& column) const {
    std::vector<double> result;
    for (const Row& row : frames) {
        result.push_back(row.ms(column).value_or(std::numeric_limits<double>::quiet_NaN()));
    }
    return result;
}

Log read_files(const std::vector<std::string>& paths, const Options& options) {
    Log log;
    current = &log;
    current_options = options;
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
    std::vector<const char*> pointers;
    for (const std::string& path : paths) pointers.push_back(path.c_str());
    bl_read read{};
    read.struct_size = sizeof read;
    read.path_count = static_cast<std::uint32_t>(pointers.size());
    read.paths = pointers.data();
    read.tables = options.tables;
    read.begin = INT64_MIN;
    read.end = INT64_MAX;
    bl_builder lane;
    log.status = benchlab::framelog::kReader.read(&host, &read, &lane, &api);
    current = nullptr;
    return log;
}

Log read_text(std::string_view text, const std::string& name, const Options& options) {
    const auto folder = std::filesystem::path(BENCHLAB_TEST_BINARY_DIR) / "framelog-inputs";
    std::filesystem::create_directories(folder);
    const auto path = folder / name;
    std::ofstream(path, std::ios::binary) << text;
    return read_files({path.string()}, options);
}

std::uint32_t probe(std::string_view head, const char* path) {
    return benchlab::framelog::kReader.probe(path, head.data(), head.size());
}

std::string data_folder() {
    const char* const given = std::getenv("BENCHLAB_TEST_DATA");
    const std::filesystem::path folder = given != nullptr ? given : BENCHLAB_TEST_DATA;
    std::error_code error;
    return std::filesystem::is_directory(folder / "frames", error) ? (folder / "frames").string()
                                                                   : std::string();
}

}  // namespace recorded
