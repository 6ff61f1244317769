// text_line.hpp: a line of the text that `perf script`, `trace-cmd report` and the kernel's own
// trace file print of an event.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace benchlab::perf {

struct TextLine {
    std::string_view comm;
    std::uint32_t pid = 0xFFFFFFFF, tid = 0xFFFFFFFF;
    std::uint32_t cpu = 0xFFFFFFFF;
    std::int64_t time_ns = 0;
    std::string_view flags;    // "d.h2.", of ftrace; empty where the text has none
    std::uint64_t period = 0;  // of perf script; 0: not printed
    std::string_view event;    // "sched:sched_switch" or "sched_switch"
    std::string_view fields;   // what stands behind the event
};

// Nothing when the line is none of an event.
std::optional<TextLine> read_text_line(std::string_view line);

// "prev_comm=a b prev_pid=5": the value of a field, which may have spaces; empty when not there.
std::string_view text_field(std::string_view fields, std::string_view name);

// A number at the begin of a text, "0x1f" too; nothing when there is none.
std::optional<std::int64_t> leading_number(std::string_view text);

}  // namespace benchlab::perf
