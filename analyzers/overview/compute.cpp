#include "overview/compute.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "benchlab/tables.h"
#include "common/cpus.hpp"
#include "common/names.hpp"
#include "common/samples.hpp"
#include "common/states.hpp"

namespace benchlab::analyzers::overview {
namespace {

// What a fact names, by words in its own name; nothing when it is about a person or their machine
// and not shown at all.
std::optional<std::uint32_t> kind_of(std::string_view name) {
    std::string lower(name);
    for (char& c : lower) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    const auto has = [&](const char* word) { return lower.find(word) != std::string::npos; };
    for (const char* const word : {"path", "comment", "user", "computer", "host", "command"}) {
        if (has(word)) return std::nullopt;
    }
    for (const char* const word : {"game", "process", "application"}) {
        // A processor is no process.
        if (has(word) && !has("processor")) return BL_NAME_PROCESS;
    }
    return BL_NAME_NONE;
}

void add_facts(const Store& store, Result& result) {
    const Table fact = store.find_table("fact");
    const StringColumn name = fact.string("name", kOptional), text = fact.string("text", kOptional);
    for (const Row row : fact.rows()) {
        if (!name.has(row) || !text.has(row)) continue;
        const std::string_view of = store.text(name[row]);
        const auto kind = kind_of(of);
        if (!kind) continue;
        result.facts.push_back({std::string(of), std::string(store.text(text[row])), *kind});
    }
}

void add_cpus(const Store& store, Result& result) {
    result.cpus = cpu_count(store);
    const Table cpu = store.find_table("cpu");
    const U16Column core = cpu.u16("core", kOptional), package = cpu.u16("package", kOptional);
    const StringColumn name = cpu.string("name", kOptional);
    std::set<std::pair<int, int>> cores;
    std::set<int> packages;
    for (const Row row : cpu.rows()) {
        const int in = package.value_or(row, 0);
        if (core.has(row)) cores.emplace(in, core[row]);
        if (package.has(row)) packages.insert(in);
        if (result.cpu_name.empty() && name.has(row)) result.cpu_name = store.text(name[row]);
    }
    result.cores = static_cast<std::uint32_t>(cores.size());
    result.packages = static_cast<std::uint32_t>(packages.size());
}

// Rows that touch the window; a span of no length counts where it is.
std::optional<std::uint64_t> count_rows(const Store& store, const char* name, Window window) {
    const Table table = store.find_table(name);
    if (!table) return std::nullopt;
    const RowRange rows = table.overlap(window);
    const TimeColumn begin = table.time("begin", kOptional), end = table.time("end", kOptional);
    if (!begin || !end) return rows.size();
    std::uint64_t count = 0;
    for (const Row row : rows) {
        count += window.overlap(begin[row], end[row]) > 0 || window.contains(begin[row]);
    }
    return count;
}

// The share of the switches in the window that have a stack; nothing when stacks were not read.
std::optional<double> switches_with_stacks(const Store& store, Window window) {
    const Table cswitch = store.find_table("cswitch");
    const StackColumn old_stack = cswitch.stack("old_stack", kOptional);
    const StackColumn new_stack = cswitch.stack("new_stack", kOptional);
    const RowRange rows = cswitch.overlap(window);
    if ((!old_stack && !new_stack) || rows.empty() || !store.has_stacks()) return std::nullopt;
    std::uint64_t count = 0;
    for (const Row row : rows) count += old_stack.has(row) || new_stack.has(row);
    return static_cast<double>(count) / static_cast<double>(rows.size());
}

void add_counts(const Store& store, Result& result) {
    const auto count = [&](const char* table) { return count_rows(store, table, result.window); };
    Counts& counts = result.counts;
    counts.switches = count("cswitch");
    if (store.find_table("ready")) counts.readies = wake_ups_in(store, result.window);
    counts.samples = count("sample");
    counts.dpc_isr = count("dpc_isr");
    counts.hard_faults = count("hard_fault");
    counts.disk_ios = count("disk_io");
    counts.presents = count("present");
    counts.frame_logs = count("frame_log");
    counts.gpu_packets = count("gpu_packet");
    counts.processes = count("process");
    counts.threads = count("thread");
    result.switches_with_stacks = switches_with_stacks(store, result.window);
}

void add_samples(const Store& store, Result& result) {
    const Samples samples(store);
    if (!samples) return;
    std::map<std::uint64_t, std::uint64_t> counts;
    std::uint64_t of_threads = 0, with_stacks = 0;
    for (const Row row : samples.in(result.window)) {
        if (samples.is_main(row)) ++counts[samples.weight(row)];
        if (samples.doing(row) != Doing::kThread) continue;
        ++of_threads;
        with_stacks += samples.stack(row) != StackId::kNone;
    }
    if (samples.has_stacks() && of_threads > 0) {
        result.samples_with_stacks =
            static_cast<double>(with_stacks) / static_cast<double>(of_threads);
    }
    if (!samples.events().front().in_ns) return;
    std::uint64_t most = 0;
    for (const auto& [interval, count] : counts) {
        if (count <= most) continue;
        most = count;
        result.sample_interval_ns = interval;
    }
}

// Of the whole trace: for most losses it does not tell when they were.
double lost_at_most(const Store& store) {
    const Table lost = store.find_table("lost");
    const U8Column kind = lost.u8("kind", kOptional);
    const U64Column count = lost.u64("count", kOptional);
    double events = 0, rows = 0;
    for (const Row row : lost.rows()) {
        if (kind.value_or(row, BL_LOST_KIND_EVENTS) != BL_LOST_KIND_EVENTS) continue;
        events += static_cast<double>(count.value_or(row, 0));
    }
    for (const char* const table :
         {"cswitch", "ready", "sample", "dpc_isr", "hard_fault", "disk_io", "present", "gpu_packet",
          "mark", "phase", "counter"}) {
        rows += static_cast<double>(store.find_table(table).size());
    }
    return events > 0 ? events / (events + rows) : 0;
}

void add_problems(const Store& store, Result& result) {
    const Table problem = store.find_table("problem");
    const StringColumn code = problem.string("code", kOptional);
    const StringColumn text = problem.string("text", kOptional);
    const U64Column count = problem.u64("count", kOptional);
    const U64Column offset = problem.u64("offset", kOptional);
    for (const Row row : problem.rows()) {
        Problem& each = result.problems.emplace_back();
        if (code.has(row)) each.code = store.text(code[row]);
        if (text.has(row)) each.text = store.text(text[row]);
        each.count = count.value_or(row, 1);
        each.offset = offset.get(row);
    }
}

}  // namespace

Result compute(const Store& store, const Run& run) {
    Result result;
    result.window = run.window();
    result.duration_ns = store.duration_ns();
    const Names names(store);
    for (const Row* row = run.begin_focus(); row != run.end_focus(); ++row) {
        result.focus.push_back(names.process(*row));
    }
    add_facts(store, result);
    add_cpus(store, result);
    add_counts(store, result);
    add_samples(store, result);
    result.lost_at_most = lost_at_most(store);
    add_problems(store, result);
    return result;
}

}  // namespace benchlab::analyzers::overview
