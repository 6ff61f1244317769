// The rows of two recorded traces against the counts of TraceEvent, which read them on Windows.
#include <boost/test/unit_test.hpp>
#include <fstream>
#include <map>

#include "etl/reader.hpp"
#include "recording_builder.hpp"
#include "trace_data.hpp"

using namespace etl_test;

namespace {

// "COUNT Provider/Name:n"
std::map<std::string, std::size_t> counts_of(const std::string& path) {
    std::map<std::string, std::size_t> counts;
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        if (line.rfind("COUNT ", 0) != 0) continue;
        const std::size_t colon = line.rfind(':');
        counts[line.substr(6, colon - 6)] = std::stoul(line.substr(colon + 1));
    }
    return counts;
}

class Trace {
  public:
    Trace(const std::string& folder, const std::string& name) {
        counts_ = counts_of(folder + "/baseline/" + name + ".baseline.txt");
        path_ = unpacked(folder, name);
        if (is_there())
            BOOST_TEST_REQUIRE(builder_.read(benchlab::etl::kReader.read, {path_}) == BL_OK);
    }
    bool is_there() const { return !path_.empty(); }
    std::size_t expected(const std::string& name) const {
        const auto found = counts_.find("Windows Kernel/" + name);
        return found == counts_.end() ? 0 : found->second;
    }
    template <class Matches>
    std::size_t rows(const std::string& table, Matches&& matches) const {
        std::size_t count = 0;
        for (const Row& row : builder_.rows(table)) count += matches(row) ? 1u : 0u;
        return count;
    }
    std::size_t of_kind(const std::string& table, std::int64_t kind) const {
        return rows(table, [&](const Row& row) { return row.number("kind") == kind; });
    }
    const RecordingBuilder& builder() const { return builder_; }

  private:
    std::map<std::string, std::size_t> counts_;
    std::string path_;
    RecordingBuilder builder_{2};
};

void check(const std::string& folder, const std::string& name) {
    const Trace trace(folder, name);
    if (!trace.is_there()) return;
    BOOST_TEST_CONTEXT(name) {
        // TraceEvent leaves out samples of idle threads that were in neither DPC nor interrupt.
        const std::size_t busy = trace.rows("sample", [](const Row& row) {
            return row.number("thread") != 0 || (row.number("flags") & 6) != 0;
        });
        BOOST_TEST(busy == trace.expected("PerfInfo/Sample"));
        BOOST_TEST(busy > 4000u);
        BOOST_TEST(trace.of_kind("disk_io", 1) == trace.expected("DiskIO/Read"));
        BOOST_TEST(trace.of_kind("disk_io", 2) == trace.expected("DiskIO/Write"));
        BOOST_TEST(trace.of_kind("disk_io", 3) == trace.expected("DiskIO/FlushBuffers"));
        BOOST_TEST(trace.builder().rows("hard_fault").size() == trace.expected("Memory/HardFault"));
        BOOST_TEST(trace.of_kind("process", 1) == trace.expected("Process/Start"));
        BOOST_TEST(trace.of_kind("process", 2) == trace.expected("Process/Stop"));
        BOOST_TEST(trace.of_kind("process", 3) ==
                   trace.expected("Process/DCStart") + trace.expected("Process/DCStop"));
        BOOST_TEST(trace.of_kind("thread", 1) == trace.expected("Thread/Start"));
        BOOST_TEST(trace.of_kind("thread", 2) == trace.expected("Thread/Stop"));
        BOOST_TEST(trace.of_kind("image", 1) == trace.expected("Image/Load"));
        BOOST_TEST(trace.of_kind("image", 2) == trace.expected("Image/Unload"));
        BOOST_TEST(trace.of_kind("image", 3) ==
                   trace.expected("Image/DCStart") + trace.expected("Image/DCStop"));
        // Volume mappings stand in the trace, so no path of a local disk has a device.
        const std::size_t devices = trace.rows("image", [](const Row& row) {
            return row.text("path").rfind("\\Device\\HarddiskVolume", 0) == 0;
        });
        BOOST_TEST(devices == 0u);
    }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(etl_baselines)

BOOST_AUTO_TEST_CASE(rows_are_as_many_as_trace_event_counts) {
    const std::string folder = data_folder();
    if (folder.empty()) return;
    check(folder, "perfview-net.4.5.2.x64");
    check(folder, "perfview-net.4.5.x86-win7");
}

// From the oracle of perfview-net.4.5.2.x64: of 9359 stack events every one has its event, and of
// these the samples, disk requests and hard faults are rows here.  TraceEvent counts 6320 samples
// of threads, 1208 + 21 + 2 requests and 153 faults.
BOOST_AUTO_TEST_CASE(stacks_are_at_their_rows) {
    const std::string folder = data_folder();
    if (folder.empty()) return;
    const Trace trace(folder, "perfview-net.4.5.2.x64");
    if (!trace.is_there()) return;
    const auto with_stack = [&](const char* table) {
        return trace.rows(table, [](const Row& row) { return row.number("stack") != 0; });
    };
    BOOST_TEST(with_stack("hard_fault") == 153u);
    // A request of the kernel itself may come without a stack.
    BOOST_TEST(with_stack("disk_io") >= 1220u);
    BOOST_TEST(with_stack("disk_io") <= 1231u);
    BOOST_TEST(with_stack("sample") >= 6300u);
    BOOST_TEST(with_stack("sample") <= 6320u);
    // The innermost address of a sample in user mode is where the sample was, but for a few of
    // 32-bit programs, where the stack was taken at another instruction of the same function.
    std::size_t user = 0, same = 0;
    for (const Row& row : trace.builder().rows("sample")) {
        const auto stack = row.stack("stack");
        if (stack.empty() || row.number("flags") != 0) continue;
        same += stack.front() == static_cast<std::uint64_t>(row.number("code")) ? 1u : 0u;
        ++user;
    }
    BOOST_TEST(same * 100 >= user * 99);
    BOOST_TEST(user > 1000u);
}

BOOST_AUTO_TEST_SUITE_END()
