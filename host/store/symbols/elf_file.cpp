// Files with names in ELF, by elfutils.
#include <lzma.h>

#include <algorithm>

#include "store/symbols/dwarf_lines.hpp"
#include "store/symbols/elf_sections.hpp"
#include "store/symbols/elf_symbols.hpp"
#include "store/symbols/elf_unwind.hpp"
#include "store/symbols/symbol_file.hpp"

namespace benchlab::store {
namespace {

constexpr std::uint64_t kPage = 4096;

std::uint64_t page_of(std::uint64_t at) {
    return at / kPage * kPage;
}

struct Segment {
    std::uint64_t offset, file_size, address;
    bool code;
};

std::vector<Segment> segments_of(Elf* elf) {
    std::vector<Segment> out;
    std::size_t count = 0;
    if (elf_getphdrnum(elf, &count) != 0) return out;
    for (std::size_t i = 0; i < count; ++i) {
        GElf_Phdr header{};
        if (gelf_getphdr(elf, static_cast<int>(i), &header) == nullptr) break;
        if (header.p_type != PT_LOAD) continue;
        out.push_back(
            {header.p_offset, header.p_filesz, header.p_vaddr, (header.p_flags & PF_X) != 0});
    }
    return out;
}

bool code_in(const std::vector<ElfSection>& sections, const std::vector<Segment>& segments) {
    const auto in_section = [](const ElfSection& each) {
        return (each.header.sh_flags & SHF_EXECINSTR) != 0 && has_content(&each);
    };
    const auto in_segment = [](const Segment& each) { return each.code && each.file_size > 0; };
    return sections.empty() ? std::any_of(segments.begin(), segments.end(), in_segment)
                            : std::any_of(sections.begin(), sections.end(), in_section);
}

class ElfFile final : public SymbolFile {
  public:
    ElfFile(const std::filesystem::path& file, ElfHandle elf)
        : elf_(std::move(elf)),
          sections_(sections_of(elf_.get())),
          segments_(segments_of(elf_.get())),
          has_code_(code_in(sections_, segments_)),
          build_id_(build_id_of(elf_.get())),
          unwind_(elf_.get()),
          symbols_(elf_.get(), sections_),
          folder_(file.parent_path()) {}

    const std::string& build_id() const override { return build_id_; }

    bool has_code() const override { return has_code_; }
    bool has_all_names() const override {
        return has_content(section_of_type(sections_, SHT_SYMTAB));
    }
    bool has_lines() const override {
        return has_content(section_named(sections_, ".debug_info")) ||
               has_content(section_named(sections_, ".zdebug_info"));
    }
    std::optional<DebugLink> debug_link() const override {
        DebugLink out;
        const char* const name = dwelf_elf_gnu_debuglink(elf_.get(), &out.checksum);
        if (name == nullptr || *name == 0) return std::nullopt;
        out.name = name;
        return out;
    }

    std::uint32_t checksum() const override {
        std::size_t size = 0;
        const char* const bytes = elf_rawfile(elf_.get(), &size);
        return bytes == nullptr ? 0
                                : lzma_crc32(reinterpret_cast<const std::uint8_t*>(bytes), size, 0);
    }

    std::optional<std::uint64_t> address_at(std::uint64_t offset,
                                            std::uint64_t mapped) const override {
        for (const Segment& each : segments_) {
            if (!each.code || offset < each.offset) continue;
            if (offset - each.offset < each.file_size) {
                return each.address + (offset - each.offset);
            }
        }
        return has_code_ ? in_its_page(offset) : in_only_code(offset, mapped);
    }

    SymbolList symbols() override { return symbols_.read(); }
    std::optional<std::uint64_t> unwind_start(std::uint64_t address) const override {
        return unwind_.find(address);
    }
    std::vector<SourceFrame> frames(std::uint64_t address) override {
        if (!lines_tried_) {
            lines_tried_ = true;
            lines_ = DwarfLines::open(elf_.get(), folder_);
        }
        return lines_ ? lines_->at(address) : std::vector<SourceFrame>();
    }

  private:
    // Pages are mapped whole, and what lies before and behind in the file with them.
    std::optional<std::uint64_t> in_its_page(std::uint64_t offset) const {
        for (const Segment& each : segments_) {
            const std::uint64_t begin = page_of(each.offset);
            const std::uint64_t end = page_of(each.offset + each.file_size + kPage - 1);
            if (!each.code || offset < begin || offset >= end) continue;
            return each.address - (each.offset - begin) + (offset - begin);
        }
        return std::nullopt;
    }
    // A file for debuggers does not say where its program had the code; with one part of code it is
    // that which was mapped.
    std::optional<std::uint64_t> in_only_code(std::uint64_t offset, std::uint64_t mapped) const {
        const Segment* only = nullptr;
        for (const Segment& each : segments_) {
            if (!each.code) continue;
            if (only != nullptr) return std::nullopt;
            only = &each;
        }
        if (only == nullptr || offset < mapped) return std::nullopt;
        return page_of(only->address) + (offset - mapped);
    }

    const ElfHandle elf_;
    const std::vector<ElfSection> sections_;
    const std::vector<Segment> segments_;
    const bool has_code_;
    const std::string build_id_;
    const UnwindStarts unwind_;
    ElfSymbols symbols_;
    const std::filesystem::path folder_;
    bool lines_tried_ = false;
    std::unique_ptr<DwarfLines> lines_;
};

}  // namespace

std::unique_ptr<SymbolFile> open_symbol_file(const std::filesystem::path& file) {
    ElfHandle elf = open_elf(file);
    GElf_Ehdr header{};
    if (!elf || gelf_getehdr(elf.get(), &header) == nullptr) return nullptr;
    // Modules of the kernel have no addresses of their own.
    if (header.e_type != ET_EXEC && header.e_type != ET_DYN) return nullptr;
    return std::make_unique<ElfFile>(file, std::move(elf));
}

bool reads_symbol_files() {
    return true;
}

}  // namespace benchlab::store
