// Recorded traces, from the file to the figures of sections, against what TraceEvent counted on
// Windows: the COUNT lines of the baselines.  It leaves out samples of idle threads unless they
// were in a DPC or an interrupt.
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "etl/reader.hpp"
#include "overview/compute.hpp"
#include "processes/compute.hpp"
#include "sampled/compute.hpp"
#include "store/anonymise.hpp"
#include "store/export.hpp"
#include "store/export_story.hpp"
#include "test_run.hpp"
#include "trace_reading.hpp"

using namespace benchlab;

namespace {

namespace fs = std::filesystem;

struct Counted {
    const char* name;
    std::uint64_t samples, hard_faults, disk_ios;
};
// PerfInfo/Sample, Memory/HardFault, DiskIO/Read + Write + FlushBuffers.
constexpr Counted kCounted[] = {{"perfview-net.4.5.2.x64", 6320, 153, 1208 + 21 + 2},
                                {"perfview-net.4.5.x86-win7", 4854, 35, 65 + 471 + 6}};

// The unpacked trace; empty when it is not there or cannot be unpacked, which a line says.
std::string unpacked(const std::string& name) {
    const char* const given = std::getenv("BENCHLAB_TEST_DATA");
    const fs::path packed =
        fs::path(given != nullptr ? given : BENCHLAB_TEST_DATA) / "etl" / (name + ".etl.xz");
    if (!fs::exists(packed)) {
        std::puts("skipped: the recorded traces are not there (BENCHLAB_TEST_DATA)");
        return {};
    }
    const fs::path folder = fs::path(BENCHLAB_TEST_BINARY_DIR) / "tests" / "unit" / "analyzers";
    fs::create_directories(folder);
    const fs::path target = folder / (name + ".etl");
    const std::string command = "xz -dkc \"" + packed.string() + "\" > \"" + target.string() + "\"";
    if (std::system(command.c_str()) == 0) return target.string();
    std::printf("skipped: %s cannot be unpacked with xz\n", name.c_str());
    return {};
}

void check(const Counted& counted, const Store& store, const Run& run) {
    const auto overview = analyzers::overview::compute(store, run);
    BOOST_TEST(overview.counts.hard_faults.value() == counted.hard_faults);
    BOOST_TEST(overview.counts.disk_ios.value() == counted.disk_ios);
    const auto sampled = analyzers::sampled::compute(store, run, {1000000, false});
    BOOST_TEST_REQUIRE(sampled.events.size() == 1u);
    const auto& timer = sampled.events[0];
    std::uint64_t idle = 0, outside = 0;
    for (const auto& row : timer.outside) {
        outside += row.totals.count;
        if (row.doing == analyzers::Doing::kIdle) idle += row.totals.count;
    }
    BOOST_TEST(timer.all.count == overview.counts.samples.value());
    BOOST_TEST(timer.all.count - idle == counted.samples);
    // Every sample is somewhere, once.
    std::uint64_t places = 0, used = 0;
    for (const auto& row : timer.places.rows) places += row.totals.count;
    for (const auto& use : analyzers::processes::compute(store, run).processes) {
        used += use.samples.value();
    }
    BOOST_TEST(places == timer.all.count - outside);
    BOOST_TEST(used == places);
}

// Every name of a program, thread, module, user or file in the store, and what a module can be
// looked up by, but for what every system has.
std::set<std::string> names_in(const store::Store& store) {
    std::set<std::string> out;
    const auto add = [&](const char* table, const char* column) {
        const store::StoredTable* const found = store.find(table);
        if (found == nullptr) return;
        const auto ids = found->values<std::uint32_t>(column);
        const auto modules = found->values<std::uint32_t>("name");
        const bool looks_up = std::string_view(column).substr(0, 5) == "debug";
        for (std::size_t row = 0; row < ids.size(); ++row) {
            std::string name(store.text(ids[row]));
            const std::string_view says = looks_up ? store.text(modules[row]) : name;
            if (!name.empty() && !store::is_everybodys(says)) out.insert(std::move(name));
        }
    };
    for (const char* const column : {"name", "path", "command"}) add("process", column);
    for (const char* const column : {"name", "path", "debug_id", "debug_file"}) {
        add("image", column);
    }
    add("thread", "name");
    add("file", "path");
    return out;
}

// The words and the texts in quotes of what was written, of CSV as well as of a story.
std::set<std::string> words_of(const std::string& text) {
    std::set<std::string> out;
    std::string word;
    for (const char c : text) {
        if (std::string_view(" \n\",;()=:+<").find(c) == std::string_view::npos) {
            word += c;
        } else if (!word.empty()) {
            out.insert(std::move(word));
            word.clear();
        }
    }
    return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(real_traces)

BOOST_AUTO_TEST_CASE(counts_are_those_of_another_decoder) {
    for (const Counted& counted : kCounted) {
        const std::string path = unpacked(counted.name);
        if (path.empty()) continue;
        BOOST_TEST_CONTEXT(counted.name) {
            const auto store = test::read_with(etl::kReader, path);
            BOOST_TEST_REQUIRE(store != nullptr);
            const test::TestRun run({0, store->duration_ns()});
            check(counted, Store(store->abi()), run.run());
        }
    }
}

// No name of the trace is in anything that is written of it afterwards, nor in the store itself.
BOOST_AUTO_TEST_CASE(nothing_that_is_written_of_an_anonymised_trace_has_a_name_of_it) {
    for (const Counted& counted : kCounted) {
        const std::string file = unpacked(counted.name);
        if (file.empty()) continue;
        BOOST_TEST_CONTEXT(counted.name) {
            const auto store = test::read_with(etl::kReader, file);
            BOOST_TEST_REQUIRE(store != nullptr);
            const std::set<std::string> names = names_in(*store);
            std::string user;
            for (const std::string& name : names) {
                const std::size_t at = name.find("\\Users\\");
                if (at != std::string::npos)
                    user = name.substr(at + 7, name.find('\\', at + 7) - at - 7);
            }
            BOOST_TEST(names.size() > 1000u);
            BOOST_TEST(!user.empty());
            store::anonymise(*store);
            std::string text;
            const auto write = [&](std::string_view piece) { text += piece; };
            store::ExportOptions first_second;
            first_second.end = 1'000'000'000;
            for (const store::StoredTable& table : store->tables()) {
                store::export_table(*store, table, first_second, write);
            }
            store::export_story(*store, first_second, write);
            BOOST_TEST(text.find(user) == std::string::npos, user);
            BOOST_TEST(text.find("\\") == std::string::npos);  // no path at all
            std::set<std::string> left = words_of(text);
            for (std::uint32_t id = 0; id < store->abi()->string_count; ++id) {
                left.emplace(store->text(id));
            }
            for (const std::string& name : names) BOOST_TEST(left.count(name) == 0u, name);
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()
