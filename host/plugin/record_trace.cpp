#include "plugin/record_trace.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "plugin/call.hpp"
#include "plugin/host_api.hpp"
#include "plugin/reasons.hpp"
#include "plugin/values.hpp"

namespace benchlab::plugin {
namespace {

using base::Code;
using base::Error;

// What check() has told so far.  Nothing may be thrown into the plugin.
struct Told {
    std::vector<AbilityItem> items;
    Reasons reasons;
    bool failed = false;
};

void take_item(const bl_check_item* theirs, Told& told) {
    const auto index = static_cast<std::uint32_t>(told.items.size());
    bl_check_item ours{};
    if (const std::string why = report::adopt(theirs, ours); !why.empty()) {
        return told.reasons.add(place_of("item", index, nullptr), why);
    }
    const std::string place = place_of("item", index, ours.title);
    AbilityItem item;
    item.title = take_text(ours.title, "title", place, told.reasons);
    item.text = take_text(ours.text, "text", place, told.reasons);
    item.remedy =
        take_text(ours.remedy, "remedy", place, told.reasons, Form::kText, Need::kOptional);
    if (ours.state == BL_CHECK_OK) item.ability = Ability::kOk;
    if (ours.state == BL_CHECK_LIMITED) item.ability = Ability::kLimited;
    if (ours.state < BL_CHECK_OK) told.reasons.add(place, "has no state");
    told.items.push_back(std::move(item));
}

extern "C" void BL_CALL on_item(void* context, const bl_check_item* item) {
    Told& told = *static_cast<Told*>(context);
    try {
        take_item(item, told);
    } catch (const std::exception&) {
        told.failed = true;  // out of memory
    }
}

// With room behind it: a plugin that does not look at struct_size must not overwrite ours.
struct StateRoom {
    bl_record_state state{};
    std::uint64_t behind[8] = {};
    StateRoom() { state.struct_size = sizeof state; }

    base::Result<RecordState> taken(const Crumb& where) const {
        for (const std::uint64_t word : behind) {
            if (word == 0) continue;
            return Error{Code::kPlugin, crumb_text(where) + ": wrote behind the state"};
        }
        return RecordState{state.bytes, state.events, state.lost, state.frames,
                           (state.flags & BL_RECORD_TARGET_ENDED) != 0};
    }
};

base::Result<void> check_preset(const bl_recorder& recorder, const std::string& wanted) {
    std::vector<std::string> ids;
    for (std::uint32_t i = 0; i < recorder.preset_count; ++i) {
        ids.emplace_back(recorder.presets[i]->id);
    }
    if (std::find(ids.begin(), ids.end(), wanted) != ids.end()) return {};
    const std::string near = base::closest(wanted, ids);
    return Error{Code::kInvalid,
                 fmt::format("there is no preset {}{}; there are: {}", base::printable(wanted),
                             near.empty() ? "" : fmt::format(" (did you mean {}?)", near),
                             base::join(ids, ", "))};
}

}  // namespace

std::vector<RecorderChoice> all_recorders(const Registry& registry) {
    std::vector<RecorderChoice> out;
    for (const auto& plugin : registry.plugins()) {
        for (const bl_recorder& recorder : plugin->recorders) {
            out.push_back({plugin.get(), &recorder});
        }
    }
    return out;
}

base::Result<Abilities> abilities_of(const RecorderChoice& choice) {
    Told told;
    const Crumb where{intern_name(choice.plugin->id), intern_name(choice.recorder->id), "check"};
    const auto status =
        call(where, [&] { return choice.recorder->check(choice.plugin->host(), &told, on_item); });
    if (told.failed) return Error{Code::kMemory, "out of memory"};
    if (!told.reasons.empty()) {
        return Error{Code::kPlugin,
                     crumb_text(where) + ": " + base::join(std::move(told.reasons).take(), "; ")};
    }
    Abilities out;
    out.items = std::move(told.items);
    out.any = status && *status == BL_OK;
    if (out.any) return out;
    if (!status && status.error().code != Code::kUnsupported) return status.error();
    out.problem = status ? status_error(where, *status).message : status.error().message;
    return out;
}

base::Result<void> check_request(const RecorderChoice& choice, const RecordRequest& request) {
    const bl_recorder& recorder = *choice.recorder;
    if (auto checked = check_preset(recorder, request.preset); !checked) return checked;
    const auto values = parse_options(recorder.options, recorder.option_count, request.options);
    if (!values) return values.error();
    return {};
}

Recording::Recording(const RecorderChoice& choice) : choice_(choice) {}

Crumb Recording::crumb(const char* function) const {
    return {intern_name(choice_.plugin->id), intern_name(choice_.recorder->id), function};
}

base::Result<std::unique_ptr<Recording>> Recording::begin(const RecorderChoice& choice,
                                                          const RecordRequest& request) {
    const bl_recorder& recorder = *choice.recorder;
    if (auto checked = check_preset(recorder, request.preset); !checked) return checked.error();
    auto values = parse_options(recorder.options, recorder.option_count, request.options);
    if (!values) return values.error();
    const Values options(std::move(*values));
    bl_record record{};
    record.struct_size = sizeof record;
    record.pid_count = static_cast<std::uint32_t>(request.pids.size());
    record.pids = request.pids.data();
    record.path = request.path.c_str();
    record.preset = request.preset.c_str();
    record.buffer_bytes = request.buffer_bytes;
    record.ring_ns = request.ring_ns;
    record.options = options.abi();
    std::unique_ptr<Recording> out(new Recording(choice));
    const Crumb where = out->crumb("begin");
    const auto status = call(
        where, [&] { return recorder.begin(choice.plugin->host(), &record, &out->recording_); });
    if (!status) return status.error();
    if (*status != BL_OK) return status_error(where, *status);
    out->running_ = true;
    return out;
}

base::Result<RecordState> Recording::poll() {
    StateRoom room;
    const Crumb where = crumb("poll");
    const auto status = call(where, [&] {
        return choice_.recorder->poll(choice_.plugin->host(), recording_, &room.state);
    });
    if (!status) return status.error();
    if (*status != BL_OK) return status_error(where, *status);
    return room.taken(where);
}

base::Result<RecordState> Recording::end() {
    StateRoom room;
    const Crumb where = crumb("end");
    running_ = false;
    const auto status = call(where, [&] {
        return choice_.recorder->end(choice_.plugin->host(), recording_, &room.state);
    });
    if (!status) return status.error();
    if (*status != BL_OK) return status_error(where, *status);
    return room.taken(where);
}

Recording::~Recording() {
    if (!running_) return;
    if (const auto done = end(); !done) {
        log_as(choice_.plugin->id, BL_LOG_ERROR, done.error().message);
    }
}

}  // namespace benchlab::plugin
