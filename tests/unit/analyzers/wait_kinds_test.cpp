#include "common/wait_kinds.hpp"

#include <boost/test/unit_test.hpp>

#include "common/states.hpp"
#include "two_cpus.hpp"

using namespace benchlab;
using namespace benchlab::test;
using namespace benchlab::analyzers;

namespace {

constexpr std::uint32_t kKernel = 0xFFFFFFFF;

void symbol(TestRecording& made, std::int64_t address, const std::string& name) {
    made.row("symbol",
             {{"process", Pid(kKernel)}, {"address", address}, {"size", n(0x100)}, {"name", name}});
}

// The kinds of the waits of one thread, in order.
std::vector<KindOfWait> kinds_of(const store::Store& store) {
    const Store view(store.abi());
    const States states(view);
    WaitKinds kinds(view);
    std::vector<KindOfWait> out;
    for (std::size_t row = 0; row < states.state.size(); ++row) {
        if (states.state[row] != BL_STATE_WAITING) continue;
        const auto thread = states.thread[row];
        if (view.table("thread").u32("tid")[thread] != 101) continue;
        out.push_back(kinds.of(states.stack.value_or(row, StackId::kNone),
                               states.reason.value_or(row, StringId::kEmpty)));
    }
    return out;
}

// Waits of 50 ns, one in each 100 ns, with these stacks (none: empty) and reasons.
std::unique_ptr<store::Store> waiting(
    const std::vector<std::pair<std::vector<std::uint64_t>, std::string>>& waits) {
    TestRecording made(ends_at_1000());
    made.process(0, 100, "game");
    made.thread(0, 101, 100, "render");
    symbol(made, 0x1000, "__schedule");
    symbol(made, 0x2000, "do_nanosleep");
    symbol(made, 0x3000, "__x64_sys_clock_nanosleep");
    symbol(made, 0x4000, "futex_wait_queue");
    symbol(made, 0x5000, "io_schedule");
    symbol(made, 0x6000, "ext4_file_read_iter");
    made.image(0, kKernel, 0x1000, 0x10000, "vmlinux");
    made.cswitch(0, 0, 0, 101);
    std::int64_t at = 0;
    for (const auto& [stack, reason] : waits) {
        std::vector<std::pair<const char*, Cell>> cells = {
            {"time", Time(at += 50)}, {"cpu", n(0)},          {"old_thread", Tid(101)},
            {"new_thread", Tid(0)},   {"old_reason", reason}, {"old_state", n(BL_STATE_WAITING)}};
        if (!stack.empty()) cells.push_back({"old_stack", Frames{kKernel, stack}});
        made.row("cswitch", std::move(cells));
        made.cswitch(at += 50, 0, 0, 101);
    }
    return made.freeze();
}

void check(const KindOfWait& kind, WaitKind expected, ToldBy told_by) {
    BOOST_TEST(name_of(kind.kind) == std::string(name_of(expected)));
    BOOST_TEST((kind.told_by == told_by));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(wait_kinds)

BOOST_AUTO_TEST_CASE(a_function_on_the_stack_tells_before_the_reason) {
    const auto kinds = kinds_of(*waiting({{{0x1010, 0x2010, 0x3010}, "S"},
                                          {{0x1010, 0x4010}, "DelayExecution"},
                                          {{0x1010, 0x5010, 0x6010}, "D"},
                                          {{0x1010, 0x6010}, "S"},
                                          {{}, "DelayExecution"},
                                          {{}, "WrPushLock"},
                                          {{}, "S"}}));
    BOOST_TEST_REQUIRE(kinds.size() == 7u);
    check(kinds[0], WaitKind::kTimer, ToldBy::kStack);
    check(kinds[1], WaitKind::kLock, ToldBy::kStack);
    check(kinds[2], WaitKind::kDisk, ToldBy::kStack);
    check(kinds[3], WaitKind::kUnknown, ToldBy::kNothing);
    check(kinds[4], WaitKind::kTimer, ToldBy::kReason);
    check(kinds[5], WaitKind::kLock, ToldBy::kReason);
    check(kinds[6], WaitKind::kUnknown, ToldBy::kNothing);
}

BOOST_AUTO_TEST_SUITE_END()
