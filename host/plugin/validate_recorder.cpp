// Recorders.
#include <fmt/format.h>

#include <string>
#include <string_view>

#include "base/text.hpp"
#include "plugin/plugin_impl.hpp"
#include "plugin/validate.hpp"

namespace benchlab::plugin {
namespace {

void check_preset(const bl_preset& preset, const std::string& place, Reasons& reasons) {
    take_text(preset.id, "id", place, reasons, Form::kName);
    take_text(preset.help, "help", place, reasons);
    if (!readable_array(preset.events, preset.event_count, "event", place, reasons)) return;
    for (std::uint32_t i = 0; i < preset.event_count; ++i) {
        take_text(preset.events[i], fmt::format("event {}", i + 1), place, reasons);
    }
}

// Adopts the presets, and gives back the list of them that replaces the plugin's.
const bl_preset* const* take_presets(const bl_recorder& recorder, const std::string& place,
                                     Plugin& plugin, Reasons& reasons) {
    auto& presets = plugin.impl->presets;
    auto& list = plugin.impl->preset_lists.emplace_back();
    if (recorder.preset_count == 0) reasons.add(place, "has no preset; it needs one at least");
    Unique ids;
    adopt_all(recorder.presets, recorder.preset_count, "preset", place, reasons,
              [&](std::uint32_t i, const bl_preset& preset) {
                  const std::string inner =
                      fmt::format("{}: {}", place, place_of("preset", i, preset.id));
                  check_preset(preset, inner, reasons);
                  if (preset.id != nullptr) ids.check(preset.id, inner, reasons);
                  presets.push_back(preset);
                  list.push_back(&presets.back());
              });
    return list.data();
}

// It becomes part of a file's name.
void check_suffix(const bl_recorder& recorder, const std::string& place, Reasons& reasons) {
    const std::string suffix = take_text(recorder.suffix, "suffix", place, reasons);
    if (suffix.empty()) return;
    if (suffix.front() == '.' && base::is_declared_name(suffix.substr(1))) return;
    reasons.add(place,
                fmt::format("the suffix \"{}\" is not a dot and a name", base::printable(suffix)));
}

}  // namespace

void take_recorders(const bl_plugin& table, Plugin& plugin, Reasons& reasons) {
    Unique ids;
    adopt_all(table.recorders, table.recorder_count, "recorder", "", reasons,
              [&](std::uint32_t i, bl_recorder& recorder) {
                  const std::string place = place_of("recorder", i, recorder.id);
                  const std::string id = take_text(recorder.id, "id", place, reasons, Form::kName);
                  ids.check(id, place, reasons);
                  take_text(recorder.title, "title", place, reasons);
                  check_suffix(recorder, place, reasons);
                  require(recorder.check != nullptr, "check", place, reasons);
                  require(recorder.begin != nullptr, "begin", place, reasons);
                  require(recorder.poll != nullptr, "poll", place, reasons);
                  require(recorder.end != nullptr, "end", place, reasons);
                  recorder.presets = take_presets(recorder, place, plugin, reasons);
                  recorder.options =
                      take_options(recorder.options, recorder.option_count, place, plugin, reasons);
                  plugin.recorders.push_back(recorder);
              });
}

}  // namespace benchlab::plugin
