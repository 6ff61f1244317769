// Every log in the data against the figures that another program made of it: stream by stream,
// the same rows, and the same sums, medians and counts.
#include <simdjson.h>

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "recorder.hpp"

namespace {

namespace fs = std::filesystem;
using recorded::Log;
using recorded::Row;

// Logs without frames: they must be refused, not read as something else.
const std::set<std::string> kRefused = {"polled_gold.csv.json", "HardwareMonitoring.hml.json",
                                        "Windows11.hml.json"};

// What the oracles call a column, and where its values are in frame_log.
std::string column_of(std::string_view name) {
    static const std::map<std::string_view, std::string> kColumns = {
        {"MsBetweenPresents", "between_presents"},
        {"msBetweenPresents", "between_presents"},
        {"ms_between_presents", "between_presents"},
        {"frametime", "between_presents"},
        {"FrameTime", "app_time"},
        {"CPUBusy+CPUWait", "app_time"},
        {"MsBetweenAppStart", "app_time"},
        {"MsBetweenDisplayChange", "display_change"},
        {"msBetweenDisplayChange", "display_change"},
        {"ms_between_display_change", "display_change"},
        {"DisplayedTime", "displayed_time"},
        {"MsUntilDisplayed", "until_displayed"},
        {"DisplayLatency", "display_latency"},
        {"MsAnimationError", "animation_error"},
        {"AnimationError", "animation_error"},
        {"AnimationTime", "animation_time"},
        {"MsAllInputToPhotonLatency", "input_latency"},
        {"AllInputToPhotonLatency", "input_latency"},
        {"MsClickToPhotonLatency", "click_latency"},
        {"ClickToPhotonLatency", "click_latency"},
        {"MsPCLatency", "pc_latency"},
        {"PCLatency", "pc_latency"},
        {"MsFlipDelay", "flip_delay"},
        {"InstrumentedLatency", "instrumented_latency"},
        {"MsInstrumentedLatency", "instrumented_latency"},
        {"CPUBusy", "cpu_busy"},
        {"CPUWait", "cpu_wait"},
    };
    const auto found = kColumns.find(name);
    return found == kColumns.end() ? "" : found->second;
}

std::string address(std::uint64_t value) {
    char text[32];
    std::snprintf(text, sizeof text, "0x%llX", static_cast<unsigned long long>(value));
    return text;
}

using Element = simdjson::dom::element;

bool is_null(const Element& object, const char* key) {
    Element value;
    return object[key].get(value) != simdjson::SUCCESS || value.is_null();
}

double number(const Element& object, const char* key) {
    return double(object[key]);
}

// numpy's default: linear between the two nearest ranks.
double percentile(const std::vector<double>& sorted, double share) {
    const double rank = static_cast<double>(sorted.size() - 1) * share;
    const auto low = static_cast<std::size_t>(rank);
    const std::size_t high = std::min(low + 1, sorted.size() - 1);
    return sorted[low] + (sorted[high] - sorted[low]) * (rank - static_cast<double>(low));
}

// The oracles are rounded to six decimals.
void check_near(double got, double expected, std::string_view what) {
    const double tolerance = 1e-6 * std::max(1.0, std::abs(expected) * 1e-3);
    BOOST_TEST(std::abs(got - expected) <= tolerance,
               what << ": " << got << " and not " << expected);
}

void check_figures(std::vector<double> ms, const Element& oracle) {
    BOOST_TEST(static_cast<double>(ms.size()) == number(oracle, "usable"));
    if (ms.empty()) return;
    std::sort(ms.begin(), ms.end());
    double sum = 0;
    for (const double each : ms) sum += each;
    const double median = percentile(ms, 0.5);
    check_near(sum, number(oracle, "sum_ms"), "sum");
    check_near(median, number(oracle, "median_ms"), "median");
    check_near(percentile(ms, 0.99), number(oracle, "p99_ms"), "p99");
    check_near(ms.back(), number(oracle, "max_ms"), "max");
    // With the working: 1000 * n / sum.
    check_near(1000 * static_cast<double>(ms.size()) / sum, number(oracle, "avg_fps"), "fps");
    const auto over =
        std::count_if(ms.begin(), ms.end(), [&](double each) { return each > 2 * median; });
    if (!is_null(oracle, "over_2x_median")) {
        BOOST_TEST(static_cast<double>(over) == number(oracle, "over_2x_median"));
    }
}

std::vector<double> usable(const std::vector<const Row*>& rows, const std::string& column) {
    std::vector<double> result;
    for (const Row* row : rows) {
        const auto ms = row->ms(column);
        if (ms && *ms > 0) result.push_back(*ms);
    }
    return result;
}

void check_time(const std::vector<const Row*>& rows, const Log& log, const Element& oracle) {
    if (is_null(oracle, "time_span_s") || log.has_problem("framelog.no-time")) return;
    const double per_s = static_cast<double>(log.clock->ticks_per_second);
    const double span_s = static_cast<double>(rows.back()->time - rows.front()->time) / per_s;
    // The log has the seconds rounded, and we read the counter where there is one: in one log
    // (R6Seige) counter and seconds differ by 16 us in 70 s.
    const double expected_s = number(oracle, "time_span_s");
    BOOST_TEST(std::abs(span_s - expected_s) < 2e-6 + 3e-7 * expected_s,
               "span: " << span_s << " and not " << number(oracle, "time_span_s"));
    std::size_t back = 0;
    for (std::size_t i = 1; i < rows.size(); ++i) back += rows[i]->time < rows[i - 1]->time;
    BOOST_TEST(static_cast<double>(back) == number(oracle, "time_goes_back"));
}

void check_display(const std::vector<const Row*>& rows, const Element& oracle) {
    if (is_null(oracle, "not_displayed")) {
        BOOST_TEST(!rows.front()->has("shown"));
        return;
    }
    const auto hidden = std::count_if(rows.begin(), rows.end(), [](const Row* row) {
        return row->integer("shown") == std::uint64_t{0};
    });
    BOOST_TEST(static_cast<double>(hidden) == number(oracle, "not_displayed"));
}

// In 2024-10-23-...-test_case_4 one AnimationError is -1844674407370938.5 ms, the wrap of an
// unsigned difference: no value, where the oracle counts only NA.
std::size_t wrapped(const Log& log) {
    const auto found = log.problems.find("framelog.too-long");
    return found == log.problems.end() ? 0 : found->second.count;
}

void check_absent(const std::vector<const Row*>& rows, const Log& log, const Element& oracle) {
    simdjson::dom::object absent;
    if (oracle["na_in_part_of_rows"].get(absent) != simdjson::SUCCESS) return;
    for (const auto& [name, count] : absent) {
        const std::string column = column_of(name);
        if (column.empty()) continue;
        const auto missing = std::count_if(rows.begin(), rows.end(),
                                           [&](const Row* row) { return !row->has(column); });
        const bool has_wrapped = column == "animation_error" &&
                                 rows[1]->text("application") == "Presenter.exe" &&
                                 rows[1]->integer("process") == std::uint64_t{5236};
        const double expected =
            double(count) + (has_wrapped ? static_cast<double>(wrapped(log)) : 0);
        BOOST_TEST(static_cast<double>(missing) == expected, name << " in " << column);
    }
}

void check_stream(const Log& log, const Element& oracle, const std::string& frame_time) {
    const bool has_pid = !is_null(oracle, "process_id");
    const std::string chain = has_pid ? std::string(std::string_view(oracle["swap_chain"])) : "";
    const std::string application{std::string_view(oracle["application"])};
    std::vector<const Row*> rows;
    for (const Row& row : log.frames) {
        if (!has_pid) {
            rows.push_back(&row);
            continue;
        }
        const bool mine = row.text("application") == application &&
                          static_cast<double>(row.integer("process").value_or(0)) ==
                              number(oracle, "process_id") &&
                          address(row.integer("swap_chain").value_or(1)) == chain;
        if (mine) rows.push_back(&row);
    }
    BOOST_TEST_INFO_SCOPE(application << " " << chain);
    BOOST_TEST(static_cast<double>(rows.size()) == number(oracle, "rows"));
    if (rows.empty()) return;
    check_figures(usable(rows, frame_time), oracle);
    check_display(rows, oracle);
    check_time(rows, log, oracle);
    check_absent(rows, log, oracle);
    simdjson::dom::object others;
    if (oracle["other_columns"].get(others) != simdjson::SUCCESS) return;
    for (const auto& [name, figures] : others) {
        BOOST_TEST_INFO_SCOPE("column " << name);
        BOOST_REQUIRE(column_of(name) != "");
        check_figures(usable(rows, column_of(name)), figures);
    }
}

void check_file(const fs::path& data, const fs::path& oracle_path) {
    simdjson::dom::parser parser;
    const Element oracle = parser.load(oracle_path.string());
    const std::string file = (data / std::string(std::string_view(oracle["file"]))).string();
    BOOST_TEST_INFO_SCOPE(file);
    const Log log = recorded::read_files({file});
    BOOST_TEST(log.mistakes.empty());
    if (kRefused.count(oracle_path.filename().string()) != 0) {
        BOOST_TEST(log.status == BL_E_DATA);
        BOOST_TEST(log.error.find("no frame-time log") != std::string::npos);
        return;
    }
    BOOST_TEST_REQUIRE(log.status == BL_OK);
    const std::string frame_time = column_of(std::string_view(oracle["frame_time_column"]));
    BOOST_REQUIRE(frame_time != "");
    std::size_t rows = 0;
    for (const Element stream : simdjson::dom::array(oracle["streams"])) {
        check_stream(log, stream, frame_time);
        rows += static_cast<std::size_t>(number(stream, "rows"));
    }
    BOOST_TEST(log.frames.size() == rows);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(framelog_oracles)

BOOST_AUTO_TEST_CASE(every_log_gives_the_figures_of_its_oracle) {
    const std::string data = recorded::data_folder();
    if (data.empty()) {
        std::puts("skipped: the frame logs are not there (BENCHLAB_TEST_DATA)");
        return;
    }
    std::size_t files = 0;
    for (const auto& entry : fs::directory_iterator(fs::path(data) / "oracle")) {
        check_file(data, entry.path());
        ++files;
    }
    BOOST_TEST(files >= 48u);
}

// The default form says when Present was called, the v2 form of the same capture when the frame
// began and how long it was busy, to a tick of 0.0001 ms.
BOOST_AUTO_TEST_CASE(the_forms_of_a_capture_agree_row_by_row) {
    const std::string data = recorded::data_folder();
    if (data.empty()) {
        std::puts("skipped: the frame logs are not there (BENCHLAB_TEST_DATA)");
        return;
    }
    for (int capture = 0; capture < 6; ++capture) {
        const std::string name = data + "/presentmon-gold/test_case_" + std::to_string(capture);
        const Log now = recorded::read_files({name + ".csv"});
        const Log v2 = recorded::read_files({name + "_v2.csv"});
        BOOST_TEST_INFO_SCOPE(name);
        BOOST_TEST(now.clock->kind == std::uint32_t{BL_CLOCK_QPC});
        BOOST_TEST(v2.clock->kind == std::uint32_t{BL_CLOCK_QPC});
        BOOST_TEST(now.clock->ticks_per_second == 10'000'000u);
        BOOST_TEST(v2.clock->ticks_per_second == 10'000'000u);
        BOOST_TEST_REQUIRE(now.frames.size() == v2.frames.size());
        std::size_t apart = 0, other_start = 0, other_frame_time = 0;
        for (std::size_t i = 0; i < now.frames.size(); ++i) {
            apart += std::abs(now.frames[i].time - v2.frames[i].time) > 1;
            other_start +=
                now.frames[i].numbers.at("cpu_start") != v2.frames[i].numbers.at("cpu_start");
            other_frame_time += now.frames[i].ms("app_time") != v2.frames[i].ms("app_time");
        }
        BOOST_TEST(apart == 0u);
        BOOST_TEST(other_start == 0u);
        BOOST_TEST(other_frame_time == 0u);
    }
}

BOOST_AUTO_TEST_SUITE_END()
