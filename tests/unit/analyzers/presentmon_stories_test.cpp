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

// Calls check(store, streams) for the story with both sizes of pointers.
void in_both_sizes(const std::string& name,
                   const std::function<void(const store::Store&, const Result&)>& check) {
    for (const int pointer : {8, 4}) {
        BOOST_TEST_CONTEXT(name << ", pointers of " << pointer) {
            story::EtlOptions options;
            options.pointer_size = pointer;
            const auto store = told(name, options);
            const test::TestRun run({0, store->duration_ns()});
            check(*store, compute(Store(store->abi()), run.run()));
        }
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
    in_both_sizes("gpu-bound", [](const store::Store& store, const Result& result) {
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
    in_both_sizes("gpu-capped", [](const store::Store& store, const Result& result) {
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

BOOST_AUTO_TEST_SUITE_END()
