// A trace that was cut down to a story is the same trace again: stories are written as files, read,
// told, written and read once more, and both stores are compared value by value.
#include "store/export_story.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "analyzers/trace_reading.hpp"
#include "benchlab/tables.h"
#include "etl/reader.hpp"
#include "store/export.hpp"
#include "story/etl/etl_writer.hpp"

using namespace benchlab;
using store::ExportOptions;
using store::StoredTable;

namespace {

namespace fs = std::filesystem;
constexpr std::int64_t kMs = 1'000'000;
constexpr const char* kStories[] = {"c8-lock",    "c8-lock-without-ready",
                                    "reference",  "f3-dpc-storm",
                                    "c10-stacks", "c11-images",
                                    "c4-clock",   "c5-wrapped",
                                    "c6-lost",    "game"};

story::Story told(const std::string& name) {
    std::ifstream in(std::string(BENCHLAB_TEST_SOURCE_DIR) + "/tests/story/stories/" + name +
                     ".story");
    std::ostringstream text;
    text << in.rdbuf();
    story::Story out = story::parse_story(text.str());
    // Some frames of a game are as good as all 2664.
    for (story::Repeat& repeat : out.events.repeats) {
        repeat.count = std::min<std::uint64_t>(repeat.count, 12);
    }
    return out;
}

std::unique_ptr<store::Store> read_story(const story::Story& what) {
    const fs::path folder = fs::path(BENCHLAB_TEST_BINARY_DIR) / "tests" / "unit" / "store";
    fs::create_directories(folder);
    const fs::path file = folder / "told.etl";
    {
        story::FileOutput output(file);
        story::write_etl(what, {}, output);
        output.close();
    }
    auto store = test::read_with(etl::kReader, file.string());
    BOOST_TEST_REQUIRE(store != nullptr);
    return store;
}

std::string exported(const store::Store& store, const ExportOptions& options = {}) {
    std::string out;
    store::export_story(store, options, [&](std::string_view piece) { out += piece; });
    return out;
}

// The story that was made of the store, as a store.
std::unique_ptr<store::Store> again(const store::Store& store, const ExportOptions& options = {}) {
    const std::string text = exported(store, options);
    try {
        return read_story(story::parse_story(text));
    } catch (const story::StoryError& error) {
        BOOST_FAIL(error.what() << " of\n" << text.substr(0, 4000));
        return nullptr;
    }
}

using Cells = std::map<std::string, std::string>;  // by column

std::vector<std::string> split_csv(const std::string& line) {
    std::vector<std::string> out(1);
    bool quoted = false;
    for (const char c : line) {
        if (c == '"') {
            quoted = !quoted;
        } else if (c == ',' && !quoted) {
            out.emplace_back();
        } else {
            out.back() += c;
        }
    }
    return out;
}

// Rows as texts: other tables' rows by what they are called, so that both stores may number them
// as they like.
std::vector<Cells> rows_of(const store::Store& store, const std::string& name,
                           const ExportOptions& options = {}) {
    const StoredTable* const table = store.find(name);
    if (table == nullptr) return {};
    std::string text;
    store::export_table(store, *table, options, [&](std::string_view piece) { text += piece; });
    std::istringstream lines(text);
    std::string line;
    std::getline(lines, line);
    const std::vector<std::string> names = split_csv(line);
    std::vector<Cells> out;
    while (std::getline(lines, line)) {
        const std::vector<std::string> cells = split_csv(line);
        BOOST_TEST_REQUIRE(cells.size() == names.size());
        Cells& row = out.emplace_back();
        for (std::size_t i = 0; i < names.size(); ++i) row[names[i]] = cells[i];
    }
    return out;
}

// What a row is beside its place in the store.
std::string shown(Cells row) {
    for (const char* const place :
         {"thread_first", "thread_count", "state_first", "state_count", "ready", "cswitch"}) {
        row.erase(place);
    }
    std::string out;
    for (const auto& [column, value] : row) out += column + "=" + value + " ";
    return out;
}

std::vector<std::string> shown(const std::vector<Cells>& rows) {
    std::vector<std::string> out;
    for (const Cells& row : rows) out.push_back(shown(row));
    return out;
}

void compare(const std::string& table, const std::vector<std::string>& before,
             const std::vector<std::string>& after) {
    BOOST_TEST_CONTEXT(table) {
        BOOST_TEST(before == after, boost::test_tools::per_element());
    }
}

constexpr const char* kEvents[] = {"cswitch",    "ready",   "sample",  "dpc_isr",
                                   "hard_fault", "disk_io", "present", "vsync",
                                   "gpu_packet", "input",   "mark",    "lost"};
constexpr const char* kLives[] = {"process", "thread", "image", "file", "gpu_queue"};

}  // namespace

BOOST_AUTO_TEST_SUITE(export_story)

BOOST_AUTO_TEST_CASE(events_come_back_as_they_were) {
    for (const char* const name : kStories) {
        BOOST_TEST_CONTEXT(name) {
            const auto before = read_story(told(name));
            const auto after = again(*before);
            BOOST_TEST(after->duration_ns() == before->duration_ns());
            for (const char* const table : kEvents) {
                compare(table, shown(rows_of(*before, table)), shown(rows_of(*after, table)));
            }
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()
