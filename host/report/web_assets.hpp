// report/web_assets.hpp: script and style of the HTML report, bundled at build time from
// report/web/ (see its build.mjs), and what the content policy calls them.
#pragma once

#include <string_view>

namespace benchlab::report::web {

extern const std::string_view kScript;
extern const std::string_view kStyle;
extern const std::string_view kScriptHash;  // "sha256-..."
extern const std::string_view kStyleHash;

}  // namespace benchlab::report::web
