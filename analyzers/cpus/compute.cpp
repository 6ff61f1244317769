#include "cpus/compute.hpp"

#include "benchlab/tables.h"
#include "common/cpus.hpp"
#include "common/interrupts.hpp"
#include "common/names.hpp"
#include "common/samples.hpp"
#include "common/states.hpp"

namespace benchlab::analyzers::cpus {
namespace {

void describe_cpus(const Store& store, Result& result) {
    const Table cpu = store.find_table("cpu");
    const U8Column efficiency_class = cpu.u8("class", kOptional);
    const U32Column mhz = cpu.u32("mhz", kOptional);
    result.cpus.resize(cpu_count(store));
    for (std::uint32_t i = 0; i < result.cpus.size(); ++i) {
        result.cpus[i].cpu = i;
        if (efficiency_class.has(i)) result.cpus[i].efficiency_class = efficiency_class[i];
        if (mhz.has(i)) result.cpus[i].mhz = mhz[i];
    }
}

// From "the trace has it not" to none so far.
template <class Number>
void start(Result& result, std::optional<Number> CpuUse::*member) {
    for (CpuUse& use : result.cpus) use.*member = 0;
}

void add_running(const Store& store, const Run& run, Result& result) {
    if (!store.find_table("state")) return;
    start(result, &CpuUse::busy_ns);
    start(result, &CpuUse::idle_ns);
    if (result.has_focus) start(result, &CpuUse::focus_ns);
    const Names names(store);
    const States states(store);
    for (Row row = 0; row < states.thread.size(); ++row) {
        const bool running = states.state[row] == BL_STATE_RUNNING && states.cpu.has(row);
        if (!running || states.cpu[row] >= result.cpus.size()) continue;
        const std::int64_t begin = states.begin[row], end = states.end[row];
        const std::int64_t length = result.window.overlap(begin, end);
        CpuUse& use = result.cpus[states.cpu[row]];
        if (names.is_idle(states.thread[row])) {
            *use.idle_ns += length;
            continue;
        }
        *use.busy_ns += length;
        result.busy.add_span(begin, end);
        const Row process = names.owner(states.thread[row]);
        if (!result.has_focus || process == BL_NO_ROW || !run.in_focus(process)) continue;
        *use.focus_ns += length;
        result.focus.add_span(begin, end);
    }
    for (CpuUse& use : result.cpus) {
        use.unknown_ns = result.window.length() - *use.busy_ns - *use.idle_ns;
    }
}

void add_switches(const Store& store, Result& result) {
    const Table cswitch = store.find_table("cswitch");
    if (!cswitch) return;
    start(result, &CpuUse::switches);
    const U16Column cpu = cswitch.u16("cpu");
    for (const Row row : cswitch.overlap(result.window)) {
        if (cpu[row] < result.cpus.size()) ++*result.cpus[cpu[row]].switches;
    }
}

void add_interrupts(const Store& store, Result& result) {
    if (!store.find_table("dpc_isr")) return;
    start(result, &CpuUse::interrupt_ns);
    for (const Interruption& each : interruptions(store, result.window)) {
        if (each.cpu >= result.cpus.size()) continue;
        *result.cpus[each.cpu].interrupt_ns += each.end - each.begin;
    }
}

void add_samples(const Store& store, Result& result) {
    const Samples samples(store);
    if (!samples || !samples.has_cpus()) return;
    start(result, &CpuUse::samples);
    start(result, &CpuUse::idle_samples);
    for (const Row row : samples.in(result.window)) {
        if (!samples.is_main(row) || samples.cpu(row) >= result.cpus.size()) continue;
        CpuUse& use = result.cpus[samples.cpu(row)];
        ++*use.samples;
        if (samples.doing(row) == Doing::kIdle) ++*use.idle_samples;
    }
}

}  // namespace

Result compute(const Store& store, const Run& run) {
    Result result(run.window());
    result.has_focus = run.has_focus();
    describe_cpus(store, result);
    add_running(store, run, result);
    add_switches(store, result);
    add_interrupts(store, result);
    add_samples(store, result);
    return result;
}

}  // namespace benchlab::analyzers::cpus
