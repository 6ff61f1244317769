// kernel_symbols.hpp: where the kernel and its modules lie, and the names of their functions.
#pragma once

#include <cstdint>
#include <optional>

#include "perf/record/blob.hpp"
#include "perf/record/records.hpp"

namespace benchlab::perf {

// From /sys/kernel/notes.
std::optional<BuildId> kernel_build_id();

// Records of the images of the kernel; none when its addresses are hidden from this user.
void write_kernel_images(RecordWriter& writer);

// True when /proc/kallsyms shows addresses.
bool kernel_symbols_readable();

// The feature section kKernelSymbols, "benchlab.kallsyms" as a packed_section(): a line for each
// function, by address, "DIFFERENCE NAME" or "DIFFERENCE NAME [MODULE]". DIFFERENCE is hexadecimal,
// to the address of the line before (of the first: to 0).  Empty when the addresses are hidden.
Blob kernel_symbols_section();

// The text of it, from the text of /proc/kallsyms.
std::string compact_symbols(const std::string& kallsyms);

}  // namespace benchlab::perf
