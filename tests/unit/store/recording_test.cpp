// What readers may and may not hand in.
#include "store/recording.hpp"

#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

#include "store/freeze.hpp"

namespace {

using namespace benchlab::store;

struct Fixture {
    Catalog catalog;
    std::unique_ptr<Recording> recording = std::make_unique<Recording>(catalog, "etl");
    const bl_builder_api& api = *builder_api();

    // One column of u32 beside what a table needs is enough for most.
    bl_status append(const char* table,
                     const std::vector<std::pair<const char*, std::uint32_t>>& columns,
                     std::uint64_t rows = 1) {
        static const std::uint64_t kZeros[8] = {};
        std::vector<bl_column> made;
        for (const auto& [name, type] : columns) {
            made.push_back({sizeof(bl_column), type, name, kZeros, nullptr, rows});
        }
        std::vector<const bl_column*> list;
        for (const bl_column& each : made) list.push_back(&each);
        bl_table batch{};
        batch.struct_size = sizeof(batch);
        batch.name = table;
        batch.columns = list.data();
        batch.column_count = static_cast<std::uint32_t>(list.size());
        batch.row_count = rows;
        return api.append(recording->first(), &batch);
    }
    std::string refusal() const {
        return recording->refusals().empty() ? "" : recording->refusals().back();
    }
};

}  // namespace

BOOST_FIXTURE_TEST_CASE(a_column_of_another_type_is_refused_by_name_and_both_types, Fixture) {
    BOOST_TEST(append("ready", {{"time", BL_COL_TIME}, {"thread", BL_COL_U64}}) == BL_E_INVALID);
    BOOST_TEST(refusal() == "column ready.thread: has type key32, not u64");
}

BOOST_FIXTURE_TEST_CASE(a_batch_without_what_rows_are_joined_by_is_refused, Fixture) {
    BOOST_TEST(append("ready", {{"time", BL_COL_TIME}}) == BL_E_INVALID);
    BOOST_TEST(refusal() ==
               "table ready: has no column thread, by which its rows are sorted or joined");
}

BOOST_FIXTURE_TEST_CASE(unknown_names_are_refused_but_for_the_readers_own, Fixture) {
    BOOST_TEST(append("nothing", {{"time", BL_COL_TIME}}) == BL_E_INVALID);
    BOOST_TEST(refusal() ==
               "table nothing: there is none of that name; one of your own is named etl.something");
    BOOST_TEST(append("perf.other", {{"time", BL_COL_TIME}}) == BL_E_INVALID);
    BOOST_TEST(append("etl.counts", {{"count", BL_COL_U64}}) == BL_OK);
    BOOST_TEST(append("ready", {{"time", BL_COL_TIME},
                                {"thread", BL_COL_KEY32},
                                {"etl.adjust", BL_COL_U8}}) == BL_OK);
    BOOST_TEST(
        append("ready", {{"time", BL_COL_TIME}, {"thread", BL_COL_KEY32}, {"x", BL_COL_U8}}) ==
        BL_E_INVALID);
}

BOOST_FIXTURE_TEST_CASE(what_only_the_host_fills_is_refused, Fixture) {
    BOOST_TEST(append("dpc_isr", {{"begin", BL_COL_TIME},
                                  {"end", BL_COL_TIME},
                                  {"cpu", BL_COL_U16},
                                  {"self", BL_COL_I64}}) == BL_E_INVALID);
    BOOST_TEST(refusal() == "column dpc_isr.self: only the host fills it");
    BOOST_TEST(append("state", {{"begin", BL_COL_TIME}}) == BL_E_INVALID);
    BOOST_TEST(refusal() == "table state: only the host makes it");
}

BOOST_FIXTURE_TEST_CASE(a_column_that_is_there_twice_is_refused, Fixture) {
    BOOST_TEST(append("vsync", {{"time", BL_COL_TIME}, {"time", BL_COL_TIME}}) == BL_E_INVALID);
    BOOST_TEST(refusal() == "column vsync.time: is there twice");
}

BOOST_FIXTURE_TEST_CASE(columns_as_long_as_the_batch, Fixture) {
    const std::int64_t times[2] = {1, 2};
    const bl_column time{sizeof(bl_column), BL_COL_TIME, "time", times, nullptr, 2};
    const bl_column* list[] = {&time};
    bl_table batch{sizeof(bl_table), 1, "vsync", list, 3};
    BOOST_TEST(api.append(recording->first(), &batch) == BL_E_INVALID);
    BOOST_TEST(refusal() == "column vsync.time: has 2 rows, its batch 3");
}

BOOST_FIXTURE_TEST_CASE(the_clock_is_set_once_and_before_all_rows, Fixture) {
    bl_clock clock{};
    clock.struct_size = sizeof(clock);
    clock.kind = BL_CLOCK_QPC;
    clock.ticks_per_second = 0;
    BOOST_TEST(api.set_clock(recording->first(), &clock) == BL_E_INVALID);
    clock.ticks_per_second = 10'000'000;
    BOOST_TEST(api.set_clock(recording->first(), &clock) == BL_OK);
    BOOST_TEST(api.set_clock(recording->first(), &clock) == BL_E_INVALID);
}

BOOST_FIXTURE_TEST_CASE(a_lane_has_an_order_of_its_own, Fixture) {
    BOOST_TEST(api.lane(recording->first(), 0) == nullptr);
    BOOST_TEST(api.lane(recording->first(), 7) != nullptr);
    BOOST_TEST(api.lane(recording->first(), 7) == nullptr);
}

BOOST_FIXTURE_TEST_CASE(claimed_rows_without_a_time_are_dropped, Fixture) {
    const bl_column time{sizeof(bl_column), BL_COL_TIME, "time", nullptr, nullptr, 0};
    const bl_column sequence{sizeof(bl_column), BL_COL_U64, "sequence", nullptr, nullptr, 0};
    const bl_column* list[] = {&time, &sequence};
    const bl_table shape{sizeof(bl_table), 2, "vsync", list, 3};
    void* columns[2] = {};
    std::uint64_t* present[2] = {};
    BOOST_TEST_REQUIRE(api.claim(recording->first(), &shape, columns, present) == BL_OK);
    auto* const times = static_cast<std::int64_t*>(columns[0]);
    auto* const sequences = static_cast<std::uint64_t*>(columns[1]);
    BOOST_TEST(times[1] == BL_NO_TIME);
    BOOST_TEST(present[0] == nullptr);
    times[2] = 100;
    sequences[2] = 5;
    times[0] = 300;
    present[1][0] &= ~std::uint64_t{1};  // the first has no sequence
    std::vector<std::unique_ptr<Recording>> all;
    all.push_back(std::move(recording));
    const auto store = freeze(catalog, std::move(all));
    const StoredTable* const vsync = store->find("vsync");
    BOOST_TEST_REQUIRE(vsync->rows() == 2u);
    BOOST_TEST(vsync->values<std::int64_t>("time")[0] == 100);
    BOOST_TEST(vsync->values<std::uint64_t>("sequence")[0] == 5u);
    BOOST_TEST(vsync->find("sequence")->has(0));
    BOOST_TEST(!vsync->find("sequence")->has(1));
}

BOOST_FIXTURE_TEST_CASE(claimed_rows_that_were_not_used_make_no_lives, Fixture) {
    const bl_column time{sizeof(bl_column), BL_COL_TIME, "time", nullptr, nullptr, 0};
    const bl_column thread{sizeof(bl_column), BL_COL_KEY32, "thread", nullptr, nullptr, 0};
    const bl_column* list[] = {&time, &thread};
    const bl_table shape{sizeof(bl_table), 2, "ready", list, 3};
    void* columns[2] = {};
    BOOST_TEST_REQUIRE(api.claim(recording->first(), &shape, columns, nullptr) == BL_OK);
    static_cast<std::int64_t*>(columns[0])[0] = 10;
    static_cast<std::uint32_t*>(columns[1])[0] = 77;
    std::vector<std::unique_ptr<Recording>> all;
    all.push_back(std::move(recording));
    const auto store = freeze(catalog, std::move(all));
    BOOST_TEST_REQUIRE(store->find("thread")->rows() == 1u);
    BOOST_TEST(store->find("thread")->values<std::uint32_t>("tid")[0] == 77u);
}

BOOST_FIXTURE_TEST_CASE(an_id_that_the_lane_did_not_make_is_left_empty_and_told, Fixture) {
    const std::int64_t time_value = 5;
    const std::uint32_t name_value = 77;
    const bl_column time{sizeof(bl_column), BL_COL_TIME, "time", &time_value, nullptr, 1};
    const bl_column name{sizeof(bl_column), BL_COL_STRING, "name", &name_value, nullptr, 1};
    const bl_column* list[] = {&time, &name};
    const bl_table batch{sizeof(bl_table), 2, "mark", list, 1};
    BOOST_TEST_REQUIRE(api.append(recording->first(), &batch) == BL_OK);
    std::vector<std::unique_ptr<Recording>> all;
    all.push_back(std::move(recording));
    const auto store = freeze(catalog, std::move(all));
    BOOST_TEST(store->find("mark")->values<std::uint32_t>("name")[0] == 0u);
    const auto complaints = store->take_complaints();
    BOOST_TEST_REQUIRE(complaints.size() == 1u);
    BOOST_TEST(complaints[0].starts_with("a reader used 1 ids of texts or stacks"));
}

BOOST_FIXTURE_TEST_CASE(of_one_kind_of_problem_the_count_and_the_first_offset_stay, Fixture) {
    for (const std::uint64_t offset : {700u, 300u, 500u}) {
        const std::string text = "at " + std::to_string(offset);
        api.problem(recording->first(), "etl.cut", text.data(), text.size(), offset);
    }
    std::vector<std::unique_ptr<Recording>> all;
    all.push_back(std::move(recording));
    const auto store = freeze(catalog, std::move(all));
    const StoredTable* const problem = store->find("problem");
    BOOST_TEST_REQUIRE(problem->rows() == 1u);
    BOOST_TEST(problem->values<std::uint64_t>("count")[0] == 3u);
    BOOST_TEST(problem->values<std::uint64_t>("offset")[0] == 300u);
    BOOST_TEST(store->text(problem->values<std::uint32_t>("text")[0]) == "at 300");
}
