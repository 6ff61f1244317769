#include "cli/recorders.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "cli/trace_analysis.hpp"
#include "cli/trace_common.hpp"

namespace benchlab::cli {
namespace {

std::string own_name(const bl_recorder& recorder, const bl_option& option) {
    return fmt::format("{}.{}", recorder.id, option.name);
}

bool has_option(const Command& command, const std::string& name) {
    return std::any_of(command.options.begin(), command.options.end(),
                       [&](const Option& known) { return known.name == name; });
}

}  // namespace

Option recorder_option() {
    return text_option("recorder", "NAME",
                       "The recorder, where several are installed; unless given the first.");
}

base::Result<plugin::RecorderChoice> chosen_recorder(const Program& program,
                                                     const Arguments& arguments) {
    const auto all = plugin::all_recorders(trace_plugins(program, arguments));
    if (all.empty()) {
        return base::Error{base::Code::kUnsupported,
                           "nothing can be recorded here: no recorder for this system is "
                           "installed; `benchlab plugins` lists what is"};
    }
    if (!arguments.given("recorder")) return all.front();
    std::vector<std::string> ids;
    for (const plugin::RecorderChoice& each : all) {
        if (arguments.text("recorder") == each.recorder->id) return each;
        ids.emplace_back(each.recorder->id);
    }
    return base::Error{
        base::Code::kInvalid,
        fmt::format("there is no recorder {}; there are: {}",
                    base::printable(arguments.text("recorder")), base::join(ids, ", "))};
}

void add_recorder_options(Command& command, const plugin::Registry& registry) {
    for (const plugin::RecorderChoice& each : plugin::all_recorders(registry)) {
        const bl_recorder& recorder = *each.recorder;
        for (std::uint32_t i = 0; i < recorder.option_count; ++i) {
            const bl_option& option = *recorder.options[i];
            Option own = option_of(option, own_name(recorder, option), option.help);
            own.default_value.clear();
            own.hidden = true;
            if (!has_option(command, option.name)) {
                command.options.push_back(option_of(
                    option, option.name, fmt::format("{} (Of {}.)", option.help, recorder.id)));
            }
            command.options.push_back(std::move(own));
        }
    }
}

std::vector<std::pair<std::string, std::string>> recorder_options(
    const plugin::RecorderChoice& choice, const Command& command, const Arguments& arguments) {
    std::vector<std::pair<std::string, std::string>> out;
    const bl_recorder& recorder = *choice.recorder;
    for (std::uint32_t i = 0; i < recorder.option_count; ++i) {
        const bl_option& option = *recorder.options[i];
        const std::string own = own_name(recorder, option);
        const std::string name = arguments.given(own) || has_option(command, option.name)
                                     ? own
                                     : std::string(option.name);
        if (!arguments.given(name)) continue;
        out.emplace_back(option.name, option.type == BL_VALUE_FLAG ? "1" : arguments.text(name));
    }
    return out;
}

}  // namespace benchlab::cli
