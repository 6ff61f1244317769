// Stories as perf.data files of every form: whatever the form, the same rows; and as a Windows
// trace: the same figures.  The writers share nothing with the readers.
#include "story/story.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "etl/reader.hpp"
#include "perf/reader.hpp"
#include "perf_data.hpp"
#include "store/store.hpp"
#include "store/values.hpp"
#include "story/etl/etl_writer.hpp"
#include "story/perf/perf_writer.hpp"
#include "unit/analyzers/trace_reading.hpp"
#include "unit/etl/recording_builder.hpp"

using namespace perf_test;
namespace story = benchlab::story;
using benchlab::store::Rows;
using benchlab::store::Store;
using benchlab::store::StoredTable;
using benchlab::store::Values;
using etl_test::RecordingBuilder;
using etl_test::Row;
using story::perf::PerfOptions;

namespace {

story::Story read_story(const std::string& name) {
    std::ifstream file(std::string(STORY_FOLDER) + "/" + name);
    BOOST_REQUIRE(file);
    return story::parse_story(std::string(std::istreambuf_iterator<char>(file), {}));
}

std::string write_perf(const story::Story& told, const std::string& name,
                       const PerfOptions& options) {
    const std::string path = write_bytes(name, {});
    story::FileOutput file(path);
    story::perf::write_perf(told, options, file);
    file.close();
    return path;
}

void replace(std::string& text, const std::string& what, const std::string& with) {
    if (const auto at = text.find(what); at != text.npos) text.replace(at, what.size(), with);
}

// What happened, as text; times from the moment 0 of the story.
std::multiset<std::string> events_of(const std::string& path) {
    RecordingBuilder builder;
    BOOST_REQUIRE(builder.read(benchlab::perf::kReader.read, {path}) == BL_OK);
    BOOST_TEST(builder.mistakes.empty());
    BOOST_TEST(builder.problems.empty());
    std::multiset<std::string> out;
    for (const char* const table : {"cswitch", "ready", "sample", "dpc_isr", "hard_fault",
                                    "disk_io", "call", "present", "mark", "counter"}) {
        for (const Row& row : builder.rows(table)) {
            std::string text = row.whole();
            // Kernels number states as they like, and an idle kernel thread was D|N once.
            replace(text, " old_reason=D|N ", " old_reason=I ");
            if (const auto raw = text.find(" old_raw="); raw != text.npos)
                text.erase(raw, text.find(" old_reason=") - raw);
            // Numbers that the reader gives in order of coming.
            if (table == std::string("present"))
                text.erase(text.find(" key="), text.find(" process=") - text.find(" key="));
            out.insert(text);
        }
    }
    return out;
}

struct Form {
    const char* name;
    std::function<void(PerfOptions&)> change;
};

const Form kForms[] = {
    {"pipe", [](PerfOptions& options) { options.pipe = true; }},
    {"big-endian", [](PerfOptions& options) { options.order = story::perf::Order::kBig; }},
    {"big-endian pipe",
     [](PerfOptions& options) {
         options.order = story::perf::Order::kBig;
         options.pipe = true;
     }},
    {"version 1", [](PerfOptions& options) { options.version = 1; }},
    {"attributes of 96 bytes", [](PerfOptions& options) { options.attr_size = 96; }},
    {"attributes of 152 bytes", [](PerfOptions& options) { options.attr_size = 152; }},
    {"old formats", [](PerfOptions& options) { options.old_formats = true; }},
    {"no rounds", [](PerfOptions& options) { options.rounds = false; }},
    {"small rounds", [](PerfOptions& options) { options.round_size = 512; }},
    {"late records", [](PerfOptions& options) { options.late = 3; }},
    {"ids in their place", [](PerfOptions& options) { options.identifier = false; }},
};

const Form kPackedForms[] = {
    {"packed", [](PerfOptions& o) { o.compression = story::perf::Compression::kZstd; }},
    {"packed, padded", [](PerfOptions& o) { o.compression = story::perf::Compression::kZstd2; }},
    {"packed pipe",
     [](PerfOptions& o) {
         o.compression = story::perf::Compression::kZstd;
         o.pipe = true;
     }},
};

void check_forms(const std::string& name) {
    const story::Story told = read_story(name);
    const auto plain = events_of(write_perf(told, "plain.perf.data", {}));
    BOOST_TEST(plain.size() > 5u);
    const auto check = [&](const Form& form) {
        PerfOptions options;
        form.change(options);
        BOOST_TEST_CONTEXT(name << ", " << form.name) {
            const auto found = events_of(write_perf(told, "form.perf.data", options));
            BOOST_TEST(found == plain, boost::test_tools::per_element());
        }
    };
    for (const Form& form : kForms) check(form);
    try {
        for (const Form& form : kPackedForms) check(form);
    } catch (const std::invalid_argument& error) {
        std::printf("skipped: packed forms of %s: %s\n", name.c_str(), error.what());
    }
}

// ---- the same in two formats ----

std::string number(std::int64_t value) {
    return std::to_string(value) + " ";
}

// A table's rows as numbers; threads by their number.
class Figures {
  public:
    Figures(const Store& store, const char* table)
        : table_(store.find(table)), tids_(store.find("thread"), "tid") {}

    explicit operator bool() const { return table_ != nullptr; }
    std::vector<std::string> rows(const std::vector<std::string>& columns) const {
        std::vector<std::string> out;
        for (std::uint64_t row = 0; row < table_->rows(); ++row) {
            std::string text;
            for (const std::string& column : columns) text += cell(column, row);
            out.push_back(text);
        }
        std::sort(out.begin(), out.end());
        return out;
    }

  private:
    std::string cell(const std::string& name, std::uint64_t row) const {
        const benchlab::store::StoredColumn* const column = table_->find(name);
        if (column == nullptr) return "- ";
        switch (column->type()) {
            case BL_COL_ROW: {
                const std::uint32_t thread = Rows(table_, name)[row];
                return thread == BL_NO_ROW ? "- " : number(tids_.get(thread));
            }
            case BL_COL_TIME:
            case BL_COL_I64:
                return number(Values<std::int64_t>(table_, name).get(row, -1));
            case BL_COL_U64:
                return number(
                    static_cast<std::int64_t>(Values<std::uint64_t>(table_, name).get(row)));
            case BL_COL_U32:
                return number(Values<std::uint32_t>(table_, name).get(row));
            case BL_COL_U16:
                return column->has(row) ? number(Values<std::uint16_t>(table_, name).get(row))
                                        : "- ";
            default:
                return number(Values<std::uint8_t>(table_, name).get(row));
        }
    }

    const StoredTable* table_;
    const Values<std::uint32_t> tids_;
};

void check_both(const std::string& name) {
    const story::Story told = read_story(name);
    const std::string etl = write_bytes("both.etl", {});
    {
        story::FileOutput file(etl);
        story::write_etl(told, {}, file);
        file.close();
    }
    const auto windows = benchlab::test::read_with(benchlab::etl::kReader, etl);
    const auto linux =
        benchlab::test::read_with(benchlab::perf::kReader, write_perf(told, "both.perf.data", {}));
    BOOST_REQUIRE(windows);
    BOOST_REQUIRE(linux);
    BOOST_TEST(windows->duration_ns() == linux->duration_ns());
    const std::map<std::string, std::vector<std::string>> tables = {
        {"state", {"thread", "begin", "end", "state", "cpu", "by_thread"}},
        {"cswitch", {"time", "cpu", "old_thread", "new_thread", "old_state"}},
        {"ready", {"time", "cpu", "thread", "source", "kind"}},
        {"sample", {"time", "cpu", "thread", "weight", "flags"}},
        {"dpc_isr", {"begin", "end", "cpu", "thread", "self"}},
        {"hard_fault", {"begin", "end", "thread", "address"}},
        {"disk_io", {"begin", "start", "end", "thread", "kind", "offset", "bytes", "depth_begin"}},
    };
    for (const auto& [table, columns] : tables) {
        const Figures ours(*windows, table.c_str()), theirs(*linux, table.c_str());
        BOOST_TEST_CONTEXT(name << " " << table) {
            BOOST_TEST(static_cast<bool>(ours) == static_cast<bool>(theirs));
            if (!ours || !theirs) continue;
            BOOST_TEST(ours.rows(columns) == theirs.rows(columns),
                       boost::test_tools::per_element());
        }
    }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(perf_story)

BOOST_AUTO_TEST_CASE(every_form_of_a_file_says_the_same) {
    for (const char* const name : {"linux-wakes.story", "linux-disk.story", "linux-frames.story"})
        check_forms(name);
}

// Nothing is known of tracepoints without their formats, which a recorder that was killed did not
// write: what the kernel's own records and the clock samples say is there.
BOOST_AUTO_TEST_CASE(a_recording_that_came_to_no_end_is_read) {
    PerfOptions options;
    options.killed = true;
    const std::string path =
        write_perf(read_story("linux-wakes.story"), "killed.perf.data", options);
    RecordingBuilder builder;
    BOOST_REQUIRE(builder.read(benchlab::perf::kReader.read, {path}) == BL_OK);
    BOOST_TEST(builder.facts.at("closed").starts_with("no"));
    BOOST_TEST(builder.rows("process").size() >= 3u);
}

BOOST_AUTO_TEST_CASE(windows_and_linux_give_the_same_figures_of_one_story) {
    check_both("both.story");
}

BOOST_AUTO_TEST_SUITE_END()
