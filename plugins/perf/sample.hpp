// sample.hpp: the fields of a sample, and those that end every other record.
#pragma once

#include <cstdint>

#include "perf/attribute.hpp"

namespace benchlab::perf {

constexpr std::uint32_t kNobody = 0xFFFFFFFF;
constexpr std::uint32_t kNoCpu = 0xFFFFFFFF;
// A century in ns.  What is above is damage.
constexpr std::uint64_t kMostTime = 3'155'760'000'000'000'000;

// What was not recorded has the value that it has here.
struct Sample {
    const Attribute* attribute = nullptr;  // null: of a text
    std::uint64_t ip = 0;
    std::uint32_t pid = kNobody, tid = kNobody;
    std::uint64_t time = 0;
    std::uint64_t address = 0;
    std::uint32_t cpu = kNoCpu;
    std::uint64_t period = 0;
    Bytes callchain;  // u64 each, with the kernel's marks of where a part begins
    Bytes raw;        // of a tracepoint
    // Of the program, where it was left for the kernel: the registers that the event asks for, and
    // what lay on its stack from the stack pointer on.  Empty when there are none, as of threads of
    // the kernel and of 32-bit programs.
    Bytes user_registers, user_stack;
    std::uint16_t misc = 0;
};

// False when the record ends before its fields do.
bool read_sample(const Attribute& attribute, Bytes body, ByteOrder order, Sample& sample);

// What ends records that are no samples, when the event was so opened: who, when and where.
// The size of it; 0 when there is none.
std::size_t trailer_size(const Attribute& attribute);
bool read_trailer(const Attribute& attribute, Bytes body, ByteOrder order, Sample& sample);

// Where the id of the event lies: from the begin of a sample, and from the end of other records;
// negative when the event has none.
int id_place_in_sample(const Attribute& attribute);
int id_place_from_end(const Attribute& attribute);

}  // namespace benchlab::perf
