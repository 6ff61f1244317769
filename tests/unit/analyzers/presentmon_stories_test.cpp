// PresentMon's metrics of stories, written as trace files and read back: those that the stories'
// own comments work out by hand.
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <utility>

#include "benchlab/tables.h"
#include "etl/reader.hpp"
#include "presentmon/compute.hpp"
#include "store/store.hpp"
#include "story/etl/etl_writer.hpp"
#include "test_run.hpp"
#include "trace_reading.hpp"

using namespace benchlab;
using analyzers::presentmon::compute;
using analyzers::presentmon::Result;
using analyzers::presentmon::Spread;
using analyzers::presentmon::Stream;

namespace {

constexpr double kMs = 1e6;

// A story as a file, read back.
std::unique_ptr<store::Store> told(const std::string& name, const story::EtlOptions& options) {
    std::ifstream in(std::string(BENCHLAB_TEST_SOURCE_DIR) + "/tests/story/stories/" + name +
                     ".story");
    std::ostringstream text;
    text << in.rdbuf();
    const std::string file =
        std::string(BENCHLAB_TEST_BINARY_DIR) + "/tests/unit/analyzers/presentmon-" + name;
    story::FileOutput output(file);
    story::write_etl(story::parse_story(text.str()), options, output);
    output.close();
    auto store = test::read_with(etl::kReader, file);
    BOOST_TEST_REQUIRE(store != nullptr);
    return store;
}

// Calls check(store, streams) for the story in one form.
void in_form(const std::string& name, int pointer, bool described,
             const std::function<void(const store::Store&, const Result&)>& check) {
    BOOST_TEST_CONTEXT(name << ", pointers of " << pointer << ", described " << described) {
        story::EtlOptions options;
        options.pointer_size = pointer;
        options.metadata = described;
        const auto store = told(name, options);
        const test::TestRun run({0, store->duration_ns()});
        check(*store, compute(Store(store->abi()), run.run()));
    }
}

// The same with both sizes of pointers, the events in the layouts
// that are known and in others that the file describes.
void in_every_form(const std::string& name,
                   const std::function<void(const store::Store&, const Result&)>& check) {
    for (const bool described : {false, true}) {
        for (const int pointer : {8, 4}) in_form(name, pointer, described, check);
    }
}

const Spread* spread_of(const Stream& stream, std::string_view column) {
    for (const auto& each : stream.metrics) {
        if (each.metric->column == column) return &each.spread;
    }
    return nullptr;
}

// Every frame has this value, in ms.
void each_is(const Stream& stream, std::uint64_t frames,
             const std::map<std::string, double>& wanted) {
    for (const auto& [column, value] : wanted) {
        const Spread* const spread = spread_of(stream, column);
        BOOST_TEST_CONTEXT(column) {
            BOOST_TEST_REQUIRE(spread != nullptr);
            BOOST_TEST(spread->count == frames);
            BOOST_TEST(spread->min == value * kMs);
            BOOST_TEST(spread->max == value * kMs);
        }
    }
}

// What holds of each row of PresentMon's own logs.
void check_identities(const store::Store& store) {
    const store::StoredTable& table = *store.find("frame_metric");
    const auto all_equal = [&](const char* what, auto&& left, auto&& right) {
        for (std::uint64_t row = 0; row < table.rows(); ++row) {
            const double a = left(row), b = right(row);
            if (std::isnan(a) || std::isnan(b)) continue;
            BOOST_TEST(a == b, what << " of row " << row << ": " << a << " and " << b);
        }
    };
    const auto value = [&](const char* column) {
        return [&table, column](std::uint64_t row) {
            const auto values = table.values<double>(column);
            return values.empty() ? std::nan("") : values[row];
        };
    };
    const auto sum = [&](const char* a, const char* b) {
        return [=](std::uint64_t row) { return value(a)(row) + value(b)(row); };
    };
    all_equal("in Present", value("in_present"), value("cpu_wait"));
    all_equal("frame time", value("app_time"), sum("cpu_busy", "cpu_wait"));
    all_equal("GPU time", value("gpu_time"), sum("gpu_busy", "gpu_wait"));
    all_equal("display latency", value("display_latency"), sum("cpu_busy", "until_displayed"));
    for (const double each : table.values<double>("gpu_latency")) BOOST_TEST(!(each < 0));
    // How long a frame was shown is the change to the next one of its chain that was.
    std::map<std::pair<std::uint32_t, std::uint64_t>, double> shown;
    for (std::uint64_t row = 0; row < table.rows(); ++row) {
        if (table.values<std::int64_t>("screen")[row] == BL_NO_TIME) continue;
        const std::uint32_t process = table.values<std::uint32_t>("process")[row];
        const std::pair key{process, table.values<std::uint64_t>("swap_chain")[row]};
        const auto before = shown.find(key);
        const double change = value("display_change")(row);
        if (before != shown.end() && !std::isnan(change)) BOOST_TEST(before->second == change);
        shown[key] = value("displayed_time")(row);
    }
    // Busy time of a process is never more than the time.
    std::map<std::uint32_t, double> busy;
    for (std::uint64_t row = 0; row < table.rows(); ++row) {
        const double each = value("gpu_busy")(row);
        if (!std::isnan(each)) busy[table.values<std::uint32_t>("process")[row]] += each;
    }
    for (const auto& [process, total] : busy) {
        BOOST_TEST(total <= static_cast<double>(store.duration_ns()));
    }
}

const Stream& stream_of(const Result& result, std::string_view application) {
    for (const Stream& each : result.streams) {
        if (each.application == application) return each;
    }
    BOOST_FAIL("no stream of " << application);
    return result.streams.front();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(presentmon_stories, *boost::unit_test::tolerance(1e-9))

BOOST_AUTO_TEST_CASE(a_game_that_waits_for_its_gpu) {
    in_every_form("gpu-bound", [](const store::Store& store, const Result& result) {
        BOOST_TEST(result.streams.size() == 1u);
        const Stream& game = stream_of(result, "game.exe");
        BOOST_TEST(!game.is_logged);
        each_is(game, 20,
                {{"between_presents", 10},
                 {"cpu_busy", 3},
                 {"cpu_wait", 7},
                 {"app_time", 10},
                 {"gpu_latency", 1},
                 {"gpu_time", 8.5},
                 {"gpu_busy", 7.5},
                 {"gpu_wait", 1},
                 {"video_busy", 2},
                 {"render_start", -2},
                 {"render_done", 6.5}});
        BOOST_TEST(spread_of(game, "until_displayed") == nullptr);
        check_identities(store);
    });
}

BOOST_AUTO_TEST_CASE(a_capped_game_leaves_its_gpu_idle) {
    in_every_form("gpu-capped", [](const store::Store& store, const Result& result) {
        each_is(stream_of(result, "game.exe"), 20,
                {{"between_presents", 20},
                 {"cpu_busy", 19.8},
                 {"in_present", 0.2},
                 {"gpu_latency", 3.8},
                 {"gpu_time", 16.2},
                 {"gpu_busy", 6.1},
                 {"gpu_wait", 10.1},
                 {"render_done", 0.2}});
        check_identities(store);
    });
}

BOOST_AUTO_TEST_CASE(shaders_are_compiled_in_the_frames_of_their_program) {
    struct Frame {
        double begun, time, share;  // ms
    };
    // By the call of Present that ends it, in ms; nothing in all others.
    const std::map<double, Frame> wanted = {
        {45, {2, 8, 0.4}}, {85, {2, 18, 0.7}}, {125, {1, 5, 0.25}}, {145, {0, 5, 0.25}}};
    in_every_form("shaders", [&](const store::Store& store, const Result& result) {
        const store::StoredTable& table = *store.find("frame_metric");
        BOOST_TEST(table.rows() == 10u);
        for (std::uint64_t row = 0; row < table.rows(); ++row) {
            const double call = static_cast<double>(table.values<std::int64_t>("time")[row]) / kMs;
            const auto found = wanted.find(call);
            const Frame frame = found == wanted.end() ? Frame{0, 0, 0} : found->second;
            BOOST_TEST_CONTEXT("frame of " << call) {
                BOOST_TEST(table.values<double>("compiles")[row] == frame.begun);
                BOOST_TEST(table.values<double>("compile_time")[row] == frame.time * kMs);
                BOOST_TEST(table.values<double>("compile_share")[row] == frame.share);
            }
        }
        const Stream& game = stream_of(result, "game.exe");
        BOOST_TEST_REQUIRE(game.compiling.has_value());
        BOOST_TEST(game.compiling->frames == 4u);
        BOOST_TEST(game.compiling->begun == 5u);
        BOOST_TEST(game.compiling->time_ns == 36 * kMs);
        BOOST_TEST(game.compiling->longest_ns == 18 * kMs);
        BOOST_TEST(game.compiling->largest_share == 0.7);
        BOOST_TEST(store.find("call")->rows() == 6u);
    });
}

BOOST_AUTO_TEST_CASE(what_is_compiled_is_of_the_frames_of_all_swap_chains) {
    in_every_form("shaders-two-chains", [&](const store::Store& store, const Result&) {
        const store::StoredTable& table = *store.find("frame_metric");
        double begun = 0, time = 0, least = 1e9;
        for (std::uint64_t row = 0; row < table.rows(); ++row) {
            begun += table.values<double>("compiles")[row];
            const double of_row = table.values<double>("compile_time")[row];
            time += of_row;
            if (of_row > 0) least = std::min(least, of_row);
        }
        BOOST_TEST(begun == 1.0);
        BOOST_TEST(time == 99.9 * kMs);
        BOOST_TEST(least == 3.9 * kMs);
    });
}

BOOST_AUTO_TEST_CASE(a_game_that_compiles_nothing_has_no_figures_of_it) {
    in_every_form("gpu-bound", [](const store::Store&, const Result& result) {
        BOOST_TEST(!stream_of(result, "game.exe").compiling.has_value());
    });
}

BOOST_AUTO_TEST_CASE(no_input_is_older_than_the_interrupt_that_brought_it) {
    in_every_form("b14-early-input", [](const store::Store& store, const Result& result) {
        const Stream& game = stream_of(result, "game.exe");
        each_is(game, 2, {{"until_displayed", 10}});
        each_is(game, 1, {{"input_latency", 59.9}, {"click_latency", 59.85}});
        const store::StoredTable& table = *store.find("frame_metric");
        BOOST_TEST(std::isnan(table.values<double>("input_latency")[0]));
        BOOST_TEST(std::isnan(table.values<double>("click_latency")[0]));
    });
}

BOOST_AUTO_TEST_CASE(a_compositor_shows_every_second_frame) {
    in_every_form("composed", [](const store::Store& store, const Result& result) {
        const Stream& game = stream_of(result, "game.exe");
        BOOST_TEST(game.count == 19u);
        BOOST_TEST(game.displayed.not_shown.value() == 9u);
        each_is(game, 19, {{"between_presents", 10}, {"cpu_busy", 9.5}});
        each_is(game, 10, {{"until_displayed", 15}, {"display_latency", 24.5}});
        each_is(game, 9, {{"display_change", 20}, {"displayed_time", 20}, {"animation_error", 0}});
        BOOST_TEST(game.displayed.fps.value() == 50.0);
        BOOST_TEST_REQUIRE(game.modes.size() == 1u);
        BOOST_TEST(game.modes[0].name == "Composed: Flip");
        BOOST_TEST(game.modes[0].frames == 19u);
        each_is(stream_of(result, "dwm.exe"), 9, {{"between_presents", 20}});
        check_identities(store);
    });
}

BOOST_AUTO_TEST_CASE(a_compositor_shows_the_newest_copy_of_a_window) {
    for (const int pointer : {8, 4}) {
        in_form("gdi-window", pointer, true, [](const store::Store& store, const Result& result) {
            const Stream& tool = stream_of(result, "tool.exe");
            BOOST_TEST(tool.count == 19u);
            BOOST_TEST(tool.displayed.not_shown.value() == 9u);
            each_is(tool, 19, {{"between_presents", 10}, {"cpu_busy", 9.5}});
            each_is(tool, 10, {{"until_displayed", 17}, {"display_latency", 26.5}});
            each_is(tool, 9, {{"display_change", 20}, {"displayed_time", 20}});
            BOOST_TEST_REQUIRE(tool.modes.size() == 1u);
            BOOST_TEST(tool.modes[0].name == "Composed: Copy with CPU GDI");
            check_identities(store);
        });
        in_form("gdi-window", pointer, false, [](const store::Store&, const Result& result) {
            const Stream& tool = stream_of(result, "tool.exe");
            BOOST_TEST(tool.count == 19u);
            BOOST_TEST(!tool.displayed.not_shown.has_value());
            BOOST_TEST(spread_of(tool, "until_displayed") == nullptr);
            BOOST_TEST(tool.modes[0].name == "Composed: Copy with CPU GDI");
        });
    }
}

BOOST_AUTO_TEST_CASE(frames_that_a_driver_generates_have_rows_of_their_own) {
    for (const int pointer : {8, 4}) {
        in_form("afmf", pointer, true, [](const store::Store& store, const Result& result) {
            const Stream& game = stream_of(result, "game.exe");
            BOOST_TEST(game.count == 20u);
            BOOST_TEST(game.generated == 10u);
            each_is(game, 10,
                    {{"between_presents", 20}, {"in_present", 0.5}, {"display_latency", 29.5}});
            each_is(game, 9, {{"animation_error", 0}});
            each_is(game, 20, {{"display_change", 10}});
            BOOST_TEST(game.average_fps.value() == 50.0);
            BOOST_TEST(game.displayed.fps.value() == 100.0);
            const store::StoredTable& table = *store.find("frame_metric");
            std::map<std::string, int> types;
            for (std::uint64_t row = 0; row < table.rows(); ++row) {
                const std::string type(store.text(table.values<std::uint32_t>("type")[row]));
                ++types[type];
                const bool is_own = type == "Application";
                BOOST_TEST(table.values<double>("until_displayed")[row] ==
                           (is_own ? 10 : 20) * kMs);
            }
            BOOST_TEST(
                (types == std::map<std::string, int>{{"AMD AFMF", 10}, {"Application", 10}}));
            check_identities(store);
        });
        in_form("afmf", pointer, false, [](const store::Store&, const Result& result) {
            const Stream& game = stream_of(result, "game.exe");
            BOOST_TEST(game.count == 10u);
            BOOST_TEST(game.generated == 0u);
            each_is(game, 10, {{"until_displayed", 10}, {"display_change", 20}});
            BOOST_TEST(game.displayed.fps.value() == 50.0);
        });
    }
}

BOOST_AUTO_TEST_CASE(generated_frames_that_nothing_names_are_frames) {
    in_every_form("frame-generation", [](const store::Store& store, const Result& result) {
        const Stream& game = stream_of(result, "game.exe");
        BOOST_TEST(game.count == 21u);
        each_is(game, 21, {{"display_change", 8}, {"in_present", 0.1}});
        BOOST_TEST(game.displayed.fps.value() == 125.0);
        const auto spans = [&](const char* column, double least, double most) {
            BOOST_TEST_CONTEXT(column) {
                BOOST_TEST_REQUIRE(spread_of(game, column) != nullptr);
                BOOST_TEST(spread_of(game, column)->min == least * kMs);
                BOOST_TEST(spread_of(game, column)->max == most * kMs);
            }
        };
        spans("between_presents", 0.2, 15.8);
        spans("cpu_busy", 0.1, 15.7);
        spans("until_displayed", 2, 9.8);
        spans("gpu_busy", 0.2, 7.5);
        spans("animation_error", -7.8, 7.8);
        check_identities(store);
    });
}

BOOST_AUTO_TEST_CASE(each_way_to_the_screen_has_its_mode_and_its_time) {
    struct Way {
        const char* mode;
        double until;  // from the call to the screen; 0: not told
        int tears;     // below 0: not told
    };
    const std::map<std::uint64_t, Way> wanted = {
        {0x11, {"Hardware: Legacy Flip", 11, 0}},
        {0x12, {"Hardware: Legacy Flip", 3, 1}},
        {0x13, {"Hardware: Legacy Copy to front buffer", 3, 1}},
        {0x14, {"Hardware: Independent Flip", 9, 0}},
        {0x15, {"Hardware Composed: Independent Flip", 9, 0}},
        {0x16, {"Composed: Flip", 9, 0}},
        {0x17, {"Composed: Copy with GPU GDI", 9, 0}},
        {0x18, {"Composed: Copy with CPU GDI", 0, -1}}};
    in_every_form("screen-modes", [&](const store::Store& store, const Result&) {
        const store::StoredTable& presents = *store.find("present");
        const store::StoredTable& displays = *store.find("display");
        std::map<std::uint32_t, std::int64_t> screen;
        for (std::uint64_t row = 0; row < displays.rows(); ++row) {
            screen[displays.values<std::uint32_t>("present")[row]] =
                displays.values<std::int64_t>("time")[row];
        }
        std::size_t composed = 0;
        for (std::uint32_t row = 0; row < presents.rows(); ++row) {
            const std::uint64_t chain = presents.values<std::uint64_t>("swap_chain")[row];
            BOOST_TEST_CONTEXT("row " << row << ", chain " << chain) {
                const auto mode = store.text(presents.values<std::uint32_t>("mode")[row]);
                const auto found = wanted.find(chain);
                if (found == wanted.end()) {
                    BOOST_TEST(store.text(presents.values<std::uint32_t>("runtime")[row]) ==
                               "Other");
                    ++composed;
                    continue;
                }
                const Way& way = found->second;
                BOOST_TEST(mode == way.mode);
                const bool shown = way.until > 0;
                BOOST_TEST(presents.values<std::uint8_t>("outcome")[row] ==
                           (shown ? BL_PRESENT_OUTCOME_SHOWN : BL_PRESENT_OUTCOME_LOST));
                BOOST_TEST(screen.count(row) == (shown ? 1u : 0u));
                const std::int64_t call = presents.values<std::int64_t>("begin")[row];
                if (shown) BOOST_TEST(screen[row] - call == way.until * kMs);
                if (way.tears < 0) continue;
                BOOST_TEST(presents.values<std::uint8_t>("tearing")[row] == way.tears);
            }
        }
        BOOST_TEST(composed == 6u);
    });
}

BOOST_AUTO_TEST_SUITE_END()
