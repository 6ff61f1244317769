// Recorded traces, from the file to the figures of sections, against what TraceEvent counted on
// Windows: the COUNT lines of the baselines.  It leaves out samples of idle threads unless they
// were in a DPC or an interrupt.
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "etl/reader.hpp"
#include "overview/compute.hpp"
#include "processes/compute.hpp"
#include "sampled/compute.hpp"
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

BOOST_AUTO_TEST_SUITE_END()
