// event_plan.hpp: what an event means to this reader, and where the fields that it needs lie.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "perf/session.hpp"

namespace benchlab::perf {

enum class EventKind : std::uint8_t {
    kOther,  // counted and left alone
    kSample,
    kSwitch,
    kWakingAsked,
    kWakeUp,
    kWakeUpNew,
    kIrqEntry,
    kIrqExit,
    kSoftirqEntry,
    kSoftirqExit,
    kSoftirqRaise,
    kVectorEntry,  // the timer's tick, or an interrupt from another CPU
    kVectorExit,
    kTimerSet,
    kTimerEntry,
    kTimerExit,
    kPageFault,
    kMajorFault,
    kDiskInsert,
    kDiskIssue,
    kDiskComplete,
    kCallEnter,
    kCallExit,
    kLockBegin,
    kLockEnd,
    kPresent,
    kPresentReturn,
    kMark,
    kCpuFrequency,
};

// The fields by what they are for: kSwitch has the old thread in `thread` and the new one in
// `other`, and so on, as event_plan.cpp lists them.
struct EventPlan {
    EventKind kind = EventKind::kOther;
    FormatField flags;    // common_flags
    FormatField current;  // common_pid: the thread that ran
    FormatField thread, thread_name, priority, state;
    FormatField other, other_name, other_priority;
    FormatField number;  // of an interrupt, a softirq, a CPU; when a timer is due
    FormatField now;     // by the timer's clock
    FormatField name;
    FormatField device, sector, sector_count, bytes, operation;
    FormatField object, result, address, ip;
    NamedValues names;                // of states and of softirqs
    std::uint64_t preempted_bit = 0;  // of the state
    std::string text;      // name of a call, mark, clock or counter; a present's interface
    std::string function;  // of a present
    std::uint32_t text_id = 0, function_id = 0;  // of those two, in the store
    bool has_no_format = false;  // it is known by name, but its fields are not: kind is kOther
    std::uint64_t count = 0, size_bytes = 0;  // of records so far
};

// common_flags: where the thread that ran was interrupted, and so has nothing to do with it.
constexpr std::int64_t kInHardIrq = 0x08, kInSoftirq = 0x10;

EventPlan plan_event(const Session& session, const Attribute& attribute);

}  // namespace benchlab::perf
