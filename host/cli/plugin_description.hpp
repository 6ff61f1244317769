// cli/plugin_description.hpp: what a process must know of a plugin that runs in another one: enough
// to choose and name cases, and to see that two plugins offer the same.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "plugin/plugin.hpp"

namespace benchlab::cli {

// As JSON, in one line.
std::string describe_plugin(const plugin::Plugin& plugin);

// Without functions and metrics, and not to be called.  Error kData when it is no description.
base::Result<std::unique_ptr<plugin::Plugin>> plugin_from_description(std::string_view text);

}  // namespace benchlab::cli
