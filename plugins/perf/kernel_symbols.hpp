// kernel_symbols.hpp: the names of the kernel's functions, which benchlab's recorder keeps in the
// file, as they belong to one boot of one kernel.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "perf/byte_order.hpp"

namespace benchlab::perf {

// Hands over each function, by address.  False when the section is none, is damaged, or is packed
// and this build has no zstd; what was read before is handed over.
bool read_kernel_symbols(
    Bytes section, const std::function<void(std::uint64_t address, std::string_view name)>& use);

}  // namespace benchlab::perf
