// Event headers: real ones as another project has them, and those that no recorded trace has.
#include <boost/test/unit_test.hpp>
#include <list>

#include "etl/buffers.hpp"
#include "etl/event.hpp"
#include "made_trace.hpp"
#include "trace_data.hpp"

using namespace etl_test;
using namespace benchlab::etl;

namespace {

// The header, with the payload that its size promises.
Event read(const std::string& hex, std::uint32_t expected_size) {
    static std::list<std::vector<std::uint8_t>> kept;  // an event points into its bytes
    std::vector<std::uint8_t>& bytes = kept.emplace_back(from_hex(hex));
    bytes.resize(expected_size);
    Event event;
    std::uint32_t size = 0;
    BOOST_TEST_REQUIRE((read_event(bytes, event, size) == EventFound::kEvent));
    BOOST_TEST(size == expected_size);
    return event;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(etl_headers)

// The values are those of vectors/snail-records.json.
BOOST_AUTO_TEST_CASE(real_headers_give_their_fields) {
    const Event system =
        read("020002c06c01000078470000444c000085cc0542cb0200000000000000000000", 364);
    BOOST_TEST(system.id == 0);
    BOOST_TEST(system.version == 2);
    BOOST_TEST(system.tid == 18296u);
    BOOST_TEST(system.pid == 19524u);
    BOOST_TEST(system.time == 3072009292933);
    BOOST_TEST(system.payload.size() == 364u - 32u);

    const Event plain = read("020011c020002e0f6d110642cb020000", 32);
    BOOST_TEST(plain.id == 0x0F2E);
    BOOST_TEST(plain.tid == kNobody);
    BOOST_TEST(plain.payload.size() == 16u);

    const Event counters =
        read("040211c038002405ff2efccd61010000380f000000000000b824000000000000", 56);
    BOOST_TEST(counters.id == 0x0524);
    BOOST_TEST(counters.version == 4);
    BOOST_TEST(counters.payload.size() == 24u);  // behind two counters of 8 bytes

    const Event full = read(
        "840114c04000000020670000000000001c180642cb020000d775e6b35425184f830b2762732560de0000000000"
        "000000",
        388);
    BOOST_TEST((full.kind == EventKind::kClass));
    BOOST_TEST(full.id == 64);
    BOOST_TEST(full.tid == 26400u);
    BOOST_TEST(full.time == 3072009312284);
    BOOST_TEST(full.payload.size() == 388u - 48u);

    const Event provider = read(
        "640013c0000000000000000000000000b176f143cb02000046905f9ec643624fba137b19896253ff0600000000"
        "0000000000000000000000000000000000000000000000000000000000000000",
        100);
    BOOST_TEST((provider.kind == EventKind::kManifest));
    BOOST_TEST(provider.id == 6);
    BOOST_TEST(provider.time == 3072041514673);
    BOOST_TEST(provider.payload.size() == 20u);
}

BOOST_AUTO_TEST_CASE(the_type_says_how_wide_pointers_are) {
    for (const unsigned type : {1u, 3u, 10u, 11u, 16u, 18u, 2u, 4u, 20u, 21u, 17u, 19u}) {
        Packed event;
        const bool size_first = type == 10 || type == 11 || type == 18 || type >= 19;
        event.u16(size_first ? 120 : 2).u8(type).u8(0xC0).u16(size_first ? 0 : 120).zeros(114);
        Event read;
        std::uint32_t size = 0;
        BOOST_TEST_REQUIRE((read_event(event.bytes, read, size) == EventFound::kEvent), type);
        BOOST_TEST(size == 120u);
        const bool is_32 =
            type == 1 || type == 3 || type == 10 || type == 11 || type == 16 || type == 18;
        BOOST_TEST(read.pointer_size == (is_32 ? 4 : 8), type);
        // By the documented sizes of the headers.
        const unsigned header = type <= 2                  ? 32
                                : type <= 4                ? 24
                                : type == 10 || type == 20 ? 48
                                : type == 11 || type == 21 ? 72
                                : type <= 17               ? 16
                                                           : 80;
        BOOST_TEST(read.payload.size() == 120 - header, type);
    }
}

BOOST_AUTO_TEST_CASE(a_precise_address_and_counters_precede_the_payload) {
    // Bit 15: one address; bits 8 to 10: three counters; version 4.
    Packed event;
    event.u16(0x8304).u8(17).u8(0xC0).u16(16 + 4 * 8 + 24).u16(0x0524).u64(77).zeros(32);
    event.raw(cswitch(12, 8).bytes);
    Event read;
    std::uint32_t size = 0;
    BOOST_TEST_REQUIRE((read_event(event.bytes, read, size) == EventFound::kEvent));
    BOOST_TEST(read.version == 4);
    BOOST_TEST(read.payload.size() == 24u);
    BOOST_TEST(read.fields().u32() == 12u);
}

BOOST_AUTO_TEST_CASE(extended_items_lie_between_header_and_payload) {
    // Two items: a stack of two addresses (8 + 8 + 16 bytes), and traits of 5 bytes in 16.
    Packed event;
    event.u16(80 + 32 + 16 + 4).u8(19).u8(0xC0).u16(1).zeros(74);
    event.u16(32).u16(6).u16(1).u16(24).u64(99).u64(0x1000).u64(0x2000);
    event.u16(16).u16(12).u16(0).u16(5).raw({5, 0, 'a', 'b', 0}).zeros(3);
    event.u32(0x12345678);
    Event read;
    std::uint32_t size = 0;
    BOOST_TEST_REQUIRE((read_event(event.bytes, read, size) == EventFound::kEvent));
    BOOST_TEST(read.payload.size() == 4u);
    BOOST_TEST(read.fields().u32() == 0x12345678u);
    std::vector<std::pair<unsigned, std::size_t>> items;
    each_item(read, [&](const Item& item) { items.emplace_back(item.type, item.data.size()); });
    BOOST_TEST_REQUIRE(items.size() == 2u);
    BOOST_TEST((items[0] == std::pair(6u, std::size_t{24})));
    BOOST_TEST((items[1] == std::pair(12u, std::size_t{5})));
}

BOOST_AUTO_TEST_CASE(messages_have_what_their_options_say) {
    // Sequence number, GUID, time and ids: 4 + 16 + 8 + 8 bytes.
    Packed event;
    event.u16(8 + 36 + 6).u8(0).u8(0x90).u16(43).u16(0x01 | 0x02 | 0x08 | 0x10 | 0x20);
    event.u32(1).raw(guid("2818ef08-6a54-396f-2244-5a6ea4a98cf0")).u64(4711).u32(8).u32(4).zeros(6);
    Event read;
    std::uint32_t size = 0;
    BOOST_TEST_REQUIRE((read_event(event.bytes, read, size) == EventFound::kEvent));
    BOOST_TEST((read.kind == EventKind::kMessage));
    BOOST_TEST(read.id == 43);
    BOOST_TEST(read.time == 4711);
    BOOST_TEST(read.tid == 8u);
    BOOST_TEST(read.pid == 4u);
    BOOST_TEST(read.payload.size() == 6u);
}

BOOST_AUTO_TEST_CASE(impossible_sizes_are_told) {
    const auto found = [](const Packed& event) {
        Event read;
        std::uint32_t size = 0;
        return read_event(event.bytes, read, size);
    };
    Packed longer, shorter, not_one, end, old;
    longer.u16(2).u8(17).u8(0xC0).u16(200).u16(0x0524).zeros(40);
    shorter.u16(2).u8(17).u8(0xC0).u16(8).u16(0x0524).zeros(40);
    not_one.u32(0x00001234).zeros(40);
    end.u32(0xFFFFFFFF).zeros(40);
    old.u16(48).u8(10).u8(0xA0).zeros(44);
    BOOST_TEST((found(longer) == EventFound::kBroken));
    BOOST_TEST((found(shorter) == EventFound::kBroken));
    BOOST_TEST((found(not_one) == EventFound::kUnknown));
    BOOST_TEST((found(end) == EventFound::kEnd));
    BOOST_TEST((found(old) == EventFound::kUnknown));
}

BOOST_AUTO_TEST_CASE(processor_numbers_have_sixteen_bits_where_the_flag_says_so) {
    MadeTrace trace;
    trace.add(MadeBuffer(300).kernel(0x0524, 2, 1'000'100, cswitch(8, 4)));
    std::vector<std::uint8_t> bytes = trace.bytes();
    const auto cpu = [&] {
        const InputFile file(write_bytes("processors.etl", bytes));
        return index_buffers(file).buffers.at(1).cpu;
    };
    BOOST_TEST(cpu() == 300);
    // Without it the upper byte is something else: 300 is 0x012C.
    bytes[MadeTrace::kBufferSize + 0x34] = 0;
    BOOST_TEST(cpu() == 0x2C);
}

BOOST_AUTO_TEST_SUITE_END()
