// session.hpp: what all records of a file being written share: clock, threads, who runs where.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "records.hpp"
#include "rings.hpp"

namespace benchlab::story::perf {

class Session {
  public:
    Session(const Story& story, const PerfOptions& options, const EventTypes& types, Rings& rings);

    const Story& story() const { return story_; }
    const PerfOptions& options() const { return options_; }
    const EventTypes& types() const { return types_; }
    PerfReport& report() { return report_; }
    RecordBuilder& builder() { return builder_; }

    // Before the recording begins, threads run but nothing is written.
    void set_recording(bool is_recording) { is_recording_ = is_recording; }
    bool is_recording() const { return is_recording_; }

    void name_process(const Process& process) { process_names_[process.pid.id] = process.name; }
    void name_thread(const Thread& thread);
    std::uint32_t process_of(std::uint32_t tid) const;
    // At most 15 bytes, as the kernel keeps them.
    std::string comm(std::uint32_t tid) const;
    std::string process_comm(std::uint32_t pid) const;
    std::string comm_on(std::uint32_t cpu, std::uint32_t tid) const;  // of an idle thread, too

    std::uint32_t cpus() const { return types_.cpus(); }
    std::uint32_t place(std::optional<std::uint16_t> cpu) const;  // the story's CPU in the file
    std::uint32_t cpu_of_thread(std::uint32_t tid, std::uint32_t otherwise) const;
    std::uint32_t running(std::uint32_t cpu) const { return running_[cpu]; }
    void run(std::uint32_t cpu, std::uint32_t tid);

    Context context(std::uint32_t cpu, std::int64_t ns, std::uint32_t tid) const;
    void add_sample(std::size_t type, const Context& context, const SampleValues& values);
    // A whole record of a CPU's ring, of the dummy event.
    void add(const Context& context, std::span<const std::uint8_t> record);
    void left_out(std::string_view what) { ++report_.left_out[std::string(what)]; }

  private:
    const Story& story_;
    const PerfOptions& options_;
    const EventTypes& types_;
    Rings& rings_;
    RecordBuilder builder_, lost_builder_;
    PerfReport report_;
    bool is_recording_ = false;
    std::vector<std::uint32_t> running_;
    std::vector<std::uint64_t> samples_, lost_;  // by CPU
    std::unordered_map<std::uint32_t, std::uint32_t> processes_, last_cpu_;
    std::unordered_map<std::uint32_t, std::string> process_names_, thread_names_;
};

}  // namespace benchlab::story::perf
