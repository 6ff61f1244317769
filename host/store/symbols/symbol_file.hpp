// store/symbols/symbol_file.hpp: one file with names of functions in it.  What reads ELF files
// needs elfutils (elf_file.cpp); built without, no file has names.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "store/symbols/function_table.hpp"

namespace benchlab::store {

// Symbols whose names are offsets into the tables of texts, put one behind the other.
struct SymbolList {
    std::vector<Symbol> symbols;
    std::vector<std::string_view> texts;

    // Up to the zero that ends it; empty for what lies nowhere.
    std::string_view name(std::uint32_t offset) const;
};

// Where a function or one inlined into it is in the source, at some address.
struct SourceFrame {
    std::string name;  // as in the file, perhaps mangled; empty when not known
    std::string file;  // empty when not known
    std::uint64_t line = 0;
};

struct DebugLink {
    std::string name;  // of the file beside it that has the symbols
    std::uint32_t checksum = 0;
};

class SymbolFile {
  public:
    virtual ~SymbolFile() = default;

    // In hex, lower case; empty: it has none.
    virtual const std::string& build_id() const = 0;
    // Does it have code, and not only what a debugger needs?
    virtual bool has_code() const = 0;
    // All names, not only those that it exports.
    virtual bool has_all_names() const = 0;
    virtual bool has_lines() const = 0;
    virtual std::optional<DebugLink> debug_link() const = 0;
    // Of the whole file, as a debug link has it.
    virtual std::uint32_t checksum() const = 0;

    // The address that the linker gave to a place in the file; mapped: where the part of the file
    // that was in memory begins.
    virtual std::optional<std::uint64_t> address_at(std::uint64_t offset,
                                                    std::uint64_t mapped) const = 0;
    // The names live as long as this.
    virtual SymbolList symbols() = 0;
    // Begin of the function by the table for unwinding.
    virtual std::optional<std::uint64_t> unwind_start(std::uint64_t address) const = 0;
    // The function at an address, then what is inlined there, inwards.  By one thread at a time.
    virtual std::vector<SourceFrame> frames(std::uint64_t address) = 0;
};

// Null: not a regular file, of another form, or damaged.  Never waits, as for a pipe.
std::unique_ptr<SymbolFile> open_symbol_file(const std::filesystem::path& file);
// Was this built with what reads such files?
bool reads_symbol_files();

}  // namespace benchlab::store
