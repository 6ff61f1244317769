// plugin/record_trace.hpp: what recorders can do here, and one recording from its begin to its end.
//
//     RecordRequest request;  request.path = "game.perf.data";  request.preset = "normal";
//     auto recording = Recording::begin(recorder, request);
//     while (...) auto state = (*recording)->poll();
//     auto state = (*recording)->end();
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "plugin/registry.hpp"

namespace benchlab::plugin {

struct RecorderChoice {
    const Plugin* plugin = nullptr;
    const bl_recorder* recorder = nullptr;
};

// In the order of the plugins.
std::vector<RecorderChoice> all_recorders(const Registry& registry);

enum class Ability { kOk, kLimited, kMissing };

// What this user may record on this machine.
struct AbilityItem {
    Ability ability = Ability::kMissing;
    std::string title, text;
    std::string remedy;  // a command; empty: there is none
};
struct Abilities {
    std::vector<AbilityItem> items;
    bool any = false;     // can something be recorded?
    std::string problem;  // what the recorder says to the contrary
};
// Error: the recorder failed at telling.  Items that break the contract are an error too.
base::Result<Abilities> abilities_of(const RecorderChoice& choice);

struct RecordRequest {
    std::vector<std::uint32_t> pids;
    std::string path;    // UTF-8
    std::string preset;  // one of the recorder's
    std::uint64_t buffer_bytes = 0;
    std::int64_t ring_ns = 0;
    std::vector<std::pair<std::string, std::string>> options;  // names of the recorder's options
};

// Error kInvalid, with what there is: the recorder has no such preset or option.  begin() says so
// too.
base::Result<void> check_request(const RecorderChoice& choice, const RecordRequest& request);

struct RecordState {
    std::uint64_t bytes = 0, events = 0, lost = 0, frames = 0;
    bool target_ended = false;
};

class Recording {
  public:
    static base::Result<std::unique_ptr<Recording>> begin(const RecorderChoice& choice,
                                                          const RecordRequest& request);
    // Ends it, unless end() has.
    ~Recording();
    Recording(const Recording&) = delete;
    Recording& operator=(const Recording&) = delete;

    base::Result<RecordState> poll();
    // Once.  The file is complete then, unless this is an error.
    base::Result<RecordState> end();

  private:
    explicit Recording(const RecorderChoice& choice);
    Crumb crumb(const char* function) const;

    RecorderChoice choice_;
    void* recording_ = nullptr;
    bool running_ = false;
};

}  // namespace benchlab::plugin
