#include "store/symbols/elf_unwind.hpp"

#include <algorithm>
#include <bit>

namespace benchlab::store {
namespace {

constexpr std::size_t kEntryBytes = 8;
// Encodings (DW_EH_PE_*): all linkers write a count of 4 bytes, and a table of offsets of 4 bytes
// from the header.
constexpr unsigned char kCount4 = 0x03, kSigned4FromHeader = 0x3b;
// Of the pointer to .eh_frame, which is skipped.
constexpr unsigned char kSizeMask = 0x0f;

std::optional<std::size_t> size_of(unsigned char encoding) {
    switch (encoding & kSizeMask) {
        case 0x03:
        case 0x0b:
            return 4;
        case 0x04:
        case 0x0c:
            return 8;
        default:
            return std::nullopt;
    }
}

}  // namespace

UnwindStarts::UnwindStarts(Elf* elf) {
    std::size_t count = 0;
    if (elf_getphdrnum(elf, &count) != 0) return;
    const char* const ident = elf_getident(elf, nullptr);
    big_endian_ = ident != nullptr && ident[EI_DATA] == ELFDATA2MSB;
    for (std::size_t i = 0; i < count; ++i) {
        GElf_Phdr header{};
        if (gelf_getphdr(elf, static_cast<int>(i), &header) == nullptr) return;
        if (header.p_type != PT_GNU_EH_FRAME) continue;
        const Elf_Data* const data =
            elf_getdata_rawchunk(elf, static_cast<std::int64_t>(header.p_offset),
                                 static_cast<std::size_t>(header.p_filesz), ELF_T_BYTE);
        if (data == nullptr || data->d_buf == nullptr || data->d_size < 4) return;
        table_ = {static_cast<const char*>(data->d_buf), data->d_size};
        address_ = header.p_vaddr;
        break;
    }
    if (table_.empty()) return;
    const auto encoding = [&](std::size_t at) { return static_cast<unsigned char>(table_[at]); };
    const auto pointer = size_of(encoding(1));
    const bool known = encoding(0) == 1 && pointer && encoding(2) == kCount4 &&
                       encoding(3) == kSigned4FromHeader && table_.size() >= 4 + *pointer + 4;
    if (!known) return;
    const std::size_t entries = word(4 + *pointer);
    table_.remove_prefix(4 + *pointer + 4);
    count_ = std::min(entries, table_.size() / kEntryBytes);
}

std::uint32_t UnwindStarts::word(std::size_t at) const {
    std::uint32_t out = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        const std::size_t place = big_endian_ ? at + i : at + 3 - i;
        out = out << 8 | static_cast<unsigned char>(table_[place]);
    }
    return out;
}

std::uint64_t UnwindStarts::start(std::size_t entry) const {
    const auto offset = std::bit_cast<std::int32_t>(word(entry * kEntryBytes));
    return address_ + static_cast<std::uint64_t>(std::int64_t{offset});
}

std::optional<std::uint64_t> UnwindStarts::find(std::uint64_t address) const {
    std::size_t low = 0, high = count_;
    while (low < high) {
        const std::size_t middle = low + (high - low) / 2;
        if (start(middle) <= address) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    if (low == 0) return std::nullopt;
    const std::uint64_t found = start(low - 1);
    return found <= address ? std::optional(found) : std::nullopt;
}

}  // namespace benchlab::store
