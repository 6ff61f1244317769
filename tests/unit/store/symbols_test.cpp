// Names out of the table `symbol`, and which code is looked up where; files with names are in
// symbol_files_test.cpp.
#include "store/symbols/symbols.hpp"

#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "store/anonymise.hpp"
#include "store/symbols/demangle.hpp"
#include "test_store.hpp"

using namespace benchlab;
using test::Address;
using test::Frames;
using test::n;
using test::Pid;
using test::TestRecording;
using test::Tid;
using test::Time;

namespace {

constexpr std::uint32_t kNobody = 0xFFFFFFFF;
constexpr std::uint64_t kKernel = 0xFFFFFFFF81000000;

void symbol(TestRecording& made, std::uint32_t pid, std::uint64_t address, std::int64_t size,
            const std::string& name) {
    made.row("symbol", {{"process", Pid(pid)},
                        {"address", static_cast<std::int64_t>(address)},
                        {"size", n(size)},
                        {"name", name}});
}

void sample(TestRecording& made, std::int64_t time, std::uint32_t tid, Frames stack) {
    const std::uint64_t innermost = stack.addresses.front();
    made.row("sample", {{"time", Time(time)},
                        {"thread", Tid(tid)},
                        {"code", Address(innermost)},
                        {"stack", std::move(stack)}});
}

// Two processes and a kernel.
void fill(TestRecording& made) {
    for (const std::uint32_t pid : {7u, 8u}) {
        made.process(0, pid, "game", BL_LIFE_THERE);
        made.thread(0, pid * 10, pid, "", BL_LIFE_THERE);
    }
    made.image(0, kNobody, kKernel, 0x1000000, "[kernel.kallsyms]", BL_LIFE_THERE);
    made.image(0, 7, 0x400000, 0x10000, "/nowhere/game", BL_LIFE_THERE);
    symbol(made, kNobody, kKernel + 0x200, 0, "schedule");
    symbol(made, kNobody, kKernel + 0x100, 0, "__schedule");
    symbol(made, kNobody, kKernel + 0x100, 0, "___schedule_alias");
    symbol(made, kNobody, kKernel + 0x300, 0, "_etext");
}

std::vector<std::string> names_of(const store::Store& store, std::uint32_t stack) {
    std::vector<std::string> out;
    const store::Names& names = store.names();
    for (; stack != 0; stack = names.stack_parent[stack]) {
        out.emplace_back(store.function_name(names.stack_code[stack]));
    }
    return out;
}

std::vector<std::uint32_t> functions_of(const store::Store& store,
                                        const std::vector<std::uint32_t>& codes) {
    std::vector<std::uint32_t> out(codes.size());
    BOOST_TEST_REQUIRE(
        store.abi()->functions(store.abi(), codes.data(), codes.size(), out.data()) == BL_OK);
    return out;
}

std::vector<std::uint32_t> column(const store::Store& store, const char* name) {
    const auto values = store.find("sample")->values<std::uint32_t>(name);
    return {values.begin(), values.end()};
}

bl_function described(const store::Store& store, std::uint32_t code) {
    bl_function out{};
    out.struct_size = sizeof(out);
    BOOST_TEST_REQUIRE(store.abi()->describe(store.abi(), code, 0, &out) == BL_OK);
    return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(symbols)

BOOST_AUTO_TEST_CASE(code_of_the_kernel_has_the_names_that_the_recording_has) {
    TestRecording made;
    fill(made);
    for (const std::uint64_t offset : {0x110u, 0x1ffu, 0x200u, 0x2ffu, 0x110u, 0x50u}) {
        sample(made, 1, 70, {7, {kKernel + offset}});
    }
    sample(made, 2, 80, {8, {kKernel + 0x111}});
    const auto store = made.freeze();
    const auto codes = column(*store, "code");
    const char* const wanted[] = {"__schedule", "__schedule", "schedule",
                                  "schedule",   "__schedule", "[kernel.kallsyms]+0x50",
                                  "__schedule"};
    for (std::size_t i = 0; i < 7; ++i) BOOST_TEST(store->function_name(codes[i]) == wanted[i]);
    // One function is one code in all processes, the lowest.
    const auto functions = functions_of(*store, codes);
    const std::vector<std::uint32_t> same = {codes[0], codes[0], codes[2], codes[2],
                                             codes[0], codes[5], codes[0]};
    BOOST_TEST(functions == same, boost::test_tools::per_element());
    const bl_function found = described(*store, codes[1]);
    BOOST_TEST(found.start == kKernel + 0x100);
    BOOST_TEST((found.file == nullptr && found.line == 0));
}

BOOST_AUTO_TEST_CASE(what_a_compiler_made_in_one_process_has_a_name_in_that_one_alone) {
    TestRecording made;
    fill(made);
    symbol(made, 7, 0x900000, 0x20, "old name of the place");
    symbol(made, 7, 0x900000, 0x20, "LazyCompile:update");
    symbol(made, 7, 0x900020, 0x10, "LazyCompile:draw");
    for (const std::uint64_t address : {0x900000u, 0x90001fu, 0x900020u, 0x900030u}) {
        sample(made, 1, 70, {7, {address}});
    }
    sample(made, 2, 80, {8, {0x900000}});
    const auto store = made.freeze();
    const auto codes = column(*store, "code");
    BOOST_TEST(store->function_name(codes[0]) == "LazyCompile:update");
    BOOST_TEST(store->function_name(codes[1]) == "LazyCompile:update");
    BOOST_TEST(store->function_name(codes[2]) == "LazyCompile:draw");
    BOOST_TEST(store->function_name(codes[3]) == "unknown+0x900030");
    BOOST_TEST(store->function_name(codes[4]) == "unknown+0x900000");
}

BOOST_AUTO_TEST_CASE(a_call_at_the_end_of_a_function_is_not_given_to_the_next_one) {
    TestRecording made;
    fill(made);
    symbol(made, 7, 0x900000, 0x20, "gives up");
    symbol(made, 7, 0x900020, 0x20, "the next one");
    symbol(made, 7, 0x900040, 0x20, "fails");
    // The call of "fails" is the last instruction of "gives up".
    sample(made, 1, 70, {7, {0x900050, 0x900020, 0x900030}});
    const auto store = made.freeze();
    const auto names = names_of(*store, column(*store, "stack")[0]);
    const std::vector<std::string> wanted = {"fails", "gives up", "the next one"};
    BOOST_TEST(names == wanted, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(the_innermost_entries_of_a_stack_are_where_the_thread_was) {
    TestRecording made;
    fill(made);
    symbol(made, 7, 0x900000, 0x20, "before");
    symbol(made, 7, 0x900020, 0x20, "faults at its first byte");
    sample(made, 1, 70, {7, {0x900020, 0x900030}});
    // A page fault: the kernel's part stands in front of the program's.
    sample(made, 2, 70, {7, {kKernel + 0x210, kKernel + 0x200, 0x900020, 0x900010}});
    const auto store = made.freeze();
    const auto stacks = column(*store, "stack");
    BOOST_TEST(names_of(*store, stacks[0])[0] == "faults at its first byte");
    const auto names = names_of(*store, stacks[1]);
    const std::vector<std::string> wanted = {"schedule", "__schedule", "faults at its first byte",
                                             "before"};
    BOOST_TEST(names == wanted, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_store_without_names_says_modules_and_offsets) {
    TestRecording made;
    fill(made);
    sample(made, 1, 70, {7, {0x400123, 0x400200}});
    const auto store = made.freeze();
    const auto names = names_of(*store, column(*store, "stack")[0]);
    const std::vector<std::string> wanted = {"game+0x123", "game+0x200"};
    BOOST_TEST(names == wanted, boost::test_tools::per_element());
    const auto codes = column(*store, "code");
    BOOST_TEST(functions_of(*store, codes) == codes, boost::test_tools::per_element());
    BOOST_TEST(described(*store, codes[0]).start == 0x400123);
    bl_function out{};
    out.struct_size = sizeof(out);
    BOOST_TEST(store->abi()->describe(store->abi(), codes[0], 1, &out) == BL_SKIPPED);
    BOOST_TEST(store->abi()->describe(store->abi(), 0, 0, &out) == BL_SKIPPED);
    BOOST_TEST(store->abi()->describe(store->abi(), 1000, 0, &out) == BL_E_INVALID);
    const std::uint32_t none = 1000;
    std::uint32_t id = 0;
    BOOST_TEST(store->abi()->functions(store->abi(), &none, 1, &id) == BL_E_INVALID);
}

BOOST_AUTO_TEST_CASE(an_anonymised_store_keeps_the_names_of_the_kernel_and_no_others) {
    TestRecording made;
    fill(made);
    made.image(0, kNobody, kKernel + 0x40000000, 0x1000, "[secretdriver]", BL_LIFE_THERE);
    symbol(made, kNobody, kKernel + 0x40000000, 0x10, "secret_ioctl");
    symbol(made, 7, 0x900000, 0x20, "SecretScript:update");
    sample(made, 1, 70, {7, {kKernel + 0x110}});
    sample(made, 2, 70, {7, {0x900004}});
    sample(made, 3, 70, {7, {kKernel + 0x40000004}});
    const auto store = made.freeze();
    const auto codes = column(*store, "code");
    BOOST_TEST(store->function_name(codes[1]) == "SecretScript:update");
    store::anonymise(*store);
    BOOST_TEST(store->function_name(codes[0]) == "__schedule");
    BOOST_TEST(store->function_name(codes[1]).starts_with("function-"));
    BOOST_TEST(store->function_name(codes[2]).starts_with("function-"));
    BOOST_TEST(store->names().string_bytes.find("ecret") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(names_are_written_as_in_the_source_unless_they_would_fill_the_memory) {
    BOOST_TEST(store::function_text("_ZN3geo5PointC1Edd") == "geo::Point::Point(double, double)");
    BOOST_TEST(store::function_text("_ZSt4swapIiEvRT_S1_") == "void std::swap<int>(int&, int&)");
    BOOST_TEST(store::function_text("memcpy@@GLIBC_2.14") == "memcpy");
    BOOST_TEST(store::function_text("_Zebra") == "_Zebra");
    BOOST_TEST(store::function_text("") == "");
    BOOST_TEST(store::function_text("caf\xe9") == "caf\xef\xbf\xbd");
    // pair<pair<..., first>, first>: each level doubles the text.
    std::string type = "S_IiiE";
    for (const char level : std::string("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ")) {
        type = (level == 'Z' ? "1pI" : "S_I") + type + 'S' + level + "_E";
    }
    BOOST_TEST(store::function_text("_Z1f" + type) == "_Z1f" + type);
}

BOOST_AUTO_TEST_SUITE_END()
