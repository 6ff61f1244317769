// The derived table `frame_metric`: PresentMon's metrics of frames, worked out by hand.  Times in
// ms.
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "test_store.hpp"

using namespace benchlab;
using namespace benchlab::test;

namespace {

constexpr double kMs = 1e6;
using Cells = std::vector<std::pair<const char*, Cell>>;

Time at(double ms) {
    return Time(std::llround(ms * kMs));
}

// A game with one swap chain and a queue of the 3D engine.
struct Game {
    TestRecording made;

    Game() {
        made.process(0, 100, "game.exe");
        made.thread(0, 101, 100, "render");
        queue(0xC1, 1);
    }
    void queue(std::uint64_t key, int engine) {
        made.row("gpu_queue", {{"time", Time(0)},
                               {"kind", n(BL_LIFE_THERE)},
                               {"key", n(static_cast<std::int64_t>(key))},
                               {"process", Pid(100)},
                               {"engine", n(engine)}});
    }
    void present(std::int64_t key, double begin, double end, Cells more = {}) {
        Cells cells = {{"begin", at(begin)}, {"end", at(end)},        {"key", n(key)},
                       {"thread", Tid(101)}, {"swap_chain", n(0x51)}, {"process", Pid(100)}};
        cells.insert(cells.end(), more.begin(), more.end());
        made.row("present", std::move(cells));
    }
    void packet(double begin, double end, std::uint64_t queue = 0xC1,
                int kind = BL_GPU_PACKET_KIND_WORK) {
        made.row(
            "gpu_packet",
            {{"begin", at(begin)}, {"end", at(end)}, {"gpu_queue", Key(queue)}, {"kind", n(kind)}});
    }
    void display(std::uint64_t present, double time, const std::string& type = "") {
        made.row("display",
                 {{"time", at(time)}, {"present", Key(present)}, {"type", std::string(type)}});
    }
    void input(double time, int kind, int device = BL_INPUT_DEVICE_MOUSE) {
        made.row("input", {{"time", at(time)},
                           {"kind", n(kind)},
                           {"device", n(device)},
                           {"process", Pid(kind == BL_INPUT_KIND_READ ? 0xFFFFFFFFu : 100u)}});
    }
};

// Of one row, in ms; NaN where there is none.
struct Row {
    const store::StoredTable& table;
    std::uint64_t row;

    double operator()(const char* column) const {
        const store::StoredColumn* const found = table.find(column);
        if (found == nullptr || !found->has(row)) return std::nan("");
        return found->values<double>()[row] / kMs;
    }
    bool has(const char* column) const { return !std::isnan((*this)(column)); }
};

const store::StoredTable& metrics_of(const store::Store& store, std::uint64_t rows) {
    const store::StoredTable* const table = store.find("frame_metric");
    BOOST_REQUIRE(table != nullptr);
    BOOST_REQUIRE(table->rows() == rows);
    return *table;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(frame_metric, *boost::unit_test::tolerance(1e-9))

// The first row of the first gold capture of PresentMon, as times since its first call: Present
// returned at 0, is called at 16.3 and returns at 16.3893; the GPU begins at 0.8529 and has
// finished 0.0673 after the call; the frame is on the screen 16.4296 after it, and 33.3323 after
// the one before.
BOOST_AUTO_TEST_CASE(the_example_of_the_format_description_comes_out) {
    Game game;
    game.present(1, 1.0, 1.5);
    game.display(1, 1.5 + 16.3 + 16.4296 - 16.7);
    game.present(2, 1.5 + 16.3, 1.5 + 16.3893, {{"gpu_done", at(1.5 + 16.3673)}});
    game.display(2, 1.5 + 16.3 + 16.4296);
    game.packet(1.5 + 0.8529, 1.5 + 16.3673);
    game.present(3, 1.5 + 16.3893 + 16.0, 1.5 + 16.3893 + 16.1);
    game.display(3, 1.5 + 16.3 + 16.4296 + 33.3323);
    const auto store = game.made.freeze();
    const Row first{metrics_of(*store, 2), 0}, next{metrics_of(*store, 2), 1};
    BOOST_TEST(first("cpu_busy") == 16.3);
    BOOST_TEST(first("in_present") == 0.0893);
    BOOST_TEST(first("gpu_latency") == 0.8529);
    BOOST_TEST(first("gpu_time") == 15.5144);
    BOOST_TEST(first("render_done") == 0.0673);
    BOOST_TEST(first("until_displayed") == 16.4296);
    BOOST_TEST(first("display_latency") == 32.7296);
    BOOST_TEST(first("displayed_time") == 33.3323);
    BOOST_TEST(next("display_change") == 33.3323);
    BOOST_TEST(next("animation_error") == 16.3893 - 33.3323);
    BOOST_TEST(!next.has("displayed_time"));
}

// Work from 2 to 9 runs over the ends of two frames, at 5 and 8, and is divided there: of the time
// from 1 to 10 the frames have 2 + 1, 3 and 1.5.
BOOST_AUTO_TEST_CASE(work_is_divided_where_a_frame_ends_and_never_counts_twice) {
    Game game;
    game.queue(0xC2, BL_GPU_QUEUE_ENGINE_COPY);
    game.queue(0xC3, BL_GPU_QUEUE_ENGINE_DECODE);
    game.present(1, 0.5, 0.6, {{"gpu_done", at(1)}});
    game.present(2, 4.0, 4.1, {{"gpu_done", at(5)}});
    game.present(3, 7.0, 7.1, {{"gpu_done", at(8)}});
    game.present(4, 9.8, 9.9, {{"gpu_done", at(10)}});
    game.packet(2, 9);
    game.packet(3, 4, 0xC2);       // beside the other, so that it adds nothing
    game.packet(9.5, 10.5, 0xC2);  // half of it behind the last frame
    game.packet(1.5, 2.5, 0xC3);
    game.packet(1, 2, 0xC1, BL_GPU_PACKET_KIND_WAIT);  // no work
    const auto store = game.made.freeze();
    const store::StoredTable& table = metrics_of(*store, 3);
    const Row a{table, 0}, b{table, 1}, c{table, 2};
    BOOST_TEST(a("gpu_busy") == 3.0);
    BOOST_TEST(b("gpu_busy") == 3.0);
    BOOST_TEST(c("gpu_busy") == 1.5);
    BOOST_TEST(c("gpu_time") == 2.0);  // 8 to 10, with a gap from 9 to 9.5
    BOOST_TEST(c("gpu_wait") == 0.5);
    BOOST_TEST(a("gpu_latency") == 1.4);  // from 0.6
    BOOST_TEST(b("gpu_latency") == 0.9);  // it begins where the one before ended
    BOOST_TEST(a("render_start") == -2.0);
    BOOST_TEST(a("video_busy") == 1.0);
}

BOOST_AUTO_TEST_CASE(without_an_end_on_the_gpu_the_call_of_present_divides) {
    Game game;
    for (int i = 0; i < 3; ++i) game.present(i + 1, 10.0 * i + 5, 10.0 * i + 5.5);
    game.packet(6, 26);
    const auto store = game.made.freeze();
    const store::StoredTable& table = metrics_of(*store, 2);
    BOOST_TEST((Row{table, 0}("gpu_busy")) == 9.0);
    BOOST_TEST((Row{table, 1}("gpu_busy")) == 10.0);
    BOOST_TEST((Row{table, 1}("gpu_time")) == 10.0);
}

// More than 16 packets in a queue, as a ring of that size once made busy time of all of it.
BOOST_AUTO_TEST_CASE(forty_packets_in_a_queue_are_forty_packets) {
    Game game;
    game.present(1, 0, 0.1, {{"gpu_done", at(0.2)}});
    for (int i = 0; i < 40; ++i) game.packet(1 + 0.2 * i, 1.1 + 0.2 * i);
    game.present(2, 9, 9.1, {{"gpu_done", at(9.5)}});
    const auto store = game.made.freeze();
    const Row row{metrics_of(*store, 1), 0};
    BOOST_TEST(row("gpu_busy") == 4.0);
    BOOST_TEST(row("gpu_wait") == 3.9);
}

// What was not shown has no time on the screen, and the change is since the last that was.
BOOST_AUTO_TEST_CASE(a_dropped_frame_is_passed_over) {
    Game game;
    for (int i = 0; i < 5; ++i) game.present(i + 1, 10.0 * i + 5, 10.0 * i + 6);
    for (const int i : {0, 1, 3, 4}) game.display(static_cast<std::uint64_t>(i) + 1, 10.0 * i + 20);
    const auto store = game.made.freeze();
    const store::StoredTable& table = metrics_of(*store, 4);
    const auto shown = table.values<std::uint8_t>("shown");
    BOOST_TEST(shown[0] == 1);
    BOOST_TEST(shown[1] == 0);
    BOOST_TEST(table.find("shown")->has(1));
    BOOST_TEST(!(Row{table, 1}.has("until_displayed")));
    BOOST_TEST((Row{table, 0}("displayed_time")) == 20.0);
    BOOST_TEST((Row{table, 2}("display_change")) == 20.0);
    // The program went on by two frames, 20 ms, as the screen did.
    BOOST_TEST((Row{table, 2}("animation_error")) == 0.0);
}

// One present, two frames on the screen: the generated one has no time on the CPU nor on the GPU.
BOOST_AUTO_TEST_CASE(a_generated_frame_is_a_row_of_its_own) {
    Game game;
    for (int i = 0; i < 3; ++i) {
        game.present(i + 1, 10.0 * i + 5, 10.0 * i + 6, {{"gpu_done", at(10.0 * i + 7)}});
        game.packet(10.0 * i + 1, 10.0 * i + 7);
        game.display(static_cast<std::uint64_t>(i) + 1, 10.0 * i + 12, "Intel XeSS-FG");
        game.display(static_cast<std::uint64_t>(i) + 1, 10.0 * i + 17, "Application");
    }
    const auto store = game.made.freeze();
    const store::StoredTable& table = metrics_of(*store, 4);
    const Row generated{table, 2}, own{table, 3};
    BOOST_TEST(store->text(table.values<std::uint32_t>("type")[2]) == "Intel XeSS-FG");
    BOOST_TEST(!generated.has("between_presents"));
    BOOST_TEST(!generated.has("cpu_busy"));
    BOOST_TEST(!generated.has("gpu_busy"));
    BOOST_TEST(generated("display_change") == 5.0);
    BOOST_TEST(generated("displayed_time") == 5.0);
    BOOST_TEST(own("between_presents") == 10.0);
    BOOST_TEST(own("gpu_busy") == 6.0);
    BOOST_TEST(own("display_change") == 5.0);
    BOOST_TEST(own("animation_error") == 0.0);
}

BOOST_AUTO_TEST_CASE(one_repetition_is_no_frame_and_two_are_a_drivers) {
    Game game;
    for (int i = 0; i < 3; ++i) game.present(i + 1, 10.0 * i + 5, 10.0 * i + 6);
    game.display(2, 20, "Application");
    game.display(2, 24, "Repeated");
    game.display(3, 30, "Repeated");
    game.display(3, 34, "Repeated");
    const auto store = game.made.freeze();
    const store::StoredTable& table = metrics_of(*store, 3);
    BOOST_TEST((Row{table, 0}("displayed_time")) == 10.0);
    BOOST_TEST((Row{table, 2}("display_change")) == 4.0);
    BOOST_TEST((Row{table, 2}("between_presents")) == 10.0);
}

// Read at 3 and taken at 4: of the frame presented at 15, which is dropped, so that the one at 25
// has it.  The click at 27 is of the frame at 35.
BOOST_AUTO_TEST_CASE(input_of_a_dropped_frame_waits_for_the_next) {
    Game game;
    for (int i = 0; i < 4; ++i) game.present(i + 1, 10.0 * i + 5, 10.0 * i + 6);
    for (const int i : {0, 2, 3}) game.display(static_cast<std::uint64_t>(i) + 1, 10.0 * i + 20);
    game.input(13, BL_INPUT_KIND_READ);
    game.input(14, BL_INPUT_KIND_TAKEN);
    game.input(14.1, BL_INPUT_KIND_TAKEN);  // another message of the same input
    game.input(26.5, BL_INPUT_KIND_READ);
    game.input(27, BL_INPUT_KIND_CLICK);
    const auto store = game.made.freeze();
    const store::StoredTable& table = metrics_of(*store, 3);
    BOOST_TEST(!(Row{table, 0}.has("input_latency")));
    BOOST_TEST((Row{table, 1}("input_latency")) == 27.0);  // 13 to 40
    BOOST_TEST(!(Row{table, 1}.has("click_latency")));
    BOOST_TEST((Row{table, 2}("input_latency")) == 23.5);
    BOOST_TEST((Row{table, 2}("click_latency")) == 23.0);
}

// A present that is on the screen before the input it took was read has no latency, least of all
// one below 0.
BOOST_AUTO_TEST_CASE(no_latency_of_an_input_is_below_0) {
    Game game;
    game.present(1, 5, 6);
    game.present(2, 15, 16);
    game.present(3, 25, 26);
    game.display(2, 12);
    game.display(3, 30);
    for (const double time : {13.0, 20.0}) {
        game.input(time, BL_INPUT_KIND_READ);
        game.input(time + 1, BL_INPUT_KIND_CLICK);
    }
    const auto store = game.made.freeze();
    const store::StoredTable& table = metrics_of(*store, 2);
    BOOST_TEST(!(Row{table, 0}.has("input_latency")));
    BOOST_TEST(!(Row{table, 0}.has("click_latency")));
    BOOST_TEST((Row{table, 1}("input_latency")) == 10.0);
    BOOST_TEST((Row{table, 1}("click_latency")) == 9.0);
}

// The read of the first input is stamped before the interrupt that brought it, and so is no time.
BOOST_AUTO_TEST_CASE(no_input_is_read_before_the_interrupt_that_brings_it) {
    Game game;
    game.made.image(0, 0xFFFFFFFF, 0xFFFFF80000000000, 0x1000, "\\driver\\USBXHCI.SYS");
    for (int i = 0; i < 3; ++i) {
        game.present(i + 1, 100.0 * i + 50, 100.0 * i + 51);
        game.display(static_cast<std::uint64_t>(i) + 1, 100.0 * i + 60);
    }
    const auto interrupt = [&](double begin) {
        game.made.row("dpc_isr", {{"begin", at(begin)},
                                  {"end", at(begin + 0.01)},
                                  {"cpu", n(0)},
                                  {"kind", n(BL_DPC_ISR_KIND_INTERRUPT)},
                                  {"code", Address(0xFFFFF80000000010)}});
    };
    interrupt(100.8);
    game.input(100.0, BL_INPUT_KIND_READ);
    game.input(100.9, BL_INPUT_KIND_TAKEN);
    interrupt(200.0);
    game.input(200.1, BL_INPUT_KIND_READ);
    game.input(200.2, BL_INPUT_KIND_TAKEN);
    const auto store = game.made.freeze();
    const store::StoredTable& table = metrics_of(*store, 2);
    BOOST_TEST(!(Row{table, 0}.has("input_latency")));
    BOOST_TEST((Row{table, 1}("input_latency")) == 59.9);
}

BOOST_AUTO_TEST_CASE(marks_and_logs_alone_are_measured_by_nobody) {
    TestRecording made;
    made.process(0, 100, "game.exe");
    made.thread(0, 101, 100, "render");
    for (const int time : {10, 20, 30}) {
        made.row("mark",
                 {{"time", Time(time)}, {"thread", Tid(101)}, {"name", std::string("frame")}});
    }
    const auto store = made.freeze();
    BOOST_TEST(store->has("frame"));
    BOOST_TEST(!store->has("frame_metric"));
}

BOOST_AUTO_TEST_SUITE_END()
