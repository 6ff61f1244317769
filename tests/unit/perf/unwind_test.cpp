// Stacks from copied bytes: this very process against the C library's own backtrace(), and the
// rules one by one.
#include <boost/test/unit_test.hpp>
#include <cstring>

#include "perf/lives.hpp"
#include "perf/unwind/dwarf_codes.hpp"
#include "perf/unwind/unwinder.hpp"

#if defined(__linux__) && defined(__x86_64__)
#include <execinfo.h>
#include <fcntl.h>
#include <ucontext.h>
#include <unistd.h>

#include <fstream>
#endif

using namespace benchlab::perf;

namespace {

using Body = std::vector<std::uint8_t>;

constexpr std::uint32_t kPid = 77;
constexpr std::uint32_t kReadAndRun = 5;

template <class Number>
void put(Body& body, Number number) {
    const auto* const bytes = reinterpret_cast<const std::uint8_t*>(&number);
    body.insert(body.end(), bytes, bytes + sizeof(number));
}

void put_text(Body& body, const std::string& text) {
    body.insert(body.end(), text.begin(), text.end());
    body.resize((body.size() + 8) / 8 * 8);
}

// A session with one event, whose records end with thread, time and CPU.
struct OneEvent {
    Session session{ByteOrder()};
    AddressSpaces spaces;

    OneEvent() {
        session.add_made_event(kSoftware, 0, nullptr);
        attribute().flags |= Attribute::kSampleIdAll;
    }
    Attribute& attribute() { return *session.attributes()[0]; }

    void take(std::uint32_t type, std::uint16_t misc, Body body, std::uint64_t time) {
        put(body, kPid);
        put(body, kPid);
        put(body, time);
        put(body, std::uint64_t{0});
        Record record;
        record.type = type;
        record.misc = misc;
        record.body = body;
        spaces.take(record, session);
    }
    void map(std::uint32_t pid, std::uint64_t time, std::uint64_t begin, std::uint64_t end,
             std::uint64_t offset, const std::string& path) {
        Body body;
        put(body, pid);
        put(body, pid);
        put(body, begin);
        put(body, end - begin);
        put(body, offset);
        body.resize(body.size() + 24);  // device and inode
        put(body, kReadAndRun);
        put(body, std::uint32_t{0});
        put_text(body, path);
        take(kMmap2Record, 0, body, time);
    }
    void fork(std::uint32_t pid, std::uint32_t parent, std::uint64_t time) {
        Body body;
        for (const std::uint32_t each : {pid, parent, pid, parent}) put(body, each);
        put(body, time);
        take(kForkRecord, 0, body, time);
    }
    void program(std::uint32_t pid, std::uint64_t time) {
        Body body;
        put(body, pid);
        put(body, pid);
        put_text(body, "new");
        take(kCommRecord, kMiscCommExec, body, time);
    }
    std::string path_at(std::uint32_t pid, std::uint64_t time, std::uint64_t address) const {
        const auto* const found = spaces.find(pid, time, address);
        return found == nullptr ? "" : spaces.files()[found->file].path;
    }
};

// 16 words from 0x1000 on: 0x2000, 0x2001, ...
Body words() {
    Body out;
    for (std::uint64_t i = 0; i < 16; ++i) put(out, 0x2000 + i);
    return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(perf_unwind)

BOOST_AUTO_TEST_CASE(code_is_that_of_the_latest_map_of_the_process_and_of_what_it_was_forked_from) {
    OneEvent made;
    made.map(1, 0, 0x1000, 0x3000, 0, "/old");
    made.map(1, 50, 0x2000, 0x2800, 0, "/new");
    made.fork(2, 1, 60);
    made.map(1, 70, 0x1000, 0x1800, 0, "/later");
    made.program(2, 80);
    made.map(2, 81, 0x9000, 0xa000, 0, "/program");
    made.spaces.settle(made.session);
    BOOST_TEST(made.path_at(1, 10, 0x2400) == "/old");
    BOOST_TEST(made.path_at(1, 55, 0x2400) == "/new");
    BOOST_TEST(made.path_at(1, 55, 0x2900) == "/old");
    BOOST_TEST(made.path_at(1, 75, 0x1400) == "/later");
    BOOST_TEST(made.path_at(2, 75, 0x1400) == "/old");
    BOOST_TEST(made.path_at(2, 75, 0x2400) == "/new");
    BOOST_TEST(made.path_at(2, 90, 0x2400) == "");
    BOOST_TEST(made.path_at(2, 90, 0x9400) == "/program");
    BOOST_TEST(made.path_at(1, 90, 0x3000) == "");
    BOOST_TEST(made.path_at(3, 90, 0x1000) == "");
}

BOOST_AUTO_TEST_CASE(a_rule_finds_what_was_saved_and_what_an_expression_says) {
    const Body bytes = words();
    const CopiedStack stack(0x1000, bytes);
    Registers registers;
    registers.set(kStackRegister, 0x1010);
    registers.set(kCodeRegister, 0x400b);
    registers.set(3, 5);

    // The usual one: a return address and a register that were pushed.
    FrameRule usual;
    usual.offset = 16;
    usual.places[kCodeRegister] = {FrameRule::Place::kSaved, -8, {}};
    usual.places[kStackRegister] = {FrameRule::Place::kOffset, 0, {}};
    usual.places[kFrameRegister] = {FrameRule::Place::kSaved, -16, {}};
    Registers caller = registers;
    BOOST_REQUIRE(usual.apply(stack, caller));
    BOOST_TEST(caller.code() == 0x2003u);
    BOOST_TEST(caller.stack() == 0x1020u);
    BOOST_TEST(caller.values[kFrameRegister] == 0x2002u);
    BOOST_TEST(caller.values[3] == 5u);

    // The table of calls to libraries: 8 more from its second instruction on, by the address.
    FrameRule calls = usual;
    calls.by_register = false;
    calls.expression = {
        {kOpRegister0 + 7, 8, 0}, {kOpRegister0 + 16, 0, 0}, {kOpLiteral0 + 15, 0, 0},
        {kOpAnd, 0, 0},           {kOpLiteral0 + 11, 0, 0},  {kOpAtLeast, 0, 0},
        {kOpLiteral0 + 3, 0, 0},  {kOpShiftLeft, 0, 0},      {kOpAdd, 0, 0}};
    caller = registers;
    BOOST_REQUIRE(calls.apply(stack, caller));
    BOOST_TEST(caller.stack() == 0x1020u);
    registers.set(kCodeRegister, 0x400a);
    caller = registers;
    BOOST_REQUIRE(calls.apply(stack, caller));
    BOOST_TEST(caller.stack() == 0x1018u);

    // A handler of a signal: all registers lie where an expression says.
    FrameRule handler = usual;
    handler.places[kCodeRegister] = {FrameRule::Place::kSavedAt, 0, {{kOpRegister0 + 7, 0x20, 0}}};
    caller = registers;
    BOOST_REQUIRE(handler.apply(stack, caller));
    BOOST_TEST(caller.code() == 0x2006u);

    // Beyond what was copied, and of operations that are not known, there is nothing.
    usual.offset = 0x200;
    BOOST_TEST(!usual.apply(stack, caller));
    calls.expression.push_back({0xff, 0, 0});
    BOOST_TEST(!calls.apply(stack, caller));
}

BOOST_AUTO_TEST_CASE(a_copied_stack_lies_behind_the_branches_and_its_damage_costs_nothing_else) {
    Attribute attribute;
    attribute.sample_type = kTid | kBranchStack | kUserRegisters | kUserStack;
    attribute.user_registers = 0b1'1000'0000;
    attribute.branch_format = 1u << 17;
    Body body;
    put(body, std::uint32_t{4});
    put(body, std::uint32_t{5});
    for (const std::uint64_t each : {1, 9, 7, 7, 7}) put(body, each);  // one branch, and its index
    for (const std::uint64_t each : {2, 100, 200}) put(body, each);
    for (const std::uint64_t each : {16, 11, 12, 8}) put(body, each);
    Sample sample;
    BOOST_TEST(read_sample(attribute, body, ByteOrder(), sample));
    BOOST_TEST(sample.tid == 5u);
    BOOST_TEST(sample.user_registers.size() == 16u);
    BOOST_REQUIRE(sample.user_stack.size() == 8u);
    BOOST_TEST(sample.user_stack[0] == 11);
    for (const std::size_t size :
         {body.size() - 8, body.size() - 16, body.size() - 40, std::size_t{12}}) {
        Sample cut;
        BOOST_TEST(
            read_sample(attribute, benchlab::plugins::Bytes(body).first(size), ByteOrder(), cut));
        BOOST_TEST(cut.tid == 5u);
        BOOST_TEST(cut.user_stack.empty());
    }
}

// No file has rules for this code: what is copied is followed by frame pointers, and behind it goes
// on what the kernel found.
BOOST_AUTO_TEST_CASE(without_rules_frame_pointers_are_followed_and_the_kernels_own_chain_behind) {
    OneEvent made;
    made.map(kPid, 0, 0x10000, 0x20000, 0, "/no/such/file");
    made.spaces.settle(made.session);
    made.attribute().user_registers = 0b1'1100'0000;
    // Two frames in 0x1000..0x1040, the third further up.
    Body stack;
    for (const std::uint64_t each : {0, 0, 0x1020, 0x11111, 0x2000, 0x12222}) put(stack, each);
    Body registers;
    for (const std::uint64_t each : {0x1010, 0x1000, 0x10050}) put(registers, each);
    Sample sample;
    sample.attribute = &made.attribute();
    sample.pid = kPid;
    sample.time = 5;
    sample.user_registers = registers;
    sample.user_stack = stack;
    Unwinder unwinder(made.spaces);
    const std::vector<std::uint64_t> kernels = {0xffffffff81000000, 0x10050, 0x11111, 0x12222,
                                                0x13333};
    std::vector<std::uint64_t> chain = kernels;
    unwinder.mend(sample, ByteOrder(), chain, 1);
    BOOST_TEST(chain == kernels, boost::test_tools::per_element());
    BOOST_TEST(unwinder.summary().find("/no/such/file") != std::string::npos);
    // What is no code of the process ends it, and nothing is lost.
    chain.push_back(0x99999);
    unwinder.mend(sample, ByteOrder(), chain, 1);
    BOOST_TEST(chain == kernels, boost::test_tools::per_element());
}

#if defined(__linux__) && defined(__x86_64__)

namespace {

struct Taken {
    ucontext_t context{};
    Body stack;
    std::vector<std::uint64_t> expected;
};
Taken* taken_here = nullptr;

// Of this thread, from the stack pointer on.  Not by copying: a sanitizer would object.
Body stack_from(std::uint64_t begin) {
    constexpr std::size_t kMost = 64 * 1024;
    Body out(kMost);
    const int memory = ::open("/proc/self/mem", O_RDONLY | O_CLOEXEC);
    const ssize_t read = ::pread(memory, out.data(), out.size(), static_cast<off_t>(begin));
    ::close(memory);
    out.resize(read < 0 ? 0 : static_cast<std::size_t>(read));
    return out;
}

[[gnu::noinline]] int take_stack(const void*, const void*) {
    Taken& taken = *taken_here;
    ::getcontext(&taken.context);
    taken.stack = stack_from(static_cast<std::uint64_t>(taken.context.uc_mcontext.gregs[REG_RSP]));
    std::array<void*, 200> room{};
    const int count = ::backtrace(room.data(), static_cast<int>(room.size()));
    // The first is this function, at another place.
    taken.expected.clear();
    for (int i = 1; i < count; ++i)
        taken.expected.push_back(
            reinterpret_cast<std::uint64_t>(room[static_cast<std::size_t>(i)]));
    return 0;
}

}  // namespace

BOOST_AUTO_TEST_CASE(this_process_has_the_callers_that_backtrace_finds) {
    if (!can_unwind()) {
        BOOST_TEST_MESSAGE("skipped: built without elfutils");
        return;
    }
    Taken taken;
    taken_here = &taken;
    int items[2] = {1, 2};
    std::qsort(items, 2, sizeof(items[0]), take_stack);
    OneEvent made;
    std::ifstream maps("/proc/self/maps");
    for (std::string line; std::getline(maps, line);) {
        unsigned long long begin = 0, end = 0, offset = 0;
        char rights[5] = {}, path[600] = {};
        if (std::sscanf(line.c_str(), "%llx-%llx %4s %llx %*s %*s %599s", &begin, &end, rights,
                        &offset, path) == 5 &&
            rights[2] == 'x')
            made.map(kPid, 0, begin, end, offset, path);
    }
    made.spaces.settle(made.session);
    // BX, BP, SP, IP, R12 to R15 by perf's numbers.
    made.attribute().user_registers = 0xf001c2;
    Body registers;
    for (const int each : {REG_RBX, REG_RBP, REG_RSP, REG_RIP, REG_R12, REG_R13, REG_R14, REG_R15})
        put(registers, static_cast<std::uint64_t>(taken.context.uc_mcontext.gregs[each]));
    Sample sample;
    sample.attribute = &made.attribute();
    sample.pid = kPid;
    sample.time = 5;
    sample.user_registers = registers;
    sample.user_stack = taken.stack;
    Unwinder unwinder(made.spaces);
    std::vector<std::uint64_t> chain;
    unwinder.mend(sample, ByteOrder(), chain, 0);
    BOOST_REQUIRE(chain.size() > 1u);
    chain.erase(chain.begin());
    BOOST_TEST(taken.expected.size() > 5u);
    // Of a sanitizer's own backtrace() this function is the second.
    if (taken.expected.size() == chain.size() + 1) taken.expected.erase(taken.expected.begin());
    BOOST_TEST(chain == taken.expected, boost::test_tools::per_element());
    BOOST_TEST(unwinder.summary() == "of 1 stacks with copied bytes 1 were followed to their end");
}

#endif

BOOST_AUTO_TEST_SUITE_END()
