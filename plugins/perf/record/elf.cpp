#include "perf/record/elf.hpp"

#include <elf.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <string_view>

namespace benchlab::perf {
namespace {

// More than any table of a real program has; against damaged files.
constexpr std::uint64_t kMostBytes = 512u << 20;

constexpr std::string_view kGnu{ELF_NOTE_GNU, sizeof(ELF_NOTE_GNU)};  // with its zero

std::size_t padded(std::size_t size) {
    return (size + 3) / 4 * 4;
}

}  // namespace

std::optional<BuildId> build_id_of_notes(Bytes notes) {
    while (notes.size() >= sizeof(Elf64_Nhdr)) {
        const auto note = load<Elf64_Nhdr>(notes.data());
        const std::size_t value_at = sizeof(note) + padded(note.n_namesz);
        const std::size_t end = value_at + padded(note.n_descsz);
        if (value_at > notes.size() || value_at + note.n_descsz > notes.size()) break;
        const std::string_view name(reinterpret_cast<const char*>(notes.data()) + sizeof(note),
                                    note.n_namesz);
        if (note.n_type == NT_GNU_BUILD_ID && name == kGnu) {
            BuildId id;
            id.size = static_cast<std::uint8_t>(std::min<std::size_t>(note.n_descsz, 20));
            std::copy_n(notes.data() + value_at, id.size, id.bytes.begin());
            return id;
        }
        notes = notes.subspan(std::min(end, notes.size()));
    }
    return std::nullopt;
}

std::optional<ElfFile> ElfFile::open(const std::string& path) {
    ElfFile elf;
    // Not blocking, as a mapped "file" may be a device.
    elf.file_ = FileDescriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK));
    if (!elf.file_ || !elf.read_tables()) return std::nullopt;
    return elf;
}

std::vector<std::uint8_t> ElfFile::read(std::uint64_t offset, std::uint64_t size) const {
    std::vector<std::uint8_t> bytes;
    if (size > kMostBytes) return bytes;
    bytes.resize(size);
    std::size_t done = 0;
    while (done < size) {
        const ssize_t got = ::pread(file_.number(), bytes.data() + done, size - done,
                                    static_cast<off_t>(offset + done));
        if (got <= 0) break;
        done += static_cast<std::size_t>(got);
    }
    bytes.resize(done);
    return bytes;
}

bool ElfFile::read_tables() {
    const auto head = read(0, sizeof(Elf64_Ehdr));
    if (head.size() < sizeof(Elf64_Ehdr)) return false;
    const auto header = load<Elf64_Ehdr>(head.data());
    constexpr std::uint8_t kOurData = ELFDATA2LSB;
    if (std::string_view(reinterpret_cast<const char*>(head.data()), SELFMAG) != ELFMAG ||
        header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_ident[EI_DATA] != kOurData)
        return false;
    if (header.e_phentsize == sizeof(Elf64_Phdr)) {
        const auto table = read(header.e_phoff, header.e_phnum * sizeof(Elf64_Phdr));
        for (std::size_t at = 0; at + sizeof(Elf64_Phdr) <= table.size();
             at += sizeof(Elf64_Phdr)) {
            const auto one = load<Elf64_Phdr>(table.data() + at);
            segments_.push_back({one.p_type, one.p_offset, one.p_vaddr, one.p_filesz});
        }
    }
    if (header.e_shentsize == sizeof(Elf64_Shdr)) {
        const auto table = read(header.e_shoff, header.e_shnum * sizeof(Elf64_Shdr));
        for (std::size_t at = 0; at + sizeof(Elf64_Shdr) <= table.size();
             at += sizeof(Elf64_Shdr)) {
            const auto one = load<Elf64_Shdr>(table.data() + at);
            sections_.push_back({one.sh_type, one.sh_link, one.sh_offset, one.sh_size});
        }
    }
    return true;
}

std::optional<BuildId> ElfFile::build_id() const {
    for (const Segment& segment : segments_) {
        if (segment.type != PT_NOTE) continue;
        constexpr std::uint64_t kMostNotes = 1u << 20;
        const auto notes = read(segment.offset, std::min(segment.file_size, kMostNotes));
        if (auto id = build_id_of_notes(notes)) return id;
    }
    return std::nullopt;
}

std::optional<std::uint64_t> ElfFile::address_in(const Section& symbols,
                                                 const std::string& name) const {
    if (symbols.link >= sections_.size()) return std::nullopt;
    const auto names = read(sections_[symbols.link].offset, sections_[symbols.link].size);
    const auto table = read(symbols.offset, symbols.size);
    for (std::size_t at = 0; at + sizeof(Elf64_Sym) <= table.size(); at += sizeof(Elf64_Sym)) {
        const auto symbol = load<Elf64_Sym>(table.data() + at);
        const auto type = ELF64_ST_TYPE(symbol.st_info);
        if ((type != STT_FUNC && type != STT_GNU_IFUNC) || symbol.st_shndx == SHN_UNDEF) continue;
        // With the zero behind it.
        if (symbol.st_name + name.size() >= names.size()) continue;
        const char* text = reinterpret_cast<const char*>(names.data()) + symbol.st_name;
        if (std::string_view(text, name.size() + 1) ==
            std::string_view(name.c_str(), name.size() + 1))
            return symbol.st_value;
    }
    return std::nullopt;
}

std::optional<std::uint64_t> ElfFile::function_offset(const std::string& name) const {
    for (const std::uint32_t kind : {SHT_DYNSYM, SHT_SYMTAB}) {
        for (const Section& section : sections_) {
            if (section.type != kind) continue;
            const auto address = address_in(section, name);
            if (!address) continue;
            for (const Segment& segment : segments_) {
                if (segment.type == PT_LOAD && *address >= segment.address &&
                    *address - segment.address < segment.file_size)
                    return *address - segment.address + segment.offset;
            }
        }
    }
    return std::nullopt;
}

}  // namespace benchlab::perf
