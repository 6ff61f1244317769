#include "processes/report.hpp"

#include <string>
#include <utility>

#include "common/distribution.hpp"

namespace benchlab::analyzers::processes {
namespace {

void add_columns(TableBuilder& table) {
    table.text("process", "Process", BL_NAME_PROCESS, BL_OUT_KEY);
    table.u64("pid", "Pid", "The number that the system calls it by", BL_UNIT_NONE);
    table.u64("cpu_ns", "CPU", "How long its threads ran within the window, added up", BL_UNIT_NS,
              BL_OUT_BAR | BL_OUT_LESS_IS_BETTER);
    table.f64("cpu_share", "CPU share",
              "That time, by the length of the window times the number of CPUs", BL_UNIT_RATIO,
              BL_OUT_LESS_IS_BETTER);
    table.u64("samples", "Samples",
              "Samples within the window that found one of its threads running; those taken in a "
              "DPC or an interrupt are nobody's",
              BL_UNIT_COUNT);
    table.u64("switch_ins", "Switch-ins",
              "How often one of its threads got a CPU within the window", BL_UNIT_COUNT);
    table.u64("threads", "Threads", "Its threads that lived in the window", BL_UNIT_COUNT);
    table.u64("ready_ns", "Ready",
              "How long its threads wanted a CPU and had none within the window, added up",
              BL_UNIT_NS, BL_OUT_LESS_IS_BETTER);
    table.u64("hard_faults", "Hard faults",
              "Page faults of its threads that read from a disk, in the window if only in part",
              BL_UNIT_COUNT, BL_OUT_LESS_IS_BETTER);
    table.u64("disk_bytes", "Disk",
              "What its threads asked disks for, read and written, in requests that lie in the "
              "window, if only in part",
              BL_UNIT_BYTES, BL_OUT_LESS_IS_BETTER);
    table.u64("interrupted_ns", "Interrupted",
              "How much of its CPU time interrupts and DPCs took, each moment counted once",
              BL_UNIT_NS, BL_OUT_WIDE_ONLY | BL_OUT_LESS_IS_BETTER);
    table.u64("unknown_ns", "Unknown",
              "For how long the trace does not tell what its threads did, added up", BL_UNIT_NS,
              BL_OUT_WIDE_ONLY);
}

std::string name_of(const ProcessUse& use) {
    if (!use.name.empty()) return use.name;
    return use.pid ? "pid " + std::to_string(*use.pid) : "unknown";
}

}  // namespace

void report(Result result, std::uint64_t top, Sink& sink) {
    if (result.nobodys_faults > 0) {
        sink.value("nobodys-faults", "Hard faults of no process",
                   "Page faults that read from a disk, in the window if only in part, of which the "
                   "trace does not tell the thread",
                   result.nobodys_faults, BL_UNIT_COUNT);
    }
    if (result.nobodys_disk_bytes > 0) {
        sink.value("nobodys-disk", "Disk bytes of no process",
                   "Bytes of disk requests that lie in the window, if only in part, and of which "
                   "the trace does not tell the thread",
                   result.nobodys_disk_bytes, BL_UNIT_BYTES);
    }
    const bool by_time = !result.processes.empty() && result.processes.front().running_ns;
    TableBuilder table(
        "processes", by_time ? "Processes, most CPU time first" : "Processes, most samples first");
    add_columns(table);
    const std::uint64_t omitted = keep_top(result.processes, top);
    for (const ProcessUse& use : result.processes) {
        std::optional<double> share;
        if (use.running_ns) share = static_cast<double>(*use.running_ns) / result.machine_ns;
        table.row(name_of(use), use.pid, use.running_ns, share, use.samples, use.switch_ins,
                  use.threads, use.runnable_ns, use.hard_faults, use.disk_bytes, use.interrupted_ns,
                  use.unknown_ns);
    }
    table.omitted(omitted);
    sink.table(table);
}

}  // namespace benchlab::analyzers::processes
