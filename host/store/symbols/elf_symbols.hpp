// store/symbols/elf_symbols.hpp: the functions that an ELF file names.
#pragma once

#include <string>

#include "store/symbols/elf_sections.hpp"
#include "store/symbols/symbol_file.hpp"

namespace benchlab::store {

// Of .symtab, else of .dynsym and .gnu_debugdata.
class ElfSymbols {
  public:
    ElfSymbols(Elf* elf, const std::vector<ElfSection>& sections)
        : elf_(elf), sections_(sections) {}

    SymbolList read();

  private:
    void add_table(Elf* elf, const std::vector<ElfSection>& sections, const ElfSection& table,
                   SymbolList& into) const;
    // The small table of Fedora: an ELF file with nothing but names, packed by xz.
    void add_packed(SymbolList& into);

    Elf* const elf_;
    const std::vector<ElfSection>& sections_;
    std::string unpacked_;
    ElfHandle packed_;
};

}  // namespace benchlab::store
