// Events that a trace itself describes: their fields lie where it says, and where the description
// leaves out what is needed, where they are known to lie.
#include <boost/test/unit_test.hpp>
#include <random>

#include "etl/reader.hpp"
#include "event_info.hpp"
#include "recording_builder.hpp"
#include "trace_data.hpp"

using namespace etl_test;

namespace {

const auto kDxgi = guid("ca11c036-0102-4a2d-a6ad-f03cfed5d3c9");

// In another order than the manifest has them, and with a text in between.
const std::vector<InfoField> kTurned = {{u"SyncInterval", kU32, 4},
                                        {u"Title", kWide},
                                        {u"Flags", kU32, 4},
                                        {u"pIDXGISwapChain", kPointer, 8}};

Packed turned_present() {
    return Packed().u32(2).wide(u"a window").u32(0x40).u64(0xC1);
}

RecordingBuilder& read_made(const MadeTrace& trace, RecordingBuilder& builder) {
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
    const auto rows = read_made(trace, builder).rows("present");
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

// Whatever is described without what is needed, once is told: how often, where first.
BOOST_AUTO_TEST_CASE(a_description_without_a_needed_field_is_told_and_not_used) {
    const std::vector<InfoField> without = {{u"pIDXGISwapChain", kPointer, 8}, {u"Flags", kU32, 4}};
    MadeTrace trace;
    trace.add(MadeBuffer(1).of_class(kEventMetadata, 32, 0, 0, event_info(kDxgi, 42, 0, without)));
    MadeBuffer buffer(0);
    for (unsigned i = 0; i < 3; ++i)
        buffer.provider(kDxgi, 42, kZero + 100 + i, 20, 40 + i, Packed().u64(0xC1).u32(8).u32(2));
    trace.add(buffer);
    RecordingBuilder builder;
    const auto rows = read_made(trace, builder).rows("present");
    BOOST_TEST_REQUIRE(rows.size() == 3u);
    for (const Row& row : rows) {
        BOOST_TEST(row.number("swap_chain") == 0xC1);
        BOOST_TEST(row.number("flags") == 8);
        BOOST_TEST(row.number("sync_interval") == 2);
    }
    BOOST_TEST(builder.problems.size() == 1u);
    BOOST_TEST(builder.problems.at("etl.event-layout") == 3u);
    BOOST_TEST(builder.problem_offsets.at("etl.event-layout") == 2u * MadeTrace::kBufferSize);
    BOOST_TEST(builder.problem_texts.at("etl.event-layout") ==
               "the trace describes event 42 version 0 of Microsoft-Windows-DXGI without "
               "SyncInterval; the layout that is known is used");
}

// As a text a flag is no flag.
BOOST_AUTO_TEST_CASE(a_needed_field_of_another_kind_is_missing) {
    std::vector<InfoField> fields = kTurned;
    fields[2].type = kWide;
    MadeTrace trace;
    trace.add(MadeBuffer(0)
                  .of_class(kEventMetadata, 32, 0, 0, event_info(kDxgi, 42, 0, fields))
                  .provider(kDxgi, 42, kZero + 1, 20, 40, Packed().u64(0xC1).u32(8).u32(2)));
    RecordingBuilder builder;
    BOOST_TEST(read_made(trace, builder).rows("present").at(0).number("flags") == 8);
    BOOST_TEST(builder.problems.at("etl.event-layout") == 1u);
}

BOOST_AUTO_TEST_CASE(a_description_is_of_its_version_only) {
    MadeTrace trace;
    trace.add(MadeBuffer(0)
                  .of_class(kEventMetadata, 32, 0, 0, event_info(kDxgi, 42, 1, kTurned))
                  .provider(kDxgi, 42, kZero + 1, 20, 40, Packed().u64(0xC1).u32(8).u32(2)));
    RecordingBuilder builder;
    BOOST_TEST(read_made(trace, builder).rows("present").at(0).number("swap_chain") == 0xC1);
    BOOST_TEST(builder.problems.empty());
}

BOOST_AUTO_TEST_CASE(a_description_that_cannot_be_read_is_told) {
    Packed cut = event_info(kDxgi, 42, 0, kTurned);
    cut.bytes.resize(cut.bytes.size() - 2);
    MadeTrace trace;
    trace.add(MadeBuffer(0)
                  .of_class(kEventMetadata, 32, 0, 0, cut)
                  .provider(kDxgi, 42, kZero + 1, 20, 40, Packed().u64(0xC1).u32(8).u32(2)));
    RecordingBuilder builder;
    BOOST_TEST(read_made(trace, builder).rows("present").at(0).number("swap_chain") == 0xC1);
    BOOST_TEST(builder.problems.at("etl.event-metadata") == 1u);
}

// What is described is too long for this payload: it must not become zeros.
BOOST_AUTO_TEST_CASE(a_described_event_that_is_cut_is_left_out_and_told) {
    Packed cut = turned_present();
    cut.bytes.resize(cut.bytes.size() - 1);
    MadeTrace trace;
    trace.add(MadeBuffer(0)
                  .of_class(kEventMetadata, 32, 0, 0, event_info(kDxgi, 42, 0, kTurned))
                  .provider(kDxgi, 42, kZero + 1, 20, 40, cut));
    RecordingBuilder builder;
    BOOST_TEST(read_made(trace, builder).rows("present").empty());
    BOOST_TEST(builder.problems.at("etl.short-event") == 1u);
}

// Version 9 is known to nobody but the trace.
BOOST_AUTO_TEST_CASE(processes_of_an_unknown_version_are_read_as_described) {
    const auto kernel_process = guid("22fb2cd6-0e7b-422b-a0c7-2fad1fd0e716");
    const std::vector<InfoField> fields = {{u"ImageName", kWide},
                                           {u"SessionID", kU32, 4},
                                           {u"ParentProcessID", kU32, 4},
                                           {u"ProcessID", kU32, 4}};
    MadeBuffer buffer(0);
    buffer.provider(kernel_process, 1, kZero + 1, 20, 40,
                    Packed().wide(u"C:\\a\\game.exe").u32(2).u32(7).u32(99));
    // The version stands 42 bytes into the header.
    std::vector<std::uint8_t> event = buffer.events();
    event[42] = 9;
    MadeTrace trace;
    trace.add(MadeBuffer(0).bytes(event).of_class(kEventMetadata, 32, 0, 0,
                                                  event_info(kernel_process, 1, 9, fields)));
    RecordingBuilder builder;
    const auto rows = read_made(trace, builder).rows("process");
    BOOST_TEST_REQUIRE(rows.size() == 1u);
    BOOST_TEST(rows[0].number("pid") == 99);
    BOOST_TEST(rows[0].number("parent_process") == 7);
    BOOST_TEST(rows[0].number("session") == 2);
    BOOST_TEST(rows[0].text("name") == "game.exe");
    MadeTrace alone;
    RecordingBuilder without;
    BOOST_TEST(read_made(alone.add(MadeBuffer(0).bytes(event)), without).rows("process").empty());
    BOOST_TEST(without.problems.empty());
}

BOOST_AUTO_TEST_CASE(changed_descriptions_in_a_trace_never_crash) {
    std::mt19937 random(20260303);
    const Packed info = event_info(kDxgi, 42, 0, kTurned);
    std::size_t rows = 0;
    for (int i = 0; i < 300; ++i) {
        Packed changed = info;
        if (i % 3 == 0) changed.bytes.resize(random() % changed.bytes.size());
        for (auto k = random() % 8; k > 0 && !changed.bytes.empty(); --k)
            changed.bytes[random() % changed.bytes.size()] = static_cast<std::uint8_t>(random());
        MadeTrace trace;
        trace.add(MadeBuffer(0)
                      .of_class(kEventMetadata, 32, 0, 0, changed)
                      .provider(kDxgi, 42, kZero + 1, 20, 40, turned_present()));
        RecordingBuilder builder;
        rows += read_made(trace, builder).rows("present").size();
    }
    BOOST_TEST(rows > 100u);
}

BOOST_AUTO_TEST_SUITE_END()
