// store/symbols/elf_sections.hpp: what the readers of ELF files share: an open file, its sections.
#pragma once

#include <elfutils/libdwelf.h>
#include <gelf.h>
#include <libelf.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace benchlab::store {

struct ElfEnd {
    void operator()(Elf* elf) const { elf_end(elf); }
};
using ElfHandle = std::unique_ptr<Elf, ElfEnd>;

// Mapped where that can be done.  Null: not a regular file, or not an ELF file.
ElfHandle open_elf(const std::filesystem::path& file);

struct ElfSection {
    Elf_Scn* section = nullptr;
    GElf_Shdr header{};
    std::string_view name;
};
std::vector<ElfSection> sections_of(Elf* elf);
const ElfSection* section_named(const std::vector<ElfSection>& sections, std::string_view name);
const ElfSection* section_of_type(const std::vector<ElfSection>& sections, GElf_Word type);
bool has_content(const ElfSection* section);

// As they stand in the file; empty when they do not.
std::string_view bytes_of(const ElfSection& section);

// In hex; empty: none.
std::string build_id_of(Elf* elf);

}  // namespace benchlab::store
