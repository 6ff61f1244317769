// recording.hpp: one recording, from its beginning to its end.
#pragma once

#include <benchlab/host.hpp>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "perf/record/code_maps.hpp"
#include "perf/record/data_file.hpp"
#include "perf/record/event_set.hpp"
#include "perf/record/plan.hpp"
#include "perf/record/probes.hpp"
#include "perf/record/records.hpp"
#include "perf/record/settings.hpp"
#include "perf/record/targets.hpp"
#include "perf/record/window.hpp"

namespace benchlab::perf {

class Recording {
  public:
    // Begins.  Throws.
    Recording(Host host, Settings settings);
    ~Recording();

    // How it goes.  Throws Error(BL_E_IO) once the file can no longer be written.
    bl_record_state poll();
    // Ends it; failure() then says whether the file is whole.
    bl_record_state end();
    // Why the file ends too early.
    std::optional<std::string> failure() const;

  private:
    void open_events(Plan plan, const Tracefs& tracefs);
    void open_planned(Plan& plan);
    void use_all_when_too_many(Plan& plan);
    std::string own_filter() const;

    void describe(bool machine, Blob& start);
    void open_asked_probes();
    // False when this user may not.
    bool open_probe(const Probe& probe);
    void open_probes(const std::vector<Probe>& probes);
    void look_into_new_images();
    void look_into_made_code();

    void run();  // the thread that empties the rings
    void take_round();
    void join_thread();
    void write_window();
    void finish();
    bl_record_state state();

    Host host_;
    Settings settings_;
    std::optional<DataFile> file_;
    std::optional<EventSet> set_;
    std::vector<Event> events_;  // the side band is the first
    std::uint32_t probe_type_ = 0;
    std::uint64_t fault_id_ = 0;  // of major faults; 0 when they are not recorded
    bool told_of_probes_ = false, told_of_window_ = false;
    ProbeFinder finder_;
    KeptCodeMaps code_maps_;
    Lives lives_;
    FileDescriptor stop_;  // an eventfd

    std::mutex mutex_;  // over what follows, and the file
    std::condition_variable changed_;
    enum class Phase { kStarting, kRunning, kEnding } phase_ = Phase::kStarting;
    std::uint32_t thread_tid_ = 0;
    std::optional<Window> window_;
    Tally tally_;
    Blob round_;
    std::set<std::uint32_t> new_image_pids_, made_code_pids_;
    std::optional<std::string> thread_failure_;
    std::thread thread_;
};

}  // namespace benchlab::perf
