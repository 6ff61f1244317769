// Each recorded file against what perf itself, or a small reader of its own, found in it.
#include <boost/test/unit_test.hpp>
#include <cstdio>
#include <map>
#include <string>

#include "perf/reader.hpp"
#include "perf_data.hpp"
#include "unit/etl/json_parts.hpp"
#include "unit/etl/recording_builder.hpp"

using namespace perf_test;
using etl_test::at;
using etl_test::Element;
using etl_test::members;
using etl_test::RecordingBuilder;
using etl_test::Row;
using etl_test::unsigned_of;

namespace {

using Counts = std::map<std::string, std::uint64_t>;

const std::vector<std::string> kEverything = {
    "process", "thread",  "image", "cpu",        "cswitch",        "ready",
    "sample",  "dpc_isr", "call",  "hard_fault", "disk_io",        "present",
    "mark",    "counter", "lost",  "stack",      "perf.event_type"};

Counts counted(const RecordingBuilder& builder) {
    Counts out;
    for (const Row& row : builder.rows("perf.event_type"))
        out[row.text("name")] += static_cast<std::uint64_t>(row.number("count"));
    return out;
}

Counts counts_of(Element object) {
    Counts out;
    for (const auto& [name, value] : members(object)) out[std::string(name)] = unsigned_of(value);
    return out;
}

std::uint64_t total(const Counts& counts) {
    std::uint64_t sum = 0;
    for (const auto& [name, count] : counts) sum += count;
    return sum;
}

std::uint64_t record_count(Element records, std::string_view type) {
    std::uint64_t sum = 0;
    for (const auto& [name, value] : members(records)) {
        if (name == type || name == "inner " + std::string(type)) sum += unsigned_of(value);
    }
    return sum;
}

// Names of events as perf prints them have their modifiers behind a colon.
bool same_event(const std::string& ours, const std::string& theirs) {
    return ours == theirs || ours.starts_with(theirs + ":") || theirs.starts_with(ours + ":");
}

struct ReadFile {
    explicit ReadFile(const RecordedFile& file) {
        BOOST_TEST(builder.read(benchlab::perf::kReader.read, {file.path}, &kEverything) == BL_OK,
                   builder.error);
        BOOST_TEST(builder.mistakes.empty());
    }
    // False for a packed file in a build that cannot unpack, which a line says.
    bool is_readable(const RecordedFile& file) const {
        if (builder.problems.count("perf.no-zstd") == 0) return true;
        std::printf("skipped: %s is packed, and this build has no zstd\n", file.name.c_str());
        return false;
    }
    RecordingBuilder builder;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(perf_oracle)

BOOST_AUTO_TEST_CASE(every_file_has_as_many_samples_as_records_of_that_kind) {
    const std::string folder = data_folder();
    if (folder.empty()) return;
    std::size_t files = 0;
    for (const RecordedFile& file : recorded_files(folder)) {
        ++files;
        BOOST_TEST_CONTEXT(file.name) {
            simdjson::dom::parser parser;
            const Element oracle =
                etl_test::load(parser, folder + "/oracle/" + file.name + ".records.json");
            const ReadFile read(file);
            if (!read.is_readable(file)) continue;
            const std::uint64_t expected = record_count(at(oracle, "records"), "SAMPLE");
            BOOST_TEST(total(counted(read.builder)) == expected);
            const bool is_cut = unsigned_of(at(oracle, "unused_bytes")) != 0;
            BOOST_TEST((read.builder.problems.count("perf.cut") +
                        read.builder.problems.count("perf.record-size")) == (is_cut ? 1u : 0u));
        }
    }
    BOOST_TEST(files == 26u);
}

BOOST_AUTO_TEST_CASE(events_are_those_that_perf_script_lists) {
    const std::string folder = data_folder();
    if (folder.empty()) return;
    for (const RecordedFile& file : recorded_files(folder)) {
        simdjson::dom::parser parser;
        const Element oracle = etl_test::load(parser, folder + "/oracle/" + file.name + ".json");
        const Counts theirs = counts_of(at(oracle, "script_events"));
        // What perf makes of a hardware trace are no records; and it refuses some files.
        if (theirs.empty() || file.name.find("intel_pt") != std::string::npos) {
            std::printf("no perf script of %s\n", file.name.c_str());
            continue;
        }
        BOOST_TEST_CONTEXT(file.name) {
            const ReadFile read(file);
            if (!read.is_readable(file)) continue;
            const Counts ours = counted(read.builder);
            BOOST_TEST(ours.size() == theirs.size());
            for (const auto& [name, count] : theirs) {
                const auto found = std::find_if(ours.begin(), ours.end(), [&](const auto& each) {
                    return same_event(each.first, name);
                });
                BOOST_TEST((found != ours.end()), name);
                if (found != ours.end()) BOOST_TEST(found->second == count, name);
            }
        }
    }
}

// Every switch, wake-up, sample and so on is a row, and no row is made up.
BOOST_AUTO_TEST_CASE(rows_are_as_many_as_the_events_that_tell_them) {
    const std::string folder = data_folder();
    if (folder.empty()) return;
    struct Expected {
        const char* table;
        std::vector<const char*> events;
    };
    const std::vector<Expected> tables = {
        {"cswitch", {"sched:sched_switch"}},
        {"ready", {"sched:sched_waking", "sched:sched_wakeup", "sched:sched_wakeup_new"}},
        {"dpc_isr",
         {"irq:irq_handler_exit", "irq:softirq_exit", "irq_vectors:local_timer_exit",
          "irq_vectors:reschedule_exit", "irq_vectors:call_function_single_exit"}},
        {"hard_fault", {"major-faults"}},
        {"sample", {"cpu-clock"}},
        {"disk_io", {"block:block_rq_complete"}},
    };
    for (const RecordedFile& file : recorded_files(folder)) {
        if (file.path.find("/recorded/") == std::string::npos) continue;
        const ReadFile read(file);
        if (!read.is_readable(file)) continue;
        const Counts counts = counted(read.builder);
        for (const Expected& each : tables) {
            std::uint64_t expected = 0;
            for (const char* const event : each.events) {
                for (const auto& [name, count] : counts) {
                    if (same_event(name, event)) expected += count;
                }
            }
            const std::size_t rows = read.builder.rows(each.table).size();
            BOOST_TEST_CONTEXT(file.name << " " << each.table << " " << rows << " of "
                                         << expected) {
                // Of the first and last of a pair the other one may lie outside of the recording.
                BOOST_TEST(rows <= expected);
                BOOST_TEST(rows + 60 >= expected);
                if (each.table == std::string("cswitch") || each.table == std::string("ready"))
                    BOOST_TEST(rows == expected);
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(lost_records_are_told) {
    const std::string folder = data_folder();
    if (folder.empty()) return;
    for (const RecordedFile& file : recorded_files(folder)) {
        simdjson::dom::parser parser;
        const Element oracle =
            etl_test::load(parser, folder + "/oracle/" + file.name + ".records.json");
        const Element records = at(oracle, "records");
        const std::uint64_t losses =
            record_count(records, "LOST") + record_count(records, "LOST_SAMPLES");
        const std::uint64_t throttles = record_count(records, "THROTTLE");
        const ReadFile read(file);
        if (!read.is_readable(file)) continue;
        std::uint64_t events = 0, throttled = 0;
        for (const Row& row : read.builder.rows("lost"))
            ++(row.number("kind") == 3 ? throttled : events);
        BOOST_TEST_CONTEXT(file.name) {
            BOOST_TEST(events == losses);
            BOOST_TEST((throttled > 0) == (throttles > 0));
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()
