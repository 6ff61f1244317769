// common/kinds.hpp: what sections call the kinds of things that tables have as numbers.
#pragma once

#include <cstdint>

namespace benchlab::analyzers {

// Of dpc_isr.kind: "interrupt", "DPC", ...
const char* interrupt_kind_name(std::uint8_t kind);
// Of disk_io.kind: "read", "write", ...
const char* disk_kind_name(std::uint8_t kind);
// Of gpu_queue.engine: "3D", "copy", ...
const char* engine_name(std::uint8_t engine);

}  // namespace benchlab::analyzers
