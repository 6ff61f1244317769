// What belongs together though it lies apart: disk requests, presents, identities, names, and files
// of one session.
#include "joins.hpp"

#include <boost/test/unit_test.hpp>

#include "etl/reader.hpp"

using namespace etl_test;

BOOST_AUTO_TEST_SUITE(etl_joins)

BOOST_AUTO_TEST_CASE(a_disk_request_begins_with_its_own_event) {
    // 400 ticks of response, complete at 1000: on the device from 600, asked for at 550.
    const auto done = [](std::uint64_t irp, std::uint64_t response) {
        Packed p;
        return p.u32(3)
            .u32(5u << 17 | 4)
            .u32(8192)
            .u32(0)
            .u64(65536)
            .u64(0xF11E)
            .u64(irp)
            .u64(response);
    };
    MadeTrace trace;
    trace.add(MadeBuffer(0).system(0x010C, 2, kZero + 550, 20, 40, Packed().u64(0xA1)));
    trace.add(MadeBuffer(0).kernel(0x1820, 2, kZero + 560, stack(kZero + 550, 20, 40, kUser)));
    trace.add(MadeBuffer(1)
                  .system(0x010A, 2, kZero + 1000, 0, 0, done(0xA1, 400))
                  .system(0x010B, 2, kZero + 1100, 0, 0, done(0xA2, 50)));  // not asked for here
    // The same number is used again.
    trace.add(MadeBuffer(1)
                  .system(0x010D, 3, kZero + 2000, 20, 44, Packed().u64(0xA1).u32(48))
                  .system(0x010B, 3, kZero + 2500, 0, 0, done(0xA1, 500).u32(48)));
    read_joined({trace}, [](const RecordingBuilder& builder) {
        const auto rows = builder.rows("disk_io");
        BOOST_TEST_REQUIRE(rows.size() == 3u);
        BOOST_TEST(rows[0].number("begin") == kZero + 550);
        BOOST_TEST(rows[0].number("start") == kZero + 600);
        BOOST_TEST(rows[0].number("end") == kZero + 1000);
        BOOST_TEST(rows[0].number("thread") == 40);
        BOOST_TEST(rows[0].number("kind") == 1);
        BOOST_TEST(rows[0].number("priority") == 5);
        BOOST_TEST(rows[0].number("flags") == 1);
        BOOST_TEST(rows[0].number("disk") == 3);
        BOOST_TEST(rows[0].number("bytes") == 8192);
        BOOST_TEST(rows[0].number("offset") == 65536);
        BOOST_TEST(rows[0].number("file") == 0xF11E);
        BOOST_TEST(rows[0].stack("stack") == kUser);
        BOOST_TEST(rows[1].number("begin") == kZero + 1050);
        BOOST_TEST(rows[1].number("thread") == 0xFFFFFFFF);
        BOOST_TEST(rows[1].stack("stack").empty());
        BOOST_TEST(rows[2].number("begin") == kZero + 2000);
        BOOST_TEST(rows[2].number("thread") == 48);
        BOOST_TEST(rows[2].number("kind") == 2);
    });
}

BOOST_AUTO_TEST_CASE(presents_are_paired_by_thread) {
    const auto dxgi = guid("ca11c036-0102-4a2d-a6ad-f03cfed5d3c9");
    const auto d3d9 = guid("783aca0a-790e-4d7f-8451-aa850511c6b9");
    const auto start = [](std::uint64_t chain, std::uint32_t flags, std::uint32_t interval) {
        Packed p;
        return p.u64(chain).u32(flags).u32(interval);
    };
    MadeTrace trace;
    trace.add(MadeBuffer(0)
                  .provider(dxgi, 42, kZero + 100, 20, 40, start(0xC1, 8, 1))
                  .provider(dxgi, 42, kZero + 110, 30, 60, start(0xC2, 0, 0)));
    trace.add(MadeBuffer(1)
                  .provider(dxgi, 43, kZero + 150, 20, 40, Packed().u32(0x087A0001))
                  // Direct3D 9 that is made of the other calls it in turn.
                  .provider(d3d9, 1, kZero + 200, 20, 40, Packed().u64(0xC9).u32(0x100))
                  .provider(dxgi, 42, kZero + 210, 20, 40, start(0xC1, 0, 0))
                  .provider(dxgi, 43, kZero + 220, 20, 40, Packed().u32(0))
                  .provider(d3d9, 2, kZero + 230, 20, 40, Packed().u32(0)));
    read_joined({trace}, [](const RecordingBuilder& builder) {
        const auto rows = builder.rows("present");
        BOOST_TEST_REQUIRE(rows.size() == 4u);
        BOOST_TEST(rows[0].number("begin") == kZero + 100);
        BOOST_TEST(rows[0].number("end") == kZero + 150);
        BOOST_TEST(rows[0].number("process") == 20);
        BOOST_TEST(rows[0].number("thread") == 40);
        BOOST_TEST(rows[0].number("swap_chain") == 0xC1);
        BOOST_TEST(rows[0].number("flags") == 8);
        BOOST_TEST(rows[0].number("sync_interval") == 1);
        BOOST_TEST(rows[0].number("result") == 0x087A0001);
        BOOST_TEST(rows[0].text("runtime") == "DXGI");
        BOOST_TEST(rows[1].number("swap_chain") == 0xC2);
        BOOST_TEST(rows[1].number("end") == BL_NO_TIME);
        BOOST_TEST(!rows[1].has("result"));
        BOOST_TEST(rows[2].text("runtime") == "D3D9");
        BOOST_TEST(rows[2].number("end") == kZero + 230);
        BOOST_TEST(rows[2].number("nesting") == 0);
        BOOST_TEST(rows[2].number("sync_interval") == 0);  // told to be immediate
        BOOST_TEST(rows[3].number("nesting") == 1);
        BOOST_TEST(rows[3].number("end") == kZero + 220);
    });
}

BOOST_AUTO_TEST_CASE(identities_and_volumes_may_come_in_another_file) {
    const auto image_id = guid("b3e675d7-2554-4f18-830b-2762732560de");
    const auto config = guid("9b79ee91-b5fd-41c0-a243-4248e266e9d0");
    Packed image;
    image.u64(0x7FF600000000).u64(0x10000).u32(20).u32(1).u32(0).u32(0).u64(0).zeros(16);
    image.wide(u"\\Device\\HarddiskVolume3\\games\\game.exe");
    Packed kernel_image;
    kernel_image.u64(0xFFFFF80000000000)
        .u64(0x800000)
        .u32(0)
        .u32(1)
        .u32(77)
        .u32(0)
        .u64(0)
        .zeros(16);
    kernel_image.wide(u"\\SystemRoot\\system32\\ntoskrnl.exe");
    MadeTrace kernel;
    kernel.add(MadeBuffer(0)
                   .kernel(0x1403, 2, kZero + 10, kernel_image)
                   .kernel(0x030A, 2, kZero + 100, image)
                   .kernel(0x1404, 2, kZero + 900, image));
    Packed debug;
    debug.u64(0x7FF600000000).u32(20).raw(guid("6048fdb6-2dcd-41c1-8835-594844ce7143")).u32(26);
    debug.narrow("game.pdb");
    Packed info;
    info.u64(0x7FF600000000).u64(0x10000).u32(20).u32(0x5F000001).wide(u"game.exe");
    MadeTrace merged;
    merged.add(
        MadeBuffer(0)
            .of_class(image_id, 0, 2, kZero + 500, info)
            .of_class(image_id, 36, 2, kZero + 500, debug)
            .of_class(config, 35, 0, 0, Packed().wide(u"\\Device\\HarddiskVolume3\\").wide(u"D:\\"))
            .of_class(config, 35, 0, 0,
                      Packed().wide(u"\\Device\\HarddiskVolume30\\").wide(u"X:\\"))
            .of_class(config, 33, 0, 0,
                      Packed().wide(u"C:\\Windows\\system32").wide(u"C:\\Windows\\")));
    read_joined({kernel, merged}, [](const RecordingBuilder& builder) {
        const auto rows = builder.rows("image");
        BOOST_TEST_REQUIRE(rows.size() == 3u);
        BOOST_TEST(rows[0].number("process") == 0xFFFFFFFF);
        BOOST_TEST(rows[0].text("path") == "C:\\Windows\\system32\\ntoskrnl.exe");
        BOOST_TEST(rows[0].number("timestamp") == 77);
        // The load is the last statement before the identity.
        BOOST_TEST(rows[1].number("process") == 20);
        BOOST_TEST(rows[1].number("kind") == 1);
        BOOST_TEST(rows[1].text("path") == "D:\\games\\game.exe");
        // 26 is 1A.
        BOOST_TEST(rows[1].text("debug_id") == "6048FDB62DCD41C18835594844CE71431A");
        BOOST_TEST(rows[1].text("debug_file") == "game.pdb");
        BOOST_TEST(rows[1].number("timestamp") == 0x5F000001);
        BOOST_TEST(rows[2].number("kind") == 3);
        BOOST_TEST(rows[2].text("debug_id").empty());
        BOOST_TEST(!rows[2].has("timestamp"));
    });
}

BOOST_AUTO_TEST_CASE(a_circular_file_is_put_in_order_by_number) {
    // After the fifth buffer the writer went back to the first place: numbers 4, 5, 3 of one
    // processor.  All have the same time, so only their order can tell.
    MadeTrace trace;
    trace.mode = 2;
    trace.add(MadeBuffer(0, 4).kernel(0x0F2E, 2, kZero + 100, sample(4, 40)));
    trace.add(MadeBuffer(0, 5).kernel(0x0F2E, 2, kZero + 100, sample(5, 40)));
    trace.add(MadeBuffer(0, 3).kernel(0x0F2E, 2, kZero + 100, sample(3, 40)));
    read_joined({trace}, [](const RecordingBuilder& builder) {
        const auto rows = builder.rows("sample");
        BOOST_TEST_REQUIRE(rows.size() == 3u);
        BOOST_TEST(rows[0].number("code") == 3);
        BOOST_TEST(rows[1].number("code") == 4);
        BOOST_TEST(rows[2].number("code") == 5);
        BOOST_TEST(builder.rows("lost").empty());
    });
}

BOOST_AUTO_TEST_CASE(losses_of_each_kind_are_told) {
    MadeTrace trace;
    trace.events_lost = 17;
    trace.buffers_lost = 5;
    trace.add(MadeBuffer(0, 10).kernel(0x0F2E, 2, kZero + 100, sample(1, 40)));
    trace.add(MadeBuffer(0, 11, 2).kernel(0x0F2E, 2, kZero + 300, sample(2, 40)));
    // 12 and 13 are not there.
    trace.add(MadeBuffer(0, 14).kernel(0x0F2E, 2, kZero + 800, sample(3, 40)));
    read_joined({trace}, [](const RecordingBuilder& builder) {
        const auto rows = builder.rows("lost");
        BOOST_TEST_REQUIRE(rows.size() == 4u);
        // By the flag: between the last event before and the first in the buffer.
        BOOST_TEST(rows[0].number("kind") == 1);
        BOOST_TEST(rows[0].number("begin") == kZero + 100);
        BOOST_TEST(rows[0].number("end") == kZero + 300);
        BOOST_TEST(rows[0].number("cpu") == 0);
        BOOST_TEST(!rows[0].has("count"));
        // What the header has of events, and of buffers without those that are missing.
        BOOST_TEST(rows[1].number("kind") == 1);
        BOOST_TEST(rows[1].number("count") == 17);
        BOOST_TEST(rows[1].number("begin") == kZero + 100);
        BOOST_TEST(rows[1].number("end") == kZero + 800);
        BOOST_TEST(!rows[1].has("cpu"));
        BOOST_TEST(rows[2].number("kind") == 2);
        BOOST_TEST(rows[2].number("count") == 3);
        BOOST_TEST(!rows[2].has("cpu"));
        BOOST_TEST(rows[3].number("kind") == 2);
        BOOST_TEST(rows[3].number("count") == 2);
        BOOST_TEST(rows[3].number("begin") == kZero + 300);
        BOOST_TEST(rows[3].number("end") == kZero + 800);
    });
}

BOOST_AUTO_TEST_CASE(buffers_that_are_missing_between_others_are_not_counted_twice) {
    MadeTrace trace;
    trace.buffers_lost = 1;
    trace.add(MadeBuffer(0, 11).kernel(0x0F2E, 2, kZero + 300, sample(2, 40)));
    trace.add(MadeBuffer(0, 14).kernel(0x0F2E, 2, kZero + 800, sample(3, 40)));
    read_joined({trace}, [](const RecordingBuilder& builder) {
        const auto rows = builder.rows("lost");
        BOOST_TEST_REQUIRE(rows.size() == 1u);
        BOOST_TEST(rows[0].number("count") == 2);
    });
}

BOOST_AUTO_TEST_CASE(samples_weigh_the_interval_of_their_time) {
    const auto interval = [](std::uint32_t source, std::uint32_t value) {
        Packed p;
        return p.u32(source).u32(value).u32(value);
    };
    MadeTrace trace;
    trace.add(MadeBuffer(0).kernel(0x0F2E, 2, kZero + 50, sample(1, 40)));
    trace.add(MadeBuffer(0)
                  .kernel(0x0F49, 2, kZero + 60, interval(0, 10000))  // 1 ms
                  .kernel(0x0F2E, 2, kZero + 100, sample(1, 40, 3))
                  .kernel(0x0F48, 2, kZero + 200, interval(0, 1250))  // 125 us
                  .kernel(0x0F2E, 2, kZero + 300, sample(1, 40))
                  .kernel(0x0F2F, 2, kZero + 400, sample(1, 40, 29)));
    trace.add(MadeBuffer(0).kernel(0x0F49, 2, kZero + 900, interval(29, 65536)));
    read_joined({trace}, [](const RecordingBuilder& builder) {
        const auto rows = builder.rows("sample");
        BOOST_TEST_REQUIRE(rows.size() == 4u);
        BOOST_TEST(rows[0].number("weight") == 1'000'000);
        BOOST_TEST(rows[1].number("weight") == 3'000'000);
        BOOST_TEST(rows[2].number("weight") == 125'000);
        BOOST_TEST(rows[2].text("event") == "timer");
        BOOST_TEST(rows[3].number("weight") == 65536);
        BOOST_TEST(rows[3].text("event") == "PMC 29");
    });
}

BOOST_AUTO_TEST_CASE(interrupts_begin_where_they_say) {
    MadeTrace trace;
    Packed isr, msi;
    isr.u64(kZero + 90).u64(0xFFFFF80000005000).u8(1).u16(0xB1).u8(0);
    msi.u64(kZero + 190).u64(0xFFFFF80000006000).u8(1).u16(0x91).u8(0).u32(2);
    const Packed dpc = Packed().u64(kZero + 280).u64(0xFFFFF80000007000);
    trace.add(MadeBuffer(2)
                  .kernel(0x0F43, 2, kZero + 100, isr)
                  .kernel(0x0F32, 2, kZero + 200, msi)
                  .kernel(0x0F44, 2, kZero + 300, dpc)
                  .kernel(0x0F45, 2, kZero + 301, dpc)
                  .kernel(0x0F42, 2, kZero + 302, dpc));
    read_joined({trace}, [](const RecordingBuilder& builder) {
        const auto rows = builder.rows("dpc_isr");
        BOOST_TEST_REQUIRE(rows.size() == 5u);
        BOOST_TEST(rows[0].number("begin") == kZero + 90);
        BOOST_TEST(rows[0].number("end") == kZero + 100);
        BOOST_TEST(rows[0].number("kind") == 1);
        BOOST_TEST(rows[0].number("vector") == 0xB1);
        BOOST_TEST(rows[0].number("cpu") == 2);
        BOOST_TEST(rows[1].number("kind") == 1);
        BOOST_TEST(rows[1].number("vector") == 0x91);
        BOOST_TEST(rows[2].number("kind") == 2);
        BOOST_TEST(!rows[2].has("vector"));
        BOOST_TEST(rows[3].number("kind") == 3);
        BOOST_TEST(rows[4].number("kind") == 4);
        BOOST_TEST(static_cast<std::uint64_t>(rows[4].number("code")) == 0xFFFFF80000007000);
    });
}

BOOST_AUTO_TEST_CASE(switches_have_states_and_reasons_of_the_store) {
    MadeTrace trace;
    trace.add(MadeBuffer(0)
                  .kernel(0x0524, 2, kZero + 1, cswitch(8, 4, 5, 6))
                  .kernel(0x0524, 2, kZero + 2, cswitch(4, 8, 1, 32))
                  .kernel(0x0524, 4, kZero + 3, cswitch(8, 4, 4, 22))
                  .kernel(0x0524, 4, kZero + 4, cswitch(0, 8, 9, 200)));
    read_joined({trace}, [](const RecordingBuilder& builder) {
        const auto rows = builder.rows("cswitch");
        BOOST_TEST_REQUIRE(rows.size() == 4u);
        BOOST_TEST(rows[0].number("new_thread") == 8);
        BOOST_TEST(rows[0].number("old_thread") == 4);
        BOOST_TEST(rows[0].number("old_state") == 3);
        BOOST_TEST(rows[0].text("old_reason") == "UserRequest");
        BOOST_TEST(rows[0].number("old_mode") == 1);
        BOOST_TEST(rows[0].number("new_priority") == 9);
        BOOST_TEST(rows[0].number("old_priority") == 8);
        BOOST_TEST(rows[1].number("old_state") == 2);
        BOOST_TEST(rows[1].text("old_reason") == "WrPreempted");
        BOOST_TEST(rows[2].number("old_state") == 4);
        BOOST_TEST(rows[2].number("old_raw") == 4);
        BOOST_TEST(!rows[2].has("old_mode"));
        BOOST_TEST(rows[3].number("old_state") == 0);
        BOOST_TEST(rows[3].number("old_raw") == 9);
        BOOST_TEST(rows[3].text("old_reason").empty());
    });
}

BOOST_AUTO_TEST_CASE(processes_are_those_of_the_provider_where_the_kernel_tells_of_none) {
    const auto provider = guid("22fb2cd6-0e7b-422b-a0c7-2fad1fd0e716");
    MadeBuffer events(0);
    Packed start, stop;
    start.u32(20).u64(0).u32(8).u32(1).u32(0).wide(u"\\Device\\HarddiskVolume3\\game.exe");
    stop.u32(20).u64(0).u64(0).u32(3);
    MadeTrace trace;
    // The version is at 42 of the header.
    std::vector<std::uint8_t> start_event =
        MadeBuffer(0).provider(provider, 1, kZero + 10, 8, 9, start).events();
    std::vector<std::uint8_t> stop_event =
        MadeBuffer(0).provider(provider, 2, kZero + 90, 20, 40, stop).events();
    start_event[42] = 1;
    stop_event[42] = 1;
    trace.add(events.bytes(start_event).bytes(stop_event));
    read_joined({trace}, [](const RecordingBuilder& builder) {
        const auto rows = builder.rows("process");
        BOOST_TEST_REQUIRE(rows.size() == 2u);
        BOOST_TEST(rows[0].number("pid") == 20);
        BOOST_TEST(rows[0].number("kind") == 1);
        BOOST_TEST(rows[0].number("parent_process") == 8);
        BOOST_TEST(rows[0].number("session") == 1);
        BOOST_TEST(rows[0].text("name") == "game.exe");
        BOOST_TEST(rows[1].number("kind") == 2);
        BOOST_TEST(rows[1].number("exit_code") == 3);
    });
    // A record of the kernel: page table, ids, session, exit code, no SID, name, command.
    Packed kernel;
    kernel.u64(0).u32(24).u32(8).u32(1).u32(259).u64(0).u32(0).u32(0).narrow("other.exe");
    kernel.wide(u"other -x").wide(u"").wide(u"");
    trace.add(MadeBuffer(1).kernel(0x0303, 4, kZero + 5, kernel));
    read_joined({trace}, [](const RecordingBuilder& builder) {
        const auto rows = builder.rows("process");
        BOOST_TEST_REQUIRE(rows.size() == 1u);
        BOOST_TEST(rows[0].text("name") == "other.exe");
        BOOST_TEST(rows[0].text("command") == "other -x");
    });
}

BOOST_AUTO_TEST_CASE(memory_nodes_have_processors_numbered_over_groups) {
    // Two groups of two processors; node 1 has those of the second group, which are 2 and 3.
    MadeTrace trace;
    trace.add(
        MadeBuffer(3)
            .system(0x0B1A, 2, kZero + 10, 4, 8, Packed().u32(2).u64(3).u64(3))
            .system(0x0B18, 2, kZero + 11, 4, 8, Packed().u32(2).u64(3).u64(0).u64(3).u64(1)));
    read_joined({trace}, [](const RecordingBuilder& builder) {
        const auto rows = builder.rows("cpu");
        BOOST_TEST_REQUIRE(rows.size() == 4u);
        for (std::size_t cpu = 0; cpu < 4; ++cpu) {
            BOOST_TEST(rows[cpu].number("number") == static_cast<std::int64_t>(cpu));
            BOOST_TEST(rows[cpu].number("node") == (cpu < 2 ? 0 : 1));
            BOOST_TEST(rows[cpu].number("mhz") == 3000);
        }
    });
}

BOOST_AUTO_TEST_CASE(only_what_is_wanted_is_decoded) {
    MadeTrace trace;
    trace.add(MadeBuffer(0)
                  .kernel(0x0524, 4, kZero + 100, cswitch(40, 8))
                  .kernel(0x1820, 2, kZero + 110, stack(kZero + 100, 4, 40, kKernel))
                  .kernel(0x0F2E, 2, kZero + 200, sample(1, 40)));
    const std::string path = write_bytes("wanted.etl", trace.bytes());
    RecordingBuilder builder;
    const std::vector<std::string> tables = {"cswitch"};
    BOOST_TEST_REQUIRE(builder.read(benchlab::etl::kReader.read, {path}, &tables) == BL_OK);
    BOOST_TEST_REQUIRE(builder.rows("cswitch").size() == 1u);
    BOOST_TEST(builder.rows("cswitch")[0].stack("new_stack").empty());
    BOOST_TEST(builder.rows("sample").empty());
    BOOST_TEST(builder.rows("cpu").size() == 2u);
}

BOOST_AUTO_TEST_SUITE_END()
