#include "processes/compute.hpp"

#include <algorithm>
#include <utility>

#include "benchlab/tables.h"
#include "common/cpus.hpp"
#include "common/interrupts.hpp"
#include "common/names.hpp"
#include "common/samples.hpp"
#include "common/states.hpp"
#include "common/window.hpp"

namespace benchlab::analyzers::processes {
namespace {

// Adds up by process what the tables say of threads.
class Adder {
  public:
    Adder(const Store& store, Window window) : store_(store), window_(window), names_(store) {
        uses_.resize(store.table("process").size());
    }

    void add_states() {
        const Table thread = store_.find_table("thread");
        const TimeColumn begin = thread.time("begin"), end = thread.time("end");
        std::optional<States> states;
        if (store_.find_table("state")) states.emplace(store_);
        const std::vector<std::uint64_t> ins = switch_ins(store_, window_);
        for (const Row row : thread.rows()) {
            ProcessUse* const use = of(row);
            if (use == nullptr || window_.overlap(begin[row], end[row]) == 0) continue;
            ++use->threads;
            if (!states) continue;
            add_states_of(row, *states, *use);
            use->switch_ins = use->switch_ins.value_or(0) + ins[row];
        }
    }

    void add_samples() {
        const Samples samples(store_);
        if (!samples) return;
        start(&ProcessUse::samples);
        for (const Row row : samples.in(window_)) {
            if (!samples.is_main(row)) continue;
            if (ProcessUse* const use = of(samples.runner(row))) ++*use->samples;
        }
    }

    void add_interruptions() {
        if (!store_.find_table("dpc_isr") || !store_.find_table("cswitch")) return;
        start(&ProcessUse::interrupted_ns);
        for (const Interruption& each : interruptions(store_, window_)) {
            if (ProcessUse* const use = of(each.thread)) {
                *use->interrupted_ns += each.end - each.begin;
            }
        }
    }

    void add_faults(Result& result) {
        const Table fault = store_.find_table("hard_fault");
        if (!fault) return;
        start(&ProcessUse::hard_faults);
        const TimeColumn begin = fault.time("begin"), end = fault.time("end");
        const RowColumn thread = fault.row("thread", kOptional);
        for (const Row row : fault.overlap(window_)) {
            if (!touches(window_, begin[row], end[row])) continue;
            ProcessUse* const use = of(thread.value_or(row, BL_NO_ROW));
            ++(use != nullptr ? *use->hard_faults : result.nobodys_faults);
        }
    }

    void add_disk(Result& result) {
        const Table disk = store_.find_table("disk_io");
        const U32Column bytes = disk.u32("bytes", kOptional);
        if (!bytes) return;
        start(&ProcessUse::disk_bytes);
        const TimeColumn begin = disk.time("begin"), end = disk.time("end");
        const RowColumn thread = disk.row("thread", kOptional);
        for (const Row row : disk.overlap(window_)) {
            if (!touches(window_, begin[row], end[row])) continue;
            ProcessUse* const use = of(thread.value_or(row, BL_NO_ROW));
            (use != nullptr ? *use->disk_bytes : result.nobodys_disk_bytes) +=
                bytes.value_or(row, 0);
        }
    }

    std::vector<ProcessUse> take(const Run& run) {
        std::vector<ProcessUse> out;
        for (Row row = 0; row < uses_.size(); ++row) {
            ProcessUse& use = uses_[row];
            const bool did_something =
                use.running_ns.value_or(0) > 0 || use.runnable_ns.value_or(0) > 0 ||
                use.switch_ins.value_or(0) + use.samples.value_or(0) > 0 ||
                use.hard_faults.value_or(0) > 0 || use.disk_bytes.value_or(0) > 0;
            if (!did_something) continue;
            use.process = row;
            use.name = names_.process_name(row);
            use.pid = names_.pid(row);
            use.focus = run.has_focus() && run.in_focus(row);
            out.push_back(std::move(use));
        }
        std::sort(out.begin(), out.end(), [](const ProcessUse& a, const ProcessUse& b) {
            if (a.running_ns != b.running_ns) return a.running_ns > b.running_ns;
            if (a.samples != b.samples) return a.samples > b.samples;
            return a.pid != b.pid ? a.pid < b.pid : a.process < b.process;
        });
        return out;
    }

  private:
    // Whose a thread is; null for idle threads and those that the trace does not tell.
    ProcessUse* of(Row thread) {
        const Row process = names_.owner(thread);
        return process == BL_NO_ROW || names_.is_idle(thread) ? nullptr : &uses_[process];
    }

    // From "the trace has it not" to none so far.
    template <class Number>
    void start(std::optional<Number> ProcessUse::*member) {
        for (ProcessUse& use : uses_) use.*member = 0;
    }

    void add_states_of(Row thread, const States& states, ProcessUse& use) {
        std::int64_t sums[BL_STATE_WAITING + 1] = {};
        for (const Row row : states.of(thread, window_)) {
            sums[states.state[row]] += window_.overlap(states.begin[row], states.end[row]);
        }
        use.running_ns = add_ns(use.running_ns.value_or(0), sums[BL_STATE_RUNNING]);
        use.runnable_ns = add_ns(use.runnable_ns.value_or(0), sums[BL_STATE_RUNNABLE]);
        use.unknown_ns = add_ns(use.unknown_ns.value_or(0), sums[BL_STATE_UNKNOWN]);
    }

    const Store& store_;
    const Window window_;
    const Names names_;
    std::vector<ProcessUse> uses_;
};

}  // namespace

Result compute(const Store& store, const Run& run) {
    Result result;
    result.window = run.window();
    result.machine_ns = machine_ns(store, result.window);
    Adder adder(store, result.window);
    adder.add_states();
    adder.add_samples();
    adder.add_interruptions();
    adder.add_faults(result);
    adder.add_disk(result);
    result.processes = adder.take(run);
    return result;
}

}  // namespace benchlab::analyzers::processes
