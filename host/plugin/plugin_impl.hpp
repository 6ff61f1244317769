// plugin/plugin_impl.hpp: what a Plugin keeps for itself.  Only for this folder.
#pragma once

#include <deque>
#include <memory>
#include <vector>

#include "benchlab/benchlab.h"
#include "plugin/host_api.hpp"
#include "plugin/plugin.hpp"

namespace benchlab::plugin {

struct Plugin::Impl {
    bl_plugin table{};  // adopted
    std::unique_ptr<PluginHost> host;
    // What the adopted analyzers, readers and recorders point to; deques, since addresses must
    // stay.
    std::deque<bl_option> options;
    std::deque<std::vector<const bl_option*>> option_lists;
    std::deque<bl_preset> presets;
    std::deque<std::vector<const bl_preset*>> preset_lists;
    bool started = false;
};

}  // namespace benchlab::plugin
