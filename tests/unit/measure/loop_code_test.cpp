// The machine code of loops: bytes written by hand, and what the compiler of the tests makes of the
// bodies in tests/bodies.
#include "measure/loop_code.hpp"

#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

#include "bodies/bodies.hpp"

using namespace benchlab::measure;
using benchlab::platform::LoadedRange;

namespace {

using Bytes = std::vector<unsigned char>;

Bytes operator+(Bytes a, const Bytes& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

Bytes times(int count, const Bytes& bytes) {
    Bytes out;
    for (int i = 0; i < count; ++i) out = out + bytes;
    return out;
}

Bytes begin_mark(unsigned char copies) {
    return {0x0f, 0x1f, 0x80, 0x42, 0x4c, copies, 0x01};
}
const Bytes kEndMark = {0x0f, 0x1f, 0x80, 0x42, 0x4c, 0x4c, 0x02};
const Bytes kCountDown = {0x48, 0x83, 0xef, 0x01};  // sub rdi, 1
const Bytes kReturn = {0xc3};
const Bytes kMoveConstant = {0xb8, 0x2a, 0, 0, 0};    // mov eax, 42
const Bytes kMoveRegister = {0x89, 0xd8};             // mov eax, ebx
const Bytes kAdd = {0x48, 0x83, 0xc0, 0x03};          // add rax, 3
const Bytes kLoad = {0x8b, 0x03};                     // mov eax, [rbx]
const Bytes kLoadNear = {0x8b, 0x05, 0, 0x10, 0, 0};  // mov eax, [rip + 0x1000]
const Bytes kStore = {0xc7, 0x03, 0x0a, 0, 0, 0};     // mov dword [rbx], 10
const Bytes kNop = {0x90};

constexpr std::uint64_t kAddress = 0x10000;

// "loop: begin mark, body, end mark, behind, sub rdi 1, jnz loop, ret".
Bytes loop_of(unsigned char copies, const Bytes& body, const Bytes& behind = {}) {
    Bytes code = begin_mark(copies) + body + kEndMark + behind + kCountDown;
    const auto back = static_cast<int>(code.size()) + 6;
    const auto distance = static_cast<std::uint32_t>(-back);
    code = code + Bytes{0x0f, 0x85};
    for (int i = 0; i < 4; ++i) code.push_back(static_cast<unsigned char>(distance >> (8 * i)));
    return code + kReturn;
}

// Code, and data at 0x1000 bytes behind its begin.
LoopCode seen(const Bytes& code, bool data_is_writable = false) {
    static const Bytes data(0x2000, 0);
    const std::vector<LoadedRange> ranges = {{kAddress, code, true, false},
                                             {kAddress + 0x1000, data, false, data_is_writable}};
    return inspect_loops(kAddress, ranges);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(loop_code,
                      *boost::unit_test::precondition([](boost::unit_test::test_unit_id) {
                          if (!can_inspect_loops()) BOOST_TEST_MESSAGE("no disassembler: skipped");
                          return can_inspect_loops();
                      }))

BOOST_AUTO_TEST_CASE(an_empty_loop_has_nothing) {
    BOOST_TEST((seen(loop_of(16, {})) == LoopCode::kNothingLeft));
    BOOST_TEST((seen(loop_of(1, {})) == LoopCode::kNothingLeft));
}

BOOST_AUTO_TEST_CASE(code_without_marks_is_not_judged) {
    BOOST_TEST((seen(kMoveConstant + kReturn) == LoopCode::kNotFound));
    BOOST_TEST((seen(Bytes{}) == LoopCode::kNotFound));
    BOOST_TEST((seen(Bytes{0x0f}) == LoopCode::kNotFound));
}

BOOST_AUTO_TEST_CASE(moves_of_constants_are_nothing) {
    BOOST_TEST((seen(loop_of(16, times(16, kMoveConstant))) == LoopCode::kNothingLeft));
    BOOST_TEST((seen(loop_of(16, times(16, kMoveRegister))) == LoopCode::kNothingLeft));
    BOOST_TEST((seen(loop_of(1, kMoveConstant)) == LoopCode::kNothingLeft));
    const Bytes zero = {0x31, 0xc0};  // xor eax, eax
    BOOST_TEST((seen(loop_of(16, times(16, zero))) == LoopCode::kNothingLeft));
    const Bytes stack_address = {0x48, 0x8d, 0x44, 0x24, 0x08};  // lea rax, [rsp + 8]
    BOOST_TEST((seen(loop_of(16, times(16, stack_address))) == LoopCode::kNothingLeft));
    BOOST_TEST((seen(loop_of(16, times(16, kLoadNear))) == LoopCode::kNothingLeft));
}

BOOST_AUTO_TEST_CASE(the_same_memory_is_work_when_it_can_change) {
    BOOST_TEST((seen(loop_of(16, times(16, kLoadNear)), true) == LoopCode::kWork));
}

BOOST_AUTO_TEST_CASE(one_operation_an_iteration_is_work) {
    BOOST_TEST((seen(loop_of(16, times(16, kAdd))) == LoopCode::kWork));
    BOOST_TEST((seen(loop_of(1, kAdd)) == LoopCode::kWork));
    BOOST_TEST((seen(loop_of(16, times(16, kNop))) == LoopCode::kWork));
}

BOOST_AUTO_TEST_CASE(what_the_compiler_puts_behind_the_mark_counts) {
    BOOST_TEST((seen(loop_of(16, {}, times(16, kAdd))) == LoopCode::kWork));
    BOOST_TEST((seen(loop_of(16, {}, kStore)) == LoopCode::kWork));
}

BOOST_AUTO_TEST_CASE(one_operation_for_all_iterations_is_what_is_left_of_none) {
    // sum += 3, sixteen times, as one addition of 48.
    BOOST_TEST((seen(loop_of(16, {}, kAdd)) == LoopCode::kNothingLeft));
}

BOOST_AUTO_TEST_CASE(memory_is_work) {
    BOOST_TEST((seen(loop_of(16, times(16, kLoad))) == LoopCode::kWork));
    BOOST_TEST((seen(loop_of(16, times(16, kStore))) == LoopCode::kWork));
    // One that is left of sixteen, too: it cannot be told from a body that does it now and then.
    BOOST_TEST((seen(loop_of(16, kStore)) == LoopCode::kWork));
}

BOOST_AUTO_TEST_CASE(registers_that_change_places_are_work) {
    // mov ecx, eax; mov eax, ebx; mov ebx, ecx
    const Bytes swap = {0x89, 0xc1, 0x89, 0xd8, 0x89, 0xcb};
    BOOST_TEST((seen(loop_of(16, times(16, swap))) == LoopCode::kWork));
}

BOOST_AUTO_TEST_CASE(a_copy_of_a_constant_is_one) {
    // mov eax, 42; mov ecx, eax
    const Bytes copy = kMoveConstant + Bytes{0x89, 0xc1};
    BOOST_TEST((seen(loop_of(16, times(16, copy))) == LoopCode::kNothingLeft));
    // The same after add rax, 3 is none: of eight adds and eight copies all are work.
    const Bytes changed = kAdd + Bytes{0x89, 0xc1};
    BOOST_TEST((seen(loop_of(16, times(8, changed))) == LoopCode::kWork));
}

BOOST_AUTO_TEST_CASE(calls_and_branches_are_work) {
    const Bytes call = {0xe8, 0, 0, 0, 0};
    BOOST_TEST((seen(loop_of(16, call)) == LoopCode::kWork));
    const Bytes branch = {0x74, 0x00};  // jz to the next instruction
    BOOST_TEST((seen(loop_of(16, branch)) == LoopCode::kWork));
}

BOOST_AUTO_TEST_CASE(a_loop_in_a_function_that_is_called_is_found) {
    // call +1; ret; the loop
    const Bytes caller = {0xe8, 0x01, 0, 0, 0, 0xc3};
    BOOST_TEST((seen(caller + loop_of(16, {})) == LoopCode::kNothingLeft));
    BOOST_TEST((seen(caller + loop_of(16, kLoad)) == LoopCode::kWork));
}

BOOST_AUTO_TEST_CASE(a_call_through_a_table_of_the_library_is_followed) {
    // jmp [rip + 2]; int3; int3; the address of what follows it
    const Bytes jump = {0xff, 0x25, 2, 0, 0, 0, 0xcc, 0xcc, 0x10, 0, 1, 0, 0, 0, 0, 0};
    BOOST_REQUIRE(kAddress + jump.size() == 0x10010u);
    BOOST_TEST((seen(jump + loop_of(16, {})) == LoopCode::kNothingLeft));
    BOOST_TEST((seen(jump + loop_of(16, kLoad)) == LoopCode::kWork));
    // To nowhere.
    const Bytes lost = {0xff, 0x25, 2, 0, 0, 0, 0xcc, 0xcc, 1, 2, 3, 4, 5, 6, 7, 8};
    BOOST_TEST((seen(lost + loop_of(16, {})) == LoopCode::kNotFound));
    BOOST_TEST((seen(Bytes{0xff, 0x25, 2, 0, 0, 0}) == LoopCode::kNotFound));
}

BOOST_AUTO_TEST_CASE(one_loop_that_works_is_enough) {
    Bytes first = loop_of(16, {});
    first.pop_back();  // falls through into the second
    BOOST_TEST((seen(first + loop_of(16, {})) == LoopCode::kNothingLeft));
    BOOST_TEST((seen(first + loop_of(16, kLoad)) == LoopCode::kWork));
}

BOOST_AUTO_TEST_CASE(code_that_does_not_end_is_left) {
    const Bytes for_ever = begin_mark(16) + Bytes{0xeb, 0xfe};  // jmp to itself
    BOOST_TEST((seen(for_ever) == LoopCode::kWork));
    BOOST_TEST((seen(begin_mark(16)) == LoopCode::kWork));
    BOOST_TEST((seen(begin_mark(16) + begin_mark(16)) == LoopCode::kWork));
}

// ---- of this compiler

BOOST_AUTO_TEST_CASE(twelve_removed_bodies_are_found) {
    for (const bodies::Body& body : bodies::kRemoved) {
        const LoopCode code = inspect_loops(reinterpret_cast<const void*>(body.loop));
        BOOST_TEST((code == LoopCode::kNothingLeft), body.name << ": " << int(code));
    }
}

BOOST_AUTO_TEST_CASE(fifty_honest_bodies_are_left_alone) {
    for (const bodies::Body& body : bodies::kHonest) {
        const LoopCode code = inspect_loops(reinterpret_cast<const void*>(body.loop));
        BOOST_TEST((code == LoopCode::kWork), body.name << ": " << int(code));
    }
}

BOOST_AUTO_TEST_CASE(all_bodies_run) {
    for (const bodies::Body& body : bodies::kRemoved) BOOST_CHECK_NO_THROW(body.loop(35));
    for (const bodies::Body& body : bodies::kHonest) BOOST_CHECK_NO_THROW(body.loop(35));
}

BOOST_AUTO_TEST_CASE(what_is_no_code_of_ours_is_not_found) {
    int local = 0;
    BOOST_TEST((inspect_loops(static_cast<const void*>(&local)) == LoopCode::kNotFound));
    BOOST_TEST((inspect_loops(nullptr) == LoopCode::kNotFound));
}

BOOST_AUTO_TEST_SUITE_END()
