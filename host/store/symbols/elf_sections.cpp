#include "store/symbols/elf_sections.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <iterator>

namespace benchlab::store {

ElfHandle open_elf(const std::filesystem::path& file) {
    if (elf_version(EV_CURRENT) == EV_NONE) return nullptr;
    // A path in a trace may name anything: opening a pipe would wait for who writes to it.
    const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0) return nullptr;
    struct stat state {};
    ElfHandle elf;
    if (::fstat(descriptor, &state) == 0 && S_ISREG(state.st_mode)) {
        elf.reset(elf_begin(descriptor, ELF_C_READ_MMAP, nullptr));
    }
    // A trace has hundreds of files, and a process may not have that many open.
    const bool good =
        elf && elf_kind(elf.get()) == ELF_K_ELF && elf_cntl(elf.get(), ELF_C_FDREAD) == 0;
    ::close(descriptor);
    return good ? std::move(elf) : nullptr;
}

std::vector<ElfSection> sections_of(Elf* elf) {
    std::vector<ElfSection> out;
    std::size_t names = 0;
    if (elf_getshdrstrndx(elf, &names) != 0) return out;
    for (Elf_Scn* at = elf_nextscn(elf, nullptr); at != nullptr; at = elf_nextscn(elf, at)) {
        ElfSection each;
        each.section = at;
        if (gelf_getshdr(at, &each.header) == nullptr) continue;
        if (const char* const name = elf_strptr(elf, names, each.header.sh_name)) each.name = name;
        out.push_back(each);
    }
    return out;
}

const ElfSection* section_named(const std::vector<ElfSection>& sections, std::string_view name) {
    for (const ElfSection& each : sections) {
        if (each.name == name) return &each;
    }
    return nullptr;
}

const ElfSection* section_of_type(const std::vector<ElfSection>& sections, GElf_Word type) {
    for (const ElfSection& each : sections) {
        if (each.header.sh_type == type) return &each;
    }
    return nullptr;
}

bool has_content(const ElfSection* section) {
    return section != nullptr && section->header.sh_type != SHT_NOBITS &&
           section->header.sh_size > 0;
}

std::string_view bytes_of(const ElfSection& section) {
    const Elf_Data* const data = elf_rawdata(section.section, nullptr);
    if (data == nullptr || data->d_buf == nullptr) return {};
    return {static_cast<const char*>(data->d_buf), data->d_size};
}

std::string build_id_of(Elf* elf) {
    // The linkers' have 8 to 20 bytes.
    constexpr std::ptrdiff_t kMost = 64;
    const void* bytes = nullptr;
    const std::ptrdiff_t size = dwelf_elf_gnu_build_id(elf, &bytes);
    std::string out;
    if (size <= 0 || size > kMost) return out;
    const auto* const first = static_cast<const unsigned char*>(bytes);
    for (std::ptrdiff_t i = 0; i < size; ++i) {
        fmt::format_to(std::back_inserter(out), "{:02x}", first[i]);
    }
    return out;
}

}  // namespace benchlab::store
