#include "plugin/binary_kind.hpp"

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <cstring>
#include <string_view>

#include "platform/files.hpp"

namespace benchlab::plugin {
namespace {

// Bytes of the file from `offset` on; shorter at its end.
std::string read_at(std::ifstream& file, std::uint64_t offset, std::size_t size) {
    std::string bytes(size, '\0');
    file.clear();
    file.seekg(static_cast<std::streamoff>(offset));
    file.read(bytes.data(), static_cast<std::streamsize>(size));
    bytes.resize(static_cast<std::size_t>(file.gcount()));
    file.clear();
    return bytes;
}

// Unsigned integers at an offset; 0 beyond the end.
std::uint64_t number(std::string_view bytes, std::size_t offset, std::size_t size,
                     bool big_endian = false) {
    if (bytes.size() < offset + size) return 0;
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < size; ++i) {
        const std::size_t at = offset + (big_endian ? i : size - 1 - i);
        value = value << 8 | static_cast<unsigned char>(bytes[at]);
    }
    return value;
}

struct MachineName {
    std::uint32_t number;
    std::string_view name;
};

// ELF's e_machine (elf.h), the PE header's Machine, Mach-O's cputype.
constexpr MachineName kElfMachines[] = {
    {3, "x86"},    {8, "mips"},    {20, "ppc"},      {21, "ppc64"},  {22, "s390x"},     {40, "arm"},
    {43, "sparc"}, {62, "x86-64"}, {183, "aarch64"}, {243, "riscv"}, {258, "loongarch"}};
constexpr MachineName kPeMachines[] = {
    {0x14C, "x86"}, {0x1C4, "arm"}, {0x8664, "x86-64"}, {0xAA64, "aarch64"}, {0x5064, "riscv"}};
constexpr MachineName kMachMachines[] = {
    {7, "x86"}, {12, "arm"}, {0x01000007, "x86-64"}, {0x0100000C, "aarch64"}};

template <std::size_t kCount>
std::string machine_name(const MachineName (&names)[kCount], std::uint32_t wanted) {
    for (const MachineName& known : names) {
        if (known.number == wanted) return std::string(known.name);
    }
    return fmt::format("machine {}", wanted);
}

BinaryKind identify_elf(std::string_view head) {
    constexpr std::uint64_t kDynamic = 3;  // e_type: ET_DYN
    constexpr std::string_view kTypes[] = {"file", "object file", "program", "library",
                                           "core dump"};
    BinaryKind kind;
    kind.format = BinaryFormat::kElf;
    kind.bits = number(head, 4, 1) == 2 ? 64 : 32;
    kind.big_endian = number(head, 5, 1) == 2;
    const std::uint64_t type = number(head, 16, 2, kind.big_endian);
    kind.machine = static_cast<std::uint32_t>(number(head, 18, 2, kind.big_endian));
    kind.library = type == kDynamic;
    kind.text =
        fmt::format("a {}-bit{} ELF {} for {}", kind.bits, kind.big_endian ? " big-endian" : "",
                    type < std::size(kTypes) ? kTypes[type] : kTypes[0],
                    machine_name(kElfMachines, kind.machine));
    return kind;
}

BinaryKind identify_pe(std::ifstream& file, std::string_view head) {
    constexpr std::uint64_t kDll = 0x2000;  // Characteristics: IMAGE_FILE_DLL
    const std::string header = read_at(file, number(head, 0x3C, 4), 26);
    if (header.substr(0, 4) != std::string_view("PE\0\0", 4)) {
        return {.text = "a DOS program"};
    }
    BinaryKind kind;
    kind.format = BinaryFormat::kPe;
    kind.bits = number(header, 24, 2) == 0x20B ? 64 : 32;
    kind.machine = static_cast<std::uint32_t>(number(header, 4, 2));
    kind.library = (number(header, 22, 2) & kDll) != 0;
    kind.text =
        fmt::format("a {}-bit Windows {} for {}", kind.bits, kind.library ? "library" : "program",
                    machine_name(kPeMachines, kind.machine));
    return kind;
}

BinaryKind identify_macho(std::string_view head) {
    constexpr std::uint64_t kMagic64 = 0xFEEDFACF;
    BinaryKind kind;
    kind.format = BinaryFormat::kMachO;
    kind.bits = number(head, 0, 4) == kMagic64 ? 64 : 32;
    kind.machine = static_cast<std::uint32_t>(number(head, 4, 4));
    const std::uint64_t type = number(head, 12, 4);
    kind.library = type == 6 || type == 8;  // MH_DYLIB, MH_BUNDLE
    kind.text =
        fmt::format("a {}-bit macOS {} for {}", kind.bits, kind.library ? "library" : "program",
                    machine_name(kMachMachines, kind.machine));
    return kind;
}

// The parts of a file: where one begins and how long it is.
struct Extent {
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
};

bool within(const Extent& part, std::uint64_t file_size) {
    return part.offset <= file_size && part.size <= file_size - part.offset;
}

// Sections and segments of a 64-bit little-endian ELF file (System V gABI, chapters 4 and 5).
std::optional<std::string> damaged_elf(std::ifstream& file, std::uint64_t file_size) {
    constexpr std::size_t kHeader = 64, kSection = 64, kSegment = 56;
    constexpr std::uint64_t kLoad = 1, kNoBits = 8;
    const std::string head = read_at(file, 0, kHeader);
    if (head.size() < kHeader) return "it ends within its header";
    const Extent segments{number(head, 32, 8), number(head, 56, 2) * kSegment};
    const Extent sections{number(head, 40, 8), number(head, 60, 2) * kSection};
    if (!within(segments, file_size)) return "its program headers lie beyond its end";
    if (!within(sections, file_size)) return "its section headers lie beyond its end";
    const bool odd_size = (segments.size != 0 && number(head, 54, 2) != kSegment) ||
                          (sections.size != 0 && number(head, 58, 2) != kSection);
    if (odd_size) return "its headers have an unknown size";
    if (sections.size == 0) return "it has no section headers, which say what it exports";
    // The section that names the others, and is read whatever kind it says it is.
    const std::uint64_t names = number(head, 62, 2);
    if (names >= sections.size / kSection) return "its section names are missing";
    const std::string rows = read_at(file, sections.offset, sections.size);
    for (std::size_t at = 0; at < rows.size(); at += kSection) {
        const Extent part{number(rows, at + 24, 8), number(rows, at + 32, 8)};
        const bool is_read = number(rows, at + 4, 4) != kNoBits || at / kSection == names;
        if (is_read && !within(part, file_size)) {
            return "a section lies beyond its end";
        }
    }
    // A segment that is not there would be a bus error when it is read.
    const std::string loads = read_at(file, segments.offset, segments.size);
    for (std::size_t at = 0; at < loads.size(); at += kSegment) {
        const Extent part{number(loads, at + 8, 8), number(loads, at + 32, 8)};
        if (number(loads, at, 4) == kLoad && !within(part, file_size)) {
            return "a segment lies beyond its end";
        }
    }
    return std::nullopt;
}

// Sections and the export table of a 64-bit PE file (the PE format's specification).
std::optional<std::string> damaged_pe(std::ifstream& file, std::uint64_t file_size) {
    constexpr std::size_t kBeforeOptional = 24, kSection = 40;
    constexpr std::uint64_t kMaxExports = 65536;  // ordinals have 16 bits
    const std::uint64_t start = number(read_at(file, 0, 64), 0x3C, 4);
    const std::string head = read_at(file, start, kBeforeOptional + 120);
    if (head.size() < kBeforeOptional + 120) return "it ends within its header";
    const Extent sections{start + kBeforeOptional + number(head, 20, 2),
                          number(head, 6, 2) * kSection};
    if (!within(sections, file_size)) return "its section headers lie beyond its end";
    // Symbols of the linker, behind the sections; their texts follow, and begin with their size.
    constexpr std::uint64_t kSymbol = 18;
    if (const std::uint64_t symbols = number(head, 12, 4); symbols != 0) {
        const std::uint64_t texts = symbols + number(head, 16, 4) * kSymbol;
        const std::string size = read_at(file, texts, 4);
        if (size.size() < 4 || !within({texts, number(size, 0, 4)}, file_size)) {
            return "its symbols lie beyond its end";
        }
    }
    const std::uint64_t exports = number(head, kBeforeOptional + 112, 4);
    const std::string rows = read_at(file, sections.offset, sections.size);
    for (std::size_t at = 0; at < rows.size(); at += kSection) {
        const Extent part{number(rows, at + 20, 4), number(rows, at + 16, 4)};
        if (!within(part, file_size)) return "a section lies beyond its end";
        const std::uint64_t address = number(rows, at + 12, 4);
        if (exports < address || exports >= address + part.size) continue;
        const std::string table = read_at(file, part.offset + (exports - address), 40);
        if (number(table, 24, 4) > kMaxExports) return "its export table is forged";
    }
    return std::nullopt;
}

}  // namespace

BinaryKind identify_binary(std::ifstream& file) {
    using namespace std::string_view_literals;
    const std::string head = read_at(file, 0, 64);
    const auto begins = [&](std::string_view magic) {
        return head.compare(0, magic.size(), magic) == 0;
    };
    if (head.empty()) return {.text = "an empty file"};
    if (begins("\x7F"
               "ELF"))
        return identify_elf(head);
    if (begins("MZ")) return identify_pe(file, head);
    if (begins("\xCF\xFA\xED\xFE"sv) || begins("\xCE\xFA\xED\xFE"sv)) return identify_macho(head);
    if (begins("\xCA\xFE\xBA\xBE"sv)) return {.text = "a macOS library for several machines"};
    if (begins("!<arch>")) return {.text = "a static library"};
    if (begins("!<thin>")) return {.text = "a static library"};
    if (begins("BC\xC0\xDE"sv)) return {.text = "LLVM bitcode"};
    if (begins("#!")) return {.text = "a script"};
    if (begins("PK\x03\x04"sv)) return {.text = "a ZIP archive"};
    for (const char c : head) {
        const bool text = c == '\n' || c == '\r' || c == '\t' || (c >= ' ' && c <= '~');
        if (!text) return {.text = "not a library of any known kind"};
    }
    return {.text = "a text file"};
}

const BinaryKind& program_kind() {
    static const BinaryKind kind = [] {
        std::ifstream file(platform::executable_path(), std::ios::binary);
        return file ? identify_binary(file) : BinaryKind{};
    }();
    return kind;
}

std::optional<std::string> damaged_reason(std::ifstream& file, const BinaryKind& kind,
                                          std::uint64_t file_size) {
    if (kind.bits != 64 || kind.big_endian) return std::nullopt;
    if (kind.format == BinaryFormat::kElf) return damaged_elf(file, file_size);
    if (kind.format == BinaryFormat::kPe) return damaged_pe(file, file_size);
    return std::nullopt;
}

}  // namespace benchlab::plugin
