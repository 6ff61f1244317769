// The file itself, made of records by hand; and what is left of it when its writer dies.
#include <sys/stat.h>

#include <benchlab/host.hpp>
#include <boost/test/unit_test.hpp>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <perf/record/data_file.hpp>
#include <perf/record/records.hpp>
#include <sstream>

#include "perf_tool.hpp"

namespace perf = benchlab::perf;
using namespace record_test;

namespace {

constexpr std::uint64_t kId = 4;

std::vector<perf::Event> one_event() {
    perf::Event event;
    event.name = "dummy:HG";
    event.attr = perf::side_band_attr({});
    event.ids = {kId};
    return {event};
}

// Names of so many processes.
perf::Blob names(std::uint32_t count) {
    perf::Blob blob;
    perf::RecordWriter writer(blob, kId);
    for (std::uint32_t i = 1; i <= count; ++i) writer.name(i, i, "number" + std::to_string(i));
    return blob;
}

void write_file(const std::string& path, std::uint32_t count, std::uint32_t compression,
                bool whole = true) {
    const auto events = one_event();
    perf::DataFile file(path);
    file.begin(events, perf::describe_machine(events, perf::Tracefs::find(false)), compression);
    file.append(names(count).bytes());
    file.end_round();
    if (whole) file.finish(events, {});
    BOOST_TEST(!file.failure().has_value());
}

std::uint64_t names_by_perf(const std::string& path, std::string* errors) {
    const Output output =
        run("perf script -i " + path + " --show-task-events | grep -c 'PERF_RECORD_COMM: number'");
    *errors = output.errors;
    return std::stoull("0" + output.text);
}

std::string bytes_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

std::uint64_t u64_at(const std::string& bytes, std::size_t at) {
    return perf::load<std::uint64_t>(bytes.data() + at);
}

}  // namespace

BOOST_AUTO_TEST_CASE(perf_reads_every_record_of_a_file_compressed_or_not) {
    if (!have_perf()) return;
    for (const std::uint32_t level : {0u, 1u, 9u}) {
        if (level > 0 && !perf::Compressor::available()) {
            BOOST_TEST_MESSAGE("skipped: this build has no zstd");
            continue;
        }
        const Folder folder;
        // More than one piece, so that records stand on both sides of a border.
        constexpr std::uint32_t kCount = 20'000;
        write_file(folder / "a.perf.data", kCount, level);
        std::string errors;
        BOOST_TEST(names_by_perf(folder / "a.perf.data", &errors) == kCount, "level " << level);
        BOOST_TEST(errors == "");
    }
}

BOOST_AUTO_TEST_CASE(the_header_tells_perf_of_machine_and_clock) {
    if (!have_perf()) return;
    const Folder folder;
    write_file(folder / "a.perf.data", 1, 0);
    const Output output = run("perf report --header-only -i " + (folder / "a.perf.data"));
    BOOST_TEST(output.errors == "");
    const std::string release = run("uname -r").text;
    BOOST_TEST(output.text.find("os release : " + release) != std::string::npos);
    BOOST_TEST(output.text.find("clockid: monotonic") != std::string::npos, output.text);
    BOOST_TEST(output.text.find("name = dummy:HG") != std::string::npos);
    BOOST_TEST(output.text.find("nrcpus online") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_killed_writer_leaves_all_records_and_the_place_of_what_explains_them) {
    const Folder folder;
    const std::string path = folder / "killed.perf.data";
    write_file(path, 100, 0, false);
    const std::string bytes = bytes_of(path);
    BOOST_TEST(bytes.substr(0, 8) == "PERFILE2");
    const std::uint64_t data = u64_at(bytes, 40), table = u64_at(bytes, 56);
    BOOST_TEST(u64_at(bytes, 48) == 0u);  // size of the records
    for (std::size_t at = 72; at < 104; at += 8) BOOST_TEST(u64_at(bytes, at) == 0u);
    std::uint32_t records = 0;
    perf::for_each_record(
        {reinterpret_cast<const std::uint8_t*>(bytes.data()) + data, bytes.size() - data},
        [&](const perf::RecordHeader&, perf::Bytes) { ++records; });
    BOOST_TEST(records == 101u);  // and the end of the round
    bool release = false;
    for (std::uint64_t at = table; at < table + u64_at(bytes, 64); at += 24) {
        if (u64_at(bytes, at) != perf::kSystemRelease) continue;
        const std::string text = bytes.substr(u64_at(bytes, at + 8) + 4);
        release = (text.c_str() + std::string("\n")) == run("uname -r").text;
    }
    BOOST_TEST(release);
}

BOOST_AUTO_TEST_CASE(what_perf_does_not_know_it_goes_past) {
    if (!have_perf()) return;
    const Folder folder;
    const std::string path = folder / "a.perf.data";
    const auto events = one_event();
    {
        perf::DataFile file(path);
        file.begin(events, {}, 0);
        file.append(names(3).bytes());
        perf::Features late;
        late[perf::kKernelSymbols].put_bytes("anything at all");
        late[perf::kSampleTime] = perf::describe_times(1'000'000'000, 3'000'000'000);
        file.finish(events, late);
    }
    std::string errors;
    BOOST_TEST(names_by_perf(path, &errors) == 3u);
    BOOST_TEST(errors == "");
    const Output header = run("perf report --header-only -i " + path);
    BOOST_TEST(header.text.find("time of first sample : 1.000000") != std::string::npos,
               header.text);
    BOOST_TEST(header.errors == "");
}

BOOST_AUTO_TEST_CASE(only_regular_files_are_written_and_replaced) {
    const Folder folder;
    const std::string pipe = folder / "pipe", there = folder / "there";
    BOOST_REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
    for (const std::string& path : {pipe, folder.path()})
        BOOST_CHECK_THROW(perf::DataFile{path}, benchlab::Error);
    BOOST_TEST(std::filesystem::is_fifo(pipe));
    std::ofstream(there) << std::string(1 << 20, 'x');
    write_file(there, 1, 0);
    BOOST_TEST(std::filesystem::file_size(there) < (1u << 20));
}
