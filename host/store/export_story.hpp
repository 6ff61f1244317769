// store/export_story.hpp: a store, or a window of it, as a story (docs/story.md): a trace as text.
#pragma once

#include <functional>
#include <string_view>

#include "store/export.hpp"

namespace benchlab::store {

// What the story has: docs/story.md, "A story of a trace".  Written in pieces, events as they come.
void export_story(const Store& store, const ExportOptions& options,
                  const std::function<void(std::string_view)>& write);

}  // namespace benchlab::store
