// Each recorded trace against the facts that an independent decoder found in it.
#include <boost/test/unit_test.hpp>
#include <cstdio>
#include <map>
#include <set>

#include "described.hpp"
#include "etl/buffers.hpp"
#include "etl/reader.hpp"
#include "etl/recording.hpp"
#include "json_parts.hpp"
#include "recording_builder.hpp"
#include "trace_data.hpp"

using namespace etl_test;
using namespace benchlab::etl;

namespace {

// A number, also one that the oracle writes as "0x1f".
std::optional<std::uint64_t> number_of(Element element) {
    std::uint64_t number = 0;
    if (element.get(number) == simdjson::SUCCESS) return number;
    std::int64_t negative = 0;
    if (element.get(negative) == simdjson::SUCCESS) return static_cast<std::uint64_t>(negative);
    std::string_view text;
    if (element.get(text) == simdjson::SUCCESS && text.substr(0, 2) == "0x")
        return std::stoull(std::string(text), nullptr, 16);
    return std::nullopt;
}

// Equal as far as the narrower of the two is wide: the oracle has some fields signed.
bool equal_number(std::uint64_t ours, std::uint64_t theirs) {
    if (ours == theirs) return true;
    const bool negative = (theirs >> 63) != 0;
    return negative &&
           (ours == (theirs & 0xFF) || ours == (theirs & 0xFFFF) || ours == (theirs & 0xFFFFFFFF));
}

bool equal(const Value& ours, Element theirs) {
    if (const auto* number = std::get_if<std::uint64_t>(&ours)) {
        const auto expected = number_of(theirs);
        return expected && equal_number(*number, *expected);
    }
    if (const auto* text = std::get_if<std::string>(&ours))
        return theirs.is_null() ? text->empty() : theirs.is_string() && *text == text_of(theirs);
    const auto& list = std::get<std::vector<std::uint64_t>>(ours);
    std::size_t i = 0;
    for (Element each : items(theirs)) {
        // Long lists are cut there.
        const auto expected = number_of(each);
        if (!expected) break;
        if (i >= list.size() || list[i++] != *expected) return false;
    }
    return true;
}

// "kernel group=0x05 type=0x03 v3" or "class GUID type=36 v2".
std::uint32_t number_of_key(const std::string& key) {
    unsigned group = 0, type = 0;
    char guid[40];
    if (std::sscanf(key.c_str(), "kernel group=0x%x type=0x%x", &group, &type) == 2)
        return group << 8 | type;
    if (std::sscanf(key.c_str(), "class %39s type=%u", guid, &type) == 2)
        return etl_test::number_of(guid, type);
    return 0xFFFFFFFF;
}

// What the made-up traces say of themselves is wrong: their names have the size of pointers.
unsigned pointer_size_of(const std::string& name) {
    if (name.find("_data_32_") != std::string::npos) return 4;
    if (name.find("_data_64_") != std::string::npos) return 8;
    return 0;
}

class Oracle {
  public:
    Oracle(const std::string& folder, const std::string& name)
        : name_(name), path_(unpacked(folder, name)) {
        root_ = load(parser_, folder + "/oracle/" + name + ".json");
    }
    bool is_there() const { return !path_.empty(); }

    void check_counts() {
        RecordingBuilder builder(2);
        const std::vector<std::string> tables = {"etl.event_type"};
        const bl_status status = builder.read(kReader.read, {path_}, &tables);
        BOOST_TEST(status == BL_OK, name_ << ": " << builder.error);
        // The oracle counts by number, not by the names that TraceLogging events have.
        struct Counted {
            std::int64_t count = 0, bytes = 0;
        };
        std::map<std::string, Counted> ours;
        for (const Row& row : builder.rows("etl.event_type")) {
            Counted& counted = ours[row.text("name")];
            counted.count += row.number("count");
            counted.bytes += row.number("bytes");
        }
        std::size_t checked = 0;
        for (const auto& [key, entry] : members(at(root_, "events"))) {
            const auto found = ours.find(std::string(key));
            BOOST_TEST((found != ours.end()), name_ << ": no " << key);
            if (found == ours.end()) continue;
            const auto count = static_cast<std::int64_t>(*number_of(at(entry, "count")));
            const auto least = static_cast<std::int64_t>(*number_of(at(entry, "min_payload")));
            const auto most = static_cast<std::int64_t>(*number_of(at(entry, "max_payload")));
            const std::int64_t bytes = found->second.bytes;
            BOOST_TEST(found->second.count == count, name_ << ": " << key);
            BOOST_TEST(bytes >= count * least, name_ << ": " << key);
            BOOST_TEST(bytes <= count * most, name_ << ": " << key);
            ++checked;
        }
        BOOST_TEST(ours.size() == checked, name_ << ": kinds that the oracle has not");
        BOOST_TEST(builder.problems.empty(), name_);
        BOOST_TEST(builder.mistakes.empty(), name_);
    }

    void check_clock() {
        RecordingBuilder builder;
        const std::vector<std::string> none;
        BOOST_TEST_REQUIRE(builder.read(kReader.read, {path_}, &none) == BL_OK);
        const Element clock = at(root_, "clock");
        const auto type = *number_of(at(clock, "type"));
        // Unix time begins 11644473600 s after FILETIME.
        const std::int64_t epoch = type == 2 ? 116444736000000000 : 0;
        BOOST_TEST(builder.clock.kind == (type == 2 ? BL_CLOCK_WALL : BL_CLOCK_QPC), name_);
        BOOST_TEST(
            builder.clock.zero == static_cast<std::int64_t>(*number_of(at(clock, "zero"))) - epoch,
            name_);
        if (type == 1)
            BOOST_TEST(builder.clock.ticks_per_second == *number_of(at(clock, "frequency")), name_);
        const auto start =
            static_cast<std::int64_t>(*number_of(at(at(root_, "header"), "StartTime")));
        BOOST_TEST(builder.clock.zero_unix_ns == (start - 116444736000000000) * 100, name_);
    }

    // Decodes what stands where the oracle found each row.
    void check_rows(std::set<std::string>& not_decoded, std::size_t& rows, std::size_t& fields) {
        const auto file = open_trace(path_);
        BufferReader reader(*file->input, file->index.compression);
        for (Element row : items(at(root_, "rows"))) {
            const Buffer& buffer = file->index.buffers.at(*number_of(at(row, "buffer")));
            const Bytes body = reader.body(buffer);
            Event event;
            std::uint32_t size = 0;
            const std::size_t offset = *number_of(at(row, "offset")) - kBufferHeaderSize;
            BOOST_TEST_REQUIRE(
                (read_event(body.subspan(offset), event, size) == EventFound::kEvent));
            const std::string key = text_of(at(row, "key"));
            BOOST_TEST(event.time == static_cast<std::int64_t>(*number_of(at(row, "timestamp"))),
                       key);
            BOOST_TEST(event.payload.size() == *number_of(at(row, "payload_len")), key);
            BOOST_TEST(buffer.cpu == *number_of(at(row, "cpu")), key);
            if (!at(row, "pid").is_null()) BOOST_TEST(event.pid == *number_of(at(row, "pid")), key);
            if (const unsigned pointer = pointer_size_of(name_); pointer != 0)
                event.pointer_size = static_cast<std::uint8_t>(pointer);
            check_fields(event, key, at(row, "fields"), not_decoded, fields);
            ++rows;
        }
    }

  private:
    void check_fields(const Event& event, const std::string& key, Element expected,
                      std::set<std::string>& not_decoded, std::size_t& fields) {
        const Described ours = describe(event, number_of_key(key));
        if (ours.empty()) {
            not_decoded.insert(key);
            return;
        }
        for (const auto& [field, value] : members(expected)) {
            // The oracle takes what a program made up for what a kernel writes: pointers of zero
            // before a SID for no SID, so that it misses the texts behind it.
            const bool made_up = name_.rfind("sawbuck-process", 0) == 0;
            if (made_up && (field == "UserSID" || field == "ImageFileName" ||
                            field == "CommandLine" || field == "_rest")) {
                BOOST_TEST(!std::get<std::string>(ours.at("ImageFileName")).empty());
                continue;
            }
            const auto found = ours.find(std::string(field));
            if (found == ours.end()) {
                not_decoded.insert(key + " " + std::string(field));
                continue;
            }
            BOOST_TEST(equal(found->second, value),
                       name_ << ": " << key << ": " << field << " is " << value);
            ++fields;
        }
    }

    std::string name_, path_;
    simdjson::dom::parser parser_;
    Element root_;
};

// Rows of all tables as text, in the host's order: the same for every cut.
std::string whole(const RecordingBuilder& builder) {
    std::string result;
    for (const char* table : {"process", "thread", "image", "file", "cpu", "sample", "disk_io",
                              "hard_fault", "lost", "mark"}) {
        for (const Row& row : builder.rows(table)) {
            result += table;
            for (const ColumnData& column : row.batch().columns) {
                result += ' ';
                if (!row.has(column.name)) {
                    result += '-';
                } else if (column.type == BL_COL_STRING) {
                    result += row.text(column.name);
                } else if (column.type == BL_COL_STACK) {
                    for (const std::uint64_t each : row.stack(column.name))
                        result += std::to_string(each) + ",";
                } else {
                    result += std::to_string(row.number(column.name));
                }
            }
            result += '\n';
        }
    }
    return result;
}

std::string read_with_chunks(const std::string& path, unsigned threads, std::uint64_t chunk) {
    RecordingBuilder builder(threads);
    const auto read = [chunk](const bl_host* host, const bl_read* request, bl_builder* lane,
                              const bl_builder_api* api) {
        return benchlab::detail::guarded(
            host, [&] { Recording(benchlab::Host(host), *request, lane, api, chunk).read(); });
    };
    BOOST_TEST_REQUIRE(builder.read(read, {path}) == BL_OK);
    BOOST_TEST(builder.mistakes.empty());
    return whole(builder);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(etl_oracles)

BOOST_AUTO_TEST_CASE(every_kind_of_event_is_counted_as_the_oracle_has_it) {
    const std::string folder = data_folder();
    if (folder.empty()) return;
    std::size_t files = 0;
    for (const std::string& name : trace_names(folder)) {
        Oracle oracle(folder, name);
        if (!oracle.is_there()) return;
        oracle.check_counts();
        oracle.check_clock();
        ++files;
    }
    BOOST_TEST(files >= 49u);
}

BOOST_AUTO_TEST_CASE(every_row_of_the_oracles_is_decoded_to_its_fields) {
    const std::string folder = data_folder();
    if (folder.empty()) return;
    std::set<std::string> not_decoded;
    std::size_t rows = 0, fields = 0;
    for (const std::string& name : trace_names(folder)) {
        Oracle oracle(folder, name);
        if (!oracle.is_there()) return;
        oracle.check_rows(not_decoded, rows, fields);
    }
    for (const std::string& each : not_decoded) std::printf("not decoded: %s\n", each.c_str());
    std::printf("%zu rows, %zu fields\n", rows, fields);
    BOOST_TEST(rows > 500u);
    BOOST_TEST(fields > 3000u);
}

BOOST_AUTO_TEST_CASE(neither_threads_nor_cuts_show_in_the_rows) {
    const std::string folder = data_folder();
    if (folder.empty()) return;
    for (const char* name : {"perfview-net.4.5.2.x64", "perfview-net.4.5.x86-win7"}) {
        const std::string path = unpacked(folder, name);
        if (path.empty()) return;
        const std::string expected = read_with_chunks(path, 1, std::uint64_t{1} << 40);
        BOOST_TEST(expected.size() > 1'000'000u);
        BOOST_TEST((read_with_chunks(path, 3, 65536) == expected), name);
        BOOST_TEST((read_with_chunks(path, 2, 1 << 20) == expected), name);
    }
}

BOOST_AUTO_TEST_SUITE_END()
