// Every log in the data, from the file to the figures of the section, against what another program
// made of it.
#include <simdjson.h>

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "framelog/framelog.hpp"
#include "presentmon/compute.hpp"
#include "test_run.hpp"
#include "trace_reading.hpp"

using namespace benchlab;
using analyzers::presentmon::compute;
using analyzers::presentmon::Result;
using analyzers::presentmon::Spread;
using analyzers::presentmon::Stream;

namespace {

namespace fs = std::filesystem;
using Element = simdjson::dom::element;

// Logs without frames, which the reader refuses.
const std::set<std::string> kRefused = {"polled_gold.csv.json", "HardwareMonitoring.hml.json",
                                        "Windows11.hml.json"};

fs::path data_folder() {
    const char* const given = std::getenv("BENCHLAB_TEST_DATA");
    return fs::path(given != nullptr ? given : BENCHLAB_TEST_DATA) / "frames";
}

std::unique_ptr<store::Store> read(const std::string& path) {
    return test::read_with(framelog::kReader, path);
}

bool is_null(const Element& object, const char* key) {
    Element value;
    return object[key].get(value) != simdjson::SUCCESS || value.is_null();
}

double number(const Element& object, const char* key) {
    return double(object[key]);
}

// The oracles are rounded to six decimals.
void check_near(double got, double expected, std::string_view what) {
    const double tolerance = 1e-6 * std::max(1.0, std::abs(expected) * 1e-3);
    BOOST_TEST(std::abs(got - expected) <= tolerance,
               what << ": " << got << " and not " << expected);
}

bool is_of(const Stream& stream, const Element& oracle) {
    const std::string_view application{oracle["application"]};
    // MangoHud does not log the program: the name of the file, which begins with it, stands for it.
    if (is_null(oracle, "process_id")) {
        return !stream.pid && !stream.swap_chain && stream.application.rfind(application, 0) == 0;
    }
    if (stream.application != application) return false;
    const std::string chain{std::string_view(oracle["swap_chain"])};
    return stream.pid && *stream.pid == number(oracle, "process_id") && stream.swap_chain &&
           *stream.swap_chain == std::strtoull(chain.c_str(), nullptr, 16);
}

std::string_view column_of(std::string_view name) {
    const std::pair<std::string_view, std::string_view> columns[] = {
        {"MsBetweenAppStart", "app_time"},
        {"MsBetweenDisplayChange", "display_change"},
        {"msBetweenDisplayChange", "display_change"},
        {"ms_between_display_change", "display_change"},
        {"DisplayedTime", "displayed_time"},
        {"MsUntilDisplayed", "until_displayed"},
        {"DisplayLatency", "display_latency"},
        {"CPUBusy", "cpu_busy"},
        {"CPUWait", "cpu_wait"},
    };
    for (const auto& [log, column] : columns) {
        if (log == name) return column;
    }
    return {};
}

void check_other(const Stream& stream, std::string_view name, const Element& oracle) {
    BOOST_TEST_INFO_SCOPE("column " << name);
    const std::string_view column = column_of(name);
    BOOST_TEST_REQUIRE(!column.empty());
    const auto found =
        std::find_if(stream.metrics.begin(), stream.metrics.end(),
                     [&](const auto& each) { return each.metric->column == column; });
    if (number(oracle, "usable") == 0) {
        BOOST_TEST((found == stream.metrics.end()));
        return;
    }
    BOOST_TEST_REQUIRE((found != stream.metrics.end()));
    const Spread& spread = found->spread;
    BOOST_TEST(static_cast<double>(spread.count) == number(oracle, "usable"));
    check_near(spread.mean / 1e6, number(oracle, "mean_ms"), "mean");
    check_near(spread.p50 / 1e6, number(oracle, "median_ms"), "median");
    check_near(spread.p99 / 1e6, number(oracle, "p99_ms"), "p99");
    check_near(spread.max / 1e6, number(oracle, "max_ms"), "max");
    if (column == "display_change") {
        check_near(stream.displayed.fps.value(), number(oracle, "avg_fps"), "shown fps");
    }
}

void check_lows(const Stream& stream, const Element& oracle) {
    const auto& low = stream.low_1;
    const bool enough = number(oracle, "usable") >= 100;
    BOOST_TEST(low.percentile_fps.has_value() == enough);
    BOOST_TEST(low.average_fps.has_value() == enough);
    BOOST_TEST(low.integral_fps.has_value() == enough);
    BOOST_TEST(stream.low_01.average_fps.has_value() == (number(oracle, "usable") >= 1000));
    if (!enough) return;
    check_near(*low.percentile_fps, number(oracle, "low1_p99_fps"), "percentile low");
    check_near(*low.average_fps, number(oracle, "low1_slowest_mean_fps"), "average low");
    check_near(*low.integral_fps, number(oracle, "low1_integral_fps"), "integral low");
}

void check_frame_times(const Stream& stream, const Element& oracle) {
    BOOST_TEST(static_cast<double>(stream.frames.size()) == number(oracle, "usable"));
    if (stream.frames.empty()) return;
    const auto found =
        std::find_if(stream.metrics.begin(), stream.metrics.end(),
                     [&](const auto& each) { return each.metric == stream.frame_time; });
    BOOST_TEST_REQUIRE((found != stream.metrics.end()));
    check_near(stream.total_ns / 1e6, number(oracle, "sum_ms"), "sum");
    check_near(found->spread.mean / 1e6, number(oracle, "mean_ms"), "mean");
    check_near(found->spread.p50 / 1e6, number(oracle, "median_ms"), "median");
    check_near(found->spread.p99 / 1e6, number(oracle, "p99_ms"), "p99");
    check_near(found->spread.min / 1e6, number(oracle, "min_ms"), "min");
    check_near(found->spread.max / 1e6, number(oracle, "max_ms"), "max");
    check_near(stream.average_fps.value(), number(oracle, "avg_fps"), "fps");
    check_near(stream.minimum_fps.value(), 1000 / number(oracle, "max_ms"), "minimum fps");
}

void check_stream(const Result& result, const Element& oracle) {
    BOOST_TEST_INFO_SCOPE(std::string_view(oracle["application"]));
    const auto matches = [&](const Stream& each) { return is_of(each, oracle); };
    const auto found = std::find_if(result.streams.begin(), result.streams.end(), matches);
    BOOST_TEST_REQUIRE((found != result.streams.end()));
    BOOST_TEST(static_cast<double>(found->count) == number(oracle, "rows"));
    BOOST_TEST(found->displayed.not_shown.has_value() == !is_null(oracle, "not_displayed"));
    if (found->displayed.not_shown) {
        BOOST_TEST(static_cast<double>(*found->displayed.not_shown) ==
                   number(oracle, "not_displayed"));
    }
    check_frame_times(*found, oracle);
    check_lows(*found, oracle);
    simdjson::dom::object others;
    if (oracle["other_columns"].get(others) != simdjson::SUCCESS) return;
    for (const auto& [name, figures] : others) check_other(*found, name, figures);
}

void check_file(const fs::path& oracle_path) {
    simdjson::dom::parser parser;
    const Element oracle = parser.load(oracle_path.string());
    const fs::path file = data_folder() / std::string(std::string_view(oracle["file"]));
    BOOST_TEST_INFO_SCOPE(file);
    const auto store = read(file.string());
    if (kRefused.count(oracle_path.filename().string()) != 0) {
        BOOST_TEST(store == nullptr);
        return;
    }
    BOOST_TEST_REQUIRE(store != nullptr);
    const test::TestRun run({0, store->duration_ns()});
    const Result result = compute(Store(store->abi()), run.run());
    std::size_t streams = 0;
    for (const Element stream : simdjson::dom::array(oracle["streams"])) {
        check_stream(result, stream);
        ++streams;
    }
    BOOST_TEST(result.streams.size() == streams);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(frame_logs)

BOOST_AUTO_TEST_CASE(every_log_comes_to_the_figures_of_its_oracle) {
    std::error_code error;
    if (!fs::is_directory(data_folder(), error)) {
        std::puts("skipped: the frame logs are not there (BENCHLAB_TEST_DATA)");
        return;
    }
    std::size_t files = 0;
    for (const auto& entry : fs::directory_iterator(data_folder() / "oracle")) {
        check_file(entry.path());
        ++files;
    }
    BOOST_TEST(files >= 48u);
}

BOOST_AUTO_TEST_SUITE_END()
