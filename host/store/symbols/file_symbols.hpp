// store/symbols/file_symbols.hpp: the functions of one program or library that a recording names,
// out of whatever files have them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "store/symbols/function_table.hpp"
#include "store/symbols/symbol_file.hpp"
#include "store/symbols/symbol_places.hpp"

namespace benchlab::store {

class FileSymbols {
  public:
    // Looks for the files, and reads the names.
    FileSymbols(const RecordedFile& recorded, const SymbolPlaces& places);

    struct Found {
        std::uint64_t start;                // of the function, as the linker counts
        std::uint64_t address;              // what was asked for, likewise
        std::optional<std::uint32_t> name;  // none: known by the table for unwinding alone
    };
    // The function that a place in the recorded file belongs to; mapped: begin of the part of the
    // file that was in memory.
    std::optional<Found> find(std::uint64_t offset, std::uint64_t mapped) const;
    // As it stands in the file.
    std::string_view name(std::uint32_t id) const { return list_.name(id); }
    // What is inlined at an address as the linker counts.  By one thread at a time.
    std::vector<SourceFrame> frames(std::uint64_t address) const;

    // Is there a file to find functions in?
    bool found() const { return !files_.empty(); }
    // A file of this name that is of another build, where there was no right one; else empty.
    const std::filesystem::path& other_build() const { return other_build_; }

  private:
    // True once nothing more is looked for.
    bool look(const std::filesystem::path& file, std::optional<std::uint32_t> checksum);
    void take(std::unique_ptr<SymbolFile> file, const std::filesystem::path& path);

    std::string build_id_;  // empty as long as it is not known
    std::vector<std::unique_ptr<SymbolFile>> files_;
    SymbolFile* program_ = nullptr;  // has code
    SymbolFile* names_ = nullptr;    // has all names
    SymbolFile* lines_ = nullptr;
    std::filesystem::path program_path_;
    SymbolList list_;
    FunctionTable functions_;
    std::filesystem::path other_build_;
};

}  // namespace benchlab::store
