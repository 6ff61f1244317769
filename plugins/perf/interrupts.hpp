// interrupts.hpp: entries and exits of interrupt handlers and softirqs into spans, CPU by CPU.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "perf/tables.hpp"

namespace benchlab::perf {

struct InterruptEdge {
    enum What : std::uint8_t { kRaised, kEntered, kLeft, kLost };
    std::int64_t time;
    std::uint32_t number;  // of the interrupt, or of the softirq
    std::uint32_t name;    // a text
    What what;
    std::uint8_t kind;       // dpc_isr.kind
    bool on_thread = false;  // of a kernel thread that is for softirqs: no interrupt time
};

class Interrupts {
  public:
    // In the order of the file, where a record may come a little late.
    void add(std::uint32_t cpu, const InterruptEdge& edge, RowWriter& rows);
    // Events of that CPU were lost: what was raised and entered before has no known end.
    void lost(std::uint32_t cpu, std::int64_t begin, RowWriter& rows);
    void finish(RowWriter& rows);

  private:
    struct Open {
        std::int64_t begin, queued;
        std::uint32_t name;
        bool on_thread;
    };
    struct Cpu {
        std::vector<InterruptEdge> held;
        std::unordered_map<std::uint64_t, Open> open;
        std::unordered_map<std::uint64_t, std::int64_t> raised;
        std::int64_t lost = INT64_MIN;  // when the last loss began
    };
    static void settle(std::uint32_t cpu, Cpu& of, std::size_t count, RowWriter& rows);
    static void take(std::uint32_t cpu, Cpu& of, const InterruptEdge& edge, RowWriter& rows);

    std::vector<Cpu> cpus_;
};

}  // namespace benchlab::perf
