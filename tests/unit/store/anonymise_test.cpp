#include "store/anonymise.hpp"

#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "store/export.hpp"
#include "store/export_classic.hpp"
#include "store/export_story.hpp"
#include "store/schema.hpp"
#include "test_store.hpp"

using namespace benchlab;
using store::Naming;
using test::Key;
using test::n;
using test::Pid;
using test::TestRecording;
using test::Tid;
using test::Time;

namespace {

constexpr std::int64_t kMs = 1'000'000;
constexpr std::uint64_t kKernel = 0xFFFFF80000000000;

// A game of one user, with each kind of name once or twice.
void fill(TestRecording& made) {
    made.row("process", {{"time", Time(0)},
                         {"kind", n(BL_LIFE_THERE)},
                         {"pid", n(10)},
                         {"name", std::string("SecretGame.exe")},
                         {"path", std::string("C:\\Users\\ursula\\SecretGame.exe")},
                         {"command", std::string("SecretGame.exe --token hunter2")}});
    made.process(0, 20, "dwm.exe", BL_LIFE_THERE);
    made.process(0, 30, "ursulas-tool", BL_LIFE_THERE);
    made.thread(0, 11, 10, "SecretRender", BL_LIFE_THERE);
    made.thread(0, 12, 10, "SecretGame.exe", BL_LIFE_THERE);
    made.row("image", {{"time", Time(0)},
                       {"kind", n(BL_LIFE_THERE)},
                       {"process", Pid(10)},
                       {"base", n(0x140000000)},
                       {"size", n(0x10000)},
                       {"path", std::string("C:\\Users\\ursula\\secretgame.EXE")},
                       {"debug_id", std::string("00112233445566778899AABBCCDDEEFF1")},
                       {"debug_file", std::string("D:\\build\\SecretGame.pdb")},
                       {"timestamp", n(0x5f001234)}});
    made.image(0, 10, 0x150000000, 0x1000, "C:\\Users\\ursula\\SecretEngine.dll", BL_LIFE_THERE);
    made.row("image", {{"time", Time(0)},
                       {"kind", n(BL_LIFE_THERE)},
                       {"process", Pid(0xFFFFFFFF)},
                       {"base", static_cast<std::int64_t>(kKernel)},
                       {"size", n(0x1000000)},
                       {"path", std::string("\\SystemRoot\\system32\\ntoskrnl.exe")},
                       {"debug_id", std::string("FFEEDDCCBBAA99887766554433221100A")},
                       {"debug_file", std::string("ntkrnlmp.pdb")},
                       {"timestamp", n(0x5f005678)}});
    made.row("file", {{"time", Time(0)},
                      {"kind", n(BL_LIFE_THERE)},
                      {"key", n(0xff01)},
                      {"path", std::string("C:\\Users\\ursula\\diary.txt")}});
    made.cswitch(1 * kMs, 0, 0, 11);
    made.cswitch(5 * kMs, 0, 11, 12, BL_STATE_WAITING, "UserRequest");
    made.row("hard_fault", {{"begin", Time(6 * kMs)},
                            {"end", Time(7 * kMs)},
                            {"thread", Tid(12)},
                            {"file", Key(0xff01)}});
    made.row("sample", {{"time", Time(8 * kMs)},
                        {"cpu", n(0)},
                        {"thread", Tid(12)},
                        {"stack", test::Frames{10, {kKernel + 0x10, 0x150000020, 0x140000030}}},
                        {"event", std::string("timer")}});
    made.row("call", {{"begin", Time(8 * kMs)},
                      {"end", Time(9 * kMs)},
                      {"thread", Tid(12)},
                      {"name", std::string("SecretFunction")}});
    for (const char* const mark : {"frame", "SecretLevel 3", "frame"}) {
        made.row("mark",
                 {{"time", Time(9 * kMs)}, {"thread", Tid(11)}, {"name", std::string(mark)}});
    }
    made.row("phase", {{"begin", Time(9 * kMs)},
                       {"end", Time(10 * kMs)},
                       {"process", Pid(10)},
                       {"name", std::string("SecretPhase")}});
    made.row("counter",
             {{"time", Time(9 * kMs)}, {"name", std::string("SecretCounter")}, {"value", 1.0}});
    made.row("frame_log", {{"time", Time(10 * kMs)},
                           {"process", Pid(10)},
                           {"application", std::string("secretgame.exe")},
                           {"mode", std::string("Composed: Flip")},
                           {"runtime", std::string("SecretRuntime")},
                           {"type", std::string("of ursula")}});
    made.row("fact", {{"name", std::string("os.build")}, {"text", std::string("19045")}});
    made.row("fact", {{"name", std::string("path")}, {"text", std::string("/home/ursula/x.csv")}});
    made.row("problem", {{"code", std::string("etl.cut")}, {"text", std::string("it ends early")}});
    made.row("problem",
             {{"code", std::string("other.x")}, {"text", std::string("no right to read diary")}});
}

// All that can be written of a store.
std::string all_of(const store::Store& store) {
    std::string out;
    const auto write = [&](std::string_view piece) { out += piece; };
    std::vector<std::string> names{"state"};
    for (const store::StoredTable& table : store.tables()) names.push_back(table.name());
    for (const std::string& name : names) {
        const store::StoredTable* const table = store.find(name);
        if (table == nullptr) continue;
        store::export_table(store, *table, {}, write);
        store::ExportOptions json;
        json.json_lines = true;
        store::export_table(store, *table, json, write);
    }
    for (const store::ClassicTable& each : store::classic_tables()) {
        store::export_classic(store, each, {}, write);
    }
    store::export_story(store, {}, write);
    return out;
}

bool has(const std::string& text, const std::string& what) {
    return text.find(what) != std::string::npos;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(anonymise)

BOOST_AUTO_TEST_CASE(no_name_is_left_in_anything_that_is_written) {
    TestRecording made;
    fill(made);
    const auto store = made.freeze();
    BOOST_TEST(has(all_of(*store), "SecretGame.exe"));
    store::anonymise(*store);
    const std::string text = all_of(*store);
    for (const char* const name :
         {"Secret", "secret", "ursula", "diary", "hunter2", "token", "Users", "build\\", "00112233",
          "1593840180", "SystemRoot", "home"}) {
        BOOST_TEST(!has(text, name), name << " is in\n" << text);
    }
    // The pool itself is another one.
    const store::Names& names = store->names();
    BOOST_TEST(!has(names.string_bytes, "ecret"));
    BOOST_TEST(store->abi()->string_bytes == names.string_bytes.data());
}

BOOST_AUTO_TEST_CASE(one_name_becomes_one_name_everywhere) {
    TestRecording made;
    fill(made);
    const auto store = made.freeze();
    store::anonymise(*store);
    std::string text;
    store::export_story(*store, {}, [&](std::string_view piece) { text += piece; });
    for (const char* const line :
         {"process process-1.exe 10\n", "thread 11 \"thread-1\" in process-1.exe\n",
          "thread 12 \"thread-2\" in process-1.exe\n",
          "image process-1.exe base 0x140000000 size 0x10000 in process-1.exe\n",
          "image module-1.dll base 0x150000000", "file 0xff01 \"file-1\"\n",
          "switch thread-1 -> thread-2 waiting UserRequest",
          "stack ntoskrnl.exe+0x10 < module-1.dll+0x20 < process-1.exe+0x30\n",
          "call thread-2 function-1 for 1\n", "mark mark-1 by thread-1\n",
          "mark frame by thread-1\n", "phase phase-1 for 1 in process-1.exe\n",
          "counter counter-1 1\n",
          "frame process-1.exe application process-1.exe runtime text-1 mode \"Composed: Flip\" "
          "type text-2\n",
          "fact os.build \"19045\"\n", "fact path \"left out\"\n",
          "problem etl.cut \"it ends early\"", "problem other.x \"left out\""}) {
        BOOST_TEST(has(text, line), line << " is not in\n" << text);
    }
    // What the system's own modules are, can be looked up.
    BOOST_TEST(has(text, "id FFEEDDCCBBAA99887766554433221100A pdb ntkrnlmp.pdb stamp 0x5f005678"));
}

BOOST_AUTO_TEST_CASE(every_text_column_of_the_schema_is_decided) {
    for (const store::TableSpec& table : store::schema()) {
        for (const store::ColumnSpec& column : table.columns) {
            if (column.type != BL_COL_STRING) continue;
            BOOST_TEST(store::naming_of(table.name, column.name).has_value(),
                       table.name << "." << column.name);
        }
    }
    BOOST_TEST(!store::naming_of("etl.event_type", "name").has_value());
}

BOOST_AUTO_TEST_CASE(names_that_every_system_has_explain_and_stay) {
    BOOST_TEST(store::is_everybodys("NTDLL.dll"));
    BOOST_TEST(store::is_everybodys("ld-linux-x86-64.so.2"));
    BOOST_TEST(!store::is_everybodys("ntdll.dll.exe"));
    BOOST_TEST(!store::is_everybodys("game.exe"));
}

BOOST_AUTO_TEST_SUITE_END()
