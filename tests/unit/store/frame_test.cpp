// The derived table `frame`.
#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

#include "test_store.hpp"

using namespace benchlab;
using namespace benchlab::test;

namespace {

void present(TestRecording& made, std::int64_t begin, std::uint32_t tid, std::int64_t chain,
             std::vector<std::pair<const char*, Cell>> more = {}) {
    std::vector<std::pair<const char*, Cell>> cells = {{"begin", Time(begin)},
                                                       {"end", Time(begin + 3)},
                                                       {"thread", Tid(tid)},
                                                       {"swap_chain", n(chain)}};
    cells.insert(cells.end(), more.begin(), more.end());
    made.row("present", std::move(cells));
}

void mark(TestRecording& made, std::int64_t time, std::uint32_t tid, const std::string& name) {
    made.row("mark", {{"time", Time(time)}, {"thread", Tid(tid)}, {"name", name}});
}

void logged(TestRecording& made, std::int64_t time, std::uint32_t pid, double between) {
    made.row("frame_log", {{"time", Time(time)},
                           {"process", Pid(pid)},
                           {"application", std::string("game.exe")},
                           {"between_presents", between}});
}

void two_games(TestRecording& made) {
    made.process(0, 100, "game.exe");
    made.process(0, 200, "other.exe");
    made.thread(0, 101, 100, "render");
    made.thread(0, 102, 100, "worker");
    made.thread(0, 201, 200, "main");
}

// "loop: begin-end" of each row.
std::vector<std::string> frames_of(const store::Store& store) {
    const store::StoredTable* const frame = store.find("frame");
    std::vector<std::string> out;
    if (frame == nullptr) return out;
    for (std::size_t row = 0; row < frame->rows(); ++row) {
        out.push_back(std::to_string(frame->values<std::uint32_t>("loop")[row]) + ": " +
                      std::to_string(frame->values<std::int64_t>("begin")[row]) + "-" +
                      std::to_string(frame->values<std::int64_t>("end")[row]));
    }
    return out;
}

using Texts = std::vector<std::string>;

}  // namespace

BOOST_AUTO_TEST_SUITE(frame)

BOOST_AUTO_TEST_CASE(a_frame_lasts_from_one_present_of_its_chain_to_the_next) {
    TestRecording made;
    two_games(made);
    for (const std::int64_t at : {100, 200, 350}) present(made, at, 101, 0xA);
    for (const std::int64_t at : {120, 180}) present(made, at, 201, 0xB);
    const auto store = made.freeze();
    BOOST_TEST(store->has("frame"));
    BOOST_TEST(frames_of(*store) == (Texts{"0: 100-200", "1: 120-180", "0: 200-350"}),
               boost::test_tools::per_element());
    const store::StoredTable& frames = *store->find("frame");
    BOOST_TEST(frames.values<std::uint32_t>("present")[2] == 4u);  // the one at 350
    BOOST_TEST(frames.values<std::uint32_t>("mark")[2] == BL_NO_ROW);
    BOOST_TEST(frames.values<std::int64_t>("in_present")[2] == 3);
    BOOST_TEST(frames.values<std::uint64_t>("swap_chain")[2] == 0xAu);
    const std::uint32_t thread = frames.values<std::uint32_t>("thread")[2];
    BOOST_TEST(store->find("thread")->values<std::uint32_t>("tid")[thread] == 101u);
}

BOOST_AUTO_TEST_CASE(trials_failed_and_nested_presents_end_no_frame) {
    TestRecording made;
    two_games(made);
    const std::string dxgi = "DXGI";
    present(made, 100, 101, 0xA, {{"runtime", dxgi}});
    present(made, 150, 101, 0xA, {{"runtime", dxgi}, {"flags", n(1)}});
    present(made, 160, 101, 0xA, {{"runtime", dxgi}, {"outcome", n(BL_PRESENT_OUTCOME_FAILED)}});
    present(made, 170, 101, 0xA, {{"runtime", dxgi}, {"nesting", n(1)}});
    present(made, 200, 101, 0xA, {{"runtime", dxgi}, {"flags", n(2)}});
    // Elsewhere that flag is another one.
    present(made, 300, 101, 0xA, {{"runtime", std::string("D3D9")}, {"flags", n(1)}});
    BOOST_TEST(frames_of(*made.freeze()) == (Texts{"0: 100-200", "0: 200-300"}),
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_chain_that_is_made_anew_goes_on_with_the_loop) {
    TestRecording made;
    two_games(made);
    for (const std::int64_t at : {100, 200}) present(made, at, 101, 0xA);
    for (const std::int64_t at : {300, 400}) present(made, at, 101, 0xB);
    BOOST_TEST(frames_of(*made.freeze()) == (Texts{"0: 100-200", "0: 200-300", "0: 300-400"}),
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(two_windows_at_once_are_two_loops) {
    TestRecording made;
    two_games(made);
    for (const std::int64_t at : {100, 200, 300}) present(made, at, 101, 0xA);
    for (const std::int64_t at : {110, 210, 310}) present(made, at, 101, 0xB);
    BOOST_TEST(frames_of(*made.freeze()) ==
                   (Texts{"0: 100-200", "1: 110-210", "0: 200-300", "1: 210-310"}),
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_program_that_marks_its_frames_is_believed) {
    TestRecording made;
    two_games(made);
    for (const std::int64_t at : {100, 200}) present(made, at, 101, 0xA);
    for (const std::int64_t at : {105, 205}) mark(made, at, 101, "frame");
    for (const std::int64_t at : {150, 250}) present(made, at, 201, 0xB);
    for (const std::int64_t at : {140, 240, 345}) mark(made, at, 102, "frame");
    mark(made, 250, 201, "frame");  // one mark ends no frame
    const auto store = made.freeze();
    BOOST_TEST(frames_of(*store) == (Texts{"0: 105-205", "1: 140-240", "2: 150-250", "1: 240-345"}),
               boost::test_tools::per_element());
    // With the present that it handed in within; the frame from 240 has none.
    const auto presents = store->find("frame")->values<std::uint32_t>("present");
    const auto marks = store->find("frame")->values<std::uint32_t>("mark");
    BOOST_TEST(presents[0] == 2u);
    BOOST_TEST(marks[0] == 2u);
    BOOST_TEST(presents[3] == BL_NO_ROW);
    BOOST_TEST(marks[2] == BL_NO_ROW);
}

BOOST_AUTO_TEST_CASE(marks_of_other_things_are_no_frames) {
    TestRecording made;
    two_games(made);
    for (const std::int64_t at : {140, 240}) mark(made, at, 201, "loaded");
    const auto store = made.freeze();
    BOOST_TEST(!store->has("frame"));
    BOOST_TEST(store->find("frame") == nullptr);
}

BOOST_AUTO_TEST_CASE(a_log_tells_the_frames_of_who_tells_none) {
    TestRecording made;
    two_games(made);
    logged(made, 1000, 100, 100);
    logged(made, 1000, 100, 0);  // generated
    logged(made, 1150, 100, 150);
    const auto store = made.freeze();
    BOOST_TEST(frames_of(*store) == (Texts{"0: 900-1000", "0: 1000-1150"}),
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_log_of_the_same_frames_is_joined_to_them) {
    TestRecording made;
    two_games(made);
    for (const std::int64_t at : {1000, 1100, 1250}) present(made, at, 101, 0xA);
    logged(made, 1101, 100, 101);
    logged(made, 1249, 100, 148);
    logged(made, 2000, 100, 751);
    const auto store = made.freeze();
    BOOST_TEST(frames_of(*store) == (Texts{"0: 1000-1100", "0: 1100-1250"}),
               boost::test_tools::per_element());
    const auto rows = store->find("frame")->values<std::uint32_t>("frame_log");
    BOOST_TEST(rows[0] == 0u);
    BOOST_TEST(rows[1] == 1u);
}

BOOST_AUTO_TEST_SUITE_END()
