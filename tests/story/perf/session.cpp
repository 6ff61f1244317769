#include "session.hpp"

#include <fmt/format.h>

namespace benchlab::story::perf {

namespace {

constexpr std::size_t kMostOfName = 15;

}  // namespace

Session::Session(const Story& story, const PerfOptions& options, const EventTypes& types,
                 Rings& rings)
    : story_(story),
      options_(options),
      types_(types),
      rings_(rings),
      builder_(types, options.order),
      lost_builder_(types, options.order),
      running_(types.cpus()),
      samples_(types.cpus()),
      lost_(types.cpus()) {
    // Whoever has a number first has it until another life takes it over.
    for (const Process& process : story.processes) {
        process_names_.try_emplace(process.pid.id, process.name);
    }
    for (const Thread& thread : story.threads) {
        processes_.try_emplace(thread.tid.id, thread.process.id);
        if (!thread.name.empty()) thread_names_.try_emplace(thread.tid.id, thread.name);
    }
    processes_[0] = 0;
}

void Session::name_thread(const Thread& thread) {
    processes_[thread.tid.id] = thread.process.id;
    thread_names_[thread.tid.id] = thread.name;
}

std::uint32_t Session::process_of(std::uint32_t tid) const {
    const auto found = processes_.find(tid);
    return found == processes_.end() ? tid : found->second;
}

std::string Session::process_comm(std::uint32_t pid) const {
    const auto found = process_names_.find(pid);
    return found == process_names_.end() ? fmt::format("task-{}", pid)
                                         : found->second.substr(0, kMostOfName);
}

std::string Session::comm(std::uint32_t tid) const {
    const auto found = thread_names_.find(tid);
    if (found == thread_names_.end() || found->second.empty()) return process_comm(process_of(tid));
    return found->second.substr(0, kMostOfName);
}

std::string Session::comm_on(std::uint32_t cpu, std::uint32_t tid) const {
    return tid == 0 ? fmt::format("swapper/{}", cpu) : comm(tid);
}

std::uint32_t Session::place(std::optional<std::uint16_t> cpu) const {
    return cpu.value_or(0) * (cpus() / story_.machine.cpus);
}

std::uint32_t Session::cpu_of_thread(std::uint32_t tid, std::uint32_t otherwise) const {
    const auto found = last_cpu_.find(tid);
    return found == last_cpu_.end() ? otherwise : found->second;
}

void Session::run(std::uint32_t cpu, std::uint32_t tid) {
    running_[cpu] = tid;
    if (tid != 0) last_cpu_[tid] = cpu;
}

Context Session::context(std::uint32_t cpu, std::int64_t ns, std::uint32_t tid) const {
    return {cpu, kStoryClockNs + static_cast<std::uint64_t>(ns), process_of(tid), tid};
}

void Session::add_sample(std::size_t type, const Context& context, const SampleValues& values) {
    if (!is_recording_) return;
    const std::uint32_t cpu = context.cpu;
    if (options_.lost != 0 && ++samples_[cpu] % options_.lost == 0) {
        ++lost_[cpu];
        return;
    }
    // A ring that has room again says first what it has lost.
    if (lost_[cpu] != 0) {
        OrderedBytes& body = lost_builder_.begin(RecordType::kLost);
        body.put(types_[0].first_id + cpu);
        body.put(lost_[cpu]);
        lost_[cpu] = 0;
        add(context, lost_builder_.end(context, 0));
    }
    add(context, builder_.sample(type, context, values));
}

void Session::add(const Context& context, std::span<const std::uint8_t> record) {
    if (!is_recording_) return;
    ++report_.records;
    rings_.add(context.cpu, record);
}

}  // namespace benchlab::story::perf
