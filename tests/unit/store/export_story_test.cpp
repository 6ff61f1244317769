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

// Losses are told in three places of an .etl file, so that one may become several.
constexpr const char* kEvents[] = {"cswitch",    "ready",   "sample",  "dpc_isr",
                                   "hard_fault", "disk_io", "present", "vsync",
                                   "gpu_packet", "input",   "mark"};
constexpr const char* kLives[] = {"process", "thread", "image", "file", "gpu_queue"};

// What each thread did in the window, of the threads in `tids`.
std::vector<std::string> doings(const store::Store& store, std::int64_t begin, std::int64_t end,
                                const std::set<std::string>& tids) {
    std::vector<std::string> out;
    for (Cells& row : rows_of(store, "state")) {
        const std::int64_t from = std::max(begin, std::int64_t{std::stoll(row["begin"])});
        const std::int64_t to = std::min(end, std::int64_t{std::stoll(row["end"])});
        if (from >= to || tids.count(row["thread"]) == 0) continue;
        row["begin"] = std::to_string(from);
        row["end"] = std::to_string(to);
        out.push_back(shown(row));
    }
    // Unnamed threads in between change the places of the others.
    std::sort(out.begin(), out.end());
    return out;
}

// Threads that did something that the trace knows of.
std::set<std::string> active_threads(const store::Store& store) {
    std::set<std::string> out;
    for (Cells& row : rows_of(store, "state")) {
        if (row["state"] != "0") out.insert(row["thread"]);
    }
    return out;
}

// The row of the process of that number.
std::uint32_t process_row(const store::Store& store, std::uint32_t pid) {
    const auto pids = store.find("process")->values<std::uint32_t>("pid");
    const auto at = std::find(pids.begin(), pids.end(), pid);
    BOOST_TEST_REQUIRE((at != pids.end()));
    return static_cast<std::uint32_t>(at - pids.begin());
}

ExportOptions window(std::int64_t begin, std::int64_t end) {
    ExportOptions out;
    out.begin = begin;
    out.end = end;
    return out;
}

bool has_line(const std::string& text, const std::string& line) {
    return ("\n" + text).find("\n" + line + "\n") != std::string::npos;
}

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
            const auto threads = active_threads(*before);
            const std::int64_t end = before->duration_ns();
            compare("state", doings(*before, 0, end, threads), doings(*after, 0, end, threads));
        }
    }
}

BOOST_AUTO_TEST_CASE(lives_that_events_name_come_back_and_no_others) {
    for (const char* const name : kStories) {
        BOOST_TEST_CONTEXT(name) {
            const auto before = read_story(told(name));
            const auto after = again(*before);
            for (const char* const table : kLives) {
                const auto all = shown(rows_of(*before, table));
                for (const std::string& life : shown(rows_of(*after, table))) {
                    BOOST_TEST(std::count(all.begin(), all.end(), life) > 0, table << ": " << life);
                }
            }
        }
    }
    const auto before = read_story(told("reference"));
    const std::string text = exported(*before);
    BOOST_TEST(text.find("other.exe") != std::string::npos);
    BOOST_TEST(text.find("dwm.exe") == std::string::npos);       // its thread never runs
    BOOST_TEST(text.find("ntoskrnl.exe") == std::string::npos);  // nothing runs there
    BOOST_TEST(has_line(text, "image gpu.sys base 0xfffff80010000000 size 0x100000"));
}

// Windows of all sizes, anywhere: within a wait, a run, between a wake-up and its switch.
BOOST_AUTO_TEST_CASE(within_a_window_threads_do_what_they_did) {
    for (const char* const name : kStories) {
        if (std::string(name) == "game") continue;  // below, in one window
        const auto before = read_story(told(name));
        const auto threads = active_threads(*before);
        const std::int64_t all = before->duration_ns();
        for (int i = 1; i < 12; ++i) {
            const std::int64_t begin = all * i / 12 + 1;
            const std::int64_t end = std::min(all, begin + all * (i % 4 + 1) / 17);
            BOOST_TEST_CONTEXT(name << " from " << begin << " to " << end) {
                const auto after = again(*before, window(begin, end));
                compare("state", doings(*before, begin, end, threads),
                        doings(*after, begin, end, threads));
                for (const char* const table : kEvents) {
                    const ExportOptions options = window(begin, end);
                    if (std::string(table) == "present") continue;  // rows are numbered anew
                    compare(table, shown(rows_of(*before, table, options)),
                            shown(rows_of(*after, table, options)));
                }
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(a_window_of_a_game_is_a_small_part_of_it) {
    const auto before = read_story(told("game"));
    const std::int64_t begin = 20 * kMs, end = 21 * kMs;
    const auto after = again(*before, window(begin, end));
    const auto threads = active_threads(*before);
    compare("state", doings(*before, begin, end, threads), doings(*after, begin, end, threads));
    BOOST_TEST(exported(*before, window(begin, end)).size() < exported(*before).size() / 4);
}

BOOST_AUTO_TEST_CASE(one_process_keeps_its_figures) {
    struct Case {
        const char* story;
        std::uint32_t pid;
        std::int64_t begin, end;
    };
    for (const Case& each :
         {Case{"reference", 10, 0, INT64_MAX}, Case{"reference", 10, 45 * kMs, 65 * kMs},
          Case{"reference", 20, 0, INT64_MAX}, Case{"c8-lock", 50, 9 * kMs, 1000 * kMs},
          Case{"game", 1000, 0, INT64_MAX}, Case{"game", 1100, 5 * kMs, 9 * kMs}}) {
        BOOST_TEST_CONTEXT(each.story << ", " << each.pid) {
            const auto before = read_story(told(each.story));
            ExportOptions options = window(each.begin, each.end);
            options.process = process_row(*before, each.pid);
            const auto after = again(*before, options);
            ExportOptions in_after = options;
            in_after.process = process_row(*after, each.pid);
            std::set<std::string> own;
            for (Cells& row : rows_of(*before, "thread", options)) own.insert(row["tid"]);
            const std::int64_t end = std::min(each.end, before->duration_ns());
            compare("state", doings(*before, each.begin, end, own),
                    doings(*after, each.begin, end, own));
            for (const char* const table : kEvents) {
                if (std::string(table) == "present") continue;
                compare(table, shown(rows_of(*before, table, options)),
                        shown(rows_of(*after, table, in_after)));
            }
        }
    }
}

// Worked out by hand: between 500 and 700 ms the lock's worker waits, which began at 10 and ends at
// 1010 by main, who waits itself from 5 to 1005.
BOOST_AUTO_TEST_CASE(what_a_window_needs_from_outside_is_told_too) {
    const auto store = read_story(told("c8-lock"));
    const std::string text = exported(*store, window(500 * kMs, 700 * kMs));
    const std::string events = text.substr(text.find("\nat "));
    BOOST_TEST(events ==
               "\nat 5 cpu 0: switch main -> idle waiting DelayExecution\n"
               "at 10 cpu 1: switch worker -> idle waiting WrAlertByThreadId\n"
               "at 1005 cpu 0: ready main from dpc kind asked\n"
               "at 1005 cpu 0: switch idle -> main\n"
               "at 1010 cpu 0: ready worker by main kind asked\n"
               "at 1010.1 cpu 1: switch idle -> worker\n");
    BOOST_TEST(has_line(text,
                        "# Of 500 to 700 ms: what stands before and behind tells only what "
                        "its threads were doing then."));
    BOOST_TEST(has_line(text, "window: 0 to 1100"));
}

// The waker comes to its CPU long after the window, and is of another process.
BOOST_AUTO_TEST_CASE(who_woke_a_thread_stays_known) {
    const auto before = read_story(story::parse_story(R"(
        machine: cpus 2
        process game.exe 10
        process other.exe 20
        thread 11 in 10
        thread 21 in 20
        at 0 cpu 0: switch idle -> 11
        at 5 cpu 0: switch 11 -> idle waiting UserRequest
        at 30 cpu 1: switch idle -> 21
        at 32 cpu 1: switch 21 -> idle waiting UserRequest
        at 45 cpu 1: switch idle -> 21
        at 50 cpu 1: ready 11 by 21
        at 51 cpu 0: switch idle -> 11
        at 60 cpu 0: switch 11 -> idle waiting UserRequest
    )"));
    for (const bool one_process : {false, true}) {
        ExportOptions options = window(10 * kMs, 20 * kMs);
        if (one_process) options.process = process_row(*before, 10);
        const auto after = again(*before, options);
        bool found = false;
        for (Cells& row : rows_of(*after, "state")) {
            if (row["thread"] != "11" || row["begin"] != "5000000") continue;
            found = true;
            BOOST_TEST(row["end"] == "50000000");
            BOOST_TEST(row["by_thread"] == "21");
        }
        BOOST_TEST(found);
    }
}

BOOST_AUTO_TEST_CASE(names_that_are_not_plain_are_read_back) {
    const auto before = read_story(story::parse_story(R"(
        machine: cpus 1
        process "my ""game"".exe" 10 command "a ""b"" -x"
        process twin.exe 20
        process twin.exe 21
        process 7z.exe 22
        thread 11 "a ""name""" in 10
        thread 12 "idle" in 10
        thread 13 "100" in 22
        thread 21 "worker" in 20
        thread 22 "worker" in 21
        image "my lib.dll" base 0x10000 size 0x1000 in 10
        image s1 base 0x20000 size 0x1000 in 10
        at 0 cpu 0: switch idle -> 11
        at 1 cpu 0: sample 11 stack "my lib.dll"+0x10 < "s1"+0x20
        at 2 cpu 0: switch 11 -> 12 waiting UserRequest
        at 3 cpu 0: switch 12 -> 13 waiting UserRequest
        at 4 cpu 0: switch 13 -> 21 waiting UserRequest
        at 5 cpu 0: switch 21 -> 22 waiting UserRequest
        at 6 cpu 0: switch 22 -> 999 waiting UserRequest
        at 7 cpu 0: switch 999 -> 4294967295 waiting UserRequest
    )"));
    const std::string text = exported(*before);
    for (const char* const line :
         {R"(process "my ""game"".exe" 10 command "a ""b"" -x")", R"(process "7z.exe" 22)",
          R"(thread 21 "worker" in 20)", R"(at 0 cpu 0: switch idle -> "a ""name""")",
          R"(at 1 cpu 0: sample "a ""name""" stack "my lib.dll"+0x10 < "s1"+0x20)",
          R"(at 2 cpu 0: switch "a ""name""" -> "idle" waiting UserRequest)",
          R"(at 3 cpu 0: switch "idle" -> "100" waiting UserRequest)",
          R"(at 5 cpu 0: switch 21 -> 22 waiting UserRequest)",
          R"(at 6 cpu 0: switch 22 -> 999 waiting UserRequest)",
          R"(at 7 cpu 0: switch 999 -> 4294967295 waiting UserRequest)"}) {
        BOOST_TEST(has_line(text, line), line << " is not in\n" << text);
    }
    const auto after = again(*before);
    for (const char* const table : {"cswitch", "sample", "process", "thread", "image"}) {
        compare(table, shown(rows_of(*before, table)), shown(rows_of(*after, table)));
    }
}

// Numbers are used again: each life keeps its own time.
BOOST_AUTO_TEST_CASE(numbers_that_are_used_again_stay_apart) {
    const auto before = read_story(story::parse_story(R"(
        machine: cpus 1
        window: 0 to 100
        process first.exe 10 to 40
        process second.exe 10 from 50
        thread 11 "old" in 10 to 40
        thread 11 "new" in 10 from 50
        at 10 cpu 0: switch idle -> 11
        at 20 cpu 0: switch 11 -> idle ended
        at 60 cpu 0: switch idle -> 11
        at 70 cpu 0: switch 11 -> idle waiting UserRequest
    )"));
    const auto after = again(*before);
    for (const char* const table : {"cswitch", "process", "thread"}) {
        compare(table, shown(rows_of(*before, table)), shown(rows_of(*after, table)));
    }
}

BOOST_AUTO_TEST_CASE(stacks_that_come_again_have_a_name) {
    const auto before = read_story(story::parse_story(R"(
        machine: cpus 1
        process game.exe 10
        thread 11 in 10
        image game.exe base 0x10000 size 0x10000 in 10
        stack tail = game.exe+0x30 < game.exe+0x40 < game.exe+0x50
        at 1 cpu 0: sample 11 stack tail
        at 2 cpu 0: sample 11 stack tail
        at 3 cpu 0: sample 11 stack game.exe+0x10 < game.exe+0x20 < tail
        at 4 cpu 0: sample 11 stack game.exe+0x10 < game.exe+0x20
        at 5 cpu 0: sample 11 stack game.exe+0x10 < game.exe+0x20
    )"));
    const std::string text = exported(*before);
    for (const char* const line : {"stack s1 = game.exe+0x30 < game.exe+0x40 < game.exe+0x50",
                                   "at 1 cpu 0: sample 11 stack s1",
                                   "at 3 cpu 0: sample 11 stack game.exe+0x10 < game.exe+0x20 < s1",
                                   "at 5 cpu 0: sample 11 stack game.exe+0x10 < game.exe+0x20"}) {
        BOOST_TEST(has_line(text, line), line << " is not in\n" << text);
    }
    const auto after = again(*before);
    compare("sample", shown(rows_of(*before, "sample")), shown(rows_of(*after, "sample")));
}

BOOST_AUTO_TEST_SUITE_END()
