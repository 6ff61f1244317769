#include "overview/report.hpp"

#include <set>
#include <string>
#include <utility>

#include "common/ids.hpp"

namespace benchlab::analyzers::overview {
namespace {

void report_problems(const Result& result, Sink& sink) {
    if (result.problems.empty()) return;
    TableBuilder table("problems", "Problems of the file");
    table.text("code", "Code", BL_NAME_NONE, BL_OUT_KEY);
    table.text("problem", "Problem");
    table.u64("count", "Count", "How often the file has it", BL_UNIT_COUNT, BL_OUT_LESS_IS_BETTER);
    table.u64("offset", "First at", "Where in the file it is first, in bytes from its begin",
              BL_UNIT_NONE);
    for (const Problem& each : result.problems) {
        table.row(each.code, each.text, each.count, each.offset);
    }
    sink.table(table);
}

std::string title_of(const std::string& fact) {
    const std::pair<const char*, const char*> titles[] = {{"format", "Format"},
                                                          {"os", "System"},
                                                          {"clock", "Clock"},
                                                          {"closed", "Closed"},
                                                          {"os.build", "Build"}};
    for (const auto& [name, title] : titles) {
        if (fact == name) return title;
    }
    return fact;
}

void report_facts(const Result& result, Sink& sink) {
    std::set<std::string> used;
    for (const Fact& fact : result.facts) {
        std::string id = "fact/" + id_part(fact.name);
        if (!used.insert(id).second) id += "-" + std::to_string(used.size());
        sink.text(id, title_of(fact.name), fact.text, fact.name_kind);
    }
    if (!result.facts.empty()) sink.heading("fact", "Recording");
}

void report_machine(const Result& result, Sink& sink) {
    sink.value("duration_ns", "Duration", "From the start of the trace to its end",
               result.duration_ns, BL_UNIT_NS);
    const Window window = result.window;
    if (window.begin > 0 || window.end < result.duration_ns) {
        sink.value("from", "Window from", "Begin of what this report is about", window.begin,
                   BL_UNIT_TRACE_TIME);
        sink.value("to", "Window to", "End of what this report is about", window.end,
                   BL_UNIT_TRACE_TIME);
    }
    for (std::size_t i = 0; i < result.focus.size(); ++i) {
        sink.text(i == 0 ? "focus" : "focus-" + std::to_string(i + 1), "Focus", result.focus[i],
                  BL_NAME_PROCESS);
    }
    sink.value("cpus", "CPUs", "Logical processors of the machine that was recorded", result.cpus,
               BL_UNIT_COUNT);
    if (result.cores > 0) {
        sink.value("cores", "Cores", "Physical cores of that machine", result.cores, BL_UNIT_COUNT);
    }
    if (result.packages > 1) {
        sink.value("packages", "Sockets", "Processor packages of that machine", result.packages,
                   BL_UNIT_COUNT);
    }
    if (!result.cpu_name.empty()) sink.text("cpu_name", "CPU model", result.cpu_name);
}

void report_counts(const Result& result, Sink& sink) {
    const Counts& counts = result.counts;
    const auto count = [&](const char* id, const char* title, const char* what,
                           const std::optional<std::uint64_t>& number) {
        if (!number) return;
        sink.value(std::string("count/") + id, title,
                   std::string(what) + ", in the window if only in part", *number, BL_UNIT_COUNT);
    };
    sink.heading("count", "What is in the window");
    count("processes", "Processes", "Processes, the idle one too", counts.processes);
    count("threads", "Threads", "Threads, one idle thread of each CPU too", counts.threads);
    count("switches", "Context switches", "Context switches", counts.switches);
    count("readies", "Wake-ups", "Threads becoming runnable", counts.readies);
    count("samples", "Samples", "Samples of what CPUs did", counts.samples);
    count("dpc_isr", "DPC/ISR", "Interrupts, DPCs and softirqs", counts.dpc_isr);
    count("hard_faults", "Hard faults", "Page faults that waited for a disk", counts.hard_faults);
    count("disk_ios", "Disk requests", "Requests to disks", counts.disk_ios);
    count("presents", "Presents", "Frames handed to the system", counts.presents);
    count("frame_logs", "Logged frames", "Frames as another program logged them",
          counts.frame_logs);
    count("gpu_packets", "GPU packets", "Pieces of work of a GPU", counts.gpu_packets);
    if (result.sample_interval_ns) {
        sink.value("count/sample_interval_ns", "Sample interval",
                   "The time that most samples stand for", *result.sample_interval_ns, BL_UNIT_NS);
    }
    if (result.lost_at_most > 0) {
        sink.value("count/lost_at_most", "Events lost, at most",
                   "Events that the whole trace lost, of those and all that were read of it",
                   result.lost_at_most, BL_UNIT_RATIO, BL_OUT_LESS_IS_BETTER);
    }
    const auto stacks = [&](const char* id, const char* title, const char* of,
                            const std::optional<double>& share) {
        if (!share) return;
        sink.value(std::string("count/") + id, title,
                   std::string("The share of the ") + of + " in the window that have a call stack",
                   *share, BL_UNIT_RATIO);
    };
    stacks("samples_with_stacks", "Samples with stacks", "samples that found a thread running",
           result.samples_with_stacks);
    stacks("switches_with_stacks", "Switches with stacks", "context switches",
           result.switches_with_stacks);
}

}  // namespace

void report(const Result& result, Sink& sink) {
    report_problems(result, sink);
    report_machine(result, sink);
    report_counts(result, sink);
    report_facts(result, sink);
}

}  // namespace benchlab::analyzers::overview
