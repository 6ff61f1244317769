// Recorded files, merged: nothing is added, and nothing is missing.
#include <boost/test/unit_test.hpp>
#include <map>

#include "etl/reader.hpp"
#include "json_parts.hpp"
#include "merging.hpp"
#include "recording_builder.hpp"
#include "trace_data.hpp"

using namespace etl_test;

namespace {

// Four files of one session.
const std::vector<std::string> kSession = {"perfview-diaghub.kernel.1", "perfview-diaghub",
                                           "perfview-diaghub.user_injected.1",
                                           "perfview-diaghub.user_paged.1"};

// Empty when the files are not there, which a line has said then.
std::vector<std::string> session_paths(const std::string& folder) {
    std::vector<std::string> paths;
    for (const std::string& name : kSession) {
        paths.push_back(unpacked(folder, name));
        if (paths.back().empty()) return {};
    }
    return paths;
}

std::string merged_file(const std::vector<std::string>& paths, const std::string& name) {
    const Merged merged = merge(paths);
    BOOST_TEST_REQUIRE(merged.status == BL_OK, merged.error);
    BOOST_TEST(merged.logs.empty());
    return write_bytes(name, merged.bytes);
}

void check_equal(const std::vector<std::string>& paths, const std::string& merged) {
    const auto apart = everything_in(paths), together = everything_in({merged});
    BOOST_TEST(apart.size() > 10'000u);
    BOOST_TEST(apart.size() == together.size());
    for (std::size_t i = 0; i < apart.size() && i < together.size(); ++i) {
        if (apart[i] == together[i]) continue;
        BOOST_TEST(apart[i] == together[i]);
        return;
    }
}

using Counts = std::map<std::string, std::uint64_t>;

Counts counts_in(const std::string& path) {
    RecordingBuilder builder(2);
    const std::vector<std::string> tables = {"etl.event_type"};
    BOOST_TEST_REQUIRE(builder.read(benchlab::etl::kReader.read, {path}, &tables) == BL_OK);
    Counts counts;
    for (const Row& row : builder.rows("etl.event_type"))
        counts[row.text("name")] = static_cast<std::uint64_t>(row.number("count"));
    return counts;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(etl_merge_real)

BOOST_AUTO_TEST_CASE(a_session_reads_the_same_apart_merged_and_merged_again) {
    const std::string folder = data_folder();
    const auto paths = folder.empty() ? std::vector<std::string>() : session_paths(folder);
    if (paths.empty()) return;
    const std::string merged = merged_file(paths, "merged.etl");
    check_equal(paths, merged);
    const std::string half = merged_file({paths[0], paths[1]}, "merged-half.etl");
    const std::string again = merged_file({half, paths[2], paths[3]}, "merged-again.etl");
    BOOST_TEST((read_bytes(again) == read_bytes(merged)));
}

// The sums of what an independent decoder counted in each file; of the four log headers one stays.
BOOST_AUTO_TEST_CASE(a_merged_file_has_the_events_of_its_inputs) {
    const std::string folder = data_folder();
    const auto paths = folder.empty() ? std::vector<std::string>() : session_paths(folder);
    if (paths.empty()) return;
    Counts expected;
    for (const std::string& name : kSession) {
        simdjson::dom::parser parser;
        const Element root = load(parser, folder + "/oracle/" + name + ".json");
        for (const auto& [key, entry] : members(at(root, "events")))
            expected[std::string(key)] += unsigned_of(at(entry, "count"));
    }
    BOOST_TEST(expected.at("kernel group=0x00 type=0x00 v2") == 4u);
    expected["kernel group=0x00 type=0x00 v2"] = 1;
    const Counts found = counts_in(merged_file(paths, "merged.etl"));
    BOOST_TEST(found.size() == expected.size());
    for (const auto& [name, count] : expected)
        BOOST_TEST((found.count(name) == 1 ? found.at(name) : 0) == count, name);
}

BOOST_AUTO_TEST_CASE(files_of_two_machines_are_not_merged) {
    const std::string folder = data_folder();
    if (folder.empty()) return;
    const std::string one = unpacked(folder, "perfview-diaghub");
    const std::string other = unpacked(folder, "perfview-gcrundown");
    if (one.empty() || other.empty()) return;
    const Merged merged = merge({one, other});
    BOOST_TEST(merged.status == BL_E_INVALID);
    BOOST_TEST(merged.error.find("the start of the machine differs") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
