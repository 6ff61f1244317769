#include "reading.hpp"

#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <fstream>

#include "marks/marks.hpp"
#include "store/freeze.hpp"
#include "store/values.hpp"

namespace marks_test {
namespace {

namespace store = benchlab::store;

// The host's callbacks have no context but the host, and tests run one at a time.
std::string last_error;

void BL_CALL set_error(const bl_host*, const char* text, std::uint64_t len) {
    last_error.assign(text, len);
}
void BL_CALL progress(const bl_host*, std::uint64_t done, std::uint64_t total) {
    BOOST_TEST(done <= total);
}
std::uint32_t BL_CALL cancelled(const bl_host*) {
    return 0;
}

// The id that a row of process or thread was made of.
std::int64_t id_of(const store::Store& of, const char* table, const char* key, std::uint32_t row) {
    if (row == BL_NO_ROW) return -1;
    return store::Values<std::uint32_t>(of.find(table), key).get(row);
}

void keep(const store::Store& of, const store::StoredTable& table, const bl_column& column,
          std::uint32_t row, Row& made) {
    const std::string name = column.name;
    const auto integer = [&]<class Value>(Value) {
        const store::Values<Value> values(&table, name);
        if (values.has(row)) made.integers[name] = static_cast<std::int64_t>(values.get(row));
    };
    switch (column.type) {
        case BL_COL_U8:
            return integer(std::uint8_t{});
        case BL_COL_U32:
            return integer(std::uint32_t{});
        case BL_COL_U64:
            return integer(std::uint64_t{});
        case BL_COL_TIME:
            return integer(std::int64_t{});
        case BL_COL_F64:
            if (const store::Values<double> values(&table, name); values.has(row)) {
                made.numbers[name] = values.get(row);
            }
            return;
        case BL_COL_STRING:
            made.texts[name] = of.text(store::Values<std::uint32_t>(&table, name).get(row));
            return;
        case BL_COL_ROW: {
            const std::uint32_t other = store::Rows(&table, name)[row];
            const bool thread = name == "thread";
            const auto id = id_of(of, thread ? "thread" : "process", thread ? "tid" : "pid", other);
            if (id >= 0) made.integers[name] = id;
            return;
        }
        default:
            return;
    }
}

}  // namespace

std::int64_t Row::integer(const std::string& column) const {
    const auto found = integers.find(column);
    return found == integers.end() ? -1 : found->second;
}

std::string Row::text(const std::string& column) const {
    const auto found = texts.find(column);
    return found == texts.end() ? "" : found->second;
}

std::vector<Row> Read::rows(const std::string& table) const {
    std::vector<Row> out;
    if (store == nullptr) return out;
    const store::StoredTable* const found = store->find(table);
    if (found == nullptr) return out;
    for (std::uint32_t row = 0; row < found->rows(); ++row) {
        Row made;
        for (std::uint32_t i = 0; i < found->abi()->column_count; ++i) {
            keep(*store, *found, *found->abi()->columns[i], row, made);
        }
        out.push_back(std::move(made));
    }
    return out;
}

std::map<std::string, std::uint64_t> Read::problems() const {
    std::map<std::string, std::uint64_t> out;
    for (const Row& each : rows("problem")) {
        out[each.text("code")] = static_cast<std::uint64_t>(each.integer("count"));
    }
    return out;
}

Read read_files(const std::vector<std::string>& paths) {
    const bl_reader& reader = benchlab::marks::kReader;
    bl_host host{};
    host.struct_size = sizeof host;
    host.set_error = set_error;
    host.progress = progress;
    host.cancelled = cancelled;
    std::vector<const char*> pointers;
    for (const std::string& path : paths) pointers.push_back(path.c_str());
    bl_read wanted{};
    wanted.struct_size = sizeof wanted;
    wanted.path_count = static_cast<std::uint32_t>(pointers.size());
    wanted.paths = pointers.data();
    wanted.begin = INT64_MIN;
    wanted.end = INT64_MAX;
    store::Catalog catalog;
    std::vector<std::unique_ptr<store::Recording>> recordings;
    recordings.push_back(std::make_unique<store::Recording>(catalog, reader.id));
    store::Recording& recording = *recordings.front();
    Read out;
    last_error.clear();
    out.status = reader.read(&host, &wanted, recording.first(), store::builder_api());
    out.error = last_error;
    out.refusals = recording.refusals();
    out.clock.kind = recording.clock().kind;
    out.clock.zero = recording.clock().zero;
    out.clock.end = recording.clock().end;
    out.clock.zero_unix_ns = recording.clock().zero_unix_ns;
    if (out.status == BL_OK) out.store = store::freeze(catalog, std::move(recordings));
    return out;
}

Read read_bytes(std::string_view bytes) {
    const auto folder = std::filesystem::path(BENCHLAB_TEST_BINARY_DIR) / "marks-inputs";
    std::filesystem::create_directories(folder);
    const auto path = folder / "made.marks";
    std::ofstream(path, std::ios::binary)
        .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    return read_files({path.string()});
}

std::uint32_t probe(std::string_view head, const char* path) {
    return benchlab::marks::kReader.probe(path, head.data(), head.size());
}

}  // namespace marks_test
