// plugin/validate.hpp: takes over what a plugin's entry point returned, or says everything that
// is wrong with it.  Calls nothing of the plugin.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "benchlab/benchlab.h"
#include "plugin/plugin.hpp"
#include "plugin/reasons.hpp"

namespace benchlab::plugin {

struct Validated {
    std::unique_ptr<Plugin> plugin;    // null when refused
    std::string id;                    // when it could be read
    std::vector<std::string> reasons;  // all of them
};

// `table` may be null.
Validated validate(const bl_plugin* table);

// The parts of it, each into the plugin.
void take_benchmarks(const bl_plugin& table, Plugin& plugin, Reasons& reasons);
void take_analyzers(const bl_plugin& table, Plugin& plugin, Reasons& reasons);
void take_readers(const bl_plugin& table, Plugin& plugin, Reasons& reasons);
void take_recorders(const bl_plugin& table, Plugin& plugin, Reasons& reasons);
// Adopts the options, and gives back the list of them that replaces the plugin's.
const bl_option* const* take_options(const bl_option* const* theirs, std::uint32_t count,
                                     const std::string& place, Plugin& plugin, Reasons& reasons);

}  // namespace benchlab::plugin

// In 1.0 the table ended with get_extension.
template <>
inline constexpr std::uint32_t benchlab::report::kFirstSize<bl_plugin> = 112;
