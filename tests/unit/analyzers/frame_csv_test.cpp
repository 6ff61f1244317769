// Frames written in the columns of PresentMon: what is read back is what was there.
#include "store/frame_csv.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "etl/reader.hpp"
#include "framelog/framelog.hpp"
#include "store/schema.hpp"
#include "story/etl/etl_writer.hpp"
#include "trace_reading.hpp"

using namespace benchlab;
using store::FrameCsvForm;

namespace {

namespace fs = std::filesystem;

fs::path scratch(const std::string& name) {
    return fs::path(BENCHLAB_TEST_BINARY_DIR) / "tests" / "unit" / "analyzers" / name;
}

std::string csv_of(const store::Store& store, FrameCsvForm form) {
    std::string out;
    store::export_frame_csv(store, form, 0, INT64_MAX, [&](std::string_view text) { out += text; });
    return out;
}

std::unique_ptr<store::Store> read_back(const std::string& csv) {
    const fs::path file = scratch("written.csv");
    std::ofstream(file, std::ios::binary) << csv;
    auto store = test::read_with(framelog::kReader, file.string());
    BOOST_TEST_REQUIRE(store != nullptr);
    return store;
}

std::string heading_of(const std::string& csv) {
    return csv.substr(3, csv.find("\r\n") - 3);  // behind the mark of the encoding
}

// Columns that a form has, from `from` to the same ones of a log; what is absent in `from` may have
// become 0 where PresentMon never writes that a value is missing.
void check_same(const store::StoredTable& from, const store::StoredTable& to,
                const std::vector<const char*>& columns) {
    BOOST_TEST_REQUIRE(from.rows() == to.rows());
    for (const char* const column : columns) {
        const store::StoredColumn* const was = from.find(column);
        const store::StoredColumn* const is = to.find(column);
        if (was == nullptr) continue;
        BOOST_TEST_CONTEXT(column) {
            for (std::uint64_t row = 0; row < from.rows(); ++row) {
                if (!was->has(row)) continue;
                const double before = was->values<double>()[row];
                if (before == 0 && (is == nullptr || !is->has(row))) continue;  // 0 means none
                BOOST_TEST_REQUIRE(is != nullptr);
                BOOST_TEST_REQUIRE(is->has(row));
                const double after = is->values<double>()[row];
                BOOST_TEST(std::abs(after - before) < 0.01,
                           "row " << row << ": " << after << " and not " << before);
            }
        }
    }
}

const std::vector<const char*> kOfDefault = {
    "between_presents", "app_time",        "in_present",     "cpu_busy",        "cpu_wait",
    "gpu_latency",      "gpu_time",        "gpu_busy",       "gpu_wait",        "video_busy",
    "render_done",      "until_displayed", "display_change", "animation_error", "animation_time",
    "flip_delay",       "click_latency",   "input_latency",  "simulation_step"};
const std::vector<const char*> kOfV1 = {"between_presents", "in_present",   "gpu_busy",
                                        "render_start",     "render_done",  "until_displayed",
                                        "display_change",   "input_latency"};

std::unique_ptr<store::Store> told(const std::string& name) {
    std::ifstream in(std::string(BENCHLAB_TEST_SOURCE_DIR) + "/tests/story/stories/" + name +
                     ".story");
    std::ostringstream text;
    text << in.rdbuf();
    const fs::path file = scratch("csv-" + name + ".etl");
    story::FileOutput output(file);
    story::write_etl(story::parse_story(text.str()), {}, output);
    output.close();
    auto store = test::read_with(etl::kReader, file.string());
    BOOST_TEST_REQUIRE(store != nullptr);
    return store;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(frame_csv)

BOOST_AUTO_TEST_CASE(the_columns_are_those_of_presentmon_in_its_order) {
    const auto store = told("frame-generation");
    BOOST_TEST(heading_of(csv_of(*store, FrameCsvForm::kDefault)) ==
               "Application,ProcessID,SwapChainAddress,PresentRuntime,SyncInterval,PresentFlags,"
               "AllowsTearing,PresentMode,TimeInMs,MsBetweenPresents,MsBetweenDisplayChange,"
               "MsInPresentAPI,MsRenderPresentLatency,MsUntilDisplayed,CPUStartTimeInMs,"
               "MsBetweenAppStart,MsCPUBusy,MsCPUWait,MsGPULatency,MsGPUTime,MsGPUBusy,MsGPUWait,"
               "MsAnimationError,AnimationTime");
    const std::string v1 = csv_of(*store, FrameCsvForm::kV1);
    BOOST_TEST(heading_of(v1) ==
               "Application,ProcessID,SwapChainAddress,Runtime,SyncInterval,PresentFlags,Dropped,"
               "TimeInSeconds,msInPresentAPI,msBetweenPresents,AllowsTearing,PresentMode,"
               "msUntilRenderComplete,msUntilDisplayed,msBetweenDisplayChange,msUntilRenderStart,"
               "msGPUActive");
    // The second present, as the story's comment has it.
    BOOST_TEST(v1.find("\r\ngame.exe,100,0x0000000000000051,DXGI,0,0,0,0.010200000,"
                       "0.10000000000000,0.20000000000000,0,Hardware: Independent Flip,") !=
               std::string::npos);
}

BOOST_AUTO_TEST_CASE(what_a_trace_tells_comes_back_from_its_csv) {
    for (const char* const name : {"gpu-bound", "gpu-capped", "composed", "frame-generation"}) {
        BOOST_TEST_CONTEXT(name) {
            const auto store = told(name);
            const store::StoredTable& own = *store->find("frame_metric");
            const auto standard = read_back(csv_of(*store, FrameCsvForm::kDefault));
            check_same(own, *standard->find("frame_log"), kOfDefault);
            const auto v1 = read_back(csv_of(*store, FrameCsvForm::kV1));
            check_same(own, *v1->find("frame_log"), kOfV1);
            // Dropped in 1.x where the default form has no time on the screen.
            const auto shown = v1->find("frame_log")->values<std::uint8_t>("shown");
            if (own.find("screen") == nullptr || shown.empty()) continue;
            for (std::uint64_t row = 0; row < own.rows(); ++row) {
                BOOST_TEST((shown[row] == 1) == own.find("screen")->has(row));
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(logs_of_presentmon_come_back_from_their_csv) {
    const char* const given = std::getenv("BENCHLAB_TEST_DATA");
    const fs::path folder =
        fs::path(given != nullptr ? given : BENCHLAB_TEST_DATA) / "frames" / "presentmon-gold";
    if (!fs::exists(folder)) {
        std::puts("no frame logs here: skipped");
        return;
    }
    std::size_t count = 0;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        if (entry.path().extension() != ".csv") continue;
        const auto log = test::read_with(framelog::kReader, entry.path().string());
        if (log == nullptr || log->find("frame_log") == nullptr) continue;
        BOOST_TEST_CONTEXT(entry.path().filename().string()) {
            const store::StoredTable& table = *log->find("frame_log");
            // Only what has times of Present calls can be written as such.
            if (table.find("between_presents") == nullptr) continue;
            const auto again = read_back(csv_of(*log, FrameCsvForm::kDefault));
            check_same(table, *again->find("frame_log"), kOfDefault);
            ++count;
        }
    }
    BOOST_TEST(count >= 12u);
}

BOOST_AUTO_TEST_SUITE_END()
