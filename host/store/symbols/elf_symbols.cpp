#include "store/symbols/elf_symbols.hpp"

#include <lzma.h>

#include <algorithm>
#include <limits>

namespace benchlab::store {
namespace {

// Of real files: libLLVM has a quarter of a million, a browser with all names some two million.
constexpr std::size_t kMostSymbols = 50'000'000;
// The tables of Fedora unpack to less than a megabyte.
constexpr std::size_t kMostUnpacked = 256u << 20;
constexpr std::uint64_t kMostMemory = 128u << 20;

std::size_t leading_underscores(std::string_view name) {
    return name.starts_with("_Z") ? 0 : std::min(name.find_first_not_of('_'), name.size());
}

// Of several names of one function the one that a reader of the source knows: "puts", which is
// weak, and not "_IO_puts".
std::uint16_t rank_of(const GElf_Sym& symbol, std::string_view name) {
    const bool function = GELF_ST_TYPE(symbol.st_info) != STT_NOTYPE;
    const bool sized = symbol.st_size > 0;
    const std::size_t underscores = std::min<std::size_t>(leading_underscores(name), 7);
    const unsigned binding = GELF_ST_BIND(symbol.st_info);
    const unsigned known = binding == STB_GLOBAL ? 2 : binding == STB_WEAK ? 1 : 0;
    return static_cast<std::uint16_t>((function ? 64 : 0) + (sized ? 32 : 0) +
                                      (7 - underscores) * 4 + known);
}

bool is_code(const ElfSection& section) {
    return (section.header.sh_flags & SHF_EXECINSTR) != 0;
}

std::string_view text_at(std::string_view texts, std::size_t offset) {
    if (offset >= texts.size()) return {};
    const std::string_view rest = texts.substr(offset);
    const std::size_t end = rest.find('\0');
    return end == std::string_view::npos ? std::string_view() : rest.substr(0, end);
}

std::string unpack(std::string_view packed) {
    lzma_stream stream = LZMA_STREAM_INIT;
    std::string out;
    if (lzma_stream_decoder(&stream, kMostMemory, 0) != LZMA_OK) return out;
    stream.next_in = reinterpret_cast<const std::uint8_t*>(packed.data());
    stream.avail_in = packed.size();
    lzma_ret result = LZMA_OK;
    while (result == LZMA_OK && out.size() < kMostUnpacked) {
        constexpr std::size_t kPiece = 1u << 20;
        const std::size_t done = out.size();
        out.resize(done + kPiece);
        stream.next_out = reinterpret_cast<std::uint8_t*>(out.data() + done);
        stream.avail_out = kPiece;
        result = lzma_code(&stream, LZMA_FINISH);
        out.resize(out.size() - stream.avail_out);
    }
    lzma_end(&stream);
    if (result != LZMA_STREAM_END) out.clear();
    return out;
}

}  // namespace

SymbolList ElfSymbols::read() {
    SymbolList out;
    if (const ElfSection* const all = section_of_type(sections_, SHT_SYMTAB); has_content(all)) {
        add_table(elf_, sections_, *all, out);
        return out;
    }
    if (const ElfSection* const table = section_of_type(sections_, SHT_DYNSYM);
        has_content(table)) {
        add_table(elf_, sections_, *table, out);
    }
    add_packed(out);
    return out;
}

void ElfSymbols::add_packed(SymbolList& into) {
    const ElfSection* const section = section_named(sections_, ".gnu_debugdata");
    if (!has_content(section)) return;
    unpacked_ = unpack(bytes_of(*section));
    if (unpacked_.empty()) return;
    packed_.reset(elf_memory(unpacked_.data(), unpacked_.size()));
    if (!packed_ || elf_kind(packed_.get()) != ELF_K_ELF) return;
    const std::vector<ElfSection> sections = sections_of(packed_.get());
    const ElfSection* const table = section_of_type(sections, SHT_SYMTAB);
    if (has_content(table)) add_table(packed_.get(), sections, *table, into);
}

void ElfSymbols::add_table(Elf* elf, const std::vector<ElfSection>& sections,
                           const ElfSection& table, SymbolList& into) const {
    Elf_Data* const data = elf_getdata(table.section, nullptr);
    Elf_Scn* const of_texts = elf_getscn(elf, table.header.sh_link);
    const Elf_Data* const texts = of_texts ? elf_getdata(of_texts, nullptr) : nullptr;
    if (data == nullptr || texts == nullptr || texts->d_buf == nullptr) return;
    if (table.header.sh_entsize == 0) return;
    std::size_t before = 0;
    for (const std::string_view each : into.texts) before += each.size();
    if (before + texts->d_size > std::numeric_limits<std::uint32_t>::max()) return;
    const std::string_view text(static_cast<const char*>(texts->d_buf), texts->d_size);
    into.texts.push_back(text);
    std::vector<const ElfSection*> by_index;
    for (const ElfSection& each : sections) {
        by_index.resize(std::max(by_index.size(), elf_ndxscn(each.section) + 1));
        by_index[elf_ndxscn(each.section)] = &each;
    }
    const std::size_t count =
        std::min<std::size_t>(data->d_size / table.header.sh_entsize, kMostSymbols);
    for (std::size_t i = 0; i < count; ++i) {
        GElf_Sym symbol{};
        if (gelf_getsym(data, static_cast<int>(i), &symbol) == nullptr) return;
        const unsigned type = GELF_ST_TYPE(symbol.st_info);
        if (type != STT_FUNC && type != STT_GNU_IFUNC && type != STT_NOTYPE) continue;
        if (symbol.st_shndx >= by_index.size()) continue;  // absolute, common
        const ElfSection* const section = by_index[symbol.st_shndx];
        if (section == nullptr || !is_code(*section)) continue;
        const std::string_view name = text_at(text, symbol.st_name);
        // "$x" marks what kind of code follows on ARM.
        if (name.empty() || name.front() == '$') continue;
        const std::uint64_t section_end = section->header.sh_addr + section->header.sh_size;
        const bool sized = symbol.st_size > 0;
        into.symbols.push_back({symbol.st_value,
                                sized ? symbol.st_value + symbol.st_size : section_end,
                                static_cast<std::uint32_t>(before + symbol.st_name),
                                rank_of(symbol, name), !sized, type == STT_NOTYPE});
    }
}

}  // namespace benchlab::store
