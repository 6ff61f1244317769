// Code that a program made while it ran has the names that the program wrote down, wherever the
// list is found.
#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>

#include "perf/reader.hpp"
#include "unit/etl/recording_builder.hpp"
#include "unit/perf_record/perf_tool.hpp"

using etl_test::RecordingBuilder;
using etl_test::Row;
using record_test::Folder;
using record_test::Output;
using record_test::run;

namespace {

namespace fs = std::filesystem;

const std::string kProgram = BENCHLAB_MADE_CODE;

bool ready() {
#ifndef __x86_64__
    BOOST_TEST_MESSAGE("skipped: the program makes code of x86-64 only");
    return false;
#else
    return record_test::can_record_all() && record_test::have_perf();
#endif
}

// The list that the program left, by the last line that it prints; removed at the end.
struct List {
    explicit List(const std::string& printed) {
        std::istringstream lines(printed);
        for (std::string line; std::getline(lines, line);) {
            if (line.find("/tmp/perf-") == 0) path = line;
        }
    }
    ~List() {
        std::error_code ignored;
        fs::remove(path, ignored);
    }
    std::string path;
};

struct Names {
    std::multiset<std::string> names;  // of the table symbol, of processes
    int samples = 0;                   // in that code
    std::string fact;
};

Names names_of(const std::string& path) {
    RecordingBuilder builder;
    BOOST_REQUIRE_MESSAGE(builder.read(benchlab::perf::kReader.read, {path}) == BL_OK,
                          builder.error);
    BOOST_TEST(builder.mistakes.empty());
    Names out;
    out.fact = builder.facts["jit"];
    std::vector<Row> made;
    for (const Row& row : builder.rows("symbol")) {
        if (row.number("process") == 0xFFFFFFFF) continue;
        out.names.insert(row.text("name"));
        made.push_back(row);
    }
    for (const Row& sample : builder.rows("sample")) {
        for (const Row& row : made) {
            const std::int64_t from = sample.number("code") - row.number("address");
            out.samples += from >= 0 && from < row.number("size") ? 1 : 0;
        }
    }
    return out;
}

const std::multiset<std::string> kAll = {"made second<int>", "made_first", "made_third"};

std::string record_command(const std::string& path) {
    return std::string(BENCHLAB_PROGRAM) + " trace record --no-report --out " + path + " -- ";
}

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != text.npos;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(live_made_code)

BOOST_AUTO_TEST_CASE(our_recording_has_the_list_itself) {
    if (!ready()) return;
    const Folder folder;
    const std::string path = folder / "a.perf.data";
    const Output recorded = run(record_command(path) + kProgram + " 0.5");
    BOOST_REQUIRE_MESSAGE(recorded.status == 0, recorded.errors);
    {
        const List list(recorded.text);
        BOOST_REQUIRE(fs::exists(list.path));
    }
    const Names found = names_of(path);
    BOOST_TEST(found.names == kAll);
    BOOST_TEST(found.samples > 100);
    BOOST_TEST(has(found.fact, "kept in the recording"), found.fact);
    const Output perf = run("perf report --header-only -i " + path);
    BOOST_TEST(perf.errors == "");
}

// It has another number there, and its /tmp is gone with it.
BOOST_AUTO_TEST_CASE(a_program_in_a_container_is_found_by_its_own_number_in_its_own_folder) {
    if (!ready()) return;
    if (run("unshare -m --fork --pid true").status != 0) {
        BOOST_TEST_MESSAGE("skipped: no namespaces can be made here");
        return;
    }
    if (kProgram.starts_with("/tmp/")) {
        BOOST_TEST_MESSAGE(
            "skipped: a /tmp of its own would hide the program, which was built there");
        return;
    }
    const Folder folder;
    const std::string path = folder / "a.perf.data";
    const Output recorded =
        run(record_command(path) + "unshare -m --fork --pid sh -c 'mount -t tmpfs none /tmp && " +
            kProgram + " 1'");
    BOOST_REQUIRE_MESSAGE(recorded.status == 0, recorded.errors);
    const Names found = names_of(path);
    BOOST_TEST(found.names == kAll);
    BOOST_TEST(found.samples > 100);
}

// Who owns the number may write what he likes there, also a link to what only root may read.
BOOST_AUTO_TEST_CASE(a_link_and_a_list_of_somebody_else_are_not_kept) {
    if (!ready()) return;
    const Folder folder;
    const std::string path = folder / "a.perf.data", secret = folder / "secret";
    std::ofstream(secret) << "1000 10 secret\n";
    const std::string to_link = "rm $f; ln -s " + secret + " $f";
    for (const std::string& spoil : {std::string("true"), to_link, std::string("chown 65534 $f")}) {
        const Output recorded = run(record_command(path) + "sh -c '" + kProgram +
                                    " 0.6 & f=/tmp/perf-$!.map; sleep 0.3; " + spoil + "; wait'");
        BOOST_REQUIRE_MESSAGE(recorded.status == 0, recorded.errors);
        const List list(recorded.text);
        BOOST_TEST(names_of(path).names.size() == (spoil == "true" ? 3u : 0u), spoil);
    }
}

BOOST_AUTO_TEST_CASE(of_perfs_own_recording_the_list_is_found_in_tmp_and_beside_it) {
    if (!ready()) return;
    const Folder folder;
    const std::string path = folder / "perf.data";
    const Output recorded = run("perf record -q -N -k CLOCK_MONOTONIC -e cpu-clock -c 1000000 -o " +
                                path + " " + kProgram + " 0.5");
    BOOST_REQUIRE_MESSAGE(recorded.status == 0, recorded.errors);
    const List list(recorded.text);
    Names found = names_of(path);
    BOOST_TEST(found.names == kAll);
    BOOST_TEST(found.samples > 100);
    BOOST_TEST(has(found.fact, ": " + list.path), found.fact);

    // The number is another process's by now, it may be.
    fs::last_write_time(list.path, fs::file_time_type::clock::now() + std::chrono::seconds(1));
    found = names_of(path);
    BOOST_TEST(found.names.empty());
    BOOST_TEST(has(found.fact, "is not read"), found.fact);

    const std::string beside = folder / fs::path(list.path).filename().string();
    std::ofstream(beside) << std::ifstream(list.path).rdbuf();
    found = names_of(path);
    BOOST_TEST(found.names == kAll);
    BOOST_TEST(has(found.fact, beside), found.fact);
}

BOOST_AUTO_TEST_SUITE_END()
