#include "store/symbols/elf_unwind.hpp"

#include <algorithm>

namespace benchlab::store {
namespace {

constexpr std::size_t kEntryBytes = 8;
// Encodings (DW_EH_PE_*): all linkers write a count of 4 bytes, and a table of offsets of 4 bytes
// from the header.
constexpr unsigned kCount4 = 0x03, kSigned4FromHeader = 0x3b;
constexpr unsigned kFormMask = 0x0f;

// Bytes of a value in this encoding; 0: another one than numbers have.
std::size_t size_of(unsigned encoding, bool wide) {
    switch (encoding & kFormMask) {
        case 0x00:
            return wide ? 8 : 4;
        case 0x02:
        case 0x0a:
            return 2;
        case 0x03:
        case 0x0b:
            return 4;
        case 0x04:
        case 0x0c:
            return 8;
        default:
            return 0;
    }
}

}  // namespace

// Numbers of a file one behind the other; behind the end all are zero, and it is not good any more.
class UnwindStarts::Reader {
  public:
    Reader(std::string_view bytes, std::size_t at, bool big_endian)
        : bytes_(bytes), at_(std::min(at, bytes.size())), big_endian_(big_endian) {}

    bool good() const { return good_; }
    std::uint64_t number(std::size_t size) {
        if (bytes_.size() - at_ < size) return fail();
        std::uint64_t out = 0;
        for (std::size_t i = 0; i < size; ++i) {
            const std::size_t place = big_endian_ ? i : size - 1 - i;
            out = out << 8 | static_cast<unsigned char>(bytes_[at_ + place]);
        }
        at_ += size;
        return out;
    }
    void skip(std::uint64_t size) {
        if (bytes_.size() - at_ < size) {
            fail();
        } else {
            at_ += static_cast<std::size_t>(size);
        }
    }
    // LEB128, whose value is of no interest.
    void skip_packed() {
        while (good_ && (number(1) & 0x80) != 0) {
        }
    }
    std::string_view text() {
        const std::size_t end = bytes_.find('\0', at_);
        if (end == std::string_view::npos) {
            fail();
            return {};
        }
        const std::string_view out = bytes_.substr(at_, end - at_);
        at_ = end + 1;
        return out;
    }
    Reader back(std::uint64_t distance) const {
        Reader out = *this;
        if (distance > at_) {
            out.fail();
        } else {
            out.at_ -= static_cast<std::size_t>(distance);
        }
        return out;
    }

  private:
    std::uint64_t fail() {
        good_ = false;
        at_ = bytes_.size();
        return 0;
    }

    std::string_view bytes_;
    std::size_t at_;
    bool big_endian_, good_ = true;
};

UnwindStarts::UnwindStarts(Elf* elf) {
    std::size_t count = 0, size = 0;
    const char* const bytes = elf_rawfile(elf, &size);
    const char* const ident = elf_getident(elf, nullptr);
    if (bytes == nullptr || ident == nullptr || elf_getphdrnum(elf, &count) != 0) return;
    file_ = {bytes, size};
    big_endian_ = ident[EI_DATA] == ELFDATA2MSB;
    wide_ = ident[EI_CLASS] == ELFCLASS64;
    for (std::size_t i = 0; i < count; ++i) {
        GElf_Phdr header{};
        if (gelf_getphdr(elf, static_cast<int>(i), &header) == nullptr) return;
        if (header.p_offset > size || header.p_filesz > size - header.p_offset) continue;
        if (header.p_type == PT_LOAD) {
            parts_.push_back({header.p_vaddr, header.p_offset, header.p_filesz});
        } else if (header.p_type == PT_GNU_EH_FRAME) {
            table_ = file_.substr(static_cast<std::size_t>(header.p_offset),
                                  static_cast<std::size_t>(header.p_filesz));
            address_ = header.p_vaddr;
        }
    }
    Reader reader(table_, 0, big_endian_);
    const auto version = reader.number(1), to_frames = reader.number(1);
    const auto of_count = reader.number(1), of_table = reader.number(1);
    const std::size_t pointer = size_of(static_cast<unsigned>(to_frames), wide_);
    const bool known = version == 1 && of_count == kCount4 && of_table == kSigned4FromHeader;
    reader.skip(pointer);
    const std::uint64_t entries = reader.number(4);
    if (!reader.good() || !known || pointer == 0) return;
    table_.remove_prefix(4 + pointer + 4);
    count_ = std::min(static_cast<std::size_t>(entries), table_.size() / kEntryBytes);
}

UnwindStarts::Reader UnwindStarts::reader_at(std::uint64_t address) const {
    for (const Part& each : parts_) {
        if (address < each.address || address - each.address >= each.size) continue;
        return {file_, static_cast<std::size_t>(each.offset + (address - each.address)),
                big_endian_};
    }
    return {file_, file_.size(), big_endian_};
}

std::uint64_t UnwindStarts::in_header(std::size_t entry, std::size_t word) const {
    const std::uint64_t offset =
        Reader(table_, entry * kEntryBytes + word * 4, big_endian_).number(4);
    // Of 32 bits with a sign.
    return address_ + ((offset ^ 0x80000000u) - 0x80000000u);
}

// How the entries that refer to this common one (CIE) write addresses.
std::optional<unsigned> UnwindStarts::encoding_at(Reader common) const {
    common.skip(8);  // length and id
    const std::uint64_t version = common.number(1);
    const std::string_view augmentation = common.text();
    if (!common.good() || (version != 1 && version != 3)) return std::nullopt;
    if (!augmentation.starts_with('z')) return 0;          // as wide as an address
    common.skip_packed();                                  // alignment of code
    common.skip_packed();                                  // and of data
    version == 1 ? common.skip(1) : common.skip_packed();  // register of the return address
    common.skip_packed();                                  // length of what follows
    for (const char letter : augmentation.substr(1)) {
        if (letter == 'R') {
            const auto encoding = static_cast<unsigned>(common.number(1));
            return common.good() ? std::optional(encoding) : std::nullopt;
        }
        if (letter == 'L') {
            common.skip(1);
        } else if (letter == 'P') {
            const std::size_t size = size_of(static_cast<unsigned>(common.number(1)), wide_);
            if (size == 0) return std::nullopt;
            common.skip(size);
        } else if (letter != 'S' && letter != 'B') {
            return std::nullopt;
        }
    }
    return 0;
}

// Bytes of code that an entry (FDE) is of.
std::optional<std::uint64_t> UnwindStarts::size_at(std::uint64_t entry) const {
    Reader reader = reader_at(entry);
    const std::uint64_t length = reader.number(4);
    // 0 ends the table; all bits set: a length of 8 bytes, which no linker has had to write.
    if (length == 0 || length == 0xFFFFFFFFu) return std::nullopt;
    const Reader at_pointer = reader;
    const std::uint64_t distance = reader.number(4);
    const auto encoding = encoding_at(at_pointer.back(distance));
    const std::size_t size = encoding ? size_of(*encoding, wide_) : 0;
    if (size == 0) return std::nullopt;
    reader.skip(size);
    const std::uint64_t out = reader.number(size);
    return reader.good() ? std::optional(out) : std::nullopt;
}

std::optional<std::uint64_t> UnwindStarts::find(std::uint64_t address) const {
    std::size_t low = 0, high = count_;
    while (low < high) {
        const std::size_t middle = low + (high - low) / 2;
        if (in_header(middle, 0) <= address) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    if (low == 0) return std::nullopt;
    // Not all code has an entry, and what follows one need not be of the same function.
    const std::uint64_t start = in_header(low - 1, 0);
    const auto size = size_at(in_header(low - 1, 1));
    if (!size || address < start || address - start >= *size) return std::nullopt;
    return start;
}

}  // namespace benchlab::store
