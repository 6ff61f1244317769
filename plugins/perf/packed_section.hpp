// packed_section.hpp: what the sections of benchlab's own recorder are packed in
// (record/features.hpp has the layout).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "perf/byte_order.hpp"

namespace benchlab::perf {

// The content; none when the section is another one, is damaged, or is packed and this build has no
// zstd.
std::optional<std::string> read_packed_section(Bytes section, std::string_view name);

}  // namespace benchlab::perf
