// Queues and packets of a GPU, refreshes and input: made by hand after the published manifests, as
// no recorded trace has these events.
#include <boost/test/unit_test.hpp>

#include "etl/reader.hpp"
#include "made_trace.hpp"
#include "recording_builder.hpp"
#include "trace_data.hpp"

using namespace etl_test;

namespace {

constexpr std::uint64_t kAdapter = 0xFFFFA00000000A00, kDevice = 0xFFFFA00000000D00,
                        kContext = 0xFFFFA00000000C00;

const auto kDxgKrnl = guid("802ec45a-1e99-4b83-9920-87c98277ba9d");

Packed queue_packet(std::uint32_t type, std::uint32_t sequence, bool is_present) {
    Packed p;
    return p.u64(kContext).u32(type).u32(sequence).u64(0).u32(0).u32(0).u32(is_present).u64(0);
}
Packed packet_stop(std::uint32_t sequence, bool is_preempted = false) {
    Packed p;
    return p.u64(kContext).u32(0).u32(sequence).u32(is_preempted).u32(0);
}
Packed dma_start(std::uint32_t sequence) {
    Packed p;
    return p.u64(kContext).u64(0).u32(0).u64(99).u32(sequence).u64(0).u32(0);
}
Packed dma_info(std::uint32_t sequence) {
    Packed p;
    return p.u64(kContext).u32(0).u64(99).u32(sequence).u32(0);
}

void read(const MadeTrace& trace, RecordingBuilder& builder) {
    const std::string path = write_bytes("graphics.etl", trace.bytes());
    BOOST_TEST_REQUIRE(builder.read(benchlab::etl::kReader.read, {path}) == BL_OK);
    BOOST_TEST(builder.problems.empty());
}

}  // namespace

BOOST_AUTO_TEST_SUITE(etl_graphics)

BOOST_AUTO_TEST_CASE(packets_of_one_engine_run_one_after_the_other) {
    const auto dxgi = guid("ca11c036-0102-4a2d-a6ad-f03cfed5d3c9");
    MadeTrace trace;
    MadeBuffer buffer(0);
    Packed context, device, node;
    device.u64(20).u64(kAdapter).u32(0).u64(kDevice).u32(0).u32(0).u32(0);
    context.u64(kDevice).u32(3).u32(0).zeros(6 * 4).u64(kContext).u64(0).u64(0);
    node.u64(kAdapter).u32(3).u32(6).wide(u"Copy");
    buffer.provider(dxgi, 42, kZero + 100, 20, 40, Packed().u64(0xC1).u32(0).u32(1));
    buffer.provider(kDxgKrnl, 178, kZero + 110, 20, 40, queue_packet(0, 7, true));
    buffer.provider(kDxgKrnl, 175, kZero + 120, 4, 8, dma_start(7));
    buffer.provider(kDxgKrnl, 178, kZero + 125, 20, 44, queue_packet(8, 8, false));
    buffer.provider(kDxgKrnl, 175, kZero + 130, 4, 8, dma_start(8));
    buffer.provider(dxgi, 43, kZero + 150, 20, 40, Packed().u32(0));
    buffer.provider(kDxgKrnl, 177, kZero + 160, 4, 8, dma_info(7));
    buffer.provider(kDxgKrnl, 180, kZero + 161, 4, 8, packet_stop(7));
    buffer.provider(kDxgKrnl, 177, kZero + 200, 4, 8, dma_info(8));
    buffer.provider(kDxgKrnl, 180, kZero + 201, 4, 8, packet_stop(8, true));
    buffer.provider(kDxgKrnl, 178, kZero + 300, 20, 40, queue_packet(0, 9, false));
    trace.add(buffer);
    // What the queue is may be told at the end.
    trace.add(MadeBuffer(1)
                  .provider(kDxgKrnl, 29, kZero + 900, 4, 8, device)
                  .provider(kDxgKrnl, 32, kZero + 900, 4, 8, context)
                  .provider(kDxgKrnl, 250, kZero + 900, 4, 8, node));
    RecordingBuilder builder;
    read(trace, builder);

    const auto queues = builder.rows("gpu_queue");
    BOOST_TEST_REQUIRE(queues.size() == 1u);
    BOOST_TEST(static_cast<std::uint64_t>(queues[0].number("key")) == kContext);
    BOOST_TEST(static_cast<std::uint64_t>(queues[0].number("adapter")) == kAdapter);
    BOOST_TEST(queues[0].number("process") == 20);
    BOOST_TEST(queues[0].number("node") == 3);
    BOOST_TEST(queues[0].number("engine") == 3);
    BOOST_TEST(queues[0].number("kind") == 3);

    const auto packets = builder.rows("gpu_packet");
    BOOST_TEST_REQUIRE(packets.size() == 3u);
    BOOST_TEST(packets[0].number("queued") == kZero + 110);
    BOOST_TEST(packets[0].number("begin") == kZero + 120);
    BOOST_TEST(packets[0].number("end") == kZero + 160);
    BOOST_TEST(packets[0].number("kind") == 2);
    BOOST_TEST(packets[0].number("thread") == 40);
    BOOST_TEST(packets[0].number("present") == 1);
    BOOST_TEST(packets[0].number("flags") == 0);
    // Given to the hardware at 130, which was busy until 160; taken away before it was done.
    BOOST_TEST(packets[1].number("queued") == kZero + 125);
    BOOST_TEST(packets[1].number("begin") == kZero + 160);
    BOOST_TEST(packets[1].number("end") == kZero + 200);
    BOOST_TEST(packets[1].number("kind") == 5);
    BOOST_TEST(packets[1].number("flags") == (1 | 2));
    BOOST_TEST(packets[2].number("begin") == kZero + 300);
    BOOST_TEST(packets[2].number("end") == BL_NO_TIME);
    BOOST_TEST(packets[2].number("flags") == (1 | 4));

    const auto presents = builder.rows("present");
    BOOST_TEST_REQUIRE(presents.size() == 1u);
    BOOST_TEST(presents[0].number("gpu_done") == kZero + 160);
}

BOOST_AUTO_TEST_CASE(refreshes_have_the_time_that_the_driver_took) {
    MadeTrace trace;
    Packed dpc, planes;
    dpc.u64(kAdapter).u32(1).u64(0).u32(2).u32(77).add(kZero + 95).u64(0).u32(0).u64(0);
    planes.u64(kAdapter).u32(2).u64(0).u64(0).u32(1).u32(78).u32(0);
    trace.add(MadeBuffer(0)
                  .provider(kDxgKrnl, 17, kZero + 100, 4, 8, dpc)
                  .provider(kDxgKrnl, 273, kZero + 200, 4, 8, planes));
    RecordingBuilder builder;
    read(trace, builder);
    const auto rows = builder.rows("vsync");
    BOOST_TEST_REQUIRE(rows.size() == 2u);
    BOOST_TEST(rows[0].number("time") == kZero + 95);
    BOOST_TEST(rows[0].number("source") == 2);
    BOOST_TEST(rows[0].number("sequence") == 77);
    BOOST_TEST(rows[1].number("time") == kZero + 200);
    BOOST_TEST(rows[1].number("source") == 1);
    BOOST_TEST(rows[1].number("sequence") == 78);
}

BOOST_AUTO_TEST_CASE(input_is_read_and_then_taken) {
    const auto win32k = guid("8c416c79-d49b-4f01-a467-e56d3aa8234c");
    MadeTrace trace;
    trace.add(MadeBuffer(0)
                  .provider(win32k, 73, kZero + 100, 4, 8, Packed().u32(1).u32(0))
                  .provider(win32k, 63, kZero + 120, 20, 40,
                            Packed().u8(0).u64(0x10203).u64(0).u64(0).u32(0x100).u32(0).u32(0)));
    RecordingBuilder builder;
    read(trace, builder);
    const auto rows = builder.rows("input");
    BOOST_TEST_REQUIRE(rows.size() == 2u);
    BOOST_TEST(rows[0].number("device") == 2);
    BOOST_TEST(rows[0].number("kind") == 1);
    BOOST_TEST(!rows[0].has("window"));
    BOOST_TEST(rows[1].number("kind") == 2);
    BOOST_TEST(rows[1].number("process") == 20);
    BOOST_TEST(rows[1].number("thread") == 40);
    BOOST_TEST(rows[1].number("window") == 0x10203);
    BOOST_TEST(!rows[1].has("device"));
}

BOOST_AUTO_TEST_SUITE_END()
