// Records with values that other projects' tests expect of them.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstdio>
#include <optional>
#include <set>

#include "described.hpp"
#include "etl/buffers.hpp"
#include "json_parts.hpp"
#include "trace_data.hpp"

using namespace etl_test;
using namespace benchlab::etl;

namespace {

// Names that the sources of the records use, and those of described.hpp.
std::string our_name(std::string_view name, std::uint32_t number) {
    static const std::map<std::string, std::string, std::less<>> kNames = {
        {"TThreadId", "ThreadId"},
        {"BaseAddress", "ImageBase"},
        {"ModuleSize", "ImageSize"},
        {"ImageCheckSum", "ImageChecksum"},
        {"ImageFileName", "FileName"},
        {"StackProcess", "ProcessId"},
        {"StackThread", "ThreadId"},
        {"ThreadFlags", "Flags"},
        {"Affinity", "StartAddrOrAffinity"},
        {"StartAddr", "StartAddrOrAffinity"},
        {"TransferSize", "TransferSize"},
        {"Reserved", "Reserved"},
        {"DirectoryTableBase", "DirectoryTableBase"},
        {"ApplicationID", "ApplicationId"},
        {"ReservedFlags", "ReservedFlags"},
        {"Message", "MessageNumber"},
    };
    const bool is_image = (number >> 8) == 0x14 || number == 0x030A;
    if (name == "ImageFileName" && !is_image) return "ImageFileName";
    if (name == "Reserved" && number == 0x0524) return "OldQuantum";
    const auto found = kNames.find(name);
    return found == kNames.end() ? std::string(name) : found->second;
}

// Some of the expected texts have one space where the records, byte for byte, have two.
std::string with_single_spaces(const std::string& text) {
    std::string result;
    for (const char c : text) {
        if (c != ' ' || result.empty() || result.back() != ' ') result.push_back(c);
    }
    return result;
}

bool equal(const Value& ours, Element theirs, const std::string& type) {
    if (const auto* text = std::get_if<std::string>(&ours)) {
        std::string_view expected;
        return theirs.get(expected) == simdjson::SUCCESS &&
               (*text == expected || with_single_spaces(*text) == expected);
    }
    if (const auto* list = std::get_if<std::vector<std::uint64_t>>(&ours)) {
        std::vector<std::uint64_t> expected;
        for (Element each : items(theirs)) expected.push_back(unsigned_of(each));
        return *list == expected;
    }
    std::int64_t number = 0;
    std::uint64_t large = 0;
    const std::uint64_t got = std::get<std::uint64_t>(ours);
    if (theirs.get(large) == simdjson::SUCCESS) return got == large;
    if (theirs.get(number) != simdjson::SUCCESS) return false;
    if (type == "Char") return got == static_cast<std::uint8_t>(number);
    return got == static_cast<std::uint32_t>(number) || got == static_cast<std::uint64_t>(number);
}

Event event_of(const std::vector<std::uint8_t>& payload, unsigned version, unsigned pointer_size) {
    Event event;
    event.payload = payload;
    event.version = static_cast<std::uint16_t>(version);
    event.pointer_size = static_cast<std::uint8_t>(pointer_size);
    return event;
}

// What the records of snail are, and how it calls their fields.
struct SnailKind {
    const char* test;
    std::uint32_t number;
    unsigned version;
};
constexpr SnailKind kSnailKinds[] = {
    {"Kernel_EventTraceV2HeaderEventView", 0x0000, 2},
    {"Kernel_PerfinfoV2SampledProfileEventView", 0x0F2E, 2},
    {"Kernel_PerfinfoV2PmcCounterProfileEventView", 0x0F2F, 2},
    {"Kernel_PerfinfoV2SampledProfileIntervalEventView", 0x0F49, 3},
    {"Kernel_StackwalkV2StackEventView", 0x1820, 2},
    {"Kernel_StackwalkV2KeyEventView", 0x1825, 2},
    {"Kernel_StackwalkV2TypeGroup1EventView", 0x1824, 2},
    {"Kernel_ImageV2LoadEventView", 0x030A, 3},
    {"Kernel_ProcessV4TypeGroup1EventView", 0x0301, 4},
    {"Kernel_ThreadV3TypeGroup1EventView", 0x0501, 3},
    {"Kernel_ThreadV4TypeGroup1EventView", 0x0501, 4},
    {"Kernel_ThreadV4ContextSwitchEventView", 0x0524, 4},
    {"Kernel_ThreadV2SetNameEventView", 0x0548, 2},
    {"Kernel_SystemConfigV3CpuEventView", 0x0B0A, 3},
    {"Xperf_ImageIdV2InfoEventView", 0x10000, 2},
    {"Xperf_ImageIdV2DbgIdPdbInfoEventView", 0x10024, 2},
    {"Xperf_SysConfigExV0SysPathsEventView", 0x20021, 0},
    {"Xperf_SysConfigExV0VolumeMappingEventView", 0x20023, 0},
};
const std::map<std::string, std::string, std::less<>> kSnailNames = {
    {"instruction_pointer", "InstructionPointer"},
    {"thread_id", "ThreadId"},
    {"process_id", "ProcessId"},
    {"count", "Count"},
    {"reserved", "Reserved"},
    {"profile_source", "ProfileSource"},
    {"source", "Source"},
    {"new_interval", "NewInterval"},
    {"old_interval", "OldInterval"},
    {"source_name", "SourceName"},
    {"event_timestamp", "EventTimeStamp"},
    {"stack_size", "Frames"},
    {"stack_key", "StackKey"},
    {"image_base", "ImageBase"},
    {"image_size", "ImageSize"},
    {"image_checksum", "ImageChecksum"},
    {"time_date_stamp", "TimeDateStamp"},
    {"signature_level", "SignatureLevel"},
    {"signature_type", "SignatureType"},
    {"default_base", "DefaultBase"},
    {"file_name", "FileName"},
    {"unique_process_key", "UniqueProcessKey"},
    {"parent_id", "ParentId"},
    {"session_id", "SessionId"},
    {"exit_status", "ExitStatus"},
    {"directory_table_base", "DirectoryTableBase"},
    {"flags", "Flags"},
    {"image_filename", "ImageFileName"},
    {"command_line", "CommandLine"},
    {"package_full_name", "PackageFullName"},
    {"application_id", "ApplicationId"},
    {"stack_base", "StackBase"},
    {"stack_limit", "StackLimit"},
    {"user_stack_base", "UserStackBase"},
    {"user_stack_limit", "UserStackLimit"},
    {"affinity", "StartAddrOrAffinity"},
    {"win32_start_addr", "Win32StartAddr"},
    {"teb_base", "TebBase"},
    {"sub_process_tag", "SubProcessTag"},
    {"base_priority", "BasePriority"},
    {"page_priority", "PagePriority"},
    {"io_priority", "IoPriority"},
    {"thread_name", "ThreadName"},
    {"new_thread_id", "NewThreadId"},
    {"old_thread_id", "OldThreadId"},
    {"new_thread_priority", "NewThreadPriority"},
    {"old_thread_priority", "OldThreadPriority"},
    {"previous_c_state", "PreviousCState"},
    {"old_thread_wait_reason", "OldThreadWaitReason"},
    {"old_thread_state", "OldThreadState"},
    {"old_thread_wait_ideal_processor", "OldThreadWaitIdealProcessor"},
    {"new_thread_wait_time", "NewThreadWaitTime"},
    {"mhz", "MHz"},
    {"thread_flags", "OldThreadWaitMode"},
    {"*event.thread_name", "ThreadName"},
    {"cpu_speed", "CPUSpeed"},
    {"max_file_size", "MaxFileSize"},
    {"reserved_flags", "ReservedFlags"},
    {"start_buffers", "StartBuffers"},
    {"number_of_processors", "NumberOfProcessors"},
    {"mem_size", "MemSizeMB"},
    {"page_size", "PageSize"},
    {"processor_architecture", "ProcessorArchitecture"},
    {"original_file_name", "OriginalFileName"},
    {"age", "Age"},
    {"pdb_file_name", "PdbFileName"},
    {"system_directory", "NtPath"},
    {"system_windows_directory", "DosPath"},
    {"nt_path", "NtPath"},
    {"dos_path", "DosPath"},
    {"buffer_size", "BufferSize"},
    {"provider_version", "ProviderVersion"},
    {"end_time", "EndTime"},
    {"timer_resolution", "TimerResolution"},
    {"buffers_written", "BuffersWritten"},
    {"pointer_size", "PointerSize"},
    {"events_lost", "EventsLost"},
    {"cpu_speed_in_mhz", "CPUSpeed"},
    {"boot_time", "BootTime"},
    {"perf_freq", "PerfFreq"},
    {"start_time", "StartTime"},
    {"buffers_lost", "BuffersLost"},
};

// The text of a C++ expression such as std::u16string(u"C:\\Windows") or "a.pdb".
std::string literal(std::string_view expression) {
    std::string result;
    const std::size_t begin = expression.find('"'), end = expression.rfind('"');
    for (std::size_t i = begin + 1; begin != std::string_view::npos && i < end; ++i) {
        if (expression[i] == '\\') ++i;
        result.push_back(expression[i]);
    }
    return result;
}

// Whether the value that an accessor of snail should give is ours; nothing when it is an
// expression that says no plain value.
std::optional<bool> equals_snail(const Value& ours, Element theirs) {
    const auto* text = std::get_if<std::string>(&ours);
    std::string_view expression;
    if (theirs.get(expression) == simdjson::SUCCESS) {
        if (text == nullptr || expression.find('"') == std::string_view::npos) return std::nullopt;
        return *text == literal(expression);
    }
    return equal(ours, theirs, "");
}

}  // namespace

BOOST_AUTO_TEST_SUITE(etl_vectors)

BOOST_AUTO_TEST_CASE(the_kernel_payloads_of_libtrace_give_their_fields) {
    const std::string folder = data_folder();
    if (folder.empty()) return;
    simdjson::dom::parser parser;
    const Element root = etl_test::load(parser, folder + "/vectors/libtrace-kernel-payloads.json");
    std::set<std::string> not_decoded;
    std::size_t records = 0, fields = 0;
    for (Element each : items(at(root, "vectors"))) {
        const std::string test = text_of(at(each, "test"));
        const auto payload = from_hex(text_of(at(each, "payload_hex")));
        const auto version = static_cast<unsigned>(unsigned_of(at(each, "version")));
        const std::string guid = text_of(at(each, "class_guid"));
        const std::uint32_t number =
            number_of(guid, static_cast<std::uint32_t>(unsigned_of(at(each, "type"))));
        const Event event = event_of(payload, version,
                                     static_cast<unsigned>(unsigned_of(at(each, "pointer_size"))));
        const Described ours = number == 0xFFFFFFFF ? Described{} : describe(event, number);
        if (ours.empty()) {
            not_decoded.insert(test);
            continue;
        }
        ++records;
        for (Element field : items(at(each, "fields"))) {
            Element value;
            if (field.at_key("value").get(value) != simdjson::SUCCESS) continue;  // an expression
            const std::string type = text_of(at(field, "type"));
            const std::string name = text_of(at(field, "name"));
            const auto found = ours.find(our_name(name, number));
            if (found == ours.end()) {
                not_decoded.insert(test + " " + std::string(name));
                continue;
            }
            BOOST_TEST(equal(found->second, value, type), test << ": " << name << " is " << value);
            ++fields;
        }
    }
    for (const std::string& each : not_decoded) std::printf("not decoded: %s\n", each.c_str());
    std::printf("%zu records, %zu fields\n", records, fields);
    BOOST_TEST(records >= 70u);
    BOOST_TEST(fields >= 400u);
}

BOOST_AUTO_TEST_CASE(the_records_of_snail_give_their_fields) {
    const std::string folder = data_folder();
    if (folder.empty()) return;
    simdjson::dom::parser parser;
    const Element root = etl_test::load(parser, folder + "/vectors/snail-records.json");
    std::set<std::string> not_decoded;
    std::size_t fields = 0;
    for (Element each : items(at(root, "vectors"))) {
        const std::string test = text_of(at(each, "test"));
        const auto kind = std::find_if(std::begin(kSnailKinds), std::end(kSnailKinds),
                                       [&](const SnailKind& known) { return known.test == test; });
        if (kind == std::end(kSnailKinds)) {
            not_decoded.insert(test);
            continue;
        }
        const auto payload = from_hex(text_of(at(each, "hex")));
        const Described ours = describe(event_of(payload, kind->version, 8), kind->number);
        BOOST_TEST_REQUIRE(!ours.empty(), test);
        for (Element field : items(at(each, "expect"))) {
            const std::string name = text_of(at(field, "field"));
            unsigned place = 0;
            if (std::sscanf(name.c_str(), "stack_address(%u)", &place) == 1) {
                const auto& frames = std::get<std::vector<std::uint64_t>>(ours.at("Stack"));
                BOOST_TEST(frames.at(place) == unsigned_of(at(field, "value")), test);
                ++fields;
                continue;
            }
            const auto known = kSnailNames.find(name);
            const auto found = known == kSnailNames.end() ? ours.end() : ours.find(known->second);
            const auto same = found == ours.end() ? std::nullopt
                                                  : equals_snail(found->second, at(field, "value"));
            if (!same) {
                not_decoded.insert(test + " " + std::string(name));
                continue;
            }
            BOOST_TEST(*same, test << ": " << name << " is " << at(field, "value"));
            ++fields;
        }
    }
    for (const std::string& each : not_decoded) std::printf("not decoded: %s\n", each.c_str());
    std::printf("%zu fields\n", fields);
    BOOST_TEST(fields >= 90u);
}

BOOST_AUTO_TEST_SUITE_END()
