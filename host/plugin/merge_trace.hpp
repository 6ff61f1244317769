// plugin/merge_trace.hpp: one file of several of a recording, by the plugin that reads them.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "plugin/registry.hpp"

namespace benchlab::plugin {

// Puts bytes at a place of the output.
using MergeWrite = std::function<base::Result<void>(std::uint64_t offset, std::string_view bytes)>;

// The output is whole when this is good, and worthless otherwise.  Error: inputs that different
// readers know, a reader that cannot merge, one that fails (kCancelled when the user stopped it),
// or the error of `write`.
base::Result<void> merge_traces(const Registry& registry, const std::vector<std::string>& paths,
                                const MergeWrite& write);

}  // namespace benchlab::plugin
