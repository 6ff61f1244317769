// Work of GPUs, by engine and process.  Times in ns.
#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

#include "gpu/compute.hpp"
#include "store/test_store.hpp"

using namespace benchlab;
using namespace benchlab::test;
using analyzers::gpu::compute;
using analyzers::gpu::Findings;

namespace {

constexpr std::int64_t kAdapter = 0xAD;

void queue(TestRecording& made, std::uint64_t key, std::uint32_t pid, int node, int engine) {
    made.row("gpu_queue", {{"time", Time(0)},
                           {"kind", n(BL_LIFE_THERE)},
                           {"key", n(static_cast<std::int64_t>(key))},
                           {"process", Pid(pid)},
                           {"adapter", n(kAdapter)},
                           {"node", n(node)},
                           {"engine", n(engine)}});
}

void packet(TestRecording& made, std::uint64_t queue, std::int64_t begin, std::int64_t end,
            int kind = BL_GPU_PACKET_KIND_WORK, int flags = 0) {
    made.row("gpu_packet", {{"begin", Time(begin)},
                            {"end", Time(end)},
                            {"gpu_queue", Key(queue)},
                            {"kind", n(kind)},
                            {"flags", n(flags)}});
}

// A game and a browser, of which each has a queue of the 3D engine, and the game one that copies.
void two_programs(TestRecording& made) {
    made.process(0, 100, "game.exe");
    made.process(0, 200, "browser.exe");
    queue(made, 0xC1, 100, 0, BL_GPU_QUEUE_ENGINE_3D);
    queue(made, 0xC2, 100, 1, BL_GPU_QUEUE_ENGINE_COPY);
    queue(made, 0xD1, 200, 0, BL_GPU_QUEUE_ENGINE_3D);
}

Findings within(TestRecording& made, Window window) {
    const auto store = made.freeze();
    return compute(Store(store->abi()), window);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(gpu, *boost::unit_test::tolerance(1e-9))

BOOST_AUTO_TEST_CASE(each_moment_of_an_engine_counts_once) {
    TestRecording made;
    two_programs(made);
    packet(made, 0xC1, 10, 40);
    packet(made, 0xD1, 30, 60);  // the engine is busy from 10 to 60
    packet(made, 0xC1, 35, 38);  // within the first
    packet(made, 0xC2, 20, 30, BL_GPU_PACKET_KIND_PAGING);
    packet(made, 0xC1, 60, 90, BL_GPU_PACKET_KIND_WAIT);  // no work
    const Findings found = within(made, {0, 100});
    BOOST_TEST_REQUIRE(found.engines.size() == 2u);
    const auto& drawing = found.engines[0];
    BOOST_TEST(drawing.gpu.value() == 1u);
    BOOST_TEST(drawing.all.busy_ns == 50);
    BOOST_TEST(drawing.all.packets == 3u);
    BOOST_TEST(drawing.all.longest_ns == 30);
    BOOST_TEST_REQUIRE(drawing.by_process.size() == 2u);
    BOOST_TEST(drawing.by_process[0].busy_ns == 30);
    BOOST_TEST(drawing.by_process[1].busy_ns == 30);
    double over_time = 0;
    for (std::size_t i = 0; i < drawing.busy.size(); ++i) over_time += drawing.busy.sum(i);
    BOOST_TEST(over_time == 50.0);
    const auto& copying = found.engines[1];
    BOOST_TEST(copying.all.busy_ns == 10);
    BOOST_TEST(copying.all.paging == 1u);
    BOOST_TEST(copying.all.paging_ns == 10);
    BOOST_TEST(found.packets == 4u);
}

BOOST_AUTO_TEST_CASE(work_is_cut_to_the_window) {
    TestRecording made;
    two_programs(made);
    packet(made, 0xC1, 10, 40);
    packet(made, 0xC1, 70, 90, BL_GPU_PACKET_KIND_WORK, BL_GPU_PACKET_FLAG_BEGIN_ESTIMATED);
    const Findings found = within(made, {30, 80});
    BOOST_TEST(found.engines[0].all.busy_ns == 20);
    BOOST_TEST(found.begin_estimated == 1u);
}

BOOST_AUTO_TEST_CASE(without_work_there_is_no_section) {
    TestRecording made;
    two_programs(made);
    packet(made, 0xC1, 10, 40, BL_GPU_PACKET_KIND_SIGNAL);
    BOOST_CHECK_THROW(within(made, {0, 100}), Error);
}

BOOST_AUTO_TEST_SUITE_END()
