// store/symbols/dwarf_lines.hpp: what was inlined where, source files and lines, by libdw.
#pragma once

#include <elfutils/libdw.h>

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "store/symbols/elf_sections.hpp"
#include "store/symbols/symbol_file.hpp"

namespace benchlab::store {

class DwarfLines {
  public:
    // `elf` stays open longer; `folder` is where the file lies.  Null: there is none, or a part of
    // it is in another file (dwz) that is not here.
    static std::unique_ptr<DwarfLines> open(Elf* elf, const std::filesystem::path& folder);

    // Outermost first; empty when the address is in no unit.
    std::vector<SourceFrame> at(std::uint64_t address);

  private:
    struct End {
        void operator()(Dwarf* dwarf) const { dwarf_end(dwarf); }
    };
    using Handle = std::unique_ptr<Dwarf, End>;

    // Functions of one source file, once someone asked for one.
    struct Unit {
        FunctionTable functions;  // names are places in `dies`
        std::vector<Dwarf_Off> dies;
    };

    explicit DwarfLines(Handle dwarf) : dwarf_(std::move(dwarf)) {}
    bool open_common(const std::filesystem::path& folder);
    std::optional<Dwarf_Off> unit_at(std::uint64_t address);
    void read_units();
    Unit read_functions(Dwarf_Die unit) const;
    std::vector<Dwarf_Die> chain_at(const Dwarf_Die& unit, std::uint64_t address);

    ElfHandle common_elf_;
    Handle common_;  // what several files share; ends after dwarf_
    Handle dwarf_;
    Dwarf_Aranges* ranges_ = nullptr;  // of units, where the compiler made such a table
    bool all_read_ = false;
    FunctionTable all_units_;  // else out of the units; names are places in unit_dies_
    std::vector<Dwarf_Off> unit_dies_;
    std::map<Dwarf_Off, Unit> units_;
};

}  // namespace benchlab::store
