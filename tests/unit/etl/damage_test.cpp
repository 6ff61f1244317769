// Files that are cut or changed: one error or a problem, nothing readable lost, and no crash.
#include <boost/test/unit_test.hpp>
#include <random>

#include "etl/buffers.hpp"
#include "etl/reader.hpp"
#include "made_trace.hpp"
#include "recording_builder.hpp"
#include "trace_data.hpp"

using namespace etl_test;
using benchlab::etl::kReader;

namespace {

// Ten buffers of ten switches each; the time of a switch is its number.
MadeTrace ten_by_ten() {
    MadeTrace trace;
    for (unsigned b = 0; b < 10; ++b) {
        MadeBuffer buffer(b % 2);
        for (unsigned i = 0; i < 10; ++i)
            buffer.kernel(0x0524, 4, kZero + b * 10 + i, cswitch(b + 1, i + 1));
        trace.add(buffer);
    }
    return trace;
}

struct Result {
    bl_status status;
    std::size_t rows;
    std::map<std::string, std::uint64_t> problems, offsets;
    std::string error;
};

Result read(const std::vector<std::uint8_t>& bytes, const std::string& table = "cswitch") {
    RecordingBuilder builder(1);
    const std::string path = write_bytes("damaged.etl", bytes);
    const bl_status status = builder.read(kReader.read, {path});
    BOOST_TEST(builder.mistakes.empty());
    return {status, builder.rows(table).size(), builder.problems, builder.problem_offsets,
            builder.error};
}

std::vector<std::uint8_t> cut(const std::vector<std::uint8_t>& bytes, std::size_t size) {
    return {bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size)};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(etl_damage)

BOOST_AUTO_TEST_CASE(what_precedes_a_cut_is_kept) {
    const std::vector<std::uint8_t> whole = ten_by_ten().bytes();
    constexpr std::size_t kSize = MadeTrace::kBufferSize;
    for (std::size_t buffers = 1; buffers <= 11; ++buffers) {
        const Result edge = read(cut(whole, buffers * kSize));
        BOOST_TEST(edge.status == BL_OK);
        BOOST_TEST(edge.rows == (buffers - 1) * 10);
        BOOST_TEST(edge.problems.empty());
        if (buffers == 11) break;
        // Ten bytes into the next header: nothing of that buffer.
        const Result header = read(cut(whole, buffers * kSize + 10));
        BOOST_TEST(header.rows == (buffers - 1) * 10);
        BOOST_TEST(header.problems.at("etl.truncated") == 1u);
        BOOST_TEST(header.offsets.at("etl.truncated") == buffers * kSize);
        // In its fifth event: a switch takes 16 + 24 bytes, so four are whole.
        const Result event = read(cut(whole, buffers * kSize + 72 + 4 * 40 + 20));
        BOOST_TEST(event.rows == (buffers - 1) * 10 + 4);
        BOOST_TEST(event.problems.at("etl.truncated") == 1u);
    }
}

BOOST_AUTO_TEST_CASE(a_file_without_a_header_is_one_clear_error) {
    const std::vector<std::uint8_t> whole = ten_by_ten().bytes();
    for (const std::size_t size : {0u, 1u, 7u, 71u, 72u, 80u, 200u, 360u}) {
        const Result result = read(cut(whole, size));
        BOOST_TEST(result.status == BL_E_DATA, size);
        BOOST_TEST(result.error.find("at byte ") != std::string::npos, result.error);
        BOOST_TEST(result.error.find("damaged.etl") != std::string::npos, result.error);
    }
    RecordingBuilder builder;
    BOOST_TEST(builder.read(kReader.read, {"/no/such/file.etl"}) == BL_E_IO);
    BOOST_TEST(builder.error.find("/no/such/file.etl") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(an_event_of_wrong_size_costs_the_rest_of_its_buffer_only) {
    std::vector<std::uint8_t> bytes = ten_by_ten().bytes();
    // The third event of the second data buffer.
    const std::size_t at = 2 * MadeTrace::kBufferSize + 72 + 2 * 40;
    bytes[at + 4] = 0xFF;
    bytes[at + 5] = 0xFF;
    const Result result = read(bytes);
    BOOST_TEST(result.rows == 100u - 8u);
    BOOST_TEST(result.problems.at("etl.event-size") == 1u);
    BOOST_TEST(result.offsets.at("etl.event-size") == 2u * MadeTrace::kBufferSize);
}

BOOST_AUTO_TEST_CASE(an_impossible_buffer_size_is_passed_over) {
    for (const std::uint32_t size : {5u, 71u, 0x7FFFFFFFu}) {
        std::vector<std::uint8_t> bytes = ten_by_ten().bytes();
        const std::size_t at = 3 * MadeTrace::kBufferSize;
        std::memcpy(&bytes[at], &size, 4);
        const Result result = read(bytes);
        BOOST_TEST(result.rows == 90u, size);
        BOOST_TEST(result.problems.at("etl.buffer-size") == 1u);
        BOOST_TEST(result.offsets.at("etl.buffer-size") == at);
    }
}

BOOST_AUTO_TEST_CASE(used_bytes_beyond_the_buffer_are_not_read) {
    for (const std::uint32_t used : {0u, 71u, 5000u, 0xFFFFFFFFu}) {
        std::vector<std::uint8_t> bytes = ten_by_ten().bytes();
        const std::size_t at = 3 * MadeTrace::kBufferSize;
        std::memcpy(&bytes[at + 0x30], &used, 4);
        const Result result = read(bytes);
        // Beyond: the mark behind the last event ends it; below the header: nothing is there.
        BOOST_TEST(result.rows == (used > 72 ? 100u : 90u), used);
        BOOST_TEST(result.problems.at("etl.buffer-offset") == 1u);
    }
}

BOOST_AUTO_TEST_CASE(room_that_was_never_written_ends_the_file) {
    for (const std::uint8_t filler : {std::uint8_t{0}, std::uint8_t{0xFF}}) {
        std::vector<std::uint8_t> bytes = ten_by_ten().bytes();
        bytes.resize(bytes.size() + 5 * MadeTrace::kBufferSize, filler);
        const Result result = read(bytes);
        BOOST_TEST(result.rows == 100u);
        BOOST_TEST(result.problems.empty());
    }
}

BOOST_AUTO_TEST_CASE(an_event_that_is_too_short_is_told) {
    MadeTrace trace;
    trace.add(MadeBuffer(0)
                  .kernel(0x0524, 4, kZero + 1, Packed().u32(1))
                  .kernel(0x0524, 4, kZero + 2, cswitch(4, 8)));
    const Result result = read(trace.bytes());
    BOOST_TEST(result.rows == 1u);
    BOOST_TEST(result.problems.at("etl.short-event") == 1u);
}

BOOST_AUTO_TEST_CASE(a_compressed_stream_that_ends_early_gives_what_it_has) {
    MadeTrace trace;
    MadeBuffer buffer(0);
    for (unsigned i = 0; i < 8; ++i) buffer.kernel(0x0524, 4, kZero + i, cswitch(4, 8));
    // Literals only: a word of flags 0 before each 32 bytes.
    std::vector<std::uint8_t> stored;
    for (std::size_t i = 0; i < buffer.events().size(); ++i) {
        if (i % 32 == 0) stored.resize(stored.size() + 4);
        stored.push_back(buffer.events()[i]);
    }
    const Result whole = read(MadeTrace(trace).add_compressed(buffer, stored).bytes());
    BOOST_TEST(whole.rows == 8u);
    BOOST_TEST(whole.problems.empty());
    // 100 of 320 bytes: two events and 20 bytes, after four words of flags.
    const Result part = read(MadeTrace(trace).add_compressed(buffer, cut(stored, 116)).bytes());
    BOOST_TEST(part.rows == 2u);
    BOOST_TEST(part.problems.at("etl.compressed-stream") == 1u);
    // A format that is not known: the other buffers are read.
    MadeTrace unknown;
    unknown.compression = 7;
    unknown.add_compressed(buffer, stored);
    unknown.add(MadeBuffer(0).kernel(0x0524, 4, kZero + 50, cswitch(4, 8)));
    const Result other = read(unknown.bytes());
    BOOST_TEST(other.rows == 1u);
    BOOST_TEST(other.problems.at("etl.compression") == 1u);
}

BOOST_AUTO_TEST_CASE(a_damaged_file_among_others_is_left_out) {
    const std::string good = write_bytes("good.etl", ten_by_ten().bytes());
    const std::string bad = write_bytes("bad.etl", {1, 2, 3});
    for (const auto& paths : {std::vector{good, bad}, std::vector{bad, good}}) {
        RecordingBuilder builder;
        BOOST_TEST_REQUIRE(builder.read(kReader.read, paths) == BL_OK);
        BOOST_TEST(builder.rows("cswitch").size() == 100u);
        BOOST_TEST(builder.problems.at("etl.file") == 1u);
    }
}

// A day lies between the starts of the machine, or an hour between the moments at which the counter
// was 0: what is of the first file alone is read.
BOOST_AUTO_TEST_CASE(a_file_of_another_recording_is_left_out) {
    constexpr std::int64_t kHour = 36'000'000'000;  // FILETIME
    MadeTrace first = ten_by_ten();
    first.boot_filetime = first.start_filetime - 25 * kHour;
    MadeTrace other_boot = ten_by_ten(), other_zero = ten_by_ten();
    other_boot.boot_filetime = first.boot_filetime + 24 * kHour;
    other_zero.start_filetime += kHour;
    const std::string path = write_bytes("first.etl", first.bytes());
    for (const MadeTrace& other : {other_boot, other_zero}) {
        RecordingBuilder builder;
        const std::string more = write_bytes("other.etl", other.bytes());
        BOOST_TEST_REQUIRE(builder.read(kReader.read, {path, more}) == BL_OK);
        BOOST_TEST(builder.rows("cswitch").size() == 100u);
        BOOST_TEST(builder.problems.at("etl.file") == 1u);
    }
}

BOOST_AUTO_TEST_CASE(random_cuts_and_changes_never_crash) {
    std::mt19937 random(20260101);
    std::vector<std::vector<std::uint8_t>> sources = {ten_by_ten().bytes()};
    if (const std::string folder = data_folder(); !folder.empty()) {
        for (const char* name : {"perfview-SelfDescribingSingleEvent", "s4-WindowsUpdate",
                                 "sawbuck-process_data_32_v3-win7", "pyetwkit-sample-compressed"}) {
            const std::string path = unpacked(folder, name);
            if (!path.empty()) sources.push_back(read_bytes(path));
        }
    }
    std::size_t readable = 0;
    for (int i = 0; i < 600; ++i) {
        std::vector<std::uint8_t> bytes = sources[random() % sources.size()];
        if (random() % 3 == 0) bytes.resize(random() % bytes.size());
        for (auto k = random() % 20; k > 0 && !bytes.empty(); --k)
            bytes[random() % bytes.size()] = static_cast<std::uint8_t>(random());
        const Result result = read(bytes);
        readable += result.status == BL_OK ? 1u : 0u;
        BOOST_TEST((result.status == BL_OK || !result.error.empty()));
    }
    BOOST_TEST(readable > 100u);
}

BOOST_AUTO_TEST_CASE(probe_tells_traces_from_other_bytes) {
    const std::vector<std::uint8_t> bytes = ten_by_ten().bytes();
    BOOST_TEST(kReader.probe("x.bin", bytes.data(), 4096) == 100u);
    const std::string text(4096, 'x');
    BOOST_TEST(kReader.probe("x.bin", text.data(), text.size()) == 0u);
    BOOST_TEST(kReader.probe("x.ETL", text.data(), text.size()) > 0u);
    BOOST_TEST(kReader.probe("x.bin", bytes.data(), 40) == 0u);
    BOOST_TEST(kReader.probe("", nullptr, 0) == 0u);
}

BOOST_AUTO_TEST_SUITE_END()
