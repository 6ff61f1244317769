// Events that a trace itself describes: their fields lie where it says, and where the description
// leaves out what is needed, where they are known to lie.
#include <boost/test/unit_test.hpp>

#include "etl/reader.hpp"
#include "event_info.hpp"
#include "recording_builder.hpp"
#include "trace_data.hpp"

using namespace etl_test;

namespace {

constexpr std::int64_t kZero = MadeTrace::kZero;
const auto kDxgi = guid("ca11c036-0102-4a2d-a6ad-f03cfed5d3c9");

// In another order than the manifest has them, and with a text in between.
const std::vector<InfoField> kTurned = {{u"SyncInterval", kU32, 4},
                                        {u"Title", kWide},
                                        {u"Flags", kU32, 4},
                                        {u"pIDXGISwapChain", kPointer, 8}};

Packed turned_present() {
    return Packed().u32(2).wide(u"a window").u32(0x40).u64(0xC1);
}

RecordingBuilder& read(const MadeTrace& trace, RecordingBuilder& builder) {
    const std::string path = write_bytes("layouts.etl", trace.bytes());
    BOOST_TEST_REQUIRE(builder.read(benchlab::etl::kReader.read, {path}) == BL_OK);
    BOOST_TEST(builder.mistakes.empty());
    return builder;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(etl_layouts)

// The description comes last and has no time, as those of a merger.
BOOST_AUTO_TEST_CASE(a_present_is_read_as_the_trace_describes_it) {
    MadeTrace trace;
    trace.add(MadeBuffer(0)
                  .provider(kDxgi, 42, kZero + 100, 20, 40, turned_present())
                  .provider(kDxgi, 43, kZero + 150, 20, 40, Packed().u32(7)));
    trace.add(MadeBuffer(1).of_class(kEventMetadata, 32, 0, 0, event_info(kDxgi, 42, 0, kTurned)));
    RecordingBuilder builder(2);
    const auto rows = read(trace, builder).rows("present");
    BOOST_TEST(builder.problems.empty());
    BOOST_TEST_REQUIRE(rows.size() == 1u);
    BOOST_TEST(rows[0].number("swap_chain") == 0xC1);
    BOOST_TEST(rows[0].number("flags") == 0x40);
    BOOST_TEST(rows[0].number("sync_interval") == 2);
    BOOST_TEST(rows[0].number("begin") == kZero + 100);
    BOOST_TEST(rows[0].number("end") == kZero + 150);
    BOOST_TEST(rows[0].number("result") == 7);
    BOOST_TEST(rows[0].number("process") == 20);
    BOOST_TEST(rows[0].number("thread") == 40);
}

BOOST_AUTO_TEST_SUITE_END()
