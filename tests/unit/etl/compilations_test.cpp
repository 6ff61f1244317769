// Creations of pipelines: what real captures do that no story tells.
#include "etl/compilations.hpp"

#include <benchlab/benchlab.h>

#include <boost/test/unit_test.hpp>
#include <vector>

#include "etl/reader.hpp"
#include "made_trace.hpp"
#include "recording_builder.hpp"
#include "trace_data.hpp"

using namespace benchlab::etl;

namespace {

CompilationEdge edge(std::int64_t time, bool is_stop, std::uint64_t activity, std::uint32_t tid = 1,
                     std::uint32_t pid = 100) {
    CompilationEdge out;
    out.time = time;
    out.activity = {activity, 0};
    out.pid = pid;
    out.tid = tid;
    out.is_stop = is_stop;
    return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(compilations)

BOOST_AUTO_TEST_CASE(any_thread_of_the_process_ends_what_one_began) {
    const auto found = pair_compilations(
        {edge(10, false, 7, 1), edge(12, false, 8, 2), edge(20, true, 7, 3), edge(25, true, 8, 1)});
    BOOST_TEST_REQUIRE(found.all.size() == 2u);
    BOOST_TEST(found.all[0].end == 20);
    BOOST_TEST(found.all[0].tid == 1u);
    BOOST_TEST(found.all[1].end == 25);
    BOOST_TEST(found.without_end == 0u);
    BOOST_TEST(found.without_begin == 0u);
}

BOOST_AUTO_TEST_CASE(an_activity_is_of_one_process) {
    const auto found = pair_compilations(
        {edge(10, false, 7, 1, 100), edge(11, false, 7, 2, 200), edge(20, true, 7, 2, 200)});
    BOOST_TEST(found.all[0].end == BL_NO_TIME);
    BOOST_TEST(found.all[1].end == 20);
}

BOOST_AUTO_TEST_CASE(what_has_no_other_half_is_counted) {
    const auto found =
        pair_compilations({edge(5, true, 6), edge(10, false, 7), edge(15, false, 7),
                           edge(20, true, 7), edge(21, true, 7), edge(30, false, 9)});
    BOOST_TEST_REQUIRE(found.all.size() == 3u);
    BOOST_TEST(found.all[0].end == BL_NO_TIME);  // its end was lost: it began again
    BOOST_TEST(found.all[1].end == 20);
    BOOST_TEST(found.all[2].end == BL_NO_TIME);
    BOOST_TEST(found.without_end == 2u);
    BOOST_TEST(found.without_begin == 2u);
}

BOOST_AUTO_TEST_CASE(without_an_activity_a_thread_creates_one_at_a_time) {
    const auto found = pair_compilations(
        {edge(10, false, 0, 1), edge(11, false, 0, 2), edge(20, true, 0, 1), edge(30, true, 0, 2)});
    BOOST_TEST(found.all[0].end == 20);
    BOOST_TEST(found.all[1].end == 30);
}

BOOST_AUTO_TEST_CASE(a_trace_that_begins_within_a_creation_says_so) {
    const auto d3d12 = etl_test::guid("5d8087dd-3a9b-4f56-90df-49196cdc4f11");
    constexpr std::int64_t kZero = etl_test::MadeTrace::kZero;
    etl_test::MadeTrace trace;
    trace.add(etl_test::MadeBuffer(0)
                  .provider(d3d12, 156, kZero + 100, 20, 40, etl_test::Packed())
                  .provider(d3d12, 155, kZero + 200, 20, 41, etl_test::Packed())
                  .provider(d3d12, 155, kZero + 300, 20, 40, etl_test::Packed())
                  .provider(d3d12, 156, kZero + 500, 20, 40, etl_test::Packed()));
    etl_test::RecordingBuilder builder;
    const std::string path = etl_test::write_bytes("compilations.etl", trace.bytes());
    BOOST_TEST_REQUIRE(builder.read(kReader.read, {path}) == BL_OK);
    BOOST_TEST(builder.problems.size() == 1u);
    BOOST_TEST(builder.problems.at("etl.compilations") == 1u);
    const auto calls = builder.rows("call");
    BOOST_TEST_REQUIRE(calls.size() == 2u);
    BOOST_TEST(calls[0].number("end") == BL_NO_TIME);
    BOOST_TEST(calls[1].number("begin") == kZero + 300);
    BOOST_TEST(calls[1].number("end") == kZero + 500);
    BOOST_TEST(calls[1].number("thread") == 40);
    BOOST_TEST(calls[1].text("name") == "CreatePipelineStateObject");
}

BOOST_AUTO_TEST_SUITE_END()
