// Files that were cut or damaged: what can be read is, and the rest is told.
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <cstdio>
#include <random>
#include <string>

#include "made_perf.hpp"
#include "perf/reader.hpp"
#include "perf/unpacker.hpp"
#include "perf_data.hpp"
#include "unit/etl/recording_builder.hpp"

using namespace perf_test;
using etl_test::RecordingBuilder;
using etl_test::Row;

namespace {

bl_status read(RecordingBuilder& builder, const std::string& path) {
    return builder.read(benchlab::perf::kReader.read, {path});
}

std::size_t samples_of(const RecordingBuilder& builder) {
    return builder.rows("cswitch").size() + builder.rows("sample").size();
}

// A number of the file's header.
std::uint64_t header_number(const std::vector<std::uint8_t>& bytes, std::size_t at) {
    std::uint64_t out = 0;
    for (std::size_t i = 8; i-- > 0;) out = out << 8 | bytes.at(at + i);
    return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(perf_damage)

BOOST_AUTO_TEST_CASE(a_file_whose_recorder_was_killed_is_read_to_its_end) {
    const std::string folder = data_folder();
    if (folder.empty()) return;
    std::vector<std::uint8_t> bytes = read_bytes(folder + "/recorded/es2gears.perf.data");
    RecordingBuilder whole;
    BOOST_REQUIRE(read(whole, folder + "/recorded/es2gears.perf.data") == BL_OK);
    // The recorder writes the size of the data and what is behind them last.
    bytes.resize(static_cast<std::size_t>(header_number(bytes, 40) + header_number(bytes, 48)));
    std::fill_n(bytes.begin() + 48, 8, std::uint8_t{0});
    std::fill_n(bytes.begin() + 72, 32, std::uint8_t{0});
    RecordingBuilder cut;
    BOOST_REQUIRE(read(cut, write_bytes("killed.perf.data", bytes)) == BL_OK);
    BOOST_TEST(cut.facts.count("closed") == 1u);
    // Without the formats, which are behind the data, a tracepoint's fields cannot be known; the
    // processes can.
    BOOST_TEST(cut.rows("process").size() == whole.rows("process").size());
    BOOST_TEST(cut.rows("image").size() == whole.rows("image").size());
}

BOOST_AUTO_TEST_CASE(a_file_that_was_cut_keeps_what_is_before_the_cut) {
    const std::string folder = data_folder();
    if (folder.empty()) return;
    if (!benchlab::perf::Unpacker::is_available()) {
        std::puts("skipped: the file is packed, and this build has no zstd");
        return;
    }
    const std::vector<std::uint8_t> bytes =
        read_bytes(folder + "/recorded/stall-stacks.zst.perf.data");
    std::size_t before = 0;
    for (const std::size_t part : {20u, 40u, 60u, 80u}) {
        std::vector<std::uint8_t> cut(
            bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(bytes.size() * part / 100));
        RecordingBuilder builder;
        const bl_status status = read(builder, write_bytes("cut.perf.data", cut));
        BOOST_TEST(status == BL_OK, builder.error);
        BOOST_TEST(builder.facts.count("closed") == 1u);
        // Clock samples need no format; the first of them come behind the maps of all programs.
        if (part > 50) BOOST_TEST(samples_of(builder) > before);
        before = samples_of(builder);
    }
}

BOOST_AUTO_TEST_CASE(a_head_that_cannot_be_is_refused_with_a_reason) {
    const std::vector<std::vector<std::uint8_t>> heads = {
        {},
        {'P', 'E', 'R', 'F'},
        {'P', 'E', 'R', 'F', 'I', 'L', 'E', '2'},
        {'P', 'E', 'R', 'F', 'I', 'L', 'E', '2', 16, 0, 0, 0, 0, 0, 0, 0},
        {'P', 'E', 'R', 'F', 'I', 'L', 'E', '2', 104, 0, 0, 0, 0, 0, 0, 0},
    };
    for (const auto& head : heads) {
        RecordingBuilder builder;
        BOOST_TEST(read(builder, write_bytes("head.perf.data", head)) != BL_OK);
        BOOST_TEST(!builder.error.empty());
    }
}

// Any damage gives an error or rows, and never more than that.
BOOST_AUTO_TEST_CASE(changed_bytes_do_no_harm) {
    const std::string folder = data_folder();
    if (folder.empty()) return;
    std::mt19937 random(20261130);
    for (const char* const name :
         {"public/lpd-sleep.data", "public/lpd-sleep.compressed.pipe.data",
          "public/quipper-ctx_switch_namespaces-4.14.perf.data", "recorded/stall.pipe.perf.data"}) {
        const std::vector<std::uint8_t> bytes = read_bytes(folder + "/" + name);
        for (int round = 0; round < 60; ++round) {
            std::vector<std::uint8_t> changed = bytes;
            for (int i = 0; i < 10; ++i)
                changed[random() % changed.size()] = static_cast<std::uint8_t>(random());
            RecordingBuilder builder;
            const bl_status status = read(builder, write_bytes("changed.perf.data", changed));
            BOOST_TEST((status == BL_OK || !builder.error.empty()));
            BOOST_TEST(builder.mistakes.empty());
        }
    }
}

// Many events each of which says that the whole file is its ids.
BOOST_AUTO_TEST_CASE(ids_are_read_up_to_a_limit_of_all_events_together) {
    constexpr std::size_t kHeader = 104, kEntry = 136 + 16, kEvents = 3000;
    MadePerf made(std::vector<MadePerf::Event>(kEvents, {1, 0, "cpu-clock", ""}));
    made.sample(0, {50, 50, 100}, 0x400010);
    std::vector<std::uint8_t> bytes = read_bytes(made.write("ids.perf.data"));
    bytes.resize(bytes.size() + (4u << 20));
    for (std::size_t i = 1; i < kEvents; ++i) {
        const std::size_t place = kHeader + i * kEntry + 136;
        std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(place), 8, std::uint8_t{0});
        std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(place + 8), 7, std::uint8_t{0xFF});
    }
    const auto begin = std::chrono::steady_clock::now();
    RecordingBuilder builder;
    BOOST_TEST(read(builder, write_bytes("ids.perf.data", bytes)) == BL_OK);
    BOOST_TEST((std::chrono::steady_clock::now() - begin < std::chrono::seconds(20)));
    BOOST_TEST(builder.problems.count("perf.header") == 1u);
}

BOOST_AUTO_TEST_SUITE_END()
