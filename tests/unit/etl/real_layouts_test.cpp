// The descriptions in recorded traces: each is read, and its fields fill the payloads exactly.
#include <array>
#include <boost/test/unit_test.hpp>
#include <cstdio>
#include <fstream>
#include <map>

#include "etl/event_layout.hpp"
#include "etl/field_finder.hpp"
#include "etl/reader.hpp"
#include "etl/recording.hpp"
#include "etl/text.hpp"
#include "event_info.hpp"
#include "json_parts.hpp"
#include "recording_builder.hpp"
#include "trace_data.hpp"

using namespace etl_test;
using namespace benchlab::etl;

namespace {

template <class Take>
void each_event(const std::string& path, Take&& take) {
    const auto file = open_trace(path);
    BufferReader reader(*file->input, file->index.compression);
    for (const Buffer& buffer : file->index.buffers) {
        Bytes body = reader.body(buffer);
        while (!body.empty()) {
            Event event;
            std::uint32_t size = 0;
            if (read_event(body, event, size) != EventFound::kEvent) break;
            take(event);
            body = body.subspan(std::min<std::size_t>((size + 7u) / 8 * 8, body.size()));
        }
    }
}

bool is_event_info(const Event& event) {
    return event.kind == EventKind::kClass && event.id == 32 &&
           std::equal(kEventMetadata.begin(), kEventMetadata.end(), event.guid);
}

EventKey key_of(const Event& event) {
    EventKey key;
    std::copy_n(event.guid, 16, key.provider.begin());
    key.id = event.id;
    key.version = static_cast<std::uint8_t>(event.version);
    return key;
}

struct RealLayouts {
    EventDescription description;
    EventLayout layout;
};
using DescribedEvents = std::map<EventKey, RealLayouts>;

// All descriptions of a trace; each must be readable.
std::size_t collect(const std::string& path, DescribedEvents& to) {
    std::size_t count = 0;
    each_event(path, [&](const Event& event) {
        if (!is_event_info(event)) return;
        RealLayouts each;
        BOOST_TEST(parse_event_info(event.payload, each.description, each.layout), path);
        BOOST_TEST(!each.description.provider.empty());
        to[each.description.key] = std::move(each);
        ++count;
    });
    return count;
}

// Where the last field ends; the payload's size + 1 when not all fields are there.
std::size_t end_of_fields(const EventLayout& layout, const Event& event) {
    FieldFinder finder(layout);
    if (finder.find(event.payload, event.pointer_size, layout.top_level) != layout.top_level)
        return event.payload.size() + 1;
    return layout.top_level == 0 ? 0 : finder.extent(layout.top_level - 1u).end;
}

// The runtime of .NET writes as many addresses as there are frames, though it describes two.
bool is_clr_stack(const EventDescription& description) {
    return description.task == "CLRStack" && description.key.id == 82;
}

// The name that TraceEvent makes of task and opcode, for the runtime of .NET without the words that
// they repeat.
std::string trace_event_name(const EventDescription& description) {
    const auto without = [](std::string text, const std::string& prefix) {
        return text.rfind(prefix, 0) == 0 ? text.substr(prefix.size()) : text;
    };
    const std::string task = without(description.task, "CLR");
    return task + "/" + without(without(description.opcode, "win:"), task);
}

// The value of a field as text: numbers in decimal.
std::string value_of(const EventLayout& layout, const Event& event, const std::string& name) {
    FieldFinder finder(layout);
    const std::size_t found = finder.find(event.payload, event.pointer_size, layout.top_level);
    for (std::size_t i = 0; i < found; ++i) {
        const Property& property = layout.properties[i];
        if (property.name != name) continue;
        const Extent extent = finder.extent(i);
        const Bytes bytes = event.payload.subspan(extent.begin, extent.end - extent.begin);
        Fields fields(bytes, event.pointer_size);
        switch (property.type) {
            case FieldType::kWideText:
                return to_utf8(fields.wide());
            case FieldType::kNarrowText:
                return to_utf8(fields.narrow());
            case FieldType::kInt16:
                return std::to_string(fields.take<std::int16_t>());
            case FieldType::kUint16:
                return std::to_string(fields.u16());
            case FieldType::kInt32:
                return std::to_string(fields.take<std::int32_t>());
            case FieldType::kUint32:
                return std::to_string(fields.u32());
            case FieldType::kInt64:
            case FieldType::kUint64:  // TraceEvent shows both with a sign
                return std::to_string(fields.take<std::int64_t>());
            case FieldType::kGuid:
                return guid_text(bytes.data());
            default:
                return "?";
        }
    }
    return "none";
}

}  // namespace

BOOST_AUTO_TEST_SUITE(etl_real_layouts)

BOOST_AUTO_TEST_CASE(every_description_is_read_and_every_described_event_is_filled) {
    const std::string folder = data_folder();
    if (folder.empty()) return;
    std::size_t traces = 0, descriptions = 0, events = 0;
    for (const std::string& name : trace_names(folder)) {
        const std::string path = unpacked(folder, name);
        if (path.empty()) return;
        DescribedEvents described;
        const std::size_t count = collect(path, described);
        simdjson::dom::parser parser;
        const Element oracle = load(parser, folder + "/oracle/" + name + ".json");
        const std::string key = "class bbccf6c1-6cd1-48c4-80ff-839482e37671 type=32 v0";
        std::uint64_t expected = 0;
        for (const auto& [kind, entry] : members(at(oracle, "events"))) {
            if (kind == key) BOOST_TEST(at(entry, "count").get(expected) == simdjson::SUCCESS);
        }
        BOOST_TEST(count == expected, name);
        // The four files of one session share one file with descriptions.
        if (name == "perfview-diaghub")
            collect(unpacked(folder, "perfview-diaghub.user_paged.1"), described);
        each_event(
            name == "perfview-diaghub" ? unpacked(folder, "perfview-diaghub.user_paged.1") : path,
            [&](const Event& event) {
                if (event.kind != EventKind::kManifest) return;
                const auto found = described.find(key_of(event));
                if (found == described.end()) return;
                ++events;
                if (is_clr_stack(found->second.description)) return;
                const std::size_t end = end_of_fields(found->second.layout, event);
                BOOST_TEST(end == event.payload.size(),
                           name << ": event " << event.id << " version " << event.version << " of "
                                << found->second.description.provider);
            });
        traces += count != 0 ? 1u : 0u;
        descriptions += count;
    }
    std::printf("%zu traces, %zu descriptions, %zu events\n", traces, descriptions, events);
    BOOST_TEST(traces == 5u);
    BOOST_TEST(descriptions == 148u);  // 10 + 54 + 17 + 61 + 6 by the oracles
    BOOST_TEST(events > 100'000u);
}

BOOST_AUTO_TEST_CASE(every_schema_of_trace_logging_is_read_and_filled) {
    const std::string folder = data_folder();
    if (folder.empty()) return;
    std::size_t events = 0;
    for (const std::string& name : trace_names(folder)) {
        const std::string path = unpacked(folder, name);
        if (path.empty()) return;
        simdjson::dom::parser parser;
        const Element oracle = load(parser, folder + "/oracle/" + name + ".json");
        std::uint64_t expected = 0, found = 0;
        for (const auto& [type, count] : members(at(oracle, "extended_items"))) {
            if (type == "11") BOOST_TEST(count.get(expected) == simdjson::SUCCESS);
        }
        each_event(path, [&](const Event& event) {
            each_item(event, [&](const Item& item) {
                if (item.type == kItemTraits) BOOST_TEST(!traits_name(item.data).empty(), name);
                if (item.type != kItemSchema) return;
                ++found;
                EventDescription description;
                EventLayout layout;
                BOOST_TEST(parse_schema(item.data, description, layout), name);
                BOOST_TEST(description.name == schema_name(item.data));
                BOOST_TEST(end_of_fields(layout, event) == event.payload.size(),
                           name << ": " << description.name);
            });
        });
        BOOST_TEST(found == expected, name);
        events += found;
    }
    BOOST_TEST(events > 400u);
}

// What TraceEvent counted in the four files of one session, of which one describes the events of
// another.
BOOST_AUTO_TEST_CASE(names_are_those_that_trace_event_gives) {
    const std::string folder = data_folder();
    if (folder.empty()) return;
    const std::string describing = unpacked(folder, "perfview-diaghub"),
                      described_path = unpacked(folder, "perfview-diaghub.user_paged.1");
    if (describing.empty() || described_path.empty()) return;
    simdjson::dom::parser parser;
    const Element oracle =
        at(load(parser, folder + "/oracle/perfview-diaghub.merged-event-names.json"), "counts");
    DescribedEvents described;
    BOOST_TEST(collect(describing, described) == 17u);
    std::map<std::string, std::uint64_t> ours;
    each_event(described_path, [&](const Event& event) {
        if (event.kind != EventKind::kManifest) return;
        bool has_schema = false;
        each_item(event, [&](const Item& item) {
            if (item.type != kItemSchema) return;
            has_schema = true;
            const char* const suffix = event.opcode == 1   ? "/Start"
                                       : event.opcode == 2 ? "/Stop"
                                                           : "";
            ++ours[std::string(schema_name(item.data)) + suffix];
        });
        const auto found = described.find(key_of(event));
        if (!has_schema && found != described.end())
            ++ours[trace_event_name(found->second.description)];
    });
    std::size_t equal = 0;
    for (const auto& [name, count] : ours) {
        std::uint64_t theirs = 0;
        if (oracle.at_key(name).get(theirs) != simdjson::SUCCESS) {
            std::printf("not named by TraceEvent: %s\n", name.c_str());
            continue;
        }
        BOOST_TEST(count == theirs, name);
        ++equal;
    }
    // 7 of the loader, 3 of methods, a task that is sent and 6 of TraceLogging.  What TraceEvent
    // does not have or calls otherwise is printed above.
    BOOST_TEST(equal == 17u);
}

// The five events of the baseline, in their order.
BOOST_AUTO_TEST_CASE(fields_of_trace_logging_have_the_values_that_trace_event_gives) {
    const std::string folder = data_folder();
    if (folder.empty()) return;
    const std::string path = unpacked(folder, "perfview-primitive-types");
    if (path.empty()) return;
    std::vector<std::string> lines;
    std::ifstream baseline(folder + "/baseline/perfview-primitive-types.baseline.txt");
    for (std::string line; std::getline(baseline, line);) {
        if (line.find("solar_system/PrimitiveTypesTest PID") != std::string::npos)
            lines.push_back(line);
    }
    BOOST_TEST_REQUIRE(lines.size() == 5u);
    std::size_t event_count = 0;
    each_event(path, [&](const Event& event) {
        each_item(event, [&](const Item& item) {
            if (item.type == kItemTraits) BOOST_TEST(traits_name(item.data) == "solar_system");
            if (item.type != kItemSchema) return;
            EventDescription description;
            EventLayout layout;
            BOOST_TEST_REQUIRE(parse_schema(item.data, description, layout));
            BOOST_TEST(description.name == "PrimitiveTypesTest");
            BOOST_TEST(layout.top_level == 12u);
            const std::string& line = lines.at(event_count++);
            for (const char* field : {"string_type", "int16_type", "int32_type", "uint16_type",
                                      "uint32_type", "int64_type", "uint64_type", "guid_type"}) {
                // They cut a text that is longer than 20 characters.
                const std::string value = value_of(layout, event, field);
                const bool is_cut = value.size() > 20;
                const std::string expected = std::string(" ") + field + "=" +
                                             value.substr(0, is_cut ? 20 : value.size()) +
                                             (is_cut ? "...;" : ";");
                BOOST_TEST(line.find(expected) != std::string::npos, expected);
            }
        });
    });
    BOOST_TEST(event_count == 5u);
}

// TraceEvent has names of its own for the events of .NET; all others it takes from descriptions.
BOOST_AUTO_TEST_CASE(kinds_of_events_have_the_names_and_counts_of_trace_event) {
    const std::string folder = data_folder();
    if (folder.empty()) return;
    std::size_t equal = 0;
    for (const std::string name :
         {"perfview-primitive-types", "perfview-net.4.5.2.x64", "perfview-net.4.5.x86-win7"}) {
        const std::string path = unpacked(folder, name);
        if (path.empty()) return;
        RecordingBuilder builder(2);
        const std::vector<std::string> tables = {"etl.event_type"};
        BOOST_TEST_REQUIRE(builder.read(kReader.read, {path}, &tables) == BL_OK);
        std::map<std::string, std::int64_t> ours;
        for (const Row& row : builder.rows("etl.event_type"))
            ours[row.text("provider_name") + "/" + row.text("event")] += row.number("count");
        std::ifstream baseline(folder + "/baseline/" + name + ".baseline.txt");
        for (std::string line; std::getline(baseline, line);) {
            const std::size_t colon = line.rfind(':');
            if (line.rfind("COUNT ", 0) != 0 || line.find("DotNET") != std::string::npos) continue;
            const auto found = ours.find(line.substr(6, colon - 6));
            if (found == ours.end()) continue;
            BOOST_TEST(std::to_string(found->second) == line.substr(colon + 1), line);
            ++equal;
        }
    }
    // One of TraceLogging; of x64 11 kinds of five providers, of win7 4 kinds of one.
    BOOST_TEST(equal == 16u);
}

BOOST_AUTO_TEST_SUITE_END()
