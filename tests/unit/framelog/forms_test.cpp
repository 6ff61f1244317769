// The forms that PresentMon and the others write, each as a small log with the answer worked out.
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "recorder.hpp"

namespace {

using recorded::Log;
using recorded::read_text;
using recorded::Row;

constexpr double kMs = 1e6;  // ns

// The mean of what is there.
double mean_ms(const Log& log, const std::string& column) {
    double sum = 0;
    int count = 0;
    for (const double ms : log.all_ms(column)) {
        if (std::isnan(ms)) continue;
        sum += ms;
        ++count;
    }
    return sum / count;
}

const std::string kV1 =
    "Application,ProcessID,SwapChainAddress,Runtime,SyncInterval,PresentFlags,Dropped,"
    "TimeInSeconds,msInPresentAPI,msBetweenPresents,AllowsTearing,PresentMode,"
    "msUntilRenderComplete,msUntilDisplayed,msBetweenDisplayChange,msUntilRenderStart,"
    "msGPUActive,msSinceInput\n";

}  // namespace

BOOST_AUTO_TEST_SUITE(framelog_forms)

// Case B1: one frame of 16.7 ms (15.2 busy, 1.5 waiting) in each generation of names.
BOOST_AUTO_TEST_CASE(the_frame_time_is_the_same_under_every_generation_of_names) {
    const auto first = [](const std::string& text) {
        const Log log = read_text(text);
        BOOST_TEST_REQUIRE(log.status == BL_OK);
        BOOST_TEST_REQUIRE(log.frames.size() == 1u);
        return log.frames[0];
    };
    const Row v1 = first(kV1 +
                         "a.exe,7,0x00000000000001F4,DXGI,1,0,0,2.0,1.5,16.7,0,Composed: Flip,"
                         "3.25,20.5,16.6,-14.0,9.5,0\n");
    BOOST_TEST(*v1.ms("between_presents") == 16.7);
    const Row v20 = first(
        "Application,ProcessID,SwapChainAddress,Runtime,SyncInterval,PresentFlags,AllowsTearing,"
        "PresentMode,CPUStartTime,CPUBusy,CPUWait,GPULatency,GPUBusy,GPUWait,VideoBusy,"
        "DisplayLatency,DisplayedTime,ClickToPhotonLatency\n"
        "a.exe,7,0x1F4,DXGI,1,0,0,Composed: Flip,1984.8,15.2,1.5,0.5,9.5,1,0,35.7,16.6,0.0\n");
    BOOST_TEST(*v20.ms("app_time") == 16.7, boost::test_tools::tolerance(1e-12));
    // The Present call is at the start of the frame and its busy time: 1984.8 + 15.2 ms.
    BOOST_TEST(v20.time == 2'000'000'000);
    BOOST_TEST(v20.numbers.at("cpu_start") == 1984.8 * kMs);
    BOOST_TEST(!v20.has("click_latency"));
    const Row v22 = first(
        "Application,ProcessID,SwapChainAddress,PresentRuntime,SyncInterval,PresentFlags,"
        "AllowsTearing,PresentMode,CPUStartTime,FrameTime,CPUBusy,CPUWait,GPULatency,GPUTime,"
        "GPUBusy,GPUWait,DisplayLatency,DisplayedTime,AnimationError,ClickToPhotonLatency\n"
        "a.exe,7,0x1F4,DXGI,1,0,0,Composed: Flip,1984.8,16.7,15.2,1.5,0.5,10.5,9.5,1,35.7,16.6,"
        "NA,NA\n");
    BOOST_TEST(*v22.ms("app_time") == 16.7);
    const Row v23 = first(
        "Application,ProcessID,SwapChainAddress,PresentRuntime,SyncInterval,PresentFlags,"
        "AllowsTearing,PresentMode,TimeInMs,MsBetweenSimulationStart,MsBetweenPresents,"
        "MsBetweenDisplayChange,MsInPresentAPI,MsRenderPresentLatency,MsUntilDisplayed,"
        "MsPCLatency,CPUStartTimeInMs,MsBetweenAppStart,MsCPUBusy,MsCPUWait\n"
        "a.exe,7,0x1F4,DXGI,1,0,0,Composed: Flip,2000,NA,16.6,16.6,1.5,3.25,20.5,NA,1984.8,16.7,"
        "15.2,1.5\n");
    BOOST_TEST(*v23.ms("app_time") == 16.7);
    BOOST_TEST(*v23.ms("between_presents") == 16.6);
    BOOST_TEST(v23.time == 2'000'000'000);
}

BOOST_AUTO_TEST_CASE(every_column_of_version_1_goes_where_its_quantity_is) {
    const Log log = read_text(kV1 +
                              "a.exe,7,0x00000224B280A1C0,DXGI,1,512,0,2.5,1.5,16.7,1,"
                              "Hardware: Legacy Flip,3.25,20.5,16.6,-14.0,9.5,12.0\n");
    BOOST_TEST_REQUIRE(log.frames.size() == 1u);
    const Row& row = log.frames[0];
    BOOST_TEST(row.time == 2'500'000'000);
    BOOST_TEST(row.text("application") == "a.exe");
    BOOST_TEST(*row.integer("process") == 7u);
    BOOST_TEST(*row.integer("swap_chain") == 0x224B280A1C0u);
    BOOST_TEST(row.text("runtime") == "DXGI");
    BOOST_TEST(row.text("mode") == "Hardware: Legacy Flip");
    BOOST_TEST(*row.integer("sync_interval") == 1u);
    BOOST_TEST(*row.integer("flags") == 512u);
    BOOST_TEST(*row.integer("tearing") == 1u);
    BOOST_TEST(*row.integer("shown") == 1u);
    BOOST_TEST(row.numbers.at("between_presents") == 16.7 * kMs);
    BOOST_TEST(row.numbers.at("in_present") == 1.5 * kMs);
    BOOST_TEST(row.numbers.at("render_done") == 3.25 * kMs);
    BOOST_TEST(row.numbers.at("render_start") == -14.0 * kMs);
    BOOST_TEST(row.numbers.at("until_displayed") == 20.5 * kMs);
    BOOST_TEST(row.numbers.at("display_change") == 16'600'000);
    BOOST_TEST(row.numbers.at("gpu_busy") == 9.5 * kMs);
    // Present was 12 ms after the input and 20.5 ms before the screen.
    BOOST_TEST(row.numbers.at("input_latency") == 32.5 * kMs);
    BOOST_TEST(!row.has("app_time"));
    BOOST_TEST(!row.has("cpu_start"));
    BOOST_TEST_REQUIRE(log.processes.size() == 1u);
    BOOST_TEST(log.processes[0].text("name") == "a.exe");
    BOOST_TEST(*log.processes[0].integer("pid") == 7u);
    BOOST_TEST(*log.processes[0].integer("kind") == 3u);
    BOOST_TEST(log.clock->kind == std::uint32_t{BL_CLOCK_RELATIVE});
    BOOST_TEST(log.facts.at("format") == "PresentMon 1.x CSV");
}

BOOST_AUTO_TEST_CASE(the_zeros_of_version_1_that_mean_none_are_absent) {
    const Log log = read_text(kV1 + "a.exe,7,0x1,D3D9,-1,0,1,2.5,1.5,16.7,0,Other,0,0,0,0,9.5,0\n");
    BOOST_TEST_REQUIRE(log.frames.size() == 1u);
    const Row& row = log.frames[0];
    for (const char* column : {"render_done", "until_displayed", "display_change", "render_start",
                               "input_latency", "sync_interval"}) {
        BOOST_TEST(!row.has(column), column);
    }
    BOOST_TEST(*row.integer("shown") == 0u);
}

// Case B2, the list of the report: the mean of those above 0 is (19.4536 + 19.5659) / 2 = 19.50975.
BOOST_AUTO_TEST_CASE(generated_frames_of_0_ms_have_no_frame_time) {
    std::string text =
        "Application,ProcessID,SwapChainAddress,FrameType,TimeInMs,MsBetweenPresents,"
        "CPUStartTimeInMs,MsBetweenAppStart,MsCPUBusy,MsCPUWait,MsUntilDisplayed\n";
    text += "g.exe,7,0x1,Application,100,19.4536,80.5464,19.4536,19.4536,0,30\n";
    text += "g.exe,7,0x1,Intel XeSS-FG,100,0.0,80.5464,0.0,0.0,0.0,39\n";
    text += "g.exe,7,0x1,Application,119.5659,19.5659,100,19.5659,19.5659,0,30\n";
    text += "g.exe,7,0x1,Intel XeSS-FG,119.5659,0.0,100,0.0,0.0,0.0,39\n";
    const Log log = read_text(text);
    BOOST_TEST_REQUIRE(log.frames.size() == 4u);
    BOOST_TEST(mean_ms(log, "app_time") == 19.50975, boost::test_tools::tolerance(1e-12));
    BOOST_TEST(!log.frames[1].has("app_time"));
    BOOST_TEST(!log.frames[1].has("cpu_busy"));
    BOOST_TEST(log.frames[1].text("type") == "Intel XeSS-FG");
    BOOST_TEST(*log.frames[1].integer("shown") == 1u);
}

// Case B3: two chains in turn, one of a process without a name.
BOOST_AUTO_TEST_CASE(rows_of_several_chains_stay_apart) {
    const Log log = read_text(
        "Application,ProcessID,SwapChainAddress,Dropped,TimeInSeconds,MsBetweenPresents\n"
        "a.exe,7,0x10,0,1.000,10\n<unknown>,9,0x20,0,0.996,20\n"
        "a.exe,7,0x10,0,1.010,10\n<unknown>,9,0x20,0,1.016,20\n");
    BOOST_TEST_REQUIRE(log.frames.size() == 4u);
    BOOST_TEST(log.problems.empty());
    BOOST_TEST(!log.frames[1].has("application"));
    BOOST_TEST(*log.frames[1].integer("process") == 9u);
    BOOST_TEST(*log.frames[1].integer("swap_chain") == 0x20u);
    BOOST_TEST_REQUIRE(log.processes.size() == 2u);
    BOOST_TEST(!log.processes[1].has("name"));
}

// Case B4: 60 rows of 16.683 ms, every third dropped, written as 0 or as NA: 1000 / 16.683 = 59.94.
BOOST_AUTO_TEST_CASE(dropped_frames_do_not_enter_a_mean) {
    for (const char* none : {"0.000", "NA"}) {
        std::string text =
            "Application,ProcessID,SwapChainAddress,Dropped,TimeInSeconds,"
            "msBetweenPresents,msBetweenDisplayChange\n";
        for (int i = 0; i < 60; ++i) {
            const bool dropped = i % 3 == 2;
            text += "a.exe,7,0x1," + std::to_string(dropped ? 1 : 0) + "," +
                    std::to_string(0.011122 * i) + ",11.122," + (dropped ? none : "16.683") + "\n";
        }
        const Log log = read_text(text);
        BOOST_TEST_REQUIRE(log.frames.size() == 60u);
        BOOST_TEST(1000 / mean_ms(log, "display_change") == 59.94,
                   boost::test_tools::tolerance(1e-4));
        int hidden = 0;
        for (const Row& row : log.frames) hidden += *row.integer("shown") == 0;
        BOOST_TEST(hidden == 20);
    }
}

// Case B6: seconds, milliseconds and ticks of 10 MHz under the same heading; 20 ms a frame.
BOOST_AUTO_TEST_CASE(the_unit_of_a_time_column_comes_from_its_rows) {
    const auto log_of = [](const std::string& heading, double start, double step) {
        std::string text =
            "Application,ProcessID,SwapChainAddress," + heading + ",MsBetweenPresents\n";
        for (int i = 0; i < 5; ++i) {
            char value[32];
            std::snprintf(value, sizeof value, step >= 1000 ? "%.0f" : "%.6f", start + i * step);
            text += "a.exe,7,0x1," + std::string(value) + ",20.000\n";
        }
        return read_text(text);
    };
    // A span of four steps of 20 ms is 80 ms.
    const auto span_ms = [](const Log& log) {
        BOOST_TEST_REQUIRE(log.frames.size() == 5u);
        return 1e3 * static_cast<double>(log.frames[4].time - log.frames[0].time) /
               static_cast<double>(log.clock->ticks_per_second);
    };
    BOOST_TEST(span_ms(log_of("TimeInSeconds", 1, 0.020)) == 80.0);
    BOOST_TEST(span_ms(log_of("TimeInSeconds", 1000, 20)) == 80.0);
    BOOST_TEST(span_ms(log_of("QPCTime", 1, 0.020)) == 80.0);
    BOOST_TEST(span_ms(log_of("TimeInMs", 1000, 20)) == 80.0);
    const Log ticks = log_of("TimeInQPC", 2000000, 200000);
    BOOST_TEST(span_ms(ticks) == 80.0);
    BOOST_TEST(ticks.clock->kind == std::uint32_t{BL_CLOCK_QPC});
    BOOST_TEST(ticks.clock->ticks_per_second == 10'000'000u);
    BOOST_TEST(ticks.clock->zero == 2000000);
    // An older counter of 3,579,545 Hz: 20 ms are 71,590.9 ticks.
    const Log older = log_of("QPCTime", 1000000, 71590.9);
    BOOST_TEST(older.clock->ticks_per_second == 3'579'545u);
}

BOOST_AUTO_TEST_CASE(a_counter_of_a_single_row_is_taken_for_one_of_10_mhz) {
    const Log log = read_text(
        "Application,ProcessID,SwapChainAddress,TimeInQPC,MsBetweenPresents\n"
        "a.exe,7,0x1,30000000,20\n");
    BOOST_TEST(log.clock->ticks_per_second == 10'000'000u);
    BOOST_TEST(log.has_problem("framelog.frequency"));
    BOOST_TEST(log.frames.at(0).time == 30'000'000);
}

// With both, the counter's zero is where the seconds are 0: 30,000,000 - 1.5 s * 10 MHz.
BOOST_AUTO_TEST_CASE(seconds_beside_a_counter_say_when_the_log_began) {
    const Log log = read_text(
        "Application,ProcessID,SwapChainAddress,TimeInSeconds,MsBetweenPresents,QPCTime\n"
        "a.exe,7,0x1,1.500000,20,30000000\na.exe,7,0x1,1.520000,20,30200000\n");
    BOOST_TEST(log.clock->kind == std::uint32_t{BL_CLOCK_QPC});
    BOOST_TEST(log.clock->zero == 15'000'000);
    BOOST_TEST(log.frames.at(1).time == 30'200'000);
}

// The Present calls are counted from the start of the log, the frames from another moment.
BOOST_AUTO_TEST_CASE(a_frame_start_on_another_axis_is_left_out) {
    const std::string head =
        "Application,ProcessID,SwapChainAddress,TimeInSeconds,"
        "MsBetweenPresents,CPUStartQPCTimeInMs,MsBetweenAppStart,MsCPUBusy,"
        "MsCPUWait\n";
    const Log apart = read_text(head +
                                "a.exe,7,0x1,1000,20,765000,20,15,5\n"
                                "a.exe,7,0x1,1020,20,765020,20,15,5\n");
    BOOST_TEST_REQUIRE(apart.frames.size() == 2u);
    BOOST_TEST(apart.frames[1].time == 1'020'000'000);
    BOOST_TEST(!apart.frames[1].has("cpu_start"));
    BOOST_TEST(apart.has_problem("framelog.cpu-start"));
    const Log together = read_text(head +
                                   "a.exe,7,0x1,1000,20,985,20,15,5\n"
                                   "a.exe,7,0x1,1020,20,1005,20,15,5\n");
    BOOST_TEST(together.frames.at(1).numbers.at("cpu_start") == 1005 * kMs);
    BOOST_TEST(together.problems.empty());
}

// 2024-3-9 23:59:59.99 to 2024-3-10 0:00:00.01 are 20 ms.
BOOST_AUTO_TEST_CASE(dates_without_padding_are_read) {
    const Log log = read_text(
        "Application,ProcessID,SwapChainAddress,TimeInDateTime,MsBetweenPresents\n"
        "a.exe,7,0x1,2024-3-9 23:59:59.990000000,20\na.exe,7,0x1,2024-3-10 0:00:00.010000000,20\n");
    BOOST_TEST_REQUIRE(log.frames.size() == 2u);
    BOOST_TEST(log.frames[1].time - log.frames[0].time == 20'000'000);
    BOOST_TEST(log.clock->kind == std::uint32_t{BL_CLOCK_RELATIVE});
}

// Case B10: the same five frames, mean (16.5 + 16.6 + 16.67 + 16.75 + 16.83) / 5 = 16.67.
BOOST_AUTO_TEST_CASE(spreadsheets_and_missing_values_do_not_change_the_mean) {
    const std::string head =
        "Application;ProcessID;SwapChainAddress;TimeInSeconds;MsBetweenPresents\n";
    const std::vector<std::string> values = {"16,5", "16,6", "16,67", "16,75", "16,83"};
    const auto rows = [&](char delimiter, char sign, const std::string& quote,
                          const std::string& extra) {
        std::string text;
        std::string heading = head;
        for (char& c : heading) c = c == ';' ? delimiter : c;
        text += heading;
        int i = 0;
        for (std::string value : values) {
            value.replace(value.find(','), 1, 1, sign);
            std::string time = "1" + std::string(1, sign) + std::to_string(100 + 17 * i++);
            text += std::string("a.exe") + delimiter + "7" + delimiter + "0x1" + delimiter + quote +
                    time + quote + delimiter + quote + value + quote + "\n";
        }
        if (!extra.empty()) {
            text += std::string("a.exe") + delimiter + "7" + delimiter + "0x1" + delimiter +
                    (quote + "1" + sign + "2" + quote) + delimiter + extra + "\n";
        }
        return text;
    };
    for (const std::string& text :
         {rows(',', '.', "", ""), rows(';', ',', "", ""), rows(';', '.', "", ""),
          rows('\t', ',', "", ""), rows(',', ',', "\"", ""), rows(',', '.', "\"", ""),
          rows(',', '.', "", "NA"), rows(',', '.', "", ""), rows(',', '.', "", "-nan(ind)"),
          rows(',', '.', "", "1.#QNAN"), rows(';', ',', "", "N/A"), rows(',', '.', "", "inf"),
          rows(',', '.', "", "nan"), rows(',', '.', "", " ")}) {
        BOOST_TEST_INFO_SCOPE(text);
        const Log log = read_text(text);
        BOOST_TEST(log.status == BL_OK);
        BOOST_TEST(log.problems.empty());
        BOOST_TEST(log.frames.size() >= 5u);
        BOOST_TEST(mean_ms(log, "between_presents") == 16.67, boost::test_tools::tolerance(1e-9));
    }
}

BOOST_AUTO_TEST_CASE(two_decimal_signs_in_one_file_are_reported_with_their_row) {
    const Log log = read_text(
        "Application;ProcessID;SwapChainAddress;TimeInSeconds;MsBetweenPresents\n"
        "a.exe;7;0x1;1,0;16,5\na.exe;7;0x1;1,1;16.6\na.exe;7;0x1;1,2;1.016,6\n");
    BOOST_TEST_REQUIRE(log.frames.size() == 3u);
    BOOST_TEST(*log.frames[0].ms("between_presents") == 16.5);
    BOOST_TEST(!log.frames[1].has("between_presents"));
    BOOST_TEST(!log.frames[2].has("between_presents"));
    BOOST_TEST(log.problems.at("framelog.mixed-decimals").count == 2u);
    BOOST_TEST(log.problems.at("framelog.mixed-decimals").text.find("line 3") != std::string::npos);
}

// In a file with commas between fields a decimal comma splits a value: no such row may be read.
BOOST_AUTO_TEST_CASE(decimal_commas_between_commas_are_refused) {
    const Log log = read_text(
        "Application,ProcessID,SwapChainAddress,TimeInSeconds,MsBetweenPresents\n"
        "a.exe,7,0x1,1,0,16,5\na.exe,7,0x1,1,1,16,6\n");
    BOOST_TEST(log.status == BL_OK);
    BOOST_TEST(log.frames.empty());
    BOOST_TEST(log.problems.at("framelog.fields").count == 2u);
}

BOOST_AUTO_TEST_CASE(a_comma_in_a_programs_name_is_put_back) {
    const Log log = read_text(
        "Application,ProcessID,SwapChainAddress,TimeInSeconds,MsBetweenPresents\n"
        "Alice, Bob, and I.exe,7,0x1,1.0,16.5\n\"Quoted, too.exe\",8,0x1,1.1,16.6\n");
    BOOST_TEST_REQUIRE(log.frames.size() == 2u);
    BOOST_TEST(log.frames[0].text("application") == "Alice, Bob, and I.exe");
    BOOST_TEST(*log.frames[0].ms("between_presents") == 16.5);
    BOOST_TEST(log.frames[1].text("application") == "Quoted, too.exe");
    BOOST_TEST(log.problems.empty());
}

BOOST_AUTO_TEST_CASE(order_case_unknown_columns_marks_and_line_ends_do_not_matter) {
    const Log log = read_text(
        "\xEF\xBB\xBFmsbetweenpresents,New Column,TIMEINSECONDS,process_id,Application,"
        "SwapChainAddress\r\n16.5,x,1.0,7,a.exe,0xAB\r\n\r\n16.6,y,1.1,7,a.exe,0x00AB\r\n");
    BOOST_TEST_REQUIRE(log.frames.size() == 2u);
    BOOST_TEST(*log.frames[1].ms("between_presents") == 16.6);
    BOOST_TEST(*log.frames[0].integer("swap_chain") == *log.frames[1].integer("swap_chain"));
    BOOST_TEST(log.problems.empty());
}

BOOST_AUTO_TEST_CASE(utf_16_is_read) {
    const std::string text =
        "Application,ProcessID,SwapChainAddress,TimeInSeconds,MsBetweenPresents\r\n"
        "a.exe,7,0x1,1.0,16.5\r\n";
    std::string wide = "\xFF\xFE";
    for (const char c : text) wide += std::string{c, '\0'};
    const Log log = read_text(wide);
    BOOST_TEST_REQUIRE(log.frames.size() == 1u);
    BOOST_TEST(*log.frames[0].ms("between_presents") == 16.5);
    BOOST_TEST(recorded::probe(wide) > 50u);
}

// 20,000 rows of about 60 characters are more than the reader's buffer holds.
BOOST_AUTO_TEST_CASE(a_long_log_in_utf_16_has_all_its_rows) {
    std::string text = "Application,ProcessID,SwapChainAddress,TimeInSeconds,MsBetweenPresents\n";
    for (int i = 0; i < 20000; ++i) {
        text += "a program.exe,7,0x00000224B280A1C0," + std::to_string(i * 0.25) + ",250.000\n";
    }
    std::string wide = "\xFE\xFF";
    for (const char c : text) wide += std::string{'\0', c};
    const Log log = read_text(wide, "wide.csv");
    BOOST_TEST_REQUIRE(log.frames.size() == 20000u);
    BOOST_TEST(log.problems.empty());
    // 19,999 steps of a quarter of a second.
    BOOST_TEST(log.frames.back().time == 4'999'750'000'000);
    BOOST_TEST(mean_ms(log, "between_presents") == 250.0);
}

BOOST_AUTO_TEST_CASE(of_two_columns_for_one_quantity_the_first_counts) {
    const Log log = read_text(
        "Application,ProcessID,SwapChainAddress,TimeInSeconds,MsBetweenPresents,"
        "MsBetweenPresents\na.exe,7,0x1,1.0,16.5,99\n");
    BOOST_TEST(*log.frames.at(0).ms("between_presents") == 16.5);
    BOOST_TEST(log.has_problem("framelog.twice"));
}

// The second capture has other columns and counts from 0 again; its first frame took 10 ms, so it
// is presented 10 ms after the last one: 1.02 s + 0.01 s.
BOOST_AUTO_TEST_CASE(captures_of_two_versions_in_one_file_follow_each_other) {
    const Log log = read_text(
        "Application,ProcessID,SwapChainAddress,TimeInSeconds,MsBetweenPresents\n"
        "a.exe,7,0x1,1.00,20\na.exe,7,0x1,1.02,20\n"
        "Application,TimeInMs,ProcessID,SwapChainAddress,MsBetweenPresents,MsGPUBusy\n"
        "a.exe,500,7,0x1,10,4\na.exe,510,7,0x1,10,5\n");
    BOOST_TEST_REQUIRE(log.frames.size() == 4u);
    BOOST_TEST(log.frames[2].time == 1'030'000'000);
    BOOST_TEST(log.frames[3].time == 1'040'000'000);
    BOOST_TEST(*log.frames[3].ms("gpu_busy") == 5);
    BOOST_TEST(log.problems.at("framelog.joined").count == 1u);
    BOOST_TEST(!log.has_problem("framelog.time-back"));
}

BOOST_AUTO_TEST_CASE(without_a_time_frame_times_add_up_in_each_chain) {
    const Log log = read_text(
        "Application,ProcessID,SwapChainAddress,MsBetweenPresents\n"
        "a.exe,7,0x1,10\na.exe,7,0x2,7\na.exe,7,0x1,20\na.exe,7,0x2,7\n");
    BOOST_TEST_REQUIRE(log.frames.size() == 4u);
    BOOST_TEST(log.frames[2].time == 30'000'000);
    BOOST_TEST(log.frames[3].time == 14'000'000);
    BOOST_TEST(log.has_problem("framelog.no-time"));
}

// Pitfall 11 and issue 520: a value longer than the log is an error; the log spans 20 ms.
BOOST_AUTO_TEST_CASE(a_duration_longer_than_the_log_is_absent) {
    const Log log = read_text(
        "Application,ProcessID,SwapChainAddress,TimeInSeconds,MsBetweenPresents,MsPCLatency,"
        "MsGPUBusy\n"
        "a.exe,7,0x1,1.00,6700000000000000,459980.1,5\na.exe,7,0x1,1.02,20,30,-5\n");
    BOOST_TEST_REQUIRE(log.frames.size() == 2u);
    BOOST_TEST(!log.frames[0].has("between_presents"));
    BOOST_TEST(!log.frames[0].has("pc_latency"));
    BOOST_TEST(log.problems.at("framelog.too-long").count == 2u);
    BOOST_TEST(!log.frames[1].has("gpu_busy"));
    BOOST_TEST(log.problems.at("framelog.negative").count == 1u);
}

BOOST_AUTO_TEST_CASE(frameview_has_blanks_errors_and_a_time_that_began_long_before) {
    const Log log = read_text(
        "Application,GPU,CPU,Resolution,Runtime,AllowsTearing,ProcessID,SwapChainAddress,"
        "SyncInterval,PresentFlags,PresentMode,Dropped,TimeInSeconds,MsBetweenPresents,"
        "MsBetweenDisplayChange,MsInPresentAPI,MsRenderPresentLatency,MsUntilDisplayed,"
        "Render Queue Depth,MsPCLatency,GPU0Clk(MHz),CPUCoreUtil%[ 0]\n"
        "g.exe,A card,A processor,2560x1440,DXGI,0, 7,0x1,0,0,Composed: Flip,0,5036.69,16.5,16.6,"
        "0.5,3,20,1,NA,1800, 45\n"
        "g.exe,A card,A processor,2560x1440,DXGI,0, 7,0x1,0,0,Composed: Flip,Error,5036.70,10,16.6,"
        "0.5,3,20,1,NA,1800, 45\n");
    BOOST_TEST_REQUIRE(log.frames.size() == 2u);
    BOOST_TEST(log.clock->zero == log.frames[0].time);
    BOOST_TEST(*log.frames[0].integer("process") == 7u);
    BOOST_TEST(!log.frames[1].has("shown"));
    BOOST_TEST(!log.frames[1].has("pc_latency"));
    BOOST_TEST(log.facts.at("format") == "FrameView CSV");
    BOOST_TEST(log.facts.at("framelog.GPU") == "A card");
    BOOST_TEST(log.problems.empty());
}

// fps * frametime is 1000 for milliseconds and 1000000 for microseconds: both are 4 ms.
BOOST_AUTO_TEST_CASE(mangohud_frame_times_are_microseconds_or_milliseconds) {
    const std::string head =
        "os,cpu,gpu,ram,kernel,driver,cpuscheduler\nDebian,A processor,,1,6,x,\n"
        "fps,frametime,cpu_load,elapsed\n";
    for (const std::string& rows : {std::string("250,4000,1,4000000\n250,4000,1,8000000\n"),
                                    std::string("250,4.0,1,4000000\n250,4.0,1,8000000\n")}) {
        const Log log = read_text(head + rows, "game_2024-01-02_03-04-05.csv");
        BOOST_TEST_REQUIRE(log.frames.size() == 2u);
        BOOST_TEST(log.frames[1].numbers.at("between_presents") == 4 * kMs);
        BOOST_TEST(log.frames[1].time == 8'000'000);
        BOOST_TEST(log.frames[1].text("application") == "game");
        BOOST_TEST(!log.frames[1].has("process"));
        BOOST_TEST(!log.frames[1].has("shown"));
        BOOST_TEST(log.facts.at("framelog.cpu") == "A processor");
    }
}

BOOST_AUTO_TEST_CASE(samples_of_frames_are_not_taken_for_all_of_them) {
    const Log log = read_text(
        "fps,frametime,cpu_load,elapsed\n"
        "250,4.0,1,100000000\n250,4.0,1,200000000\n250,4.0,1,300000000\n");
    BOOST_TEST(log.frames.size() == 3u);
    BOOST_TEST(log.has_problem("framelog.samples"));
}

// Cases A1, A2 and A4: the rows themselves, as the sections compute from them.
BOOST_AUTO_TEST_CASE(frame_times_come_out_as_they_went_in) {
    std::string text = "Application,ProcessID,SwapChainAddress,MsBetweenPresents\n";
    for (int i = 0; i < 999; ++i) text += "a.exe,7,0x1,8\n";
    const Log one_hitch = read_text(text + "a.exe,7,0x1,200\n");
    BOOST_TEST_REQUIRE(one_hitch.frames.size() == 1000u);
    // 999 * 8 + 200 = 8192 ms, and the slowest ten are 200 and nine of 8: 27.2 ms.
    BOOST_TEST(mean_ms(one_hitch, "between_presents") == 8.192,
               boost::test_tools::tolerance(1e-12));
    BOOST_TEST(*one_hitch.frames.back().ms("between_presents") == 200);
    text = "Application,ProcessID,SwapChainAddress,MsBetweenPresents\n";
    for (int i = 1; i <= 100; ++i) text += "a.exe,7,0x1," + std::to_string(i) + "\n";
    const Log ramp = read_text(text);
    BOOST_TEST_REQUIRE(ramp.frames.size() == 100u);
    for (int i = 1; i <= 100; ++i) {
        BOOST_TEST(*ramp.frames[static_cast<std::size_t>(i - 1)].ms("between_presents") == i);
    }
}

BOOST_AUTO_TEST_CASE(capframex_json_is_read_run_after_run) {
    const Log log = read_text(
        R"({"Hash":"1","Info":{"ProcessName":"g.exe","Processor":"A processor","GPUCount":1},)"
        R"("Runs":[{"CaptureData":{"TimeInSeconds":[0,0.01,0.03],"MsBetweenPresents":[9,10,20],)"
        R"("MsBetweenDisplayChange":[0.0,10,20],"Dropped":[true,false,false],"Other":[1]}},)"
        R"({"CaptureData":{"TimeInSeconds":[0,0.02],"MsBetweenPresents":[15,20],)"
        R"("Dropped":[false]}},{"Hash":"no data"}]})",
        "record.json");
    BOOST_TEST_REQUIRE(log.status == BL_OK);
    BOOST_TEST_REQUIRE(log.frames.size() == 5u);
    BOOST_TEST(log.frames[0].text("application") == "g.exe");
    BOOST_TEST(*log.frames[0].integer("shown") == 0u);
    BOOST_TEST(!log.frames[0].has("display_change"));
    BOOST_TEST(*log.frames[2].ms("between_presents") == 20);
    // The second run's first frame took 15 ms: 30 ms + 15 ms, then 20 ms more.
    BOOST_TEST(log.frames[3].time == 45'000'000);
    BOOST_TEST(log.frames[4].time == 65'000'000);
    BOOST_TEST(!log.frames[4].has("shown"));
    BOOST_TEST(log.has_problem("framelog.short-array"));
    BOOST_TEST(log.has_problem("framelog.run"));
    BOOST_TEST(log.facts.at("framelog.Processor") == "A processor");
}

BOOST_AUTO_TEST_CASE(only_frame_logs_are_claimed) {
    BOOST_TEST(recorded::probe(kV1) > 90u);
    BOOST_TEST(recorded::probe("//GameName=a\n//Comment=b\n" + kV1) > 90u);
    BOOST_TEST(recorded::probe("fps,frametime,cpu_load,elapsed\n1,2,3,4\n") > 80u);
    BOOST_TEST(recorded::probe(R"({"Runs":[{"CaptureData":{"MsBetweenPresents":[1]}}]})") > 80u);
    BOOST_TEST(recorded::probe("time,frametime\n1,2\n") == 0u);
    BOOST_TEST(recorded::probe("poll-time,PM_METRIC_CPU_FRAME_TIME(avg)\n1,2\n") == 0u);
    BOOST_TEST(recorded::probe("0.1% Min FPS,1% Min FPS,Average FPS\n1,2,3") == 0u);
    BOOST_TEST(recorded::probe(R"({"benchmarks":[]})") == 0u);
    BOOST_TEST(recorded::probe("") == 0u);
    BOOST_TEST(recorded::probe(std::string(4096, '\0')) == 0u);
}

BOOST_AUTO_TEST_SUITE_END()
