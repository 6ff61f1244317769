// plugin/binary_kind.hpp: what kind of file a supposed library is, by its first bytes, and
// whether its tables lie within it.  Boost.DLL reads sizes from a file without comparing them to
// the file's own, so this comes first.
#pragma once

#include <cstdint>
#include <fstream>
#include <optional>
#include <string>

namespace benchlab::plugin {

enum class BinaryFormat { kOther, kElf, kPe, kMachO };

struct BinaryKind {
    BinaryFormat format = BinaryFormat::kOther;
    unsigned bits = 0;  // 32 or 64
    bool big_endian = false;
    std::uint32_t machine = 0;  // the format's own number
    bool library = false;       // not a program, object file or core dump
    std::string text;           // "a 64-bit ELF library for aarch64", "a script", "an empty file"
};

BinaryKind identify_binary(std::ifstream& file);

// The kind of the running program; kOther when that cannot be read.
const BinaryKind& program_kind();

// Why a library for this machine cannot be whole: a header, section or segment that lies beyond
// the end of the file.  For ELF and PE.
std::optional<std::string> damaged_reason(std::ifstream& file, const BinaryKind& kind,
                                          std::uint64_t file_size);

}  // namespace benchlab::plugin
