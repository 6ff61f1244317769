// scheduling.hpp: payloads about processors: switches, readied threads, samples, DPCs, interrupts
// and stacks.  See process_thread_image.hpp for what decoders promise.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "etl/event.hpp"

namespace benchlab::etl {

struct SwitchRecord {
    std::uint32_t new_tid = 0, old_tid = 0;
    std::int8_t new_priority = 0, old_priority = 0;
    std::uint8_t previous_c_state = 0;
    std::uint8_t wait_reason = 0;
    std::uint8_t wait_mode = 0;  // version 4 and later: flags of the new thread
    std::uint8_t old_state = 0;
    std::uint8_t ideal_cpu = 0;
    std::uint32_t new_wait_time = 0;
    std::uint32_t old_quantum = 0;
};
bool decode_switch(const Event& event, SwitchRecord& record);

// The kernel's state as `old_state` of the store.
std::uint8_t store_state(std::uint8_t kernel_state);
constexpr unsigned kWaitReasons = 43;
// Empty when the number has no known name.
std::string_view wait_reason_name(unsigned reason);

struct ReadyRecord {
    std::uint32_t tid = 0;
    std::uint8_t adjust_reason = 0;
    std::int8_t adjust_increment = 0;
    std::uint8_t flags = 0;
};
enum ReadyFlags : std::uint8_t {
    kReadyFromDpc = 1,
    kReadyStackNotResident = 2,
    kReadyProcessNotResident = 4,
};
bool decode_ready(const Event& event, ReadyRecord& record);

struct SampleRecord {
    std::uint64_t address = 0;
    std::uint32_t tid = 0;
    std::uint16_t count = 0;  // or the profile source, of a counter's sample
    std::uint8_t flags = 0;   // kSampleInDpc ..., and the priority in bits 3 to 7
    std::uint8_t rank = 0;
};
enum SampleFlags : std::uint8_t { kSampleInDpc = 1, kSampleInIsr = 2 };
bool decode_sample(const Event& event, SampleRecord& record);

struct IntervalRecord {
    std::uint32_t source = 0;                          // 0 is the timer
    std::uint32_t new_interval = 0, old_interval = 0;  // 100 ns, or events
    WideText source_name;
};
bool decode_interval(const Event& event, IntervalRecord& record);

struct DpcIsrRecord {
    std::uint64_t initial_time = 0;  // as the file has it
    std::uint64_t routine = 0;
    bool is_interrupt = false;
    std::uint8_t return_value = 0;
    std::uint16_t vector = 0;
    std::uint32_t message_number = 0;
};
bool decode_dpc(const Event& event, DpcIsrRecord& record);
bool decode_isr(const Event& event, DpcIsrRecord& record);

// A stack, the use of a stack key, or the definition of one.
struct StackRecord {
    std::uint64_t event_time = 0;  // of the event that it belongs to, as the file has it
    std::uint32_t pid = 0, tid = 0;
    std::uint64_t key = 0;
    Bytes frames;  // pointers, innermost first; what is left of a cut one is not there
};
bool decode_stack(const Event& event, StackRecord& record);
bool decode_stack_use(const Event& event, StackRecord& record);
bool decode_stack_definition(const Event& event, StackRecord& record);

}  // namespace benchlab::etl
