// Headers and payloads of real 64-bit records, of kinds that vectors_test.cpp does not have.
#include <boost/test/unit_test.hpp>

#include "story/etl/framing.hpp"
#include "story/etl/payloads.hpp"
#include "story/etl/providers.hpp"
#include "vectors.hpp"

namespace {

using namespace benchlab::story;
using benchlab::story_test::ByteVector;
using benchlab::story_test::Vector;
namespace story_test = benchlab::story_test;

class Records {
  public:
    Records() : all_(story_test::read_records()) {}
    bool there() const { return !all_.empty(); }
    const Vector& operator[](const std::string& name) const {
        for (const Vector& v : all_) {
            if (v.test == name) return v;
        }
        BOOST_FAIL("no record " << name);
        return all_.front();
    }

  private:
    std::vector<Vector> all_;
};

ByteVector bytes_of(const Bytes& bytes) {
    return {bytes.data(), bytes.data() + bytes.size()};
}

template <class Payload>
void check(const Vector& v, const Payload& payload, std::uint16_t version) {
    BOOST_TEST_CONTEXT(v.test) {
        Bytes out;
        put(out, payload, Layout{version, 8});
        BOOST_TEST(bytes_of(out) == v.bytes, boost::test_tools::per_element());
    }
}

std::uint32_t low(std::uint64_t value) {
    return static_cast<std::uint32_t>(value);
}

// Compares the header only: the vectors have no payload, but a size that counts it.
void check_header(const Vector& v, const Bytes& record) {
    BOOST_TEST_CONTEXT(v.test) {
        const ByteVector all = bytes_of(record);
        BOOST_REQUIRE(all.size() >= v.bytes.size());
        const ByteVector header(all.begin(),
                                all.begin() + static_cast<std::ptrdiff_t>(v.bytes.size()));
        BOOST_TEST(header == v.bytes, boost::test_tools::per_element());
    }
}

ByteVector payload_after(const Vector& v, const char* size_field) {
    return ByteVector(v[size_field] - v.bytes.size());
}

std::vector<std::uint64_t> addresses(const Vector& v) {
    std::vector<std::uint64_t> out;
    for (std::uint64_t i = 0; i < v["stack_size"]; ++i) {
        out.push_back(v["stack_address(" + std::to_string(i) + ")"]);
    }
    return out;
}

ThreadPayload thread_of(const Vector& v, const char* name_field) {
    ThreadPayload p;
    p.process = low(v["process_id"]);
    p.thread = low(v["thread_id"]);
    p.stack_base = v["stack_base"];
    p.stack_limit = v["stack_limit"];
    p.user_stack_base = v["user_stack_base"];
    p.user_stack_limit = v["user_stack_limit"];
    p.affinity = v["affinity"];
    p.start = v["win32_start_addr"];
    p.teb = v["teb_base"];
    p.service_tag = low(v["sub_process_tag"]);
    p.base_priority = static_cast<std::uint8_t>(v["base_priority"]);
    p.page_priority = static_cast<std::uint8_t>(v["page_priority"]);
    p.io_priority = static_cast<std::uint8_t>(v["io_priority"]);
    p.flags = static_cast<std::uint8_t>(v["flags"]);
    p.name = v.text(name_field);
    return p;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(story_records)

BOOST_AUTO_TEST_CASE(headers_are_those_of_real_records) {
    const Records records;
    if (!records.there()) return;
    {
        const Vector& v = records["SystemTraceHeader"];
        Bytes out;
        frame_kernel(out, Header::kSystem, {0x00, static_cast<std::uint8_t>(v["packet.type"]), 2},
                     {static_cast<std::int64_t>(v["system_time"]), low(v["thread_id"]),
                      low(v["process_id"])},
                     8, payload_after(v, "packet.size"));
        check_header(v, out);
    }
    {
        const Vector& v = records["PerfInfoTraceHeader"];
        Bytes out;  // the time is not among the expected values: 0x2CB4206116D
        frame_kernel(out, Header::kPerfInfo, {0x0F, static_cast<std::uint8_t>(v["packet.type"]), 2},
                     {0x2CB4206116D}, 8, payload_after(v, "packet.size"));
        check_header(v, out);
    }
    {
        const Vector& v = records["FullHeaderTraceHeader"];
        Bytes out;
        frame_class(
            out, kImageIdClass, static_cast<std::uint8_t>(v["trace_class.type"]), 0,
            {static_cast<std::int64_t>(v["timestamp"]), low(v["thread_id"]), low(v["process_id"])},
            8, payload_after(v, "size"));
        check_header(v, out);
    }
    {
        const Vector& v = records["EventHeaderTraceHeader"];
        const ManifestEvent event{
            {0x9e5f9046, 0x43c6, 0x4f62, {0xba, 0x13, 0x7b, 0x19, 0x89, 0x62, 0x53, 0xff}},
            static_cast<std::uint16_t>(v["event_descriptor.id"]),
            0,
            0,
            0,
            0,
            0,
            0};
        Bytes out;
        frame_manifest(
            out, event,
            {static_cast<std::int64_t>(v["timestamp"]), low(v["thread_id"]), low(v["process_id"])},
            8, payload_after(v, "size"));
        check_header(v, out);
    }
}

BOOST_AUTO_TEST_CASE(headers_with_hardware_counters_are_those_of_real_records) {
    const Records records;
    if (!records.there()) return;
    for (const char* name : {"PerfInfoTraceHeaderExtPmc", "PerfInfoTraceHeaderExtPebsExtPmc"}) {
        const Vector& v = records[name];
        const std::uint64_t counters[] = {v["ext_pmc(0)"], v["ext_pmc(1)"]};
        const bool precise = v.numbers.contains("ext_pebs");
        const std::uint64_t instruction = precise ? v["ext_pebs"] : 0;
        Bytes out;  // both of the time 0x161CDFC2EFF, as their bytes say
        // The artificial record keeps the size of the one that it was made from, 8 bytes too few.
        ByteVector payload(24);
        frame_kernel(out, Header::kPerfInfo, {0x05, 0x24, 4}, {0x161CDFC2EFF}, 8, payload,
                     {counters, precise ? &instruction : nullptr});
        if (precise) out.set(4, static_cast<std::uint16_t>(v["packet.size"]));
        check_header(v, out);
    }
}

BOOST_AUTO_TEST_CASE(scheduling_payloads_are_those_of_real_records) {
    const Records records;
    if (!records.there()) return;
    {
        const Vector& v = records["Kernel_ThreadV4ContextSwitchEventView"];
        SwitchPayload p;
        p.new_thread = low(v["new_thread_id"]);
        p.old_thread = low(v["old_thread_id"]);
        p.new_priority = static_cast<std::int8_t>(v["new_thread_priority"]);
        p.old_priority = static_cast<std::int8_t>(v["old_thread_priority"]);
        p.previous_c_state = static_cast<std::uint8_t>(v["previous_c_state"]);
        p.spare = static_cast<std::int8_t>(v["spare_byte"]);
        p.wait_reason = static_cast<std::uint8_t>(v["old_thread_wait_reason"]);
        p.wait_mode = static_cast<std::uint8_t>(v["thread_flags"]);
        p.state = static_cast<std::uint8_t>(v["old_thread_state"]);
        p.ideal_processor = static_cast<std::uint8_t>(v["old_thread_wait_ideal_processor"]);
        p.wait_time = low(v["new_thread_wait_time"]);
        p.reserved = low(v["reserved"]);
        check(v, p, 4);
    }
    check(records["Kernel_ThreadV3TypeGroup1EventView"],
          thread_of(records["Kernel_ThreadV3TypeGroup1EventView"], "*event.thread_name"), 3);
    check(records["Kernel_ThreadV4TypeGroup1EventView"],
          thread_of(records["Kernel_ThreadV4TypeGroup1EventView"], "thread_name"), 4);
    const Vector& name = records["Kernel_ThreadV2SetNameEventView"];
    check(name,
          ThreadNamePayload{low(name["process_id"]), low(name["thread_id"]),
                            name.text("thread_name")},
          2);
    const Vector& sample = records["Kernel_PerfinfoV2SampledProfileEventView"];
    check(sample,
          SamplePayload{sample["instruction_pointer"], low(sample["thread_id"]),
                        static_cast<std::uint16_t>(sample["count"]),
                        static_cast<std::uint16_t>(sample["reserved"])},
          2);
}

BOOST_AUTO_TEST_CASE(stack_payloads_are_those_of_real_records) {
    const Records records;
    if (!records.there()) return;
    const Vector& whole = records["Kernel_StackwalkV2StackEventView"];
    check(whole,
          StackPayload{static_cast<std::int64_t>(whole["event_timestamp"]),
                       low(whole["process_id"]), low(whole["thread_id"]), addresses(whole)},
          2);
    const Vector& key = records["Kernel_StackwalkV2KeyEventView"];
    check(key,
          StackKeyPayload{static_cast<std::int64_t>(key["event_timestamp"]), low(key["process_id"]),
                          low(key["thread_id"]), key["stack_key"]},
          2);
    const Vector& definition = records["Kernel_StackwalkV2TypeGroup1EventView"];
    check(definition, StackDefinitionPayload{definition["stack_key"], addresses(definition)}, 2);
}

BOOST_AUTO_TEST_CASE(image_and_machine_payloads_are_those_of_real_records) {
    const Records records;
    if (!records.there()) return;
    {
        const Vector& v = records["Kernel_ImageV2LoadEventView"];
        ImagePayload p;
        p.base = v["image_base"];
        p.size = v["image_size"];
        p.process = low(v["process_id"]);
        p.checksum = low(v["image_checksum"]);
        p.stamp = low(v["time_date_stamp"]);
        p.signature_level = static_cast<std::uint8_t>(v["signature_level"]);
        p.signature_type = static_cast<std::uint8_t>(v["signature_type"]);
        p.default_base = v["default_base"];
        p.name = v.text("file_name");
        check(v, p, 3);
    }
    const Vector& id = records["Xperf_ImageIdV2InfoEventView"];
    check(id,
          ImageIdPayload{id["image_base"], id["image_size"], low(id["process_id"]),
                         low(id["time_date_stamp"]), id.text("original_file_name")},
          2);
    const Vector& pdb = records["Xperf_ImageIdV2DbgIdPdbInfoEventView"];
    const Guid guid{0x3895ed1e, 0xc302, 0x41de, {0xb2, 0xc3, 0x20, 0x4b, 0x23, 0x39, 0x0c, 0xd0}};
    check(pdb,
          DebugIdPayload{pdb["image_base"], low(pdb["process_id"]), guid, low(pdb["age"]),
                         pdb.text("pdb_file_name")},
          2);
    const Vector& volume = records["Xperf_SysConfigExV0VolumeMappingEventView"];
    check(volume, VolumePayload{volume.text("nt_path"), volume.text("dos_path")}, 2);
    const Vector& v = records["Kernel_SystemConfigV3CpuEventView"];
    CpuConfigPayload p;
    p.mhz = low(v["mhz"]);
    p.cpus = low(v["number_of_processors"]);
    p.memory_mib = low(v["mem_size"]);
    p.page_size = low(v["page_size"]);
    p.granularity = low(v["allocation_granularity"]);
    p.computer = v.text("computer_name");
    p.domain = v.text("domain_name");
    p.hyper_threading = v["hyper_threading_flag"];
    p.highest_user_address = v["highest_user_address"];
    p.architecture = static_cast<std::uint16_t>(v["processor_architecture"]);
    p.level = static_cast<std::uint16_t>(v["processor_level"]);
    p.revision = static_cast<std::uint16_t>(v["processor_revision"]);
    p.pae = static_cast<std::uint8_t>(v["pae_enabled"]);
    p.nx = static_cast<std::uint8_t>(v["nx_enabled"]);
    p.memory_speed = low(v["memory_speed"]);
    check(v, p, 3);
}

BOOST_AUTO_TEST_SUITE_END()
