// Descriptions made by hand, the places that their fields have, and descriptions that are cut or
// lie.
#include "etl/field_finder.hpp"

#include <boost/test/unit_test.hpp>
#include <random>

#include "event_info.hpp"

using namespace etl_test;
using namespace benchlab::etl;

namespace {

const auto kSomeone = guid("01020304-0506-0708-090a-0b0c0d0e0f10");
constexpr unsigned kStructure = 1, kLengthOf = 2, kCountOf = 4;
constexpr unsigned kSid = 19, kCounted = 22, kRest = 304, kHexDump = 309;

struct Layout {
    EventDescription description;
    EventLayout layout;
    bool is_read = false;
};

Layout layout_of(const Packed& info) {
    Layout result;
    result.is_read = parse_event_info(info.bytes, result.description, result.layout);
    return result;
}

// Begins and ends of all fields that are found.
using Places = std::vector<std::pair<unsigned, unsigned>>;
Places places(const EventLayout& layout, const Packed& payload, unsigned pointer_size = 8) {
    FieldFinder finder(layout);
    const std::size_t found = finder.find(payload.bytes, pointer_size, layout.top_level);
    Places result;
    for (std::size_t i = 0; i < found; ++i)
        result.emplace_back(finder.extent(i).begin, finder.extent(i).end);
    return result;
}

// A description with everything that one can have, and a payload of it: five numbers of a count
// before them, a binary of a length before it, two structures of two fields each.
Packed rich_info() {
    return event_info(kSomeone, 7, 3,
                      {{u"Count", kU8, 1},
                       {u"Numbers", kU16, 2, kCountOf, 0},
                       {u"Handle", kPointer, 4},
                       {u"Title", kWide},
                       {u"Code", kNarrow},
                       {u"Fixed", kWide, 3},
                       {u"Size", kU32, 4},
                       {u"Blob", kBinary, 6, kLengthOf},
                       {u"User", kSid},
                       {u"Said", kCounted},
                       {u"Pair", 14, 0, kStructure, 2, 2},
                       {u"Dump", kHexDump},
                       {u"Last", kU64, 8},
                       {u"Remark", kRest},
                       {u"First", kU32, 4},
                       {u"Second", kNarrow}},
                      14);
}

Packed rich_payload(unsigned pointer_size) {
    Packed p;
    p.u8(5).u16(1).u16(2).u16(3).u16(4).u16(5);              // 0, 1 to 11
    pointer_size == 8 ? p.u64(0xAABB) : p.u32(0xAABB);       // 11 to 19
    p.wide(u"ab").narrow("xyz").u16('f').u16('i').u16('x');  // 19 to 25, to 29, to 35
    p.u32(3).u8(9).u8(9).u8(9);                              // to 39, to 42
    p.u8(1).u8(2).zeros(6).u32(21).u32(1001);                // a SID of two parts: to 58
    p.u16(4).u16('h').u16('i');                              // to 64
    p.u32(1).narrow("a").u32(2).narrow("bcd");               // to 6 + 8 more: 78
    p.u32(2).u8(1).u8(2);                                    // to 84
    p.u64(77).u16('z').u8(0);                                // to 92; the rest to 95
    return p;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(etl_field_finder)

BOOST_AUTO_TEST_CASE(a_description_says_whose_it_is) {
    const Layout it = layout_of(rich_info());
    BOOST_TEST_REQUIRE(it.is_read);
    BOOST_TEST(std::equal(kSomeone.begin(), kSomeone.end(), it.description.key.provider.begin()));
    BOOST_TEST(it.description.key.id == 7u);
    BOOST_TEST(it.description.key.version == 3u);
    BOOST_TEST(it.description.provider == "Provider");
    BOOST_TEST(it.description.task == "Task");
    BOOST_TEST(it.description.title() == "Task/Start");
    BOOST_TEST(it.layout.top_level == 14u);
    BOOST_TEST(it.layout.properties.size() == 16u);
    BOOST_TEST(it.layout.properties[13].name == "Remark");
}

BOOST_AUTO_TEST_CASE(fields_of_every_kind_are_found_in_both_sizes_of_pointers) {
    const Layout it = layout_of(rich_info());
    BOOST_TEST_REQUIRE(it.is_read);
    const Places wide = {{0, 1},   {1, 11},  {11, 19}, {19, 25}, {25, 29}, {29, 35}, {35, 39},
                         {39, 42}, {42, 58}, {58, 64}, {64, 78}, {78, 84}, {84, 92}, {92, 95}};
    BOOST_TEST((places(it.layout, rich_payload(8)) == wide));
    Places narrow = wide;
    narrow[2].second -= 4;
    for (std::size_t i = 3; i < narrow.size(); ++i) {
        narrow[i].first -= 4;
        narrow[i].second -= 4;
    }
    BOOST_TEST((places(it.layout, rich_payload(4), 4) == narrow));
}

BOOST_AUTO_TEST_CASE(a_payload_that_is_cut_has_the_fields_before_the_cut) {
    const Layout it = layout_of(rich_info());
    const Packed whole = rich_payload(8);
    const Places all = places(it.layout, whole);
    for (std::size_t size = 0; size < whole.bytes.size(); ++size) {
        Packed cut;
        cut.bytes.assign(whole.bytes.begin(),
                         whole.bytes.begin() + static_cast<std::ptrdiff_t>(size));
        const Places found = places(it.layout, cut);
        for (std::size_t i = 0; i < found.size(); ++i) {
            BOOST_TEST(found[i].second <= size);
            BOOST_TEST(found[i].first == all[i].first);
        }
        // A text ends with the payload, too, so that it may be short by its end.
        BOOST_TEST((found.size() == all.size() || all[found.size()].second > size));
    }
}

BOOST_AUTO_TEST_CASE(places_are_fixed_as_long_as_nothing_before_them_varies) {
    const EventLayout layout = layout_of(event_info(kSomeone, 1, 0,
                                                    {{u"A", kPointer, 4},
                                                     {u"B", kU16, 2, 0, 3},
                                                     {u"C", kU32, 4},
                                                     {u"D", kWide},
                                                     {u"E", kU32, 4}}))
                                   .layout;
    BOOST_TEST(fixed_offset(layout, 2, 8).value_or(0) == 14u);
    BOOST_TEST(fixed_offset(layout, 2, 4).value_or(0) == 10u);
    BOOST_TEST(fixed_offset(layout, 3, 4).value_or(0) == 14u);
    BOOST_TEST(!fixed_offset(layout, 4, 4).has_value());
}

BOOST_AUTO_TEST_CASE(every_cut_of_a_description_is_refused) {
    const Packed whole = rich_info();
    for (std::size_t size = 0; size < whole.bytes.size(); ++size) {
        // A copy of just this size, so that a reader beyond its end is found by a sanitizer.
        Packed cut;
        cut.bytes.assign(whole.bytes.begin(),
                         whole.bytes.begin() + static_cast<std::ptrdiff_t>(size));
        BOOST_TEST(!layout_of(cut).is_read, size);
    }
}

BOOST_AUTO_TEST_CASE(descriptions_that_contradict_themselves_are_refused) {
    // A structure that is in itself, members that are not there, fields that are none.
    BOOST_TEST(!layout_of(event_info(kSomeone, 1, 0, {{u"A", 0, 0, kStructure, 1, 1}})).is_read);
    BOOST_TEST(!layout_of(event_info(kSomeone, 1, 0, {{u"A", 1, 0, kStructure, 1, 2}, {u"B"}}, 1))
                    .is_read);
    BOOST_TEST(!layout_of(event_info(kSomeone, 1, 0, {{u"A", kU8, 1, kCountOf, 1}})).is_read);
    BOOST_TEST(!layout_of(event_info(kSomeone, 1, 0, {{u"A", kWide, 9, kLengthOf}})).is_read);
    BOOST_TEST(!layout_of(event_info(kSomeone, 1, 0, {{u"A"}}, 2)).is_read);
    BOOST_TEST(!layout_of(event_info(kSomeone, 1, 0, {{std::u16string(600, u'n')}})).is_read);
    Packed many = event_info(kSomeone, 1, 0, {{u"A"}});
    many.bytes[100] = 200;  // properties
    BOOST_TEST(!layout_of(many).is_read);
}

// Each says that there are values without end which take no room.
BOOST_AUTO_TEST_CASE(descriptions_that_would_keep_a_reader_end_it) {
    const Packed payload = Packed().u32(0xFFFFFFFF).zeros(100);
    const Layout empty =
        layout_of(event_info(kSomeone, 1, 0, {{u"N", kU32, 4}, {u"S", 2, 0, kStructure, 0, 0}}));
    BOOST_TEST(empty.is_read);
    Layout endless = layout_of(
        event_info(kSomeone, 1, 0, {{u"N", kU32, 4}, {u"S", 2, 0, kStructure | kCountOf, 0, 0}}));
    BOOST_TEST(endless.is_read);
    BOOST_TEST(places(endless.layout, payload).size() == 1u);
    // Structures in structures, each 60000 times.
    std::vector<InfoField> fields;
    for (unsigned i = 0; i < 40; ++i) fields.push_back({u"S", i + 1, 0, kStructure, 60000, 1});
    fields.push_back({u"X", 0});
    const Layout deep = layout_of(event_info(kSomeone, 1, 0, fields, 1));
    BOOST_TEST(deep.is_read);
    BOOST_TEST(places(deep.layout, payload).empty());
    // 10000 structures of ten members that are there no times each.
    fields = {{u"N", kU32, 4}, {u"S", 2, 0, kStructure, 10000, 10}};
    for (unsigned i = 0; i < 10; ++i) fields.push_back({u"E", 12, 0, kStructure | kCountOf, 0, 0});
    const Layout hollow = layout_of(event_info(kSomeone, 1, 0, fields, 2));
    BOOST_TEST(hollow.is_read);
    BOOST_TEST(places(hollow.layout, Packed().u32(0)).size() == 1u);
    const Layout large = layout_of(event_info(
        kSomeone, 1, 0, {{u"N", kU32, 4}, {u"A", kU64, 8, kCountOf, 0}, {u"B", kU32, 4}}));
    BOOST_TEST(places(large.layout, payload).size() == 1u);
}

BOOST_AUTO_TEST_CASE(a_schema_of_trace_logging_has_structures_and_arrays) {
    Packed fields;
    fields.u8(0x80).u8(0x01).narrow("Event");    // tags of two bytes
    fields.narrow("Outer").u8(24 | 0x80).u8(2);  // a structure of two
    fields.narrow("Inner").u8(24 | 0x80).u8(1).narrow("Deep").u8(6);
    fields.narrow("Text").u8(2);
    fields.narrow("Three").u8(6 | 0x20).u16(3);                      // always three of u16
    fields.narrow("Some").u8(4 | 0x40);                              // counted u8
    fields.narrow("Data").u8(14);                                    // binary counts its bytes
    fields.narrow("Nice").u8(8 | 0x80).u8(4 | 0x80).u8(0x81).u8(2);  // with a format and tags
    const Packed schema =
        Packed().u16(static_cast<unsigned>(2 + fields.bytes.size())).raw(fields.bytes);
    EventDescription description;
    EventLayout layout;
    BOOST_TEST_REQUIRE(parse_schema(schema.bytes, description, layout));
    BOOST_TEST(description.name == "Event");
    BOOST_TEST(schema_name(schema.bytes) == "Event");
    BOOST_TEST(layout.top_level == 5u);
    BOOST_TEST(layout.properties.size() == 8u);
    const Packed payload =
        Packed().u16(1).narrow("ab").u16(1).u16(2).u16(3).u16(2).u8(8).u8(9).u16(1).u8(7).u32(5);
    const Places expected = {{0, 5}, {5, 11}, {11, 15}, {15, 18}, {18, 22}};
    BOOST_TEST((places(layout, payload) == expected));
    for (std::size_t size = 0; size < schema.bytes.size(); ++size) {
        const std::vector<std::uint8_t> cut(
            schema.bytes.begin(), schema.bytes.begin() + static_cast<std::ptrdiff_t>(size));
        BOOST_TEST(!parse_schema(cut, description, layout), size);
    }
}

BOOST_AUTO_TEST_CASE(changed_descriptions_never_lead_out_of_the_payload) {
    std::mt19937 random(20260202);
    Packed schema_fields;
    schema_fields.u8(0)
        .narrow("E")
        .narrow("S")
        .u8(24 | 0x80)
        .u8(2)
        .narrow("A")
        .u8(2)
        .narrow("B")
        .u8(8);
    schema_fields.narrow("C").u8(6 | 0x40).narrow("D").u8(14);
    const std::vector<std::uint8_t> infos[] = {
        rich_info().bytes, Packed()
                               .u16(static_cast<unsigned>(2 + schema_fields.bytes.size()))
                               .raw(schema_fields.bytes)
                               .bytes};
    std::size_t read = 0;
    for (int i = 0; i < 8000; ++i) {
        const bool is_schema = i % 4 == 0;
        std::vector<std::uint8_t> bytes = infos[is_schema ? 1 : 0];
        // Half of them where the properties stand, which is where it hurts.
        for (auto k = 1 + random() % 6; k > 0; --k) {
            const std::size_t from = is_schema || i % 2 == 0 ? 0 : 100;
            bytes[from + random() % (bytes.size() - from)] = static_cast<std::uint8_t>(random());
        }
        EventDescription description;
        EventLayout layout;
        if (is_schema ? !parse_schema(bytes, description, layout)
                      : !parse_event_info(bytes, description, layout))
            continue;
        ++read;
        Packed payload = rich_payload(8);
        payload.bytes.resize(random() % payload.bytes.size());
        for (const auto& [begin, end] : places(layout, payload, i % 3 == 0 ? 4 : 8)) {
            BOOST_TEST(begin <= end);
            BOOST_TEST(end <= payload.bytes.size());
        }
    }
    BOOST_TEST(read > 1000u);
}

BOOST_AUTO_TEST_SUITE_END()
