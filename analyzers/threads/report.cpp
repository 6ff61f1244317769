#include "threads/report.hpp"

#include <string>

#include "common/distribution.hpp"

namespace benchlab::analyzers::threads {
namespace {

void add_columns(TableBuilder& table, bool one_process) {
    table.text("thread", "Thread", BL_NAME_THREAD, BL_OUT_KEY);
    table.u64("tid", "Tid", "The number that the system calls it by", BL_UNIT_NONE);
    const std::uint32_t owner = one_process ? BL_OUT_WIDE_ONLY : 0;
    table.text("process", "Process", BL_NAME_PROCESS, BL_OUT_KEY | owner);
    table.u64("pid", "Pid", "The number of its process", BL_UNIT_NONE, BL_OUT_WIDE_ONLY);
    table.u64("cpu_ns", "CPU", "How long it ran within the window", BL_UNIT_NS,
              BL_OUT_BAR | BL_OUT_LESS_IS_BETTER);
    table.u64("samples", "Samples",
              "Samples within the window that found it running; those taken in a DPC or an "
              "interrupt are nobody's",
              BL_UNIT_COUNT);
    table.u64("switch_ins", "Switch-ins", "How often it got a CPU within the window",
              BL_UNIT_COUNT);
    table.u64("ready_ns", "Ready", "How long it wanted a CPU and had none within the window",
              BL_UNIT_NS, BL_OUT_LESS_IS_BETTER);
    table.f64("ready_p99_ns", "Ready p99",
              "The length that 99 % of its stretches of ready time do not exceed, each cut to the "
              "window, interpolated between neighbours",
              BL_UNIT_NS, BL_OUT_LESS_IS_BETTER);
    table.u64("wait_ns", "Wait", "How long it was blocked within the window", BL_UNIT_NS);
    table.text("most_waited", "Most waited on", BL_NAME_NONE, 0,
               "The reason, as the trace names it, for which it waited longest in all");
    table.u64("most_waited_ns", "of it", "How long it waited for that reason within the window",
              BL_UNIT_NS);
    table.u64("unknown_ns", "Unknown",
              "For how long within the window the trace does not tell what it did", BL_UNIT_NS);
    table.u64("life_ns", "Life",
              "How long it lived within the window: CPU, ready, wait and unknown together",
              BL_UNIT_NS, BL_OUT_WIDE_ONLY);
    table.u64("interrupted_ns", "Interrupted",
              "How much of its CPU time interrupts and DPCs took, each moment counted once",
              BL_UNIT_NS, BL_OUT_WIDE_ONLY | BL_OUT_LESS_IS_BETTER);
}

std::string name_or(const std::string& name, const char* kind,
                    const std::optional<std::uint32_t>& number) {
    if (!name.empty()) return name;
    return number ? std::string(kind) + " " + std::to_string(*number) : "unknown";
}

// A member of the division; nothing without one.
template <class Member>
std::optional<Member> part(const ThreadUse& use, Member Division::*member) {
    return use.division ? std::optional<Member>((*use.division).*member) : std::nullopt;
}

}  // namespace

void report(Result result, std::uint64_t top, Sink& sink) {
    const bool by_time = !result.threads.empty() && result.threads.front().division;
    TableBuilder table("threads",
                       by_time ? "Threads, most CPU time first" : "Threads, most samples first");
    add_columns(table, result.one_process);
    const std::uint64_t omitted = keep_top(result.threads, top);
    for (const ThreadUse& use : result.threads) {
        const bool waited = use.division && !use.division->most_waited.empty();
        const bool was_ready = use.division && use.division->runnable_ns > 0;
        table.row(name_or(use.name, "tid", use.tid), use.tid, name_or(use.process, "pid", use.pid),
                  use.pid, part(use, &Division::running_ns), use.samples,
                  part(use, &Division::switch_ins), part(use, &Division::runnable_ns),
                  was_ready ? part(use, &Division::ready_p99_ns) : std::nullopt,
                  part(use, &Division::waiting_ns),
                  waited ? part(use, &Division::most_waited) : std::nullopt,
                  waited ? part(use, &Division::most_waited_ns) : std::nullopt,
                  part(use, &Division::unknown_ns), use.life_ns, use.interrupted_ns);
    }
    table.omitted(omitted);
    sink.table(table);
}

}  // namespace benchlab::analyzers::threads
